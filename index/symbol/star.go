package symbol

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// maxStars is how many modules are asked, for one question, for a name that others take with all of theirs, before
// the last file that takes any: one that only collects what hundreds of others export is followed whole.
const maxStars = 1_000

// starred finds a name that a file takes with all others of a module, where a is what it is known to be without.
func (q *query) starred(f *sourceFile, name string, a answer) answer {
	if q.stars > maxStars {
		return a.or(unread("%s takes all names of more modules than are followed", f.Module))
	}
	q.stars += len(f.stars) + len(f.decl.ExportsOf)
	for _, i := range slices.Backward(f.stars) { // what is taken last counts
		if imp := f.decl.Imports[i]; a.finding != decl.Found && !imp.Branch && !q.replaced(f, imp, name) {
			a = a.or(q.given(f, imp.Module, name))
		}
	}
	for _, i := range f.stars {
		switch imp := f.decl.Imports[i]; {
		case !imp.Branch || q.replaced(f, imp, name):
		case a.finding == decl.Found && (isAccelerator(imp.Module) || len(q.targets(f, imp.Module)) == 0): // nobody takes all names to replace some
		default:
			a = a.either(q.given(f, imp.Module, name))
		}
	}
	if f.family == language.Script {
		for _, from := range f.decl.ExportsOf {
			if a.finding == decl.Found {
				return a
			}
			if name != "default" {
				a = a.or(q.given(f, from, name))
			}
		}
	}
	return a
}

// replaced tells whether a name that a Python file takes from a module of its own name with an underscore in front
// can be told without it. Such a module is written in C, and replaces what the sources have: apart from constants it
// has no further names where the file declares all that it says it exports before it takes them, or takes all names
// of a module written in Python, too.
func (q *query) replaced(f *sourceFile, imp decl.Import, name string) bool {
	if f.family != language.Python || imp.Module != "_"+strings.ToLower(LastPart(f.Module)) || len(q.targets(f, imp.Module)) > 0 {
		return false
	}
	for _, i := range f.stars {
		if len(q.targets(f, f.decl.Imports[i].Module)) > 0 {
			return true
		}
	}
	if name == strings.ToUpper(name) || len(f.decl.Exports) == 0 || f.decl.ExportsBy != "" || f.decl.Open != "" {
		return false
	}
	return !slices.ContainsFunc(f.decl.Exports, func(exported string) bool {
		s := chosen(f.top[exported])
		return (s == nil || s.Start > imp.Line) && f.bound[exported] == nil
	})
}

// given finds a name among those that a module gives to "import *".
func (q *query) given(f *sourceFile, from, name string) answer {
	targets := q.targets(f, from)
	if len(targets) == 0 {
		return foreign("%s takes all names of %s, which is not among the sources", f.Module, from)
	}
	a := absent("%s has no %s", from, name)
	for _, m := range targets {
		if m == f.module {
			continue
		}
		key := moduleName{m, name, true}
		once, ok := q.modules[key]
		if !ok {
			q.modules[key] = absent("%s has no %s", m.name, name)
			if m.givesAll(name) {
				once = q.inModule(m, name)
			} else {
				once = q.modules[key]
			}
			q.modules[key] = once
		}
		a = a.or(once)
	}
	return a
}

// givesAll tells whether "import *" may take a name: in Python one of __all__ where there is one, else any without a
// leading underscore; elsewhere any.
func (m *module) givesAll(name string) bool {
	if m.family != language.Python {
		return true
	}
	f := m.files[0].load()
	d := f.decl
	switch {
	case f.exported[name], d.ExportsBy != "":
		return true
	case len(d.Exports) == 0 || len(d.ExportsOf) > 0 || d.Open != "":
		return !strings.HasPrefix(name, "_")
	}
	return false
}

// isAccelerator tells whether a Python module is one that others replace parts of themselves with, where it can be
// had. What it has is what they have.
func isAccelerator(module string) bool { return strings.HasPrefix(LastPart(module), "_") }

// pool is a top-level module of a project, with all that is below.
type pool struct{ project, module string }

// taken tells whether a Python package itself takes a name from one of its modules: then it is there, though no
// source declares it. Modules that are compiled, or written by a build, are such names.
func (q *query) taken(m *module, name string) bool {
	key := pool{m.project, firstPart(m.name)}
	if known, ok := q.takings.Load(key); ok {
		return known.(map[string]bool)[m.name+"."+name]
	}
	names := map[string]bool{}
	for _, f := range q.files {
		if f.Project == key.project && f.family == language.Python && firstPart(f.Module) == key.module {
			f.takes(names)
		}
	}
	q.takings.Store(key, names)
	return names[m.name+"."+name]
}

// takes notes what a file imports.
func (f *sourceFile) takes(names map[string]bool) {
	for _, imp := range append(f.imports("imports"), f.imports("inner")...) {
		module := imp.Module
		if strings.HasPrefix(module, ".") {
			module = relativeModule(f, module)
		}
		if module == f.Module && !strings.HasPrefix(path.Base(f.Path), "__init__.") {
			continue // only a package has names that it does not declare
		}
		if imp.Name != "" && imp.Name != "*" {
			names[module+"."+imp.Name] = true
		}
		for module != "" && !names[module] {
			names[module] = true
			module = module[:max(strings.LastIndexByte(module, '.'), 0)]
		}
	}
}

// imports are the imports of a file, or those of its functions, which are read without the rest of what it declares.
func (f *sourceFile) imports(which string) []decl.Import {
	switch {
	case f.record == nil && which == "inner":
		return f.scanned.Inner
	case f.record == nil:
		return f.scanned.Imports
	}
	start := []byte(`,"` + which + `":[`) // in a text its quotes would be escaped
	at := bytes.Index(f.record, start)
	if at < 0 {
		return nil
	}
	var imports []decl.Import
	if json.NewDecoder(bytes.NewReader(f.record[at+len(start)-1:])).Decode(&imports) != nil {
		return nil
	}
	return imports
}
