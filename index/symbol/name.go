package symbol

import "ibid/index/symbol/golang"

// name finds what a bare name means at the top level of a file.
func (q *query) name(f *file, name string) answer {
	m := f.load().module
	if m == nil {
		return foreign("%s belongs to no module", f.Path)
	}
	if f.family == goFamily {
		return q.goName(f, name)
	}
	if f.family != scriptFamily {
		return q.inModule(m, name)
	}
	if s := chosen(f.top[name]); s != nil {
		return q.unaliased(Entry{Name: m.name + "." + name, Origin: m.name + "." + name, Project: m.project, File: f.decl, Symbol: s}, nil)
	}
	a := absent("%s has no %s", m.name, name)
	for _, i := range f.bound[name] {
		a = a.or(q.imported(f, f.decl.Imports[i]))
	}
	if f.decl.Open != "" {
		a = a.or(unread("%s may have more names than its text tells: it %s", m.name, f.decl.Open))
	}
	return a
}

// maxGoImports is how many imports of a Go file are looked through for a name, which may be any package's.
const maxGoImports = 500

// goName finds a name in the scope of a Go package, then among the imports of the file.
func (q *query) goName(f *file, name string) answer {
	a := q.declared(f.module, name)
	for n, imp := range f.decl.Imports {
		if n == maxGoImports {
			return a.or(unread("%s imports more than is looked through", f.Path))
		}
		if a.finding == Found {
			return a
		}
		if imp.As == "" {
			continue
		}
		targets := q.targets(f, imp.Module)
		if imp.As == "." {
			if len(targets) == 0 {
				a = a.or(foreign("%s takes all names of %s, which is not among the sources", f.Module, imp.Module))
			}
			for _, m := range targets {
				a = a.or(q.declared(m, name))
			}
			continue
		}
		bound := imp.As
		if len(targets) > 0 && bound == golang.ImportName(imp.Module) {
			bound = targets[0].word()
		}
		switch {
		case bound != name:
		case len(targets) == 0:
			a = a.or(foreign("%s is not among the sources", imp.Module))
		default:
			a = found(targets[0].entry())
		}
	}
	return a
}
