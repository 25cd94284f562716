package javascript

import "ibid/index/symbol/code"

// Type reads the text of a type of TypeScript, or of JSDoc, as an expression that names it: a Name, an Attr, or an
// Index with the type arguments as Parts. X[] and Array<X> are Slices, functions FuncTypes, tuples Literals of that
// name. X | null, X | undefined, Readonly<X>, Partial<X> and the like are X; a union of several types is Unknown,
// with the types as Parts, and so are types that are worked out. The result is nil where the text is no type.
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
	if r.i < r.hi { // worked out: A extends B ? C : D
		t = r.unknown("", first, t)
		t.Span.End = int(r.list[end-1].end)
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
	if len(all) == 1 {
		return all[0]
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

// single reads one type with what stands before and behind it.
func (r *reader) single() *code.Expr {
	first := r.i
	switch r.at() {
	case "readonly", "unique", "?", "!":
		if r.i+1 < r.hi && r.typeOperand(r.i+1) != r.i+1 {
			r.i++
			return r.deeper(r.single)
		}
	case "keyof", "typeof", "infer", "asserts":
		if r.i+1 < r.hi && r.kind(r.i+1) == word && !r.is(r.i+1, "is") || r.i+1 < r.hi && r.at() == "keyof" && r.opens(r.i+1) {
			r.i++
			e := r.deeper(r.single)
			if r.at() == "is" {
				r.i++
				r.use(r.deeper(r.single))
			}
			return r.unknown(r.text(first), first, e)
		}
	case "new", "abstract":
		if r.next() == "(" || r.next() == "<" || r.next() == "new" {
			r.i++
			return r.deeper(r.single)
		}
	case "-", "...":
		r.i++
	}
	e := r.typeAtom()
	for r.i < r.hi {
		switch {
		case r.at() == "[" && r.opens(r.i) && !r.fresh(r.i):
			lo, hi := r.inside(r.i)
			if lo == hi {
				r.i = min(r.skip(r.i), r.hi)
				e = &code.Expr{Op: code.Slice, X: e, Span: r.span(first)}
				continue
			}
			var key *code.Expr
			r.within(r.i, func() { key = r.annotation() })
			e = r.unknown("[]", first, e)
			if key != nil {
				e.Parts = append(e.Parts, key)
			}
		case r.at() == "is" && e.Op == code.Name:
			r.i++
			r.use(r.deeper(r.single))
			return r.literal("boolean", first)
		default:
			return e
		}
	}
	return e
}

// deeper reads a type inside of another.
func (r *reader) deeper(read func() *code.Expr) *code.Expr {
	first := r.i
	if !r.enter() {
		return r.unknown("", first)
	}
	defer r.leave()
	return read()
}

// typeAtom reads a name with its type arguments, a literal, or what brackets hold.
func (r *reader) typeAtom() *code.Expr {
	first := r.i
	switch r.here() {
	case str, template:
		r.i = min(r.skip(r.i), r.hi)
		return r.literal("string", first)
	case number:
		r.i++
		return r.literal("number", first)
	case word:
		return r.typeName()
	case op:
		switch r.at() {
		case "<", "(":
			return r.functionType()
		case "[":
			var list []*code.Expr
			r.within(first, func() { list = r.tuple() })
			return r.literal("tuple", first, list...)
		case "{":
			return r.objectType()
		case "*", "?":
			r.i++
			return r.unknown("", first)
		}
	}
	r.i = min(r.i+1, r.hi)
	return r.unknown("", first)
}

// typeName reads a dotted name with type arguments.
func (r *reader) typeName() *code.Expr {
	first := r.i
	switch text := r.at(); text {
	case "null", "undefined":
		r.i++
		return r.literal(text, first)
	case "true", "false":
		r.i++
		return r.literal("boolean", first)
	}
	var e *code.Expr
	if r.at() == "import" {
		e = r.moduleName()
	}
	if e == nil {
		r.i++
		e = r.nameAt(first)
	}
	for n := 0; r.at() == "." && r.kind(r.i+1) == word && r.i+1 < r.hi && n < maxChain; n++ {
		e = &code.Expr{Op: code.Attr, Name: r.text(r.i + 1), X: e, Span: r.spanOf(r.i + 1)}
		r.i += 2
	}
	if r.at() == "." && r.is(r.i+1, "<") { // JSDoc: Array.<string>
		r.i++
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

// tuple reads the items of a tuple type, which may have names.
func (r *reader) tuple() []*code.Expr {
	var list []*code.Expr
	for r.i < r.hi {
		first := r.i
		r.accept("...")
		if r.here() == word && (r.next() == ":" || r.next() == "?" && r.is(r.i+2, ":")) {
			r.i++
			r.accept("?")
			r.i++
		}
		if t := r.annotation(); t != nil {
			list = append(list, t)
		}
		r.accept("?")
		r.separate(first)
	}
	return list
}

// functionType reads a function type, or a type in brackets.
func (r *reader) functionType() *code.Expr {
	first := r.i
	_, r.i = r.angles(first, r.hi)
	open := r.i
	if r.at() != "(" {
		return r.unknown("", first)
	}
	if next := r.skip(open); next >= r.hi || !r.is(next, "=>") {
		var t *code.Expr
		r.within(open, func() { t = r.annotation() })
		if t == nil {
			return r.unknown("", first)
		}
		return t
	}
	f := &code.Expr{Op: code.FuncType}
	r.listIn(open, func() {
		for p := range r.parametersIn(open) {
			t := r.typeIn(p.typ)
			if t == nil {
				t = r.unknown("", p.first)
			}
			f.Parts = append(f.Parts, t)
			r.pass(p.end)
		}
	})
	r.i++
	if t := r.annotation(); t != nil {
		f.Args = []code.Arg{{Value: t}}
	}
	f.Span = r.span(first)
	return f
}

// objectType reads an object type. Its methods are left out.
func (r *reader) objectType() *code.Expr {
	first := r.i
	var parts []*code.Expr
	for _, s := range r.collect(func() { r.members(first) }) {
		if s.Bind != nil && s.Bind.Type != nil {
			key := &code.Expr{Op: code.Literal, Name: "string", Span: s.Bind.Target.Span}
			parts = append(parts, key, s.Bind.Type)
		}
	}
	return r.literal("object", first, parts...)
}
