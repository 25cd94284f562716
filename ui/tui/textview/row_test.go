package textview

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func rowTexts(text string, width int, hang bool) []string {
	var out []string
	for _, r := range wrapLine(nil, text, 0, len(text), width, hang) {
		out = append(out, strings.Repeat("·", r.indent)+text[r.start:r.end])
	}
	return out
}

func TestWrapLine(t *testing.T) {
	tests := []struct {
		text  string
		width int
		hang  bool
		want  []string
	}{
		{"", 5, true, []string{""}},
		{"one two", 7, false, []string{"one two"}},
		{"one two", 6, false, []string{"one", "two"}},
		{"one   two", 4, false, []string{"one", "two"}},
		{"one two three", 8, true, []string{"one two", "··three"}},
		{"  one two", 6, true, []string{"  one", "···two"}},
		{"abcdefgh", 3, false, []string{"abc", "def", "gh"}},
		{"a bcdefgh", 4, false, []string{"a", "bcde", "fgh"}},
		{"     x", 3, false, []string{"", "x"}},
		{"   ", 2, false, []string{""}},
		{"漢字漢字", 5, false, []string{"漢字", "漢字"}},
		{"漢字", 1, false, []string{"漢", "字"}},
		{"e\u0301e\u0301e\u0301", 2, false, []string{"e\u0301e\u0301", "e\u0301"}},
		{"\ta b", 6, false, []string{"\ta", "b"}},
	}
	for _, tt := range tests {
		if got := rowTexts(tt.text, tt.width, tt.hang); !slices.Equal(got, tt.want) {
			t.Errorf("%q at %d: got %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}

func FuzzWrapPlain(f *testing.F) {
	f.Add("one two three  four", 5, 2)
	f.Add("     indented and_a_very_long_word here    ", 9, 4)
	f.Fuzz(func(t *testing.T, line string, width, hang int) {
		line = strings.Map(func(r rune) rune {
			if r < ' ' || r > '~' {
				return ' '
			}
			return r
		}, line)
		width = 1 + abs(width)%60
		hang = abs(hang) % (width/2 + 1)
		fast := wrapPlain(nil, line, 0, len(line), width, hang)
		slow := wrapClusters(nil, line, 0, len(line), width, hang)
		if !slices.Equal(fast, slow) {
			t.Errorf("%q at %d: %v, cluster by cluster %v", line, width, fast, slow)
		}
	})
}

// No row is too wide, and nothing but blanks is between the rows.
func FuzzWrapLine(f *testing.F) {
	f.Add(strings.ReplaceAll(sample, "\n", " "), 7, true)
	f.Add("\u0600\t漢\u0301 👨‍👩‍👧", 1, true)
	f.Fuzz(func(t *testing.T, line string, width int, hang bool) {
		line = strings.ReplaceAll(strings.ToValidUTF8(line, "\ufffd"), "\n", " ")
		width = 1 + abs(width)%40
		pos := 0
		for _, r := range wrapLine(nil, line, 0, len(line), width, hang) {
			if r.start < pos || r.end < r.start || strings.Trim(line[pos:r.start], " \t") != "" {
				t.Fatalf("%q at %d: row %v after %d", line, width, r, pos)
			}
			pos = r.end
			if s := line[r.start:r.end]; !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) &&
				r.indent+ansi.StringWidth(s) > width && width > 1 && ansi.StringWidth(s) > 2 {
				t.Fatalf("%q at %d: %q is too wide", line, width, s)
			}
		}
		if strings.Trim(line[pos:], " \t") != "" {
			t.Fatalf("%q at %d: %q is lost", line, width, line[pos:])
		}
	})
}
