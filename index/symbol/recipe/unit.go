package recipe

import (
	"strings"
	"unicode/utf8"

	"ibid/index/symbol/code"
)

// unit is a top-level statement of Python source with its blocks and decorators, or several that share a line.
type unit struct {
	start, end int    // bytes of the source: whole lines without the last line break
	first      int    // its first line, counted from 0; comments right above it are part of it
	last       int    // its last line
	code       int    // offset of the statement itself, after those comments
	word       string // the keyword that it begins with behind its decorators, "" for none
}

// units cuts Python source into its top-level statements, and gives those that were read of it to their units.
func units(src string, all []code.Statement) (us []unit, statements [][]code.Statement) {
	line, at := 0, 0
	for len(all) > 0 {
		u := unit{code: strings.LastIndexByte(src[:all[0].Span.Start], '\n') + 1}
		n := 0
		for n < len(all) && (n == 0 || all[n].Span.Start < u.end) {
			u.end = max(u.end, lineEnd(src, all[n].Span.End))
			n++
		}
		for u.start = u.code; u.start > at; { // comments
			before := strings.LastIndexByte(src[:u.start-1], '\n') + 1
			if before < at || src[before] != '#' {
				break
			}
			u.start = before
		}
		switch scope := all[n-1].Scope; {
		case src[u.code] != '@':
			u.word = wordOf(src[u.code:u.end])
		case scope != nil && scope.Kind == code.ClassScope:
			u.word = "class"
		default:
			u.word = "def"
		}
		line += strings.Count(src[at:u.start], "\n")
		u.first = line
		line += strings.Count(src[u.start:u.end], "\n")
		u.last, at = line, u.end
		us, statements, all = append(us, u), append(statements, all[:n]), all[n:]
	}
	return us, statements
}

// lineEnd is where the line of an offset ends, without its line break.
func lineEnd(src string, at int) int {
	if n := strings.IndexByte(src[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(src)
}

// wordOf is the keyword that a statement begins with, "" for those that are treated as any expression.
func wordOf(line string) string {
	n := 0
	for n < len(line) && 'a' <= line[n] && line[n] <= 'z' {
		n++
	}
	if n < len(line) && (line[n] == '_' || '0' <= line[n] && line[n] <= '9' || 'A' <= line[n] && line[n] <= 'Z' || line[n] >= utf8.RuneSelf) {
		return ""
	}
	switch w := line[:n]; w {
	case "if", "for", "while", "try", "with", "match", "async", "def", "class", "import", "from", "del", "return", "raise", "assert", "pass", "global":
		return w
	}
	return ""
}
