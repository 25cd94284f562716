package layout

import (
	"slices"
	"strings"

	"ibid/index/source/pdf/draw"
)

// table is a grid of cells, header rows first; every row has the same number of cells.
type table [][]string

func (t table) text() string {
	lines := make([]string, len(t))
	for i, row := range t {
		cells := make([]string, len(row))
		for j, cell := range row {
			cells[j] = strings.ReplaceAll(cell, " | ", " ∣ ") // a bar inside a cell would read as one more cell
		}
		lines[i] = strings.Join(cells, " | ")
	}
	return strings.Join(lines, "\n")
}

// piece is the part of a line that falls into one column.
type piece struct {
	segment
	spans bool // it reaches over several columns
}

// tableRow is a line cut into columns.
type tableRow struct {
	y, size float64
	pieces  []piece
}

func (r *tableRow) filled() int {
	n := 0
	for _, p := range r.pieces {
		if len(p.words) > 0 {
			n++
		}
	}
	return n
}

// cut splits each line at the edges of the columns. A run of text that crosses an edge without a rule on it belongs to
// all the columns that it covers.
func cut(lines []line, edges []float64, uprights []draw.Rule, gap float64) []tableRow {
	out := make([]tableRow, 0, len(lines))
	n := len(edges) - 1
	for i := range lines {
		l := &lines[i]
		row := tableRow{y: l.y, size: l.size, pieces: make([]piece, n)}
		for _, s := range splitAtRules(l.cells(edges, gap), uprights, l.y+0.3*l.size) {
			first, last := columnOf(edges, s.x0+1), columnOf(edges, s.x1-1)
			if first != last && !coversMiddle(edges, s, first, last) {
				first = columnOf(edges, (s.x0+s.x1)/2)
				last = first
			}
			for c := first; c <= last; c++ {
				p := &row.pieces[c]
				if len(p.words) == 0 {
					p.x0 = s.x0
				}
				p.words = append(p.words, s.words...)
				p.x1 = s.x1
				p.spans = p.spans || first != last
			}
		}
		out = append(out, row)
	}
	return out
}

// edgeGap is wider than a space, in em.
const edgeGap = 0.36

// cells returns the runs of words of a line that no wide gap cuts, nor a narrower one at the edge of a column.
func (l *line) cells(edges []float64, gap float64) []segment {
	return runs(l.words, func(s segment, w draw.Word) bool {
		d := w.X0 - s.x1
		return d < min(gap, edgeGap)*l.size || d < cellGap*l.size && !slices.ContainsFunc(edges, func(e float64) bool { return s.x1-1 < e && e < w.X0+1 })
	})
}

// splitAtRules cuts segments at upright rules beside them.
func splitAtRules(segs []segment, uprights []draw.Rule, y float64) []segment {
	var out []segment
	for _, s := range segs {
		out = append(out, runs(s.words, func(before segment, w draw.Word) bool {
			return !ruleBetween(uprights, before.words[len(before.words)-1].X1, w.X0, y)
		})...)
	}
	return out
}

func ruleBetween(uprights []draw.Rule, x0, x1, y float64) bool {
	return slices.ContainsFunc(uprights, func(u draw.Rule) bool {
		return u.X0 > x0-1 && u.X0 < x1+1 && u.Y0 <= y && y <= u.Y1
	})
}

func columnOf(edges []float64, x float64) int {
	for c := 1; c < len(edges)-1; c++ {
		if x < edges[c] {
			return c - 1
		}
	}
	return len(edges) - 2
}

// coversMiddle reports whether a segment reaches well into both its first and its last column.
func coversMiddle(edges []float64, s segment, first, last int) bool {
	const share = 0.25
	return min(s.x1, edges[first+1])-s.x0 > share*(edges[first+1]-edges[first])*0.5 &&
		s.x1-edges[last] > share*(edges[last+1]-edges[last])
}
