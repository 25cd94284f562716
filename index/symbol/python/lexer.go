package python

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind is what a token is.
type tokenKind uint8

const (
	name    tokenKind = iota // an identifier or a keyword
	number                   //
	str                      // a string with its prefix and quotes; an f-string is one token
	op                       // an operator, a bracket or a delimiter, the longest that fits
	newline                  // the end of a logical line; blank lines have none
	comment                  // from # to the end of the line
	end                      // the end of the source, again and again
	bad                      // a character that no token starts with, or a string without an end
)

// token is a piece of the source.
type token struct {
	kind       tokenKind
	start, end int // bytes
	line       int // of its start, counted from 1
}

// tabWidth is what a tab in the indentation moves on to a multiple of, as in CPython.
const tabWidth = 8

// lexer cuts Python source into tokens. It takes any text: what is not Python becomes bad tokens. Every byte is
// looked at a bounded number of times.
type lexer struct {
	src   string
	pos   int
	line  int
	depth int  // open brackets: inside them lines have no meaning
	fresh bool // no token of the logical line was delivered yet
	lost  [2]bool
}

// newLexer returns a lexer at the start of src.
func newLexer(src string) *lexer {
	l := &lexer{src: src, line: 1, fresh: true}
	if strings.HasPrefix(src, "\uFEFF") {
		l.pos = len("\uFEFF")
	}
	return l
}

// next returns the next token.
func (l *lexer) next() token {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		kind := class[c]
		switch {
		case kind == space:
			l.pos++
			continue
		case kind == hash:
			return l.comment()
		case kind == lineEnd && l.fresh:
			l.pos++
			l.line++
			continue
		}
		l.fresh = false
		switch kind {
		case lineEnd:
			if t, ok := l.lineBreak(); ok {
				return t
			}
		case letter:
			return l.word()
		case digit:
			return l.number()
		case quote:
			return l.str(l.pos)
		case punctuation:
			if c == '.' && class[l.at(1)] == digit {
				return l.number()
			}
			return l.operator(c)
		case wide:
			if r, size := utf8.DecodeRuneInString(l.src[l.pos:]); !startsName(r) {
				return l.take(bad, l.pos+size)
			}
			return l.word()
		default:
			if c != '\\' || !l.joined() {
				return l.take(bad, l.pos+1)
			}
		}
	}
	if !l.fresh {
		l.fresh, l.depth = true, 0
		return l.take(newline, l.pos)
	}
	return l.take(end, l.pos)
}

// take moves to the end of a token that starts here and holds no line break.
func (l *lexer) take(kind tokenKind, end int) token {
	t := token{kind, l.pos, end, l.line}
	l.pos = end
	return t
}

// at is the byte n after the current one, 0 behind the end.
func (l *lexer) at(n int) byte {
	if l.pos+n < len(l.src) {
		return l.src[l.pos+n]
	}
	return 0
}

// lineBreak passes the end of a line, which ends the logical line outside of brackets. A bracket that was never
// closed ends before a line that starts with a keyword that no expression holds.
func (l *lexer) lineBreak() (token, bool) {
	t := l.take(newline, l.pos+1)
	l.line++
	if l.depth > 0 {
		rest := l.pos
		for rest < len(l.src) && class[l.src[rest]] == space {
			rest++
		}
		if !startsStatement(l.src[rest:]) {
			l.pos = rest
			return token{}, false
		}
		l.depth = 0
	}
	l.fresh = true
	return t, true
}

// startsStatement says whether text starts with a word that cannot stand inside brackets.
func startsStatement(text string) bool {
	n := 0
	for n < len(text) && n < len("nonlocal") && class[text[n]] == letter {
		n++
	}
	switch text[:n] {
	case "def", "class", "import", "return", "raise", "while", "with", "try", "del", "pass", "global", "nonlocal", "assert":
		return n == len(text) || class[text[n]] == space || class[text[n]] == lineEnd || text[n] == ':'
	}
	return false
}

// joined passes a backslash at the end of a line.
func (l *lexer) joined() bool {
	n := 1
	if l.at(n) == '\r' {
		n++
	}
	if l.at(n) != '\n' {
		return false
	}
	l.pos += n + 1
	l.line++
	return true
}

func (l *lexer) comment() token {
	stop := len(l.src)
	if n := strings.IndexByte(l.src[l.pos:], '\n'); n >= 0 {
		stop = l.pos + n
	}
	return l.take(comment, trimReturn(l.src, stop))
}

// word reads a name, or a string that starts with a prefix.
func (l *lexer) word() token {
	n := l.pos
	for n < len(l.src) {
		if k := class[l.src[n]]; k == letter || k == digit {
			n++
		} else if k == wide {
			r, size := utf8.DecodeRuneInString(l.src[n:])
			if !startsName(r) && !unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc) {
				break
			}
			n += size
		} else {
			if k == quote && isPrefix(l.src[l.pos:n]) {
				return l.str(n)
			}
			break
		}
	}
	return l.take(name, n)
}

// startsName says whether an identifier may start with r, which is not ASCII.
func startsName(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.In(r, unicode.Nl, unicode.Other_ID_Start))
}

// isPrefix says whether a string may start with the word s.
func isPrefix(s string) bool {
	if len(s) == 0 || len(s) > 2 {
		return false
	}
	first := s[0] | 0x20
	if len(s) == 1 {
		return first == 'r' || first == 'b' || first == 'f' || first == 'u' || first == 't'
	}
	second := s[1] | 0x20
	if second == 'r' {
		first, second = second, first
	}
	return first == 'r' && (second == 'b' || second == 'f' || second == 't')
}

// str reads a string whose quotes open at byte open.
func (l *lexer) str(open int) token {
	q := l.src[open]
	if strings.HasPrefix(l.src[open+1:], `""`) && q == '"' || strings.HasPrefix(l.src[open+1:], `''`) && q == '\'' {
		return l.tripled(open, q)
	}
	t := token{str, l.pos, 0, l.line}
	n := open + 1
	for n < len(l.src) {
		switch l.src[n] {
		case q:
			t.end = n + 1
			l.pos = t.end
			return t
		case '\n':
			t.kind, t.end = bad, trimReturn(l.src, n)
			l.pos = t.end
			return t
		case '\\':
			n++
			if n+1 < len(l.src) && l.src[n] == '\r' && l.src[n+1] == '\n' {
				n++
			}
			if n < len(l.src) && l.src[n] == '\n' {
				l.line++
			}
		}
		n++
	}
	t.kind, t.end = bad, len(l.src)
	l.pos = t.end
	return t
}

// tripled reads a string with three quotes. Where it has no end it is bad up to the end of its first line, and so is
// every later one: looking for the end again and again would take time that grows with the square of the source.
func (l *lexer) tripled(open int, q byte) token {
	kind := 0
	if q == '\'' {
		kind = 1
	}
	for n := open + 3; !l.lost[kind]; {
		next := strings.IndexByte(l.src[n:], q)
		if next < 0 {
			break
		}
		next += n
		slashes := 0
		for next-slashes > n && l.src[next-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 1 {
			n = next + 1
			continue
		}
		if next+2 < len(l.src) && l.src[next+1] == q && l.src[next+2] == q {
			t := token{str, l.pos, next + 3, l.line}
			l.line += strings.Count(l.src[t.start:t.end], "\n")
			l.pos = t.end
			return t
		}
		n = next + 1
	}
	l.lost[kind] = true
	stop := len(l.src)
	if n := strings.IndexByte(l.src[open:], '\n'); n >= 0 {
		stop = trimReturn(l.src, open+n)
	}
	return l.take(bad, stop)
}

// trimReturn moves the end of a line before the carriage return that belongs to its line break.
func trimReturn(src string, end int) int {
	if end > 0 && end < len(src) && src[end-1] == '\r' {
		return end - 1
	}
	return end
}
