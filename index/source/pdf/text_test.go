package pdf

import (
	"fmt"
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for name, c := range map[string]struct{ content, want string }{
		"operators": {"BT /R 12 Tf 14 TL 72 700 Td (one) Tj T* (two) Tj 0 -14 TD (three) Tj (four) ' 1 0 (five) \" ET", "P one two three four five"},
		"kerning":   {"BT /R 12 Tf 72 700 Td [(W) 80 (ord) -300 (gap)] TJ ET", "P Word gap"},
		"octal": {`BT /R 12 Tf 72 700 Td (caf\351 \(x\) \
y) Tj ET`, "P café (x) y"},
		"hexadecimal":                    {"BT /R 12 Tf 72 700 Td <48 65 6C6C 6F> Tj ET", "P Hello"},
		"WinAnsi":                        {"BT /R 12 Tf 72 700 Td (\x93quoted\x94 \x96 \x80) Tj ET", "P “quoted” – €"},
		"symbol font":                    {"BT /S 12 Tf 72 700 Td (a) Tj ET", "P α"},
		"no-break space and soft hyphen": {"BT /R 12 Tf 72 700 Td (a\xA0b c\xADd) Tj ET", "P a b cd"},
		"control characters":             {"BT /R 12 Tf 72 700 Td (a\\001b) Tj ET", "P ab"},
		"inline image":                   {"BI /W 1 /H 1 /BPC 8 /CS /G ID \x00EIx(\x01 EI BT /R 12 Tf 72 700 Td (after) Tj ET", "P after"},
		"actual text":                    {"BT /R 12 Tf 72 700 Td /Span << /ActualText <FEFF00660069> >> BDC (x) Tj EMC (ne) Tj ET", "P fine"},
		"drawn twice":                    {"BT /R 12 Tf 72 700 Td (b) Tj ET BT /R 12 Tf 72.2 700 Td (b) Tj ET", "P b"},
		"rotated":                        {at(72, 700, "R", 12, "upright") + "BT /R 12 Tf 0 1 -1 0 40 300 Tm (aside) Tj ET", "P aside\nP upright"},
		"exponent":                       {at(72, 700, "R", 12, "about 2") + at(112.1, 705, "R", 8, "16") + at(125, 700, "R", 12, "codes"), "P about 2^16 codes"},
		"index":                          {at(72, 700, "R", 12, "the x") + at(95.4, 697, "R", 8, "1") + at(104, 700, "R", 12, "value"), "P the x1 value"},
		"footnote mark":                  {at(72, 700, "R", 12, "approved.") + at(122.4, 705, "R", 8, "20") + at(136, 700, "R", 12, "Each"), "P approved. Each"},
		"form":                           {"q 1 0 0 1 0 -50 cm /F Do Q " + at(72, 700, "R", 12, "above"), "P above\nP inside"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBuilder()
			form := b.stream("/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Matrix [1 0 0 1 0 -50] /Resources << /Font << "+b.fonts+" >> >>",
				at(72, 700, "R", 12, "inside"))
			b.page(c.content, fmt.Sprintf("/XObject << /F %d 0 R >>", form))
			expect(t, dump(mustRead(t, b.bytes()).Pages[0]), c.want)
		})
	}
}

func TestFonts(t *testing.T) {
	b := newBuilder()
	toUnicode := b.stream("", `/CIDInit /ProcSet findresource begin begincmap
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfchar <0001> <0066006C> endbfchar
2 beginbfrange <0002> <0004> <0061> <0005> <0006> [<005A> <D835DC52>] endbfrange endcmap`)
	descendant := b.object("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /W [1 [600 500] 3 6 500] >>")
	composite := b.object(fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R >>", descendant, toUnicode))
	differences := b.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 /alpha /fi /uni2264 /g12 /summation.display /f_i] >> >>")
	b.fonts += fmt.Sprintf("/C %d 0 R /D %d 0 R ", composite, differences)
	b.page("BT /C 12 Tf 72 700 Td <000100020003000400050006> Tj ET BT /C 12 Tf 72 650 Td <00020009> Tj ET " + at(72, 600, "D", 12, "A") + at(72, 550, "D", 12, "BCEF"))
	expect(t, dump(mustRead(t, b.bytes()).Pages[0]), "P flabcZe\nP a\uFFFD\nP α\nP fi≤∑fi")
}

// TestType3 reads bitmap fonts as PostScript drivers and pdfTeX write them: in the unit of the printer's dots, sometimes upside
// down, with glyphs named after their codes, and a word at a time.
func TestType3(t *testing.T) {
	const last, sentence = 122, "P The apple is defined"
	names := func(form string, first int) (out string) {
		for c := first; c <= last; c++ {
			out += fmt.Sprintf(form, c)
		}
		return out
	}
	for name, c := range map[string]struct {
		first                 int
		matrix, form, content string
		want                  string
	}{
		"PostScript":  {11, "[1 0 0 -1 0 0]", "/#%02X", "BT /T 0.25 Tf 1 0 0 -1 72 700 Tm (The) Tj 19 0 Td (apple) Tj 29 0 Td (is) Tj 14 0 Td (de) Tj 10 0 Td (\\014ned) Tj ET", sentence},
		"pdfTeX":      {11, "[0.025 0 0 0.025 0 0]", "/a%d", "BT /T 10 Tf 72 700 Td [(The) -400 (apple) -400 (is) -400 (de\\014ned)] TJ ET", sentence},
		"T1":          {16, "[0.025 0 0 0.025 0 0]", "/a%d", "BT /T 10 Tf 72 700 Td [(The) -400 (apple) -400 (is) -400 (de\\034ned)] TJ ET", sentence},
		"fixed width": {11, "[0.025 0 0 0.025 0 0]", "/a%d", "BT /T 10 Tf 72 700 Td (for x in words) Tj 0 -12 Td (  print x) Tj ET", "C for x in words\n  print x"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBuilder()
			glyph := b.stream("", "20 0 0 0 20 40 d1 0 0 20 40 re f")
			font := b.object(fmt.Sprintf("<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix %s /CharProcs << /a %d 0 R >> "+
				"/Encoding << /Differences [%[3]d %[4]s] >> /FirstChar %[3]d /LastChar %[5]d /Widths [%[6]s] >>", c.matrix, glyph, c.first, names(c.form, c.first), last, strings.Repeat("20 ", last-c.first+1))) // letters are 40 high
			b.fonts += fmt.Sprintf("/T %d 0 R ", font)
			b.page(c.content)
			expect(t, dump(mustRead(t, b.bytes()).Pages[0]), c.want)
		})
	}
}

func TestPageNumber(t *testing.T) {
	for _, c := range []struct {
		n           int
		style, want string
	}{{4, "r", "iv"}, {1994, "R", "MCMXCIV"}, {12, "D", "12"}, {27, "a", "aa"}, {2, "A", "B"}, {3, "", ""}} {
		if got := pageNumber(c.n, c.style); got != c.want {
			t.Errorf("pageNumber(%d, %q) = %q, want %q", c.n, c.style, got, c.want)
		}
	}
}
