package javascript

import "ibid/index/symbol/code"

// statements reads statements up to the end of the brackets.
func (r *reader) statements() {
	for r.i < r.hi {
		first, mark := r.i, len(r.out)
		r.one()
		if r.i == first {
			r.broken = true
			r.i = r.skip(r.i)
		}
		r.i = min(r.i, r.hi)
		span := r.span(first)
		for n := mark; n < len(r.out); n++ {
			r.out[n].Span = span
		}
	}
}

// one reads one statement with its blocks.
func (r *reader) one() {
	if r.enter() {
		n := r.statement(r.i, r.hi)
		r.visit(&n)
		r.leave()
	}
}

// visit reads what a statement does with names.
func (r *reader) visit(n *statement) {
	r.decorators(n.decorators)
	if r.i = n.keyword; r.i >= r.hi {
		return
	}
	switch n.kind {
	case emptyStatement:
		r.broken = r.broken || !r.is(r.i, ";") && !r.is(r.i, ">")
	case blockStatement, controlStatement:
		r.control(n)
		return
	case expressionStatement:
		r.expressionStatement()
		return
	case exportDefault, exportEquals:
		r.i = n.value
		r.use(r.assignment())
		r.finish()
		return
	case importStatement, exportAll, exportList:
		r.passed(n)
	case importEquals:
		value := span{n.value, r.expressionEnd(n.value, r.hi, 0)}
		if n.end = value.hi; !r.required(n.name, value) {
			r.bind(r.nameAt(n.name), r.valueIn(value), nil)
		}
	case functionStatement:
		r.callable(r.text(n.name), n.keyword, &n.head)
		return
	case classStatement, interfaceStatement:
		r.class(r.text(n.name), n.keyword, &n.head)
		return
	case aliasStatement:
		r.alias(n)
	case enumStatement, namespaceStatement: // of their members nothing is known
		if r.kind(n.name) == word {
			r.bind(r.nameAt(n.name), nil, nil)
		}
	case variableStatement:
		r.variables(n)
		return
	case jumpStatement:
		if n.value != none && (r.is(n.keyword, "return") || r.is(n.keyword, "throw")) {
			r.i = n.value
			r.use(r.expressions())
			r.finish()
			return
		}
		n.end = max(n.end, n.value+1)
	case labelStatement:
		if n.value != none {
			r.i = n.value
			r.use(r.expressions())
			r.accept(":")
			return
		}
		r.i = n.end
		return
	}
	r.i = n.end
	r.finish()
}

func (r *reader) decorators(list []span) {
	for _, d := range list {
		r.between(d, d.hi, func() { r.use(r.postfix(r.primary(), d.lo)) })
	}
}

// expressionStatement reads an expression that is a statement.
func (r *reader) expressionStatement() {
	mark := len(r.out)
	e := r.expressions()
	whole := r.finish()
	if !whole && e.Op == code.Name && len(r.out) == mark {
		return // a word of a text
	}
	if n := len(r.out); n > mark && e.Op == code.Name && r.out[n-1].Bind != nil && r.out[n-1].Bind.Target.Span == e.Span {
		return // what an assignment gives
	}
	r.use(e)
}

// finish passes the end of a statement. It says whether it ends here.
func (r *reader) finish() bool {
	if r.i >= r.hi || r.accept(";") || r.is(r.i-1, ";") || r.fresh(r.i) {
		return true
	}
	r.broken = true
	return false
}

// control reads a block, or a statement that runs another one.
func (r *reader) control(n *statement) {
	switch {
	case n.params == none:
		r.body(n.body)
	case r.is(n.keyword, "for"):
		r.block(func() {
			r.within(n.params, r.loopHead)
			r.body(n.body)
		})
	case r.is(n.keyword, "catch"):
		r.block(func() {
			r.listIn(n.params, func() {
				for p := range r.parametersIn(n.params) {
					if p.target != none {
						r.pattern(p.target, nil, r.typeIn(p.typ))
					}
					r.pass(p.end)
				}
			})
			r.body(n.body)
		})
	default:
		r.within(n.params, func() { r.use(r.expressions()) })
		r.body(n.body)
	}
}

// body reads the statement or the block at token i that another one runs.
func (r *reader) body(i int) {
	if r.i = min(i, r.hi); r.i == r.hi {
		return
	}
	read := r.one
	if r.at() == "{" {
		read = func() { r.within(i, r.statements) }
	}
	r.block(read)
}

// loopHead reads what stands in the brackets of a for statement.
func (r *reader) loopHead() {
	switch n := r.statement(r.i, r.hi); n.kind {
	case emptyStatement:
	case variableStatement:
		for v := range r.variablesFrom(n.value, r.hi) {
			if r.is(v.end, "of") || r.is(v.end, "in") {
				r.loopVariable(&v)
				return
			}
			break
		}
		r.variables(&n)
	default:
		e := r.expressions()
		if r.accept("of") {
			x := r.assignment()
			if e.Op == code.Name {
				r.set(e, each(x))
				return
			}
			r.use(x)
		}
		r.use(e)
	}
	for more := r.is(r.i-1, ";") || r.accept(";"); more; more = r.accept(";") {
		if r.i < r.hi && r.at() != ";" {
			r.use(r.expressions())
		}
	}
}

// loopVariable reads a variable that gets what stands behind its of or in, one after the other.
func (r *reader) loopVariable(v *variable) {
	var value *code.Expr
	if r.i = v.end + 1; r.is(v.end, "of") {
		value = each(r.assignment())
	} else {
		r.use(r.expressions())
		value = &code.Expr{Op: code.Literal, Name: "string", Span: r.spanOf(v.target)}
	}
	end := r.i
	r.pattern(v.target, value, r.typeIn(v.typ))
	r.i = end
}

// each is what x gives one after the other.
func each(x *code.Expr) *code.Expr {
	return &code.Expr{Op: code.Element, X: x, Span: x.Span}
}

// variables reads what const, let or var declares.
func (r *reader) variables(n *statement) {
	end := n.value
	for v := range r.variablesFrom(n.value, r.hi) {
		typ := r.typeIn(v.typ)
		if end = v.end; v.value.lo > 0 && (r.required(v.target, v.value) || r.namedFunction(v.target, v.value)) {
			continue
		}
		value := r.valueIn(v.value)
		if value != nil {
			end = r.i
		}
		if r.pattern(v.target, value, typ); end < v.end { // what follows is no part of it
			break
		}
	}
	r.i = end
	r.finish()
}
