package draw

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"ibid/index/source/budget"
)

// color is what tells text that nobody can see.
type color struct {
	full  float64 // the components of white in its space, -1 where that is not known
	white bool
}

const (
	invisible  = 3    // text rendering mode (ISO 32000-1, table 106)
	faint      = 0.02 // how far components may be off those of white
	maxPainted = 2000 // coloured areas of a page; where there are more, all text counts as seen
)

// setColor runs the operators that say what areas and text are filled with (ISO 32000-1, 8.6.8 and 8.4.5).
func (c *content) setColor(op string) {
	fill := &c.state.color
	switch op {
	case "cs":
		fill.full, fill.white = c.whiteOf(c.last().text), false
		return
	case "g", "rg":
		fill.full = 1
	case "k":
		fill.full = 0
	}
	fill.white = fill.full >= 0 && !slices.ContainsFunc(c.args, func(a Token) bool {
		return a.Kind != TokenNumber || math.Abs(a.Num-fill.full) > faint
	})
}

// whiteOf is what the components of white are in a colour space: 1 in those of light, 0 in those of ink.
func (c *content) whiteOf(name string) float64 {
	o := c.resources.Key("ColorSpace").Key(name)
	if o.IsArray() {
		name = o.At(0).Str()
	}
	switch inks := o.At(1).Key("N").Int() == len("CMYK"); {
	case name == "DeviceCMYK", name == "Separation", name == "DeviceN", name == "ICCBased" && inks:
		return 0
	case name == "ICCBased", strings.HasSuffix(name, "Gray"), strings.HasSuffix(name, "RGB"):
		return 1
	}
	return -1
}

// paint notes an area that is filled with what can be seen.
func (c *content) paint(area Rule) {
	if fill := c.state.color; !fill.white && c.off == 0 && len(c.painted) <= maxPainted {
		c.painted = append(c.painted, area)
	}
}

// image notes the place of an image, which fills a square of the size of the unit.
func (c *content) image() {
	c.pictured = true
	if c.off == 0 && len(c.images) <= maxPainted {
		c.images = append(c.images, c.state.ctm.box(Rule{0, 0, 1, 1}).within(c.state.clip))
	}
}

// isUnseen reports whether text at a place cannot be seen: it is outside of what is shown by more than its
// size, or white where nothing else was painted.
func (c *content) isUnseen(x, y, size float64) bool {
	if !c.state.clip.holds(x, y, size) {
		return true
	}
	return c.state.color.white && c.state.mode == 0 && len(c.painted) <= maxPainted &&
		!c.anyHolds(c.painted, x, y, size) && !c.anyHolds(c.images, x, y, size)
}

func (in *interpreter) anyHolds(areas []Rule, x, y, slack float64) bool {
	return in.work.Spend(len(areas)/budget.ScanShare) != nil ||
		slices.ContainsFunc(areas, func(r Rule) bool { return r.holds(x, y, slack) })
}

// settleUnpainted hides text that is not painted, unless it says what an image below it shows, or what curves do on a
// page without any other text.
func (in *interpreter) settleUnpainted() {
	if in.pictured && !slices.ContainsFunc(in.glyphs, func(g glyph) bool { return !g.unpainted && !g.hidden && !isBlank(g) }) {
		return
	}
	for i := range in.glyphs {
		if g := &in.glyphs[i]; g.unpainted {
			x, y := g.turn.inverse().apply(g.x0, g.y)
			g.hidden = g.hidden || !in.anyHolds(in.images, x, y, g.size)
		}
	}
}

func isBlank(g glyph) bool { return strings.TrimSpace(g.text) == "" }

// passages counts the runs of glyphs, as they were shown, of which something holds. One goes on over a space and on
// the next line.
func (in *interpreter) passages(holds func(glyph) bool) (n int) {
	const far = 2 // em
	open := false
	var last glyph
	first := slices.IndexFunc(in.glyphs, holds)
	for i := first; first >= 0 && i < len(in.glyphs); i++ {
		g := in.glyphs[i]
		if isBlank(g) {
			continue
		}
		dy := math.Abs(g.y - last.y)
		apart := dy > far*g.size || dy < g.size/2 && g.x0-last.x1 > far*g.size
		if holds(g) && (!open || apart) {
			n++
		}
		open, last = holds(g), g
	}
	return n
}

// Where a line strikes text: through the lower half of its capitals. Lengths are in em.
const (
	strikeLow   = 0.15
	strikeHigh  = 0.48
	strikeThick = 0.15
	strikeOver  = 0.6 // how far it may reach over the text at both ends
	strikeShare = 0.6 // of its length that is text
)

// strike marks the text that thin lines are drawn across, from one end to the other, and takes these for no ruling
// lines. Rules of tables, underlines and the bars of fractions keep clear of the middle of letters; the lines of a
// drawing reach further.
func (in *interpreter) strike() {
	type line struct {
		Rule
		of   Rule  // as it is on the page
		text []int // glyphs that it crosses
	}
	gone := map[Rule]bool{}
	for t := turn(0); t < slanted; t++ {
		var lines []line
		for _, r := range in.thin {
			if b := turns[t].box(r); b.X1-b.X0 > b.Y1-b.Y0 {
				lines = append(lines, line{Rule: b, of: r})
			}
		}
		slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(a.Y0, b.Y0) })
		for i := 0; i < len(in.glyphs) && len(lines) > 0; i++ {
			g := &in.glyphs[i]
			if g.turn != t || g.hidden {
				continue
			}
			low, mid := g.y+strikeLow*g.size, (g.x0+g.x1)/2
			k, _ := slices.BinarySearchFunc(lines, low, func(l line, y float64) int { return cmp.Compare(l.Y0, y) })
			for ; k < len(lines) && lines[k].Y1 <= g.y+strikeHigh*g.size && in.work.Spend(1) == nil; k++ {
				if l := &lines[k]; mid > l.X0 && mid < l.X1 && l.Y1-l.Y0 <= strikeThick*g.size {
					l.text = append(l.text, i)
				}
			}
		}
		for _, l := range lines {
			left, right, width, size := math.Inf(1), math.Inf(-1), 0.0, 0.0
			for _, i := range l.text {
				g := in.glyphs[i]
				left, right, size = min(left, g.x0), max(right, g.x1), max(size, g.size)
				if !isBlank(g) {
					width += g.x1 - g.x0
				}
			}
			if width < strikeShare*(l.X1-l.X0) || l.X0 < left-strikeOver*size || l.X1 > right+strikeOver*size {
				continue
			}
			for _, i := range l.text {
				in.glyphs[i].struck = true
			}
			gone[flat(l.of)] = true
		}
	}
	in.rules = slices.DeleteFunc(in.rules, func(r Rule) bool { return gone[r] })
}
