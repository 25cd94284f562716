package python

import (
	"slices"
	"strings"
	"testing"

	"ibid/index/symbol/code/codetest"
)

func TestLines(t *testing.T) {
	const src = "# top\n\nx = f(1,  # one\n  2)\n%time \\\n  y\nif x:\n    s = '''a\n%b'''\n    !ls\n"
	var got []string
	for _, l := range Lines(src) {
		text := src[l.Start:l.End]
		if l.Command {
			text = "command " + text
		}
		got = append(got, text)
	}
	if want := []string{"x = f(1,  # one\n  2)", "command %time \\\n  y", "if x:", "    s = '''a\n%b'''", "command     !ls"}; !slices.Equal(got, want) {
		t.Errorf("lines %q, want %q", got, want)
	}
}

// FuzzLines: lines begin where one of the source does, and follow one another.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"", "\\", "!\\\n!\\", "x = (\n", "\"\"\"", "def f():\n\tpass\n\\\n\n#", "\f\n\r\n%", "\ufeffx"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		codetest.Guard(t, len(src))
		at := 0
		for _, l := range Lines(src) {
			if l.Start < at || l.End < l.Start || l.End > len(src) || l.Start > 0 && src[l.Start-1] != '\n' || l.Command && strings.TrimSpace(src[l.Start:l.End]) == "" {
				t.Errorf("%+v behind %d", l, at)
			}
			at = l.End
		}
	})
}
