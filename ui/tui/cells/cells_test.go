package cells

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
)

func TestFit(t *testing.T) {
	for _, tt := range []struct {
		line  string
		width int
		more  string
		want  string
	}{
		{"level", 7, "…", "level  "},
		{"level", 5, "…", "level"},
		{"level", 4, "…", "lev…"},
		{"level", 4, "", "leve"},
		{"水位計", 4, "", "水位"},
		{"水位計", 5, "", "水位 "},
		{"水位計", 5, "…", "水位…"},
		{"\x1b[1mlevel\x1b[m", 3, "", "\x1b[1mlev\x1b[m"},
		{"level", 0, "…", ""},
		{"level", -1, "…", ""},
		{"", 2, "…", "  "},
	} {
		if got := Fit(tt.line, tt.width, tt.more); got != tt.want {
			t.Errorf("%q in %d cells is %q, want %q", tt.line, tt.width, got, tt.want)
		}
	}
}

// FuzzFit checks that a line is as wide as it has to be, whatever stands in it.
func FuzzFit(f *testing.F) {
	for _, line := range []string{"level", "水位計", "e\u0301", "👩\u200d🚀 x", "\u0600", "a\u0600", "مستوى", "🇩🇪🇫"} {
		for width := range 5 {
			f.Add(line, width, width%2 == 0)
		}
	}
	f.Fuzz(func(t *testing.T, line string, width int, marked bool) {
		if width > 500 {
			t.Skip()
		}
		more := ""
		if marked {
			more = "…"
		}
		line = guard.Sanitize(line)
		got := Fit(line, width, more)
		if w := ansi.StringWidth(got); w != max(width, 0) {
			t.Errorf("%q in %d cells is %q, %d wide", line, width, got, w)
		}
	})
}

// FuzzCluster compares the fast path with the library.
func FuzzCluster(f *testing.F) {
	for _, s := range []string{"ab", "a", "e\u0301", "a\u200db", " \u0301", "\n", "\r\n", "a\n", "世", "\u0600a", "a🇫🇷", "\x7fa"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, width := Cluster(s)
		want, wantWidth := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		if got != want || width != wantWidth {
			t.Errorf("%q: %q of %d cells, want %q of %d", s, got, width, want, wantWidth)
		}
	})
}

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text  string
		width int
		words []string
		wrap  []string
	}{
		{"ML-KEM-768 and an-identifier-of-twenty", 14, []string{"ML-KEM-768 and", "an-identifier-of-twenty"}, []string{"ML-KEM-768 and", "an-identifier-", "of-twenty"}},
		{"an-identifier-of-twenty is", 14, []string{"an-identifier-of-twenty", "is"}, []string{"an-identifier-", "of-twenty is"}},
		{"漢字 漢字\n\nend", 6, []string{"漢字", "漢字", "", "end"}, nil},
		{"  two  words  ", 8, []string{"  two", "words  "}, nil},
		{"\x1b[1mbold words\x1b[m here", 6, []string{"\x1b[1mbold", "words\x1b[m", "here"}, nil},
		{"glued\u00a0✓ x", 7, []string{"glued\u00a0✓", "x"}, nil},
		{"", 4, []string{""}, nil},
	} {
		if got := Words(tt.text, tt.width); !slices.Equal(got, tt.words) {
			t.Errorf("Words(%q, %d) = %q, want %q", tt.text, tt.width, got, tt.words)
		}
		if tt.wrap == nil {
			tt.wrap = tt.words
		}
		if got := Wrap(tt.text, tt.width); !slices.Equal(got, tt.wrap) {
			t.Errorf("Wrap(%q, %d) = %q, want %q", tt.text, tt.width, got, tt.wrap)
		}
	}
}

// FuzzWrap checks that no line is too wide and that nothing but blanks is lost.
func FuzzWrap(f *testing.F) {
	f.Add("ML-KEM-768 has 1184 bytes", 7)
	f.Add("\x1b[1m水位計 e\u0301\x1b[m  👩\u200d🚀\tx", 3)
	f.Fuzz(func(t *testing.T, text string, width int) {
		text, width = guard.Sanitize(text), min(max(width, 1), 200)
		ink := func(s string) string { return strings.Join(strings.Fields(s), "") }
		lines := Wrap(text, width)
		if got := strings.Join(lines, ""); ink(got) != ink(text) {
			t.Errorf("%q became %q", text, lines)
		}
		for _, l := range lines {
			if ansi.StringWidth(l) > max(width, 2) {
				t.Errorf("%q is wider than %d", l, width)
			}
		}
	})
}
