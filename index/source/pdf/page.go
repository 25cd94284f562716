package pdf

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/index/source/budget"
)

// sheet is one page as it was drawn: its words and ruling lines, with the origin at the lower left corner.
type sheet struct {
	width, height float64
	words         []word
	rules         []rule
	drawn         bool // the page has a content stream that is not empty
}

// extract runs the content streams of a page. Whatever goes wrong inside is an error, never a panic.
func extract(work *budget.Budget, page, resources object, fonts *fontLoader) (s *sheet, err error) {
	defer func() {
		if r := recover(); r != nil {
			s, err = nil, fmt.Errorf("damaged page: %v", r)
		}
	}()
	if !page.isDict() {
		return nil, errors.New("the object is missing")
	}
	data, damage := contents(page)
	ctm, width, height := pageSpace(page)
	in := &interpreter{work: work, fonts: fonts}
	if runErr := in.run(data, resources, state{ctm: ctm, scale: 1, lineWidth: 1}, 0); runErr != nil {
		damage = runErr
	}
	placeAccents(work, in.glyphs)
	if err := work.Err(); err != nil {
		damage = err
		work = work.Another() // what was drawn before the budget was spent is kept
	}
	s = &sheet{width: width, height: height, words: words(work, in.glyphs), rules: in.rules, drawn: len(strings.TrimSpace(string(data))) > 0}
	return s, damage
}

// contents joins the content streams of a page. With an error it returns what could be read.
func contents(page object) ([]byte, error) {
	c := page.key("Contents")
	if c.isStream() {
		return c.data()
	}
	if _, promised := page.dict()["Contents"]; promised && c.value == nil {
		return nil, errors.New("its content is missing")
	}
	var all []byte
	var damage error
	for i := range c.len() {
		data, err := c.at(i).data()
		if err != nil {
			damage = err
		}
		if errors.Is(err, budget.ErrSpent) || len(all)+len(data) > maxStreamBytes {
			return all, errTooLong
		}
		// A token cannot span two streams.
		all = append(append(all, data...), '\n')
	}
	return all, damage
}

// pageSpace maps user space to the upright page: crop box at the origin, /Rotate undone.
func pageSpace(page object) (ctm matrix, width, height float64) {
	box := page.key("CropBox")
	if box.len() != 4 {
		box = page.key("MediaBox")
	}
	x0, y0, x1, y1 := 0.0, 0.0, 612.0, 792.0
	if box.len() == 4 {
		x0, x1 = min(box.at(0).num(), box.at(2).num()), max(box.at(0).num(), box.at(2).num())
		y0, y1 = min(box.at(1).num(), box.at(3).num()), max(box.at(1).num(), box.at(3).num())
	}
	if !isFinite(x0, y0, x1, y1) || x1-x0 < 1 || y1-y0 < 1 {
		x0, y0, x1, y1 = 0, 0, 612, 792
	}
	w, h := x1-x0, y1-y0
	switch ((page.key("Rotate").int() % 360) + 360) % 360 {
	case 90:
		return matrix{0, -1, 1, 0, -y0, x1}, h, w
	case 180:
		return matrix{-1, 0, 0, -1, x1, y1}, w, h
	case 270:
		return matrix{0, 1, -1, 0, y1, -x0}, h, w
	}
	return translate(-x0, -y0), w, h
}

// word is a run of glyphs without a gap, on one baseline.
type word struct {
	x0, x1, y, size float64
	text            string
	font            *font // of the first glyph
	role            script
	artifact        bool // marked as a running header, footer or page number
}

// script is how a word stands to the baseline of its line.
type script uint8

const (
	onBaseline script = iota
	superscript
	subscript
)

func (w word) mid() float64 { return (w.x0 + w.x1) / 2 }

// words joins glyphs in the order in which they were shown, accents on their letters.
func words(work *budget.Budget, glyphs []glyph) []word {
	var out []word
	var text []byte // of the last word
	finish := func() {
		if n := len(out); n > 0 {
			out[n-1].text = compose(string(text))
		}
	}
	open := false
	var last glyph
	for _, g := range glyphs {
		if g.rotated || g.size < 1 {
			continue
		}
		if g.text == "" { // stands for nothing alone, but the text before it may reach over it (ActualText)
			if n := len(out); open && math.Abs(g.y-out[n-1].y) < 0.1 && g.x0-out[n-1].x1 < 0.2*g.size {
				out[n-1].x1 = max(out[n-1].x1, g.x1)
			}
			continue
		}
		if isDouble(g, last) {
			continue
		}
		last = g
		shown := cleanGlyph(g.text)
		if strings.Trim(shown, " ") == "" {
			open = open && shown == ""
			continue
		}
		if n := len(out); open && joins(out[n-1], g) {
			text = append(text, shown...)
			out[n-1].x1 = g.x1
			out[n-1].artifact = out[n-1].artifact && g.artifact
			continue
		}
		if work.Spend(wordWork) != nil {
			break
		}
		finish()
		text = append(text[:0], shown...)
		out = append(out, word{x0: g.x0, x1: g.x1, y: g.y, size: g.size, font: g.font, artifact: g.artifact})
		open = true
	}
	finish()
	return slices.DeleteFunc(out, func(w word) bool { return strings.TrimSpace(w.text) == "" })
}

// placeAccents moves combining accents that were drawn on their own to their letters. The origin of such a glyph is
// near the right edge of the letter, and the order of drawing says nothing.
func placeAccents(work *budget.Budget, glyphs []glyph) {
	const reach = 0.3 // em between the accent's origin and the letter's right edge
	for i := range glyphs {
		a := &glyphs[i]
		if !isCombining(a.text) || work.Spend(len(glyphs)/scanShare) != nil {
			continue
		}
		best, distance := -1, reach*a.size
		for j := range glyphs {
			g := &glyphs[j]
			if d := abs(g.x1 - a.x0); d < distance && abs(g.y-a.y) < 0.5*a.size && isLetters(g.text) {
				best, distance = j, d
			}
		}
		if best >= 0 {
			glyphs[best].text += a.text
		}
		a.text = ""
	}
}

func isLetters(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

func isCombining(s string) bool {
	for _, r := range s {
		if !unicode.Is(unicode.Mn, r) {
			return false
		}
	}
	return s != ""
}

// isDouble tells a glyph drawn twice, a poor man's bold.
func isDouble(g, last glyph) bool {
	return g.text == last.text && math.Abs(g.x0-last.x0) < 0.1*g.size && math.Abs(g.y-last.y) < 0.1*g.size && g.x1 > g.x0
}

func joins(w word, g glyph) bool {
	return math.Abs(g.y-w.y) < 0.05*g.size+0.01 && math.Abs(g.size-w.size) < 0.35*g.size &&
		g.x0-w.x1 < wordGap*min(g.size, w.size) && g.x0 > w.x1-0.5*g.size
}
