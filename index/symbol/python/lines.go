package python

import "strings"

// Line is a logical line of Python that holds a statement, several, or the header of a block. It goes on inside of
// brackets and strings and behind a backslash.
type Line struct {
	Start, End int  // bytes, without the line break
	Command    bool // of IPython: %matplotlib inline, !pip install x, ?print
}

// Lines are the logical lines of src. Those that are blank or hold a comment alone are none.
func Lines(src string) []Line {
	var lines []Line
	lex := newLexer(src)
	for fresh := true; ; {
		t := lex.next()
		switch {
		case t.kind == end:
			return lines
		case t.kind == comment && fresh:
		case fresh:
			line := Line{Start: strings.LastIndexByte(src[:t.start], '\n') + 1, Command: strings.IndexByte("%!?", src[min(t.start, len(src)-1)]) >= 0}
			if line.End = t.end; line.Command {
				line.End = commandEnd(src, t.start)
				lex.pos, lex.depth, lex.fresh = line.End, 0, true
			}
			lines, fresh = append(lines, line), line.Command || t.kind == newline
		case t.kind == newline:
			lines[len(lines)-1].End, fresh = t.start, true
		}
	}
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
