package resolve

import (
	"ibid/index/symbol/code"
	"ibid/index/symbol/language"
)

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

// entered is what entering a context manager of Python gives.
func (e *eval) entered(v *value) *value {
	switch {
	case v == nil:
		return nil
	case v.form == named:
		return or(e.method(v, "__enter__"), e.method(v, "__aenter__"))
	case v.form == own && !v.typ && !v.class.defines("__enter__") && !v.class.defines("__aenter__"):
		return v
	}
	return nil
}

func (c *class) defines(name string) bool {
	_, ok := c.members[name]
	return ok
}

// result is one of several values that a call gives. The call is followed once for all of them: filter, err :=
// filter.New() binds its name to another thing.
func (e *eval) result(f *frame, x *code.Expr) *value {
	if e.quiet || e.ground.call != x.X {
		e.ground.call, e.ground.gave = x.X, e.value(f, x.X)
	}
	switch v := e.ground.gave; {
	case v == nil:
		return nil
	case v.form == results:
		return v.part(x.N)
	case x.N == 0 && e.tongue.Family == language.Go:
		return v
	}
	return nil
}
