package layout

import (
	"ibid/index/source/pdf/draw"
	"math"
	"slices"
	"strings"
	"unicode"
)

// band is what stands between two neighbouring level rules of a table.
type band struct {
	rows  []tableRow
	ruled []bool // per column: a rule closes the band at its top
}

// bands cuts the rows of a table at its level rules.
func bands(f frame, edges []float64, rows []tableRow) []band {
	if len(rows) == 0 {
		return nil
	}
	var ys []float64
	for _, r := range f.levels {
		ys = append(ys, r.Y0)
	}
	ys = cluster(ys, ruleSnap)
	slices.Reverse(ys)
	n := len(edges) - 1
	var out []band
	next := band{ruled: make([]bool, n)}
	for c := range next.ruled {
		next.ruled[c] = true
	}
	i := 0
	for k := 0; k <= len(ys); k++ {
		for i < len(rows) && (k == len(ys) || rows[i].y+0.3*rows[i].size > ys[k]) {
			next.rows = append(next.rows, rows[i])
			i++
		}
		if len(next.rows) > 0 {
			out = append(out, next)
			next = band{ruled: make([]bool, n)}
		}
		if k < len(ys) {
			for c := range n {
				next.ruled[c] = next.ruled[c] || ruledOver(f.levels, ys[k], edges[c], edges[c+1])
			}
		}
	}
	return out
}

// ruledOver reports whether the level rules at a height cover most of a column.
func ruledOver(levels []draw.Rule, y, x0, x1 float64) bool {
	sum := 0.0
	for _, r := range levels {
		if math.Abs(r.Y0-y) <= ruleSnap {
			sum += max(0, min(r.X1, x1)-max(r.X0, x0))
		}
	}
	return sum > 0.6*(x1-x0)
}

func (b *band) fullyRuled() bool { return !slices.Contains(b.ruled, false) }

// cells returns the rows of a band.
func (b *band) cells(g grouping, join func([]string) string) [][]string {
	starts := []int{0}
	if g.ruled || g.boxed && b.isOneRow() && (g.banded || len(b.rows) < 4) {
		if names := b.nameColumns(); names != nil {
			return b.splitNames(names, join)
		}
	} else {
		for i := 1; i < len(b.rows); i++ {
			if !g.goesOn(b.rows, i) {
				starts = append(starts, i)
			}
		}
	}
	var out [][]string
	for k, from := range starts {
		to := len(b.rows)
		if k+1 < len(starts) {
			to = starts[k+1]
		}
		out = append(out, mergeRows(b.rows[from:to], false, join))
	}
	return out
}

// nameColumns finds the columns of a one-row band that list one name a line ("SHAKE-128s" above "SHAKE-128f") beside
// cells that go for all of them, and the columns filled on just the same lines. It is nil where there are none.
func (b *band) nameColumns() []bool {
	n := len(b.rows[0].pieces)
	var lines []int // on which the names stand
	names := make([]bool, n)
	for c := range n {
		var at []int
		isName := true
		for i := range b.rows {
			if p := b.rows[i].pieces[c]; len(p.words) > 0 {
				at = append(at, i)
				isName = isName && isIdentifier(joinWords(p.words))
			}
		}
		if len(at) > 1 && isName && lines == nil {
			lines = at
		}
	}
	if lines == nil {
		return nil
	}
	for c := range n {
		names[c] = true
		for i := range b.rows {
			words := b.rows[i].pieces[c].words
			if (len(words) > 0) != slices.Contains(lines, i) || len(words) > 0 && strings.ContainsAny(words[0].Text[:1], "[(") {
				names[c] = false
			}
		}
	}
	return names
}

// isIdentifier reports whether a text is one token with letters and digits in it, as no wrapped phrase is.
func isIdentifier(s string) bool {
	return strings.ContainsAny(s, "0123456789") && hasLetter(s) && !strings.ContainsAny(s, " ") && !strings.HasPrefix(s, "[") && !strings.HasPrefix(s, "(")
}

func hasLetter(s string) bool { return strings.IndexFunc(s, unicode.IsLetter) >= 0 }

// splitNames makes a row of each name, with the cells beside them repeated.
func (b *band) splitNames(names []bool, join func([]string) string) [][]string {
	all := mergeRows(b.rows, false, join)
	var out [][]string
	for i := range b.rows {
		row := mergeRows(b.rows[i:i+1], false, join)
		listed := false
		for c := range row {
			listed = listed || names[c] && row[c] != ""
			if !names[c] {
				row[c] = all[c]
			}
		}
		if listed {
			out = append(out, row)
		}
	}
	return out
}

// mergeRows joins the lines of one row, column by column. Text over several columns counts for each in a header, for
// the first in the body.
func mergeRows(rows []tableRow, header bool, join func([]string) string) []string {
	n := len(rows[0].pieces)
	cells := make([]string, n)
	for c := range n {
		var parts []string
		for i := range rows {
			p := rows[i].pieces[c]
			if len(p.words) == 0 {
				continue
			}
			if p.spans && !header && c > 0 && sharesPiece(rows[i].pieces[c-1], p) {
				continue
			}
			parts = append(parts, joinWords(p.words))
		}
		cells[c] = join(parts)
	}
	return cells
}

func sharesPiece(a, b piece) bool {
	return a.spans && len(a.words) > 0 && a.words[len(a.words)-1].X0 == b.words[len(b.words)-1].X0
}

// isOneRow reports whether the lines between two rules make one row: their cells stand at different heights, or are
// filled one line after the other. Several rows have most of their lines filled in most columns.
func (b *band) isOneRow() bool {
	if len(b.rows) < 2 {
		return true
	}
	n := len(b.rows[0].pieces)
	full, wide := 0, 0
	for i := range b.rows {
		switch filled := b.rows[i].filled(); {
		case filled == n:
			full++
			wide++
		case filled >= 2 && (2*filled >= n && len(b.rows) >= 4 || filled >= n-1):
			wide++
		}
	}
	if full == len(b.rows) {
		return false
	}
	if len(b.rows) < 4 {
		return wide < len(b.rows) // too few lines for a majority to say something
	}
	return 2*wide < len(b.rows)
}

// continues reports whether line i of a band goes on with the row of the line before.
func continues(rows []tableRow, i int) bool {
	a, b := &rows[i-1], &rows[i]
	if a.y-b.y > tightPitch*max(a.size, b.size) {
		return false
	}
	if b.filled() == 1 && a.filled() > 1 && len(b.pieces) > 2 {
		return true
	}
	if len(b.pieces[0].words) == 0 && b.filled() == 1 {
		return true
	}
	if hangs(rows) {
		return len(b.pieces[0].words) == 0
	}
	for c := 1; c < len(b.pieces); c++ {
		if wraps(rows, c, a.pieces[c], b.pieces[c]) {
			return true
		}
	}
	return false
}

// hangs reports whether lines that go on leave the first column empty, as where it holds dates or numbers.
func hangs(rows []tableRow) bool {
	return slices.ContainsFunc(rows, func(r tableRow) bool { return len(r.pieces[0].words) == 0 && r.filled() == 1 })
}

// wraps reports whether the text of a cell went on because the next word no longer fitted.
func wraps(rows []tableRow, c int, a, b piece) bool {
	const minWords = 3 // shorter cells, and formulas, are full only because their column is narrow
	spoken := 0
	for _, w := range a.words {
		if hasWord(w.Text) {
			spoken++
		}
	}
	if spoken < minWords || len(b.words) == 0 {
		return false
	}
	right := 0.0
	for i := range rows {
		if p := rows[i].pieces[c]; len(p.words) > 0 && !p.spans {
			right = max(right, p.x1)
		}
	}
	return a.x1+(b.words[0].X1-b.words[0].X0)+draw.WordGap*b.words[0].Size > right
}

// fillDown repeats a cell in the rows that it reaches over, where upright rules draw the boxes: the bands below that no
// rule closes in its column.
func fillDown(b []band, text [][][]string, boxed bool) {
	if len(b) == 0 || !boxed {
		return
	}
	for c := range b[0].ruled {
		for from := 0; from < len(b); {
			to := from + 1
			for to < len(b) && !b[to].ruled[c] {
				to++
			}
			if to-from > 1 {
				mergeDown(text[from:to], c)
			}
			from = to
		}
	}
}

// mergeDown gives the text of column c in all bands to every row of them.
func mergeDown(text [][][]string, c int) {
	var parts []string
	for _, rows := range text {
		for i, r := range rows {
			if r[c] != "" && (i == 0 || rows[i-1][c] != r[c]) {
				parts = append(parts, r[c])
			}
		}
	}
	all := strings.Join(parts, " ")
	for _, rows := range text {
		for _, r := range rows {
			r[c] = all
		}
	}
}

// mergeHeader makes one row of the header's rows; what repeats is said once.
func mergeHeader(text [][][]string) []string {
	var out []string
	for _, rows := range text {
		for _, r := range rows {
			if out == nil {
				out = make([]string, len(r))
			}
			for c, cell := range r {
				switch {
				case cell == "" || strings.HasSuffix(out[c], cell):
				case out[c] == "":
					out[c] = cell
				default:
					out[c] += " " + cell
				}
			}
		}
	}
	return out
}
