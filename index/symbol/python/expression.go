package python

import (
	"strings"

	"ibid/index/symbol/code"
)

// Levels of the binary operators, those that bind closest last. A level is 0 where there is no operator.
const (
	levelOr = iota + 1
	levelAnd
	levelCompare
	levelBits
	levelXor
	levelBitAnd
	levelShift
	levelSum
	levelProduct
)

// ReadExpression reads src as one expression, of what stands between backticks in a text. It says false where it is
// none.
func ReadExpression(src string) (*code.Expr, bool) {
	p := part(src, 0, len(src))
	e := p.expressions()
	return e, !p.failed && p.tok.kind == end
}

// part returns a reader of an expression in src from start to stop, which may go over several lines.
func part(src string, start, stop int) *reader {
	return &reader{stream: within(src, start, stop)}
}

// expressions reads an expression, or a tuple without brackets.
func (p *reader) expressions() *code.Expr { return p.list(p.starred) }

// list reads what item reads, several times where commas follow: then it is a tuple.
func (p *reader) list(item func() *code.Expr) *code.Expr {
	start := p.tok.start
	first := item()
	if p.text != "," {
		return first
	}
	parts := []*code.Expr{first}
	for p.accept(",") && p.startsExpression() {
		parts = append(parts, item())
	}
	return &code.Expr{Op: code.Literal, Name: "tuple", Parts: parts, Span: p.span(start)}
}

// startsExpression says whether an expression may start with the current token.
func (p *reader) startsExpression() bool {
	switch p.tok.kind {
	case name:
		return startsWithWord(p.text)
	case number, str:
		return true
	case op:
		switch p.text {
		case "(", "[", "{", "-", "+", "~", "*", "**", "...":
			return true
		}
	}
	return false
}

// startsWithWord says whether an expression may start with a word.
func startsWithWord(word string) bool {
	switch word {
	case "None", "True", "False", "not", "lambda", "await", "yield":
		return true
	}
	return !isKeyword(word)
}

// starred reads an expression, which may be unpacked: *a
func (p *reader) starred() *code.Expr {
	if p.text != "*" {
		return p.named()
	}
	start := p.tok.start
	p.advance()
	return p.unknown("*", start, p.operand(levelBits))
}

// named reads an expression, and binds the name that it may give to its value.
func (p *reader) named() *code.Expr {
	e := p.test()
	if p.text != ":=" || e.Op != code.Name {
		return e
	}
	p.advance()
	p.bind(e, p.test())
	return &code.Expr{Op: code.Name, Name: e.Name, Span: e.Span}
}

// test reads an expression without commas: a condition, a lambda, or what operators join. What may hold another of its
// kind enters a level here, in brackets, calls, subscripts and behind signs.
func (p *reader) test() *code.Expr {
	start := p.tok.start
	switch p.text {
	case "lambda":
		p.enter()
		defer p.leave()
		return p.lambda()
	case "yield":
		p.enter()
		defer p.leave()
		p.advance()
		if !p.accept("from") && !p.startsExpression() {
			return p.unknown("yield", start)
		}
		return p.unknown("yield", start, p.expressions())
	}
	e := p.operand(levelOr)
	if p.text != "if" {
		return e
	}
	p.enter()
	defer p.leave()
	p.advance()
	condition := p.operand(levelOr)
	p.expect("else")
	return p.unknown("if", start, e, p.test(), condition)
}

// unknown makes a value of which nothing is known, from start to here.
func (p *reader) unknown(sign string, start int, parts ...*code.Expr) *code.Expr {
	return &code.Expr{Op: code.Unknown, Name: sign, Parts: parts, Span: p.span(start)}
}

// level returns the level of the binary operator at the current token.
func (p *reader) level() int {
	switch p.text {
	case "or":
		return levelOr
	case "and":
		return levelAnd
	case "in", "is", "<", ">", "<=", ">=", "==", "!=":
		return levelCompare
	case "not":
		if p.follows("in") {
			return levelCompare
		}
	case "|":
		return levelBits
	case "^":
		return levelXor
	case "&":
		return levelBitAnd
	case "<<", ">>":
		return levelShift
	case "+", "-":
		return levelSum
	case "*", "/", "//", "%", "@":
		return levelProduct
	}
	return 0
}

// operand reads what operators of a level or above join. Operators of one level make one expression, which
// has the operator as its name where it is the same all along.
func (p *reader) operand(lowest int) *code.Expr {
	start := p.tok.start
	left := p.unary()
	for {
		level := p.level()
		if level < lowest {
			return left
		}
		sign, parts := p.text, []*code.Expr{left}
		for p.level() == level {
			if p.text != sign {
				sign = ""
			}
			switch word := p.text; {
			case word == "not", word == "is" && p.follows("not"):
				p.advance()
			}
			p.advance()
			parts = append(parts, p.operand(level+1))
		}
		left = p.unknown(sign, start, parts...)
	}
}

// unary reads an expression with the operators that stand before it.
func (p *reader) unary() *code.Expr {
	start, sign := p.tok.start, p.text
	switch {
	case p.given != nil:
	case sign == "not":
		p.enter()
		defer p.leave()
		p.advance()
		e := p.operand(levelCompare)
		return &code.Expr{Op: code.Literal, Name: "bool", Parts: []*code.Expr{e}, Span: p.span(start)}
	case sign == "-", sign == "+", sign == "~":
		p.enter()
		defer p.leave()
		p.advance()
		e := p.unary()
		if e.Op == code.Literal && len(e.Parts) == 0 {
			e.Span.Start = start
			return e
		}
		return p.unknown(sign, start, e)
	}
	e := p.awaited()
	if p.text != "**" {
		return e
	}
	p.enter()
	defer p.leave()
	p.advance()
	return p.unknown("**", start, e, p.unary())
}

func (p *reader) awaited() *code.Expr {
	if p.text != "await" {
		return p.primary()
	}
	start := p.tok.start
	p.advance()
	e := p.primary()
	return &code.Expr{Op: code.Await, X: e, Span: p.span(start)}
}

// primary reads an atom with the attributes, calls and subscripts that follow it.
func (p *reader) primary() *code.Expr {
	start := p.tok.start
	e := p.given
	if p.given = nil; e == nil {
		e = p.atom()
	} else {
		start = e.Span.Start
	}
	for range maxChain {
		switch {
		case p.accept("."):
			e = p.attribute(e)
		case p.accept("("):
			e = p.call(e)
			e.Span = p.span(start)
		case p.accept("["):
			e = p.subscript(e)
			p.expect("]")
			e.Span = p.span(start)
		default:
			return e
		}
	}
	p.fail()
	return e
}

// attribute reads the name of a member of x.
func (p *reader) attribute(x *code.Expr) *code.Expr {
	if p.tok.kind != name {
		p.fail()
		return x
	}
	e := &code.Expr{Op: code.Attr, Name: p.text, X: x, Span: p.here()}
	p.advance()
	return e
}

// call reads the arguments of a call of x. Where its end is not found, any number of others may belong to it, and
// what later lines assign is no keyword argument.
func (p *reader) call(x *code.Expr) *code.Expr {
	p.enter()
	defer p.leave()
	open := p.last
	e := &code.Expr{Op: code.Call, X: x, Args: p.arguments()}
	p.expect(")")
	if !p.failed {
		return e
	}
	for i, arg := range e.Args {
		if arg.Name != "" && strings.Contains(p.src[open:arg.Span.Start], "\n") {
			e.Args[i] = code.Arg{Star: 1, Value: arg.Value}
		}
	}
	e.Args = append(e.Args, code.Arg{Star: 1, Value: p.unknown("...", p.last)})
	return e
}

// arguments reads the arguments of a call up to its closing bracket. A bare ellipsis stands for any number of them,
// as *args do.
func (p *reader) arguments() []code.Arg {
	var args []code.Arg
	for p.text != ")" && !p.failed {
		args = append(args, p.argument())
		if !p.accept(",") {
			break
		}
	}
	return args
}

func (p *reader) argument() code.Arg {
	switch {
	case p.accept("*"):
		return code.Arg{Star: 1, Value: p.test()}
	case p.accept("**"):
		return code.Arg{Star: 2, Value: p.test()}
	case p.tok.kind == name && p.follows("="):
		arg := code.Arg{Name: p.text, Span: p.here()}
		p.advance()
		p.advance()
		arg.Value = p.test()
		return arg
	}
	start, mark := p.tok.start, len(p.out)
	e := p.named()
	if p.text == "for" || p.text == "async" {
		e = p.comprehension("generator", mark, start, e)
	}
	if e.Op == code.Unknown && e.Name == "..." {
		return code.Arg{Star: 1, Value: e}
	}
	return code.Arg{Value: e}
}

// subscript reads what stands in brackets behind x.
func (p *reader) subscript(x *code.Expr) *code.Expr {
	p.enter()
	defer p.leave()
	e := &code.Expr{Op: code.Index, X: x}
	for p.text != "]" && !p.failed {
		e.Parts = append(e.Parts, p.slice())
		if !p.accept(",") {
			break
		}
	}
	if len(e.Parts) == 1 && !p.types {
		if key, ok := p.constant(e.Parts[0]); ok && key != "" {
			e.Name, e.Parts = key, nil
		}
	}
	return e
}

// slice reads a subscript: a:b:c is a Literal slice with the parts that are written.
func (p *reader) slice() *code.Expr {
	start := p.tok.start
	var parts []*code.Expr
	if p.text != ":" {
		e := p.starred()
		if p.text != ":" {
			return e
		}
		parts = append(parts, e)
	}
	for p.accept(":") {
		if p.startsExpression() {
			parts = append(parts, p.test())
		}
	}
	return &code.Expr{Op: code.Literal, Name: "slice", Parts: parts, Span: p.span(start)}
}
