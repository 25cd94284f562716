package python

import "strings"

// Line is a logical line of Python: it goes on inside of brackets and strings and behind a backslash. Blank lines and comments that
// stand alone are lines of their own.
type Line struct {
	Start int // byte
	First int // number of the line of the source that it begins on, counted from 0
	Kind  LineKind
}

// LineKind says what a line holds.
type LineKind uint8

// The kinds of lines.
const (
	BlankLine     LineKind = iota
	CommentLine            // nothing else
	StatementLine          // one statement, several, or the header of a block
	CommandLine            // a command of IPython: %matplotlib inline, !pip install x, ?print
)

// What masked characters become. Line breaks inside a string are masked with it.
const (
	inString  = 0x01
	inComment = ' '
)

// Lines divides src into its lines. Code is src with strings, comments and commands blanked, byte for byte. Closed is false where
// a string with three quotes has no end: it is taken to end with its line.
func Lines(src string) (lines []Line, code []byte, closed bool) {
	code, closed = []byte(src), true
	blank := func(from, to int, with byte) {
		for i := from; i < to; i++ {
			code[i] = with
		}
	}
	lex := newLexer(src)
	lines = []Line{{}}
	at, number, fresh := 0, 0, true // what is looked at next, its line, and whether no statement has begun there
	for {
		t := lex.next()
		if fresh {
			for ; at < t.start; at++ {
				switch src[at] {
				case '\\': // joined
					at += strings.IndexByte(src[at:], '\n')
					number++
				case '\n':
					if number++; at+1 < len(src) {
						lines = append(lines, Line{Start: at + 1, First: number})
					}
				}
			}
			line := &lines[len(lines)-1]
			switch {
			case t.kind == end:
				return lines, code, closed
			case t.kind == comment:
				line.Kind = CommentLine
			case t.kind == newline: // of a line that is only joined
				line.Kind = StatementLine
			case strings.IndexByte("%!?", src[t.start]) >= 0:
				line.Kind = CommandLine
				stop := commandEnd(src, t.start)
				blank(t.start, stop, inString)
				breaks := strings.Count(src[lex.pos:stop], "\n")
				lex.pos, lex.depth, lex.fresh, lex.line = stop, 0, true, lex.line+breaks
				at, number = stop, number+breaks
				continue
			default:
				line.Kind, fresh = StatementLine, false
			}
		}
		at = t.end
		switch t.kind {
		case comment:
			blank(t.start, t.end, inComment)
		case newline:
			at, number, fresh = t.start, t.line-1, true
		case str, bad:
			if quotes := strings.IndexAny(src[t.start:t.end], `"'`); quotes >= 0 {
				blank(t.start+quotes, t.end, inString)
				closed = closed && (t.kind == str || !isTripled(src[t.start+quotes:]))
			}
		}
	}
}

// isTripled says whether a string that starts with text has three quotes.
func isTripled(text string) bool {
	return strings.HasPrefix(text, `"""`) || strings.HasPrefix(text, `'''`)
}

// commandEnd is the end of a line and of those that a backslash continues it with.
func commandEnd(src string, at int) int {
	for {
		n := strings.IndexByte(src[at:], '\n')
		if n < 0 {
			return len(src)
		}
		if at += n; src[at-1] != '\\' {
			return at
		}
		at++
	}
}
