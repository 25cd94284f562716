package javascript

import "ibid/index/symbol/code"

// class reads a class, and emits its scope under a name or, where that is empty, its own.
func (r *reader) class(name string) {
	r.accept("class")
	if r.here() == word && r.at() != "extends" && r.at() != "implements" {
		if name == "" {
			name = r.at()
		}
		r.i++
	}
	scope := &code.Scope{Kind: code.ClassScope, Name: name}
	first := r.i
	scope.Statements = r.collect(func() {
		r.typeParameters()
		if r.accept("extends") {
			if r.here() == word {
				scope.Bases = append(scope.Bases, r.base())
			} else {
				r.use(r.postfix(r.primary(), r.i))
			}
		}
		if r.accept("implements") {
			r.typeList(func(t *code.Expr) { r.use(t) })
		}
		r.spread(0, first)
		if r.at() == "{" {
			r.within(r.members)
		} else {
			r.broken = true
		}
	})
	r.out = append(r.out, code.Statement{Scope: scope})
}

// base reads what a class extends.
func (r *reader) base() *code.Expr {
	first := r.i
	e := r.postfix(r.primary(), first)
	if a := r.angle(r.i); r.at() == "<" && a > 0 {
		r.typeArguments()
	}
	return e
}

// typeArguments reads the type arguments here as uses.
func (r *reader) typeArguments() {
	stop, hi := r.angle(r.i), r.hi
	if stop < 0 || stop >= hi {
		return
	}
	r.i, r.hi = r.i+1, stop
	r.typeList(func(t *code.Expr) { r.use(t) })
	r.i, r.hi = stop+1, hi
}

// typeList calls visit with types that commas separate.
func (r *reader) typeList(visit func(*code.Expr)) {
	for r.i < r.hi {
		t := r.annotation()
		if t == nil {
			return
		}
		visit(t)
		if !r.accept(",") {
			return
		}
	}
}

// members reads the body of a class.
func (r *reader) members() {
	for r.i < r.hi {
		first, mark := r.i, len(r.out)
		r.member()
		if r.i == first {
			r.broken = true
			r.i = min(r.skip(r.i), r.hi)
		}
		for n := mark; n < len(r.out); n++ {
			r.out[n].Span = r.span(first)
		}
	}
}

// isModifier says whether the current token stands before the name of a member.
func (r *reader) isModifier() bool {
	switch r.at() {
	case "public", "private", "protected", "static", "abstract", "override", "readonly", "declare", "async", "accessor", "get", "set":
	default:
		return false
	}
	switch r.next() {
	case "(", "=", ";", ":", "?", "!", "}", ",", "<", "":
		return false
	}
	return true
}

func (r *reader) member() {
	for r.at() == "@" {
		r.decorator()
	}
	for r.isModifier() {
		r.i++
	}
	r.accept("*")
	first := r.i
	name := ""
	switch {
	case r.accept(";") || r.accept(","):
		return
	case r.at() == "{": // static { … }
		r.block(func() { r.within(r.statements) })
		return
	case r.at() == "...":
		r.i++
		return
	case r.here() == word:
		name = r.at()
		r.i++
	case r.here() == str || r.here() == number:
		r.i++
	case r.at() == "[":
		r.computed()
	case r.at() == "(" || r.at() == "<": // of an interface
	default:
		return
	}
	r.accept("?")
	r.accept("!")
	if r.at() == "(" || r.at() == "<" && r.angle(r.i) > 0 {
		r.callable(name)
		r.accept(";")
		return
	}
	r.fieldRest(name, first)
}

// computed reads a name in brackets, or an index signature.
func (r *reader) computed() {
	if r.kind(r.i+1) == word && (r.is(r.i+2, ":") || r.is(r.i+2, "in")) {
		r.i = min(r.skip(r.i), r.hi)
		return
	}
	r.within(func() { r.use(r.assignment()) })
}

// fieldRest reads the type and the value of the field at token first.
func (r *reader) fieldRest(name string, first int) {
	var typ, value *code.Expr
	if r.accept(":") {
		typ = r.annotation()
	}
	if r.accept("=") {
		if name != "" && r.namedFunction(first) {
			r.finish()
			return
		}
		value = r.assignment()
	}
	switch {
	case name != "":
		r.bind(&code.Expr{Op: code.Name, Name: name, Span: r.spanOf(first)}, value, typ)
	case value != nil:
		r.use(value)
	}
	if !r.accept(",") {
		r.finish()
	}
}

// interfaceType reads an interface as a class.
func (r *reader) interfaceType() {
	r.i++
	scope := &code.Scope{Kind: code.ClassScope, Name: r.at()}
	r.i++
	scope.Statements = r.collect(func() {
		r.typeParameters()
		if r.accept("extends") {
			r.typeList(func(t *code.Expr) { scope.Bases = append(scope.Bases, t) })
		}
		if r.at() == "{" {
			r.within(r.members)
		}
	})
	r.out = append(r.out, code.Statement{Scope: scope})
}

// alias reads a type alias: of an object type as a class.
func (r *reader) alias() {
	first := r.i
	target := &code.Expr{Op: code.Name, Name: r.text(r.i + 1), Span: r.spanOf(r.i + 1)}
	r.i += 2
	var value *code.Expr
	scope := &code.Scope{Kind: code.ClassScope, Name: target.Name}
	scope.Statements = r.collect(func() {
		r.typeParameters()
		r.spread(0, first)
		if !r.accept("=") {
			return
		}
		if r.at() == "{" && r.typeEnd(r.i, r.hi) == r.skip(r.i) {
			r.within(r.members)
			return
		}
		value = r.annotation()
	})
	if value != nil {
		r.bind(target, value, nil)
	} else {
		r.out = append(r.out, code.Statement{Scope: scope})
	}
	r.finish()
}

// enum reads an enumeration as a class.
func (r *reader) enum() {
	r.i++
	scope := &code.Scope{Kind: code.ClassScope, Name: r.at()}
	r.i++
	scope.Statements = r.collect(func() {
		r.within(func() {
			for r.i < r.hi {
				if r.here() == word {
					first, mark := r.i, len(r.out)
					target := &code.Expr{Op: code.Name, Name: r.at(), Span: r.spanOf(r.i)}
					r.i++
					if r.accept("=") {
						r.use(r.assignment())
					}
					r.bind(target, &code.Expr{Op: code.Literal, Name: "enum", Span: target.Span}, nil)
					r.spread(mark, first)
				} else {
					r.i = min(r.skip(r.i), r.hi)
				}
				r.accept(",")
			}
		})
	})
	r.out = append(r.out, code.Statement{Scope: scope})
}

// namespace reads a namespace as a class. It says whether one stands here.
func (r *reader) namespace(named bool) bool {
	at := r.i + 1
	name := "global"
	if !r.is(r.i, "global") {
		if !named && r.kind(at) != str {
			return false
		}
		name = ""
		if r.kind(at) == word {
			name = r.text(at)
		}
		for at++; r.is(at, ".") && at+1 < r.hi; at += 2 {
		}
	}
	if at >= r.hi || !r.is(at, "{") {
		return false
	}
	r.i = at
	scope := &code.Scope{Kind: code.ClassScope, Name: name}
	scope.Statements = r.collect(func() { r.within(r.statements) })
	r.out = append(r.out, code.Statement{Scope: scope})
	return true
}
