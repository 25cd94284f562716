package python

import (
	"strings"
	"testing"

	"ibid/index/symbol/code/codetest"
)

func TestLines(t *testing.T) {
	const src = "# top\n\nx = f(1,  # one\n  2)\n%time \\\n  y\nif x:\n    s = '''a\nb'''\n"
	lines, code, closed := Lines(src)
	var got strings.Builder
	for _, l := range lines {
		got.WriteString(src[l.Start:][:1] + string("b#s%"[l.Kind]) + string(rune('0'+l.First)) + " ")
	}
	if want := "##0 \nb1 xs2 %%4 is6  s7 "; got.String() != want {
		t.Errorf("lines %q, want %q", got.String(), want)
	}
	if want := "x = f(1,       \n  2)\n"; !strings.Contains(string(code), want) {
		t.Errorf("%q does not hold %q", code, want)
	}
	if strings.ContainsAny(string(code), "#%'a") || !closed {
		t.Errorf("left in %q, closed %v", code, closed)
	}
	if _, _, closed := Lines("x = \"\"\"a\nb = 1\n"); closed {
		t.Error("a string without an end is closed")
	}
}

// FuzzLines: only the insides of strings and comments change, and lines begin where they say.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"", "\\", "!\\\n!\\", "x = (\n", "\"\"\"", "def f():\n\tpass\n\\\n\n#", "\f\n\r\n%", "\ufeffx"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		codetest.Guard(t, len(src))
		lines, code, _ := Lines(src)
		if len(code) != len(src) {
			t.Fatalf("%d bytes, want %d", len(code), len(src))
		}
		for i, c := range code {
			if c != src[i] && c != inString && c != inComment {
				t.Errorf("byte %d became %q", i, c)
			}
		}
		for i, l := range lines {
			if l.Start > 0 && src[l.Start-1] != '\n' || i > 0 && l.Start <= lines[i-1].Start || l.First != strings.Count(src[:l.Start], "\n") {
				t.Errorf("line %d: %+v", i, l)
			}
		}
	})
}
