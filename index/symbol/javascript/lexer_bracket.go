package javascript

// opener is what a bracket opens.
type opener uint8

const (
	paren        opener = iota
	control             // the brackets behind if, while, for, with
	bracket             //
	block               // a brace whose end ends a statement
	object              // a brace whose end ends an operand
	substitution        // ${ in a template
)

// open is a bracket that waits for its other side.
type open struct {
	tok    int32
	angles int32 // how many < wait outside of it
	kind   opener
}

// push opens a bracket with the next token.
func (l *lexer) push(kind opener) {
	l.stack = append(l.stack, open{tok: int32(len(l.list)), angles: int32(len(l.angles)), kind: kind})
	if kind.braced() {
		l.braces++
	}
}

func (k opener) braced() bool { return k >= block }

// pop closes the innermost bracket with the token at.
func (l *lexer) pop(at int32) {
	n := len(l.stack) - 1
	o := l.stack[n]
	l.stack = l.stack[:n]
	l.angles = l.angles[:o.angles]
	l.list[o.tok].match = at
	if o.kind.braced() {
		l.braces--
	}
}

// giveUp closes the round and square brackets that are open, for a statement starts inside of them.
func (l *lexer) giveUp() {
	for n := len(l.stack) - 1; n >= 0 && l.stack[n].kind <= bracket; n-- {
		l.broken = true
		l.pop(int32(len(l.list) - 1))
	}
}

// dropAngles says that what waits for a > was a comparison.
func (l *lexer) dropAngles() {
	base := int32(0)
	if n := len(l.stack); n > 0 {
		base = l.stack[n-1].angles
	}
	l.angles = l.angles[:base]
}

// opener is what a bracket here opens.
func (l *lexer) opener(c byte) opener {
	last := len(l.list) - 1
	switch {
	case c == '[':
		return bracket
	case c == '(':
		if l.kind(last) == word && (isControl(l.text(last)) || l.is(last, "await") && l.is(last-1, "for")) && !l.is(last-1, ".") && !l.is(last-1, "?.") {
			return control
		}
		return paren
	case last < 0:
		return block
	}
	switch k := l.list[last]; k.kind {
	case op:
		switch l.text(last) {
		case ";", ")", "]", "{", "}", "=>", ">":
			return block
		case ":":
			if n := len(l.stack); n > 0 && l.stack[n-1].kind != block {
				return object
			}
			return block
		}
		return object
	case word:
		if k.flags&ends != 0 || l.is(last, "else") || l.is(last, "do") {
			return block
		}
	}
	return object
}

// closeBracket reads ) or ]. One that matches nothing is passed over.
func (l *lexer) closeBracket(c byte) {
	n := len(l.stack) - 1
	operand := true
	if n >= 0 && (c == ']' && l.stack[n].kind == bracket || c == ')' && l.stack[n].kind <= control) {
		operand = l.stack[n].kind != control
		at := l.stack[n].tok
		l.pop(int32(len(l.list)))
		l.take(op, 1, operand)
		l.list[len(l.list)-1].match = at
		return
	}
	l.broken = true
	l.take(op, 1, operand)
}

// closeBrace reads }, which ends whatever is open inside.
func (l *lexer) closeBrace() {
	if l.braces == 0 {
		l.broken = true
		l.take(op, 1, false)
		return
	}
	for !l.stack[len(l.stack)-1].kind.braced() {
		l.broken = true
		l.pop(int32(len(l.list) - 1))
	}
	o := l.stack[len(l.stack)-1]
	at := len(l.list)
	l.pop(int32(at))
	if o.kind == substitution {
		l.template(templateRest)
		return // its own match, where it opens the next substitution, comes later
	}
	l.take(op, 1, o.kind == object)
	l.list[at].match = o.tok
}
