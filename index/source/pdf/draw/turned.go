package draw

import (
	"cmp"
	"math"
	"slices"
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

// turnedLines is how many lines a label has, at most: a longer turned text is a part of the text.
const turnedLines = 3

// upright turns a sheet's turned words back. A few lines, such as a stamp, the head of a column or the label of an
// axis, go above the page; a longer text becomes a block where it stood.
func (s *Sheet) upright(width float64) {
	straight := slices.DeleteFunc(slices.Clone(s.Words), func(w Word) bool { return w.turn != 0 })
	if len(straight) == len(s.Words) {
		return
	}
	var labels []Word
	for t := turn(1); t < slanted; t++ {
		words := slices.DeleteFunc(slices.Clone(s.Words), func(w Word) bool { return w.turn != t })
		lines := turnedRows(words)
		switch {
		case len(words) == 0:
		case len(lines) > turnedLines || t == 2 || len(straight) == 0:
			straight = s.insert(straight, words, t, width)
		default:
			labels = append(labels, lines...)
		}
	}
	usual := s.Words[len(s.Words)/2].Size
	for i, w := range labels {
		w.X0, w.X1, w.turn = 0, w.X1-w.X0, 0
		w.Size, w.Font = usual, nil // in larger or bold type it would head the page
		w.Y = s.Height + 2*w.Size*float64(len(labels)-i)
		straight = append(straight, w)
	}
	s.Words = straight
}

// turnedRows makes one word of each line of turned words.
func turnedRows(words []Word) (lines []Word) {
	words = slices.Clone(words)
	slices.SortStableFunc(words, func(a, b Word) int {
		return cmp.Or(cmp.Compare(math.Round(b.Y/2), math.Round(a.Y/2)), cmp.Compare(a.X0, b.X0))
	})
	for _, w := range words {
		if n := len(lines) - 1; n >= 0 && math.Abs(lines[n].Y-w.Y) < 0.25*w.Size {
			lines[n].Text, lines[n].X1 = lines[n].Text+" "+w.Text, max(lines[n].X1, w.X1)
		} else {
			lines = append(lines, w)
		}
	}
	return lines
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
