package draw

import (
	"context"
	"ibid/index/source/budget"
	"strings"
	"testing"
)

func TestType1Encoding(t *testing.T) {
	e, ok := type1Encoding([]byte("%!PS\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 12 /beta put\ndup 65 /A put\ndup 48 /prime put\nreadonly def\ncurrentfile eexec"))
	if !ok || e[12] != "β" || e[65] != "A" || e[48] != "′" || e[66] != "" {
		t.Errorf("got %v %q %q", ok, e[12], e[65])
	}
}

func TestCleanGlyph(t *testing.T) {
	for in, want := range map[string]string{
		"ﬁ": "fi", "𝑑": "d", "𝔹": "B", "ℎ": "h", "²": "²", "ℓ": "ℓ", "\u00A0": " ", "\u200B": "", "\x07": "", "\u202E": "",
		"\xFF": "\uFFFD", "\uF0B7": "•", "\uE123": "\uFFFD", "‐": "-", "Ａ": "A",
	} {
		if got := CleanGlyph(in); got != want {
			t.Errorf("cleanGlyph(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"´e": "é", "B¨ohme": "Böhme", "plain": "plain", "c\u0303": "c̃", "e\u0301": "é"} {
		if got := compose(in); got != want {
			t.Errorf("compose(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestLexerSurvives(t *testing.T) {
	for _, s := range []string{"(", "<", "<<", "[", "/", ">>", "(((", strings.Repeat("[", 10_000), "BI ID", "BI", "<4", "/#", "/#4", "\\", "(\\", "-", "+.", "1e9", "--5", "12-34"} {
		l := NewLexer([]byte(s))
		for range len(s) + 2 {
			if l.Next().Kind == tokenEOF {
				break
			}
			l.skipInlineImage()
		}
	}
}

func FuzzCMap(f *testing.F) {
	f.Add([]byte("1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <01> <05> <0041> endbfrange 1 begincidrange <00> <10> 7 endcidrange"), "\x02")
	f.Add([]byte("1 beginbfchar <41> <"+strings.Repeat("0041", 10_000)+"> endbfchar"), "A")
	f.Add([]byte("1 beginbfrange <"+strings.Repeat("00", 5_000)+"> <FFFF> ["+strings.Repeat("<0041>", 5_000)+"] endbfrange"), "\x00")
	f.Add([]byte(strings.Repeat("1 begincidrange <00000000> <FFFFFFFF> 7 endcidrange\n", 500)), "\xff\xff\xff\xff")
	f.Add([]byte(strings.Repeat("[", 50_000)+strings.Repeat("<<", 5_000)), "\x02")
	f.Fuzz(func(t *testing.T, data []byte, code string) {
		if max(len(data), len(code)) > 64<<10 {
			return
		}
		work := budget.New(context.Background(), len(data))
		m := parseCMap(work, data)
		s, _ := m.unicode(code)
		m.cid(code)
		if err := work.Err(); err != nil {
			t.Error(err)
		}
		const maxText = 3 * maxCodeText / 2 // three bytes of UTF-8 for two of UTF-16
		if len(s) > maxText || max(len(m.text), len(m.ranges), len(m.cids)) > MaxCodes {
			t.Errorf("%d bytes for a code, %d codes, %d and %d ranges", len(s), len(m.text), len(m.ranges), len(m.cids))
		}
		for code, s := range m.text {
			if len(code) > maxCodeBytes || len(s) > maxText {
				t.Fatalf("a code of %d bytes stands for %d", len(code), len(s))
			}
		}
	})
}

func TestCoreWidths(t *testing.T) {
	f := Font{widths: map[int]float64{}, name: "Times-Roman", enc: encodings()["WinAnsiEncoding"]}
	f.coreWidths()
	for code, want := range map[string]float64{" ": 250, "\xA0": 250, "A": 722} {
		if _, got := f.next(code); got != want {
			t.Errorf("the width of %q is %g, want %g", code, got, want)
		}
	}
}
