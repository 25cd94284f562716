package resolve

import (
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// element is what iterating over a value of Python gives.
func (e *eval) element(v *value) *value {
	if v == nil {
		return nil
	}
	switch v.form {
	case builtin:
		switch {
		case v.typ:
			return nil
		case v.shape == sequence, v.shape == mapping:
			return v.part(0)
		case v.shape == tuple:
			return oneOf(v.parts)
		case v.name == "str":
			return v
		}
		return nil
	case union:
		return v.each(e.element)
	case named:
		if v.typ {
			if e.isEnum(v) {
				return v.instance()
			}
			return nil
		}
		if len(v.parts) > 0 && isAbstract(v.entry.Origin) {
			return v.parts[0]
		}
		return nil
	case own:
		if v.typ && e.ownEnum(v.class) {
			return v.instance()
		}
	}
	return nil
}

// method is what a method of a value returns when it is called without arguments.
func (e *eval) method(v *value, name string) *value {
	if v == nil || v.form != named || v.typ {
		return nil
	}
	h := e.member(v, name)
	if h.value == nil || h.value.form != function {
		return nil
	}
	return e.returned(h.value)
}

// entered is what entering a context manager gives.
func (e *eval) entered(v *value) *value {
	switch {
	case v == nil:
		return nil
	case v.is(managed):
		return v.part(0)
	case v.form == union:
		return v.each(e.entered)
	case v.form == named:
		if r := e.method(v, "__enter__"); r != nil {
			return r
		}
		r := e.method(v, "__aenter__")
		if r.is(pending) {
			return r.part(0)
		}
		return r
	case v.form == own && !v.typ:
		if _, ok := v.class.members["__enter__"]; !ok && !v.class.defines("__aenter__") {
			return v
		}
	}
	return nil
}

func (c *class) defines(name string) bool {
	_, ok := c.members[name]
	return ok
}

// awaited is what awaiting a value gives. A call of an async function is already the value that it returns.
func (e *eval) awaited(v *value) *value {
	switch {
	case v.is(pending):
		return v.part(0)
	case v != nil && v.form == named:
		if _, finding, _ := e.language.all.Member(v.entry, "__await__"); finding != decl.Absent {
			return nil
		}
	}
	return v
}

// result is item n of what a call gives, or of what is unpacked.
func (e *eval) result(v *value, n int) *value {
	switch {
	case v == nil:
		return nil
	case v.is(tuple):
		return v.part(n)
	case e.language.Family == language.Go:
		if n == 0 {
			return v
		}
		return nil
	}
	return e.element(v)
}

// ranged is what Go's range over a value gives, first or second.
func (e *eval) ranged(v *value, key bool) *value {
	v = e.underlying(v)
	if v == nil || v.form != builtin || v.typ {
		return nil
	}
	switch v.shape {
	case sequence:
		if key {
			return &value{form: builtin, name: "int"}
		}
		return v.part(0)
	case mapping:
		if key {
			return v.part(0)
		}
		return v.part(1)
	case channel:
		if key {
			return v.part(0)
		}
	case callable: // an iterator: func(yield func(K, V) bool)
		if len(v.params) == 1 && v.params[0].is(callable) {
			n := 1
			if key {
				n = 0
			}
			if yield := v.params[0]; n < len(yield.params) {
				return yield.params[n]
			}
		}
	case plain:
		switch {
		case v.name == "string" && !key:
			return &value{form: builtin, name: "rune"}
		case v.name == "string" || v.name == "int":
			return &value{form: builtin, name: "int"}
		}
	}
	return nil
}
