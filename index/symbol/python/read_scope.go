package python

import (
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// header is what stands before the colon of a definition.
type header struct {
	name       string
	types      []code.Span // its type parameters
	parameters []parameter // of a function
	returns    code.Span
	bases      []written // of a class
}

// parameter is a parameter of a function.
type parameter struct {
	code.Bind
	kind       decl.ParameterKind
	typ, given code.Span // the type and the default as written
}

// function reads a function definition.
func (p *reader) function(start, column int) {
	p.advance()
	h := header{name: p.identifier().Name}
	scope := &code.Scope{Kind: code.FunctionScope, Name: h.name}
	types, spans := p.typeParameters()
	p.expect("(")
	h.types, h.parameters = spans, p.parameters(")")
	p.expect(")")
	if p.accept("->") {
		first := p.tok.start
		scope.Returns = []*code.Expr{p.annotation()}
		h.returns = p.span(first)
	}
	if p.scan != nil {
		p.scan.function(h)
	} else {
		scope.Parameters = binds(h.parameters)
	}
	p.body(scope, types, start, column)
}

// classDefinition reads a class.
func (p *reader) classDefinition(start, column int) {
	p.advance()
	h := header{name: p.identifier().Name}
	scope := &code.Scope{Kind: code.ClassScope, Name: h.name}
	types, spans := p.typeParameters()
	h.types = spans
	if p.accept("(") {
		for p.text != ")" && !p.failed {
			first := p.tok.start
			arg := p.argument()
			if arg.Name == "" {
				h.bases = append(h.bases, written{expr: arg.Value, at: p.span(first)})
			}
			switch {
			case arg.Name != "":
				p.use(arg.Value)
			case arg.Star > 0:
				scope.Bases = append(scope.Bases, &code.Expr{Op: code.Unknown, Name: "*", Parts: []*code.Expr{arg.Value}, Span: arg.Value.Span})
			default:
				scope.Bases = append(scope.Bases, arg.Value)
			}
			if !p.accept(",") {
				break
			}
		}
		p.expect(")")
	}
	if p.scan != nil {
		p.scan.class(h)
	}
	p.body(scope, types, start, column)
}

// body reads the block of a scope, whose statements start with first, and emits the scope.
func (p *reader) body(scope *code.Scope, first []code.Statement, start, column int) {
	outer, branches := p.out, p.branches
	p.out, p.branches = first, 0
	p.block(start, column)
	p.branches = branches
	if p.scan != nil {
		p.scan.pop()
	}
	scope.Statements = p.out
	p.out = outer
	if scope.Name != "" {
		outer = append(outer, code.Statement{Scope: scope})
	} else {
		outer = append(outer, scope.Statements...) // its head could not be read
	}
	p.out = outer
}

// typeParameters reads [T: int, *Ts, **P] where it stands, as what it binds and as it is written.
func (p *reader) typeParameters() ([]code.Statement, []code.Span) {
	start := p.tok.start
	if !p.accept("[") {
		return nil, nil
	}
	outer := p.out
	p.out = nil
	var spans []code.Span
	for p.text != "]" && !p.failed {
		first := p.tok.start
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
		spans = append(spans, p.span(first))
		if !p.accept(",") {
			break
		}
	}
	p.expect("]")
	statements := p.spread(p.span(start))
	p.out = outer
	return statements, spans
}

// parameters reads the parameters of a function or, up to a colon, of a lambda.
func (p *reader) parameters(stop string) []parameter {
	list := make([]parameter, 0, 4)
	kind := decl.Positional
	for p.text != stop && !p.failed {
		q := parameter{kind: kind}
		switch {
		case p.accept("*"):
			q.kind, kind = decl.Variadic, decl.KeywordOnly
		case p.accept("**"):
			q.kind = decl.Keywords
		}
		switch {
		case q.kind == kind && p.accept("/"): // what stands before is positional
			for i := range list {
				list[i].kind = decl.PositionalOnly
			}
		case q.kind == kind && p.accept("..."): // parameters are left out
		case q.kind == decl.Variadic && p.text == ",":
		default:
			p.parameter(&q, stop != ":")
			if q.Target.Op == code.Name {
				list = append(list, q)
			}
		}
		if !p.accept(",") {
			break
		}
	}
	return list
}

// parameter reads the name, the type and the default of a parameter.
func (p *reader) parameter(q *parameter, typed bool) {
	q.Target = p.identifier()
	if typed && p.accept(":") {
		first := p.tok.start
		q.Type = p.annotation()
		q.typ = p.span(first)
	}
	if p.accept("=") {
		first := p.tok.start
		if p.scan != nil {
			p.scan.skip(afterType)
		} else {
			q.Value = p.test()
		}
		q.given = p.span(first)
	}
	container := map[decl.ParameterKind]string{decl.Variadic: "tuple", decl.Keywords: "dict"}[q.kind]
	if container == "" {
		return
	}
	if q.Type != nil {
		p.use(q.Type)
	}
	q.Value, q.Type = &code.Expr{Op: code.Literal, Name: container, Span: q.Target.Span}, nil
}

// binds are parameters as what they bind.
func binds(list []parameter) []*code.Bind {
	var out []*code.Bind
	for i := range list {
		out = append(out, &list[i].Bind)
	}
	return out
}

// lambda reads a function without a name: a scope before the statement, and a value of which nothing is known.
func (p *reader) lambda() *code.Expr {
	start := p.tok.start
	p.advance()
	scope := &code.Scope{Kind: code.FunctionScope, Parameters: binds(p.parameters(":"))}
	p.expect(":")
	outer := p.out
	p.out = nil
	p.useAs(p.test(), code.Effect)
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
