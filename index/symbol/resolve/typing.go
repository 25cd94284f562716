package resolve

import (
	"strings"
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
