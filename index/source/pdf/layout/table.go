package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"ibid/index/source/budget"
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

// gapTables finds tables without rules: lines that follow each other, most of them in three or more cells, with gaps
// that run through all of them.
func gapTables(work *budget.Budget, lines []line, taken []bool, join func([]string) string) []span {
	const minLines, minCells = 3, 3
	var out []span
	for i := 0; i < len(lines); {
		to, wide := i, 0
		for to < len(lines) && !taken[to] {
			segs := lines[to].segments(cellGap)
			n := len(segs)
			if n < 2 || equationNumber.MatchString(joinWords(segs[n-1].words)) || to > i && lines[to-1].y-lines[to].y > 2*tightPitch*lines[to].size {
				break
			}
			if n >= minCells {
				wide++
			}
			to++
		}
		if wide >= minLines && 2*wide > to-i {
			gaps := gutters(work, lines[i:to], minLines)
			if len(gaps) >= minCells-1 && len(gaps) < maxTableCols {
				edges := slices.Concat([]float64{math.Inf(-1)}, gaps, []float64{math.Inf(1)})
				var t table
				for _, row := range cut(lines[i:to], edges, nil) {
					t = append(t, mergeRows([]tableRow{row}, false, join))
				}
				if t.speaks() {
					out = append(out, span{from: i, to: to, kind: Table, texts: []string{t.text()}})
				}
			}
		}
		i = max(to, i+1)
	}
	return out
}

// framedTable reads the lines inside a frame. It is nil where they do not make a table.
func framedTable(work *budget.Budget, f frame, lines []line, join func([]string) string) table {
	edges := columnEdges(work, f, lines)
	if len(edges) < 3 || len(edges) > maxTableCols+1 {
		return nil
	}
	rows := cut(lines, edges, f.uprights)
	if work.Spend(len(edges)*len(f.levels)*len(f.levels)/budget.ScanShare) != nil {
		return nil
	}
	b := bands(f, edges, rows)
	header := headerBands(b)
	text := make([][][]string, len(b)) // per band: rows of cells
	for i := range b {
		text[i] = b[i].cells(i < header, join)
	}
	fillDown(b, text, len(f.uprights) > 2)
	var out table
	if header > 0 {
		out = append(out, mergeHeader(text[:header]))
	}
	out = slices.Concat(out, slices.Concat(text[header:]...))
	out = slices.DeleteFunc(out, func(r []string) bool { return strings.Join(r, "") == "" })
	out.dropEmptyColumns()
	if len(out) < 2 || len(out[0]) < 2 {
		return nil
	}
	return out
}

// speaks reports whether most cells that are not empty hold letters or digits, unlike the strokes of a drawing.
func (t table) speaks() bool {
	filled, spoken := 0, 0
	for _, row := range t {
		for _, cell := range row {
			if cell == "" {
				continue
			}
			filled++
			if strings.ContainsFunc(cell, isLetterOrDigit) {
				spoken++
			}
		}
	}
	return 4*spoken > 3*filled
}

func (t table) dropEmptyColumns() {
	if len(t) == 0 {
		return
	}
	for c := len(t[0]) - 1; c >= 0; c-- {
		if !slices.ContainsFunc(t, func(r []string) bool { return r[c] != "" }) {
			for i := range t {
				t[i] = slices.Delete(t[i], c, c+1)
			}
		}
	}
}

// columnEdges returns the x of the edges of the columns: upright rules, and gaps that run through the lines.
func columnEdges(work *budget.Budget, f frame, lines []line) []float64 {
	var xs []float64
	for _, u := range f.uprights {
		if u.X0 > f.x0+ruleSnap && u.X0 < f.x1-ruleSnap {
			xs = append(xs, u.X0)
		}
	}
	ruled := cluster(xs, 2*ruleSnap)
	if len(ruled) > maxTableCols {
		return nil
	}
	edges := slices.Concat([]float64{f.x0 - 1}, ruled, []float64{f.x1 + 1})
	var out []float64
	for i := 0; i+1 < len(edges); i++ {
		out = append(out, edges[i])
		minLines := 2
		if len(ruled) > 0 {
			minLines = 3 // rules tell the columns: a gap between them needs more evidence
		}
		out = append(out, gutters(work, clip(lines, edges[i], edges[i+1]), minLines)...)
	}
	return append(out, edges[len(edges)-1])
}

// clip keeps the words of each line that lie between two edges.
func clip(lines []line, x0, x1 float64) []line {
	var out []line
	for _, l := range lines {
		c := line{y: l.y, size: l.size}
		for _, w := range l.words {
			if m := w.Mid(); m > x0 && m < x1 {
				c.words = append(c.words, w)
			}
		}
		if len(c.words) > 0 {
			c.x0, c.x1 = c.words[0].X0, c.words[len(c.words)-1].X1
			out = append(out, c)
		}
	}
	return out
}

// gutters finds the gaps that run through lines. Up to a fifth of the lines may cross one: titles over several columns.
func gutters(work *budget.Budget, lines []line, minLines int) []float64 {
	segs := make([][]segment, 0, len(lines))
	multi, all := 0, 0
	for i := range lines {
		s := lines[i].segments(cellGap)
		segs = append(segs, s)
		all += len(s)
		if len(s) > 1 {
			multi++
		}
	}
	if multi < minLines {
		return nil
	}
	best := clearGaps(segs)
	for range len(lines) / 5 {
		at := -1
		if work.Spend(wordsWork*len(segs)*all/budget.ScanShare) != nil {
			break
		}
		for i := range segs {
			if g := clearGaps(slices.Concat(segs[:i], segs[i+1:])); len(g) > len(best) {
				best, at = g, i
			}
		}
		if at < 0 {
			break
		}
		segs = slices.Delete(segs, at, at+1)
	}
	return best
}

// clearGaps returns the middles of the gaps that no segment covers, between the leftmost and rightmost segment.
func clearGaps(segs [][]segment) []float64 {
	all := slices.Concat(segs...)
	slices.SortStableFunc(all, func(a, b segment) int { return cmp.Compare(a.x0, b.x0) })
	const minGap = 3.0 // points
	var out []float64
	for i, s := range all {
		if i == 0 {
			continue
		}
		if end := all[i-1].x1; s.x0-end > minGap {
			out = append(out, (s.x0+end)/2)
		}
		all[i].x1 = max(s.x1, all[i-1].x1)
	}
	return out
}

// cut splits each line at the edges of the columns. A run of text that crosses an edge without a rule on it belongs to
// all the columns that it covers.
func cut(lines []line, edges []float64, uprights []draw.Rule) []tableRow {
	out := make([]tableRow, 0, len(lines))
	n := len(edges) - 1
	for i := range lines {
		l := &lines[i]
		row := tableRow{y: l.y, size: l.size, pieces: make([]piece, n)}
		for _, s := range splitAtRules(l.segments(cellGap), uprights, l.y+0.3*l.size) {
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
