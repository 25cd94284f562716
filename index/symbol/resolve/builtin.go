package resolve

import (
	_ "embed"
	"strings"
	"sync"

	"ibid/index/symbol/language"
)

// shapes are what the types and functions that a language itself has say of their values.
var shapes = sync.OnceValue(func() map[nameIn]shape {
	all := map[nameIn]shape{}
	for _, row := range [...]struct {
		family language.Family
		shape  shape
		names  string
	}{
		{language.Python, plain, "str int float bool bytes bytearray complex object range memoryview slice"},
		{language.Python, sequence, "list set frozenset"},
		{language.Python, mapping, "dict"},
		{language.Python, tuple, "tuple"},
		{language.Python, callable, "all any ascii bin callable chr enumerate filter format hash hex id input isinstance issubclass iter len map max min next " +
			"oct ord repr reversed sorted super type zip"},
		{language.Script, sequence, "Array ReadonlyArray Set ReadonlySet Iterable IterableIterator"},
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

// fromManual is what something is documented to give, nil where that is not known. Self is what it is read from.
func (e *eval) fromManual(name string, self *value) *value {
	text, ok := manual()[nameIn{e.language.Family, name}]
	if !ok {
		return nil
	}
	f := newFrame(nil)
	f.decl = &place{}
	f.names["Self"] = &binding{value: or(self.typeOf(), self)}
	return e.text(f, text, true).instance()
}

// builtinCall is what calling a type or a function of Python gives.
func (e *eval) builtinCall(f *frame, name string) *value {
	if name == "super" && f != nil && f.class != nil {
		return &value{form: own, name: f.class.name, class: f.class, bases: true}
	}
	return e.fromManual("builtins."+name, nil)
}
