package pdf

import (
	"context"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"ibid/index/source/budget"
)

// checkBlocks holds what every result must hold, whatever the input.
func checkBlocks(t *testing.T, doc *Document) {
	t.Helper()
	for _, p := range doc.Pages {
		for _, b := range p.Blocks {
			if b.Text == "" || !utf8.ValidString(b.Text) {
				t.Fatalf("block text %q", b.Text)
			}
			if (b.Kind == Heading) != (b.Level > 0) {
				t.Fatalf("level %d of kind %d", b.Level, b.Kind)
			}
			for _, r := range b.Text {
				if unicode.IsControl(r) && !(r == '\n' && (b.Kind == Table || b.Kind == Code)) {
					t.Fatalf("control character in %q", b.Text)
				}
			}
			if b.Kind == Table {
				rows := strings.Split(b.Text, "\n")
				for _, r := range rows {
					if strings.Count(r, " | ") != strings.Count(rows[0], " | ") {
						t.Fatalf("rows of different length: %q", b.Text)
					}
				}
			}
		}
	}
}

const maxFuzz = 64 << 10 // bytes of an input: what costs too much does so when it is small

func FuzzRead(f *testing.F) {
	f.Add(sample())
	f.Add(sample()[:3000])
	b := newBuilder()
	b.page(prose(72, 700, longLine))
	f.Add(b.bytes())
	f.Add([]byte("%PDF-1.7\n1 0 obj\n<</Type/Page/Contents 2 0 R>>\nendobj\n2 0 obj\n<</Length 9>>stream\nBT (a) Tj\nendstream"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > maxFuzz {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		doc, err := Read(ctx, data)
		if err == nil {
			checkBlocks(t, doc)
		}
		if ctx.Err() != nil {
			t.Fatal("it takes longer than ten seconds")
		}
	})
}

// FuzzContent puts content streams into a sound file, which reaches the layout more often than FuzzRead.
func FuzzContent(f *testing.F) {
	f.Add(prose(72, 700, longLine, longLine2))
	f.Add(level(72, 540, 710) + at(80, 698, "R", 12, "a") + at(200, 698, "R", 12, "b") + level(72, 540, 690) + at(80, 680, "R", 12, "1") + at(200, 680, "R", 12, "2") + level(72, 540, 670))
	f.Add(at(72, 700, "B", 12, "Algorithm 1 X") + at(72, 680, "R", 12, "1: a") + at(72, 660, "R", 12, "2: b"))
	f.Add("q BT /R 1e30 Tf 1 0 0 1 1e300 1e300 Tm (x) Tj ET Q /Artifact BMC BT (\xAD-) ' EMC")
	f.Fuzz(func(t *testing.T, content string) {
		if len(content) > maxFuzz {
			return
		}
		b := newBuilder()
		b.page(content)
		b.page(content)
		if doc, err := Read(context.Background(), b.bytes()); err == nil {
			checkBlocks(t, doc)
		}
	})
}

// FuzzNumber compares the fast number parser with strconv.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"0", "-1.5", "+.25", "12.", "123456789012345678", "-", ".", "1.2.3", "1e5", "00.100"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if s == "" || strings.Trim(s, "+-.0123456789") != "" {
			return // other characters end in strconv or in an operator
		}
		got, ok := parseNumber([]byte(s))
		want, err := strconv.ParseFloat(s, 64)
		if ok != (err == nil) {
			t.Fatalf("parseNumber(%q) ok %v, strconv says %v", s, ok, err)
		}
		if ok && math.Abs(got-want) > 1e-12*math.Abs(want) {
			t.Fatalf("parseNumber(%q) = %v, want %v", s, got, want)
		}
	})
}

func FuzzCMap(f *testing.F) {
	f.Add([]byte("1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <01> <05> <0041> endbfrange 1 begincidrange <00> <10> 7 endcidrange"), "\x02")
	f.Add([]byte("1 beginbfchar <41> <"+strings.Repeat("0041", 10_000)+"> endbfchar"), "A")
	f.Add([]byte("1 beginbfrange <"+strings.Repeat("00", 5_000)+"> <FFFF> ["+strings.Repeat("<0041>", 5_000)+"] endbfrange"), "\x00")
	f.Add([]byte(strings.Repeat("1 begincidrange <00000000> <FFFFFFFF> 7 endcidrange\n", 500)), "\xff\xff\xff\xff")
	f.Add([]byte(strings.Repeat("[", 50_000)+strings.Repeat("<<", 5_000)), "\x02")
	f.Fuzz(func(t *testing.T, data []byte, code string) {
		if len(data) > maxFuzz || len(code) > maxFuzz {
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
		if len(s) > maxText || max(len(m.text), len(m.ranges), len(m.cids)) > maxCodes {
			t.Errorf("%d bytes for a code, %d codes, %d and %d ranges", len(s), len(m.text), len(m.ranges), len(m.cids))
		}
		for code, s := range m.text {
			if len(code) > maxCodeBytes || len(s) > maxText {
				t.Fatalf("a code of %d bytes stands for %d", len(code), len(s))
			}
		}
	})
}
