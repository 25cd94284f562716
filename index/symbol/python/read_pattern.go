package python

import "ibid/index/symbol/code"

// match reads a match statement or one of its cases, both of which hold a block. It says whether one starts here: match
// and case are ordinary names elsewhere. Patterns are not read: a name in one is bound to a value of which nothing is
// known.
func (p *reader) match(start, column int) bool {
	from, pattern := p.at, p.text == "case"
	switch {
	case p.scan != nil:
		if !p.scan.toColon() {
			return false
		}
		p.scan.header(from)
	case !p.heads():
		return false
	case pattern:
		p.pattern()
	default:
		p.advance()
		p.use(p.expressions())
	}
	p.suite(start, column)
	return true
}

// heads tells whether the colon of a block ends the logical line.
func (p *reader) heads() bool {
	n, last := 0, ""
	for t := p.ahead(0); t.kind != newline && t.kind != end && last != ";" && n < statementTokens; t = p.ahead(n) {
		last = p.src[t.start:t.end]
		n++
	}
	return last == ":" && n > 2 && !p.follows(".") && !p.follows("=")
}

// pattern binds the names of a pattern, and reads the condition behind it.
func (p *reader) pattern() {
	before := ""
	for p.advance(); p.tok.kind != end && (p.text != ":" || p.ahead(1).kind != newline); p.advance() {
		if p.text == "if" {
			p.advance()
			p.use(p.named())
			return
		}
		plain := p.tok.kind == name && !isKeyword(p.text) && p.text != "_" && before != "."
		if plain && p.ahead(1).kind != name && !p.follows("(") && !p.follows(".") && !p.follows("=") {
			p.bind(&code.Expr{Op: code.Name, Name: p.text, Span: p.here()}, nil)
		}
		before = p.text
	}
}
