package javascript

import "ibid/index/symbol/code"

// class reads a class or an interface whose keyword stands at token first, and emits its scope.
func (r *reader) class(name string, first int, h *head) {
	scope := &code.Scope{Kind: code.ClassScope, Name: name}
	scope.Statements = r.collect(func() {
		r.typeParameters(h.typeParams)
		if e := h.extends; !e.empty() {
			r.between(e, e.hi, func() {
				base := r.postfix(r.primary(), e.lo)
				if r.typeArguments(); r.kind(e.lo) == word {
					scope.Bases = append(scope.Bases, base)
				} else {
					r.use(base)
				}
			})
		}
		for _, in := range h.types {
			if t := r.typeIn(in); t != nil && r.is(first, "interface") {
				scope.Bases = append(scope.Bases, t)
			} else {
				r.use(t)
			}
		}
		r.i = h.over
		if r.spread(0, first); h.body == none {
			r.broken = r.broken || r.is(first, "class")
			return
		}
		r.members(h.body)
	})
	r.out = append(r.out, code.Statement{Scope: scope})
}

// typeArguments reads the type arguments here as uses.
func (r *reader) typeArguments() {
	if in, end := r.angles(r.i, r.hi); end > r.i {
		r.between(in, end, func() { r.typeList(r.use) })
	}
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

// members reads the members of the class or the type in the braces at open.
func (r *reader) members(open int) {
	r.listIn(open, func() {
		for m := range r.membersIn(open) {
			mark := len(r.out)
			r.decorators(m.decorators)
			r.member(&m)
			r.i = min(max(m.end, m.first+1), r.hi)
			for n := mark; n < len(r.out); n++ {
				r.out[n].Span = r.span(m.first)
			}
		}
	})
}

func (r *reader) member(m *member) {
	name := ""
	switch r.kind(m.name) {
	case word:
		name = r.text(m.name)
	case op:
		r.within(m.name, func() { r.use(r.assignment()) })
	}
	switch m.kind {
	case noMember:
		r.broken = r.broken || !r.is(m.keyword, ";") && !r.is(m.keyword, ",") && !r.is(m.keyword, "...")
	case staticBlock:
		r.body(m.body)
	case methodMember, callMember:
		r.callable(name, m.first, &m.head)
	case indexMember:
		r.typeIn(m.result)
	case fieldMember:
		typ := r.typeIn(m.result)
		if name == "" {
			r.use(r.valueIn(m.value))
		} else if m.value.lo == 0 || !r.namedFunction(m.name, m.value) {
			r.bind(r.nameAt(m.name), r.valueIn(m.value), typ)
		}
		if r.i = m.end; !r.is(r.i, ",") {
			r.finish()
		}
	}
}

// alias binds the name of a type alias to the type.
func (r *reader) alias(n *statement) {
	r.typeParameters(n.typeParams)
	r.bind(r.nameAt(n.name), r.typeIn(n.result), nil)
}
