package recipe

import "strings"

// masked is Python source with the insides of strings and comments blanked, so that what is left is code. Offsets are
// those of the source.
type masked struct {
	text    []byte
	logical []int        // offsets of the lines that begin a statement: not inside brackets or strings, not continued
	command map[int]bool // those of them that are commands of IPython: %matplotlib inline, !pip install x, ?print
}

// What masked characters become. Line breaks inside a string are masked with it.
const (
	inString  = 0x01
	inComment = ' '
)

// mask blanks strings and comments in one pass.
func mask(src string) masked {
	m := masked{text: []byte(src), logical: []int{0}, command: map[int]bool{}}
	depth := 0
	for i, fresh := 0, true; i < len(src); {
		c := src[i]
		if fresh && strings.IndexByte("%!?", c) >= 0 {
			m.command[m.logical[len(m.logical)-1]] = true
			i = m.blank(i, commandEnd(src, i), inString)
			continue
		}
		fresh = fresh && (c == ' ' || c == '\t')
		switch c {
		case '#':
			i = m.blank(i, lineEnd(src, i), inComment)
		case '"', '\'':
			i = m.blank(i, stringEnd(src, i), inString)
		case '(', '[', '{':
			depth++
			i++
		case ')', ']', '}':
			depth = max(depth-1, 0)
			i++
		case '\\':
			i += 2
		case '\n':
			i++
			if depth == 0 && i < len(src) {
				m.logical = append(m.logical, i)
				fresh = true
			}
		default:
			i++
		}
	}
	return m
}

func (m *masked) blank(from, to int, with byte) int {
	for i := from; i < to; i++ {
		m.text[i] = with
	}
	return to
}

func lineEnd(src string, at int) int {
	if n := strings.IndexByte(src[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(src)
}

// commandEnd is the end of a line and of those that a backslash continues it with.
func commandEnd(src string, at int) int {
	for {
		at = lineEnd(src, at)
		if at == len(src) || src[at-1] != '\\' {
			return at
		}
		at++
	}
}

// stringEnd returns the offset after the string that opens at a quote. One that is not closed ends with its line, or with the
// source where it has three quotes.
func stringEnd(src string, at int) int {
	quote := src[at : at+1]
	if strings.HasPrefix(src[at:], quote+quote+quote) {
		quote += quote + quote
	}
	for i := at + len(quote); i < len(src); i++ {
		switch {
		case src[i] == '\\':
			i++
		case src[i] == '\n' && len(quote) == 1:
			return i
		case strings.HasPrefix(src[i:], quote):
			return i + len(quote)
		}
	}
	return len(src)
}
