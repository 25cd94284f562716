package javascript

import "ibid/index/symbol/code"

// expressions reads expressions that commas separate, of which the last is the value.
func (r *reader) expressions() *code.Expr {
	e := r.assignment()
	for r.accept(",") {
		r.use(e)
		if r.i >= r.hi {
			break
		}
		e = r.assignment()
	}
	return e
}

// assignment reads an expression without commas.
func (r *reader) assignment() *code.Expr {
	first := r.i
	if !r.enter() {
		return r.unknown("", first)
	}
	defer r.leave()
	if h, ok := r.arrowHead(first, r.hi); ok {
		r.callable("", first, &h)
		return r.unknown("=>", first)
	}
	if r.at() == "[" || r.at() == "{" {
		if end := r.skip(first); end < r.hi && r.is(end, "=") {
			return r.destructured(end)
		}
	}
	if r.at() == "yield" {
		r.i++
		r.accept("*")
		if r.i >= r.hi || r.fresh(r.i) || !r.startsOperand() {
			return r.unknown("yield", first)
		}
		return r.unknown("yield", first, r.assignment())
	}
	e := r.binary()
	if r.at() == "?" && r.here() == op {
		r.i++
		yes := r.assignment()
		if !r.accept(":") {
			r.broken = true
			return r.unknown("?", first, yes, e)
		}
		return r.unknown("?", first, yes, r.assignment(), e)
	}
	if r.here() != op {
		return e
	}
	switch sign := r.at(); sign {
	case "=":
		r.i++
		if e.Op != code.Name && e.Op != code.Attr && e.Op != code.Index {
			r.broken = true
			return r.unknown("=", first, e, r.assignment())
		}
		r.set(e, r.assignment())
		if e.Op == code.Name {
			return &code.Expr{Op: code.Name, Name: e.Name, Span: e.Span}
		}
		return r.unknown("", first)
	case "+=", "-=", "*=", "/=", "%=", "**=", "<<=", "&=", "|=", "^=", "&&=", "||=", "??=":
		r.i++
		return r.changed(first, sign[:len(sign)-1], e, r.assignment())
	}
	return e
}

// startsOperand says whether an operand may start with the current token.
func (r *reader) startsOperand() bool {
	switch r.at() {
	case "", ")", "]", "}", ",", ";", ":", "=", "=>", "?", ".":
		return false
	}
	return true
}

// destructured reads what the pattern here is set to behind the = at token sign. Its names get what is not known.
func (r *reader) destructured(sign int) *code.Expr {
	first := r.i
	r.i = sign + 1
	r.use(r.assignment())
	r.bound(first, 0, func(at int) { r.set(r.nameAt(at), nil) })
	return r.unknown("", first)
}

// changed is what an operator with an assignment does.
func (r *reader) changed(first int, sign string, e, value *code.Expr) *code.Expr {
	result := r.unknown(sign, first, e, value)
	if e.Op != code.Name && e.Op != code.Attr && e.Op != code.Index {
		return result
	}
	r.set(e, result)
	return r.unknown("", first)
}

// binary reads operands and the operators between them: one expression, which has the operator as its name where it
// is the same all along.
func (r *reader) binary() *code.Expr {
	first := r.i
	e := r.unary()
	sign := ""
	var parts []*code.Expr
	for r.i < r.hi {
		n := r.operatorHere()
		if n == 0 {
			break
		}
		if r.at() == "as" || r.at() == "satisfies" {
			e = r.cast(e)
			if len(parts) > 0 {
				parts[len(parts)-1] = e
			}
			continue
		}
		if text := r.at(); len(parts) == 0 {
			sign = text
			parts = append(parts, e)
		} else if text != sign {
			sign = ""
		}
		r.i += n
		e = r.unary()
		parts = append(parts, e)
	}
	if len(parts) == 0 {
		return e
	}
	return r.unknown(sign, first, parts...)
}

// operatorHere is how many tokens the binary operator here has, 0 where there is none.
func (r *reader) operatorHere() int {
	text := r.at()
	switch r.here() {
	case word:
		switch text {
		case "instanceof", "in":
			return 1
		case "as", "satisfies":
			if !r.fresh(r.i) && r.i+1 < r.hi {
				return 1
			}
		}
	case op:
		switch text {
		case "+", "-", "*", "/", "%", "**", "==", "===", "!=", "!==", "<", "<=", ">=", "<<", "&", "|", "^", "&&", "||", "??":
			return 1
		case ">":
			n := 1
			for n < 3 && r.i+n < r.hi && r.is(r.i+n, ">") {
				n++
			}
			return n
		}
	}
	return 0
}

// cast reads as T behind a value.
func (r *reader) cast(e *code.Expr) *code.Expr {
	as := r.at() == "as"
	r.i++
	if r.at() == "const" {
		r.i++
		return e
	}
	t := r.annotation()
	switch {
	case t == nil:
		return e
	case !as:
		r.use(t)
		return e
	}
	r.use(e)
	return &code.Expr{Op: code.Instance, X: t, Span: t.Span}
}

// unary reads an operand with the operators before it.
func (r *reader) unary() *code.Expr {
	first := r.i
	sign := r.at()
	switch r.here() {
	case op:
		switch sign {
		case "!", "-", "+", "~", "++", "--":
		case "<": // a cast: what it names is not followed
			_, r.i = r.angles(first, r.hi)
			if r.i == first || !r.enter() {
				return r.postfix(r.primary(), first)
			}
			defer r.leave()
			return r.unary()
		default:
			return r.postfix(r.primary(), first)
		}
	case word:
		switch sign {
		case "typeof", "void", "delete":
		case "await":
			return r.awaited()
		default:
			return r.postfix(r.primary(), first)
		}
	default:
		return r.postfix(r.primary(), first)
	}
	if !r.enter() {
		return r.unknown("", first)
	}
	defer r.leave()
	r.i++
	e := r.unary()
	switch sign {
	case "!":
		return &code.Expr{Op: code.Literal, Name: "boolean", Parts: parts(e), Span: r.span(first)}
	}
	if e.Op == code.Literal && len(e.Parts) == 0 {
		e.Span.Start = int(r.list[first].start)
		return e
	}
	return r.unknown(sign, first, e)
}

// parts is e as the parts of an expression, none where it says nothing.
func parts(e *code.Expr) []*code.Expr {
	if (e.Op == code.Literal || e.Op == code.Unknown) && len(e.Parts) == 0 {
		return nil
	}
	return []*code.Expr{e}
}

func (r *reader) awaited() *code.Expr {
	first := r.i
	if !r.enter() {
		return r.unknown("", first)
	}
	defer r.leave()
	r.i++
	if !r.startsOperand() { // a name
		return r.postfix(&code.Expr{Op: code.Name, Name: "await", Span: r.spanOf(first)}, first)
	}
	e := r.unary()
	return &code.Expr{Op: code.Await, X: e, Span: r.span(first)}
}
