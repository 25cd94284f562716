package resolve

import (
	"slices"
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// object is what this and super stand for in a class of the answer.
func (e *eval) object(f *frame, name string) *value {
	if e.language.Family != language.Script || f.class == nil || name != "super" && name != "this" {
		return nil
	}
	return &value{form: own, name: f.class.name, class: f.class, bases: name == "super"}
}

// isFunctionMember lists what every function and class of JavaScript has.
func isFunctionMember(name string) bool {
	switch name {
	case "apply", "bind", "call", "length", "name", "prototype", "toString":
		return true
	}
	return false
}

// scriptDefault is what a default import binds where the module says nothing of a default: the module itself, as
// those of the older kind have it.
func (e *eval) scriptDefault(imp *code.Import, entry symbol.Entry, h hit) hit {
	if e.language.Family != language.Script || imp.Name != "default" || h.finding != decl.Absent {
		return h
	}
	return hit{value: e.moduleValue(entry, imp.Module), name: imp.Module, entry: entry, finding: decl.Found}
}

// ofDefault reads a member of what a module of JavaScript is as a whole: require gives its default where that is all
// it exports.
func (e *eval) ofDefault(v *value, name string) (hit, bool) {
	if e.language.Family != language.Script || name == "default" {
		return hit{}, false
	}
	entry, finding, _ := e.language.all.Member(v.entry, "default")
	if finding != decl.Found || entry.Symbol == nil {
		return hit{}, false
	}
	if isFunctionMember(name) {
		return hit{}, true
	}
	if _, finding, _ = e.language.all.Member(entry, name); finding == decl.Absent {
		return hit{}, false
	}
	h := e.member(e.declared(entry, v.name, nil), name)
	if h.name != "" && h.finding != decl.Found && v.entry.File != nil && len(v.entry.File.Exports) > 1 {
		return hit{}, false // it tells what it exports beside the default
	}
	return h, h.finding != decl.Absent
}

// sameResults tells whether all ways to call a function of TypeScript give the same type: which one is called is not
// worked out.
func (e *eval) sameResults(entry symbol.Entry) bool {
	all := slices.DeleteFunc(e.language.all.Variants(entry), func(s *decl.Symbol) bool { return s.Kind.IsType() }) // a namespace of its name
	return !slices.ContainsFunc(all, func(s *decl.Symbol) bool { return !slices.Equal(s.Returns, all[0].Returns) })
}

// typeName is the name of a type parameter as it is written: T in "const T extends X = Y".
func typeName(written string) string {
	fields := strings.FieldsFunc(written, func(r rune) bool { return r == ' ' || r == '=' || r == ':' })
	for _, name := range fields {
		if name != "const" && name != "in" && name != "out" {
			return name
		}
	}
	return ""
}

// publicScript is the name by which code outside is meant to know what a file of a package says: the package passes
// the names of its files on.
func (e *eval) publicScript(entry symbol.Entry) string {
	if entry.Symbol == nil || entry.File == nil {
		return entry.Name
	}
	below := strings.TrimPrefix(entry.Origin, entry.File.Module+".")
	for _, p := range e.language.all.Projects() {
		if p.Name != entry.Project || p.JavaScript == nil {
			continue
		}
		name := p.JavaScript.Name + "." + below
		if found, finding, _ := e.language.view.Lookup(name); finding == decl.Found && found.Origin == entry.Origin {
			return name
		}
	}
	return entry.Origin
}

// leading is the identifier that a text starts with.
func leading(text string) string {
	n := 0
	for n < len(text) && isNameByte(text[n]) {
		n++
	}
	return text[:n]
}
