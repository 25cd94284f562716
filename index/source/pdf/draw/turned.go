package draw

import (
	"cmp"
	"math"
	"slices"

	"ibid/index/source/budget"
)

// turn is how text runs on the page, in quarters of a turn to the left.
type turn uint8

const slanted turn = 4 // at any other angle

// turns map the page so that text of a turn runs to the right; the inverse of turn t is that of 4-t.
var turns = [...]matrix{identity, {0, -1, 1, 0, 0, 0}, {-1, 0, 0, -1, 0, 0}, {0, 1, -1, 0, 0, 0}}

func (t turn) inverse() matrix { return turns[(4-t)%4] }

// turnOf tells the turn of text that runs along a vector.
func turnOf(dx, dy float64) turn {
	const level = 0.1 // tangent of about six degrees, which scanned pages stay below
	for t, m := range turns {
		if x, y := m.apply(dx, dy); x >= 0 && math.Abs(y) <= level*x {
			return turn(t)
		}
	}
	return slanted
}

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
	size      float64
	lines     int
}

// upright turns a sheet's turned words back. Heads of columns, labels of rows and what stands beside a drawing go to
// a line of the upright text; stamps in the margin go above the page, since they belong nowhere; the rest becomes a
// block where it stood.
func (s *Sheet) upright(work *budget.Budget, width float64) {
	straight := slices.DeleteFunc(slices.Clone(s.Words), func(w Word) bool { return w.turn != 0 })
	if len(straight) == len(s.Words) {
		return
	}
	var loose []Word
	for t := turn(1); t < slanted; t++ {
		texts := turnedTexts(work, s.Words, t)
		placed, block := s.place(work, texts, straight, width)
		if length(block) > length(placed) {
			placed, block = nil, slices.DeleteFunc(slices.Clone(s.Words), func(w Word) bool { return w.turn != t })
		}
		loose = append(loose, placed...)
		if len(block) > 0 {
			straight = s.insert(straight, block, t, width)
		}
	}
	s.Words = append(straight, loose...)
}

func length(words []Word) (n int) {
	for _, w := range words {
		n += len(w.Text)
	}
	return n
}

// hasRunning reports whether a page that is shown turned has running heads that are not, and no other text of that
// turn: it is to be read as it lies.
func (s *Sheet) hasRunning(lying turn, width float64) bool {
	page, found := turns[lying].box(Rule{0, 0, width, s.Height}), false
	for _, w := range s.Words {
		if w.turn == lying && math.Abs((w.Y-page.Y0)/(page.Y1-page.Y0)-0.5) < 0.5-runningZone {
			return false
		}
		found = found || w.turn == lying
	}
	return found
}

// turnedTexts puts the words of one turn together to cells, and lines close below each other to texts.
func turnedTexts(work *budget.Budget, words []Word, t turn) (out []turnedText) {
	words = slices.DeleteFunc(slices.Clone(words), func(w Word) bool { return w.turn != t })
	slices.SortStableFunc(words, func(a, b Word) int {
		return cmp.Or(cmp.Compare(math.Round(b.Y/2), math.Round(a.Y/2)), cmp.Compare(a.X0, b.X0))
	})
	for _, w := range words {
		box := Rule{w.X0, w.Y - 0.25*w.Size, w.X1, w.Y + 0.75*w.Size}
		best := len(out) - 1
		for ; best >= 0 && work.Spend(1) == nil; best-- {
			g := &out[best]
			last := g.words[len(g.words)-1]
			if math.Abs(last.Y-w.Y) < 0.25*g.size {
				if gap := w.X0 - g.own.X1; gap < turnedGap*g.size && w.X0 > g.own.X0 {
					break
				}
			} else if last.Y-w.Y < turnedPitch*g.size && w.X0 < g.own.X1 && w.X1 > g.own.X0 && math.Abs(w.Size-g.size) < 1 {
				g.lines++
				break
			}
		}
		if best < 0 {
			out = append(out, turnedText{words: []Word{w}, text: w.Text, own: box, size: w.Size, lines: 1})
			continue
		}
		g := &out[best]
		if last := g.words[len(g.words)-1]; last.Y != w.Y || w.X0-last.X1 > WordGap*w.Size {
			g.text += " "
		}
		g.text, g.words, g.own = g.text+w.Text, append(g.words, w), g.own.around(box)
	}
	for i := range out {
		out[i].page = t.inverse().box(out[i].own)
	}
	return out
}

// place makes the heads, labels and stamps among texts one word each and returns the words of all others.
func (s *Sheet) place(work *budget.Budget, texts []turnedText, straight []Word, width float64) (placed, rest []Word) {
	type headRow struct {
		low, high float64
		heads     []int // among those placed
	}
	var rows []headRow
	for n, g := range texts {
		w := g.words[0]
		single := g.lines <= turnedLines && w.turn != 2 && len(straight) > 0 && work.Spend(2*len(straight)+len(s.Rules)) == nil
		w.Text, w.X0, w.X1, w.turn = g.text, g.page.X0, g.page.X1, 0
		if !single {
			rest = append(rest, g.words...)
			continue
		}
		if w.X1 < outerMargin*width || w.X0 > (1-outerMargin)*width { // a stamp
			w.Y, w.X1 = s.Height+2*g.size*float64(1+n), w.X0+g.own.X1-g.own.X0
			w.Size = straight[len(straight)/2].Size
		} else if g.isHead(straight) {
			k := slices.IndexFunc(rows, func(r headRow) bool { return g.page.Y0 < r.high && g.page.Y1 > r.low })
			if k < 0 {
				k, rows = len(rows), append(rows, headRow{low: g.page.Y0, high: g.page.Y1})
			}
			r := &rows[k]
			r.low, r.high, r.heads = min(r.low, g.page.Y0), max(r.high, g.page.Y1), append(r.heads, len(placed))
		} else if y, ok := g.beside(straight, s.Rules); ok {
			w.Y = y
		} else {
			rest = append(rest, g.words...)
			continue
		}
		placed = append(placed, w)
	}
	for _, r := range rows { // one line: that of the lowest upright head beside them, else where the lowest of them ends
		line := math.Inf(1)
		for _, w := range straight {
			if w.Y > r.low-0.5*w.Size && w.Y < r.high {
				line = min(line, w.Y)
			}
		}
		if math.IsInf(line, 1) {
			line = r.low
		}
		for _, i := range r.heads {
			placed[i].Y = line
		}
	}
	return placed, rest
}

// isHead reports whether a text is the head of a column: the nearest upright text right below it is one of several
// cells.
func (g *turnedText) isHead(straight []Word) bool {
	y := math.Inf(-1)
	for _, w := range straight {
		if d := g.page.Y0 - w.Y; d > 0 && d < headReach*g.size && w.X0 < g.page.X1+0.3*g.size && w.X1 > g.page.X0-0.3*g.size {
			y = max(y, w.Y)
		}
	}
	row := slices.DeleteFunc(slices.Clone(straight), func(w Word) bool { return math.Abs(w.Y-y) > 0.25*w.Size })
	slices.SortStableFunc(row, func(a, b Word) int { return cmp.Compare(a.X0, b.X0) })
	for i := 1; i < len(row); i++ {
		if row[i].X0-row[i-1].X1 > turnedGap*row[i].Size {
			return true
		}
	}
	return false
}

// beside finds the topmost upright line beside a text, below the rule above it where there is one.
func (g *turnedText) beside(straight []Word, rules []Rule) (y float64, ok bool) {
	top, reach := math.Inf(1), labelReach*g.size
	for _, r := range rules {
		if r.Level() && r.X0 <= g.page.X0 && r.X1 >= g.page.X1 && r.Y0 > g.page.Y1-0.5*g.size {
			top = min(top, r.Y0)
		}
	}
	if top-g.page.Y1 < g.page.Y1-g.page.Y0 {
		reach = cellReach * g.size
	} else {
		top = g.page.Y1
	}
	y = math.Inf(-1)
	for _, w := range straight {
		if w.X0-g.page.X1 < reach && g.page.X0-w.X1 < reach && w.Y > g.page.Y0 && w.Y < top {
			ok, y = ok || w.Y < g.page.Y1, max(y, w.Y)
		}
	}
	return y, ok
}

// insert puts the words of one turn, turned back, where they stood. Where the place is not high enough for them, or has
// other text beside them, all that is above their lower edge moves up. A page without other text is turned as a whole.
func (s *Sheet) insert(straight, turned []Word, t turn, width float64) []Word {
	own := turns[t].box(Rule{0, 0, width, s.Height})
	if len(straight) > 0 {
		own = Rule{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		for _, w := range turned {
			own = own.around(Rule{w.X0, w.Y - 0.25*w.Size, w.X1, w.Y + 0.75*w.Size})
		}
	}
	page, height := t.inverse().box(own), own.Y1-own.Y0
	grow := max(0, height-(page.Y1-page.Y0))
	top := page.Y1 + grow
	if len(straight) == 0 {
		grow, top = height-s.Height, height
	}
	for _, w := range straight {
		if w.Y > page.Y0 && w.Y < page.Y1 {
			grow, top = height, page.Y0+height
		}
	}
	dx, dy, near := page.X0-own.X0, top-own.Y1, turned[0].Size
	for i := range s.Rules {
		r := &s.Rules[i]
		in := r.within(Rule{page.X0 - near, page.Y0 - near, page.X1 + near, page.Y1 + near})
		if in.X1 >= in.X0 && in.Y1 >= in.Y0 && 2*(in.X1-in.X0+in.Y1-in.Y0) >= r.X1-r.X0+r.Y1-r.Y0 {
			b := turns[t].box(*r)
			*r = Rule{b.X0 + dx, b.Y0 + dy, b.X1 + dx, b.Y1 + dy}
		} else if r.Y0 > page.Y0 {
			r.Y0, r.Y1 = r.Y0+grow, r.Y1+grow
		}
	}
	s.Height += grow
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
