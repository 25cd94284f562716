package pdf

import (
	"bytes"
	"strings"
	"unicode/utf8"

	corefont "github.com/pdfcpu/pdfcpu/pkg/font"
	"golang.org/x/text/encoding/charmap"
)

// font is what the interpreter needs of a PDF font: how a string splits into codes, the advance and text of each, and
// the traits that tell headings, code and mathematics from prose.
type font struct {
	composite bool
	widths    map[int]float64 // by code, or by character identifier in composite fonts; in 1/1000 em
	missing   float64         // width of codes without an entry
	scale     float64         // glyph space to text space: 0.001 but for Type 3
	toUnicode *cmap
	codes     *cmap // a composite font's Encoding, nil for Identity
	utf16     bool  // the codes of a composite font are UTF-16BE
	enc       encoding
	name      string // base font without subset prefix
	bold      bool
	mono      bool
	math      bool
}

// fontLoader reads fonts and keeps them by reference.
type fontLoader struct {
	names glyphNames
	fonts map[string]*font
}

func (l *fontLoader) font(o object) *font {
	if f, ok := l.fonts[o.ref]; ok && o.ref != "" {
		return f
	}
	f := l.load(o)
	if o.ref != "" {
		l.fonts[o.ref] = f
	}
	return f
}

func (l *fontLoader) load(o object) *font {
	f := &font{widths: map[int]float64{}, scale: 0.001, name: o.key("BaseFont").str()}
	if i := strings.IndexByte(f.name, '+'); i == 6 {
		f.name = f.name[i+1:]
	}
	if t := o.key("ToUnicode"); t.isStream() {
		if data, _ := t.data(); len(data) > 0 {
			f.toUnicode = parseCMap(o.file.work, data)
		}
	}
	descriptor := o.key("FontDescriptor")
	if o.key("Subtype").str() == "Type0" {
		descendant := o.key("DescendantFonts").at(0)
		descriptor = descendant.key("FontDescriptor")
		f.loadComposite(o, descendant)
	} else {
		f.loadSimple(o, descriptor, &l.names)
	}
	f.traits(descriptor)
	return f
}

func (f *font) loadComposite(o, descendant object) {
	f.composite = true
	switch e := o.key("Encoding"); {
	case e.isStream():
		if data, _ := e.data(); len(data) > 0 {
			f.codes = parseCMap(o.file.work, data)
		}
	case strings.Contains(e.str(), "UCS2") || strings.Contains(e.str(), "UTF16"):
		f.utf16 = true
	}
	f.missing = 1000
	if w, ok := descendant.key("DW").number(); ok {
		f.missing = w
	}
	// W is a list of "first [w w …]" and "first last w" (ISO 32000-1, 9.7.4.3).
	w := descendant.key("W")
	for i, set := 0, 0; i+1 < w.len() && set < 2*maxCodes; {
		first, next := w.at(i).int(), w.at(i+1)
		if next.isArray() {
			for j := 0; j < next.len() && j < maxCodes; j++ {
				set++
				f.widths[first+j] = next.at(j).num()
			}
			i += 2
			continue
		}
		width := w.at(i + 2).num()
		for c := max(first, 0); c <= next.int() && c < maxCodes; c++ {
			set++
			f.widths[c] = width
		}
		i += 3
	}
}

func (f *font) loadSimple(o, descriptor object, names *glyphNames) {
	e := o.key("Encoding")
	base := e.str()
	if e.isDict() {
		base = e.key("BaseEncoding").str()
	}
	var named bool
	if f.enc, named = namedEncoding(base); !named {
		f.enc = f.builtinEncoding(o, descriptor, names)
	}
	if e.isDict() {
		f.applyDifferences(e.key("Differences"), names)
	}
	if o.key("Subtype").str() == "Type3" {
		if m, ok := o.key("FontMatrix").matrix(); ok {
			f.scale = m[0]
		}
	}
	f.missing = descriptor.key("MissingWidth").num()
	first, widths := o.key("FirstChar").int(), o.key("Widths")
	for i := 0; i < widths.len() && i < 256; i++ {
		f.widths[first+i] = widths.at(i).num()
	}
	if widths.len() == 0 {
		f.coreWidths()
	}
}

func (f *font) applyDifferences(differences object, names *glyphNames) {
	code := 0
	for i := range differences.len() {
		d := differences.at(i)
		if !d.isName() {
			code = d.int()
			continue
		}
		if s := names.text(d.str()); s != "" && code >= 0 && code < 256 {
			f.enc[code] = s
		}
		code++
	}
}

// builtinEncoding is the encoding of a font that names none: the one inside its program, else the usual one of its type.
func (f *font) builtinEncoding(o, descriptor object, names *glyphNames) encoding {
	for _, special := range []string{"Symbol", "ZapfDingbats"} {
		if strings.HasPrefix(f.name, special) {
			e, _ := namedEncoding(special)
			return e
		}
	}
	if program := descriptor.key("FontFile"); program.isStream() {
		if data, _ := program.data(); len(data) > 0 {
			if e, ok := type1Encoding(data, names); ok {
				return e
			}
		}
	}
	usual := "StandardEncoding"
	if o.key("Subtype").str() == "TrueType" {
		usual = "WinAnsiEncoding"
	}
	e, _ := namedEncoding(usual)
	return e
}

// type1Encoding reads the "dup 12 /name put" lines in the clear part of a Type 1 font program.
func type1Encoding(program []byte, names *glyphNames) (encoding, bool) {
	var e encoding
	start := bytes.Index(program, []byte("/Encoding"))
	end := bytes.Index(program, []byte("eexec"))
	if start < 0 || end < start {
		return e, false
	}
	l := &lexer{data: program[start:end]}
	found := false
	var last [2]token
	for t := l.next(); t.kind != tokenEOF; t = l.next() {
		if t.kind == tokenOperator && t.text == "put" && last[0].kind == tokenNumber && last[1].kind == tokenName {
			if c := int(last[0].num); c >= 0 && c < 256 {
				e[c] = names.text(last[1].text)
				found = true
			}
		}
		last[0], last[1] = last[1], t
	}
	return e, found
}

// coreWidths takes the widths of the standard 14 fonts, which files need not carry.
func (f *font) coreWidths() {
	const usual = 550 // of a font that is not known at all
	f.missing = usual
	name := strings.ReplaceAll(f.name, ",", "-")
	switch {
	case strings.HasPrefix(name, "Arial"):
		name = "Helvetica" + strings.ReplaceAll(strings.TrimSuffix(name, "MT")[len("Arial"):], "Italic", "Oblique")
	case strings.HasPrefix(name, "TimesNewRoman"):
		name = "Times" + strings.TrimPrefix(strings.TrimSuffix(name, "MT"), "TimesNewRoman")
	case strings.HasPrefix(name, "CourierNew"):
		name = "Courier" + strings.ReplaceAll(strings.TrimPrefix(name, "CourierNew"), "Italic", "Oblique")
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
			r, _ := utf8.DecodeRuneInString(f.enc[c])
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

func (f *font) traits(descriptor object) {
	flags := descriptor.key("Flags").int()
	name := strings.ToLower(f.name)
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(name, p) {
				return true
			}
		}
		return false
	}
	f.bold = flags&flagForceBold != 0 || has("bold", "black", "heavy", "demi", "-medi", "cmbx", "cmssbx")
	f.mono = flags&flagFixedPitch != 0 || has("mono", "courier", "consol", "cmtt", "typewriter", "menlo", "inconsolata")
	f.math = has("math", "cmmi", "cmsy", "cmex", "msam", "msbm", "cmr", "symbol", "rsfs", "stix", "eufm") && !has("text")
}

// next splits the first code off a string and returns it with its width in 1/1000 em.
func (f *font) next(s string) (code string, width float64) {
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
func (f *font) text(code string) string {
	if f.toUnicode != nil {
		if s, ok := f.toUnicode.unicode(code); ok {
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
