package javascript

import "ibid/index/symbol/code"

// Type reads the text of a type of TypeScript, or of JSDoc, as an expression that names it: a Name, an Attr, or an
// Index with the type arguments as Parts. X[] and Array<X> are Slices, functions FuncTypes, tuples and object types
// Literals of that name. X | null, X | undefined, Readonly<X>, Partial<X> and the like are X; a union of several types
// is Unknown, with the types as Parts, and so are types that are worked out. The result is nil where the text is no
// type.
func Type(text string) *code.Expr {
	r := newReader(text)
	t := r.annotation()
	if r.i < r.hi || r.broken {
		return nil
	}
	return t
}

// annotation reads the type here, nil where none stands here.
func (r *reader) annotation() *code.Expr {
	first := r.i
	if !r.enter() {
		return nil
	}
	defer r.leave()
	end := r.typeEnd(r.i, r.hi)
	if end == first {
		r.broken = r.broken || r.i >= r.hi
		return nil
	}
	hi := r.hi
	r.hi = end
	t := r.union(first)
	if r.i < r.hi { // worked out: A extends B ? C : D, A[B], a is B
		r.i = r.hi
		t = r.unknown("", first, t)
	}
	r.i, r.hi = end, hi
	return t
}

// union reads types between | and &.
func (r *reader) union(first int) *code.Expr {
	r.accept("|")
	r.accept("&")
	sign := ""
	var all []*code.Expr
	for {
		all = append(all, r.single())
		if r.at() != "|" && r.at() != "&" {
			break
		}
		if len(all) > 1 && sign != r.at() {
			sign = "|"
		} else {
			sign = r.at()
		}
		r.i++
	}
	var only *code.Expr
	for _, t := range all {
		if t.Op == code.Literal && (t.Name == "null" || t.Name == "undefined") {
			continue
		}
		if only != nil {
			return r.unknown(sign, first, all...)
		}
		only = t
	}
	if only == nil {
		return all[0]
	}
	return only
}

// single reads one type with the brackets of an array behind it.
func (r *reader) single() *code.Expr {
	first := r.i
	if r.at() == "readonly" && r.i+1 < r.hi {
		r.i++
	}
	e := r.typeAtom()
	for r.at() == "[" && r.next() == "]" && !r.fresh(r.i) {
		r.i += 2
		e = &code.Expr{Op: code.Slice, X: e, Span: r.span(first)}
	}
	return e
}

// typeAtom reads a name with its type arguments, a literal, or what brackets hold. What else may start a type is
// Unknown.
func (r *reader) typeAtom() *code.Expr {
	first := r.i
	name := map[string]string{"[": "tuple", "{": "object", "null": "null", "undefined": "undefined", "true": "boolean", "false": "boolean"}[r.at()]
	switch k := r.here(); {
	case k == str || k == template:
		name = "string"
	case k == number:
		name = "number"
	case name != "":
	case k == word && r.typeOperand(first) == first+1:
		return r.typeName()
	case k == op && (r.at() == "(" || r.at() == "<"):
		return r.functionType()
	default:
		r.i = r.hi
		return r.unknown("", first)
	}
	r.i = min(r.skip(first), r.hi)
	return r.literal(name, first)
}

// typeName reads a dotted name with type arguments.
func (r *reader) typeName() *code.Expr {
	first := r.i
	e := r.nameAt(first)
	for r.i++; r.at() == "." && r.kind(r.i+1) == word && r.i+1 < r.hi && r.i-first < maxChain; r.i += 2 {
		e = &code.Expr{Op: code.Attr, Name: r.text(r.i + 1), X: e, Span: r.spanOf(r.i + 1)}
	}
	in, end := r.angles(r.i, r.hi)
	if end == r.i {
		return e
	}
	var list []*code.Expr
	r.between(in, end, func() { r.typeList(func(t *code.Expr) { list = append(list, t) }) })
	return r.generic(e, list, first)
}

// generic is the type that a name with type arguments means.
func (r *reader) generic(e *code.Expr, list []*code.Expr, first int) *code.Expr {
	if len(list) == 0 {
		return e
	}
	if e.Op == code.Name {
		switch e.Name {
		case "Array", "ReadonlyArray":
			return &code.Expr{Op: code.Slice, X: list[0], Span: r.span(first)}
		case "Readonly", "Partial", "Required", "NonNullable":
			return list[0]
		}
	}
	return &code.Expr{Op: code.Index, X: e, Parts: list, Span: r.span(first)}
}

// functionType reads a function type, of which the result is kept, or a type in brackets.
func (r *reader) functionType() *code.Expr {
	first := r.i
	_, r.i = r.angles(first, r.hi)
	open := r.i
	next := r.skip(open)
	if r.at() != "(" {
		return r.unknown("", first)
	}
	var t *code.Expr
	if next >= r.hi || !r.is(next, "=>") {
		if r.within(open, func() { t = r.annotation() }); t == nil {
			return r.unknown("", first)
		}
		return t
	}
	f := &code.Expr{Op: code.FuncType}
	r.i = next + 1
	if t = r.annotation(); t != nil {
		f.Args = []code.Arg{{Value: t}}
	}
	f.Span = r.span(first)
	return f
}
