package resolve

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// member reads a member of a value.
func (e *eval) member(v *value, name string) hit {
	if v == nil || name == "" {
		return hit{}
	}
	e.depth++
	defer func() { e.depth-- }()
	if !e.step() {
		return hit{}
	}
	switch v.form {
	case module:
		return e.ofModule(v, name)
	case foreign:
		full := v.name + "." + name
		return hit{value: foreignValue(full), name: full, finding: decl.Foreign, reason: v.name + " is not among the sources"}
	case named:
		return e.ofNamed(v, name)
	case own:
		return e.ofOwn(v, name)
	}
	return hit{}
}

// ofModule reads a name of a module. Where others share the name that the module is read by, the first that has it
// counts.
func (e *eval) ofModule(v *value, name string) hit {
	first := e.inModule(v, name)
	if first.finding == decl.Found {
		return first
	}
	for _, alt := range v.alts {
		if alt == nil {
			return hit{}
		}
		if alt.form == foreign {
			return e.member(alt, name)
		}
		if h := e.inModule(alt, name); h.finding == decl.Found {
			return h
		}
	}
	if first.finding == decl.Absent && v.guess != "" && e.mayBeVariable(v, name) {
		return hit{}
	}
	return first
}

func (e *eval) inModule(v *value, name string) hit {
	full := v.name + "." + name
	if e.language.Family == language.Go && !token.IsExported(name) {
		return hit{name: full, finding: decl.Absent, reason: fmt.Sprintf("%s is not exported by %s", name, v.name)}
	}
	if e.language.Family != language.Go && e.ground.set[name] {
		return hit{} // the answer puts it there
	}
	entry, finding, reason := e.language.all.Member(v.entry, name)
	if finding == decl.Absent || finding == decl.Found && e.language.Family == language.Script && isTypeAlone(entry.Kind()) && !e.typing {
		if h, ok := e.ofDefault(v, name); ok && (h.name != "" || finding == decl.Absent) {
			return h
		}
	}
	h := hit{name: full, entry: entry, finding: finding, reason: reason}
	if finding == decl.Found {
		h.value = e.declared(entry, full, nil)
	}
	return h
}

// isTypeAlone tells whether a declaration of TypeScript makes no value: what is read under its name is another one's.
func isTypeAlone(k decl.Kind) bool { return k == decl.Interface || k == decl.Type }

// ofNamed reads a member of a class or type of the registry, or of a value of it. What a protocol or an abstract
// class of Python lacks, a value of it may have all the same.
func (e *eval) ofNamed(v *value, name string) hit {
	h := e.inNamed(v, name)
	if h.finding == decl.Absent && e.language.Family == language.Python {
		switch {
		case !v.typ && (isAbstract(v.entry.Origin) || isProtocol(v.entry.Symbol)), v.typ && name == "register", e.ground.mocks && isMockMember(name), !v.typ && e.language.inSubclass(v.entry, name):
			return hit{}
		}
	}
	return h
}

// inNamed reads a member of a class or type of the registry by what it declares and inherits.
func (e *eval) inNamed(v *value, name string) hit {
	full := v.label() + "." + name
	goes := e.language.Family == language.Go
	if goes && !token.IsExported(name) {
		return hit{name: full, finding: decl.Absent, reason: fmt.Sprintf("%s is not exported by %s", name, v.label())}
	}
	entry, finding, reason := e.language.all.Member(v.entry, name)
	if finding == decl.Found {
		return hit{value: e.memberValue(entry, full, v), name: full, entry: entry, finding: finding}
	}
	if !goes && (symbol.IsDunder(name) || e.ground.set[name]) || e.language.Family == language.Script && v.typ && isFunctionMember(name) {
		return hit{}
	}
	return hit{name: full, entry: entry, finding: finding, reason: reason}
}

// memberValue is the value of a member that was read from v.
func (e *eval) memberValue(entry symbol.Entry, full string, v *value) *value {
	switch entry.Kind() {
	case decl.Function, decl.Method:
		return &value{form: function, entry: entry, name: full, self: v}
	case decl.EnumMember:
		if v.typ {
			return v.instance()
		}
		return v
	case decl.Property:
		if v.typ {
			return nil
		}
		return e.returned(&value{form: function, entry: entry, name: full, self: v})
	}
	w := e.declared(entry, full, v)
	if entry.Outer != nil && e.isDescriptor(w) {
		return nil
	}
	return w
}

// isDescriptor tells whether a value, as an attribute of a class of Python, decides what reading it gives.
func (e *eval) isDescriptor(v *value) bool {
	if e.language.Family != language.Python || v == nil || v.form != named || v.typ {
		return false
	}
	for _, name := range [...]string{"__get__", "__set__"} {
		if m, finding, _ := e.language.all.Member(v.entry, name); finding != decl.Absent && (finding != decl.Found || m.Kind() != decl.Attribute) {
			return true
		}
	}
	return false
}

// mayBeVariable tells whether a word that nothing binds is rather a variable than the module of that name, where the
// module lacks what is read from it.
func (e *eval) mayBeVariable(v *value, name string) bool {
	if e.language.Family == language.Script {
		if _, bundled, _ := e.language.view.Lookup(v.name + "/" + name); bundled == decl.Found { // what is one file for browsers may have all of a package
			return true
		}
	}
	read := !e.calling && (e.language.Family == language.Go || !isCompound(name)) // as attributes of variables are
	return e.ofType(v, name) || !e.meant(v) && (read || e.language.all.OfSomeType(name, v.name))
}

// meant tells whether the answer shows that a word means a module: by another name that the module declares, or by
// naming the module itself.
func (e *eval) meant(v *value) bool {
	return e.ground.mentioned[v.guess] || e.ground.mentioned[v.name] || e.reads(v)
}

// reads tells whether the answer reads a name from a word that the module of this name declares.
func (e *eval) reads(v *value) bool {
	asked := e.ground.asked[v.guess]
	key := v.guess + " " + v.name
	known, ok := e.ground.reads[key]
	if !ok {
		for name := range asked {
			if known = e.hasMember(v, name); known {
				break
			}
		}
		e.ground.reads[key] = known
	}
	return known
}

// ofType tells whether something that a module declares has a member of this name.
func (e *eval) ofType(v *value, name string) bool {
	if v.entry.File == nil {
		return false
	}
	for i := range v.entry.File.Symbols {
		if s := &v.entry.File.Symbols[i]; s.Kind.IsType() && hasDeclared(s, name) || s.Owner != "" && s.Name == name {
			return true
		}
	}
	return false
}

func hasDeclared(s *decl.Symbol, name string) bool {
	return slices.ContainsFunc(s.Members, func(m decl.Symbol) bool { return m.Name == name })
}

// isProtocol tells whether a class of Python says what others must have at least.
func isProtocol(s *decl.Symbol) bool {
	return s != nil && slices.ContainsFunc(s.Bases, func(b string) bool {
		b, _, _ = strings.Cut(b, "[")
		return lastName(b) == "Protocol"
	})
}

// isMockMember lists what unittest.mock gives the objects that it puts in the place of others.
func isMockMember(name string) bool {
	switch name {
	case "return_value", "side_effect", "called", "call_count", "call_args", "call_args_list", "mock_calls", "method_calls", "reset_mock":
		return true
	}
	return strings.HasPrefix(name, "assert_")
}
