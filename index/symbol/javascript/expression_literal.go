package javascript

import "ibid/index/symbol/code"

func (r *reader) array() *code.Expr {
	first := r.i
	if !r.enter() {
		return r.unknown("", first)
	}
	defer r.leave()
	var parts []*code.Expr
	r.within(first, func() {
		for r.i < r.hi {
			at := r.i
			if r.accept(",") {
				parts = append(parts, r.unknown("", at))
				continue
			}
			if r.accept("...") {
				if r.i >= r.hi || r.at() == "," {
					parts = append(parts, r.unknown("...", at))
				} else {
					parts = append(parts, r.unknown("...", at, r.assignment()))
				}
			} else {
				parts = append(parts, r.assignment())
			}
			r.separate(at)
		}
	})
	return r.literal("array", first, parts...)
}

// object reads an object, whose parts are keys and values in turn.
func (r *reader) object() *code.Expr {
	first := r.i
	if !r.enter() {
		return r.unknown("", first)
	}
	defer r.leave()
	var parts []*code.Expr
	r.listIn(first, func() {
		for m := range r.propertiesIn(first) {
			key, value := r.property(&m)
			parts = append(parts, key, value)
			r.pass(m.end)
		}
	})
	return r.literal("object", first, parts...)
}

// property reads one property of an object.
func (r *reader) property(m *member) (key, value *code.Expr) {
	r.i = m.first
	key, value = r.unknown("", m.first), r.unknown("", m.first)
	if m.name != none {
		r.i = m.name + 1
		if key = r.literal("string", m.name); r.is(m.name, "[") {
			r.within(m.name, func() { key = r.assignment() })
		}
	}
	switch {
	case m.kind == noMember:
		r.broken = true
	case m.kind == methodMember:
		r.callable("", m.first, &m.head)
		value = r.unknown("=>", m.first)
	case m.kind == spreadMember:
		r.i = m.end
		if value = r.unknown("...", m.first); !m.value.empty() {
			value.Parts = []*code.Expr{r.valueIn(m.value)}
		}
	case r.is(m.value.lo-1, ":"):
		if !m.value.empty() {
			value = r.valueIn(m.value)
		}
	case r.kind(m.name) == word:
		value = r.nameAt(m.name)
		r.use(r.valueIn(m.value)) // of a pattern
	}
	return key, value
}

// template reads a template literal, and returns what is put into it.
func (r *reader) template() []*code.Expr {
	var parts []*code.Expr
	if !r.enter() {
		return nil
	}
	defer r.leave()
	for {
		open := r.i
		next := int(r.list[open].match)
		if next <= open {
			r.i++
			return parts
		}
		hi := r.hi
		r.i, r.hi = r.inside(open)
		r.hi = min(r.hi, hi)
		if r.i < r.hi {
			parts = append(parts, r.expressions())
		}
		if r.i < r.hi {
			r.broken = true
		}
		r.i, r.hi = min(next, hi), hi
		if r.kind(next) != templateRest || next >= hi {
			r.i = min(next+1, hi)
			return parts
		}
	}
}

// element reads an element of JSX: the component that its tag names, what its attributes are set to, and what it holds.
func (r *reader) element() *code.Expr {
	first := r.i
	if !r.enter() {
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
	e := r.nameAt(first)
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
			r.within(r.i, func() {
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
