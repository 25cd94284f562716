package pdf

import (
	"context"
	"ibid/index/source/pdf/layout"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// checkBlocks holds what every result must hold, whatever the input.
func checkBlocks(t *testing.T, doc *Document) {
	t.Helper()
	for _, p := range doc.Pages {
		for _, b := range p {
			if b.Text == "" || !utf8.ValidString(b.Text) {
				t.Fatalf("block text %q", b.Text)
			}
			if (b.Kind == layout.Heading) != (b.Level > 0) {
				t.Fatalf("level %d of kind %d", b.Level, b.Kind)
			}
			for _, r := range b.Text {
				if unicode.IsControl(r) && !(r == '\n' && (b.Kind == layout.Table || b.Kind == layout.Code)) {
					t.Fatalf("control character in %q", b.Text)
				}
			}
			if b.Kind == layout.Table {
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
	f.Add([]byte("%PDF-1.7\n1 0 obj\n<</Type/Page/Rotate 90/Annots[2 0 R 3 0 R]>>\nendobj\n2 0 obj\n<</Subtype/Widget/Rect[0 0 99 20]/FT/Tx/V(a)/Parent 2 0 R>>\nendobj\n" +
		"3 0 obj\n<</Subtype/StrikeOut/QuadPoints[0 0 9 0 9 9 0 9]>>\nendobj"))
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
	f.Add(prose(72, 720, longLine) + turned(leftTurn, hours(true)) + turned("0.7 0.7 -0.7 0.7 9 9", "3 Tr 1 g 0 0 9 9 re W n "+hours(false)) + level(72, 200, 724))
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
