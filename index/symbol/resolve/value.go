package resolve

import (
	"go/token"
	"slices"
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/language"
)

// form says what a value is.
type form uint8

// The forms of values.
const (
	module   form = iota // what an import of a module binds
	foreign              // something of a module that is not among the sources
	function             // a function or method that the registry has
	named                // a class or type that the registry has, or a value of it
	builtin              // a type of the language itself, or a value of it
	own                  // a class or type that the answer defines, or a value of it
	ownFunc              // a function that the answer defines
	nothing              // Python's None, Go's nil
)

// shape says what a builtin value is made of.
type shape uint8

// The shapes of builtin types.
const (
	plain    shape = iota // nothing that matters: str, int, error
	sequence              // parts[0] again and again: list, set, iterators, []T
	mapping               // parts[0] to parts[1]
	tuple                 // parts
	callable              // what gives parts
	managed               // parts[0], once it is entered
)

// value is what is known of the value of an expression. Nil is a value of which nothing is known. Values are never
// changed once they are made.
type value struct {
	form  form
	typ   bool         // the type itself, not a value of it
	entry symbol.Entry // of a module, a function, a named type
	name  string       // qualified name, for reports; of a builtin its name
	via   string       // qualified name of the variable that it was read from, "" for none
	guess string       // of a module that nothing imports the word for it, which may be a variable that the answer does not show

	shape shape    // of builtin
	parts []*value // type arguments, items
	self  *value   // what a method was read from
	class *class   // of own
	bases bool     // of own: only what its bases have, as super() gives
	alts  []*value // of a module: others that the name was bound to
}

// instance is a value of a type.
func (v *value) instance() *value {
	switch {
	case v == nil:
		return nil
	case v.form == nothing, v.form == builtin && !v.typ && v.shape == plain: // a type of the language is written like its values
		return v
	case !v.typ:
		return nil
	}
	i := *v
	i.typ = false
	return &i
}

// instances are values of several types.
func instances(types []*value) []*value {
	out := make([]*value, len(types))
	for i, t := range types {
		out[i] = t.instance()
	}
	return out
}

// typeOf is the type of a value.
func (v *value) typeOf() *value {
	if v == nil || v.typ {
		return nil
	}
	switch v.form {
	case named, builtin, own:
		t := *v
		t.typ, t.via = true, ""
		return &t
	}
	return nil
}

// part is the i-th part of a value, nil where there is none.
func (v *value) part(i int) *value {
	if v == nil || i < 0 || i >= len(v.parts) {
		return nil
	}
	return v.parts[i]
}

// is tells whether v is a value of a builtin type of a shape.
func (v *value) is(s shape) bool { return v != nil && v.form == builtin && !v.typ && v.shape == s }

// oneOf is a value that is one of several: unknown unless all have the same type. None does not count.
func oneOf(all []*value) *value {
	var only *value
	for _, v := range all {
		switch {
		case v == nil, v.form != nothing && only != nil && only.form != nothing && !only.same(v):
			return nil
		case only == nil || only.form == nothing:
			only = v
		}
	}
	return only
}

// same tells whether two values have the same members, as far as is known.
func (v *value) same(w *value) bool {
	if v == w {
		return true
	}
	if v == nil || w == nil || v.form != w.form || v.typ != w.typ || v.shape != w.shape || len(v.parts) != len(w.parts) {
		return false
	}
	switch v.form {
	case module, function, named:
		if v.entry.Origin != w.entry.Origin || v.entry.Symbol != w.entry.Symbol {
			return false
		}
	case own, ownFunc:
		if v.class != w.class || v.name != w.name {
			return false
		}
	case builtin, foreign:
		if v.name != w.name {
			return false
		}
	}
	return slices.EqualFunc(v.parts, w.parts, (*value).same)
}

// label is how reports call what a value is a member or an instance of. A private type is called by the variable that
// the answer reaches it through.
func (v *value) label() string {
	if v.via != "" && isPrivate(v) {
		return v.via
	}
	return v.name
}

// isPrivate tells whether a type has a name that its module keeps for itself.
func isPrivate(v *value) bool {
	last := v.name[strings.LastIndexByte(v.name, '.')+1:]
	if v.entry.File != nil && v.entry.File.Language == string(language.Go) {
		return !token.IsExported(last)
	}
	return isPrivateName(v.name)
}
