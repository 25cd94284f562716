package textview

import (
	"strings"

	"ibid/ui/tui/cells"
)

// row is one row of a wrapped line: text[start:end] behind indent cells of space. The blanks at which a line was
// wrapped belong to no row.
type row struct{ start, end, indent int }

// wrapLine appends the rows of the line text[start:end] to dst, at least one. It breaks at blanks, and words that are
// wider than the row between two grapheme clusters. No row is wider than width, which is at least 1.
func wrapLine(dst []row, text string, start, end, width int, hang bool) []row {
	if start == end {
		return append(dst, row{start: start, end: start})
	}
	indent := 0
	if hang {
		indent = hangOf(text[start:end], width)
	}
	if isPlain(text[start:end]) {
		return wrapPlain(dst, text, start, end, width, indent)
	}
	return wrapClusters(dst, text, start, end, width, indent)
}

// hangOf returns the indent of the continuation rows of a line: never more than half the box.
func hangOf(line string, width int) int {
	col := 0
	for i := 0; i < len(line) && isBlank(line[i]) && col < width; i++ {
		if line[i] == '\t' {
			col += tabStop - col%tabStop
		} else {
			col++
		}
	}
	return min(col+hangStep, width/2)
}

// isPlain tells that each byte of s is one cell.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i]-' ' > '~'-' ' {
			return false
		}
	}
	return true
}

// wrapPlain is wrapClusters for a line in which each byte is one cell.
func wrapPlain(dst []row, text string, start, end, width, hang int) []row {
	indent := 0
	for pos := start; pos < end; indent = hang {
		limit := pos + width - indent
		if limit >= end {
			return append(dst, row{pos, end, indent})
		}
		cut, next := limit, limit
		if text[limit] == ' ' {
			cut = inkEnd(text, pos, limit)
		} else if k := strings.LastIndexByte(text[pos:limit], ' '); k >= 0 {
			if ink := inkEnd(text, pos, pos+k); ink > pos {
				cut, next = ink, pos+k+1
			}
		}
		dst = append(dst, row{pos, cut, indent})
		pos = skipBlanks(text, next, end)
	}
	return dst
}

// inkEnd trims the spaces at the end of text[start:end].
func inkEnd(text string, start, end int) int {
	for end > start && text[end-1] == ' ' {
		end--
	}
	return end
}

func wrapClusters(dst []row, text string, start, end, width, hang int) []row {
	indent := 0
	for pos := start; pos < end; indent = hang {
		col, ink := indent, pos
		cut, next := -1, -1 // the last place to break at
		i := pos
		for i < end {
			n, cells := cluster(text[i:end], col, width-indent)
			blank := isBlank(text[i]) && n == 1 // not the space that carries an accent
			if col+cells > width {
				switch {
				case blank:
					cut, next = ink, i+n
				case next < 0:
					cut, next = i, i
				}
				break
			}
			if !blank {
				ink = i + n
			} else if ink > pos {
				cut, next = ink, i+n
			}
			col += cells
			i += n
		}
		if i >= end {
			return append(dst, row{pos, end, indent})
		}
		dst = append(dst, row{pos, cut, indent})
		pos = skipBlanks(text, next, end)
	}
	return dst
}

func skipBlanks(text string, i, end int) int {
	for i < end && isBlank(text[i]) {
		if n, _ := cluster(text[i:end], 0, 1); n > 1 {
			break
		}
		i++
	}
	return i
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// cluster returns the bytes of the grapheme cluster that s starts with and the cells that it takes in column col. One
// that is wider than a whole row takes one cell, which shows the placeholder.
func cluster(s string, col, room int) (n, width int) {
	c := s[0]
	switch {
	case c == '\t':
		return 1, tabStop - col%tabStop
	case c < ' ' || c == 0x7f:
		return 1, 1
	}
	g, width := cells.Cluster(s)
	if width > room || isControl(g) {
		width = 1
	}
	return len(g), width
}

// isControl recognises the control characters beyond ASCII, which terminals obey.
func isControl(g string) bool { return len(g) == 2 && g[0] == 0xc2 && g[1] < 0xa0 }
