package editor

import (
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"ibid/ui/tui/cells"
)

// row is one row of a wrapped text: a range of its bytes, a newline excluded.
type row struct{ start, end int }

// wrap breaks text into rows of at most width cells, after blanks and wide characters where it can. Blanks at the end
// of a row may hang over it. There is at least one row; an offset belongs to the last row that starts at or before it.
func wrap(text string, width int) []row {
	rows := make([]row, 0, 1+len(text)/max(width, 1))
	start, used := 0, 0        // of the row
	breakAt, breakUsed := 0, 0 // the last place to break it
	for i := 0; i < len(text); {
		if text[i] == '\n' {
			rows = append(rows, row{start, i})
			i++
			start, used, breakAt, breakUsed = i, 0, i, 0
			continue
		}
		c, w := cells.Cluster(text[i:])
		blank := isBlank(c)
		for !blank && used+w > width && i > start {
			if breakAt == start { // a word that is wider than the row
				breakAt, breakUsed = i, used
			}
			rows = append(rows, row{start, breakAt})
			start, used = breakAt, used-breakUsed
			breakUsed = 0
		}
		i += len(c)
		used += w
		if blank || w > 1 {
			breakAt, breakUsed = i, used
		}
	}
	return append(rows, row{start, len(text)})
}

// isBlank tells that nothing of a cluster shows: a space under an accent is not blank.
func isBlank(cluster string) bool {
	r, size := utf8.DecodeRuneInString(cluster)
	return unicode.IsSpace(r) && size == len(cluster)
}

// rowOf returns the index of the row that an offset belongs to.
func rowOf(rows []row, at int) int {
	return sort.Search(len(rows), func(i int) bool { return rows[i].start > at }) - 1
}

// columnOf is the width of what stands before an offset in its row.
func columnOf(text string, r row, at int) int { return ansi.StringWidth(text[r.start:at]) }

// offsetAt returns the offset in row n whose column is the greatest that is not above column.
func offsetAt(text string, rows []row, n, column int) int {
	r := rows[n]
	wrapped := n+1 < len(rows) && rows[n+1].start == r.end // its end belongs to the next row
	at, used := r.start, 0
	for at < r.end {
		c, w := cells.Cluster(text[at:])
		if used+w > column || wrapped && at+len(c) >= r.end {
			break
		}
		at += len(c)
		used += w
	}
	return at
}
