package tui

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
)

// cleaned is a text made safe for the terminal, with its tables in columns. Places in the one can be found in the
// other.
type cleaned struct {
	raw, text string
	source    string  // byte for byte beside raw: as it is copied
	width     int     // that the tables were laid out for
	tables    bool    // there are some
	pieces    []piece // in order; what lies between two is white space and bars
}

// piece is a run of the raw text that stands in the clean one as a whole: a line, or a cell of a table.
type piece struct {
	from, to   int // in raw
	start, end int // in text
}

// clean reveals what cannot be seen in a document's text, leaves some runs of blanks out, and puts the cells of its
// tables below each other where the width allows.
func clean(raw string, width int, gaps [][2]int) cleaned {
	c := cleaned{raw: raw, source: raw, width: width}
	var b strings.Builder
	b.Grow(len(raw))
	add := func(from, to int) {
		start := b.Len()
		b.WriteString(guard.Reveal(raw[from:to]))
		c.pieces = append(c.pieces, piece{from, to, start, b.Len()})
	}
	lines := lineSpans(raw)
	for i := 0; i < len(lines); {
		if i > 0 {
			b.WriteByte('\n')
		}
		n, cells := tableAt(raw, lines[i:])
		if n == 0 {
			from, to := lines[i][0], lines[i][1]
			for ; len(gaps) > 0 && gaps[0][0] < to; gaps = gaps[1:] {
				if gaps[0][0] >= from {
					add(from, gaps[0][0])
					from = gaps[0][1]
				}
			}
			add(from, to)
			i++
			continue
		}
		c.tables = true
		widths := columnWidths(raw, cells)
		if total(widths) > width {
			for k, l := range lines[i : i+n] {
				if k > 0 {
					b.WriteByte('\n')
				}
				add(l[0], l[1])
			}
			i += n
			continue
		}
		for r, row := range cells {
			if r > 0 {
				b.WriteByte('\n')
			}
			for k, cell := range row {
				if k > 0 {
					b.WriteString(columnGap)
				}
				add(cell[0], cell[1])
				if k < len(row)-1 {
					b.WriteString(strings.Repeat(" ", widths[k]-cellWidth(raw, cell)))
				}
			}
		}
		i += n
	}
	c.text = b.String()
	return c
}

const columnGap = " │ "

// lineSpans are the lines of a text, without their ends.
func lineSpans(s string) [][2]int {
	var out [][2]int
	for start := 0; ; {
		i := strings.IndexByte(s[start:], '\n')
		if i < 0 {
			return append(out, [2]int{start, len(s)})
		}
		out = append(out, [2]int{start, start + i})
		start += i + 1
	}
}

// tableAt reads a table from the first of the lines on: two rows or more with the same number of cells, with " | "
// between them. It returns how many lines it has, and its cells.
func tableAt(raw string, lines [][2]int) (int, [][][2]int) {
	var rows [][][2]int
	for _, l := range lines {
		row := cellsOf(raw, l)
		if len(row) < 2 || len(rows) > 0 && len(row) != len(rows[0]) {
			break
		}
		rows = append(rows, row)
	}
	if len(rows) < 2 {
		return 0, nil
	}
	return len(rows), rows
}

// cellsOf are the cells of a row without the blanks around them, nil where a line is none.
func cellsOf(raw string, line [2]int) [][2]int {
	s := raw[line[0]:line[1]]
	if !strings.Contains(s, " | ") && !strings.HasPrefix(s, "| ") {
		return nil
	}
	var out [][2]int
	for from := 0; from <= len(s); {
		to := len(s)
		if i := strings.IndexByte(s[from:], '|'); i >= 0 {
			to = from + i
		}
		cell := s[from:to]
		left := len(cell) - len(strings.TrimLeft(cell, " \t"))
		right := len(strings.TrimRight(cell, " \t"))
		left = min(left, right)
		out = append(out, [2]int{line[0] + from + left, line[0] + from + right})
		from = to + 1
	}
	return out
}

func cellWidth(raw string, cell [2]int) int {
	return ansi.StringWidth(guard.Reveal(raw[cell[0]:cell[1]]))
}

func columnWidths(raw string, rows [][][2]int) []int {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for k, cell := range row {
			widths[k] = max(widths[k], cellWidth(raw, cell))
		}
	}
	return widths
}

// total is the width of a row with its gaps.
func total(widths []int) int {
	sum := (len(widths) - 1) * len([]rune(columnGap))
	for _, w := range widths {
		sum += w
	}
	return sum
}

// at is the place in the text of a place in the raw text.
func (c *cleaned) at(offset int) int {
	offset = min(max(offset, 0), len(c.raw))
	for offset > 0 && offset < len(c.raw) && !utf8.RuneStart(c.raw[offset]) {
		offset--
	}
	i := sort.Search(len(c.pieces), func(i int) bool { return c.pieces[i].to >= offset })
	if i == len(c.pieces) {
		return len(c.text)
	}
	p := c.pieces[i]
	if offset <= p.from {
		return p.start
	}
	return min(p.start+len(guard.Reveal(c.raw[p.from:offset])), p.end)
}

// original is the source of a range of the text, made safe: without the blanks that put its tables in columns. A
// piece in which something was revealed counts whole.
func (c *cleaned) original(start, end int) string {
	from, to := c.span(start, end)
	return guard.Reveal(c.source[from:to])
}

// span is where the source of a range of the text stands in the raw text.
func (c *cleaned) span(start, end int) (int, int) {
	from := sort.Search(len(c.pieces), func(i int) bool { return c.pieces[i].end > start })
	to := sort.Search(len(c.pieces), func(i int) bool { return c.pieces[i].start >= end })
	if from >= to {
		return 0, 0
	}
	first, last := c.pieces[from], c.pieces[to-1]
	a, b := first.from, last.to
	if first.to-first.from == first.end-first.start {
		a += max(start-first.start, 0)
	}
	if last.to-last.from == last.end-last.start {
		b -= max(last.end-end, 0)
	}
	return min(a, b), b
}
