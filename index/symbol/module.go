package symbol

import (
	"path"
	"slices"
	"strings"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// inModule finds a name that a module declares or passes on.
func (q *query) inModule(m *module, name string) answer {
	key := moduleName{module: m, name: name}
	if a, ok := q.modules[key]; ok {
		return a
	}
	q.modules[key] = absent("%s has no %s", m.name, name) // for cycles
	a := q.inModuleOnce(m, name)
	q.modules[key] = a
	return a
}

func (q *query) inModuleOnce(m *module, name string) answer {
	a := q.declared(m, name)
	if m.family == language.Go {
		return a
	}
	faster := absent("%s has no %s", m.name, name)
	for _, f := range m.files {
		for _, i := range f.load().bound[name] {
			imp := f.decl.Imports[i]
			switch {
			case keeps(f.decl, f.exported, name) && !imp.Export: // imported for itself alone
			case imp.Branch && isAccelerator(imp.Module):
				faster = faster.or(q.imported(f, imp))
			case imp.Branch:
				a = a.either(q.imported(f, imp))
			case a.finding != decl.Found:
				a = a.or(q.imported(f, imp))
			}
		}
	}
	a = a.or(faster)
	bound := a.finding == decl.Found
	for _, f := range m.files {
		a = q.starred(f, name, a)
	}
	if m.family == language.Python && !bound {
		a = q.orModule(a, m, name)
	}
	for _, f := range m.files {
		if a.finding != decl.Found && f.decl.Open != "" && (m.family != language.Python || f.mayMake(name)) {
			a = a.or(unread("%s may have more names than its text tells: it %s", m.name, f.decl.Open))
		}
	}
	if a.finding != decl.Found && m.family == language.Python {
		a = a.or(q.promised(m, name))
	}
	if a.finding == decl.Absent && m.family == language.Script && m.keepsAll() {
		return unread("%s does not tell what it exports", m.name)
	}
	if a.finding == decl.Absent && m.family == language.Python && q.taken(m, name) {
		return unread("%s has %s, by its own imports, but no source of it", m.name, name)
	}
	return a
}

// keepsAll tells whether no file of a JavaScript module says that it exports anything: it does so in a way that is
// not read.
func (m *module) keepsAll() bool {
	return !slices.ContainsFunc(m.files, func(f *sourceFile) bool {
		d := f.load().decl
		return d.Language != "javascript" || len(d.Exports)+len(d.ExportsOf) > 0 || slices.ContainsFunc(d.Imports, func(i decl.Import) bool { return i.Export })
	})
}

// mayMake tells whether a Python file that makes names while it runs may make this one. Where it lists what it exports,
// the rest that it makes are constants, unless it is asked for each name.
func (f *sourceFile) mayMake(name string) bool {
	return len(f.decl.Exports) == 0 || f.decl.ExportsBy != "" || strings.Contains(f.decl.Open, "__getattr__") || name == strings.ToUpper(name)
}

// promised finds a name that a Python module lists in __all__ and does not declare: a package that loads its parts
// when they are needed takes it from one of them.
func (q *query) promised(m *module, name string) answer {
	if IsDunder(name) {
		return found(implied(m.entry(), name))
	}
	f := m.files[0].load()
	if !f.exported[name] {
		return absent("%s has no %s", m.name, name)
	}
	if a := q.loadedLater(m, name); a.finding == decl.Found {
		return a
	}
	e := implied(m.entry(), name)
	e.Symbol.Kind = decl.Variable
	return found(e)
}

// loadedLater finds a class or a function in the modules of a package, where just one of them declares it.
func (q *query) loadedLater(m *module, name string) answer {
	only := absent("%s has no %s", m.name, name)
	for _, below := range m.below {
		sub := q.submodule(m, below)
		if sub.finding != decl.Found {
			continue
		}
		a := q.declared(q.fileOf(sub.entry.File).module, name)
		if a.finding != decl.Found || a.entry.Kind() != decl.Class && a.entry.Kind() != decl.Function {
			continue
		}
		if only.finding == decl.Found {
			return absent("%s has no %s", m.name, name)
		}
		only = a
	}
	return only
}

// declared finds a name among a module's own declarations.
func (q *query) declared(m *module, name string) answer {
	for _, f := range m.declaring(name) {
		f.load()
		if keeps(f.decl, f.exported, name) {
			continue
		}
		if s := chosen(f.top[name]); s != nil {
			if s.Kind == decl.Variable && s.Type == "" && s.Value == "" && f.decl.Open != "" { // set by a function: __getattr__ may
				if a := q.loadedLater(m, name); a.finding == decl.Found {
					return a
				}
			}
			return q.meant(Entry{Name: m.name + "." + name, Origin: m.name + "." + name, Project: m.project, File: f.decl, Symbol: s}, nil)
		}
	}
	return absent("%s has no %s", m.name, name)
}

// meant is a declaration, or what it is another name for, with what the name stands for where another branch is
// taken. outer is the class that it is declared in, nil at the top level.
func (q *query) meant(e Entry, outer *Entry) answer {
	a := q.once(e, outer)
	for i := range e.Symbol.Also {
		other := e
		if other.Symbol = &e.Symbol.Also[i]; other.Symbol.Kind == e.Symbol.Kind && other.Symbol.Import == nil && other.Symbol.Value == e.Symbol.Value {
			continue // its declarations are looked at together
		}
		a = a.either(q.once(other, outer)).named(e.Name)
	}
	return a
}

// once is one declaration, or what it is another name for.
func (q *query) once(e Entry, outer *Entry) answer {
	if e.Symbol.Import == nil {
		return q.unaliased(e, outer)
	}
	if f := q.fileOf(e.File); f != nil {
		if a := q.imported(f, *e.Symbol.Import); a.finding == decl.Found {
			return a.named(e.Name)
		}
	}
	return found(e)
}

// chosen is the declaration that stands for several of one name: the last that is no overload, a class or a function
// rather than a value.
func chosen(symbols []*decl.Symbol) *decl.Symbol {
	var best *decl.Symbol
	for _, s := range symbols {
		if best == nil || weight(s) >= weight(best) {
			best = s
		}
	}
	return best
}

func weight(s *decl.Symbol) int {
	switch s.Kind {
	case decl.Variable, decl.Constant, decl.Attribute:
		return 0
	}
	if slices.ContainsFunc(s.Decorators, func(d string) bool { return LastPart(d) == "overload" }) {
		return 1
	}
	return 2
}

// Variants are all declarations that an entry's name has: overloads, those that an if chooses from, those of other
// platforms in Go. There is at least one; none for a module, and where one is not among the sources.
func (r *Registry) Variants(e Entry) []*decl.Symbol {
	if e.Symbol == nil {
		return nil
	}
	r = r.knowing(e.File)
	all := r.together(e)
	for _, o := range e.others {
		if o.Symbol == nil {
			return nil
		}
		all = append(all, r.together(o)...)
	}
	return all
}

// together are all declarations of an entry's name in the place where it is declared.
func (r *Registry) together(e Entry) []*decl.Symbol {
	var same []*decl.Symbol
	add := func(s *decl.Symbol) {
		same = append(same, s)
		for i := range s.Also {
			same = append(same, &s.Also[i])
		}
	}
	if e.Outer != nil {
		for _, s := range r.fileOf(e.File).membersNamed(e.Outer, e.Symbol.Name) {
			add(s)
		}
	} else if f := r.fileOf(e.File); f != nil {
		for _, stub := range f.module.declaring(e.Symbol.Name) { // which says what those who call it may rely on
			if f.family == language.Python && stub != f && strings.HasSuffix(stub.Path, ".pyi") && e.Kind() == decl.Function {
				for _, s := range stub.load().top[e.Symbol.Name] {
					add(s)
				}
			}
		}
		if len(same) > 0 {
			return same
		}
		for _, s := range f.top[e.Symbol.Name] {
			add(s)
		}
		if f.family == language.Go && e.Symbol.Owner == "" {
			for _, other := range f.module.declaring(e.Symbol.Name) {
				if other != f {
					same = append(same, other.load().top[e.Symbol.Name]...)
				}
			}
		}
	}
	if !slices.Contains(same, e.Symbol) {
		return []*decl.Symbol{e.Symbol}
	}
	return same
}

// orModule is what a name of a Python package stands for that is taken with all others of a module, or is the name of
// a module below it: "from .bridges import *" gives the function bridges the name of its module, another module may
// be imported before or after.
func (q *query) orModule(a answer, m *module, name string) answer {
	sub := q.submodule(m, name)
	switch {
	case a.finding != decl.Found:
		return a.or(sub)
	case a.entry.File != nil && a.entry.File.Module == m.name+"."+name:
		return a
	}
	return a.either(sub)
}

// submodule finds a module below a Python package.
func (q *query) submodule(m *module, name string) answer {
	if _, ok := slices.BinarySearch(m.below, name); ok {
		for _, sub := range q.store.modules[m.name+"."+name] {
			if sub.project == m.project && sub.family == m.family {
				return found(sub.entry())
			}
		}
	}
	return absent("%s has no %s", m.name, name)
}

// imported finds what an import binds.
func (q *query) imported(f *sourceFile, imp decl.Import) answer {
	if f.family == language.Python && imp.Name == "" && imp.As != "" && strings.HasPrefix(imp.Module, imp.As+".") {
		imp.Module = imp.As // import a.b binds a
	}
	targets := q.targets(f, imp.Module)
	if len(targets) == 0 {
		return foreign("%s is not among the sources", imp.Module)
	}
	a := absent("%s has no %s", imp.Module, imp.Name)
	for _, m := range targets {
		if imp.Name == "" || imp.Name == "*" {
			return found(m.entry())
		}
		if a = a.or(q.inModule(m, imp.Name)); a.finding == decl.Found {
			break
		}
		switch {
		case m == f.module: // from . import x in the package itself asks for what is being looked up
			a = a.or(q.submodule(m, imp.Name))
		case m.family == language.Script && imp.Name == "default" && a.finding == decl.Absent: // a module of the older kind is its own default
			return found(m.entry())
		}
	}
	return a
}

// targets are the modules that an import in a file means: those of its own project first.
func (q *query) targets(f *sourceFile, from string) []*module {
	name := from
	switch {
	case f.family == language.Python && strings.HasPrefix(from, "."):
		name = relativeModule(f, from)
	case f.family == language.Script && (strings.HasPrefix(from, "./") || strings.HasPrefix(from, "../") || from == "." || from == ".."):
		if target := q.scriptFile(f, from); target != nil {
			return []*module{target.module}
		}
		return nil
	case f.family == language.Script:
		name = strings.TrimPrefix(from, "node:")
	}
	var same, others []*module
	for _, m := range q.store.modules[name] {
		switch {
		case m.family != f.family:
		case m.project == f.Project:
			same = append(same, m)
		default:
			others = append(others, m)
		}
	}
	if len(same) > 0 {
		return same
	}
	return others
}

// relativeModule is the qualified name that a relative import of a Python file means, "" above the top.
func relativeModule(f *sourceFile, from string) string {
	name := f.Module
	rest := strings.TrimLeft(from, ".")
	up := len(from) - len(rest)
	if base := path.Base(f.Path); strings.HasPrefix(base, "__init__.") {
		up--
	}
	for ; up > 0; up-- {
		dot := strings.LastIndexByte(name, '.')
		if dot < 0 {
			return rest
		}
		name = name[:dot]
	}
	if rest == "" {
		return name
	}
	return name + "." + rest
}

// scriptSuffixes are tried after the path of an import, in this order.
var scriptSuffixes = [...]string{"", ".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts",
	"/index.ts", "/index.js", "/index.mjs", "/index.cjs", "/index.d.ts"}

// scriptFile is the file that a relative import of a JavaScript file means: "./x.js" may be written in x.ts.
func (q *query) scriptFile(f *sourceFile, from string) *sourceFile {
	base := path.Join(path.Dir(f.Path), from)
	for _, name := range [...]string{base, scriptStem(base)} {
		for _, suffix := range scriptSuffixes {
			if target := q.paths[place{f.Project, name + suffix}]; target != nil && target.module != nil {
				return target
			}
		}
	}
	return nil
}
