package draw

import (
	"errors"
	"math"

	"ibid/index/source/budget"
)

// glyph is one shown character, in points with the origin at the lower left of the page as it is read. The
// coordinates of a turned one are those of the page turned back.
type glyph struct {
	x0, x1, y float64 // from the origin to the end of the advance, on the baseline
	size      float64 // of the font on the page
	text      string  // "" for a glyph that stands for nothing on its own
	font      *Font
	turn      turn
	artifact  bool // marked as a running header, footer or page number
	unpainted bool // in text rendering mode 3: text over the image of a page, or hidden
	hidden    bool // white on nothing, clipped away, or on a layer that is off
	struck    bool
}

// state is the part of the graphics state that text needs.
type state struct {
	ctm                                           matrix
	font                                          *Font
	size, charSpace, wordSpace, scale, lead, rise float64
	lineWidth                                     float64
	mode                                          int   // of text rendering
	color                                         color // that areas and text are filled with
	clip                                          Rule  // opposite corners of what is shown
}

// marked is an open marked-content sequence.
type marked struct {
	actual   string
	replaces bool // actual stands for the glyphs since start
	start    int
	artifact bool
	off      bool // its layer is not shown
}

// interpreter runs the content streams of one page.
type interpreter struct {
	work      *budget.Budget
	fonts     Fonts
	glyphs    []glyph
	rules     []Rule
	thin      []Rule // level and upright lines of any length, which may strike text
	painted   []Rule // opposite corners of what is filled with a colour
	images    []Rule // opposite corners of the images
	operators int
	artifacts int   // open artifact sequences
	off       int   // open sequences and forms on layers that are not shown
	pictured  bool  // an image was drawn, or a curve, as letters may be
	damage    error // of a form
}

var (
	errTooLong    = errors.New("too many operators on one page")
	errTooComplex = errors.New("forms are nested too deeply")
)

// content is one stream while it runs.
type content struct {
	*interpreter
	lex        Lexer
	resources  Object
	state      state
	saved      []state
	tm, tlm    matrix
	args       []Token
	marks      []marked
	localFonts map[string]*Font
	path       path
	depth      int
}

// run executes a content stream. Errors are about limits; damage inside the stream is skipped.
func (in *interpreter) run(data []byte, resources Object, s state, depth int) error {
	if depth > maxFormDepth {
		return errTooComplex
	}
	if err := in.work.Spend(len(data)); err != nil {
		return err
	}
	c := &content{
		interpreter: in, lex: Lexer{data: data}, resources: resources, state: s, tm: identity, tlm: identity,
		localFonts: map[string]*Font{}, depth: depth,
	}
	for {
		t := c.lex.Next()
		switch t.Kind {
		case tokenEOF:
			for len(c.marks) > 0 {
				c.endMarked()
			}
			return nil
		case tokenOperator:
			if err := in.count(); err != nil {
				return err
			}
			if err := c.operator(t.text); err != nil {
				return err
			}
			c.args = c.args[:0]
		default:
			if len(c.args) < maxOperands {
				c.args = append(c.args, t)
			}
		}
	}
}

// count charges one operator.
func (in *interpreter) count() error {
	in.operators++
	if in.operators > maxOperators || len(in.glyphs) > maxGlyphs {
		return errTooLong
	}
	return in.work.Spend(operatorWork)
}

// n is the i-th operand as a number, 0 where there is none.
func (c *content) n(i int) float64 {
	if i < len(c.args) {
		return c.args[i].Num
	}
	return 0
}

// last is the final operand.
func (c *content) last() Token {
	if len(c.args) == 0 {
		return Token{}
	}
	return c.args[len(c.args)-1]
}

func (c *content) operandMatrix() matrix {
	return matrix{c.n(0), c.n(1), c.n(2), c.n(3), c.n(4), c.n(5)}
}

func (c *content) operator(op string) error {
	s := &c.state
	switch op {
	case "q":
		if len(c.saved) < maxStates {
			c.saved = append(c.saved, *s)
		}
	case "Q":
		if n := len(c.saved); n > 0 {
			*s = c.saved[n-1]
			c.saved = c.saved[:n-1]
		}
	case "cm":
		s.ctm = c.operandMatrix().times(s.ctm)
	case "w":
		s.lineWidth = c.n(0)
	case "g", "rg", "k", "cs", "sc", "scn":
		c.setColor(op)
	case "sh":
		c.paint(s.clip)
	case "Do":
		return c.form(c.last().text)
	case "BMC", "BDC":
		c.beginMarked(op == "BDC")
	case "EMC":
		c.endMarked()
	case "BI":
		c.image()
		return c.work.Spend(c.lex.skipInlineImage() / budget.ScanShare)
	default:
		if !c.textOperator(op) {
			c.pathOperator(op)
		}
	}
	return nil
}

// textOperator runs the operators of ISO 32000-1, 9.3 and 9.4.
func (c *content) textOperator(op string) bool {
	s := &c.state
	switch op {
	case "BT":
		c.tm, c.tlm = identity, identity
	case "ET":
	case "Tf":
		if len(c.args) >= 2 {
			s.font, s.size = c.fontNamed(c.args[0].text), c.args[1].Num
		}
	case "Tc":
		s.charSpace = c.n(0)
	case "Tw":
		s.wordSpace = c.n(0)
	case "Tz":
		s.scale = c.n(0) / 100
	case "TL":
		s.lead = c.n(0)
	case "Ts":
		s.rise = c.n(0)
	case "Tr":
		s.mode = int(c.n(0))
	case "Td":
		c.moveLine(c.n(0), c.n(1))
	case "TD":
		s.lead = -c.n(1)
		c.moveLine(c.n(0), c.n(1))
	case "T*":
		c.moveLine(0, -s.lead)
	case "Tm":
		c.tlm = c.operandMatrix()
		c.tm = c.tlm
	case "Tj":
		c.show(c.last().text)
	case "'":
		c.moveLine(0, -s.lead)
		c.show(c.last().text)
	case "\"":
		s.wordSpace, s.charSpace = c.n(0), c.n(1)
		c.moveLine(0, -s.lead)
		c.show(c.last().text)
	case "TJ":
		for _, t := range c.last().items {
			if t.Kind == tokenString {
				c.show(t.text)
			} else {
				c.advance(-t.Num / 1000 * s.size * s.scale)
			}
		}
	default:
		return false
	}
	return true
}

func (c *content) moveLine(x, y float64) {
	c.tlm = translate(x, y).times(c.tlm)
	c.tm = c.tlm
}

func (c *content) advance(x float64) {
	c.tm[4] += float64(x * c.tm[0])
	c.tm[5] += float64(x * c.tm[1])
}

func (c *content) fontNamed(name string) *Font {
	f, ok := c.localFonts[name]
	if !ok {
		f = c.fonts.font(c.resources.Key("Font").Key(name))
		c.localFonts[name] = f
	}
	return f
}

func (c *content) show(text string) {
	s := &c.state
	if s.font == nil {
		return
	}
	for len(text) > 0 && len(c.glyphs) <= maxGlyphs {
		if c.work.Spend(glyphWork) != nil {
			return
		}
		code, width := s.font.next(text)
		text = text[len(code):]
		step := float64(width*s.font.scale*s.size) + s.charSpace
		if code == " " {
			step += s.wordSpace
		}
		m := c.tm.times(s.ctm)
		x, y := m.apply(0, s.rise)
		drawn := float64(width * s.font.scale * s.size * s.scale)
		dx, dy := float64(drawn*m[0]), float64(drawn*m[1])
		size := float64(math.Abs(s.size)*math.Hypot(m[2], m[3])) * float64(s.font.em*math.Abs(s.font.scale))
		if isFinite(x, y, dx, size) {
			shown := s.font.text(code)
			if c.work.Spend(charWork*len(shown)) != nil {
				return
			}
			g := glyph{
				x0: x, x1: x + dx, y: y, size: size, text: shown, font: s.font, artifact: c.artifacts > 0,
				unpainted: s.mode == invisible, hidden: c.off > 0 || c.isUnseen(x+dx/2, y+dy/2, size),
			}
			if g.turn = turnOf(m[0]*s.size*s.scale, m[1]*s.size*s.scale); g.turn != 0 {
				g.x0, g.y = turns[g.turn%slanted].apply(x, y)
				g.x1 = g.x0 + math.Hypot(dx, dy)
			}
			c.glyphs = append(c.glyphs, g)
		}
		c.advance(step * s.scale)
	}
}

// isFinite is false for coordinates that no page has.
func isFinite(values ...float64) bool {
	for _, v := range values {
		if !(math.Abs(v) < 1e6) {
			return false
		}
	}
	return true
}

// form draws an XObject.
func (c *content) form(name string) error {
	x := c.resources.Key("XObject").Key(name)
	if x.Key("OC").isOff() {
		c.off++
		defer func() { c.off-- }()
	}
	if !x.isStream() || x.Key("Subtype").Str() != "Form" {
		c.image()
		return nil
	}
	return c.drawForm(x, c.resources, c.state, c.depth+1)
}

// drawForm draws a Form XObject; the resources are those of a form that has none.
func (in *interpreter) drawForm(x, resources Object, s state, depth int) error {
	data, err := x.data()
	if err != nil {
		in.damage = err
	}
	if len(data) == 0 {
		return nil
	}
	if m, ok := x.Key("Matrix").matrix(); ok {
		s.ctm = m.times(s.ctm)
	}
	if box := x.Key("BBox"); box.Len() == 4 {
		s.clip = s.clip.within(s.ctm.box(box.box()))
	}
	if own := x.Key("Resources"); own.IsDict() {
		resources = own
	}
	return in.run(data, resources, s, depth)
}

func (c *content) beginMarked(withProperties bool) {
	m := marked{start: len(c.glyphs)}
	if len(c.args) > 0 && c.args[0].text == "Artifact" && withProperties && c.isPagination() {
		m.artifact = true
		c.artifacts++
	}
	if withProperties && len(c.args) > 1 && c.args[0].text == "OC" &&
		c.resources.Key("Properties").Key(c.args[1].text).isOff() {
		m.off = true
		c.off++
	}
	if p := c.last(); withProperties && p.Kind == tokenDict {
		if a, ok := p.entry("ActualText"); ok {
			m.actual, m.replaces = c.actualText(a.text), true
		}
	} else if withProperties && p.Kind == tokenName {
		if a := c.resources.Key("Properties").Key(p.text).Key("ActualText"); a.Value != nil {
			m.actual, m.replaces = c.actualText(a.Str()), true
		}
	}
	c.marks = append(c.marks, m)
}

// actualText is a replacement text as far as it can be paid for.
func (c *content) actualText(s string) string {
	s = s[:min(len(s), maxActualText)]
	if c.work.Spend(glyphWork*len(s)) != nil {
		return ""
	}
	return TextString(s)
}

// isPagination reports whether the properties of an artifact say that it is a running header, footer or page number.
// Artifacts that do not say so are kept: some writers mark text.
func (c *content) isPagination() bool {
	p := c.last()
	if p.Kind == tokenName {
		return c.resources.Key("Properties").Key(p.text).Key("Type").Str() == "Pagination"
	}
	t, _ := p.entry("Type")
	return t.text == "Pagination"
}

// endMarked puts a replacement text on the first glyph of its sequence and empties the others.
func (c *content) endMarked() {
	if len(c.marks) == 0 {
		return
	}
	m := c.marks[len(c.marks)-1]
	c.marks = c.marks[:len(c.marks)-1]
	if m.artifact {
		c.artifacts--
	}
	if m.off {
		c.off--
	}
	if !m.replaces || m.start >= len(c.glyphs) {
		return
	}
	replaced := c.glyphs[m.start:]
	if c.work.Spend(len(replaced)) != nil {
		return
	}
	for i := range replaced {
		replaced[i].text = ""
	}
	replaced[0].text = m.actual
	if end := replaced[len(replaced)-1]; math.Abs(end.y-replaced[0].y) < 1 {
		replaced[0].x1 = max(replaced[0].x1, end.x1)
	}
}
