package python

import "ibid/index/symbol/code"

// compound reads a statement with a block, up to its next clause. It says whether one starts here.
func (p *reader) compound(start, column int) bool {
	from := p.at
	if isBranch(p.text) {
		p.branches++
		defer func() { p.branches-- }()
	}
	switch p.text {
	case "if", "elif", "while":
		if p.advance(); p.scan == nil || !p.scan.toColon() {
			p.use(p.named())
		}
	case "for":
		p.loop()
	case "try", "else", "finally":
		p.advance()
	case "except":
		p.handler()
	case "with":
		p.with()
	case "async":
		p.advance()
		switch p.text {
		case "for", "with", "def":
			return p.compound(start, column)
		}
		p.fail()
	case "def":
		p.function(start, column)
		return true
	case "class":
		p.classDefinition(start, column)
		return true
	case "match", "case":
		return p.match(start, column)
	default:
		return false
	}
	if p.scan != nil {
		p.scan.header(from)
	}
	p.suite(start, column)
	return true
}

// isBranch says whether what stands behind a word of a statement runs under a condition, or again and again.
func isBranch(word string) bool {
	switch word {
	case "if", "for", "while", "try", "case":
		return true
	}
	return continues(word)
}

// suite reads the block of a statement that starts at start in column, whose names belong to the scope around.
func (p *reader) suite(start, column int) {
	if p.scan != nil {
		p.scan.suite()
		defer p.scan.pop()
	}
	p.block(start, column)
}

// block reads the colon of a statement that starts at start in column, and what stands behind it.
func (p *reader) block(start, column int) {
	p.expect(":")
	switch {
	case p.failed:
		if p.recover(start); p.fresh {
			p.statements(column)
		}
	case p.tok.kind == newline:
		p.advance()
		p.statements(column)
	default:
		for !p.fresh && p.tok.kind != end {
			p.statement()
		}
	}
}

// loop reads the head of a for statement.
func (p *reader) loop() {
	p.advance()
	target := p.targets()
	p.expect("in")
	start := p.tok.start
	if p.scan != nil {
		p.scan.targets(target, nil)
	}
	p.bind(target, &code.Expr{Op: code.Element, X: p.expressions(), Span: p.span(start)})
}

// targets reads what a loop binds.
func (p *reader) targets() *code.Expr {
	return p.list(func() *code.Expr {
		start := p.tok.start
		if p.accept("*") {
			return &code.Expr{Op: code.Unknown, Name: "*", Parts: []*code.Expr{p.primary()}, Span: p.span(start)}
		}
		return p.primary()
	})
}

// handler reads the head of an except clause.
func (p *reader) handler() {
	p.advance()
	group := p.accept("*")
	if p.text == ":" {
		return
	}
	start := p.tok.start
	e := p.expressions()
	if !p.accept("as") {
		p.use(e)
		return
	}
	target := p.identifier()
	if p.scan != nil {
		p.scan.caught(target)
	}
	if group || isSequence(e) {
		p.use(e)
		p.bind(target, nil)
		return
	}
	span := code.Span{Start: start, End: e.Span.End}
	p.bind(target, &code.Expr{Op: code.Instance, X: e, Span: span})
}

// with reads the head of a with statement.
func (p *reader) with() {
	p.advance()
	if start := p.tok.start; p.accept("(") {
		items := p.contexts(")")
		p.expect(")")
		if p.text == ":" || p.failed || len(items) == 0 {
			p.useAll(items)
			return
		}
		p.given = p.group(items, start) // the brackets only open the first expression
	}
	p.useAll(p.contexts(":"))
}

// contexts reads context managers up to stop, and returns those that are bound to nothing.
func (p *reader) contexts(stop string) []*code.Expr {
	var items []*code.Expr
	for first := true; p.text != stop && !p.failed; first = false {
		start := p.tok.start
		e := p.named()
		span := p.span(start)
		if p.accept("as") {
			target := p.primary()
			if p.scan != nil {
				p.scan.entered(target, &written{at: span}, first && stop == ":" && p.text != ",")
			}
			p.bind(target, &code.Expr{Op: code.Enter, X: e, Span: span})
		} else {
			items = append(items, e)
		}
		if !p.accept(",") {
			break
		}
	}
	return items
}

func (p *reader) useAll(list []*code.Expr) {
	for _, e := range list {
		p.use(e)
	}
}
