package javascript

import "ibid/index/symbol/code"

func (r *reader) array() *code.Expr {
	first := r.i
	if !r.enter() {
		r.leave()
		return r.unknown("", first)
	}
	defer r.leave()
	var parts []*code.Expr
	r.within(func() {
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
		r.leave()
		return r.unknown("", first)
	}
	defer r.leave()
	var parts []*code.Expr
	r.within(func() {
		for r.i < r.hi {
			at := r.i
			key, value := r.property()
			parts = append(parts, key, value)
			r.separate(at)
		}
	})
	return r.literal("object", first, parts...)
}

// property reads one property of an object.
func (r *reader) property() (key, value *code.Expr) {
	first := r.i
	if r.accept("...") {
		key = r.unknown("", first)
		if r.i >= r.hi || r.at() == "," {
			return key, r.unknown("...", first)
		}
		return key, r.unknown("...", first, r.assignment())
	}
	for r.isModifier() {
		r.i++
	}
	r.accept("*")
	at := r.i
	switch {
	case r.at() == "[":
		r.within(func() { key = r.assignment() })
	case r.here() == word || r.here() == str || r.here() == number:
		r.i++
		key = r.literal("string", at)
	}
	if key == nil {
		r.broken = true
		return r.unknown("", first), r.unknown("", first)
	}
	switch {
	case r.accept(":"):
		if r.i >= r.hi {
			return key, r.unknown("", first)
		}
		return key, r.assignment()
	case r.at() == "(" || r.at() == "<" && r.angle(r.i) > 0:
		r.callable("")
		return key, r.unknown("=>", first)
	case r.kind(at) == word:
		value = &code.Expr{Op: code.Name, Name: r.text(at), Span: r.spanOf(at)}
		if r.accept("=") { // of a pattern
			r.use(r.assignment())
		}
		return key, value
	}
	return key, r.unknown("", first)
}

// template reads a template literal, and returns what is put into it.
func (r *reader) template() []*code.Expr {
	var parts []*code.Expr
	if !r.enter() {
		r.leave()
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
