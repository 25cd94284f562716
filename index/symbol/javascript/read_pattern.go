package javascript

import "ibid/index/symbol/code"

// pattern binds the names of the pattern at token at to parts of a value of a type. Both may be nil. Of the names of a
// pattern inside of it nothing is known.
func (r *reader) pattern(at int, value, typ *code.Expr) {
	if r.kind(at) == word {
		r.bind(r.nameAt(at), value, typ)
		return
	}
	if typ != nil {
		r.use(typ)
		value = &code.Expr{Op: code.Instance, X: typ, Span: typ.Span}
	}
	n := 0
	for e := range r.partsIn(at) {
		switch {
		case r.kind(e.target) != word:
			r.bound(e.target, 0, func(at int) { r.bind(r.nameAt(at), nil, nil) })
		case value == nil || e.rest || n >= maxShared:
			r.bind(r.nameAt(e.target), nil, nil)
		case e.key == none:
			r.bind(r.nameAt(e.target), &code.Expr{Op: code.Result, N: n, X: value, Span: value.Span}, nil)
		case r.kind(e.key) == word:
			part := &code.Expr{Op: code.Attr, Name: r.text(e.key), X: value, Span: r.spanOf(e.key)}
			r.bind(r.nameAt(e.target), part, nil)
		default:
			r.bind(r.nameAt(e.target), nil, nil)
		}
		r.use(r.valueIn(e.value))
		n++
	}
}
