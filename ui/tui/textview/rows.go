package textview

import (
	"slices"
	"sort"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
	"ibid/ui/tui/cells"
)

const (
	columnGap = " │ "
	tab       = "    "
)

// row is a row of the screen, and where in the text each of its bytes comes from: all bytes of what is drawn as one
// from the first of it. The last place is that behind the row. What is drawn between the cells of a table comes from
// the end of the cell before it.
type row struct {
	shown string
	at    []int
}

func (r *row) from() int { return r.at[0] }

// columns are the cells of a row that show a part of the text.
func (r *row) columns(part Range) (from, to int) {
	i := sort.SearchInts(r.at[:len(r.shown)], part.From)
	if i > 0 && (i == len(r.shown) || r.at[i] > part.From) { // it begins inside of what is drawn as one
		i = sort.SearchInts(r.at, r.at[i-1])
	}
	k := sort.SearchInts(r.at[:len(r.shown)], part.To)
	return ansi.StringWidth(r.shown[:i]), ansi.StringWidth(r.shown[:max(i, k)])
}

// parts are the cells of a row that show any of some parts of the text.
func (r *row) parts(of []Range) (out []cells.Segment) {
	for _, part := range of {
		if part.From < part.To && part.From < r.at[len(r.shown)] && part.To > r.from() {
			from, to := r.columns(part)
			out = append(out, cells.Segment{From: from, To: max(to, from+1)})
		}
	}
	return out
}

// add puts what stands in a range of the text behind a row, safe for a terminal: what cannot be seen is revealed, a
// tab is blanks, and so is a line end with the indent behind it.
func (v *View) add(r row, of Range) row {
	var b strings.Builder
	b.WriteString(r.shown)
	for at := of.From; at < of.To; {
		shown, _ := cells.Cluster(v.text[at:of.To])
		next := at + len(shown)
		switch {
		case len(shown) == 1 && shown[0] > ' ' && shown[0] < 0x7f: // as most are
		case shown == "\t":
			shown = tab
		case strings.Contains(shown, "\n"):
			shown = " "
			next = of.To - len(strings.TrimLeft(v.text[next:of.To], " \t"))
		default:
			shown = guard.Reveal(shown)
		}
		for range len(shown) {
			r.at = append(r.at, at)
		}
		b.WriteString(shown)
		at = next
	}
	r.shown = b.String()
	return r
}

// layOut makes the rows.
func (v *View) layOut() {
	v.rows = v.rows[:0]
	for lines := v.lines(); len(lines) > 0; {
		n := v.table(lines)
		if n == 0 {
			n = 1
			v.wrap(lines[0])
		}
		lines = lines[n:]
	}
	v.SetContentLines(slices.Repeat([]string{" "}, len(v.rows))) // it needs their number; of one that is empty it makes none
}

// lines are the lines of the text, without their ends. A flow is one line.
func (v *View) lines() (out []Range) {
	from, flows, text := 0, v.flows, strings.TrimSuffix(v.text, "\n")
	for i := range len(text) + 1 {
		for len(flows) > 0 && flows[0].To <= i {
			flows = flows[1:]
		}
		if i == len(text) || text[i] == '\n' && (len(flows) == 0 || i < flows[0].From) {
			out = append(out, Range{from, i})
			from = i + 1
		}
	}
	return out
}

// wrap makes the rows of a line. The blanks at which it was wrapped belong to none.
func (v *View) wrap(line Range) {
	whole, at := v.add(row{}, line), 0
	whole.at = append(whole.at, line.To)
	for _, part := range cells.Wrap(whole.shown, v.Width()) {
		for !strings.HasPrefix(whole.shown[at:], part) {
			at++
		}
		v.rows = append(v.rows, row{part, whole.at[at : at+len(part)+1]})
		at += len(part)
	}
}

// table makes the rows of a table that begins with the first of some lines: two lines or more with as many cells, " | "
// between them. The cells stand below each other where there is room. It tells how many lines that are, 0 for no table.
func (v *View) table(lines []Range) int {
	var grid [][]Range
	var widths []int
	for _, l := range lines {
		line := v.cellsOf(l)
		if len(line) < 2 || len(grid) > 0 && len(line) != len(widths) {
			break
		}
		grid, widths = append(grid, line), append(widths, make([]int, len(line)-len(widths))...)
		for k, cell := range line {
			widths[k] = max(widths[k], ansi.StringWidth(v.add(row{}, cell).shown))
		}
	}
	width := (len(widths) - 1) * ansi.StringWidth(columnGap)
	for _, w := range widths {
		width += w
	}
	if len(grid) < 2 {
		return 0
	}
	for n, line := range grid {
		if width > v.Width() {
			v.wrap(lines[n])
			continue
		}
		var r row
		column := 0
		for k, cell := range line {
			if k > 0 {
				gap := strings.Repeat(" ", column-ansi.StringWidth(r.shown)) + columnGap
				for range len(gap) {
					r.at = append(r.at, line[k-1].To)
				}
				r.shown += gap
				column += ansi.StringWidth(columnGap)
			}
			r = v.add(r, cell)
			column += widths[k]
		}
		r.at = append(r.at, lines[n].To)
		v.rows = append(v.rows, r)
	}
	return len(grid)
}

// cellsOf are the cells of a line of a table without the blanks around them, nil where it is none.
func (v *View) cellsOf(line Range) (out []Range) {
	s := v.text[line.From:line.To]
	if !strings.Contains(s, " | ") && !strings.HasPrefix(s, "| ") {
		return nil
	}
	at := line.From
	for cell := range strings.SplitSeq(s, "|") {
		end := at + len(strings.TrimRight(cell, " \t"))
		out = append(out, Range{min(at+len(cell)-len(strings.TrimLeft(cell, " \t")), end), end})
		at += len(cell) + 1
	}
	return out
}
