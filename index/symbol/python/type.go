package python

import "ibid/index/symbol/code"

// Type reads the text of an annotation as an expression that names the type: a Name, an Attr, or an Index with the
// type arguments as Parts. Types in quotes are read too. Optional[X], X | None, Annotated[X, …], Final[X] and the
// like are X; a union of several types is Unknown, with the types as Parts. None is a Literal. The result is nil
// where the text is no type.
func Type(text string) *code.Expr {
	p := part(text, 0, len(text))
	t := p.annotation()
	if p.failed || p.tok.kind != end {
		return nil
	}
	return t
}

// annotation reads a type. Where what is written names more than the type, a use of all of it is emitted.
func (p *reader) annotation() *code.Expr {
	if p.scan != nil {
		p.scan.skip(afterType)
		return nil
	}
	outer := p.types
	p.types = true
	written := p.starred()
	p.types = outer
	t, all := p.typeOf(written)
	if !all {
		p.use(written)
	}
	return t
}

// typeOf makes what is written as a type name it. It says whether nothing was left out.
func (p *reader) typeOf(e *code.Expr) (*code.Expr, bool) {
	p.enter()
	defer p.leave()
	switch {
	case p.failed:
		return e, true
	case e.Op == code.Index && len(e.Parts) > 0:
		return p.generic(e)
	case e.Op == code.Unknown && e.Name == "|":
		return p.union(e, e.Parts)
	case e.Op == code.Literal && e.Name == "str":
		return p.quoted(e), true
	case e.Op == code.Literal && e.Name == "list": // the parameters of Callable
		parts, all := p.typesOf(e.Parts)
		return &code.Expr{Op: e.Op, Name: e.Name, Parts: parts, Span: e.Span}, all
	}
	return e, true
}

func (p *reader) typesOf(list []*code.Expr) ([]*code.Expr, bool) {
	parts, all := make([]*code.Expr, len(list)), true
	for i, e := range list {
		t, whole := p.typeOf(e)
		parts[i], all = t, all && whole
	}
	return parts, all
}

// generic makes X[…] name a type.
func (p *reader) generic(e *code.Expr) (*code.Expr, bool) {
	switch e.X.Name {
	case "Optional", "Annotated", "Final", "ClassVar", "InitVar", "Required", "NotRequired", "ReadOnly":
		t, _ := p.typeOf(e.Parts[0])
		return t, false
	case "Union":
		t, _ := p.union(e, e.Parts)
		return t, false
	case "Literal":
		return e, true
	}
	parts, all := p.typesOf(e.Parts)
	return &code.Expr{Op: e.Op, X: e.X, Parts: parts, Span: e.Span}, all
}

// union makes the types of a union name one: the only one beside None.
func (p *reader) union(e *code.Expr, list []*code.Expr) (*code.Expr, bool) {
	parts, all := p.typesOf(list)
	var only *code.Expr
	for _, part := range parts {
		if part.Op == code.Literal && part.Name == "None" {
			continue
		}
		if only != nil {
			return &code.Expr{Op: code.Unknown, Name: "|", Parts: parts, Span: e.Span}, all
		}
		only = part
	}
	if only == nil {
		only = e
	}
	return only, all
}

// quoted reads a type in quotes. What is no type stays a string.
func (p *reader) quoted(e *code.Expr) *code.Expr {
	start, stop, ok := p.plain(e)
	if !ok {
		return e
	}
	outer, broken, mark := p.stream, p.broken, len(p.out)
	p.stream = within(p.src, start, stop)
	t := p.annotation()
	if p.failed || p.tok.kind != end {
		t, p.broken, p.out = e, broken, p.out[:mark]
	}
	p.stream = outer
	return t
}
