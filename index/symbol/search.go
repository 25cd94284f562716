package symbol

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// All gives every module and every declared symbol, those of other names aside: by project, module, file, and place in
// the source. Members follow what declares them.
func (r *Registry) All(yield func(Entry) bool) {
	for _, m := range r.ordered {
		if r.sees(m) && !m.all(yield) {
			return
		}
	}
}

// all gives the module and what it declares; false when that was to stop.
func (m *module) all(yield func(Entry) bool) bool {
	if !yield(m.entry()) {
		return false
	}
	for _, f := range m.files {
		for e := range f.entries {
			if !yield(e) {
				return false
			}
		}
	}
	return true
}

// entries gives what a file declares.
func (f *sourceFile) entries(yield func(Entry) bool) {
	var give func(prefix string, symbols []decl.Symbol, outer *decl.Symbol) bool
	give = func(prefix string, symbols []decl.Symbol, outer *decl.Symbol) bool {
		for i := range symbols {
			s := &symbols[i]
			name := prefix + s.Name
			owner := outer
			if outer == nil && keeps(f.decl, f.exported, s.Name) {
				continue
			}
			if s.Owner != "" {
				name = prefix + s.Owner + "." + s.Name
				owner = f.module.typeNamed(s.Owner)
			}
			if outer == nil {
				s = whole(f.decl, f.exported, s)
			}
			e := Entry{Name: name, Origin: name, Project: f.Project, File: f.decl, Symbol: s, Outer: owner}
			if !yield(e) || !give(name+".", s.Members, s) {
				return false
			}
		}
		return true
	}
	give(f.Module+".", f.load().decl.Symbols, nil)
}

// typeNamed is a type or class at the top level of a module, nil where there is none.
func (m *module) typeNamed(name string) *decl.Symbol {
	for _, f := range m.declaring(name) {
		if s := chosen(f.load().top[name]); s != nil {
			return s
		}
	}
	return nil
}

// named is the first entry of a file with this name below the module; the module itself where the record of the file
// promises a name that it does not hold.
func (f *sourceFile) named(below string) Entry {
	for e := range f.entries {
		if e.Name[len(f.Module)+1:] == below {
			return e
		}
	}
	return f.module.entry()
}

// match is a name that answers a search.
type match struct {
	grade int
	name  string
	entry func() Entry
}

// Search lists names for what a person has typed, at most limit: the name itself, where it stands for a symbol of
// another name, too; names that end in it; names that start with it; names with a part that starts with it; names
// that hold all its words. Shorter names come first. Case is ignored.
func (r *Registry) Search(text string, limit int) []Entry {
	text = strings.TrimSpace(text)
	words := wordsOf(text)
	if len(words) == 0 || limit <= 0 {
		return nil
	}
	var entries []Entry
	if e, finding, _ := r.Lookup(text); finding == decl.Found {
		entries = append(entries, e)
	}
	var all []match
	add := func(name string, entry func() Entry) {
		if grade := grade(name, strings.ToLower(text), words); grade > 0 {
			all = append(all, match{grade, name, entry})
		}
	}
	for _, m := range r.ordered {
		if !r.sees(m) {
			continue
		}
		add(m.name, m.entry)
		for _, f := range m.files {
			for below := range strings.FieldsSeq(f.Names) {
				add(m.name+"."+below, func() Entry { return f.named(below) })
			}
		}
	}
	slices.SortStableFunc(all, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.grade, b.grade), cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
	})
	for _, c := range all[:min(len(all), limit)] {
		e := c.entry()
		if !slices.ContainsFunc(entries, func(o Entry) bool {
			return o.Name == e.Name && o.Project == e.Project || o.Symbol != nil && o.Symbol == e.Symbol
		}) {
			entries = append(entries, e)
		}
	}
	return entries[:min(len(entries), limit)]
}

// grade tells how a name matches a text in lower case that is made of words: 1 is best, 0 is not at all.
func grade(name, text string, words []string) int {
	parts := wordsOf(name)
	name = strings.ToLower(name)
	switch {
	case name == text:
		return 1
	case EndsIn(name, text):
		return 2
	case strings.HasPrefix(name, text):
		return 3
	case strings.Contains(name, "."+text), strings.Contains(name, "/"+text):
		return 4
	case !slices.ContainsFunc(words, func(w string) bool {
		return !slices.ContainsFunc(parts, func(part string) bool { return strings.HasPrefix(part, w) })
	}):
		return 5
	}
	return 0
}

// declaredName is a name below the module of a file.
type declaredName struct {
	file  *sourceFile
	below string
}

// maxParts is the depth to which names are looked for: classes and their members.
const maxParts = 2

// called gives the names in scope whose last part is this one; none for what is no word.
func (r *Registry) called(last string) iter.Seq[declaredName] {
	return func(yield func(declaredName) bool) {
		if len(wordsOf(last)) == 0 {
			return
		}
		for _, m := range r.ordered {
			if !r.sees(m) {
				continue
			}
			for _, f := range m.files {
				if !strings.Contains(f.Names, last) {
					continue
				}
				for below := range strings.FieldsSeq(f.Names) {
					if LastPart(below) == last && strings.Count(below, ".") < maxParts && !yield(declaredName{f, below}) {
						return
					}
				}
			}
		}
	}
}

// OfSomeType tells whether some public class or type has a member of this name: then a variable is as likely to be
// asked for it as the module that the variable is called like. A name of several words is no such accident: for that
// the type must be of the module or of one below.
func (r *Registry) OfSomeType(name, module string) bool {
	if (r.family == language.None || r.family == language.Python) && r.store != standard().store {
		for _, m := range standard().named("builtins") {
			if strings.Contains(" "+m.files[0].Names+" ", "."+name+" ") {
				return true
			}
		}
	}
	words := wordsOf(name)
	if len(words) == 0 {
		return false
	}
	near := func(m string) bool {
		return len(words) == 1 || m == module || strings.HasPrefix(m, module+".") || strings.HasPrefix(m, module+"/")
	}
	for d := range r.called(name) {
		if strings.Contains(d.below, ".") && near(d.file.Module) && d.public() {
			return true
		}
	}
	return false
}

// maxTops is how many modules of a project may stand for the whole of it.
const maxTops = 8

// Offered are the declarations that a name alone may mean, each once: what the packages of the projects themselves
// have under it. Where they have nothing those are the types of that name in any module that others use, or, of a
// name that can only be code, the members.
func (r *Registry) Offered(name string, member bool) []Entry {
	var all []Entry
	add := func(e Entry, finding decl.Finding) {
		same := func(o Entry) bool { return o.Symbol == e.Symbol }
		if finding == decl.Found && e.Symbol != nil && !slices.ContainsFunc(all, same) {
			all = append(all, e)
		}
	}
	for _, m := range r.tops() {
		e, finding, _ := r.Member(m.entry(), name)
		add(e, finding)
		if m.family == language.Script && finding == decl.Absent {
			if e, finding, _ = r.Member(m.entry(), "default"); finding == decl.Found && e.Symbol != nil && e.Symbol.Name == name {
				add(e, finding)
			}
		}
	}
	if len(all) > 0 {
		return all
	}
	for d := range r.called(name) {
		if strings.Contains(d.below, ".") != member || !d.public() || r.Keeps(d.file.Project, d.file.Module, d.below) {
			continue
		}
		e, finding, _ := r.Lookup(d.file.Module + "." + d.below)
		if member || e.Symbol != nil && e.Kind().IsType() {
			add(e, finding)
		}
	}
	return all
}

// tops are the modules that stand for whole projects in scope: the package of a name that they are imported by.
func (r *Registry) tops() []*module {
	key := view{r.project, r.family}
	if known, ok := r.heads.Load(key); ok {
		return known.([]*module)
	}
	var all []*module
	for _, p := range r.projects {
		var tops []*module
		for _, m := range r.ordered {
			if m.project == p.Name && r.sees(m) && !isRemote(m.name) && m.isTop(&p) {
				tops = append(tops, m)
			}
		}
		if len(tops) <= maxTops {
			all = append(all, tops...)
		}
	}
	r.heads.Store(key, all)
	return all
}

// isTop tells whether a module is in no other one of its project.
func (m *module) isTop(p *Project) bool {
	switch {
	case m.family == language.Go:
		return p.Go != nil && m.name == p.Go.Path
	case m.family == language.Script:
		return p.JavaScript != nil && m.name == p.JavaScript.Name
	}
	return m.family == language.Python && !strings.Contains(m.name, ".")
}

// public tells whether people who use the sources meet a name: not where it is private, or of tests.
func (d *declaredName) public() bool {
	return !strings.HasPrefix(d.below, "_") && !isRemote(d.file.Module)
}
