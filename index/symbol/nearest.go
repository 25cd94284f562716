package symbol

import (
	"cmp"
	"go/token"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
	"slices"
	"strings"
)

// What makes a name likely to have been meant, on a scale on which a name that is equal but for its place has 1.
const (
	letterWeight = .55 // of letters that agree
	wordWeight   = .45 // of words in common

	holderBonus  = .50 // declared by what was to declare it
	moduleBonus  = .25 // in the same module
	packageBonus = .10 // in a module beside it
	shapeMalus   = .12 // a constant for a function, a class for a constant

	// Without the bonus a name must reach
	minHolderScore  = .30 // as a member of what was to declare it
	minPackageScore = .50 // in the same module, or one beside it
	minOtherScore   = .70 // elsewhere

	maxPostings = 600 // names that one word of the whole registry brings in
)

// candidate is a name that may have been meant.
type candidate struct {
	score float64
	name  string // qualified
	entry func() (Entry, bool)
}

// Nearest lists declared names that may have been meant by one that is not declared, the likeliest first: those of
// the module or class that should have declared it, of what stands beside it, and of the whole registry. Where no
// name is like it, they are those of its package that everybody may use.
func (r *Registry) Nearest(name string, limit int) []Entry {
	q := r.query()
	holder, missing := q.holder(name)
	want := newWanted(missing)
	if want.squeezed == "" || limit <= 0 {
		return nil
	}
	n := nearest{query: q, want: want, seen: map[string]bool{name: true}}
	var home *module
	if holder != nil {
		home = q.fileOf(holder.File).module
		n.members(*holder)
		n.module(home, moduleBonus)
	}
	if project := q.namespace(name); home == nil && project != "" && strings.Contains(name, "/") && !strings.Contains(name[strings.LastIndexByte(name, '/')+1:], ".") {
		n.packages(name, project)
	} else {
		n.everywhere(home)
	}
	if len(n.found) == 0 {
		n.fallback(name, holder, home)
	}
	slices.SortFunc(n.found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
	})
	var entries []Entry
	for _, c := range n.found {
		if len(entries) == limit {
			break
		}
		if e, ok := c.entry(); ok && !slices.ContainsFunc(entries, func(o Entry) bool { return o.Origin == e.Origin && o.Project == e.Project }) {
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

// nearest collects candidates.
type nearest struct {
	*query
	want  wanted
	seen  map[string]bool
	found []candidate
}

// wanted is the last part of the name that is not declared.
type wanted struct {
	squeezed string // in lower case, without underscores
	words    []string
	private  bool // starts with an underscore
	shape    shape
}

func newWanted(last string) wanted {
	return wanted{
		squeezed: squeeze(last), words: wordsOf(last), private: strings.HasPrefix(last, "_"), shape: shapeOf(last),
	}
}

// squeeze makes names equal that differ in case and underscores alone.
func squeeze(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// score is how alike a name is to the one wanted, from 0 to 1.
func (w wanted) score(last string) float64 {
	squeezed := squeeze(last)
	longest := max(len(w.squeezed), len(squeezed))
	if longest == 0 {
		return 0
	}
	letters := 1 - float64(distance(w.squeezed, squeezed))/float64(min(longest, maxDistanceBytes))
	score := letterWeight*max(letters, 0) + wordWeight*common(w.words, wordsOf(last))
	if shapeOf(last) != w.shape {
		score -= shapeMalus
	}
	return score
}

// shape is how a name is written, which tells what it is.
type shape uint8

// The shapes.
const (
	lowerShape   shape = iota // like_this, likeThis
	camelShape                // LikeThis
	capitalShape              // LIKE_THIS
)

func shapeOf(name string) shape {
	name = strings.Trim(name, "_")
	switch {
	case !token.IsExported(name):
		return lowerShape
	case len(name) > 1 && name == strings.ToUpper(name):
		return capitalShape
	}
	return camelShape
}

// common is the share of words that two names have in common, from 0 to 1. A word that starts with another counts in
// part.
func common(a, b []string) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	sum := 0.0
	for _, x := range a {
		best := 0.0
		for _, y := range b {
			if x == y {
				best = 1
				break
			}
			if short := min(len(x), len(y)); short >= 3 && x[:short] == y[:short] {
				best = max(best, float64(short)/float64(max(len(x), len(y))))
			}
		}
		sum += best
	}
	return 2 * sum / float64(len(a)+len(b))
}

// hides tells whether a name is nobody's business outside: with a leading underscore, or not exported by Go.
func (w wanted) hides(fam language.Family, last string) bool {
	if strings.HasPrefix(last, "_") {
		return !w.private
	}
	return fam == language.Go && w.shape != lowerShape && !token.IsExported(last) || strings.HasPrefix(last, "-")
}

// members adds the members of the module or class that should have declared the name.
func (n *nearest) members(holder Entry) {
	fam := holder.family()
	for _, name := range n.membersOf(holder) {
		if n.want.hides(fam, name) {
			continue
		}
		qualified := holder.Name + "." + name
		if score := n.want.score(name); score >= minHolderScore && !n.seen[qualified] {
			n.seen[qualified] = true
			n.found = append(n.found, candidate{score + holderBonus, qualified, func() (Entry, bool) {
				a := n.member(holder, name)
				return a.entry, a.finding == decl.Found
			}})
		}
	}
}

// packages adds the packages of a project, where one of them is not declared: the likest first, then the nearest.
func (n *nearest) packages(name, project string) {
	for _, m := range n.ordered {
		if m.project == project && n.sees(m) && !isRemote(m.name) {
			score := n.want.score(m.name[strings.LastIndexByte(m.name, '/')+1:])
			n.found = append(n.found, candidate{score - float64(steps(name, m.name)), m.name, func() (Entry, bool) { return m.entry(), true }})
		}
	}
}

// module adds what a module declares.
func (n *nearest) module(m *module, bonus float64) {
	for _, f := range m.files {
		for below := range strings.FieldsSeq(f.Names) {
			n.add(m, f, below, bonus, minPackageScore)
		}
	}
}

// add adds a declared name, if it is like the one wanted.
func (n *nearest) add(m *module, f *file, below string, bonus, least float64) {
	last := LastPart(below)
	if n.want.hides(m.family, last) || len(below) > len(last) && n.want.hides(m.family, below) {
		return
	}
	score := n.want.score(last)
	if score < least {
		return
	}
	qualified := m.name + "." + below
	if n.seen[qualified] {
		return
	}
	n.seen[qualified] = true
	n.found = append(n.found, candidate{score + bonus, qualified, func() (Entry, bool) { return f.named(below), true }})
}

// everywhere adds names of the whole registry that have words in common with the one wanted, those of home aside.
func (n *nearest) everywhere(home *module) {
	index := n.index()
	for _, word := range n.want.words {
		taken := 0
		for _, at := range index.names[word] {
			name := index.all[at]
			m := name.file.module
			if m == home || !n.sees(m) || home != nil && m.family != home.family {
				continue
			}
			if taken++; taken > maxPostings {
				break
			}
			switch {
			case home != nil && m.project == home.project && firstPart(m.name) == firstPart(home.name):
				n.add(m, name.file, name.below, packageBonus, minPackageScore)
			case !isRemote(m.name) && (home == nil || !strings.Contains(name.below, ".")):
				n.add(m, name.file, name.below, 0, minOtherScore)
			}
		}
	}
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

// membersOf lists the names of the members of a module, a class, a type or a value, in order.
func (q *query) membersOf(e Entry) []string {
	names := map[string]bool{}
	switch f := q.fileOf(e.File); {
	case f == nil:
	case e.Symbol == nil:
		q.namesIn(f.module, names, map[*module]bool{})
	default:
		if a := q.class(e); a.finding == decl.Found && a.entry.Symbol != nil {
			q.namesOf(a.entry, names)
		}
	}
	return sortedKeys(names)
}

// namesIn notes the names at the top level of a module.
func (q *query) namesIn(m *module, names map[string]bool, seen map[*module]bool) {
	if seen[m] {
		return
	}
	seen[m] = true
	for _, name := range m.below {
		names[name] = true
	}
	for _, f := range m.files {
		for below := range strings.FieldsSeq(f.Names) {
			if !strings.Contains(below, ".") {
				names[below] = true
			}
		}
		if m.family == language.Go {
			continue
		}
		d := f.load().decl
		for _, name := range d.Exports {
			names[name] = true
		}
		for _, imp := range d.Imports {
			switch {
			case imp.As != "" && imp.As != "*" && imp.Name != "*" && (imp.Export || strings.HasPrefix(imp.Module, ".") && m.family == language.Python):
				names[imp.As] = true
			case imp.Name == "*":
				for _, target := range q.targets(f, imp.Module) {
					q.namesIn(target, names, seen)
				}
			}
		}
		for _, from := range d.ExportsOf {
			for _, target := range q.targets(f, from) {
				q.namesIn(target, names, seen)
			}
		}
	}
}

// namesOf notes the names of the members of a class or a type, inherited and promoted ones, too.
func (q *query) namesOf(e Entry, names map[string]bool) {
	if e.family() != language.Go {
		for _, c := range q.line(e).classes {
			for i := range c.Symbol.Members {
				names[c.Symbol.Members[i].Name] = true
			}
		}
		return
	}
	seen := map[string]bool{}
	for level := []embedding{{entry: e}}; len(level) > 0; {
		var deeper []embedding
		for _, t := range level {
			if seen[t.entry.Origin] {
				continue
			}
			seen[t.entry.Origin] = true
			for i := range t.entry.Symbol.Members {
				names[t.entry.Symbol.Members[i].Name] = true
			}
			if f := q.fileOf(t.entry.File); f != nil && !t.fieldsOnly {
				for _, method := range f.module.methods(t.entry.Symbol.Name) {
					names[method] = true
				}
			}
			for _, next := range q.embedded(t) {
				if next.finding == decl.Found && next.entry.Symbol != nil {
					deeper = append(deeper, embedding{next.entry, next.fieldsOnly})
				}
			}
		}
		level = deeper
	}
}

// methods are the names of the methods of a Go type.
func (m *module) methods(owner string) []string {
	var names []string
	for _, f := range m.files {
		for below := range strings.FieldsSeq(f.Names) {
			if name, ok := strings.CutPrefix(below, owner+"."); ok {
				names = append(names, name)
			}
		}
	}
	return names
}
