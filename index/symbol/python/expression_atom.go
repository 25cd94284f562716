package python

import (
	"slices"
	"strings"

	"ibid/index/symbol/code"
)

// atom reads a name, a literal, or an expression in brackets.
func (p *reader) atom() *code.Expr {
	e := &code.Expr{Op: code.Unknown, Span: code.Span{Start: p.tok.start, End: p.tok.start}}
	switch p.tok.kind {
	case name:
		switch p.text {
		case "None":
			e.Op, e.Name = code.Literal, "None"
		case "True", "False":
			e.Op, e.Name = code.Literal, "bool"
		default:
			if isKeyword(p.text) {
				p.fail()
				return e
			}
			e.Op, e.Name = code.Name, p.text
		}
	case number:
		e.Op, e.Name = code.Literal, numberType(p.text)
	case str:
		return p.strings()
	case op:
		switch p.text {
		case "(":
			return p.brackets()
		case "[":
			return p.items()
		case "{":
			return p.braces()
		case "...":
			e.Name = p.text
		default:
			p.fail()
			return e
		}
	default:
		p.fail()
		return e
	}
	e.Span = p.here()
	p.advance()
	return e
}

func numberType(text string) string {
	if strings.ContainsAny(text, ".eEjJ") && !strings.HasPrefix(strings.ToLower(text), "0x") {
		return "float"
	}
	return "int"
}

// brackets reads an expression in round brackets, a tuple or a generator.
func (p *reader) brackets() *code.Expr {
	p.enter()
	defer p.leave()
	start, mark := p.tok.start, len(p.out)
	p.advance()
	if p.accept(")") {
		return &code.Expr{Op: code.Literal, Name: "tuple", Span: p.span(start)}
	}
	e := p.expressions()
	if p.text == "for" || p.text == "async" {
		e = p.comprehension("generator", mark, start, e)
	}
	open := e.Op == code.Literal && e.Name == "tuple" && p.src[e.Span.Start] != '('
	p.expect(")")
	if open || e.Op == code.Literal && e.Name == "generator" {
		e.Span = p.span(start)
	}
	return e
}

// group makes what brackets from start on hold an expression.
func (p *reader) group(items []*code.Expr, start int) *code.Expr {
	if len(items) == 1 {
		return items[0]
	}
	return &code.Expr{Op: code.Literal, Name: "tuple", Parts: items, Span: p.span(start)}
}

// items reads a list.
func (p *reader) items() *code.Expr {
	p.enter()
	defer p.leave()
	start, mark := p.tok.start, len(p.out)
	p.advance()
	e := &code.Expr{Op: code.Literal, Name: "list"}
	for p.text != "]" && !p.failed {
		item := p.starred()
		if len(e.Parts) == 0 && (p.text == "for" || p.text == "async") {
			e = p.comprehension("list", mark, start, item)
			break
		}
		e.Parts = append(e.Parts, item)
		if !p.accept(",") {
			break
		}
	}
	p.expect("]")
	e.Span = p.span(start)
	return e
}

// braces reads a set or a dictionary, whose Parts are keys and values in turn; where one is unpacked its key is
// Unknown.
func (p *reader) braces() *code.Expr {
	p.enter()
	defer p.leave()
	start, mark := p.tok.start, len(p.out)
	p.advance()
	e := &code.Expr{Op: code.Literal, Name: "dict"}
	for p.text != "}" && !p.failed {
		var entry []*code.Expr
		at := p.tok.start
		if p.accept("**") {
			value := p.unknown("**", at, p.operand(levelBits))
			entry = []*code.Expr{{Op: code.Unknown, Span: code.Span{Start: at, End: at}}, value}
		} else if entry = []*code.Expr{p.starred()}; p.accept(":") {
			entry = append(entry, p.test())
		} else {
			e.Name = "set"
		}
		if len(e.Parts) == 0 && (p.text == "for" || p.text == "async") {
			e = p.comprehension(e.Name, mark, start, entry...)
			break
		}
		e.Parts = append(e.Parts, entry...)
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
	e.Span = p.span(start)
	return e
}

// comprehension reads the clauses of a comprehension whose elements are read. It emits its scope before the statement
// that is being read; what the elements emitted from mark on belongs to it.
func (p *reader) comprehension(kind string, mark, start int, elements ...*code.Expr) *code.Expr {
	inner := slices.Clone(p.out[mark:])
	outer := p.out[:mark]
	branches := p.branches
	p.out, p.branches = nil, 0
	defer func() { p.branches = branches }()
	var leaked []code.Statement
	leak := func(statements []code.Statement) {
		for _, s := range statements {
			if s.Bind != nil { // := binds in the scope around as well
				leaked = append(leaked, code.Statement{Bind: &code.Bind{Target: s.Bind.Target, Branch: branches > 0}})
			}
		}
	}
	for first := true; p.text == "for" || p.text == "async"; first = false {
		p.accept("async")
		p.expect("for")
		target := p.targets()
		p.expect("in")
		at := p.tok.start
		element := &code.Expr{Op: code.Element, X: p.operand(levelOr), Span: p.span(at)}
		if first { // what is iterated first is worked out in the scope around
			outer, p.out = append(outer, p.out...), nil
		}
		p.bind(target, element)
		n := len(p.out)
		for p.accept("if") {
			p.use(p.operand(levelOr))
		}
		leak(p.out[n:])
	}
	leak(inner)
	p.out = append(p.out, inner...)
	p.useAll(elements)
	scope := &code.Scope{Kind: code.BlockScope, Statements: p.spread(p.span(start))}
	p.out = append(append(outer, code.Statement{Scope: scope}), leaked...)
	if p.bare {
		return p.unknown("for", start)
	}
	return &code.Expr{Op: code.Literal, Name: kind, Span: p.span(start)}
}
