package textview

import (
	"strings"

	"ibid/ui/tui/cells"
)

// row is one row of a wrapped line. The blanks at which a line was wrapped belong to no row.
type row struct{ start, end int }

// wrapLine appends the rows of the line text[start:end] to dst, at least one. It breaks at blanks, and words that are
// wider than the row between two grapheme clusters. No row is wider than width, which is at least 1, unless by one
// character.
func wrapLine(dst []row, text string, start, end, width int) []row {
	if start == end {
		return append(dst, row{start, start})
	}
	for pos := start; pos < end; {
		col, ink := 0, pos
		cut, next := -1, -1 // the last place to break at
		i := pos
		for i < end {
			n, wide := 1, 1
			if c := text[i]; c < ' ' || c > '~' || i+1 < end && text[i+1] > '~' { // else it is one cell of its own
				n, wide = cluster(text[i:end], col)
			}
			blank := n == 1 && (text[i] == ' ' || text[i] == '\t') // not the space that carries an accent
			if col+wide > width && i > pos {
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
			col += wide
			i += n
		}
		if i >= end {
			return append(dst, row{pos, end})
		}
		dst = append(dst, row{pos, cut})
		for pos = next; pos < end && text[pos] == ' '; pos++ { // blanks that nobody would see
		}
	}
	return dst
}

// cluster returns the bytes of the grapheme cluster that s starts with and the cells that it takes in column col.
func cluster(s string, col int) (n, width int) {
	if s[0] == '\t' {
		return 1, tabStop - col%tabStop
	}
	g, width := cells.Cluster(s)
	return len(g), width
}

// expandTabs puts spaces for the tabs of a row.
func expandTabs(s string) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	for col := 0; s != ""; {
		n, width := cluster(s, col)
		if s[0] == '\t' {
			b.WriteString(strings.Repeat(" ", width))
		} else {
			b.WriteString(s[:n])
		}
		col, s = col+width, s[n:]
	}
	return b.String()
}
