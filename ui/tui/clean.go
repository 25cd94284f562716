package tui

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
	"ibid/ui/tui/cells"
)

// cleaned is a text made safe for the terminal, with its tables in columns. Places in the one can be found in the
// other.
type cleaned struct {
	raw, text string
	source    string // byte for byte beside raw: as it is copied
	width     int    // that the tables were laid out for
	tables    bool   // there are some
	places    []int  // in text, of each byte of raw and of its end; what is left out has that of what follows
}

const columnGap = " │ "

// clean reveals what cannot be seen in a document's text, puts blanks for its tabs, leaves some runs of blanks out, and puts the cells of its
// tables below each other where the width allows.
func clean(raw string, width int, gaps [][2]int) cleaned {
	c := cleaned{raw: raw, source: raw, width: width, places: make([]int, 0, len(raw)+1)}
	var b strings.Builder
	b.Grow(len(raw))
	leave := func(to int) { // out
		for len(c.places) < to {
			c.places = append(c.places, b.Len())
		}
	}
	add := func(to int) {
		for at := len(c.places); at < to; at = len(c.places) {
			cluster, width := cells.Cluster(raw[at:to])
			if len(cluster) == 1 && width == 1 { // as most are
				c.places = append(c.places, b.Len())
				b.WriteByte(cluster[0])
				continue
			}
			shown := guard.Reveal(cluster)
			if cluster == "\t" {
				shown = "    "
			}
			for i := range len(cluster) {
				if shown != cluster && i > 0 { // it counts whole
					i = len(shown)
				}
				c.places = append(c.places, b.Len()+i)
			}
			b.WriteString(shown)
		}
	}
	lines := lineSpans(raw)
	for len(lines) > 0 {
		rows := tableAt(raw, lines)
		widths := columnWidths(raw, rows)
		c.tables = c.tables || len(rows) > 0
		if len(rows) == 0 || total(widths) > width {
			n := max(len(rows), 1)
			for end := lines[n-1][1]; len(gaps) > 0 && gaps[0][0] < end; gaps = gaps[1:] {
				add(gaps[0][0])
				leave(gaps[0][1])
			}
			add(min(lines[n-1][1]+1, len(raw)))
			lines = lines[n:]
			continue
		}
		for r, row := range rows {
			for k, cell := range row {
				if k > 0 {
					b.WriteString(columnGap)
				}
				leave(cell[0])
				add(cell[1])
				leave(min(cell[1]+1, lines[r][1]))
				if k < len(row)-1 {
					b.WriteString(strings.Repeat(" ", widths[k]-cellWidth(raw, cell)))
				}
			}
			leave(lines[r][1])
			add(min(lines[r][1]+1, len(raw)))
		}
		lines = lines[len(rows):]
	}
	c.places = append(c.places, b.Len())
	c.text = b.String()
	return c
}

// lineSpans are the lines of a text, without their ends.
func lineSpans(s string) [][2]int {
	var out [][2]int
	at := 0
	for line := range strings.SplitSeq(s, "\n") {
		out = append(out, [2]int{at, at + len(line)})
		at += len(line) + 1
	}
	return out
}

// tableAt reads a table from the first of the lines on: the cells of two rows or more with the same number of cells,
// with " | " between them.
func tableAt(raw string, lines [][2]int) (rows [][][2]int) {
	for _, l := range lines {
		row := cellsOf(raw, l)
		if len(row) < 2 || len(rows) > 0 && len(row) != len(rows[0]) {
			break
		}
		rows = append(rows, row)
	}
	if len(rows) < 2 {
		return nil
	}
	return rows
}

// cellsOf are the cells of a row without the blanks around them, nil where a line is none.
func cellsOf(raw string, line [2]int) (out [][2]int) {
	s := raw[line[0]:line[1]]
	if !strings.Contains(s, " | ") && !strings.HasPrefix(s, "| ") {
		return nil
	}
	at := line[0]
	for cell := range strings.SplitSeq(s, "|") {
		end := at + len(strings.TrimRight(cell, " \t"))
		out = append(out, [2]int{min(at+len(cell)-len(strings.TrimLeft(cell, " \t")), end), end})
		at += len(cell) + 1
	}
	return out
}

func cellWidth(raw string, cell [2]int) int {
	return ansi.StringWidth(guard.Reveal(raw[cell[0]:cell[1]]))
}

func columnWidths(raw string, rows [][][2]int) (widths []int) {
	for _, row := range rows {
		for k, cell := range row {
			if k == len(widths) {
				widths = append(widths, 0)
			}
			widths[k] = max(widths[k], cellWidth(raw, cell))
		}
	}
	return widths
}

// total is the width of a row with its gaps.
func total(widths []int) int {
	sum := (len(widths) - 1) * ansi.StringWidth(columnGap)
	for _, w := range widths {
		sum += w
	}
	return sum
}

// at is the place in the text of a place in the raw text.
func (c *cleaned) at(offset int) int { return c.places[min(max(offset, 0), len(c.raw))] }

// original is the source of a range of the text, made safe: without the blanks that put its tables in columns.
func (c *cleaned) original(start, end int) string {
	from, to := c.span(start, end)
	return guard.Reveal(c.source[from:to])
}

// span is where the source of a range of the text stands in the raw text. What was revealed counts whole.
func (c *cleaned) span(start, end int) (int, int) {
	from := sort.Search(len(c.raw), func(i int) bool { return c.places[i+1] > start })
	to := sort.Search(len(c.raw), func(i int) bool { return c.places[i] >= end })
	for to < len(c.raw) && !utf8.RuneStart(c.raw[to]) {
		to++
	}
	return min(from, to), to
}
