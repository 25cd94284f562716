package markdown

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"charm.land/glamour/v2/styles"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
	"ibid/ui/golden"
)

// named finds the names in a text that are pointed out.
func named(text string, names ...string) []Span {
	var out []Span
	at := 0
	for _, n := range names {
		i := strings.Index(text[at:], n)
		if i < 0 {
			panic("no such name: " + n)
		}
		out = append(out, Span{at + i, at + i + len(n), "✗"})
		at += i + len(n)
	}
	return out
}

func TestNames(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		width      int
		names      []string
		want       []string // what is drawn as one
		line       string   // the end of one that must be there
	}{
		{"in code", "Call [c1]:\n\n```python\nx = np.fetch(p)\n```", 40, []string{"np.fetch"}, []string{"✗np.fetch"}, "  x = ✗np.fetch(p)"},
		{"behind tabs and wide characters", "Call [c1]:\n\n```go\n\tif 漢 {\n\t\treturn a.B(c.D)\n\t}\n```", 40, []string{"a.B", "c.D"}, []string{"✗a.B", "✗c.D"}, "          return ✗a.B(✗c.D)"},
		{"the same name twice", "Call [c1]:\n\n```\na.b\na.b + a.b\n```", 40, []string{"a.b", "a.b", "a.b"}, []string{"✗a.b", "✗a.b", "✗a.b"}, "  ✗a.b + ✗a.b"},
		{"over two lines", "Call [c1]:\n\n```\nx(a.\n  b)\n```", 40, []string{"a.\n  b"}, []string{"✗a.", "b"}, "  x(✗a."},
		{"wrapped", "Call [c1]:\n\n```\nabcdef\n```", 4, []string{"cde"}, []string{"✗c", "de"}, "ab✗c"},
		{"in a quotation", "> Call [c1]:\n>\n> ```\n> a.b()\n> ```", 40, []string{"a.b"}, []string{"✗a.b"}, "│   ✗a.b()"},
		{"in prose and inline code", "Use a.b and `c.d()` now. [c1]", 60, []string{"a.b", "c.d"}, []string{"✗a.b", "✗c.d"}, "Use ✗a.b and \u00a0✗c.d()\u00a0 now. [c1] ✓"},
		{"in a table", "| call | does |\n|---|---|\n| a.b | much [c1] |", 60, []string{"a.b"}, []string{"✗a.b"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, err := Render(tt.text, Options{Width: tt.width, Style: styles.DarkStyleConfig, Sentences: verified(tt.text), Names: named(tt.text, tt.names...), Name: lipgloss.NewStyle().Reverse(true)})
			if err != nil {
				t.Fatal(err)
			}
			check(t, tt.text, tt.width, out)
			if got, want := reversed(out), strings.Join(tt.want, "|")+"|"; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			lines := ansi.Strip(strings.Join(out.Lines, "\n"))
			if !strings.Contains(lines+"\n", tt.line+"\n") {
				t.Errorf("no line %q in\n%s", tt.line, lines)
			}
			for _, b := range out.Code {
				if strings.Contains(b.Text, "✗") {
					t.Errorf("the glyph is in the code: %q", b.Text)
				}
			}
		})
	}
}

func TestBelow(t *testing.T) {
	text := "Call [c1]:\n\n```python\na.b()\n```\n\n- And [c2]:\n\n  ```\n  c.d()\n  ```\n"
	var seen []string
	out, err := Render(text, Options{Width: 24, Style: styles.DarkStyleConfig, Sentences: verified(text), Below: func(b Block) string {
		seen = append(seen, b.Lang+" "+text[b.Start:b.End])
		return "\x1b[1msymbols: one is not known\x1b[m\nand more"
	}})
	if err != nil {
		t.Fatal(err)
	}
	check(t, text, 24, out)
	if want := []string{"python a.b()\n", " c.d()\n"}; !slices.Equal(seen, want) {
		t.Errorf("asked of %q, want %q", seen, want)
	}
	golden.Check(t, "below.golden", ansi.Strip(strings.Join(out.Lines, "\n"))+"\n")
	for _, b := range out.Code {
		if b.Lines != 1 {
			t.Errorf("what stands below is a part of the code: %+v", b)
		}
	}
}

// Pointing names out adds their glyphs, and takes nothing away.
func FuzzNames(f *testing.F) {
	f.Add(answer, 30, 20, 26, 400)
	f.Add("> 1. a\n>\n>    ```go\n>    \tx.y(漢e\u0301.z)\n>    ```\n", 20, 18, 26, 30)
	f.Add("`a.b` | *c.d*\n|--|--|\n| e.f | \\*g.h |", 11, 0, 8, 20)
	f.Fuzz(func(t *testing.T, text string, width, a, b, c int) {
		text = guard.Sanitize(text)
		if width %= 100; width < 2 {
			width = 2 - width
		}
		if strings.Contains(text, "‡") {
			return
		}
		var names []Span
		for _, at := range []int{a, b, c} {
			last := 0
			if len(names) > 0 {
				last = names[len(names)-1].End
			}
			if end := min(at+5, len(text)); at >= last && at < end && utf8.RuneStart(text[at]) && (end == len(text) || utf8.RuneStart(text[end])) {
				names = append(names, Span{at, end, "‡"})
			}
		}
		opt := Options{Width: width, Style: styles.DarkStyleConfig, Sentences: verified(text)}
		plain, err := Render(text, opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Names = names
		out, err := Render(text, opt)
		if err != nil {
			t.Fatal(err)
		}
		check(t, text, width, out)
		for i := range plain.Code {
			if plain.Code[i].Text != out.Code[i].Text {
				t.Errorf("the code %q became %q", plain.Code[i].Text, out.Code[i].Text)
			}
		}
	})
}
