package resolve

import (
	_ "embed"
	"strings"
	"sync"

	"ibid/index/symbol/language"
)

// shapes are what the types and functions that a language itself has, and the types of Python's typing, say of their
// values. Those of typing that say nothing are mute; those that classes inherit from are classes like others, and not
// listed.
var shapes = sync.OnceValue(func() map[nameIn]shape {
	all := map[nameIn]shape{}
	for _, row := range [...]struct {
		family language.Family
		shape  shape
		names  string
	}{
		{language.Python, plain, "str int float bool bytes bytearray complex object range memoryview slice"},
		{language.Python, sequence, "list set frozenset typing.List typing.Set typing.FrozenSet typing.Deque typing.Iterable typing.Iterator typing.Sequence " +
			"typing.MutableSequence typing.Collection typing.Generator typing.AsyncIterable typing.AsyncIterator typing.AsyncGenerator " +
			"typing.AbstractSet typing.MutableSet typing.Reversible typing.KeysView typing.ValuesView"},
		{language.Python, mapping, "dict typing.Dict typing.Mapping typing.MutableMapping typing.DefaultDict typing.OrderedDict"},
		{language.Python, tuple, "tuple typing.Tuple"},
		{language.Python, classOf, "type typing.Type"},
		{language.Python, callable, "all any ascii bin callable chr enumerate filter format hash hex id input isinstance issubclass iter len map max min next " +
			"oct ord repr reversed sorted super zip typing.Callable"},
		{language.Python, wrapper, "typing.Optional typing.Final typing.ClassVar typing.Annotated typing.Required typing.NotRequired"},
		{language.Python, either, "typing.Union"},
		{language.Python, pending, "typing.Awaitable typing.Coroutine"},
		{language.Python, managed, "typing.ContextManager typing.AsyncContextManager"},
		{language.Python, mute, "typing.Any typing.Self typing.IO typing.TextIO typing.BinaryIO typing.Hashable typing.Sized typing.AnyStr typing.Text " +
			"typing.ByteString typing.Never typing.NoReturn typing.Literal typing.LiteralString"},
		{language.Script, sequence, "Array ReadonlyArray Set ReadonlySet Iterable IterableIterator"},
		{language.Script, pending, "Promise PromiseLike"},
		{language.Go, plain, "error string int"},
	} {
		for name := range strings.FieldsSeq(row.names) {
			all[nameIn{row.family, name}] = row.shape
		}
	}
	return all
})

// nameIn is a name in a language.
type nameIn struct {
	family language.Family
	name   string
}

// languageName is a type or a function of the language that says something about values.
func (e *eval) languageName(name string) *value {
	s, ok := shapes()[nameIn{e.language.Family, name}]
	isClass := e.language.Family == language.Python && e.language.Builtin(name) && strings.ToLower(name[:1]) != name[:1]
	if !ok && !isClass {
		return nil
	}
	return &value{form: builtin, typ: true, name: name, shape: s}
}

// typingValue is what a type of Python's typing says of its values, nil for nothing. It is false for what is a class
// like others.
func typingValue(origin string) (*value, bool) {
	name, ok := strings.CutPrefix(origin, "typing.")
	s, known := shapes()[nameIn{language.Python, origin}]
	switch {
	case !ok || !known:
		return nil, false
	case s == mute:
		return nil, true
	}
	return &value{form: builtin, typ: true, name: name, shape: s}, true
}

//go:embed manual.txt
var manualText string

// manual is manual.txt: the type that something gives, by its name in a language.
var manual = sync.OnceValue(func() map[nameIn]string {
	gives := map[nameIn]string{}
	for line := range strings.Lines(manualText) {
		if part := strings.Split(strings.TrimSpace(line), " | "); len(part) == 3 {
			for name := range strings.FieldsSeq(part[2]) {
				gives[nameIn{language.Family(part[0]), name}] = part[1]
			}
		}
	}
	return gives
})

// fromManual is what something is documented to give, in terms of the types that its names stand for; nil where that
// is not known.
func (e *eval) fromManual(name string, types map[string]*value) *value {
	text, ok := manual()[nameIn{e.language.Family, name}]
	if !ok {
		return nil
	}
	f := newFrame(nil)
	f.decl = &place{}
	for name, t := range types {
		f.names[name] = &binding{value: t}
	}
	return e.text(f, text, true).instance()
}

// builtinCall is what calling a type or a function of Python gives.
func (e *eval) builtinCall(f *frame, name string, args []*value) *value {
	var items [2]*value
	for i := range min(len(args), len(items)) {
		items[i] = e.element(args[i])
	}
	switch {
	case name == "zip":
		row := &value{form: builtin, name: "tuple", shape: tuple}
		for _, a := range args {
			row.parts = append(row.parts, e.element(a))
		}
		return listOf(name, row)
	case name == "map" && len(args) == 2 && args[0] != nil:
		return listOf(name, e.called(f, args[0], items[1:]))
	case name == "map":
		return listOf(name, nil)
	case name == "type" && len(args) == 1:
		return args[0].typeOf()
	case name == "super" && f != nil && f.class != nil && len(args) == 0:
		return &value{form: own, name: f.class.name, class: f.class, bases: true}
	case name == "dict" && len(args) > 0 && args[0].is(mapping):
		return args[0]
	case (name == "min" || name == "max") && len(args) != 1:
		return oneOf(args)
	case name == "next" && len(args) != 1:
		return nil
	}
	return e.fromManual("builtins."+name, map[string]*value{"T": items[0].exactly(), "U": items[1].exactly()})
}

// builtinMember is a member of a value of a type of the language.
func (e *eval) builtinMember(v *value, name string) *value {
	types := map[string]*value{"Self": v.exactly(), "K": v.part(0).exactly(), "V": v.part(0).exactly()}
	owner := ""
	switch {
	case v.typ:
	case v.shape == mapping:
		owner, types["V"] = "dict.", v.part(1).exactly()
	case v.shape == sequence:
		owner = "list."
	case v.shape == plain && (v.name == "str" || v.name == "bytes"):
		owner = "str."
	}
	gives := e.fromManual(owner+name, types)
	if gives == nil {
		return nil
	}
	return &value{form: builtin, name: name, shape: callable, parts: []*value{gives}}
}
