package recipe

import (
	"slices"
	"strings"
	"unicode/utf8"

	"ibid/index/symbol/python"
)

// unit is a top-level statement of Python source with its blocks and decorators, or several that share a line.
type unit struct {
	start, end int    // bytes of the source: whole lines without the last line break
	first      int    // its first line, counted from 0; comments right above it are part of it
	last       int    // its last line
	code       int    // offset of the statement itself, after those comments
	word       string // the keyword that it begins with, "" for none
}

// units cuts Python source into its top-level statements.
func units(src string, lines []python.Line) []unit {
	var out []unit
	comment := -1 // where the run of comment lines above the next statement begins
	decorated := false
	for i, l := range lines {
		at, end := l.Start, lineEnd(src, lines, i)
		line := src[at:end]
		switch {
		case l.Kind == python.CommentLine && line[0] == '#':
			if comment < 0 {
				comment = at
			}
		case l.Kind == python.BlankLine || l.Kind == python.CommentLine:
			comment = -1
		case len(out) > 0 && (decorated || line[0] == ' ' || line[0] == '\t' || isClause(line)):
			u := &out[len(out)-1]
			u.end = end
			if decorated && line[0] != '@' {
				decorated, u.word = false, wordOf(line)
			}
			comment = -1
		default:
			u := unit{start: at, end: end, code: at, word: wordOf(line)}
			if comment >= 0 {
				u.start = comment
			}
			comment, decorated = -1, line[0] == '@'
			out = append(out, u)
		}
	}
	return numbered(src, out)
}

// lineEnd is where line i ends, without its line break.
func lineEnd(src string, lines []python.Line, i int) int {
	if i+1 < len(lines) {
		return lines[i+1].Start - 1
	}
	return len(src)
}

// firstWord is the run of small letters that a line begins with, "" where a longer name does.
func firstWord(line string) string {
	n := 0
	for n < len(line) && 'a' <= line[n] && line[n] <= 'z' {
		n++
	}
	if n < len(line) && (line[n] == '_' || '0' <= line[n] && line[n] <= '9' || 'A' <= line[n] && line[n] <= 'Z' || line[n] >= utf8.RuneSelf) {
		return ""
	}
	return line[:n]
}

// isClause tells whether a line goes on with the statement before it.
func isClause(line string) bool {
	switch firstWord(line) {
	case "else", "elif", "except", "finally":
		return true
	}
	return false
}

// wordOf is the keyword that a statement begins with, "" for those that are treated as any expression.
func wordOf(line string) string {
	switch w := firstWord(line); w {
	case "if", "for", "while", "try", "with", "match", "async", "def", "class", "import", "from", "del", "return", "raise", "assert", "pass", "global":
		return w
	}
	return ""
}

// numbered fills in the lines of units.
func numbered(src string, us []unit) []unit {
	line, at := 0, 0
	for i := range us {
		line += strings.Count(src[at:us[i].start], "\n")
		us[i].first = line
		line += strings.Count(src[us[i].start:us[i].end], "\n")
		us[i].last, at = line, us[i].end
	}
	return us
}

// unitAt finds the unit that holds an offset, -1 where none does.
func unitAt(us []unit, offset int) int {
	i, _ := slices.BinarySearchFunc(us, offset, func(u unit, at int) int {
		if u.end <= at {
			return -1
		}
		return 1
	})
	if i < len(us) && us[i].start <= offset {
		return i
	}
	return -1
}
