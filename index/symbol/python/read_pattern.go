package python

import "ibid/index/symbol/code"

// match reads a match statement. It says whether one starts here: match is an ordinary name elsewhere. What may be either is
// read as an expression, which p is given back.
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
			p.list(p.pattern)
			if p.accept("if") {
				p.use(p.named())
			}
		}
		if p.scan != nil {
			p.scan.header(from)
		}
		p.suite(first, inner)
	}
}

// pattern reads one pattern: what it captures is bound to values of which nothing is known but, after a class, their type.
// It returns an expression for list.
func (p *reader) pattern() *code.Expr {
	p.enter()
	defer p.leave()
	start := p.tok.start
	asked := p.closedPattern()
	for p.accept("|") {
		p.closedPattern()
		asked = nil
	}
	if p.accept("as") {
		target := p.identifier()
		if asked != nil {
			p.bind(target, &code.Expr{Op: code.Instance, X: asked, Span: asked.Span})
		} else {
			p.bind(target, nil)
		}
	}
	return &code.Expr{Op: code.Unknown, Span: p.span(start)}
}

// closedPattern reads a pattern without operators, and returns the class that it asks for.
func (p *reader) closedPattern() *code.Expr {
	switch p.text {
	case "*", "**":
		p.advance()
		p.capture(p.identifier())
		return nil
	case "(":
		p.patterns(")")
		return nil
	case "[":
		p.patterns("]")
		return nil
	case "{":
		p.patterns("}")
		return nil
	}
	if p.tok.kind != name || isKeyword(p.text) {
		p.use(p.operand(levelSum)) // a constant
		return nil
	}
	e := p.identifier()
	if p.text != "." && p.text != "(" {
		p.capture(e)
		return nil
	}
	for p.accept(".") {
		e = p.attribute(e)
	}
	p.use(e)
	if p.text != "(" {
		return nil
	}
	p.patterns(")")
	return e
}

// patterns reads those in brackets, with the keys of a mapping and the keywords of a class.
func (p *reader) patterns(stop string) {
	for p.advance(); p.text != stop && !p.failed; {
		if p.tok.kind == name && p.follows("=") {
			p.advance()
			p.advance()
		}
		if p.pattern(); p.accept(":") {
			p.pattern()
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect(stop)
}

func (p *reader) capture(e *code.Expr) {
	if e.Op == code.Name && e.Name != "_" {
		p.bind(e, nil)
	}
}
