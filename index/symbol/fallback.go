package symbol

import (
	"cmp"
	"go/token"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
	"slices"
	"strings"
)

// maxFallback is how many names of a package are looked at where none is like the one wanted.
const maxFallback = 4_000

// wordsFirst makes words in common count for more than any number of steps.
const wordsFirst = 1_000

// fallback adds what a package declares for everybody, where nothing is like the name wanted: names that have words
// in common with it first, then those of the class or module that should have declared it, and of the modules nearest
// to that.
func (n *nearest) fallback(name string, holder *Entry, home *module) {
	if holder != nil {
		for _, member := range n.membersOf(*holder) {
			if holder.Symbol == nil && slices.Contains(home.below, member) {
				continue // a module is no place for what a name stands for
			}
			n.offer(holder.Name+"."+member, member, 0, home, func() (Entry, bool) {
				a := n.member(*holder, member)
				return a.entry, a.finding == decl.Found
			})
		}
	}
	from := name
	if home != nil {
		from = home.name
	}
	looked := 0
	for _, m := range n.around(from, home) {
		far := 1 + steps(from, m.name)
		for _, f := range m.files {
			for below := range strings.FieldsSeq(f.Names) {
				if strings.Contains(below, ".") {
					continue
				}
				if looked++; looked > maxFallback {
					return
				}
				n.offer(m.name+"."+below, below, far, m, func() (Entry, bool) { return f.named(below), true })
			}
		}
	}
}

// offer adds a public name of a module that is so many steps away.
func (n *nearest) offer(qualified, last string, far int, m *module, entry func() (Entry, bool)) {
	if strings.HasPrefix(last, "_") || n.want.hides(m.family, last) || m.family == language.Go && !token.IsExported(last) || n.seen[qualified] {
		return
	}
	n.seen[qualified] = true
	n.found = append(n.found, candidate{wordsFirst*common(n.want.words, wordsOf(last)) - float64(far), qualified, entry})
}

// around are the modules of the package that a module, or a name that is not declared, belongs to: the nearest first.
func (n *nearest) around(from string, home *module) []*module {
	var some []*module
	for _, m := range n.ordered {
		if !n.sees(m) || firstPart(m.name) != firstPart(from) || m != home && isRemote(m.name) || home != nil && (m.family != home.family || m.project != home.project) {
			continue
		}
		some = append(some, m)
	}
	slices.SortStableFunc(some, func(a, b *module) int { return cmp.Compare(steps(from, a.name), steps(from, b.name)) })
	return some
}

// steps is how many parts of two qualified names are not the same.
func steps(a, b string) int {
	split := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == '/' })
	}
	x, y := split(a), split(b)
	same := 0
	for same < min(len(x), len(y)) && x[same] == y[same] {
		same++
	}
	return len(x) + len(y) - 2*same
}
