package javascript

import (
	"ibid/index/symbol/code"
)

// element reads an element of JSX: the component that its tag names, what its attributes are set to, and what it holds.
func (r *reader) element() *code.Expr {
	first := r.i
	if !r.enter() {
		r.leave()
		return r.unknown("jsx", first)
	}
	defer r.leave()
	stop := max(int(r.list[first].match), first)
	hi := r.hi
	r.i, r.hi = first+1, min(stop+1, hi)
	var parts []*code.Expr
	if c := r.component(); c != nil {
		parts = append(parts, c)
	}
	for r.i < r.hi {
		parts = append(parts, r.inElement()...)
	}
	r.i, r.hi = min(stop+1, hi), hi
	return r.unknown("jsx", first, parts...)
}

// component reads the name of a tag. Those that start with a small letter are elements of HTML.
func (r *reader) component() *code.Expr {
	if r.here() != word {
		return nil
	}
	first := r.i
	e := &code.Expr{Op: code.Name, Name: r.at(), Span: r.spanOf(r.i)}
	r.i++
	for r.at() == "." && r.kind(r.i+1) == word && r.i+1 < r.hi {
		e = &code.Expr{Op: code.Attr, Name: r.text(r.i + 1), X: e, Span: r.spanOf(r.i + 1)}
		r.i += 2
	}
	if c := r.text(first)[0]; e.Op == code.Name && (c >= 'a' && c <= 'z' || !isName(e.Name)) {
		return nil
	}
	return e
}

// isName says whether a word of a tag could stand in an expression.
func isName(text string) bool {
	for i := range len(text) {
		if k := class[text[i]]; k != letter && k != digit && k != wide {
			return false
		}
	}
	return text != ""
}

// inElement reads one token of an element, or what it opens.
func (r *reader) inElement() []*code.Expr {
	switch r.here() {
	case tag:
		switch r.at() {
		case "<":
			return []*code.Expr{r.element()}
		case "</":
			for r.i < r.hi && !(r.here() == tag && r.at() == ">") {
				r.i++
			}
		}
	case op:
		if r.at() == "{" {
			var e *code.Expr
			r.within(func() {
				if r.i < r.hi {
					e = r.expressions()
				}
			})
			if e == nil {
				return nil
			}
			return parts(e)
		}
	}
	r.i = min(r.i+1, r.hi)
	return nil
}
