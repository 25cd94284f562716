package javascript

import "ibid/index/symbol/code"

// pattern binds the names of the pattern that starts here to parts of a value of a type. Both may be nil.
func (r *reader) pattern(value, typ *code.Expr) {
	p := patternReader{reader: r, left: maxShared}
	p.read(value, typ)
}

// patternReader binds the names of one pattern.
type patternReader struct {
	*reader
	left int // names that still get a part of the value
}

func (p *patternReader) read(value, typ *code.Expr) {
	if !p.enter() {
		p.leave()
		return
	}
	defer p.leave()
	switch {
	case p.here() == word:
		target := &code.Expr{Op: code.Name, Name: p.at(), Span: p.spanOf(p.i)}
		p.i++
		p.bind(target, value, typ)
	case p.at() == "{" || p.at() == "[":
		if typ != nil {
			p.use(typ)
			value = &code.Expr{Op: code.Instance, X: typ, Span: typ.Span}
		} else if value != nil && value.Op != code.Name && p.is(p.skip(p.i)-1, p.closer()) && p.skip(p.i)-p.i <= 2 {
			p.use(value)
		}
		read := p.object
		if p.at() == "[" {
			read = p.array
		}
		p.within(func() { read(value) })
	default:
		p.broken = true
	}
}

func (p *patternReader) closer() string {
	if p.at() == "[" {
		return "]"
	}
	return "}"
}

// part is a part of a value, nil where too many have been given.
func (p *patternReader) part(value *code.Expr, op code.Op, name string, n int, span code.Span) *code.Expr {
	if p.left--; value == nil || p.left < 0 {
		return nil
	}
	return &code.Expr{Op: op, Name: name, N: n, X: value, Span: span}
}

func (p *patternReader) object(value *code.Expr) {
	for p.i < p.hi {
		first := p.i
		var part *code.Expr
		switch {
		case p.accept("..."):
		case p.at() == "[":
			p.within(func() { p.use(p.assignment()) })
			p.accept(":")
		case p.here() == word:
			part = p.part(value, code.Attr, p.at(), 0, p.spanOf(p.i))
			if p.next() == ":" {
				p.i += 2
			}
		case p.here() == str || p.here() == number:
			p.i++
			p.accept(":")
		}
		if p.i < p.hi && p.at() != "," {
			p.read(part, nil)
		}
		p.rest(first)
	}
}

func (p *patternReader) array(value *code.Expr) {
	for n := 0; p.i < p.hi; n++ {
		first := p.i
		if p.accept(",") {
			continue
		}
		var part *code.Expr
		if p.accept("...") {
			part = nil
		} else if value != nil && value.Op == code.Literal && value.Name == "array" {
			if n < len(value.Parts) && value.Parts[n].Name != "..." {
				part = value.Parts[n]
			}
		} else if value != nil {
			part = p.part(value, code.Result, "", n, value.Span)
		}
		p.read(part, nil)
		p.rest(first)
	}
}

// rest reads the default of a part that starts at token first, and passes the comma behind it.
func (p *patternReader) rest(first int) {
	if p.accept("=") {
		p.use(p.assignment())
	}
	if !p.accept(",") && p.i < p.hi {
		p.broken = true
		p.i = max(p.i, min(p.skip(first), p.hi))
		for p.i < p.hi && !p.accept(",") {
			p.i = min(p.skip(p.i), p.hi)
		}
	}
}

// destructure binds the names in an array or an object, read as an expression, to parts of a value; left says how many of
// them get one.
func (r *reader) destructure(e, value *code.Expr, left *int) {
	switch {
	case e.Op == code.Name || e.Op == code.Attr || e.Op == code.Index:
		r.bind(e, value, nil)
	case e.Op == code.Literal && e.Name == "array":
		for n, part := range e.Parts {
			var item *code.Expr
			if *left--; value != nil && *left >= 0 {
				item = &code.Expr{Op: code.Result, N: n, X: value, Span: value.Span}
			}
			r.destructure(part, item, left)
		}
	case e.Op == code.Literal && e.Name == "object":
		for n := 0; n+1 < len(e.Parts); n += 2 {
			var item *code.Expr
			key := e.Parts[n].Span
			name := r.src[key.Start:key.End]
			if *left--; value != nil && *left >= 0 && isName(name) {
				item = &code.Expr{Op: code.Attr, Name: name, X: value, Span: key}
			}
			r.destructure(e.Parts[n+1], item, left)
		}
	case e.Op == code.Unknown && e.Name == "..." && len(e.Parts) == 1:
		r.destructure(e.Parts[0], nil, left)
	}
}
