package draw

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// Flags of annotations and form fields (ISO 32000-1, tables 165, 226 and 228).
const (
	flagUnseen     = 1<<1 | 1<<5 // Hidden, NoView
	flagMultiline  = 1 << 12
	flagPassword   = 1 << 13
	flagPushbutton = 1 << 16
	flagComb       = 1 << 24
)

// How values are set that have no appearance, and where. Lengths are in em.
const (
	fieldSize  = 12.0 // points, at most
	fieldShare = 0.7  // of the height of a field that the type takes
	fieldWidth = 0.5  // of a letter
	fieldPitch = 1.2
	labelGap   = 0.4 // between label and value, less than what separates cells
	boxReach   = 2.0 // from a box to the label on its right

	maxAnnotations = 10_000  // of a page
	maxFieldText   = 1 << 16 // bytes of a value
)

// field is what a form field or text box says.
type field struct {
	value   string
	ownText bool // the value counts, whatever the appearance
	box     bool // to be ticked
	lines   bool // there may be several
	unseen  bool
}

// annotations draws what stands on a page without being part of its content: the values of form fields, text boxes,
// stamps. A value comes to stand beside its label. Struck text is marked.
func (in *interpreter) annotations(page Object, start state) error {
	list, content := page.Key("Annots"), len(in.glyphs)
	var shown []Object
	var places []Rule
	for i := range min(list.Len(), maxAnnotations) {
		a := list.At(i)
		switch a.Key("Subtype").Str() {
		case "StrikeOut", "Widget", "FreeText", "Stamp", "Watermark":
			shown, places = append(shown, a), append(places, start.ctm.box(a.Key("Rect").box()))
		}
	}
	for i, a := range shown {
		if err := in.count(); err != nil {
			return err
		}
		switch kind, f := a.Key("Subtype").Str(), fieldOf(a); {
		case kind == "StrikeOut" && !f.unseen:
			in.strikeQuads(a.Key("QuadPoints"), start.ctm)
		case kind != "StrikeOut":
			from, rules := len(in.glyphs), len(in.rules)
			if err := in.appearance(a, f, start); err != nil {
				return err
			}
			in.rules = in.rules[:rules]
			if f.value != "" && (f.ownText || !slices.ContainsFunc(in.glyphs[from:], func(g glyph) bool { return !isBlank(g) })) {
				in.glyphs = in.glyphs[:from]
				in.set(f, places[i])
			}
			for k := range in.glyphs[from:] {
				in.glyphs[from+k].hidden = f.unseen // what is clipped in a field can be scrolled
			}
			if kind == "Widget" {
				in.besideLabel(content, from, i, places, f)
			}
		}
	}
	return nil
}

func fieldOf(a Object) (f field) {
	f.unseen = a.Key("F").Int()&flagUnseen != 0 || a.Key("OC").isOff()
	value, flags := a.inherited("V"), a.inherited("Ff").Int()
	switch kind := a.inherited("FT").Str(); {
	case a.Key("Subtype").Str() == "FreeText":
		f.value, f.lines = a.Key("Contents").text(), true
	case kind == "Tx" && flags&flagPassword == 0:
		f.value, f.lines = value.text(), flags&flagMultiline != 0
		f.ownText = flags&flagComb != 0 || a.File.Form.Key("NeedAppearances").isTrue()
	case kind == "Ch": // the appearance of a list shows all that can be chosen
		f.value, f.ownText = chosen(value, a.inherited("Opt")), true
	case kind == "Btn" && flags&flagPushbutton == 0:
		f.box, f.ownText, f.value = true, true, "[ ]"
		state := a.Key("AS").Str()
		if on := a.Key("AP").Key("N").Key(value.Str()).IsDict(); state == "" && on {
			state = value.Str()
		}
		if state != "" && state != "Off" {
			f.value = "[x]"
		}
	}
	return f
}

// chosen is what is chosen from a list, in the words that it shows.
func chosen(value, options Object) string {
	if value.IsArray() {
		var all []string
		for i := range min(value.Len(), maxOperands) {
			all = append(all, chosen(value.At(i), options))
		}
		return strings.Join(all, ", ")
	}
	for i := range options.Len() {
		if o := options.At(i); o.Len() == 2 && o.At(0).Str() == value.Str() {
			return o.At(1).text()
		}
	}
	return value.text()
}

// appearance draws what an annotation looks like: its box is fitted into its place (ISO 32000-1, 12.5.5).
func (in *interpreter) appearance(a Object, f field, s state) error {
	x := a.Key("AP").Key("N")
	if !x.isStream() {
		x = x.Key(a.Key("AS").Str())
	}
	m, _ := x.Key("Matrix").matrix()
	box, rect := m.box(x.Key("BBox").box()), a.Key("Rect").box()
	w, h := box.X1-box.X0, box.Y1-box.Y0
	if !x.isStream() || f.box || w <= 0 || h <= 0 {
		return nil
	}
	fit := matrix{(rect.X1 - rect.X0) / w, 0, 0, (rect.Y1 - rect.Y0) / h, 0, 0}
	fit[4], fit[5] = rect.X0-box.X0*fit[0], rect.Y0-box.Y0*fit[3]
	s.ctm = fit.times(s.ctm)
	return in.drawForm(x, a.File.Form.Key("DR"), s, 1)
}

// set writes the value of a field into its place, a line a glyph.
func (in *interpreter) set(f field, place Rule) {
	size := min(fieldSize, fieldShare*(place.Y1-place.Y0))
	y := (place.Y0+place.Y1)/2 - 0.35*size
	if f.lines {
		size = fieldSize
		y = place.Y1 - size
	}
	for line := range strings.FieldsFuncSeq(f.value, func(r rune) bool { return r == '\n' || r == '\r' }) {
		g := glyph{x0: place.X0, y: y, size: size, text: strings.Join(strings.Fields(line), " ")}
		g.x1 = g.x0 + fieldWidth*size*float64(utf8.RuneCountInString(g.text))
		if in.work.Spend(glyphWork+len(line)*charWork) == nil && isFinite(g.x0, g.x1, y, size) {
			in.glyphs = append(in.glyphs, g)
		}
		y -= fieldPitch * size
	}
}

// besideLabel moves what a field shows to the base line of its label, and up to it unless another field stands beside
// it, as in the rows of a table.
func (in *interpreter) besideLabel(content, from, field int, places []Rule, f field) {
	shown, place := in.glyphs[from:], places[field]
	if len(shown) == 0 || shown[0].turn != 0 || in.work.Spend((content+len(places))/8) != nil {
		return
	}
	first, last := shown[0], shown[len(shown)-1]
	low, high := place.Y0-0.35*first.size, place.Y1-0.25*first.size // of the base line of a label
	if f.lines {
		low, high = first.y-first.size, first.y+first.size
	}
	var before, behind *glyph
	for i := range in.glyphs[:content] {
		switch g := &in.glyphs[i]; {
		case g.turn != 0 || isBlank(*g) || g.hidden || g.y < low || g.y > high:
		case g.x1 < place.X0+2 && (before == nil || g.x1 > before.x1):
			before = g
		case g.x0 > place.X1-2 && (behind == nil || g.x0 < behind.x0):
			behind = g
		}
	}
	dx, label := 0.0, before
	if f.box && behind != nil && behind.x0-place.X1 < boxReach*behind.size {
		dx, label = behind.x0-labelGap*first.size-last.x1, behind
	} else if before != nil && !f.lines && !slices.ContainsFunc(places, func(p Rule) bool {
		between := p.X0 > before.x1-2 && p.X1 < place.X0+2
		next := p.X0 > place.X1-2 && p.X0 < place.X1+2*first.size
		return (between || next) && p.Y0 < place.Y1-2 && p.Y1 > place.Y0+2
	}) {
		dx = before.x1 + labelGap*first.size - first.x0
	}
	for i := range shown {
		if g := &shown[i]; label != nil {
			g.x0, g.x1, g.y = g.x0+dx, g.x1+dx, g.y+label.y-first.y
			g.size = label.size // larger type would make a heading of the two
		}
	}
}

// strikeQuads marks the text in the quadrilaterals of an annotation.
func (in *interpreter) strikeQuads(points Object, ctm matrix) {
	for k := 0; k+7 < points.Len() && in.work.Spend(len(in.glyphs)/8) == nil; k += 8 {
		quad := Rule{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		for i := k; i < k+8; i += 2 {
			x, y := ctm.apply(points.At(i).num(), points.At(i+1).num())
			quad = quad.around(Rule{x, y, x, y})
		}
		for i := range in.glyphs {
			g := &in.glyphs[i]
			x, y := g.turn.inverse().apply((g.x0+g.x1)/2, g.y+0.25*g.size)
			g.struck = g.struck || quad.holds(x, y, 0)
		}
	}
}

// inherited looks an entry of a field up in it and in the fields above it.
func (o Object) inherited(key string) Object {
	for depth := 0; depth < MaxNesting && o.Key(key).Value == nil && o.IsDict(); depth++ {
		o = o.Key("Parent")
	}
	return o.Key(key)
}

// text is the text of a string or stream.
func (o Object) text() string {
	data, _ := o.data()
	s := cmp.Or(o.Str(), string(data))
	return TextString(s[:min(len(s), maxFieldText)])
}

func (o Object) isTrue() bool { v, _ := o.Value.(types.Boolean); return bool(v) }
