package draw

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Flags of annotations and form fields (ISO 32000-1, tables 165, 221, 226, 228 and 230).
const (
	flagHidden, flagNoView       = 1 << 1, 1 << 5
	flagMultiline, flagPassword  = 1 << 12, 1 << 13
	flagPushbutton, flagComb     = 1 << 16, 1 << 24
	maxAnnotations, maxFieldText = 10_000, 1 << 16 // of a page; bytes of a value
)

// How the value of a field is set where it has no appearance, and how far from its label it stands. Lengths are in em.
const (
	fieldSize  = 12.0 // points, at most
	fieldShare = 0.7  // of the height of a field that the type takes
	fieldWidth = 0.5  // of a letter
	labelGap   = 0.4  // between label and value, less than what separates cells
	boxReach   = 2.0  // to the label on the right of a box
)

// annotations draws what stands on a page without being part of its content: the values of form fields, text boxes, stamps.
// A value comes to stand beside its label. Struck text is marked.
func (in *interpreter) annotations(page Object, start state) error {
	annotations := page.Key("Annots")
	content := len(in.glyphs)
	boxes := make([]Rule, min(annotations.Len(), maxAnnotations))
	for i := range boxes {
		boxes[i] = start.ctm.box(annotations.At(i).Key("Rect").box())
	}
	for i := range boxes {
		a := annotations.At(i)
		if err := in.count(); err != nil {
			return err
		}
		kind := a.Key("Subtype").Str()
		if kind == "StrikeOut" && a.Key("F").Int()&(flagHidden|flagNoView) == 0 {
			in.strikeQuads(a.Key("QuadPoints"), start.ctm)
		}
		if !slices.Contains([]string{"Widget", "FreeText", "Stamp", "Watermark"}, kind) {
			continue
		}
		from, rules := len(in.glyphs), len(in.rules)
		unseen := a.Key("F").Int()&(flagHidden|flagNoView) != 0 || a.Key("OC").isOff()
		if unseen {
			in.off++
		}
		f := fieldOf(a)
		err := in.appearance(a, f, start)
		if unseen {
			in.off--
		}
		if err != nil {
			return err
		}
		in.rules = in.rules[:rules]
		shown := slices.ContainsFunc(in.glyphs[from:], func(g glyph) bool { return !isBlank(g) })
		if f.value != "" && (!shown || f.ownText) {
			in.glyphs = in.glyphs[:from]
			in.set(f, boxes[i], unseen)
		}
		if kind == "Widget" {
			for k := range in.glyphs[from:] {
				in.glyphs[from+k].hidden = unseen // a field can be scrolled
			}
			in.besideLabel(content, from, i, boxes, f)
		}
	}
	return nil
}

// field is what a form field or text box says.
type field struct {
	value   string
	size    float64 // of its type
	ownText bool    // the value counts, whatever the appearance
	box     bool    // to be ticked
	lines   bool    // there may be several
}

func fieldOf(a Object) field {
	f := field{lines: true}
	appearance := a.inherited("DA").Str()
	for tokens := strings.Fields(appearance); len(tokens) > 2; tokens = tokens[1:] {
		if tokens[2] == "Tf" {
			f.size, _ = strconv.ParseFloat(tokens[1], 64)
		}
	}
	switch a.Key("Subtype").Str() {
	case "FreeText":
		f.value = a.Key("Contents").text()
	case "Widget":
		f.lines = false
		value, flags := a.inherited("V"), a.inherited("Ff").Int()
		switch a.inherited("FT").Str() {
		case "Tx":
			f.lines = flags&flagMultiline != 0
			f.ownText = flags&flagComb != 0 || a.File.Form.Key("NeedAppearances").isTrue()
			if flags&flagPassword == 0 {
				f.value = value.text()
			}
		case "Ch":
			f.value, f.ownText = chosen(value, a.inherited("Opt")), true
		case "Btn":
			if flags&flagPushbutton == 0 {
				f.box, f.ownText, f.value = true, true, "[ ]"
				if state := a.Key("AS").Str(); state != "" && state != "Off" ||
					state == "" && value.Str() != "" && a.Key("AP").Key("N").Key(value.Str()).IsDict() {
					f.value = "[x]"
				}
			}
		}
	}
	return f
}

// chosen is what is chosen from a list, in the words that it shows.
func chosen(value, options Object) string {
	shown := func(v string) string {
		for i := range options.Len() {
			if o := options.At(i); o.Len() == 2 && o.At(0).text() == v {
				return o.At(1).text()
			}
		}
		return v
	}
	if !value.IsArray() {
		return shown(value.text())
	}
	var all []string
	for i := range min(value.Len(), maxOperands) {
		all = append(all, shown(value.At(i).text()))
	}
	return strings.Join(all, ", ")
}

// inherited looks an entry of a field up in it and in the fields above it.
func (o Object) inherited(key string) Object {
	for range MaxNesting {
		if v := o.Key(key); v.Value != nil || !o.IsDict() {
			return v
		}
		o = o.Key("Parent")
	}
	return Object{File: o.File}
}

// text is the text of a string or stream.
func (o Object) text() string {
	s := o.Str()
	if o.isStream() {
		data, _ := o.data()
		s = string(data)
	}
	return TextString(s[:min(len(s), maxFieldText)])
}

// appearance draws what an annotation looks like: its box is fitted into its place (ISO 32000-1, 12.5.5).
func (in *interpreter) appearance(a Object, f field, s state) error {
	x := a.Key("AP").Key("N")
	if !x.isStream() {
		x = x.Key(a.Key("AS").Str())
	}
	if !x.isStream() || f.box {
		return nil
	}
	m, _ := x.Key("Matrix").matrix()
	box, rect := m.box(x.Key("BBox").box()), a.Key("Rect").box()
	w, h := box.X1-box.X0, box.Y1-box.Y0
	if w <= 0 || h <= 0 {
		return nil
	}
	fit := matrix{(rect.X1 - rect.X0) / w, 0, 0, (rect.Y1 - rect.Y0) / h, 0, 0}
	fit[4], fit[5] = rect.X0-box.X0*fit[0], rect.Y0-box.Y0*fit[3]
	s.ctm = fit.times(s.ctm)
	return in.drawForm(x, a.File.Form.Key("DR"), s, 1)
}

// set writes the value of a field into its place, a word a glyph.
func (in *interpreter) set(f field, place Rule, unseen bool) {
	height := place.Y1 - place.Y0
	size := f.size
	if size <= 0 || size > height && !f.lines {
		size = min(fieldSize, fieldShare*height)
	}
	y := (place.Y0+place.Y1)/2 - 0.35*size
	if f.lines {
		y = place.Y1 - 1.1*size
	}
	for _, line := range strings.FieldsFunc(f.value, func(r rune) bool { return r == '\n' || r == '\r' }) {
		x := place.X0 + 0.2*size
		for _, word := range strings.Fields(line) {
			width := fieldWidth * size * float64(utf8.RuneCountInString(word))
			if f.lines && x+width > place.X1 && x > place.X0+size {
				x, y = place.X0+0.2*size, y-1.2*size
			}
			if in.work.Spend(glyphWork+len(word)*charWork) != nil || len(in.glyphs) > maxGlyphs {
				return
			}
			if isFinite(x, y, width, size) {
				in.glyphs = append(in.glyphs, glyph{x0: x, x1: x + width, y: y, size: size, text: word, hidden: unseen})
			}
			x += width + 0.25*size
		}
		y -= 1.2 * size
	}
}

// besideLabel moves the first line of what a field shows to the base line of its label, and up to it unless the field is one
// of a row of fields or has a rule before it, as the cells of a table have.
func (in *interpreter) besideLabel(content, from, field int, boxes []Rule, f field) {
	shown := in.glyphs[from:]
	if len(shown) == 0 || shown[0].turn != 0 || in.work.Spend((content+len(boxes))/8) != nil {
		return
	}
	place, size := boxes[field], shown[0].size
	end, left := shown[0], shown[0].x0
	for _, g := range shown {
		if g.y == shown[0].y {
			end = g
		}
	}
	inRow := func(y float64) bool { return y > place.Y0-0.35*size && y < place.Y1-0.25*size }
	if f.lines {
		inRow = func(y float64) bool { return math.Abs(y-shown[0].y) < size }
	}
	var before, behind *glyph
	for i := range in.glyphs[:content] {
		switch g := &in.glyphs[i]; {
		case g.turn != 0 || isBlank(*g) || g.hidden || !inRow(g.y):
		case g.x1 < place.X0+2 && (before == nil || g.x1 > before.x1):
			before = g
		case g.x0 > place.X1-2 && (behind == nil || g.x0 < behind.x0):
			behind = g
		}
	}
	dx, dy := 0.0, 0.0
	label := before
	switch {
	case f.box && behind != nil && behind.x0-place.X1 < boxReach*behind.size:
		dx, dy, label = behind.x0-labelGap*size-end.x1, behind.y-end.y, behind
	case before == nil:
		return
	default:
		dy = before.y - shown[0].y
		row := slices.ContainsFunc(in.rules, func(r Rule) bool {
			return r.X0 == r.X1 && r.X0 > before.x1 && r.X0 < place.X0+2 && r.Y0 < before.y+size && r.Y1 > before.y
		})
		for i, b := range boxes {
			between := b.X0 > before.x1-2 && b.X1 < place.X0+2
			next := b.X0 > place.X1-2 && b.X0 < place.X1+2*size
			row = row || i != field && (between || next) && b.Y0 < place.Y1-2 && b.Y1 > place.Y0+2
		}
		if !row && !f.lines {
			dx = before.x1 + labelGap*size - left
		}
	}
	for i := range shown {
		shown[i].x0, shown[i].x1, shown[i].y = shown[i].x0+dx, shown[i].x1+dx, shown[i].y+dy
		shown[i].size = label.size // larger type would make a heading of the two
	}
}

// strikeQuads marks the text in the quadrilaterals of an annotation.
func (in *interpreter) strikeQuads(points Object, ctm matrix) {
	for k := 0; k+7 < points.Len() && in.work.Spend(len(in.glyphs)/8) == nil; k += 8 {
		quad := Rule{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		for i := k; i < k+8; i += 2 {
			x, y := ctm.apply(points.At(i).num(), points.At(i+1).num())
			quad = Rule{min(quad.X0, x), min(quad.Y0, y), max(quad.X1, x), max(quad.Y1, y)}
		}
		for i := range in.glyphs {
			g := &in.glyphs[i]
			x, y := g.turn.forth((g.x0+g.x1)/2, g.y+0.25*g.size)
			g.struck = g.struck || quad.holds(x, y, 0)
		}
	}
}
