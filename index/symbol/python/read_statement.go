package python

import (
	"strings"

	"ibid/index/symbol/code"
)

// statements reads the statements that are indented by more than column.
func (p *reader) statements(column int) {
	for p.tok.kind != end && p.column > column {
		p.statement()
	}
}

// statement reads a statement with its blocks, and gives its span to all that it emits. It emits something at least.
func (p *reader) statement() {
	start, column, mark := p.tok.start, p.column, len(p.out)
	if p.fresh && p.notPython() {
		return
	}
	p.enter()
	p.one(start, column)
	for p.fresh && p.column == column && continues(p.text) {
		p.one(p.tok.start, column)
	}
	p.leave()
	span := p.span(start)
	for i := range p.out[mark:] {
		p.out[mark+i].Span = span
	}
}

// continues says whether a clause that starts with word belongs to the statement before it.
func continues(word string) bool {
	switch word {
	case "elif", "else", "except", "finally":
		return true
	}
	return false
}

// one reads one simple statement, or one compound one up to its next clause.
func (p *reader) one(start, column int) {
	for p.text == "@" {
		p.advance()
		p.use(p.named())
		if p.finish(start); p.tok.kind == end || p.column < column {
			return
		}
	}
	if !p.compound(start, column) {
		mark := len(p.out)
		p.simple(start)
		if len(p.out) == mark && !p.failed {
			p.out = append(p.out, code.Statement{Use: &code.Expr{Op: code.Unknown, Span: p.span(start)}})
		}
		p.finish(start)
	}
}

// finish passes the end of a simple statement that started at start.
func (p *reader) finish(start int) {
	switch {
	case p.failed:
		p.recover(start)
	case p.text == ";":
		last := p.last
		if p.advance(); p.tok.kind == newline {
			p.advance()
		}
		p.last = last
	case p.tok.kind == newline:
		p.advance()
	case p.tok.kind != end:
		p.fail()
		p.recover(start)
	}
}

// finished says whether a simple statement may end here.
func (p *reader) finished() bool {
	return p.text == ";" || p.tok.kind == newline || p.tok.kind == end
}

// simple reads a statement without a block, up to its end.
func (p *reader) simple(start int) {
	switch p.text {
	case "import":
		p.imports()
	case "from":
		p.from()
	case "pass", "break", "continue":
		p.advance()
	case "return":
		if p.advance(); !p.finished() {
			p.use(p.expressions())
		}
	case "raise", "assert", "del":
		if p.advance(); !p.finished() {
			p.useEach(p.expressions())
		}
		if p.accept("from") {
			p.use(p.named())
		}
	case "global", "nonlocal":
		p.advance()
		p.useEach(p.expressions())
	case "type":
		if t := p.peek(); t.kind == name && !isKeyword(p.src[t.start:t.end]) {
			p.alias()
			return
		}
		p.assignment(start)
	case "print", "exec":
		if p.oldStatement() {
			p.broken = true
			p.advance()
			p.useEach(p.expressions())
			return
		}
		p.assignment(start)
	default:
		p.assignment(start)
	}
}

// useEach emits the items of a list of expressions without brackets one by one.
func (p *reader) useEach(e *code.Expr) {
	if e.Op != code.Literal || e.Name != "tuple" {
		p.use(e)
		return
	}
	p.useAll(e.Parts)
}

// oldStatement says whether the name here is followed by what only the print statement of Python 2 allows.
func (p *reader) oldStatement() bool {
	t := p.peek()
	return t.kind == str || t.kind == number || t.kind == name && startsWithWord(p.src[t.start:t.end])
}

// assignment reads an expression, or an assignment of any form.
func (p *reader) assignment(start int) {
	e := p.expressions()
	switch {
	case p.text == ":" && !p.failed:
		p.advance()
		bind := &code.Bind{Target: e, Type: p.annotation()}
		if p.accept("=") {
			bind.Value = p.value()
		}
		if e.Op == code.Name || e.Op == code.Attr || e.Op == code.Index {
			p.out = append(p.out, code.Statement{Bind: bind})
		}
	case p.text == "=":
		targets := []*code.Expr{e}
		var value *code.Expr
		for p.accept("=") {
			if value != nil {
				targets = append(targets, value)
			}
			value = p.value()
		}
		for i, target := range targets {
			if i == maxShared {
				value = nil
			}
			p.bind(target, value)
		}
	case p.tok.kind == op && len(p.text) > 1 && strings.HasSuffix(p.text, "=") && p.level() == 0 && p.text != ":=":
		sign := p.text[:len(p.text)-1]
		p.advance()
		parts := []*code.Expr{e}
		if value := p.value(); value != nil {
			parts = append(parts, value)
		}
		p.bind(e, &code.Expr{Op: code.Unknown, Name: sign, Parts: parts, Span: p.span(start)})
	case p.text == "?":
		p.skipLine()
		p.use(e)
	default:
		if !p.finished() {
			p.fail()
		}
		p.use(e)
	}
}

// value reads what is assigned: nil for what IPython's shell gives.
func (p *reader) value() *code.Expr {
	if p.text == "!" || p.text == "%" {
		p.skipLine()
		return nil
	}
	return p.expressions()
}

// alias reads: type X = …
func (p *reader) alias() {
	p.advance()
	target := p.identifier()
	p.out = append(p.out, p.typeParameters()...)
	p.expect("=")
	p.bind(target, p.annotation())
}

// identifier reads a name that is being bound.
func (p *reader) identifier() *code.Expr {
	e := &code.Expr{Op: code.Unknown, Span: code.Span{Start: p.tok.start, End: p.tok.start}}
	if p.tok.kind != name || isKeyword(p.text) {
		p.fail()
		return e
	}
	e.Op, e.Name, e.Span = code.Name, p.text, p.here()
	p.advance()
	return e
}
