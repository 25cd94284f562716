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

func FuzzRead(f *testing.F) {
	f.Add(sample())
	f.Add(sample()[:3000])
	b := newBuilder()
	b.page(prose(72, 700, longLine))
	f.Add(b.bytes())
	f.Add([]byte("%PDF-1.7\n1 0 obj\n<</Type/Page/Contents 2 0 R>>\nendobj\n2 0 obj\n<</Length 9>>stream\nBT (a) Tj\nendstream"))
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if doc, err := Read(ctx, data); err == nil {
			checkBlocks(t, doc)
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
	f.Fuzz(func(t *testing.T, data []byte, code string) {
		m := parseCMap(budget.New(context.Background(), len(data)), data)
		m.unicode(code)
		m.cid(code)
	})
}
