package draw

import (
	"bytes"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	corefont "github.com/pdfcpu/pdfcpu/pkg/font"
	"golang.org/x/text/encoding/charmap"
)

// Font is what the interpreter needs of a PDF font: how a string splits into codes, the advance and text of each, and
// the traits that tell headings, code and mathematics from prose.
type Font struct {
	composite bool
	widths    map[int]float64 // by code, or by character identifier in composite fonts; in 1/1000 em
	missing   float64         // width of codes without an entry
	scale     float64         // glyph space to text space: 0.001 but for Type 3
	em        float64         // in glyph space: 1000 but for Type 3
	toUnicode *cmap
	codes     *cmap // a composite font's Encoding, nil for Identity
	utf16     bool  // the codes of a composite font are UTF-16BE
	enc       encoding
	name      string // base font without subset prefix
	Bold      bool
	Mono      bool
	math      bool
}

// Fonts are the fonts of a file that have been read, by reference.
type Fonts map[string]*Font

func (all Fonts) font(o Object) *Font {
	f, ok := all[o.Ref]
	if !ok || o.Ref == "" {
		f = loadFont(o)
		all[o.Ref] = f
	}
	return f
}

func loadFont(o Object) *Font {
	f := &Font{widths: map[int]float64{}, scale: 0.001, em: 1000, name: o.Key("BaseFont").Str()}
	if i := strings.IndexByte(f.name, '+'); i == 6 {
		f.name = f.name[i+1:]
	}
	if t := o.Key("ToUnicode"); t.isStream() {
		if data, _ := t.data(); len(data) > 0 {
			f.toUnicode = parseCMap(o.File.Work, data)
		}
	}
	descriptor := o.Key("FontDescriptor")
	if o.Key("Subtype").Str() == "Type0" {
		descendant := o.Key("DescendantFonts").At(0)
		descriptor = descendant.Key("FontDescriptor")
		f.loadComposite(o, descendant)
	} else {
		f.loadSimple(o, descriptor)
	}
	f.traits(descriptor)
	return f
}

func (f *Font) loadComposite(o, descendant Object) {
	f.composite = true
	switch e := o.Key("Encoding"); {
	case e.isStream():
		if data, _ := e.data(); len(data) > 0 {
			f.codes = parseCMap(o.File.Work, data)
		}
	case strings.Contains(e.Str(), "UCS2") || strings.Contains(e.Str(), "UTF16"):
		f.utf16 = true
	}
	f.missing = 1000
	if w, ok := descendant.Key("DW").number(); ok {
		f.missing = w
	}
	// W is a list of "first [w w …]" and "first last w" (ISO 32000-1, 9.7.4.3).
	w := descendant.Key("W")
	for i, set := 0, 0; i+1 < w.Len() && set < 2*MaxCodes; {
		first, next := w.At(i).Int(), w.At(i+1)
		if next.IsArray() {
			for j := 0; j < next.Len() && j < MaxCodes; j++ {
				set++
				f.widths[first+j] = next.At(j).num()
			}
			i += 2
			continue
		}
		width := w.At(i + 2).num()
		for c := max(first, 0); c <= next.Int() && c < MaxCodes; c++ {
			set++
			f.widths[c] = width
		}
		i += 3
	}
}

func (f *Font) loadSimple(o, descriptor Object) {
	e := o.Key("Encoding")
	base := e.Str()
	if e.IsDict() {
		base = e.Key("BaseEncoding").Str()
	}
	var named bool
	if f.enc, named = encodings()[base]; !named {
		f.enc = f.builtinEncoding(o, descriptor)
	}
	if e.IsDict() {
		f.applyDifferences(e.Key("Differences"))
	}
	if o.Key("Subtype").Str() == "Type3" {
		if m, ok := o.Key("FontMatrix").matrix(); ok {
			f.scale = m[0]
		}
	}
	f.missing = descriptor.Key("MissingWidth").num()
	first, widths := o.Key("FirstChar").Int(), o.Key("Widths")
	for i := 0; i < widths.Len() && i < 256; i++ {
		f.widths[first+i] = widths.At(i).num()
	}
	if o.Key("Subtype").Str() == "Type3" {
		f.bitmap(e.Key("Differences"))
	} else if widths.Len() == 0 {
		f.coreWidths()
	}
}

// monoLetters is how many letters of one width make a font that does not say so one of a fixed width.
const monoLetters = 6

// bitmap completes a Type 3 font, which has any unit and any names. Codes and names of those that TeX makes are
// TeX's: a glyph that is named after its code, or a control character, is what TeX has there. The em follows from the
// widths of letters and digits, which are about those of Times.
func (f *Font) bitmap(differences Object) {
	cork := true // T1: its ligatures stand where OT1, which has others lower down, has rare letters
	for code, name := range differing(differences) {
		cork = cork && (code < 11 || code > 15 || name == ".notdef")
	}
	for code, name := range differing(differences) {
		if code >= 0 && code < 128 && (code < ' ' || len(name) > 1 && name[1:] == strconv.Itoa(code)) {
			f.enc[code] = texText(code, cork)
		}
	}
	own, times := 0.0, 0.0
	letters, narrow, wide := 0, math.Inf(1), 0.0
	for c := range 256 {
		r, n := utf8.DecodeRuneInString(f.enc[c])
		w := f.widths[c]
		if w <= 0 || n != len(f.enc[c]) || r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		if t, err := corefont.CharWidth("Times-Roman", r); err == nil {
			own, times = own+w, times+float64(t)/1000
		}
		if unicode.IsLetter(r) {
			letters, narrow, wide = letters+1, min(narrow, w), max(wide, w)
		}
	}
	f.Mono = letters >= monoLetters && wide-narrow < wide/100
	if times > 0 {
		f.em = own / times
	} else if f.scale != 0 {
		f.em = 1 / math.Abs(f.scale)
	}
}

// texText is what TeX's text fonts have at a code below 128: ASCII, and ligatures among the control characters, in
// Knuth's encoding OT1 or in that of Cork, T1, which has quotation marks and dashes there too.
func texText(code int, cork bool) string {
	first, low := 11, []string{"ff", "fi", "fl", "ffi", "ffl"}
	if cork {
		first, low = 16, []string{"“", "”", "„", "«", "»", "–", "—", "", "", "", "", "ff", "fi", "fl", "ffi", "ffl"}
	}
	switch i := code - first; {
	case i >= 0 && i < len(low):
		return low[i]
	case code < ' ' || code == 127:
		return ""
	}
	return string(rune(code))
}

func (f *Font) applyDifferences(differences Object) {
	for code, name := range differing(differences) {
		if s := glyphText(name); s != "" && code >= 0 && code < 256 {
			f.enc[code] = s
		}
	}
}

// differing are the codes and names of an array of differences: a number is the code of the name behind it, and the
// codes of the names that follow count on.
func differing(differences Object) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		code := 0
		for i := range differences.Len() {
			d := differences.At(i)
			if !d.isName() {
				code = d.Int()
				continue
			}
			if !yield(code, d.Str()) {
				return
			}
			code++
		}
	}
}

// builtinEncoding is the encoding of a font that names none: the one inside its program, else the usual one of its
// type.
func (f *Font) builtinEncoding(o, descriptor Object) encoding {
	for _, special := range []string{"Symbol", "ZapfDingbats"} {
		if strings.HasPrefix(f.name, special) {
			return encodings()[special]
		}
	}
	if program := descriptor.Key("FontFile"); program.isStream() {
		if data, _ := program.data(); len(data) > 0 {
			if e, ok := type1Encoding(data); ok {
				return e
			}
		}
	}
	if o.Key("Subtype").Str() == "TrueType" {
		return encodings()["WinAnsiEncoding"]
	}
	return encodings()["StandardEncoding"]
}

// type1Encoding reads the "dup 12 /name put" lines in the clear part of a Type 1 font program.
func type1Encoding(program []byte) (encoding, bool) {
	var e encoding
	start := bytes.Index(program, []byte("/Encoding"))
	end := bytes.Index(program, []byte("eexec"))
	if start < 0 || end < start {
		return e, false
	}
	l := NewLexer(program[start:end])
	found := false
	var last [2]Token
	for t := l.Next(); t.Kind != tokenEOF; t = l.Next() {
		if t.Kind == tokenOperator && t.text == "put" && last[0].Kind == TokenNumber && last[1].Kind == tokenName {
			if c := int(last[0].Num); c >= 0 && c < 256 {
				e[c] = glyphText(last[1].text)
				found = true
			}
		}
		last[0], last[1] = last[1], t
	}
	return e, found
}

// coreWidths takes the widths of the standard 14 fonts, which files need not carry.
func (f *Font) coreWidths() {
	const usual = 550 // of a font that is not known at all
	f.missing = usual
	name := strings.ReplaceAll(f.name, ",", "-")
	for _, known := range [][2]string{{"Arial", "Helvetica"}, {"TimesNewRoman", "Times"}, {"CourierNew", "Courier"}} {
		if rest, ok := strings.CutPrefix(name, known[0]); ok {
			name = known[1] + strings.TrimSuffix(rest, "MT")
		}
	}
	if !strings.HasPrefix(name, "Times") {
		name = strings.ReplaceAll(name, "Italic", "Oblique")
	}
	name = strings.Replace(name, "PS-", "-", 1)
	if name == "Times" {
		name = "Times-Roman"
	}
	if !corefont.IsCoreFont(name) {
		return
	}
	special := name == "Symbol" || name == "ZapfDingbats"
	for c := 32; c < 256; c++ {
		code := rune(c) // pdfcpu lists widths by WinAnsi code, or by the code of the special fonts
		if !special {
			r, _ := utf8.DecodeRuneInString(strings.ReplaceAll(f.enc[c], "\u00A0", " ")) // it lists no width of the former
			b, ok := charmap.Windows1252.EncodeRune(r)
			if !ok {
				continue
			}
			code = rune(b)
		}
		if w, err := corefont.CharWidth(name, code); err == nil && w > 0 {
			f.widths[c] = float64(w)
		}
	}
}

// Bits of a font descriptor's Flags (ISO 32000-1, table 123).
const (
	flagFixedPitch = 1 << 0
	flagForceBold  = 1 << 18
)

func (f *Font) traits(descriptor Object) {
	flags := descriptor.Key("Flags").Int()
	name := strings.ToLower(f.name)
	has := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(name, p) })
	}
	f.Bold = flags&flagForceBold != 0 || has("bold", "black", "heavy", "demi", "-medi", "cmbx", "cmssbx")
	f.Mono = f.Mono || flags&flagFixedPitch != 0 || has("mono", "courier", "consol", "cmtt", "typewriter", "menlo", "inconsolata")
	f.math = has("math", "cmmi", "cmsy", "cmex", "msam", "msbm", "cmr", "symbol", "rsfs", "stix", "eufm") && !has("text")
}

// next splits the first code off a string and returns it with its width in 1/1000 em.
func (f *Font) next(s string) (code string, width float64) {
	n := 1
	if f.composite {
		n = 2
		if f.codes != nil && !f.codes.lengths[2] {
			for k, ok := range f.codes.lengths {
				if ok {
					n = k
				}
			}
		} else if f.codes != nil && f.codes.lengths[1] && f.codes.single[s[0]] {
			n = 1
		}
	}
	code = s[:min(n, len(s))]
	id := codeValue(code)
	if f.codes != nil {
		id = f.codes.cid(code)
	}
	if w, ok := f.widths[id]; ok {
		return code, w
	}
	return code, f.missing
}

// text returns what a code says: U+FFFD where the font does not tell.
func (f *Font) text(code string) string {
	if f.toUnicode != nil {
		if s, ok := f.toUnicode.unicode(code); ok && (len(s) != 1 || s[0] >= ' ') {
			return s
		}
	}
	switch {
	case f.utf16:
		return decodeUTF16(code)
	case !f.composite && len(code) == 1:
		return f.enc[code[0]]
	}
	return "\uFFFD"
}
