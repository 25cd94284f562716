package javascript

import "ibid/index/symbol/code"

// callable reads a function that starts at token first, and emits its scope. The current token is then the one behind
// its body, or where it has none its head.
func (r *reader) callable(name string, first int, h *head) {
	scope := &code.Scope{Kind: code.FunctionScope, Name: name}
	scope.Statements = r.collect(func() {
		r.typeParameters(h.typeParams)
		if h.params == none {
			r.broken = true
		} else {
			r.parameters(scope, h.params)
		}
		if t := r.typeIn(h.result); t != nil {
			scope.Returns = []*code.Expr{t}
		}
		r.i = h.over
		r.spread(0, first)
		switch {
		case h.body != none:
			r.within(h.body, r.statements)
		case r.accept("=>"):
			value, mark := r.i, len(r.out)
			r.use(r.assignment())
			r.spread(mark, value)
		}
	})
	r.out = append(r.out, code.Statement{Scope: scope})
}

// typeParameters reads T extends X = Y as what it binds.
func (r *reader) typeParameters(in span) {
	if in.empty() {
		return
	}
	r.between(in, in.hi+1, func() {
		for r.i < r.hi {
			for (r.at() == "const" || r.at() == "in" || r.at() == "out") && r.kind(r.i+1) == word {
				r.i++
			}
			if r.here() == word {
				target := r.nameAt(r.i)
				r.i++
				if r.accept("extends") {
					r.use(r.annotation())
				}
				if r.accept("=") {
					r.use(r.annotation())
				}
				r.bind(target, nil, nil)
			}
			r.i = min(r.comma(r.i, r.hi)+1, r.hi)
		}
	})
}

// parameters reads the parameters of a function into its scope, and emits what destructured ones bind.
func (r *reader) parameters(scope *code.Scope, open int) {
	r.listIn(open, func() {
		for p := range r.parametersIn(open) {
			r.decorators(p.decorators)
			typ, value := r.typeIn(p.typ), r.valueIn(p.value)
			switch {
			case p.target == none:
				r.broken = r.broken || !p.rest
			case r.kind(p.target) != word:
				r.use(value)
				r.pattern(p.target, nil, typ)
			default:
				if p.rest && typ == nil {
					value = &code.Expr{Op: code.Literal, Name: "array", Span: r.spanOf(p.target)}
				}
				scope.Parameters = append(scope.Parameters, &code.Bind{Target: r.nameAt(p.target), Value: value, Type: typ})
			}
			r.pass(p.end)
		}
	})
}

// namedFunction reads a function or a class as the value of the name at token target, and emits its scope under that
// name. It says whether one stands here.
func (r *reader) namedFunction(target int, value span) bool {
	if r.kind(target) != word {
		return false
	}
	if r.is(value.lo, "class") {
		h := emptyHead()
		r.classHead(&h, value.lo+1, value.hi)
		r.class(r.text(target), value.lo, &h)
		return true
	}
	h, ok := r.functionIn(value)
	if ok {
		r.callable(r.text(target), value.lo, &h)
		r.broken = r.broken || r.i < value.hi
	}
	return ok
}
