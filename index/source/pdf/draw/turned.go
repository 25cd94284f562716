package draw

import (
	"cmp"
	"math"
	"slices"

	"ibid/index/source/budget"
)

// How turned text is put into the upright page. Lengths are in em.
const (
	turnedGap   = 0.85 // a wider gap in a turned line separates cells
	turnedPitch = 1.45 // lines further apart are not one head or label
	turnedLines = 3    // a head or label has no more
	headReach   = 5.0  // from a head to the cells below it
	labelReach  = 3.0  // from a label to the text beside it
	cellReach   = 8.0  // the same, below a rule of a table
	outerMargin = 0.09 // of the page: where stamps stand
	runningZone = 0.11 // of the page: where running heads stand
)

// turnedText is one or more lines of turned text that may be the head of a column, the label of rows or a stamp.
type turnedText struct {
	words     []Word
	text      string
	own, page Rule // the box of it, on the page turned back and on the page
	size, y   float64
	lines     int
}

// upright turns a sheet's turned words back. A page without upright text but for running heads of another turn is
// turned as a whole. On others the heads of columns, labels of rows and what stands beside a drawing go to a line of the upright
// text; stamps in the margin go above the page, since they belong nowhere; all other text of one turn becomes a
// block of lines where it stood, and the page grows if it has to.
func (s *Sheet) upright(work *budget.Budget, width float64, quarters int) {
	chars := [slanted]int{}
	for _, w := range s.Words {
		chars[w.turn] += len(w.Text)
	}
	if chars[1]+chars[2]+chars[3] == 0 {
		return
	}
	unrotated := turn(4-quarters) % 4
	if chars[0] == 0 {
		for t := range chars {
			if chars[t] > chars[unrotated] {
				unrotated = turn(t)
			}
		}
		width = s.turnPage(unrotated, width)
	} else if unrotated != 0 && chars[unrotated] > 0 {
		_, height := unrotated.size(width, s.Height)
		low := unrotated.box(Rule{0, 0, width, s.Height}).Y0
		if !slices.ContainsFunc(s.Words, func(w Word) bool {
			return w.turn == unrotated && math.Abs((w.Y-low)/height-0.5) < 0.5-runningZone
		}) {
			width = s.turnPage(unrotated, width)
		}
	}
	var straight, loose []Word
	for _, w := range s.Words {
		if w.turn == 0 {
			straight = append(straight, w)
		}
	}
	for t := turn(1); t < slanted; t++ {
		texts := turnedTexts(work, s.Words, t)
		placed, rest := s.place(work, texts, straight, width)
		var words []Word
		for _, g := range rest {
			words = append(words, g.words...)
		}
		if length(words) > length(placed) {
			placed, words = nil, nil
			for _, g := range texts {
				words = append(words, g.words...)
			}
		}
		loose = append(loose, placed...)
		if len(rest) <= turnedLines {
			for i := range words {
				words[i].Font = nil // what stands beside a drawing is no heading, however bold
			}
		}
		if len(words) > 0 {
			straight = s.insert(straight, words, t)
		}
	}
	s.Words = append(straight, loose...)
}

// length is the number of bytes of words.
func length(words []Word) (n int) {
	for _, w := range words {
		n += len(w.Text)
	}
	return n
}

// place makes the heads, labels and stamps among texts one word each, and returns all others.
func (s *Sheet) place(work *budget.Budget, texts []turnedText, straight []Word, width float64) (placed []Word, rest []turnedText) {
	heads := map[float64][]int{} // base line of cells → their heads among those placed
	for _, g := range texts {
		w := Word{X0: g.page.X0, X1: g.page.X1, Size: g.size, Text: g.text, Font: g.words[0].Font, Artifact: g.words[0].Artifact}
		single := g.lines <= turnedLines && g.words[0].turn != 2 && work.Spend(len(straight)+len(s.Rules)) == nil
		if single && (g.page.X1 < outerMargin*width || g.page.X0 > (1-outerMargin)*width) { // a stamp
			w.Y = s.Height + 2*g.size*float64(1+len(placed))
			w.X1 = w.X0 + g.own.X1 - g.own.X0
			if len(straight) > 0 {
				w.Size = straight[len(straight)/2].Size
			}
		} else if cells, ok := g.cells(straight); single && ok {
			heads[cells] = append(heads[cells], len(placed))
			w.Y = g.page.Y0
		} else if y, ok := g.beside(straight, s.Rules); single && ok {
			w.Y = y
		} else {
			rest = append(rest, g)
			continue
		}
		placed = append(placed, w)
	}
	for _, row := range heads {
		settleHeads(placed, row, straight)
	}
	return placed, rest
}

// settleHeads puts the heads of one row on one line: that of the upright heads beside them, else where the lowest begins.
func settleHeads(words []Word, row []int, straight []Word) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, i := range row {
		low, high = min(low, words[i].Y), max(high, words[i].Y+(words[i].X1-words[i].X0))
	}
	size := words[row[0]].Size
	line := math.Inf(1)
	for _, w := range straight {
		if w.Y > low-0.5*size && w.Y < high {
			line = min(line, w.Y)
		}
	}
	if math.IsInf(line, 1) {
		line = low
	}
	for _, i := range row {
		words[i].Y = line
	}
}

// size is the width and height of a page turned back.
func (t turn) size(w, h float64) (float64, float64) {
	if t%2 == 1 {
		return h, w
	}
	return w, h
}

// turnPage turns the page back with all that is on it, and returns its width.
func (s *Sheet) turnPage(t turn, width float64) float64 {
	page := t.box(Rule{0, 0, width, s.Height})
	for i := range s.Words {
		w := &s.Words[i]
		w.turn = (w.turn + 4 - t) % 4
		x, y := w.turn.back(-page.X0, -page.Y0)
		w.X0, w.X1, w.Y = w.X0+x, w.X1+x, w.Y+y
	}
	for i, r := range s.Rules {
		b := t.box(r)
		s.Rules[i] = Rule{b.X0 - page.X0, b.Y0 - page.Y0, b.X1 - page.X0, b.Y1 - page.Y0}
	}
	width, s.Height = t.size(width, s.Height)
	return width
}

// turnedTexts puts the words of one turn together to cells, and lines close below each other to texts.
func turnedTexts(work *budget.Budget, words []Word, t turn) []turnedText {
	var own []Word
	for _, w := range words {
		if w.turn == t {
			own = append(own, w)
		}
	}
	slices.SortStableFunc(own, func(a, b Word) int {
		return cmp.Or(cmp.Compare(math.Round(b.Y/2), math.Round(a.Y/2)), cmp.Compare(a.X0, b.X0))
	})
	var out []turnedText
	for _, w := range own {
		box := Rule{w.X0, w.Y - 0.25*w.Size, w.X1, w.Y + 0.75*w.Size}
		best := -1
		for i := len(out) - 1; i >= 0 && best < 0 && work.Spend(1) == nil; i-- {
			g := &out[i]
			same := math.Abs(g.y-w.Y) < 0.25*g.size
			switch {
			case same && w.X0-g.own.X1 < turnedGap*g.size && w.X0 > g.own.X0:
				best = i
			case same || g.y-w.Y > turnedPitch*g.size || w.X0 > g.own.X1 || w.X1 < g.own.X0:
			case w.Size < 1.2*g.size && g.size < 1.2*w.Size: // the next line of it
				g.lines++
				best = i
			}
		}
		if best < 0 {
			out = append(out, turnedText{words: []Word{w}, text: w.Text, own: box, size: w.Size, y: w.Y, lines: 1})
			continue
		}
		g := &out[best]
		if g.y != w.Y || w.X0-g.words[len(g.words)-1].X1 > WordGap*w.Size {
			g.text += " "
		}
		g.text += w.Text
		g.words, g.y = append(g.words, w), w.Y
		g.own = Rule{min(g.own.X0, box.X0), min(g.own.Y0, box.Y0), max(g.own.X1, box.X1), max(g.own.Y1, box.Y1)}
	}
	for i := range out {
		out[i].page = t.forthBox(out[i].own)
	}
	return out
}

// cells finds the row of cells that a text is the head of one of: the nearest upright line below it that has several cells,
// one of them right below. It returns the base line of the row.
func (g *turnedText) cells(straight []Word) (float64, bool) {
	y := math.Inf(-1)
	for _, w := range straight {
		if d := g.page.Y0 - w.Y - 0.5*w.Size; d > -0.5*g.size && d < headReach*g.size { // its top is below
			y = max(y, w.Y)
		}
	}
	var row []Word
	for _, w := range straight {
		if math.Abs(w.Y-y) < 0.25*w.Size {
			row = append(row, w)
		}
	}
	slices.SortStableFunc(row, func(a, b Word) int { return cmp.Compare(a.X0, b.X0) })
	cells, below := 0, false
	for i := 0; i < len(row); {
		x0, x1 := row[i].X0, row[i].X1
		for i++; i < len(row) && row[i].X0-x1 < turnedGap*row[i].Size; i++ {
			x1 = row[i].X1
		}
		cells++
		below = below || x0 < g.page.X1+g.size && x1 > g.page.X0-g.size
	}
	return y, below && cells > 1
}

// beside finds the topmost upright line beside a text, between the rules around it.
func (g *turnedText) beside(straight []Word, rules []Rule) (float64, bool) {
	top, mid := math.Inf(1), (g.page.X0+g.page.X1)/2
	for _, r := range rules {
		if r.Level() && r.X0 <= mid && r.X1 >= mid && r.Y0 > g.page.Y1-0.5*g.size {
			top = min(top, r.Y0)
		}
	}
	reach, ruled := labelReach*g.size, top-g.page.Y1 < g.page.Y1-g.page.Y0
	if ruled {
		reach = cellReach * g.size
	}
	near, first := false, math.Inf(-1)
	for _, w := range straight {
		if w.X0-g.page.X1 > reach || g.page.X0-w.X1 > reach || w.Y < g.page.Y0 || w.Y > top {
			continue
		}
		if inside := w.Y < g.page.Y1; inside || ruled {
			near = near || inside
			first = max(first, w.Y)
		}
	}
	return first, near
}

// insert puts the words of one turn, turned back, where they stood. Where the place is not high enough for them, or has
// other text beside them, all that is above their lower edge moves up.
func (s *Sheet) insert(straight, turned []Word, t turn) []Word {
	own := Rule{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, w := range turned {
		own = Rule{min(own.X0, w.X0), min(own.Y0, w.Y-0.25*w.Size), max(own.X1, w.X1), max(own.Y1, w.Y+0.75*w.Size)}
	}
	page := t.forthBox(own)
	height := own.Y1 - own.Y0
	grow := max(0, height-(page.Y1-page.Y0))
	top := page.Y1 + grow
	for _, w := range straight {
		if w.Y > page.Y0 && w.Y < page.Y1 {
			grow, top = height, page.Y0+height
		}
	}
	dx, dy := page.X0-own.X0, top-own.Y1
	near := turned[0].Size
	var moved []Rule
	for _, r := range s.Rules {
		in := r.within(Rule{page.X0 - near, page.Y0 - near, page.X1 + near, page.Y1 + near})
		if in.X1 >= in.X0 && in.Y1 >= in.Y0 && 2*(in.X1-in.X0+in.Y1-in.Y0) >= r.X1-r.X0+r.Y1-r.Y0 {
			b := t.box(r)
			r = Rule{b.X0 + dx, b.Y0 + dy, b.X1 + dx, b.Y1 + dy}
		} else if r.Y0 > page.Y0 {
			r.Y0, r.Y1 = r.Y0+grow, r.Y1+grow
		}
		moved = append(moved, r)
	}
	s.Rules, s.Height = moved, s.Height+grow
	for i := range straight {
		if straight[i].Y > page.Y0 {
			straight[i].Y += grow
		}
	}
	for _, w := range turned {
		w.X0, w.X1, w.Y, w.turn = w.X0+dx, w.X1+dx, w.Y+dy, 0
		straight = append(straight, w)
	}
	return straight
}
