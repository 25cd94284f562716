package resolve

import (
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
)

// runImport binds what an import takes, and reports it.
func (e *eval) runImport(f *frame, imp *code.Import) {
	e.bindImport(f, imp)
	if strings.HasPrefix(imp.Module, ".") || imp.Module == "" {
		return // relative to a place that the answer does not have
	}
	entry, finding, reason := e.tongue.lookup(imp.Module)
	switch {
	case imp.Name == "" || imp.Name == "*" || finding != symbol.Found:
		e.report(hit{name: imp.Module, entry: entry, finding: finding, reason: reason}, imp.ModuleSpan, imp.ModuleSpan)
	default:
		h := e.member(e.moduleValue(entry, imp.Module), imp.Name)
		e.report(h, imp.NameSpan, imp.NameSpan)
	}
}

// bindImport binds what an import takes.
func (e *eval) bindImport(f *frame, imp *code.Import) {
	if imp.Module == "" || imp.As == "" && imp.Name != "*" && e.tongue.name != goName {
		return
	}
	if strings.HasPrefix(imp.Module, ".") {
		f.imports(imp.As, nil)
		return
	}
	entry, finding, _ := e.tongue.lookup(imp.Module)
	switch {
	case finding != symbol.Found:
		v := &value{form: foreign, name: imp.Module}
		if imp.Name != "" && imp.Name != "*" {
			v.name += "." + imp.Name
		}
		if imp.Dotted {
			v = e.topModule(imp)
		}
		if finding != symbol.Foreign {
			v = nil // the import itself is what is wrong
		}
		f.imports(imp.As, v)
	case imp.Name == "*":
		e.importAll(f, entry, imp.Module)
	case imp.Name != "":
		f.imports(imp.As, e.member(e.moduleValue(entry, imp.Module), imp.Name).value)
	case imp.Dotted:
		f.imports(imp.As, e.topModule(imp))
	default:
		f.imports(e.packageName(imp, entry), e.moduleValue(entry, imp.Module))
	}
}

// topModule is the module that Python's "import a.b" binds: a.
func (e *eval) topModule(imp *code.Import) *value {
	entry, finding, _ := e.tongue.lookup(imp.As)
	if finding != symbol.Found {
		return &value{form: foreign, name: imp.As}
	}
	return e.moduleValue(entry, imp.As)
}

// packageName is the name that an import binds: of a Go package the one that its files say, unless the import has one.
func (e *eval) packageName(imp *code.Import, entry symbol.Entry) string {
	if e.tongue.name == goName && imp.NameSpan == (code.Span{}) && entry.File != nil && entry.File.Package != "" &&
		imp.As == e.tongue.importName(imp.Module) {
		return entry.File.Package
	}
	return imp.As
}

// importAll makes the names of a module readable without it: they are found when they are read.
func (e *eval) importAll(f *frame, entry symbol.Entry, name string) {
	f.stars = append(f.stars, e.moduleValue(entry, name))
}

// moduleValue is a module as a value, under the name by which the answer knows it.
func (e *eval) moduleValue(entry symbol.Entry, name string) *value {
	if entry.Symbol != nil {
		return e.declared(entry, name, nil)
	}
	return &value{form: module, entry: entry, name: name}
}
