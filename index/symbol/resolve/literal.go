package resolve

import (
	"ibid/index/symbol/code"
)

// literal is a value that is written out.
func (e *eval) literal(f *frame, x *code.Expr) *value {
	if e.tongue.name == goName && len(x.Args) > 0 {
		return e.anonymous(f, x)
	}
	parts := e.values(f, x.Parts)
	switch x.Name {
	case "None":
		return &value{form: nothing}
	case "tuple":
		for _, p := range x.Parts {
			if p.Op == code.Unknown && p.Name == "*" {
				return &value{form: builtin, name: x.Name, shape: sequence, parts: []*value{nil}}
			}
		}
		return &value{form: builtin, name: x.Name, shape: tuple, parts: parts}
	case "list", "set", "frozenset", "generator", "array":
		return listOf(x.Name, joined(parts, 0, 1))
	case "dict":
		return &value{form: builtin, name: x.Name, shape: mapping, parts: []*value{joined(parts, 0, 2), joined(parts, 1, 2)}}
	}
	return &value{form: builtin, name: x.Name}
}

// listOf is a value that holds one item again and again.
func listOf(name string, item *value) *value {
	return &value{form: builtin, name: name, shape: sequence, parts: []*value{item}}
}

// joined is one of every n-th part from start on, unknown where there is none.
func joined(parts []*value, start, n int) *value {
	var some []*value
	for i := start; i < len(parts); i += n {
		some = append(some, parts[i])
	}
	return oneOf(some)
}

// anonymous is a struct or an interface without a name: its members are known, and others are passed over.
func (e *eval) anonymous(f *frame, x *code.Expr) *value {
	c := newClass("", f)
	for _, a := range x.Args {
		if v := e.value(f, a.Value).instance(); a.Name != "" {
			c.members[a.Name] = v
		}
	}
	return &value{form: own, typ: true, class: c}
}

// composite is a value of a type made with its fields or items, and judges the names of its fields.
func (e *eval) composite(f *frame, x *code.Expr) *value {
	typ := e.typeValue(f, x.X)
	e.values(f, x.Parts)
	fields := e.isStruct(typ)
	for _, a := range x.Args {
		e.value(f, a.Value)
		switch {
		case a.Name == "":
		case fields:
			if h := e.member(typ.instance(), a.Name); h.name != "" {
				e.report(h, a.Span, a.Span)
			}
		default: // the key of a map: a name like any other
			e.value(f, &code.Expr{Op: code.Name, Name: a.Name, Span: a.Span})
		}
	}
	return typ.instance()
}

// isStruct tells whether the names before the colons of a composite literal of a type are its fields.
func (e *eval) isStruct(t *value) bool {
	if t == nil || t.form != named || t.entry.Symbol == nil {
		return false
	}
	s := t.entry.Symbol
	return s.Type == "" && (s.Value == "" || len(s.Members) > 0)
}
