package javascript

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexer cuts JavaScript and TypeScript into tokens. It takes any text, and looks at every byte a bounded
// number of times.
type lexer struct {
	tokens
	pos     int
	stack   []open
	braces  int     // on the stack that a } may close
	angles  []int32 // < that wait for a >
	operand bool    // an operand has just ended: / divides, < compares
	next    marks   // of the next token
	doc     comment // right before the next token, where docAbove is set

	lostRegex int // up to here a / starts no regular expression
}

// tokenise cuts src into tokens.
func tokenise(src string) *tokens {
	l := &lexer{tokens: tokens{src: src, list: make([]token, 0, len(src)/tokenBytes+16)}}
	if strings.HasPrefix(src, "\uFEFF") {
		l.pos = len("\uFEFF")
	}
	if strings.HasPrefix(src[l.pos:], "#!") {
		l.pos = l.lineEnd(l.pos)
	}
	for l.pos < len(src) {
		l.step()
	}
	for len(l.stack) > 0 {
		l.broken = true
		l.pop(int32(len(l.list) - 1))
	}
	return &l.tokens
}

// tokenBytes is how long a token is at least on average in most sources, with the space around it.
const tokenBytes = 5

// step reads a token, or the space before it.
func (l *lexer) step() {
	c := l.src[l.pos]
	switch class[c] {
	case space:
		l.pos++
	case lineEnd:
		l.next |= newLine
		l.pos++
	case letter:
		l.word()
	case digit:
		l.number()
	case quote:
		if c == '`' {
			l.template(template)
		} else {
			l.str(c)
		}
	case punctuation:
		l.punctuation(c)
	case wide:
		l.wide()
	default:
		if c == '#' && l.pos+1 < len(l.src) && (class[l.src[l.pos+1]] == letter || class[l.src[l.pos+1]] == wide) || c == '\\' && strings.HasPrefix(l.src[l.pos:], `\u`) {
			l.word()
			return
		}
		l.broken = true
		l.take(bad, 1, false)
	}
}

// take makes a token of the next n bytes.
func (l *lexer) take(kind tokenKind, n int, operand bool) {
	t := token{start: int32(l.pos), end: int32(l.pos + n), match: none, kind: kind, flags: l.next}
	if operand {
		t.flags |= ends
	}
	if l.next&docAbove != 0 {
		l.doc.before = int32(len(l.list))
		l.docs = append(l.docs, l.doc)
	}
	l.list = append(l.list, t)
	l.pos += n
	l.operand, l.next = operand, 0
}

// lineEnd is where the line at pos ends.
func (l *lexer) lineEnd(pos int) int {
	if n := strings.IndexByte(l.src[pos:], '\n'); n >= 0 {
		return pos + n
	}
	return len(l.src)
}

// wide reads a character beyond ASCII: white space, or the start of a word.
func (l *lexer) wide() {
	r, size := utf8.DecodeRuneInString(l.src[l.pos:])
	switch {
	case startsName(r):
		l.word()
	case r == '\u2028' || r == '\u2029':
		l.next |= newLine
		l.pos += size
	case unicode.IsSpace(r) || r == '\uFEFF':
		l.pos += size
	default:
		l.broken = true
		l.take(bad, size, false)
	}
}

// startsName says whether an identifier may start with r, which is not ASCII.
func startsName(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.In(r, unicode.Nl, unicode.Other_ID_Start))
}

// nameEnd is where the identifier that starts at pos ends.
func (l *lexer) nameEnd(pos int) int {
	for pos < len(l.src) {
		switch k := class[l.src[pos]]; {
		case k == letter || k == digit:
			pos++
		case k == wide:
			r, size := utf8.DecodeRuneInString(l.src[pos:])
			if !startsName(r) && !unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc) && r != '\u200c' && r != '\u200d' {
				return pos
			}
			pos += size
		case l.src[pos] == '\\' && strings.HasPrefix(l.src[pos:], `\u`):
			pos += 2
			if n := strings.IndexByte(l.src[pos:min(pos+9, len(l.src))], '}'); n > 0 && l.src[pos] == '{' {
				pos += n + 1
			}
		default:
			return pos
		}
	}
	return pos
}

func (l *lexer) word() {
	first := l.pos
	if l.src[first] == '#' {
		first++
	}
	n := l.nameEnd(first) - l.pos
	text := l.src[l.pos : l.pos+n]
	member := l.afterDot() && !(l.next&newLine != 0 && startsStatement(text))
	if !member && endsTypesWord(text) {
		l.dropAngles()
	}
	if !member && l.next&newLine != 0 && startsStatement(text) {
		l.giveUp()
	}
	l.take(word, n, member || !isPrefix(text))
}

// afterDot says whether a member is named next.
func (l *lexer) afterDot() bool {
	last := len(l.list) - 1
	return last >= 0 && l.list[last].kind == op && (l.is(last, ".") || l.is(last, "?."))
}

// number reads a number: 12, 0xff, 1_000.5e-3, 10n
func (l *lexer) number() {
	n, dots := l.pos, 0
	hex := strings.HasPrefix(l.src[n:], "0x") || strings.HasPrefix(l.src[n:], "0X")
	for n < len(l.src) {
		c := l.src[n]
		exponent := (c == '+' || c == '-') && !hex && n > l.pos && l.src[n-1]|0x20 == 'e'
		if dots += strings.Count(l.src[n:n+1], "."); class[c] != digit && class[c] != letter && c != '.' && !exponent || dots > 1 {
			break
		}
		n++
	}
	l.take(number, n-l.pos, true)
}

func (l *lexer) str(q byte) {
	n := l.pos + 1
	for n < len(l.src) {
		switch l.src[n] {
		case q:
			l.take(str, n+1-l.pos, true)
			return
		case '\n':
			l.broken = true
			l.take(bad, n-l.pos, true)
			return
		case '\\':
			n++
			if n+1 < len(l.src) && l.src[n] == '\r' && l.src[n+1] == '\n' {
				n++
			}
		}
		n++
	}
	l.broken = true
	l.take(bad, len(l.src)-l.pos, true)
}

// template reads a template literal up to its end or its next substitution.
func (l *lexer) template(kind tokenKind) {
	n := l.pos + 1
	for n < len(l.src) {
		switch l.src[n] {
		case '`':
			l.take(kind, n+1-l.pos, true)
			return
		case '$':
			if n+1 < len(l.src) && l.src[n+1] == '{' {
				l.push(substitution)
				l.take(kind, n+2-l.pos, false)
				return
			}
		case '\\':
			n++
		}
		n++
	}
	l.broken = true
	l.take(kind, len(l.src)-l.pos, true)
}

func (l *lexer) punctuation(c byte) {
	switch c {
	case '/':
		if l.comment() || !l.operand && l.regex() {
			return
		}
	case '.':
		if l.pos+1 < len(l.src) && class[l.src[l.pos+1]] == digit {
			l.number()
			return
		}
	case '(', '[', '{':
		l.push(l.opener(c))
		l.take(op, 1, false)
		return
	case ')', ']':
		l.closeBracket(c)
		return
	case '}':
		l.closeBrace()
		return
	}
	l.operator(c)
}

func (l *lexer) operator(c byte) {
	n := operatorLen(l.src[l.pos:])
	text := l.src[l.pos : l.pos+n]
	operand := false
	switch {
	case text == "<":
		l.angles = append(l.angles, int32(len(l.list)))
	case text == ">":
		base := 0
		if n := len(l.stack); n > 0 {
			base = int(l.stack[n-1].angles)
		}
		if last := len(l.angles) - 1; last >= base {
			at := l.angles[last]
			l.angles = l.angles[:last]
			l.list[at].match = int32(len(l.list))
			l.take(op, 1, false)
			l.list[len(l.list)-1].match = at
			return
		}
	case text == "++", text == "--", text == "!":
		operand = l.operand && l.next&newLine == 0
	}
	if n := len(l.stack); c == ';' && n > 0 && l.stack[n-1].kind != control {
		l.giveUp()
	}
	if c != '<' && c != '>' && endsTypes(text) || n > 1 && (c == '<' || c == '>') {
		l.dropAngles()
	}
	l.take(op, n, operand)
}

// comment passes a comment. It says whether one starts here.
func (l *lexer) comment() bool {
	rest := l.src[l.pos:]
	switch {
	case strings.HasPrefix(rest, "//"):
		l.pos = l.lineEnd(l.pos)
	case strings.HasPrefix(rest, "/*"):
		n := strings.Index(rest[2:], "*/")
		if n < 0 {
			l.broken = true
			l.pos = len(l.src)
			return true
		}
		if strings.IndexByte(rest[:n+2], '\n') >= 0 {
			l.next |= newLine
		}
		if n > 1 && rest[2] == '*' {
			l.doc = comment{start: int32(l.pos), end: int32(l.pos + n + 4)}
			l.next |= docAbove
		}
		l.pos += n + 4
	default:
		return false
	}
	return true
}

// regex reads a regular expression, if one ends on this line.
func (l *lexer) regex() bool {
	if l.pos < l.lostRegex {
		return false
	}
	inside := false
	n := l.pos + 1
	for ; n < len(l.src) && l.src[n] != '\n'; n++ {
		switch c := l.src[n]; {
		case c == '\\':
			if n+1 < len(l.src) && l.src[n+1] != '\n' {
				n++
			}
		case c == '[':
			inside = true
		case c == ']':
			inside = false
		case c == '/' && !inside:
			n = l.nameEnd(n + 1)
			l.take(regex, n-l.pos, true)
			return true
		}
	}
	l.lostRegex = n
	return false
}
