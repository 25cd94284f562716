package resolve

import (
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
	case v.form == named:
		return e.method(v, "__enter__")
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
