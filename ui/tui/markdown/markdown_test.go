package markdown

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"charm.land/glamour/v2/styles"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
	"ibid/ui/golden"
	"ibid/ui/tui/cells"
)

// verified gives each claim of a text a glyph, as an answer does.
func verified(text string) []Span {
	var out []Span
	for i, s := range guard.Parse(text).Sentences {
		if s.Kind == guard.Heading && len(s.Citations) == 0 {
			continue
		}
		out = append(out, Span{s.Start, s.End, [...]string{"✓", "✗", "?"}[i%3]})
	}
	return out
}

func render(t *testing.T, text string, width int) Rendered {
	t.Helper()
	out, err := Render(text, Options{Width: width, Style: styles.DarkStyleConfig, Sentences: verified(text)})
	if err != nil {
		t.Fatalf("%q at %d: %v", text, width, err)
	}
	return out
}

const answer = "# Sizes of **ML-KEM**\n\n" +
	"ML-KEM-768 has an encapsulation key of 1184 bytes [c1]. Its `ciphertext` has *1088* bytes. [c1][c2] " +
	"A `List<String>` & a <script> stay, 2*3*4 is 24, and `__init__` or __init__ or snake_case too [c3].\n\n" +
	"- The first item is long enough to be wrapped into a second line. [c1]\n" +
	"- The second item has a list [c2]:\n" +
	"  - nested, and long enough to be wrapped as well, if the pane is narrow [c2]\n\n" +
	"  and a paragraph. [c4]\n\n" +
	"3. Third [c1].\n4. Fourth [c2].\n\n" +
	"| Parameter set | Key | Ciphertext |\n|---|--:|---|\n| ML-KEM-512 | 800 | 768 bytes, which is a little less [c1] |\n| ML-KEM-768 | 1184 | 1088 [c2] |\n\n" +
	"> A quotation of the standard, long enough to be wrapped over two lines. [c3]\n\n" +
	"It is used like this [c1]:\n\n" +
	"```go\nfunc main() {\n\tkey, err := mlkem.GenerateKey768() // a line of code that is wider than most of the panes\n}\n```\n\n" +
	"See [the standard](https://csrc.nist.gov/pubs/fips/203) and <https://nist.gov> [c5]. The end [c1]."

func TestRender(t *testing.T) {
	var b strings.Builder
	for _, width := range []int{72, 40, 20, 6} {
		out := render(t, answer, width)
		fmt.Fprintf(&b, "width %d\n", width)
		for _, l := range out.Lines {
			fmt.Fprintf(&b, "%s\n", ansi.Strip(l))
		}
		b.WriteByte('\n')
	}
	golden.Check(t, "answer.golden", b.String())
}

func TestStyled(t *testing.T) {
	out := render(t, "The *key* has `1184` bytes [c1].\n\n- It is **long**, [c2] too long for a line.\n\n```go\nx := 1\n```", 30)
	golden.Check(t, "styled.golden", strings.ReplaceAll(strings.Join(out.Lines, "\n"), "\x1b", "␛")+"\n")
}

// cut returns the text of segments.
func cut(out Rendered, segs []Segment) string {
	var parts []string
	for _, s := range segs {
		parts = append(parts, ansi.Cut(ansi.Strip(out.Lines[s.Line]), s.From, s.To))
	}
	return strings.Join(parts, " / ")
}

func TestSentences(t *testing.T) {
	tests := []struct {
		name, text string
		width      int
		want       []string
	}{
		{"prose", "One two three. [c1] Four *five* `six` [c2]", 60, []string{"One two three. [c1] ✓", "Four five  six  [c2] ✗"}},
		{"wrapped", "One two three four five. [c1] Six [c2].", 20, []string{"One two three four / five. [c1] ✓", "Six / [c2]. ✗"}},
		{"marker wrapped alone", "Twelve cells [c1].", 12, []string{"Twelve cells / [c1]. ✓"}},
		{"two on two lines", "One [c1].\nTwo [c2].", 30, []string{"One [c1]. ✓", "Two [c2]. ✗"}},
		{"marker paragraph", "One.\n\n[c1]\n\nTwo [c2].", 30, []string{"One. / [c1] ✓", "Two [c2]. ✗"}},
		{"list", "- one [c1]\n- two [c2]\n  - three", 30, []string{"one [c1] ✓", "two [c2] ✗", "three ?"}},
		{"emphasis at the end", "**One.** *Two.*", 30, []string{"One. ✓", "Two. ✗"}},
		{"code at the end", "Call `f()`\n\nThen [c1].", 30, []string{"Call  f()  ✓", "Then [c1]. ✗"}},
		{"row", "| a | b |\n|---|---|\n| one | two [c1] |\n| three | |", 34, []string{"one / two [c1] ✗", "three ?"}},
		{"row with a marker behind it", "| a | b |\n|---|---|\n| one | two | [c1]", 34, []string{"one | two | [c1] ✗"}},
		{"code block", "Do [c1]:\n\n```sh\nls -l\n\npwd\n```\n\nDone [c2].", 30, []string{"Do [c1]: ✓", "ls -l / pwd / ✗", "Done [c2]. ?"}},
		{"quote", "> One two three four five six [c1].", 20, []string{"One two three four / five six [c1]. ✓"}},
		{"quotation marks", "To ``fire'' in the `Range:` slot type ```cast`'' [c1].", 60, []string{"To ``fire'' in the `Range:` slot type ```cast`'' [c1]. ✓"}},
		{"link", "See [this](http://x.org) [c1]. And.", 60, []string{"See this http://x.org [c1]. ✓", "And. ✗"}},
	}
	for _, tt := range tests {
		out := render(t, tt.text, tt.width)
		n := 0
		for _, segs := range out.Sentences {
			got := cut(out, segs)
			if n < len(tt.want) && got != tt.want[n] {
				t.Errorf("%s: sentence %d is %q, want %q\n%s", tt.name, n, got, tt.want[n], ansi.Strip(strings.Join(out.Lines, "\n")))
			}
			n++
		}
		if n != len(tt.want) {
			t.Errorf("%s: %d sentences, want %d", tt.name, n, len(tt.want))
		}
	}
}

// reversed is what is drawn in reverse, with a bar where that ends.
func reversed(out Rendered) string {
	var b strings.Builder
	for _, l := range out.Lines {
		sgr, was := "", false
		for l != "" {
			part, _ := cells.Element(l)
			l = l[len(part):]
			if cells.IsStyle(part) {
				sgr = cells.StyleAfter(sgr, part)
				continue
			}
			is := strings.Contains(sgr, "[7m") || strings.Contains(sgr, "[7;") || strings.Contains(sgr, ";7m")
			if was && !is {
				b.WriteByte('|')
			}
			if was = is; is {
				b.WriteString(part)
			}
		}
		if was {
			b.WriteByte('|')
		}
	}
	return b.String()
}

func TestMarkers(t *testing.T) {
	text := "# Title [c7]\n\nOne [c1], two [c2, c4].\n\n| a | b |\n|---|---|\n| one [c3] | two [c5] |"
	out, err := Render(text, Options{Width: 40, Style: styles.DarkStyleConfig, Sentences: verified(text), Marker: lipgloss.NewStyle().Reverse(true)})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := reversed(out), "[c7]|[c1]|[c2, c4]|[c3]|[c5]|"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// What other renderers drop is there.
func TestNothingLost(t *testing.T) {
	tests := []struct{ text, want string }{
		{"List<String> and <script>alert(1)</script> and a<b && c>d", "List<String> and <script>alert(1)</script> and a<b && c>d"},
		{"<div>\nhidden\n</div>", "<div> hidden </div>"},
		{"<!-- a comment --> here", "<!-- a comment --> here"},
		{"&lt; &amp; &#65; &nbsp; &copy;", "&lt; &amp; &#65; &nbsp; &copy;"},
		{"`&lt;` is `a\\*b`", "`&lt;` is `a\\*b`"},
		{"It is `a\\*b` and `C:\\dir\\*`", "It is  a\\*b  and  C:\\dir\\*"},
		{"a * b and 2*3*4 and x_1_2 and __init__ and *", "a * b and 2*3*4 and x_1_2 and __init__ and *"},
		{"C:\\new\\*dir and \\# and \\\\*", "C:\\new*dir and # and \\*"},
		{"[foo]: http://example.org \"title\"", "[foo]: http://example.org \"title\""},
		{"[text](http://example.org \"title\") ![alt](img.png)", "[text](http://example.org \"title\") ![alt](img.png)"},
		{"[ ] todo [x] done ~~gone~~ [^1]", "[ ] todo [x] done ~~gone~~ [^1]"},
		{"3. three\n3. again", "3. three 3. again"},
		{"http://a%zz and www.example.org and a@b.org", "http://a%zz and www.example.org and a@b.org"},
		{"    indented = code", "indented = code"},
		{"{{.text}} and %s", "{{.text}} and %s"},
	}
	for _, tt := range tests {
		out, err := Render(tt.text, Options{Width: 100, Style: styles.DarkStyleConfig})
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		var got []string
		for _, l := range out.Lines {
			got = append(got, strings.TrimSpace(ansi.Strip(l)))
		}
		if s := strings.Join(got, " "); strings.Trim(s, " \u00a0") != strings.Trim(tt.want, " \u00a0") {
			t.Errorf("%q shows %q, want %q", tt.text, s, tt.want)
		}
	}
}

// What is nested too deeply is shown as it was written, at once.
func TestDeep(t *testing.T) {
	for _, text := range []string{strings.Repeat("> ", 400) + "deep", strings.Repeat("- ", 400) + "deep", strings.Repeat("*", 400) + "deep" + strings.Repeat("*", 400)} {
		out := render(t, text, 80)
		if all := ansi.Strip(strings.Join(out.Lines, "")); !strings.Contains(all, "deep") {
			t.Errorf("%q is lost", all)
		}
	}
}

func check(t *testing.T, text string, width int, out Rendered) {
	t.Helper()
	for _, l := range out.Lines {
		if w := ansi.StringWidth(l); w > max(width, 2) {
			t.Fatalf("%q: %q has %d cells, want %d", text, l, w, width)
		}
		said, blank := strings.CutSuffix(ansi.Strip(l), " ")
		last, _ := utf8.DecodeLastRuneInString(said)
		if strings.Contains(l, "\x1b]") || blank && !unicode.Is(unicode.Prepended_Concatenation_Mark, last) { // such take the next character in
			t.Fatalf("%q: a line is %q", text, l)
		}
	}
	var segs []Segment
	for _, s := range out.Sentences {
		segs = append(segs, s...)
	}
	for _, s := range segs {
		if s.Line < 0 || s.Line >= len(out.Lines) || s.From < 0 || s.From >= s.To || s.To > ansi.StringWidth(out.Lines[s.Line]) {
			t.Fatalf("%q: segment %+v is outside its line", text, s)
		}
	}
}
