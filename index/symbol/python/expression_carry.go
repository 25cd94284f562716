package python

import "ibid/index/symbol/code"

// carrier says what is known of a value outside of the comprehension that makes it. It copies only the path from which
// the value comes: copying all of it would double what nested comprehensions hold at every level.
type carrier struct {
	targets []code.Statement // what the comprehension binds, in order
	left    int              // how many more expressions may be copied
}

// carry returns e with the names that the comprehension binds replaced by what they are bound to.
func (c *carrier) carry(e *code.Expr) *code.Expr {
	if c.left--; c.left < 0 {
		return &code.Expr{Op: code.Unknown, Span: e.Span}
	}
	out := &code.Expr{Op: e.Op, Name: e.Name, N: e.N, Span: e.Span}
	switch e.Op {
	case code.Name:
		for i := len(c.targets) - 1; i >= 0; i-- {
			bind := c.targets[i].Bind
			if bind == nil || bind.Target.Op != code.Name || bind.Target.Name != e.Name {
				continue
			}
			if bind.Value == nil {
				return &code.Expr{Op: code.Unknown, Span: e.Span}
			}
			before := carrier{c.targets[:i], c.left}
			value := before.carry(bind.Value)
			c.left = before.left
			return value
		}
	case code.Attr, code.Index, code.Await, code.Element, code.Enter, code.Result, code.Instance:
		out.X = c.carry(e.X)
	case code.Call:
		out.X = c.carry(e.X)
		for _, arg := range e.Args {
			arg.Value = &code.Expr{Op: code.Unknown, Span: arg.Value.Span}
			out.Args = append(out.Args, arg)
		}
	case code.Literal:
		for _, part := range e.Parts {
			if c.left <= 0 {
				break
			}
			out.Parts = append(out.Parts, c.carry(part))
		}
	default:
		out.Op = code.Unknown
		if e.Name == "/" {
			out.Parts = []*code.Expr{c.carry(e.Parts[0])}
		} else {
			out.Name = ""
		}
	}
	return out
}
