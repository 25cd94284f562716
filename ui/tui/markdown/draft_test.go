package markdown

import (
	"slices"
	"strings"
	"testing"

	"charm.land/glamour/v2"
	"charm.land/glamour/v2/styles"
)

func TestPlain(t *testing.T) {
	got := Plain("One two three\n\n  four\tfive\nabcdefghij 漢字漢字", 8)
	want := []string{"One two", "three", "", "  four", "five", "abcdefgh", "ij", "漢字漢字"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestDraft(t *testing.T) {
	var d Draft
	if got := d.Lines(10); len(got) != 1 || got[0] != "" {
		t.Errorf("an empty draft is %q", got)
	}
	var text strings.Builder
	for i := range 5000 {
		word := "word "
		if i%50 == 49 {
			word = "end.\n\n"
		}
		d.Append(word)
		text.WriteString(word)
		d.Lines(40)
	}
	if d.wraps != 0 {
		t.Errorf("the whole text was wrapped %d times", d.wraps)
	}
	for _, width := range []int{40, 13, 40} {
		if got, want := d.Lines(width), Plain(text.String(), width); !slices.Equal(got, want) {
			t.Errorf("at %d the draft has %d lines, want %d", width, len(got), len(want))
		}
	}
	if d.wraps != 2 {
		t.Errorf("the whole text was wrapped %d times, want once for each change of width", d.wraps)
	}
}

// A sequence that comes in two parts does not reach the terminal.
func TestDraftSanitises(t *testing.T) {
	var d Draft
	d.Append("a\x1b]0;ev")
	d.Lines(20)
	d.Append("il\ab\n")
	if got := d.Lines(20); got[0] != "ab" {
		t.Errorf("got %q", got)
	}
}

func BenchmarkDraft(b *testing.B) { // 5,000 tokens, each of them shown
	for b.Loop() {
		var d Draft
		for i := range 5000 {
			if d.Append("word "); i%80 == 79 {
				d.Append("\n\n")
			}
			d.Lines(60)
		}
	}
}

func BenchmarkGlamourAlone(b *testing.B) { // the same text as BenchmarkRender
	var text strings.Builder
	for text.Len() < 12_000 {
		text.WriteString(answer + "\n\n")
	}
	for b.Loop() {
		r, err := glamour.NewTermRenderer(glamour.WithStyles(styles.DarkStyleConfig), glamour.WithWordWrap(60))
		if err == nil {
			_, err = r.Render(text.String())
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRender(b *testing.B) { // 2,000 words
	var text strings.Builder
	for text.Len() < 12_000 {
		text.WriteString(answer + "\n\n")
	}
	opt := Options{Width: 60, Style: styles.DarkStyleConfig, Sentences: verified(text.String())}
	b.ReportMetric(float64(len(strings.Fields(text.String()))), "words")
	for b.Loop() {
		if _, err := Render(text.String(), opt); err != nil {
			b.Fatal(err)
		}
	}
}
