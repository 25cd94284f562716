package python

import "ibid/index/symbol/code"

// function reads a function definition.
func (p *reader) function(start, column int) {
	p.advance()
	scope := &code.Scope{Kind: code.FunctionScope, Name: p.identifier().Name}
	types := p.typeParameters()
	p.expect("(")
	scope.Parameters = p.parameters(")")
	p.expect(")")
	if p.accept("->") {
		if t := p.annotation(); t != nil {
			scope.Returns = []*code.Expr{t}
		}
	}
	p.body(scope, types, start, column)
}

// classDefinition reads a class.
func (p *reader) classDefinition(start, column int) {
	p.advance()
	scope := &code.Scope{Kind: code.ClassScope, Name: p.identifier().Name}
	types := p.typeParameters()
	if p.accept("(") {
		for _, arg := range p.arguments() {
			switch {
			case arg.Name != "":
				p.use(arg.Value)
			case arg.Star > 0:
				scope.Bases = append(scope.Bases, &code.Expr{Op: code.Unknown, Name: "*", Parts: []*code.Expr{arg.Value}, Span: arg.Value.Span})
			default:
				scope.Bases = append(scope.Bases, arg.Value)
			}
		}
		p.expect(")")
	}
	p.body(scope, types, start, column)
}

// body reads the block of a scope, whose statements start with first, and emits the scope.
func (p *reader) body(scope *code.Scope, first []code.Statement, start, column int) {
	outer := p.out
	p.out = first
	p.suite(start, column)
	scope.Statements = p.out
	p.out = outer
	if scope.Name != "" {
		outer = append(outer, code.Statement{Scope: scope})
	} else {
		outer = append(outer, scope.Statements...) // its head could not be read
	}
	p.out = outer
}

// typeParameters reads [T: int, *Ts, **P] where it stands, as what it binds.
func (p *reader) typeParameters() []code.Statement {
	start := p.tok.start
	if !p.accept("[") {
		return nil
	}
	outer := p.out
	p.out = nil
	for p.text != "]" && !p.failed {
		if p.text == "*" || p.text == "**" {
			p.advance()
		}
		target := p.identifier()
		if p.accept(":") {
			p.use(p.test())
		}
		if p.accept("=") {
			p.use(p.test())
		}
		p.bind(target, nil)
		if !p.accept(",") {
			break
		}
	}
	p.expect("]")
	statements := p.spread(p.span(start))
	p.out = outer
	return statements
}

// parameters reads the parameters of a function or, up to a colon, of a lambda.
func (p *reader) parameters(stop string) []*code.Bind {
	var list []*code.Bind
	for p.text != stop && !p.failed {
		container := ""
		switch {
		case p.accept("*"):
			container = "tuple"
		case p.accept("**"):
			container = "dict"
		}
		switch {
		case container == "" && (p.accept("/") || p.accept("...")): // what stands before is positional; parameters are left out
		case container == "tuple" && p.text == ",":
		default:
			bind := &code.Bind{Target: p.identifier()}
			if stop != ":" && p.accept(":") {
				bind.Type = p.annotation()
			}
			if p.accept("=") {
				bind.Value = p.test()
			}
			if container != "" {
				if bind.Type != nil {
					p.use(bind.Type)
				}
				bind.Value, bind.Type = &code.Expr{Op: code.Literal, Name: container, Span: bind.Target.Span}, nil
			}
			if bind.Target.Op == code.Name {
				list = append(list, bind)
			}
		}
		if !p.accept(",") {
			break
		}
	}
	return list
}

// lambda reads a function without a name: a scope before the statement, and a value of which nothing is known.
func (p *reader) lambda() *code.Expr {
	start := p.tok.start
	p.advance()
	scope := &code.Scope{Kind: code.FunctionScope, Parameters: p.parameters(":")}
	p.expect(":")
	outer := p.out
	p.out = nil
	p.use(p.test())
	scope.Statements = p.spread(p.span(start))
	p.out = append(outer, code.Statement{Scope: scope})
	return &code.Expr{Op: code.Unknown, Name: "lambda", Span: p.span(start)}
}

// spread gives the statements that are being read one span, and returns them.
func (p *reader) spread(span code.Span) []code.Statement {
	for i := range p.out {
		p.out[i].Span = span
	}
	return p.out
}
