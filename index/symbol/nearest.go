package symbol

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"ibid/guard/words"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// What makes a name likely to have been meant, on a scale on which a name that is equal but for its place has 1.
const (
	letterWeight = .55 // of letters that agree
	wordWeight   = .45 // of words in common
	holderBonus  = .20 // declared by what was to declare it
	minLikeness  = .50 // with the bonus; of names that are all less alike one is offered

	maxCompared = 64 // bytes of a name that are compared letter by letter
)

// candidate is a name that may have been meant.
type candidate struct {
	score float64
	name  string // qualified
	entry func() (Entry, bool)
}

// Nearest lists declared names that are like one that is not declared, the likeliest first: members of the module or
// class that should have declared it, and what its package declares.
func (r *Registry) Nearest(name string, limit int) []Entry {
	q := r.query()
	holder, missing := q.holder(name)
	var all []candidate
	add := func(fam language.Family, qualified, last string, bonus float64, entry func() (Entry, bool)) {
		hidden := strings.HasPrefix(last, "_") || fam == language.Go && !token.IsExported(last)
		if !hidden {
			all = append(all, candidate{likeness(missing, last) + bonus, qualified, entry})
		}
	}
	if holder != nil {
		for _, member := range q.membersOf(*holder) {
			add(holder.family(), holder.Name+"."+member, member, holderBonus, func() (Entry, bool) {
				a := q.member(*holder, member)
				return a.entry, a.finding == decl.Found
			})
		}
	}
	for _, m := range r.ordered {
		if !r.sees(m) || firstPart(m.name) != firstPart(name) || isRemote(m.name) {
			continue
		}
		for _, f := range m.files {
			for below := range strings.FieldsSeq(f.Names) {
				add(m.family, m.name+"."+below, LastPart(below), 0, func() (Entry, bool) { return f.named(below), true })
			}
		}
	}
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
	})
	var entries []Entry
	for _, c := range all {
		if len(entries) >= limit || len(entries) > 0 && c.score < minLikeness {
			break
		}
		e, ok := c.entry()
		vague := e.Symbol == nil && c.score < minLikeness+holderBonus // a module does nothing itself
		if ok && !vague && !slices.ContainsFunc(entries, func(o Entry) bool { return o.Origin == e.Origin }) {
			entries = append(entries, e)
		}
	}
	return entries
}

// holder is what a name's longest declared beginning stands for, nil where there is none, and the part that is
// missing in it.
func (q *query) holder(name string) (*Entry, string) {
	for end := len(name); end > 0; end = strings.LastIndexAny(name[:end], ".") {
		if a := q.lookup(name[:end]); a.finding == decl.Found {
			rest := strings.TrimPrefix(name[end:], ".")
			part, _, _ := strings.Cut(rest, ".")
			return &a.entry, part
		}
	}
	return nil, name[strings.LastIndexAny(name, "./")+1:]
}

// likeness is how alike two names are, from 0 to 1.
func likeness(a, b string) float64 {
	squeeze := func(name string) string { // names are equal that differ in case and underscores alone
		return strings.ToLower(strings.ReplaceAll(name[:min(len(name), maxCompared)], "_", ""))
	}
	x, y := squeeze(a), squeeze(b)
	if x == "" || y == "" {
		return 0
	}
	letters := 1 - float64(words.Distance(x, y))/float64(max(len(x), len(y)))
	return letterWeight*max(letters, 0) + wordWeight*common(wordsOf(a), wordsOf(b))
}

// common is the share of words that two names have in common, from 0 to 1.
func common(a, b []string) float64 {
	same := 0
	for _, word := range a {
		if slices.Contains(b, word) {
			same++
		}
	}
	return 2 * float64(same) / float64(max(1, len(a)+len(b)))
}

// isRemote tells whether a module is one that others do not use.
func isRemote(name string) bool {
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '.' || r == '/' }) {
		switch part {
		case "internal", "cmd", "test", "tests", "testing", "examples":
			return true
		}
		if strings.HasPrefix(part, "_") {
			return true
		}
	}
	return false
}

// membersOf lists the names of the members of a module, or of a class or type with those that it inherits, in order.
func (q *query) membersOf(e Entry) []string {
	names := map[string]bool{}
	f := q.fileOf(e.File)
	switch {
	case f == nil:
	case e.Symbol == nil:
		q.namesIn(f.module, names, map[*module]bool{})
	default:
		a := q.class(e)
		if a.finding != decl.Found || a.entry.Symbol == nil {
			break
		}
		for _, c := range q.line(a.entry).classes {
			for i := range c.Symbol.Members {
				names[c.Symbol.Members[i].Name] = true
			}
		}
		for _, f := range q.fileOf(a.entry.File).module.files {
			for below := range strings.FieldsSeq(f.Names) { // the methods of a Go type stand beside it
				if name, ok := strings.CutPrefix(below, a.entry.Symbol.Name+"."); ok {
					names[name] = true
				}
			}
		}
	}
	return slices.DeleteFunc(sortedKeys(names), func(name string) bool { return !names[name] })
}

// namesIn notes the names at the top level of a module, with those that it passes on.
func (q *query) namesIn(m *module, names map[string]bool, seen map[*module]bool) {
	if seen[m] {
		return
	}
	seen[m] = true
	for _, f := range m.files {
		for below := range strings.FieldsSeq(f.Names) {
			names[below] = !strings.Contains(below, ".")
		}
		taken := slices.Clone(f.load().decl.ExportsOf)
		for _, imp := range f.decl.Imports {
			switch {
			case imp.Name == "*":
				taken = append(taken, imp.Module)
			case imp.As != "" && (imp.Export || f.family == language.Python && strings.HasPrefix(imp.Module, ".")):
				names[imp.As] = true
			}
		}
		for _, from := range taken {
			for _, target := range q.targets(f, from) {
				q.namesIn(target, names, seen)
			}
		}
	}
}
