package resolve

import (
	"strings"

	"ibid/index/symbol"
)

// typingValue is what a type of typing says of its values. Of most it says nothing; those that classes inherit from are classes like
// others. It is false for what is no type of typing.
func typingValue(origin string) (*value, bool) {
	rest, ok := strings.CutPrefix(origin, "typing.")
	if !ok || strings.Contains(rest, ".") || rest == "" || rest[0] < 'A' || rest[0] > 'Z' || isMarker(origin) || rest == "NamedTuple" || rest == "TypedDict" {
		return nil, false
	}
	v := &value{form: builtin, typ: true, name: rest}
	switch rest {
	case "List", "Set", "FrozenSet", "Deque", "Iterable", "Iterator", "Sequence", "MutableSequence", "Collection", "Generator",
		"AsyncIterable", "AsyncIterator", "AsyncGenerator", "AbstractSet", "MutableSet", "Reversible", "KeysView", "ValuesView":
		v.shape = sequence
	case "Dict", "Mapping", "MutableMapping", "DefaultDict", "OrderedDict":
		v.shape = mapping
	case "Tuple":
		v.shape = tuple
	case "Optional", "Final", "ClassVar", "Annotated", "Required", "NotRequired":
		v.shape = wrapper
	case "Type":
		v.shape = classOf
	case "Union":
		v.shape = either
	case "Callable":
		v.shape = callable
	case "Awaitable", "Coroutine":
		v.shape = pending
	case "ContextManager", "AsyncContextManager":
		v.shape = managed
	case "Any", "Self", "IO", "TextIO", "BinaryIO", "Hashable", "Sized", "AnyStr", "Text", "ByteString", "Never", "NoReturn", "Literal", "LiteralString":
		return nil, true
	default:
		return nil, false
	}
	return v, true
}

// foreignValue is something of a module that is not among the sources. What the types of the standard library say of what they
// hold is known all the same.
func foreignValue(name string) *value {
	typing := name
	if rest, ok := strings.CutPrefix(name, "collections.abc."); ok {
		typing = "typing." + rest
	}
	if v, _ := typingValue(typing); v != nil {
		return v
	}
	return &value{form: foreign, name: name}
}

// isAbstract tells whether a class of the registry is one of collections.abc, whose type arguments are what it holds.
func isAbstract(origin string) bool { return strings.HasPrefix(origin, "_collections_abc.") }

// isMarker tells whether classes inherit from a class to say something of themselves, not to gain members.
func isMarker(origin string) bool {
	return origin == "abc.ABC" || origin == "typing.Generic" || origin == "typing.Protocol"
}

// languageName is a type or a function of the language that says something about values.
func (e *eval) languageName(name string) *value {
	v := &value{form: builtin, typ: true, name: name}
	if e.tongue.name == goName {
		if name == "error" || name == "string" || name == "int" {
			return v
		}
		return nil
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
	case "sorted", "reversed", "iter", "next", "enumerate", "zip", "min", "max", "super", "filter", "map", "len", "repr", "input", "open", "ascii", "format", "sum", "abs", "id", "hash", "ord", "chr", "hex", "oct", "bin", "isinstance", "issubclass", "callable", "any", "all":
		v.shape = callable
	default:
		if strings.HasSuffix(name, "Error") || name == "Exception" || name == "BaseException" {
			return v
		}
		return nil
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
	case "list", "set", "frozenset", "sorted", "reversed", "iter":
		return listOf(name, e.element(first))
	case "tuple":
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
	if e.tongue.name == goName || v.typ {
		return nil
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

// operation is what an operator of Python gives.
func (e *eval) operation(sign string, parts []*value) *value {
	switch sign {
	case "or", "and":
		return oneOf(parts)
	case "if":
		if len(parts) == 3 {
			return oneOf(parts[:2])
		}
	case "|", "":
		types := len(parts) > 0
		for _, p := range parts {
			types = types && (p == nil || p.typ || p.form == nothing)
		}
		if types && parts[0] != nil {
			return &value{form: builtin, typ: true, name: "|", shape: either, parts: parts}
		}
	}
	if len(parts) == 0 || parts[0] == nil {
		return nil
	}
	left := parts[0]
	method := operatorMethod(sign)
	if method == "" || left.typ {
		return nil
	}
	if left.form == builtin {
		if len(parts) == 2 && parts[1] != nil && parts[1].form == builtin && parts[1].name == left.name {
			return left
		}
		if left.name == "str" {
			return left
		}
		return nil
	}
	if left.form != named {
		return nil
	}
	if r := e.method(left, method); r != nil {
		return r
	}
	if _, finding, _ := e.tongue.member(left.entry, method); finding == symbol.Found && sign == "/" {
		return left
	}
	return nil
}

// operatorMethod is the method by which a class defines an operator.
func operatorMethod(sign string) string {
	switch sign {
	case "/":
		return "__truediv__"
	case "+":
		return "__add__"
	case "-":
		return "__sub__"
	case "*":
		return "__mul__"
	case "%":
		return "__mod__"
	case "|":
		return "__or__"
	case "&":
		return "__and__"
	}
	return ""
}

// wellKnown is what some functions give that no declaration says, for they give what they are given.
func (e *eval) wellKnown(fn *value, args []*value) (*value, bool) {
	if e.tongue.name != pythonName || len(args) == 0 {
		return nil, false
	}
	switch fn.entry.Origin {
	case "copy.copy", "copy.deepcopy", "typing.cast":
		if fn.entry.Origin == "typing.cast" {
			return args[0].instance(), true
		}
		return args[0], true
	}
	return nil, false
}

// baseEntry is a class that another one inherits from.
func (e *eval) baseEntry(c symbol.Entry, text string) (symbol.Entry, bool) {
	f := newFrame(nil)
	f.decl = &place{file: c.File}
	base := e.text(f, text, false)
	if base == nil || base.form != named || !base.typ {
		return symbol.Entry{}, false
	}
	return base.entry, true
}
