package layout

import (
	"cmp"
	"ibid/index/source/pdf/draw"
	"math"
	"slices"
	"strings"
)

// Columns of text are told from tables and side comments by being prose: many lines, mostly as wide as the column.
const (
	columnDepth  = 3  // how often a region may be divided again
	columnLines  = 6  // lines on each side
	columnWords  = 40 // a region with fewer words is not divided
	columnIndent = 0.05
	columnMiddle = 0.05 // of the width, from the middle
)

// columns divides the words of a page into regions in reading order.
func columns(words []draw.Word, depth int) [][]draw.Word {
	if depth >= columnDepth || len(words) < columnWords {
		return [][]draw.Word{words}
	}
	left, right := math.Inf(1), math.Inf(-1)
	for _, w := range words {
		left, right = min(left, w.X0), max(right, w.X1)
	}
	width := right - left
	runs := wordRuns(words, cellGap)
	gutter, ok := bestGutter(runs, left, right)
	if !ok {
		return [][]draw.Word{words}
	}
	middle := depth == 0 && math.Abs((gutter-left)/width-0.5) < columnMiddle
	var out [][]draw.Word
	var l, r, full []draw.Word
	nl, nr := 0, 0
	flush := func() {
		if nl >= columnLines && nr >= columnLines && areProse(prose(l, width), prose(r, width), middle) {
			if len(full) > 0 {
				out = append(out, full)
				full = nil
			}
			out = append(append(out, columns(l, depth+1)...), columns(r, depth+1)...)
		} else {
			full = append(append(full, l...), r...)
		}
		l, r, nl, nr = nil, nil, 0, 0
	}
	for _, s := range runs {
		switch {
		case s.x1 < gutter:
			l = append(l, s.words...)
			nl++
		case s.x0 > gutter:
			r = append(r, s.words...)
			nr++
		default:
			flush()
			full = append(full, s.words...)
		}
	}
	flush()
	if len(full) > 0 {
		out = append(out, full)
	}
	return out
}

// wordRuns joins neighbouring words of one baseline, from top to bottom.
func wordRuns(words []draw.Word, gap float64) []segment {
	order := slices.Clone(words)
	slices.SortStableFunc(order, func(a, b draw.Word) int {
		return cmp.Or(cmp.Compare(math.Round(b.Y/2), math.Round(a.Y/2)), cmp.Compare(a.X0, b.X0))
	})
	return runs(order, func(s segment, w draw.Word) bool {
		gap := gap
		if w.Font != nil && isMono(w.Font) {
			gap = cellGap // its spaces are wide
		}
		return math.Abs(s.words[0].Y-w.Y) < ruleSnap && w.X0-s.x1 < gap*w.Size && w.X0 > s.x1-1
	})
}

// bestGutter looks for the upright line that most wide runs stay clear of on both sides.
func bestGutter(runs []segment, left, right float64) (float64, bool) {
	const steps = 200
	width := right - left
	best, score := 0.0, float64(columnLines)
	found := false
	for i := steps / 4; i < steps*3/4; i++ {
		x := left + width*float64(i)/steps
		l, r, crossing := 0.0, 0.0, 0.0
		for _, s := range runs {
			switch wide := s.x1-s.x0 > 0.22*width; {
			case s.x0 <= x && s.x1 >= x:
				crossing++
			case wide && s.x1 < x:
				l++
			case wide:
				r++
			}
		}
		if v := min(l, r) - crossing/2; v >= score && (!found || v > score) {
			best, score, found = x, v, true
		}
	}
	return best, found
}

// areProse reports whether two columns with these shares of full lines are text. Beside a gutter in the middle of the
// page they may hold listings as well.
func areProse(l, r float64, middle bool) bool {
	least, most := min(l, r), max(l, r)
	return least > 0.5 || middle && least > cells && (most > 0.5 || least > 0.2)
}

// cells is the share of prose in the columns of a table.
const cells = -1

// prose is the share of the lines of a would-be column that start at its edge and fill most of its width; cells
// for columns of a table.
func prose(words []draw.Word, pageWidth float64) float64 {
	const fill = 0.33 // of the page
	rows := map[int]extent{}
	several := map[int]bool{} // rows of more than one run
	edge := math.Inf(1)
	var runs []extent
	for _, r := range wordRuns(words, tightGap) {
		k := int(math.Round(r.words[0].Y / 3))
		e, ok := rows[k]
		if ok {
			several[k] = true
		} else {
			e = extent{r.x0, r.x1}
		}
		rows[k] = extent{min(e.x0, r.x0), max(e.x1, r.x1)}
		edge = min(edge, r.x0)
		runs = append(runs, extent{r.x0, r.x1})
	}
	isLeader := func(w draw.Word) bool { return strings.Trim(w.Text, ". ") == "" }
	if 2*len(several) >= len(rows) && len(merged(runs)) > 1 && !slices.ContainsFunc(words, isLeader) {
		return cells
	}
	full := 0
	for _, e := range rows {
		if e.x1-e.x0 > fill*pageWidth && e.x0-edge < columnIndent*pageWidth {
			full++
		}
	}
	return float64(full) / float64(max(len(rows), 1))
}
