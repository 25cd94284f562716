package resolve

import (
	"strings"
)

// languageName is a type or a function of the language that says something about values.
func (e *eval) languageName(name string) *value {
	v := &value{form: builtin, typ: true, name: name}
	if e.tongue.name == goName {
		if name == "error" || name == "string" || name == "int" {
			return v
		}
		return nil
	}
	if e.tongue.name == scriptName {
		return scriptType(name)
	}
	switch name {
	case "list", "set", "frozenset":
		v.shape = sequence
	case "dict":
		v.shape = mapping
	case "tuple":
		v.shape = tuple
	case "type":
		v.shape = classOf
	case "str", "int", "float", "bool", "bytes", "bytearray", "complex", "object", "range", "memoryview", "slice":
	case "all", "any", "ascii", "bin", "callable", "chr", "enumerate", "filter", "format", "hash", "hex", "id", "input", "isinstance",
		"issubclass", "iter", "len", "map", "max", "min", "next", "oct", "ord", "repr", "reversed", "sorted", "super", "zip":
		v.shape = callable
	default:
		if !e.tongue.builtin(name) || strings.ToLower(name[:1]) == name[:1] {
			return nil
		}
	}
	return v
}

// builtinCall is what calling a type or a function of Python gives.
func (e *eval) builtinCall(f *frame, name string, args []*value) *value {
	var first *value
	if len(args) > 0 {
		first = args[0]
	}
	switch name {
	case "list", "set", "frozenset", "tuple", "sorted", "reversed", "iter":
		return listOf(name, e.element(first))
	case "enumerate":
		return listOf(name, &value{form: builtin, name: "tuple", shape: tuple, parts: []*value{{form: builtin, name: "int"}, e.element(first)}})
	case "zip":
		row := &value{form: builtin, name: "tuple", shape: tuple}
		for _, a := range args {
			row.parts = append(row.parts, e.element(a))
		}
		return listOf(name, row)
	case "next":
		if len(args) == 1 {
			return e.element(first)
		}
	case "min", "max":
		if len(args) == 1 {
			return e.element(first)
		}
		return oneOf(args)
	case "filter":
		if len(args) == 2 {
			return listOf(name, e.element(args[1]))
		}
	case "map":
		if len(args) == 2 && first != nil {
			return listOf(name, e.called(f, nil, first, []*value{e.element(args[1])}))
		}
		return listOf(name, nil)
	case "type":
		if len(args) == 1 {
			return first.typeOf()
		}
	case "super":
		if f != nil && f.class != nil && len(args) == 0 {
			return &value{form: own, name: f.class.name, class: f.class, bases: true}
		}
	case "dict":
		if first != nil && first.is(mapping) {
			return first
		}
		return &value{form: builtin, name: name, shape: mapping, parts: []*value{nil, nil}}
	case "str", "repr", "input", "ascii", "format", "chr", "hex", "oct", "bin":
		return &value{form: builtin, name: "str"}
	case "int", "len", "ord", "id", "hash":
		return &value{form: builtin, name: "int"}
	case "range":
		return listOf(name, &value{form: builtin, name: "int"})
	case "float", "bool", "bytes", "bytearray", "complex", "memoryview", "slice":
		return &value{form: builtin, name: name}
	case "isinstance", "issubclass", "callable", "any", "all":
		return &value{form: builtin, name: "bool"}
	}
	return nil
}

// builtinMember is a member of a value of a type of the language.
func (e *eval) builtinMember(v *value, name string) *value {
	switch {
	case e.tongue.name == goName || v.typ:
		return nil
	case e.tongue.name == scriptName:
		return scriptMember(v, name)
	}
	gives := func(r *value) *value {
		if r == nil {
			return nil
		}
		return &value{form: builtin, name: name, shape: callable, parts: []*value{r}}
	}
	switch v.shape {
	case mapping:
		switch name {
		case "get", "pop", "setdefault":
			return gives(v.part(1))
		case "values":
			return gives(listOf("values", v.part(1)))
		case "keys":
			return gives(listOf("keys", v.part(0)))
		case "items":
			return gives(listOf("items", &value{form: builtin, name: "tuple", shape: tuple, parts: v.parts}))
		case "copy":
			return gives(v)
		case "popitem":
			return gives(&value{form: builtin, name: "tuple", shape: tuple, parts: v.parts})
		}
	case sequence:
		switch name {
		case "pop", "popleft":
			return gives(v.part(0))
		case "copy", "union", "intersection", "difference", "symmetric_difference":
			return gives(v)
		}
	case plain:
		if v.name == "str" || v.name == "bytes" {
			return gives(textMethod(v, name))
		}
	}
	return nil
}

// textMethod is what a method of a text gives.
func textMethod(v *value, name string) *value {
	switch name {
	case "split", "rsplit", "splitlines":
		return listOf("list", v)
	case "encode":
		return &value{form: builtin, name: "bytes"}
	case "decode":
		return &value{form: builtin, name: "str"}
	case "find", "rfind", "index", "rindex", "count":
		return &value{form: builtin, name: "int"}
	}
	if isTextMethod(name) {
		return v
	}
	return nil
}

// isTextMethod lists the methods of str that give a str, and those above.
func isTextMethod(name string) bool {
	switch name {
	case "capitalize", "casefold", "center", "expandtabs", "format", "format_map", "join", "ljust", "lower", "lstrip", "removeprefix",
		"removesuffix", "replace", "rjust", "rstrip", "strip", "swapcase", "title", "translate", "upper", "zfill",
		"split", "rsplit", "splitlines", "encode", "decode", "find", "rfind", "count", "startswith", "endswith", "append", "extend":
		return true
	}
	return false
}
