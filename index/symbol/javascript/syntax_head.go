package javascript

// functionHead reads a function with its keywords. It says false where none stands at i.
func (t *tokens) functionHead(h *head, i, hi int) bool {
	if t.is(i, "async") && !t.fresh(i+1) {
		i++
	}
	if !t.is(i, "function") || i >= hi {
		return false
	}
	if i++; t.is(i, "*") {
		i++
	}
	if t.kind(i) == word && i < hi {
		h.name = i
		i++
	}
	t.callableHead(h, i, hi)
	return true
}

// callableHead reads type parameters, parameters, a result type and a body from i on. Where there are no parameters
// there is no more than that.
func (t *tokens) callableHead(h *head, i, hi int) {
	h.typeParams, i = t.angles(i, hi)
	if h.over, h.end = i, i; i >= hi || !t.is(i, "(") {
		return
	}
	h.params = i
	h.result, i = t.typed(t.skip(i), hi)
	if t.braces(h, i, hi); h.body == none && i < hi && t.is(i, ";") {
		h.end++
	}
}

// braces reads the body of what has its head before i, if there is one.
func (t *tokens) braces(h *head, i, hi int) {
	h.over, h.end = i, i
	if i < hi && t.is(i, "{") {
		h.body, h.end = i, t.skip(i)
	}
}

// angles are the type parameters or arguments at i, if any, and the number of the token behind them.
func (t *tokens) angles(i, hi int) (span, int) {
	if stop := t.angle(i); stop > 0 && stop < hi {
		return span{i + 1, stop}, stop + 1
	}
	return span{}, i
}

// typed is the type behind the colon at i, if one stands there, and the number of the token behind it.
func (t *tokens) typed(i, hi int) (span, int) {
	if i >= hi || !t.is(i, ":") {
		return span{}, i
	}
	end := t.typeEnd(i+1, hi)
	return span{i + 1, end}, end
}

// valued is the expression behind the = at i, if one stands there, and the number of the token behind it.
func (t *tokens) valued(i, hi int, stop byte) (span, int) {
	if i >= hi || !t.is(i, "=") {
		return span{}, i
	}
	end := t.expressionEnd(i+1, hi, stop)
	return span{i + 1, end}, end
}

// classHead reads a class from its name on, if it has one.
func (t *tokens) classHead(h *head, i, hi int) {
	if i < hi && t.kind(i) == word && !t.is(i, "extends") && !t.is(i, "implements") {
		h.name = i
		i++
	}
	h.typeParams, i = t.angles(i, hi)
	if t.is(i, "extends") {
		h.extends = span{i + 1, t.heritageEnd(i+1, hi)}
		i = h.extends.hi
	}
	if t.is(i, "implements") {
		h.types, i = t.typeList(i+1, hi)
	}
	t.braces(h, i, hi)
}

// heritageEnd is the number of the token behind the expression that a class extends.
func (t *tokens) heritageEnd(i, hi int) int {
	for i < hi && !t.is(i, "implements") && !t.is(i, ";") && !t.is(i, "}") {
		if t.is(i, "{") && t.wholeBefore(i) {
			return i
		}
		if a := t.angle(i); a > 0 {
			i = a + 1
			if t.is(i, "{") {
				return i
			}
			continue
		}
		i = t.skip(i)
	}
	return min(i, hi)
}

// typeList are the types from i on, with commas between, and the number of the token behind them.
func (t *tokens) typeList(i, hi int) ([]span, int) {
	var list []span
	for i < hi {
		end := t.typeEnd(i, hi)
		if end == i {
			break
		}
		list = append(list, span{i, end})
		if i = end; !t.is(i, ",") {
			break
		}
		i++
	}
	return list, i
}

// arrowHead reads the head of an arrow function. It says false where none stands at i.
func (t *tokens) arrowHead(i, hi int) (head, bool) {
	h := emptyHead()
	if t.is(i, "async") && i+1 < hi && !t.fresh(i+1) && (t.kind(i+1) == word || t.is(i+1, "(") || t.is(i+1, "<")) {
		i++
	}
	h.params, h.over = i, i+1
	if t.kind(i) != word {
		if h.typeParams, h.params = t.angles(i, hi); !t.is(h.params, "(") {
			return h, false
		}
		if h.over = t.skip(h.params); t.is(h.over, ":") && t.holdsParameters(h.params) {
			h.result, h.over = t.typed(h.over, hi)
		}
	}
	if h.over >= hi || !t.is(h.over, "=>") {
		return h, false
	}
	if t.is(h.over+1, "{") {
		h.body = h.over + 1
	}
	return h, true
}

// functionIn reads the head of the function or arrow function that is all that stands in value. It says false where
// there is none.
func (t *tokens) functionIn(value span) (head, bool) {
	h, ok := t.arrowHead(value.lo, value.hi)
	if !ok {
		h = emptyHead()
		ok = t.functionHead(&h, value.lo, value.hi) && h.body != none && h.end >= value.hi
	}
	return h, ok
}

// dottedEnd is the number of the token behind the dotted name at i.
func (t *tokens) dottedEnd(i int) int {
	if t.kind(i) != word {
		return i
	}
	i++
	for t.is(i, ".") && t.kind(i+1) == word {
		i += 2
	}
	return i
}
