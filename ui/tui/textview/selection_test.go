package textview

import (
	"strings"
	"testing"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// checkSelection tells whether the selection is in the text and cuts no cluster of its line.
func checkSelection(t *testing.T, v *View) {
	t.Helper()
	if !v.Selecting() {
		return
	}
	start, end := v.Selection()
	if start < 0 || end > len(v.text) || start >= end {
		t.Fatalf("%d to %d of %d bytes is selected", start, end, len(v.text))
	}
	if !utf8.ValidString(v.text) {
		return
	}
	for _, at := range []int{start, end} {
		from, to := strings.LastIndexByte(v.text[:at], '\n')+1, lineEnd(v.text, at)
		for i := from; i < to; {
			g, _ := ansi.FirstGraphemeCluster(v.text[i:to], ansi.GraphemeWidth)
			if at > i && at < i+len(g) {
				t.Fatalf("%d is inside %q", at, g)
			}
			i += len(g)
		}
	}
}

func selected(v *View) string {
	start, end := v.Selection()
	return v.text[start:end]
}

func TestSelection(t *testing.T) {
	const text = "one two three\n\nfou\u0301r 漢字 👨‍👩‍👧 end"
	tests := []struct {
		name string
		do   func(v *View)
		want string
	}{
		{"start", func(v *View) {}, "o"},
		{"right", func(v *View) { v.MoveCursor(0, 2) }, "one"},
		{"over a wrapped row", func(v *View) { v.MoveCursor(0, 7) }, "one two t"},
		{"and back", func(v *View) { v.MoveCursor(0, 7); v.MoveCursor(0, -1) }, "one two"},
		{"down", func(v *View) { v.MoveCursor(1, 0) }, "one two t"},
		{"down to an empty line", func(v *View) { v.MoveCursor(2, 0) }, "one two three\n\n"},
		{"the column is kept", func(v *View) { v.MoveCursor(0, 2); v.MoveCursor(2, 0); v.MoveCursor(1, 0) }, "one two three\n\nfou\u0301"},
		{"whole clusters", func(v *View) { v.MoveCursor(3, 0); v.MoveCursor(0, 2) }, "one two three\n\nfou\u0301"},
		{"line end", func(v *View) { v.MoveLineEnd() }, "one two three"},
		{"beyond the end", func(v *View) { v.MoveCursor(99, 99) }, text},
		{"beyond the start", func(v *View) { v.MoveCursor(1, 1); v.MoveCursor(-9, -9) }, "o"},
	}
	for _, tt := range tests {
		v := newView(text, 8, 3)
		v.StartSelection()
		tt.do(v)
		if got := selected(v); got != tt.want {
			t.Errorf("%s: %q is selected, want %q", tt.name, got, tt.want)
		}
		if n := v.find(v.cursor.at); n < v.YOffset() || n >= v.YOffset()+v.Height() {
			t.Errorf("%s: the cursor is out of view", tt.name)
		}
		checkSelection(t, v)
		checkBox(t, v, 8, 3)
		if v.CancelSelection(); v.Selecting() || selected(v) != "" {
			t.Errorf("%s: %q is still selected", tt.name, selected(v))
		}
	}
}

func TestSelectionStartsAtMark(t *testing.T) {
	v := newView(numbered(40), 60, 10)
	v.SetMarks([]Mark{{3, 8, styled(lipgloss.NewStyle())}, {1000, 1010, styled(lipgloss.NewStyle())}})
	v.Reveal(1000)
	v.StartSelection()
	if start, _ := v.Selection(); start != 1000 {
		t.Errorf("starts at %d", start)
	}
	v.ScrollBy(-100)
	v.SetMarks(nil)
	v.StartSelection()
	if start, _ := v.Selection(); start != 0 {
		t.Errorf("starts at %d", start)
	}
}
