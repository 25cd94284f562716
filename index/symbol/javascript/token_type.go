package javascript

// typeEnd is the number of the token behind the type that starts at i; i where none starts there.
func (t *tokens) typeEnd(i, hi int) int {
	pending, open := 0, 0 // conditions without their ?, without their :
	operand := false      // the next token goes on with a type, or ends it
	start := i
	for i < hi {
		if !operand {
			next := t.typeOperand(i)
			if next == i {
				return i
			}
			operand = next > 0
			i = max(next, -next)
			continue
		}
		switch t.text(i) {
		case ".", "?.":
			i += 2
		case "<":
			end := t.angle(i)
			if end < 0 || t.fresh(i) && i > start {
				return i
			}
			i = end + 1
		case "[":
			if t.fresh(i) {
				return i
			}
			i = t.skip(i)
		case "|", "&":
			i, operand = i+1, false
		case "extends":
			pending++
			i, operand = i+1, false
		case "is":
			if t.fresh(i) {
				return i
			}
			i, operand = i+1, false
		case "?":
			if pending == 0 {
				return i
			}
			pending--
			open++
			i, operand = i+1, false
		case ":":
			if open == 0 {
				return i
			}
			open--
			i, operand = i+1, false
		default:
			return i
		}
	}
	return min(i, hi)
}

// typeOperand reads one name, literal or bracket of a type, or a word before one. It returns the number of the token
// behind it, negative where the operand is still to come, i where none stands there.
func (t *tokens) typeOperand(i int) int {
	switch t.kind(i) {
	case number, str, template:
		return t.skip(i)
	case word:
		switch t.text(i) {
		case "keyof", "readonly", "unique", "infer", "typeof", "new", "abstract", "asserts":
			if k := t.kind(i + 1); !t.fresh(i+1) && (k == word && !t.is(i+1, "is") && !t.is(i+1, "extends") || k == str || k == template || t.is(i+1, "(") || t.is(i+1, "[") || t.is(i+1, "{") || t.is(i+1, "<")) {
				return -(i + 1)
			}
		case "import":
			if t.is(i+1, "(") {
				return t.skip(i + 1)
			}
		}
		return i + 1
	case op:
		switch t.text(i) {
		case "|", "&", "-", "...":
			return -(i + 1)
		case "<":
			if end := t.angle(i); end > 0 {
				return -(end + 1)
			}
		case "{", "[":
			return t.skip(i)
		case "(":
			next := t.skip(i)
			if t.is(next, "=>") && t.holdsParameters(i) {
				return -(next + 1)
			}
			return next
		case "*", "?": // JSDoc and Flow
			return i + 1
		}
	}
	return i
}

// holdsParameters says whether the brackets at i hold the parameters of a function type, not a type.
func (t *tokens) holdsParameters(i int) bool {
	i++
	switch t.text(i) {
	case ")", "...", "@":
		return true
	case "{", "[":
		i = t.skip(i)
	default:
		if t.kind(i) != word {
			return false
		}
		i++
	}
	switch t.text(i) {
	case ":", ",", "?", "=", ")":
		return true
	}
	return false
}
