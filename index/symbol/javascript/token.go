package javascript

// tokenKind is what a token is.
type tokenKind uint8

const (
	word         tokenKind = iota // an identifier or a keyword, a private name with its #
	number                        //
	str                           // a string with its quotes
	template                      // a template literal up to its end or to the ${ of its first substitution
	templateRest                  // from the } of a substitution to the next ${ or to the end
	regex                         // a regular expression with its flags
	op                            // an operator, a bracket or a delimiter
	bad                           // a character that no token starts with, or a string without an end
)

// token is a piece of the source.
type token struct {
	start, end int32 // bytes
	match      int32 // the bracket on the other side, by its number; none for other tokens
	kind       tokenKind
	flags      marks
}

// marks say how a token stands among others.
type marks uint8

const (
	newLine  marks = 1 << iota // a line ends somewhere before it and after the token before
	docAbove                   // a documentation comment stands right before it
	ends                       // an operand may end with it
)

// none stands for no index.
const none = -1

// text of a documentation comment, and the number of the token behind it.
type comment struct {
	start, end int32
	before     int32
}

// tokens are those of a source with its brackets matched. A bracket without another side matches the last token that it
// holds. < and > match where they may hold type arguments.
type tokens struct {
	src    string
	list   []token
	docs   []comment
	broken bool // something is no JavaScript
}

// text is what token i writes, "" outside of the source.
func (t *tokens) text(i int) string {
	if i < 0 || i >= len(t.list) {
		return ""
	}
	return t.src[t.list[i].start:t.list[i].end]
}

// is says whether token i is written as text.
func (t *tokens) is(i int, text string) bool { return t.text(i) == text }

// kind is the kind of token i, bad outside of the source.
func (t *tokens) kind(i int) tokenKind {
	if i < 0 || i >= len(t.list) {
		return bad
	}
	return t.list[i].kind
}

// fresh says whether token i is the first of its line.
func (t *tokens) fresh(i int) bool {
	return i >= len(t.list) || i <= 0 || t.list[i].flags&newLine != 0
}

// opens says whether token i is a bracket, or a part of a template that others follow.
func (t *tokens) opens(i int) bool {
	if i < 0 || i >= len(t.list) {
		return false
	}
	k := &t.list[i]
	switch k.kind {
	case op:
		c := t.src[k.start]
		return k.end-k.start == 1 && (c == '(' || c == '[' || c == '{')
	case template, templateRest:
		return int(k.match) > i
	}
	return false
}

// skip is the number of the token behind token i, or behind what it opens.
func (t *tokens) skip(i int) int {
	if !t.opens(i) {
		return i + 1
	}
	for t.kind(i) == template || t.kind(i) == templateRest {
		next := int(t.list[i].match)
		if next <= i {
			return i + 1
		}
		if t.kind(next) != templateRest { // without an end
			return next + 1
		}
		i = next
	}
	return max(int(t.list[i].match), i) + 1
}

// inside are the tokens that a bracket holds: from lo up to hi.
func (t *tokens) inside(i int) (lo, hi int) {
	m := int(t.list[i].match)
	if m > i && t.closes(i, m) {
		return i + 1, m
	}
	return i + 1, max(m, i) + 1
}

// closes says whether token m is the other side of bracket i.
func (t *tokens) closes(i, m int) bool {
	k := &t.list[m]
	if k.kind != op || k.end-k.start != 1 {
		return k.kind == templateRest
	}
	switch t.src[t.list[i].start] {
	case '(':
		return t.src[k.start] == ')'
	case '[':
		return t.src[k.start] == ']'
	}
	return t.src[k.start] == '}'
}

// angle is the number of the > that closes the < at i, none where i does not open type arguments.
func (t *tokens) angle(i int) int {
	if t.kind(i) != op || !t.is(i, "<") || int(t.list[i].match) <= i {
		return none
	}
	return int(t.list[i].match)
}

// wholeBefore says whether an expression may end before token i.
func (t *tokens) wholeBefore(i int) bool {
	k := &t.list[i-1]
	if k.flags&ends != 0 {
		return true
	}
	if k.kind != op || k.end-k.start != 1 {
		return false
	}
	switch t.src[k.start] {
	case '}', ')':
		return true
	case '>':
		return k.match >= 0
	}
	return false
}

// goesOn says whether token i, at the start of a line, goes on with the expression before it.
func (t *tokens) goesOn(i int) bool {
	switch t.kind(i) {
	case op:
		switch t.text(i) {
		case "{", "}", "++", "--", "!", "~", "@", "...":
			return false
		}
		return true
	case template, templateRest:
		return true
	case word:
		return t.is(i, "in") || t.is(i, "instanceof")
	}
	return false
}

// expressionEnd is the number of the token behind an expression that starts at i: a comma, where stop says so, a
// semicolon, a closing bracket, hi, or the first token of a line that starts something else.
func (t *tokens) expressionEnd(i, hi int, stop byte) int {
	start, body := i, false // body: that of a function or a class is still to come
	for i < hi {
		k := &t.list[i]
		if k.flags&newLine != 0 && i > start && t.wholeBefore(i) && !t.goesOn(i) && !(body && t.src[k.start] == '{') {
			return i
		}
		switch k.kind {
		case word:
			if k.end-k.start == 8 && t.is(i, "function") || k.end-k.start == 5 && t.is(i, "class") {
				body = true
			}
		case op:
			if k.end-k.start > 1 {
				break
			}
			switch c := t.src[k.start]; c {
			case ';', ')', ']', '}':
				return i
			case '{':
				body = false
			case stop:
				return i
			case '<':
				if stop == ',' {
					if end := t.typeArgumentsEnd(i); end > 0 {
						i = end
						continue
					}
				}
			}
		}
		i = t.skip(i)
	}
	return hi
}

// typeArgumentsEnd is the number of the token behind the type arguments that start at i in an expression, 0 where a
// comparison starts there.
func (t *tokens) typeArgumentsEnd(i int) int {
	if next := t.angle(i) + 1; next > 0 && (t.kind(next) == template || t.is(next, "(") || t.fresh(next)) {
		return next
	}
	return 0
}
