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
	if p.fresh && p.scan == nil && p.notPython() {
		return
	}
	p.enter()
	p.one(start, column)
	for p.fresh && p.column == column && continues(p.text) {
		p.one(p.tok.start, column)
	}
	p.leave()
	if p.scan != nil {
		p.out = p.out[:mark]
		return
	}
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
		first := p.tok.start
		if p.scan != nil {
			p.scan.skip(afterValue)
			p.scan.decorator(p.span(first))
		} else {
			p.use(p.named())
		}
		if p.finish(start); p.tok.kind == end || p.column < column {
			return
		}
	}
	if !p.compound(start, column) {
		mark := len(p.out)
		if p.scan == nil || !p.scan.simple() {
			p.simple(start)
		}
		if p.scan != nil {
			p.scan.imports(p.out[mark:])
		} else if len(p.out) == mark && !p.failed {
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
		word := p.text
		if p.advance(); !p.finished() {
			e := p.expressions()
			role := code.Operand
			if word == "del" {
				role = code.Deletion
			}
			if p.useEach(e, role); p.scan != nil {
				p.scan.remove(e)
			}
		}
		if p.accept("from") {
			p.use(p.named())
		}
	case "global", "nonlocal":
		p.advance()
		p.useEach(p.expressions(), code.Global)
	case "type":
		if t := p.ahead(1); t.kind == name && !isKeyword(p.src[t.start:t.end]) {
			p.alias()
			return
		}
		p.assignment(start)
	default:
		p.assignment(start)
	}
}

// useEach emits the items of a list of expressions without brackets one by one.
func (p *reader) useEach(e *code.Expr, role code.Role) {
	parts := []*code.Expr{e}
	if e.Op == code.Literal && e.Name == "tuple" {
		parts = e.Parts
	}
	for _, part := range parts {
		p.useAs(part, role)
	}
}

// assignment reads an expression, or an assignment of any form.
func (p *reader) assignment(start int) {
	e := p.expressions()
	switch {
	case p.text == ":" && !p.failed:
		p.advance()
		first := p.tok.start
		bind := &code.Bind{Target: e, Type: p.annotation(), Branch: p.branches > 0}
		v := &written{annotation: p.span(first), bare: p.text != "="}
		if !v.bare {
			bind.Value, v.at = p.value()
		}
		if p.scan != nil {
			p.scan.targets(e, v)
			return
		}
		if e.Op == code.Name || e.Op == code.Attr || e.Op == code.Index {
			p.out = append(p.out, code.Statement{Bind: bind})
		}
	case p.text == "=":
		targets := []*code.Expr{e}
		var value *code.Expr
		var at code.Span
		for value, at = p.value(); p.text == "="; value, at = p.value() {
			if p.scan != nil {
				value = p.scan.read(&written{at: at})
			}
			if value != nil {
				targets = append(targets, value)
			}
		}
		if p.scan != nil {
			p.scan.assigned(targets, &written{at: at})
			return
		}
		for i, target := range targets {
			if i == maxShared {
				value = nil
			}
			p.bind(target, value)
		}
	case p.tok.kind == op && len(p.text) > 1 && strings.HasSuffix(p.text, "=") && p.level() == 0 && p.text != ":=":
		sign := p.text[:len(p.text)-1]
		parts := []*code.Expr{e}
		value, at := p.value()
		if value != nil {
			parts = append(parts, value)
		}
		if p.scan != nil {
			p.scan.augmented(e, sign, at)
			return
		}
		p.bind(e, &code.Expr{Op: code.Unknown, Name: sign, Parts: parts, Span: p.span(start)})
	default:
		if !p.finished() {
			p.fail()
		}
		if p.useAs(e, code.Effect); p.scan != nil {
			p.scan.call(e)
		}
	}
}

// value reads what is assigned, behind its sign, and where it stands.
func (p *reader) value() (*code.Expr, code.Span) {
	p.advance()
	start := p.tok.start
	if p.scan != nil {
		p.scan.skip(afterValue)
		return nil, p.span(start)
	}
	e := p.expressions()
	return e, p.span(start)
}

// alias reads: type X = …
func (p *reader) alias() {
	p.advance()
	target := p.identifier()
	types, spans := p.typeParameters()
	p.out = append(p.out, types...)
	p.expect("=")
	first := p.tok.start
	if t := p.annotation(); p.scan != nil {
		p.scan.alias(target, spans, &written{at: p.span(first)})
	} else {
		p.bind(target, t)
	}
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
