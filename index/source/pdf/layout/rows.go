package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"ibid/index/source/budget"
	"ibid/index/source/pdf/draw"
)

// How the rows and the head of a table are told. Shares are of rows.
const (
	maxHead     = 6   // lines of a head
	numberShare = 0.8 // of the cells of a column of numbers have a figure
)

// grouping tells which lines make one row.
type grouping struct {
	ruled   bool   // each has a rule below
	boxed   bool   // the table has level rules
	banded  bool   // there are some among its rows
	numbers []bool // the columns of numbers
}

// read returns the text of a table, part by part, each with the head of the table as its first row:
// empty cells where no head can be told. It is nil where there is no table.
func (s *series) read(work *budget.Budget, join func([]string) string) []string {
	var edges []float64
	var at [][]float64 // edges of the columns, by setting
	for n := 0; n <= s.parts[len(s.parts)-1].set; n++ {
		before := len(edges)
		if edges = s.edges(work, n); len(edges) < 3 || len(edges) > maxTableCols+1 || n > 0 && len(edges) != before {
			return nil
		}
		at = append(at, edges)
	}
	rows := make([][]tableRow, len(s.parts))
	frames := make([]frame, len(s.parts))
	for i, p := range s.parts {
		frames[i] = p.box()
		if work.Spend((len(edges)+len(p.own))*len(frames[i].levels)/budget.ScanShare) != nil {
			return nil
		}
		rows[i] = cut(p.own, at[p.set], frames[i].uprights, gapFor(s.lines))
	}
	first := bands(frames[0], at[0], rows[0])
	if len(s.parts) == 1 && s.parts[0].frame != nil && len(first) == 1 && len(rows[0]) > minRows &&
		len(edges) == 3 && first[0].isOneRow() {
		return nil // a frame around text
	}
	again := s.repeated()
	head := s.headLines(again, first, rows)
	header := make([]string, len(edges)-1)
	if head > 0 {
		b := bands(frames[0], at[0], rows[0][:head])
		var text [][][]string
		for i := range b {
			text = append(text, [][]string{mergeRows(b[i].rows, true, join)})
		}
		fillDown(b, text, len(frames[0].uprights) > 2)
		header = mergeHeader(text)
	}
	parts := make([][]band, len(s.parts))
	for i := range rows {
		if n := s.headOf(i, head); n == head || n > 0 && n == again {
			rows[i] = rows[i][n:]
		}
		parts[i] = bands(frames[i], at[s.parts[i].set], rows[i])
	}
	g := groupingOf(parts)
	g.boxed = slices.ContainsFunc(frames, func(f frame) bool { return len(f.levels) > 0 })
	out := make([]table, len(s.parts))
	all := 0
	for i, b := range parts {
		text := make([][][]string, len(b))
		for k := range b {
			text[k] = b[k].cells(g, join)
		}
		fillDown(b, text, len(frames[i].uprights) > 2)
		out[i] = slices.DeleteFunc(slices.Concat(text...), func(r []string) bool { return strings.Join(r, "") == "" })
		all += len(out[i])
	}
	if all == 0 || all == 1 && head == 0 {
		return nil
	}
	return tableTexts(header, out)
}

// tableTexts writes the parts of a table under one head, without the columns that are empty in all.
// It is nil where fewer than two are left.
func tableTexts(header []string, parts []table) []string {
	var kept []int
	for c := range header {
		if header[c] != "" || slices.ContainsFunc(parts, func(t table) bool {
			return slices.ContainsFunc(t, func(r []string) bool { return r[c] != "" })
		}) {
			kept = append(kept, c)
		}
	}
	if len(kept) < 2 {
		return nil
	}
	out := make([]string, len(parts))
	for i, t := range parts {
		if len(t) == 0 {
			continue // nothing but the head
		}
		small := make(table, 0, len(t)+1)
		for _, r := range slices.Insert(t, 0, header) {
			cells := make([]string, len(kept))
			for k, c := range kept {
				cells[k] = r[c]
			}
			small = append(small, cells)
		}
		out[i] = small.text()
	}
	return out
}

// box is the frame of a part: that by which it was found, or else the rules in it and at its edges.
func (p *part) box() frame {
	if p.frame != nil && !p.grown {
		return *p.frame
	}
	top, bottom := p.own[0], p.own[len(p.own)-1]
	var rules []draw.Rule
	f := frame{x0: p.columns[0].x0, x1: p.columns[len(p.columns)-1].x1,
		y0: bottom.y - bottom.size, y1: top.y + 1.5*top.size}
	height := top.y + top.size - bottom.y
	tall := map[int]float64{}
	for _, r := range p.rules {
		if !r.Level() {
			tall[int(math.Round(r.X0))] += max(0, min(r.Y1, f.y1)-max(r.Y0, f.y0))
		}
	}
	for _, r := range p.rules {
		const slack = 12 // points: a cell's padding
		inside := r.X0 > f.x0-slack && r.X1 < f.x1+slack && r.Y1 > f.y0 && r.Y0 < f.y1
		if k := int(math.Round(r.X0)); inside && (r.Level() || 2*(tall[k-1]+tall[k]+tall[k+1]) > height) {
			rules = append(rules, r)
		}
	}
	if p.frame != nil {
		rules = append(rules, p.frame.levels...)
		rules = append(rules, p.frame.uprights...)
	}
	if len(rules) > 0 {
		g := frameOf(rules)
		f.levels, f.uprights = g.levels, g.uprights
		f.x0, f.x1 = min(f.x0, g.x0), max(f.x1, g.x1)
	}
	return f
}

// edges returns the x of the edges of the columns in a setting: upright rules, and gaps that run
// through all lines.
func (s *series) edges(work *budget.Budget, setting int) []float64 {
	var xs []float64
	ends := extent{math.Inf(1), math.Inf(-1)}
	var all []line
	for _, p := range s.parts {
		if p.set != setting {
			continue
		}
		f := p.box()
		all = append(all, p.own...)
		for _, u := range f.uprights {
			xs = append(xs, u.X0)
		}
		ends.x0, ends.x1 = min(ends.x0, f.x0), max(ends.x1, f.x1)
	}
	xs = slices.DeleteFunc(xs, func(x float64) bool { return x < ends.x0+ruleSnap || x > ends.x1-ruleSnap })
	ruled := cluster(xs, 2*ruleSnap)
	if len(ruled) > maxTableCols {
		return nil
	}
	edges := slices.Concat([]float64{ends.x0 - 1}, ruled, []float64{ends.x1 + 1})
	var out []float64
	for i := 0; i+1 < len(edges); i++ {
		out = append(out, edges[i])
		inside, gap := all, gapFor(s.lines)
		least := 2
		if inside = clip(all, edges[i], edges[i+1]); len(ruled) > 0 { // rules tell the columns: a gap needs more evidence
			least, gap = minRows, cellGap
		}
		several := 0
		for k := range inside {
			if len(inside[k].segments(gap)) > 1 {
				several++
			}
		}
		if several < least {
			continue
		}
		for _, g := range between(coverage(work, inside, gap)) {
			out = append(out, (g.x0+g.x1)/2)
		}
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

// repeated is the number of lines that the first part and most further ones begin with, 0 where
// they begin differently.
func (s *series) repeated() int {
	counts := map[int]int{}
	for i := range s.parts[1:] {
		counts[s.headOf(i+1, maxHead)]++
	}
	delete(counts, 0)
	if len(counts) == 0 {
		return 0
	}
	return mostCommon(counts)
}

// headOf returns how many of the first n lines of the table part i begins with: of the head, all or
// none.
func (s *series) headOf(i, n int) int {
	return min(n, sameStart(s.parts[0].own, s.parts[i].own))
}

// headLines is the number of lines of the head, 0 where none can be told. A head is printed again
// on further pages, is bold, has a rule below it that rows do not have, or has words over columns
// of numbers.
func (s *series) headLines(again int, b []band, rows [][]tableRow) int {
	if again > 0 {
		return again
	}
	own := s.parts[0].own
	bold := 0
	for bold < len(own) && own[bold].share(isBold) > 0.9 {
		bold++
	}
	ruled, apart := 0, false // lines above the first rule; not all rows have one
	for i := 1; i < len(b); i++ {
		if ruled += len(b[i-1].rows); b[i].fullyRuled() {
			body := 0
			for _, next := range b[i:] {
				body += len(next.rows)
			}
			apart = 2*(len(b)-i) <= body
			break
		}
	}
	if len(b) < 2 || ruled == len(own) {
		ruled = 0
	}
	if ruled > maxHead {
		return 0
	}
	n := max(1, ruled)
	numbers, words, figures := numberColumns(rows, n), 0, 0
	merged := mergeRows(rows[0][:n], true, func(p []string) string { return strings.Join(p, " ") })
	for c, isNumber := range numbers {
		switch {
		case !isNumber || merged[c] == "":
		case strings.ContainsFunc(merged[c], unicode.IsDigit):
			figures++
		default:
			words++
		}
	}
	switch {
	case hasTitle(rows[0]): // over the names of several columns, which may be figures
		return 2
	case numbers[0] && merged[0] != "" && words == 0:
		return 0
	case bold > 0 && bold <= maxHead && bold < s.lines:
		return max(ruled, bold)
	case ruled > 0 && apart:
		return ruled
	case figures > 0 && figures >= words, ruled == 0 && words == 0:
		return 0
	}
	return n
}

// hasTitle reports whether the first line has a title over several columns, all of which the second
// line names.
func hasTitle(rows []tableRow) bool {
	if len(rows) <= minRows {
		return false
	}
	titled := false
	for c, p := range rows[0].pieces {
		if titled = titled || p.spans && len(p.words) > 0; c > 0 && len(rows[1].pieces[c].words) == 0 {
			return false
		}
	}
	return titled
}

// numberColumns tells the columns whose cells have figures, below n lines of a head.
func numberColumns(rows [][]tableRow, n int) []bool {
	out := make([]bool, len(rows[0][0].pieces))
	for c := range out {
		with, filled := 0, 0
		for i, part := range rows {
			for k := range part {
				if i == 0 && k < n {
					continue
				}
				words := part[k].pieces[c].words
				if len(words) == 0 {
					continue
				}
				filled++
				if slices.ContainsFunc(words,
					func(w draw.Word) bool { return strings.ContainsFunc(w.Text, unicode.IsDigit) }) {
					with++
				}
			}
		}
		out[c] = with > 0 && float64(with) >= numberShare*float64(filled)
	}
	return out
}

// groupingOf tells how lines make rows from all parts of a table.
func groupingOf(parts [][]band) grouping {
	var g grouping
	lines, all, single, one := 0, 0, 0, 0
	for _, b := range parts {
		g.banded = g.banded || len(b) > 1
		for i := range b {
			all++
			lines += len(b[i].rows)
			if len(b[i].rows) == 1 {
				single++
			}
			if b[i].isOneRow() {
				one++
			}
		}
	}
	if all == 0 {
		return g
	}
	g.numbers = numberColumns(rowsOf(parts), 0)
	g.ruled = all >= 3 && 3*all >= lines && (2*single >= all || float64(one) > numberShare*float64(all))
	return g
}

// rowsOf returns the lines of the parts of a table.
func rowsOf(parts [][]band) [][]tableRow {
	out := make([][]tableRow, 0, len(parts))
	for _, b := range parts {
		var rows []tableRow
		for i := range b {
			rows = append(rows, b[i].rows...)
		}
		if len(rows) > 0 {
			out = append(out, rows)
		}
	}
	return out
}

// goesOn reports whether line i of a band is of the same row as the line before.
func (g *grouping) goesOn(rows []tableRow, i int) bool {
	return g.boxed && continues(rows, i) && !g.isNumbered(rows, i)
}

// isNumbered reports whether a line and the one before have a number each in one column, as no row
// has two.
func (g *grouping) isNumbered(rows []tableRow, i int) bool {
	for c, isNumber := range g.numbers {
		if isNumber && len(rows[i].pieces[c].words) > 0 && len(rows[i-1].pieces[c].words) > 0 {
			return true
		}
	}
	return false
}
