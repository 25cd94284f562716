package javascript

import "ibid/index/symbol/code"

// pattern binds the names of the pattern at token at to parts of a value of a type. Both may be nil.
func (r *reader) pattern(at int, value, typ *code.Expr) {
	p := patternReader{reader: r, left: maxShared}
	p.read(at, value, typ)
}

// patternReader binds the names of one pattern.
type patternReader struct {
	*reader
	left     int  // names that still get a part of the value
	assigned bool // they need not be names: [a.b, c[0]] = d
}

// read binds what stands at token at, and goes on behind it.
func (p *patternReader) read(at int, value, typ *code.Expr) {
	p.i = at
	if p.enter() {
		p.target(value, typ)
		p.leave()
	}
}

func (p *patternReader) target(value, typ *code.Expr) {
	at := p.i
	switch {
	case p.here() == word:
		p.i++
		target := p.nameAt(at)
		if p.assigned {
			target = p.postfix(target, at)
		}
		if op := target.Op; op == code.Name || op == code.Attr || op == code.Index {
			p.out = append(p.out, code.Statement{Bind: &code.Bind{Target: target, Value: value, Type: typ, Again: p.assigned}})
		}
	case p.at() == "{" || p.at() == "[":
		if typ != nil {
			p.use(typ)
			value = &code.Expr{Op: code.Instance, X: typ, Span: typ.Span}
		}
		parts := 0
		p.listIn(at, func() {
			for e := range p.partsIn(at) {
				p.part(&e, value, parts)
				parts++
			}
		})
		if parts == 0 && typ == nil && value != nil && value.Op != code.Name {
			p.use(value)
		}
	default:
		p.broken = true
	}
}

// part binds part n of a pattern.
func (p *patternReader) part(e *part, value *code.Expr, n int) {
	var item *code.Expr
	switch {
	case e.rest:
	case e.key == none:
		if value != nil && value.Op == code.Literal && value.Name == "array" {
			if n < len(value.Parts) && value.Parts[n].Name != "..." {
				item = value.Parts[n]
			}
		} else if value != nil {
			item = p.share(&code.Expr{Op: code.Result, N: n, X: value, Span: value.Span})
		}
	case p.kind(e.key) == word:
		if value != nil {
			item = p.share(&code.Expr{Op: code.Attr, Name: p.text(e.key), X: value, Span: p.spanOf(e.key)})
		}
	case p.is(e.key, "["):
		p.within(e.key, func() { p.use(p.assignment()) })
	}
	p.i = e.end
	if e.target != none {
		p.read(e.target, item, nil)
	}
	end := max(e.end, p.i)
	p.use(p.valueIn(e.value))
	p.pass(end)
}

// share is a part of a value, nil where too many have been given.
func (p *patternReader) share(e *code.Expr) *code.Expr {
	if p.left--; p.left < 0 {
		return nil
	}
	return e
}
