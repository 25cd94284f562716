package resolve

import (
	"slices"
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// isScript tells whether a fence is of JavaScript or TypeScript, which share their modules and are read alike.
func isScript(language string) bool {
	switch language {
	case "javascript", "typescript", "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "node":
		return true
	}
	return false
}

// object is what this and super stand for in a class of the answer.
func (e *eval) object(f *frame, name string) *value {
	if e.tongue.name != scriptName || f.class == nil || name != "super" && name != "this" {
		return nil
	}
	return &value{form: own, name: f.class.name, class: f.class, bases: name == "super"}
}

// scriptType is what a type of the language says of its values.
func scriptType(name string) *value {
	v := &value{form: builtin, typ: true, name: name}
	switch name {
	case "Array", "ReadonlyArray", "Set", "ReadonlySet", "Iterable", "IterableIterator":
		v.shape = sequence
	case "Promise", "PromiseLike":
		v.shape = pending
	default:
		return nil
	}
	return v
}

// scriptMember is a member of an array.
func scriptMember(v *value, name string) *value {
	if v.shape != sequence {
		return nil
	}
	var gives *value
	switch name {
	case "at", "find", "findLast", "pop", "shift":
		gives = v.part(0)
	case "concat", "filter", "reverse", "slice", "sort", "splice", "toReversed", "toSorted", "values":
		gives = v
	}
	if gives == nil {
		return nil
	}
	return &value{form: builtin, name: name, shape: callable, parts: []*value{gives}}
}

// isFunctionMember lists what every function and class of JavaScript has.
func isFunctionMember(name string) bool {
	switch name {
	case "apply", "bind", "call", "length", "name", "prototype", "toString":
		return true
	}
	return false
}

// scriptDefault is what a default import binds where the module says nothing of a default: the module itself, as those of the older
// kind have it.
func (e *eval) scriptDefault(imp *code.Import, entry symbol.Entry, h hit) hit {
	if e.tongue.name != scriptName || imp.Name != "default" || h.finding != symbol.Absent {
		return h
	}
	return hit{value: e.moduleValue(entry, imp.Module), name: imp.Module, entry: entry, finding: symbol.Found}
}

// ofDefault reads a member of what a module of JavaScript is as a whole: require gives its default where that is all it exports.
func (e *eval) ofDefault(v *value, name string) (hit, bool) {
	if e.tongue.name != scriptName || name == "default" {
		return hit{}, false
	}
	entry, finding, _ := e.tongue.member(v.entry, "default")
	if finding != symbol.Found || entry.Symbol == nil {
		return hit{}, false
	}
	if isFunctionMember(name) {
		return hit{}, true
	}
	if _, finding, _ = e.tongue.member(entry, name); finding == symbol.Absent {
		return hit{}, false
	}
	h := e.member(e.declared(entry, v.name, nil), name)
	if h.name != "" && h.finding != symbol.Found && v.entry.File != nil && len(v.entry.File.Exports) > 1 {
		return hit{}, false // it tells what it exports beside the default
	}
	return h, h.finding != symbol.Absent
}

// sameResults tells whether all ways to call a function of TypeScript give the same type: which one is called is not worked out.
func (e *eval) sameResults(entry symbol.Entry) bool {
	all := e.tongue.all().Variants(entry)
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

// publicScript is the name by which code outside is meant to know what a file of a package says: the package passes the names of
// its files on.
func (e *eval) publicScript(entry symbol.Entry) string {
	if entry.Symbol == nil || entry.File == nil {
		return entry.Name
	}
	below := strings.TrimPrefix(entry.Origin, entry.File.Module+".")
	for _, p := range e.tongue.all().Projects() {
		if p.Name != entry.Project || p.JavaScript == nil {
			continue
		}
		name := p.JavaScript.Name + "." + below
		if found, finding, _ := e.tongue.lookup(name); finding == symbol.Found && found.Origin == entry.Origin {
			return name
		}
	}
	return entry.Origin
}
