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
