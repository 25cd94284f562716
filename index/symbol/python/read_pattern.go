package python

import "ibid/index/symbol/code"

// match reads a match statement. It says whether one starts here: match is an ordinary name elsewhere. What may be
// either is read as an expression, which p is given back.
func (p *reader) match(start, column int) bool {
	if p.scan != nil {
		if !p.scan.toColon() {
			return false
		}
		p.cases(start, column)
		return true
	}
	t := p.ahead(1)
	word := p.src[t.start:t.end]
	if t.kind == number || t.kind == str || word == "{" || t.kind == name && startsWithWord(word) {
		p.advance()
		p.use(p.expressions())
		p.cases(start, column)
		return true
	}
	e := p.expressions()
	if p.text == ":" && p.ahead(1).kind == newline {
		forget(e, start)
		p.use(e)
		p.cases(start, column)
		return true
	}
	p.given = e
	return false
}

// forget makes the word match, which e starts with, a part of the statement: match (a, b): is not a call.
func forget(e *code.Expr, start int) {
	for e.Op != code.Name {
		switch {
		case e.X != nil:
			e = e.X
		case len(e.Parts) > 0:
			e = e.Parts[0]
		default:
			return
		}
	}
	if e.Span.Start == start {
		e.Op, e.Name, e.Span.End = code.Unknown, "", start
	}
}

// cases reads the block of a match statement.
func (p *reader) cases(start, column int) {
	if p.scan != nil {
		p.scan.header(0)
		p.scan.suite()
		defer p.scan.pop()
	}
	p.expect(":")
	if p.failed {
		p.recover(start)
	} else {
		p.advance()
	}
	for p.tok.kind != end && p.column > column {
		if p.text != "case" {
			p.statement()
			continue
		}
		first, inner, from := p.tok.start, p.column, p.at
		p.advance()
		if p.scan == nil || !p.scan.toColon() {
			p.pattern = true
			e := p.expressions()
			p.pattern = false
			if p.capture(e); p.accept("if") {
				p.use(p.named())
			}
		}
		if p.scan != nil {
			p.scan.header(from)
		}
		p.suite(first, inner)
	}
}

// capture binds the names in a pattern, which is read as an expression: to values of which nothing is known but,
// after a class, their type.
func (p *reader) capture(e *code.Expr) {
	switch {
	case e.Op == code.Name && e.Name != "_":
		p.bind(e, nil)
	case e.Op == code.Attr:
		p.use(e)
	case e.Op == code.Call:
		p.use(e.X)
		for _, arg := range e.Args {
			p.capture(arg.Value)
		}
	case e.Op == code.Unknown && e.Name == "as":
		of, target := e.Parts[0], e.Parts[1]
		p.capture(of)
		if of.Op == code.Call {
			p.bind(target, &code.Expr{Op: code.Instance, X: of.X, Span: of.X.Span})
		} else {
			p.bind(target, nil)
		}
	default:
		for _, part := range e.Parts {
			p.capture(part)
		}
	}
}
