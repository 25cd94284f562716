package textview

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func rowTexts(text string, width int) []string {
	var out []string
	for _, r := range wrapLine(nil, text, 0, len(text), width) {
		out = append(out, text[r.start:r.end])
	}
	return out
}

func TestWrapLine(t *testing.T) {
	tests := []struct {
		text  string
		width int
		want  []string
	}{
		{"", 5, []string{""}},
		{"one two", 7, []string{"one two"}},
		{"one two", 6, []string{"one", "two"}},
		{"one   two", 4, []string{"one", "two"}},
		{"one two three", 8, []string{"one two", "three"}},
		{"  one two", 6, []string{"  one", "two"}},
		{"abcdefgh", 3, []string{"abc", "def", "gh"}},
		{"a bcdefgh", 4, []string{"a", "bcde", "fgh"}},
		{"     x", 3, []string{"", "x"}},
		{"   ", 2, []string{""}},
		{"漢字漢字", 5, []string{"漢字", "漢字"}},
		{"漢字", 1, []string{"漢", "字"}},
		{"e\u0301e\u0301e\u0301", 2, []string{"e\u0301e\u0301", "e\u0301"}},
		{"\ta b", 6, []string{"\ta", "b"}},
	}
	for _, tt := range tests {
		if got := rowTexts(tt.text, tt.width); !slices.Equal(got, tt.want) {
			t.Errorf("%q at %d: got %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}

// No row is too wide, and nothing but blanks is between the rows.
func FuzzWrapLine(f *testing.F) {
	f.Add(strings.ReplaceAll(sample, "\n", " "), 7)
	f.Add("\u0600\t漢\u0301 👨‍👩‍👧", 1)
	f.Fuzz(func(t *testing.T, line string, width int) {
		line = strings.ReplaceAll(strings.ToValidUTF8(line, "\ufffd"), "\n", " ")
		width = 1 + abs(width)%40
		pos := 0
		for _, r := range wrapLine(nil, line, 0, len(line), width) {
			if r.start < pos || r.end < r.start || strings.Trim(line[pos:r.start], " \t") != "" {
				t.Fatalf("%q at %d: row %v after %d", line, width, r, pos)
			}
			pos = r.end
			if s := line[r.start:r.end]; !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) &&
				ansi.StringWidth(s) > width && width > 1 && ansi.StringWidth(s) > 2 {
				t.Fatalf("%q at %d: %q is too wide", line, width, s)
			}
		}
		if strings.Trim(line[pos:], " \t") != "" {
			t.Fatalf("%q at %d: %q is lost", line, width, line[pos:])
		}
	})
}
