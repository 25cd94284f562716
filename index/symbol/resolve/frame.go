package resolve

import (
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// frame holds the names of a scope: of the answer, or of a declaration that is being followed.
type frame struct {
	outer *frame
	names map[string]*binding
	class *class   // whose body this is, or whose method
	body  bool     // it is the body of class, whose names its methods do not see
	decl  *place   // where declared text stands, nil for the answer's own code
	stars []*value // modules all of whose names are bound
	local bool     // of decl: the text is inside of a function, which may have names of its own
}

// binding is what a name stands for.
type binding struct {
	value    *value
	imported bool        // by an import: the name itself is one of a module
	hit      *hit        // of a name that is taken from a module what the import found
	piece    *code.Piece // that bound a variable
}

// place is where a declaration stands.
type place struct {
	file  *decl.File
	owner *symbol.Entry // the class or type around it, nil at the top level
}

func newFrame(outer *frame) *frame {
	f := &frame{outer: outer, names: map[string]*binding{}}
	if outer != nil {
		f.class = outer.class
	}
	return f
}

// find is the binding that a name has here, nil for none.
func (f *frame) find(name string) *binding {
	for at := f; at != nil; at = at.outer {
		if at.body && at != f {
			continue
		}
		if b := at.names[name]; b != nil {
			return b
		}
	}
	return nil
}

// where is the declaration that the frame belongs to, nil in the answer's own code.
func (f *frame) where() (*place, bool) {
	for ; f != nil; f = f.outer {
		if f.decl != nil {
			return f.decl, f.local
		}
	}
	return nil, false
}

// set binds a name. A value that may not be assigned, for it stands in a branch, joins the one before.
func (f *frame) set(name string, v *value, maybe bool) {
	b := f.names[name]
	switch {
	case b == nil:
		f.names[name] = &binding{value: v}
	case b.imported && v != nil && v.form == module:
		b.value = v
	case maybe:
		f.names[name] = &binding{value: oneOf([]*value{b.value, v})}
	default:
		f.names[name] = &binding{value: v}
	}
}

// imports binds a name to what an import takes.
func (f *frame) imports(name string, h hit) {
	b := &binding{value: h.value, imported: true}
	if h.name != "" {
		b.hit = &h
	}
	f.names[name] = b
}

// class is a class or type that the answer defines. Definitions of one name in several blocks are one class.
type class struct {
	name    string
	frame   *frame            // where it is defined
	bases   []*code.Expr      // in the order of the source
	members map[string]*value // also those that its methods set on their first parameter; nil values are unknown
	unsure  map[string]bool   // members that are set to something unknown
	busy    bool              // its bases are being followed
}

// newClass is a class without members.
func newClass(name string, f *frame) *class {
	return &class{name: name, frame: f, members: map[string]*value{}, unsure: map[string]bool{}}
}

// set gives a member a value: one of several, where it is set in several places.
func (c *class) set(name string, v *value) {
	if old := c.members[name]; old != nil {
		v = oneOf([]*value{old, v})
	}
	if c.unsure[name] = c.unsure[name] || v == nil; c.unsure[name] {
		v = nil
	}
	c.members[name] = v
}

// runImport binds what an import takes, and reports it.
func (e *eval) runImport(f *frame, imp *code.Import) {
	e.bindImport(f, imp)
	if strings.HasPrefix(imp.Module, ".") || imp.Module == "" {
		return // relative to a place that the answer does not have
	}
	entry, finding, reason := e.language.view.Lookup(imp.Module)
	switch {
	case imp.Name == "" || imp.Name == "*" || finding != decl.Found:
		e.report(hit{name: imp.Module, entry: entry, finding: finding, reason: reason}, imp.ModuleSpan)
	default:
		h := e.scriptDefault(imp, entry, e.member(e.moduleValue(entry, imp.Module), imp.Name))
		e.report(h, imp.NameSpan)
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
	entry, finding, _ := e.language.view.Lookup(imp.Module)
	switch {
	case finding == decl.Foreign && imp.Name == "*":
	case finding == decl.Foreign && imp.Name != "" && (e.language.Family != language.Script || imp.Name != "default"):
		f.imports(imp.As, e.member(foreignValue(imp.Module), imp.Name))
	case imp.Dotted:
		f.imports(imp.As, hit{value: e.topModule(imp)})
	case finding == decl.Foreign:
		f.imports(imp.As, hit{value: foreignValue(imp.Module)})
	case finding != decl.Found:
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
	entry, finding, _ := e.language.view.Lookup(imp.As)
	if finding != decl.Found {
		return foreignValue(imp.As)
	}
	return e.moduleValue(entry, imp.As)
}

// packageName is the name that an import binds: of a Go package the one that its files say, unless the import has one.
func (e *eval) packageName(imp *code.Import, entry symbol.Entry) string {
	if e.language.Family == language.Go && imp.NameSpan == (code.Span{}) && entry.File != nil && entry.File.Package != "" &&
		imp.As == e.language.ImportName(imp.Module) {
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
