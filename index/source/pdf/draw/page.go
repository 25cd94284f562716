package draw

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/index/source/budget"
)

// Sheet is one page as it was drawn: its words and ruling lines, with the origin at the lower left corner.
type Sheet struct {
	Height float64
	Words  []Word
	Rules  []Rule
	Drawn  bool // the page has what may show text: an image, or curves

	Struck, Hidden int    // passages that were left out
	Nameless       int    // glyphs that no font names
	Slanted        string // text at an angle, which was left out
	Image          bool   // an image takes most of the page
}

// Page runs the content streams of a page. Whatever goes wrong inside is an error, never a panic; with it comes what
// was drawn before.
func Page(work *budget.Budget, page Object, fonts Fonts) (s *Sheet, err error) {
	defer func() {
		if r := recover(); r != nil {
			s, err = nil, fmt.Errorf("damaged page: %v", r)
		}
	}()
	if !page.IsDict() {
		return nil, errors.New("the object is missing")
	}
	data, damage := contents(page)
	ctm, width, height := pageSpace(page)
	in := &interpreter{work: work, fonts: fonts}
	start := state{ctm: ctm, scale: 1, lineWidth: 1, clip: Rule{0, 0, width, height}}
	if runErr := in.run(data, page.Key("Resources"), start, 0); runErr != nil {
		damage = runErr
	}
	in.strike()
	if runErr := in.annotations(page, start); runErr != nil {
		damage = runErr
	}
	damage = cmp.Or(damage, in.damage)
	in.settleUnpainted()
	placeAccents(work, in.glyphs)
	if err := work.Err(); err != nil {
		damage = err
		work = work.Another() // what was drawn before the budget was spent is kept
	}
	s = &Sheet{
		Height: height, Words: words(work, in.glyphs), Rules: in.rules, Drawn: in.pictured,
		Struck: in.passages(func(g glyph) bool { return g.struck && !g.hidden }),
		Hidden: in.passages(func(g glyph) bool { return g.hidden }),
	}
	for _, g := range in.glyphs {
		if g.text == "\uFFFD" {
			s.Nameless++
		}
		if g.turn == slanted && len(s.Slanted) < maxCodeText && !g.hidden {
			s.Slanted += CleanGlyph(g.text)
		}
	}
	for _, area := range in.images {
		s.Image = s.Image || (area.X1-area.X0)*(area.Y1-area.Y0) > imageShare*width*height
	}
	s.upright(width)
	return s, damage
}

// contents joins the content streams of a page. With an error it returns what could be read.
func contents(page Object) ([]byte, error) {
	c := page.Key("Contents")
	if c.isStream() {
		return c.data()
	}
	if _, promised := page.Dict()["Contents"]; promised && c.Value == nil {
		return nil, errors.New("its content is missing")
	}
	var all []byte
	var damage error
	for i := range c.Len() {
		data, err := c.At(i).data()
		if err != nil {
			damage = err
		}
		if errors.Is(err, budget.ErrSpent) || len(all)+len(data) > MaxStreamBytes {
			return all, errTooLong
		}
		// A token cannot span two streams.
		all = append(append(all, data...), '\n')
	}
	return all, damage
}

// quarters are the quarters of a turn to the right that a page is shown with.
func quarters(page Object) int { return ((page.Key("Rotate").Int()/90)%4 + 4) % 4 }

// pageSpace maps user space to the upright page: crop box at the origin, /Rotate undone.
func pageSpace(page Object) (ctm matrix, width, height float64) {
	box := page.Key("CropBox")
	if box.Len() != 4 {
		box = page.Key("MediaBox")
	}
	x0, y0, x1, y1 := 0.0, 0.0, 612.0, 792.0
	if box.Len() == 4 {
		x0, x1 = min(box.At(0).num(), box.At(2).num()), max(box.At(0).num(), box.At(2).num())
		y0, y1 = min(box.At(1).num(), box.At(3).num()), max(box.At(1).num(), box.At(3).num())
	}
	if !isFinite(x0, y0, x1, y1) || x1-x0 < 1 || y1-y0 < 1 {
		x0, y0, x1, y1 = 0, 0, 612, 792
	}
	w, h := x1-x0, y1-y0
	switch quarters(page) {
	case 1:
		return matrix{0, -1, 1, 0, -y0, x1}, h, w
	case 2:
		return matrix{-1, 0, 0, -1, x1, y1}, w, h
	case 3:
		return matrix{0, 1, -1, 0, y1, -x0}, h, w
	}
	return translate(-x0, -y0), w, h
}

// Word is a run of glyphs without a gap, on one baseline.
type Word struct {
	X0, X1, Y, Size float64
	Text            string
	Font            *Font // of the first glyph
	Role            Script
	Artifact        bool // marked as a running header, footer or page number
	turn            turn // until the sheet is upright
}

// Script is how a word stands to the baseline of its line.
type Script uint8

// The places of a word.
const (
	OnBaseline Script = iota
	Superscript
	Subscript
)

// Math reports whether a word is set in a font for formulas.
func (w Word) Math() bool { return w.Font != nil && w.Font.math }

// Mid is the middle between the ends of a word.
func (w Word) Mid() float64 { return (w.X0 + w.X1) / 2 }

// words joins glyphs in the order in which they were shown, accents on their letters.
func words(work *budget.Budget, glyphs []glyph) []Word {
	var out []Word
	var text []byte // of the last word
	finish := func() {
		if n := len(out); n > 0 {
			out[n-1].Text = compose(string(text))
		}
	}
	open := false
	var last glyph
	for _, g := range glyphs {
		if g.turn == slanted || g.size < 1 || g.hidden || g.struck {
			continue
		}
		if g.text == "" { // stands for nothing alone, but the text before it may reach over it (ActualText)
			if n := len(out); open && math.Abs(g.y-out[n-1].Y) < 0.1 && g.x0-out[n-1].X1 < 0.2*g.size {
				out[n-1].X1 = max(out[n-1].X1, g.x1)
			}
			continue
		}
		if isDouble(g, last) {
			continue
		}
		last = g
		shown := CleanGlyph(g.text)
		if strings.Trim(shown, " ") == "" {
			open = open && shown == ""
			continue
		}
		if n := len(out); open && out[n-1].turn == g.turn && joins(out[n-1], g) {
			text = append(text, shown...)
			out[n-1].X1 = g.x1
			out[n-1].Artifact = out[n-1].Artifact && g.artifact
			continue
		}
		if work.Spend(wordWork) != nil {
			break
		}
		finish()
		text = append(text[:0], shown...)
		out = append(out, Word{X0: g.x0, X1: g.x1, Y: g.y, Size: g.size, Font: g.font, Artifact: g.artifact, turn: g.turn})
		open = true
	}
	finish()
	return slices.DeleteFunc(out, func(w Word) bool { return strings.TrimSpace(w.Text) == "" })
}

// placeAccents moves combining accents that were drawn on their own to their letters. The origin of such a glyph is
// near the right edge of the letter, and the order of drawing says nothing.
func placeAccents(work *budget.Budget, glyphs []glyph) {
	const reach = 0.3 // em between the accent's origin and the letter's right edge
	var letters []int // by their right edges
	for i := range glyphs {
		a := &glyphs[i]
		if !isCombining(a.text) {
			continue
		}
		if letters == nil {
			letters = lettersByEdge(glyphs)
		}
		best, distance := -1, reach*a.size
		from, _ := slices.BinarySearchFunc(letters, a.x0-distance, func(j int, x float64) int { return cmp.Compare(glyphs[j].x1, x) })
		for n, j := range letters[from:] {
			g := &glyphs[j]
			if g.x1-a.x0 > reach*a.size || n%budget.ScanShare == 0 && work.Spend(1) != nil {
				break
			}
			if d := math.Abs(g.x1 - a.x0); d < distance && math.Abs(g.y-a.y) < 0.5*a.size && g.turn == a.turn {
				best, distance = j, d
			}
		}
		if best >= 0 {
			glyphs[best].text += a.text
		}
		a.text = ""
	}
}

func lettersByEdge(glyphs []glyph) []int {
	var out []int
	for i := range glyphs {
		if startsLetter(glyphs[i].text) {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(i, j int) int { return cmp.Compare(glyphs[i].x1, glyphs[j].x1) })
	return out
}

func startsLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

func isCombining(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.Is(unicode.Mn, r) })
}

// isDouble tells a glyph drawn twice, a poor man's bold.
func isDouble(g, last glyph) bool {
	return g.text == last.text && g.turn == last.turn && math.Abs(g.x0-last.x0) < 0.1*g.size && math.Abs(g.y-last.y) < 0.1*g.size && g.x1 > g.x0
}

func joins(w Word, g glyph) bool {
	return math.Abs(g.y-w.Y) < 0.05*g.size+0.01 && math.Abs(g.size-w.Size) < 0.35*g.size &&
		g.x0-w.X1 < WordGap*min(g.size, w.Size) && g.x0 > w.X1-0.5*g.size
}
