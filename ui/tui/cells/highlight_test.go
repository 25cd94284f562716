package cells

import (
	"testing"

	"charm.land/lipgloss/v2"
)

func TestHighlight(t *testing.T) {
	bold := lipgloss.NewStyle().Bold(true)
	tests := []struct {
		name, line string
		segs       []Segment
		want       string
	}{
		{"plain", "one two three", []Segment{{0, 4, 7}}, "one \x1b[1mtwo\x1b[m three"},
		{"whole", "one", []Segment{{0, 0, 3}}, "\x1b[1mone\x1b[m"},
		{"two", "one two three", []Segment{{0, 0, 3}, {0, 8, 13}}, "\x1b[1mone\x1b[m two \x1b[1mthree\x1b[m"},
		{"inside a style", "\x1b[31mone two\x1b[m", []Segment{{0, 4, 6}}, "\x1b[31mone \x1b[1mtw\x1b[m\x1b[31mo\x1b[m"},
		{"over a style", "a\x1b[31mb\x1b[mc", []Segment{{0, 0, 3}}, "\x1b[1ma\x1b[31m\x1b[1mb\x1b[m\x1b[1mc\x1b[m"},
		{"wide", "漢字", []Segment{{0, 2, 4}}, "漢\x1b[1m字\x1b[m"},
		{"nothing", "one", nil, "one"},
		{"outside", "one", []Segment{{0, 7, 9}}, "one"},
	}
	for _, tt := range tests {
		if got := Highlight(tt.line, tt.segs, bold); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := Highlight("one", []Segment{{0, 0, 3}}, lipgloss.NewStyle()); got != "one" {
		t.Errorf("no style: %q", got)
	}
}
