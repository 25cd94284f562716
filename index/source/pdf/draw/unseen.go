package draw

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"ibid/index/source/budget"
)

// color is what tells text that nobody can see: white, where nothing coloured is below it.
type color struct {
	space colorSpace
	white bool
	clear bool // fully transparent
}

// colorSpace says what makes white: all components full, or none of them.
type colorSpace uint8

const (
	otherSpace colorSpace = iota
	lightSpace            // grey and RGB
	inkSpace              // CMYK and separations
)

const (
	invisible  = 3    // text rendering mode (ISO 32000-1, table 106)
	faint      = 0.02 // how far components may be off those of white
	maxPainted = 2000 // coloured areas of a page; where there are more, all text counts as seen
)

// setColor runs the operators that say what areas and text are filled with (ISO 32000-1, 8.6.8 and 8.4.5).
func (c *content) setColor(op string) {
	fill := &c.state.color
	switch op {
	case "gs":
		if a, ok := c.resources.Key("ExtGState").Key(c.last().text).Key("ca").number(); ok {
			fill.clear = a == 0
		}
		return
	case "cs":
		fill.space, fill.white = c.spaceNamed(c.last().text), false
		return
	case "g", "rg":
		fill.space = lightSpace
	case "k":
		fill.space = inkSpace
	}
	fill.white = fill.space != otherSpace && len(c.args) > 0
	for _, a := range c.args {
		full := a.Num >= 1-faint
		if fill.space == inkSpace {
			full = a.Num <= faint
		}
		fill.white = fill.white && full && a.Kind == TokenNumber
	}
}

func (c *content) spaceNamed(name string) colorSpace {
	if o := c.resources.Key("ColorSpace").Key(name); o.IsArray() {
		name = o.At(0).Str()
		if name == "ICCBased" {
			name = map[int]string{1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}[o.At(1).Key("N").Int()]
		}
	} else if o.isName() {
		name = o.Str()
	}
	switch name {
	case "DeviceGray", "DeviceRGB", "CalGray", "CalRGB":
		return lightSpace
	case "DeviceCMYK", "Separation", "DeviceN":
		return inkSpace
	}
	return otherSpace
}

// paint notes an area that is filled with what can be seen.
func (c *content) paint(area Rule) {
	if fill := c.state.color; !fill.white && !fill.clear && c.off == 0 && len(c.painted) <= maxPainted {
		c.painted = append(c.painted, area.within(c.state.clip))
	}
}

// image notes the place of an image, which fills a square of the size of the unit.
func (c *content) image() {
	c.pictured = true
	if area := c.state.ctm.box(Rule{0, 0, 1, 1}).within(c.state.clip); len(c.images) < maxPainted && c.off == 0 {
		c.images = append(c.images, area)
	}
}

// isUnseen reports whether text at a place cannot be seen: it is transparent, lies outside of what is shown by more than its
// size, or is white where nothing else was painted.
func (c *content) isUnseen(x, y, size float64) bool {
	if c.state.color.clear || !c.state.clip.holds(x, y, size) {
		return true
	}
	if !c.state.color.white || c.state.mode != 0 || len(c.painted) > maxPainted ||
		c.work.Spend((len(c.painted)+len(c.images))/budget.ScanShare) != nil {
		return false
	}
	below := func(area Rule) bool { return area.holds(x, y, size) }
	return !slices.ContainsFunc(c.painted, below) && !slices.ContainsFunc(c.images, below)
}

// settleUnpainted hides text that is not painted, unless it says what an image below it shows, or what curves do on a
// page without any other text.
func (in *interpreter) settleUnpainted() {
	seen := slices.ContainsFunc(in.glyphs, func(g glyph) bool {
		return !g.unpainted && !g.hidden && !isBlank(g)
	})
	for i := range in.glyphs {
		g := &in.glyphs[i]
		if !g.unpainted || !seen && in.pictured || in.work.Spend(len(in.images)/budget.ScanShare) != nil {
			continue
		}
		x, y := g.turn.forth(g.x0, g.y)
		g.hidden = g.hidden || !slices.ContainsFunc(in.images, func(area Rule) bool { return area.holds(x, y, g.size) })
	}
}

func isBlank(g glyph) bool { return strings.TrimSpace(g.text) == "" }

// passages counts the runs of glyphs, as they were shown, of which something holds. One goes on over a space and on the next
// line.
func (in *interpreter) passages(holds func(glyph) bool) int {
	const nextWord, nextLine = 2, 2 // em
	n, open := 0, false
	var last glyph
	for _, g := range in.glyphs {
		if isBlank(g) {
			continue
		}
		far := math.Abs(g.y-last.y) > nextLine*g.size || math.Abs(g.y-last.y) < g.size/2 && g.x0-last.x1 > nextWord*g.size
		if holds(g) && (!open || far || g.turn != last.turn) {
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
	strikeJoint = 1.5 // points between two parts of one line
)

// strike marks the text that thin lines are drawn across, from one of its ends to the other. Rules of tables, underlines and
// the bars of fractions keep clear of the middle of letters; the lines of a drawing reach further than the text. The
// lines are no ruling lines then.
func (in *interpreter) strike() {
	for t := turn(0); t < slanted && len(in.thin) > 0; t++ {
		if t == 0 || slices.ContainsFunc(in.glyphs, func(g glyph) bool { return g.turn == t }) {
			in.strikeTurned(t)
		}
	}
}

func (in *interpreter) strikeTurned(t turn) {
	type line struct {
		Rule
		thick   float64
		covered []int // glyphs
	}
	var all []line
	for _, r := range in.thin {
		b := t.box(r)
		if thick := b.Y1 - b.Y0; b.X1-b.X0 > thick {
			mid := (b.Y0 + b.Y1) / 2
			all = append(all, line{Rule: Rule{b.X0, mid, b.X1, mid}, thick: thick})
		}
	}
	slices.SortStableFunc(all, func(a, b line) int { return cmp.Or(cmp.Compare(a.Y0, b.Y0), cmp.Compare(a.X0, b.X0)) })
	lines := all[:0]
	for _, l := range all {
		if n := len(lines); n > 0 && l.Y0-lines[n-1].Y0 < 0.1 && l.X0-lines[n-1].X1 < strikeJoint && l.X0 >= lines[n-1].X0 {
			lines[n-1].X1 = max(lines[n-1].X1, l.X1)
			continue
		}
		lines = append(lines, l)
	}
	for i, g := range in.glyphs {
		if g.turn != t || g.hidden {
			continue
		}
		from, _ := slices.BinarySearchFunc(lines, g.y+strikeLow*g.size, func(l line, y float64) int { return cmp.Compare(l.Y0, y) })
		for k := from; k < len(lines) && lines[k].Y0 <= g.y+strikeHigh*g.size; k++ {
			mid := (g.x0 + g.x1) / 2
			if l := &lines[k]; mid > l.X0 && mid < l.X1 && l.thick <= strikeThick*g.size && in.work.Spend(1) == nil {
				l.covered = append(l.covered, i)
			}
		}
	}
	for _, l := range lines {
		left, right, text, size := math.Inf(1), math.Inf(-1), 0.0, 0.0
		for _, i := range l.covered {
			g := in.glyphs[i]
			left, right, size = min(left, g.x0), max(right, g.x1), max(size, g.size)
			if !isBlank(g) {
				text += g.x1 - g.x0
			}
		}
		if text < strikeShare*(l.X1-l.X0) || l.X0 < left-strikeOver*size || l.X1 > right+strikeOver*size {
			continue
		}
		for _, i := range l.covered {
			in.glyphs[i].struck = true
		}
		on := t.forthBox(l.Rule)
		in.rules = slices.DeleteFunc(in.rules, func(r Rule) bool {
			return on.holds(r.X0, r.Y0, 0.5) && on.holds(r.X1, r.Y1, 0.5)
		})
	}
}
