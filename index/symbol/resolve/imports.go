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
		h := e.scriptDefault(imp, entry, e.member(e.moduleValue(entry, imp.Module), imp.Name))
		e.report(h, imp.NameSpan, imp.NameSpan)
	}
}

// bindImport binds what an import takes.
func (e *eval) bindImport(f *frame, imp *code.Import) {
	if imp.Module == "" || imp.As == "" && imp.Name != "*" {
		return
	}
	if strings.HasPrefix(imp.Module, ".") {
		f.imports(imp.As, hit{})
		return
	}
	entry, finding, _ := e.tongue.lookup(imp.Module)
	switch {
	case finding == symbol.Foreign && imp.Name == "*":
	case finding == symbol.Foreign && imp.Name != "" && (e.tongue.name != scriptName || imp.Name != "default"):
		f.imports(imp.As, e.member(foreignValue(imp.Module), imp.Name))
	case imp.Dotted:
		f.imports(imp.As, hit{value: e.topModule(imp)})
	case finding == symbol.Foreign:
		f.imports(imp.As, hit{value: foreignValue(imp.Module)})
	case finding != symbol.Found:
		f.imports(imp.As, hit{}) // the import itself is what is wrong
	case imp.Name == "*":
		f.stars = append(f.stars, e.moduleValue(entry, imp.Module))
	case imp.Name != "":
		f.imports(imp.As, e.scriptDefault(imp, entry, e.member(e.moduleValue(entry, imp.Module), imp.Name)))
	default:
		f.imports(e.packageName(imp, entry), hit{value: e.moduleValue(entry, imp.Module)})
	}
}

// topModule is the module that Python's "import a.b" binds: a.
func (e *eval) topModule(imp *code.Import) *value {
	entry, finding, _ := e.tongue.lookup(imp.As)
	if finding != symbol.Found {
		return foreignValue(imp.As)
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

// moduleValue is a module as a value, under the name by which the answer knows it.
func (e *eval) moduleValue(entry symbol.Entry, name string) *value {
	if entry.Symbol != nil {
		return e.declared(entry, name, nil)
	}
	return &value{form: module, entry: entry, name: name}
}
