package resolve

import (
	"slices"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// call follows a call, and judges its arguments.
func (e *eval) call(f *frame, x *code.Expr) *value {
	e.calling = x.X != nil && x.X.Op == code.Attr
	fn := e.value(f, x.X)
	e.calling = false
	for _, a := range x.Args {
		e.value(f, a.Value)
	}
	e.values(f, x.Parts)
	if e.language.Family == language.Python && x.X != nil {
		e.judgeBuiltin(f, x)
	}
	if fn == nil {
		return nil
	}
	switch e.language.Family {
	case language.Python:
		e.judge(fn, x)
	case language.Script:
		e.judgeOptions(fn, x)
	}
	return e.called(f, fn)
}

// called is what a call of a value gives.
func (e *eval) called(f *frame, fn *value) *value {
	switch {
	case fn == nil:
		return nil
	case fn.form == function:
		return e.returned(fn)
	case fn.form == named && e.language.Family == language.Script && e.joinsFunction(fn):
		return nil
	case fn.form == named && fn.typ:
		if e.language.Family == language.Python && (fn.entry.Origin == "enum.auto" || e.isEnum(fn) && !hasMembers(fn.entry)) {
			return nil // Enum("Color", "RED GREEN") makes a class, and auto() a value of the class around
		}
		return fn.instance()
	case fn.form == own && fn.typ:
		return fn.instance()
	case fn.form == ownFunc:
		switch len(fn.parts) {
		case 0:
			return nil
		case 1:
			return fn.parts[0]
		}
		return &value{form: builtin, name: "results", shape: tuple, parts: fn.parts}
	case fn.form == builtin && fn.shape == callable && !fn.typ:
		if len(fn.parts) > 1 {
			return &value{form: builtin, name: "results", shape: tuple, parts: fn.parts}
		}
		return fn.part(0)
	case fn.form == builtin && fn.typ:
		if e.language.Family != language.Python {
			return fn.instance()
		}
		return e.builtinCall(f, fn.name)
	case fn.form == named && e.language.Family != language.Go:
		if h := e.member(fn, "__call__"); h.value != nil && h.value.form == function {
			return e.returned(h.value)
		}
	}
	return nil
}

// joinsFunction tells whether TypeScript joins a namespace or a class with a function of its name.
func (e *eval) joinsFunction(v *value) bool {
	return slices.ContainsFunc(e.language.all.Variants(v.entry), func(s *decl.Symbol) bool { return s.Kind == decl.Function })
}

func hasMembers(e symbol.Entry) bool {
	return e.Symbol != nil && slices.ContainsFunc(e.Symbol.Members, func(m decl.Symbol) bool { return m.Kind == decl.EnumMember })
}

// index is an item of a value, or a type with its arguments.
func (e *eval) index(f *frame, x *code.Expr) *value {
	base := e.value(f, x.X)
	parts := e.values(f, x.Parts)
	if base == nil || e.language.Family == language.Script && base.typ && hasMembers(base.entry) { // the name of a member of an enumeration
		return nil
	}
	if base.typ || base.form == function && e.language.Family == language.Go {
		return e.withArguments(base, parts)
	}
	if e.language.Family == language.Go {
		switch {
		case base.is(sequence):
			return base.part(0)
		case base.is(mapping):
			return base.part(1)
		}
		return nil
	}
	slice := len(x.Parts) == 1 && x.Parts[0] != nil && x.Parts[0].Op == code.Literal && x.Parts[0].Name == "slice"
	return e.item(base, slice)
}

// item is base[i], or base[i:j].
func (e *eval) item(base *value, slice bool) *value {
	switch {
	case base.form == builtin && slice:
		return base
	case base.is(sequence):
		return base.part(0)
	case base.is(mapping):
		return base.part(1)
	case base.is(tuple):
		return oneOf(base.parts)
	case base.form == builtin && base.name == "str":
		return base
	case base.form == named && len(base.parts) > 0 && isAbstract(base.entry.Origin):
		return base.parts[len(base.parts)-1]
	case base.form == named && !slice:
		return e.method(base, "__getitem__")
	}
	return nil
}

// withArguments is a type with type arguments, or a Go function with them.
func (e *eval) withArguments(base *value, parts []*value) *value {
	if base.form == named && e.language.Family == language.Python && e.isEnum(base) {
		return base.instance() // Color["RED"]
	}
	v := *base
	v.parts = instances(parts)
	switch {
	case base.form != builtin:
		return &v
	case base.shape == tuple && len(parts) == 2 && parts[1] != nil && parts[1].name == "...":
		v.shape = sequence
		v.parts = v.parts[:1]
	case base.shape == callable && len(parts) == 2: // Callable[[…], R]
		v.parts = instances(parts[1:])
	}
	return &v
}
