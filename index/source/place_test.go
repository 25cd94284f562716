package source

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// TestAt: a part of a chunk is cited by the section and the lines that it stands on, whatever the chunk begins with.
func TestAt(t *testing.T) {
	const guide = `# Guide

## Probes

### Layout

The frame has five bytes. It is
sent at once.

| Probe | Power |
|---|---|
| Limpet | 45 |

### Reading

A reader waits 20 ms.
Then it stops.

#### Errors

NOISE is returned.
`
	doc, err := Read(context.Background(), "guide.md", []byte(guide))
	if err != nil {
		t.Fatal(err)
	}
	chunks := Chunks(doc, "guide")
	if len(chunks) != 1 {
		t.Fatalf("%d chunks", len(chunks))
	}
	c := chunks[0]
	span := func(quote string) [2]int {
		i := strings.Index(c.Text, quote)
		if i < 0 {
			t.Fatalf("%q is not in %q", quote, c.Text)
		}
		return [2]int{i, i + len(quote)}
	}
	for _, tt := range []struct {
		quotes []string
		want   string
	}{
		{nil, "Guide > Probes > Layout, 1–21"}, // the chunk
		{[]string{"five bytes"}, "Guide > Probes > Layout, 7–7"},
		{[]string{"sent at once"}, "Guide > Probes > Layout, 8–8"},
		{[]string{"Limpet | 45"}, "Guide > Probes > Layout, 10–12"}, // a row of the text is no line of the file
		{[]string{"Then it stops."}, "Guide > Probes > Reading, 17–17"},
		{[]string{"NOISE"}, "Guide > Probes > Reading > Errors, 21–21"},
		{[]string{"Then it stops.", "A reader"}, "Guide > Probes > Reading, 16–17"},
		{[]string{"A reader", "five bytes"}, "Guide > Probes > Layout; Reading, 7–16"},
		{[]string{"NOISE", "A reader"}, "Guide > Probes > Reading; Errors, 16–21"},
		{[]string{"Probes"}, "Guide > Probes, 3–3"},
	} {
		var spans [][2]int
		for _, q := range tt.quotes {
			spans = append(spans, span(q))
		}
		at := c.At(spans...)
		if got := fmt.Sprintf("%s, %d–%d", strings.Join(at.Section, " > "), at.StartLine, at.EndLine); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.quotes, got, tt.want)
		}
		if at.ID != c.ID || at.Text != c.Text {
			t.Errorf("%q: another chunk: %+v", tt.quotes, at)
		}
	}

	code, err := Read(context.Background(), "pump.go", []byte("package pump\n\n// Open opens.\nfunc Open() {}\n\n// Close closes.\nfunc Close() {}\n"))
	if err != nil {
		t.Fatal(err)
	}
	c = Chunks(code, "pump")[0]
	if at := c.At(span("func Close")); at.Symbol != "Close" || at.StartLine != 7 || at.EndLine != 7 {
		t.Errorf("%s, lines %d–%d", at.Symbol, at.StartLine, at.EndLine)
	}
	c.Kind = SymbolCard
	if at := c.At(span("func Close")); at.Symbol != c.Symbol || at.StartLine != c.StartLine {
		t.Errorf("a card: %s, line %d", at.Symbol, at.StartLine)
	}
}
