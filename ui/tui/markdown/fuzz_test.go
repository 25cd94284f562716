package markdown

import (
	"math/rand/v2"
	"strings"
	"testing"

	"charm.land/glamour/v2/styles"
	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
)

func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(syntax+drawn, r) || r == ' ' || r == '\u00a0' || r == '\n' {
			return -1
		}
		return r
	}, s)
}

// Every word of an answer is on the screen, whatever signs are about it.
func TestWords(t *testing.T) {
	words := []string{
		"word", "<tag>", "a<b", "List<String>", "&amp;", "R&D", "*", "**", "*bold*", "**very**", "_", "_em_", "snake_case_name", "__init__",
		"`code`", "`", "``", "[", "]", "[c1]", "[c2][c3]", "[a](b)", "![i](j)", "[r]:", "#", "##", "#tag", "|", "||", "| a |", "-", "--", "---", "|---|---|",
		"-5", "1184", "3.14", "2.", "10)", "1.", ">", "->", "x>y", "</b>", "<!--", "-->", "\\*", "\\", "http://x.org/a_b", "~~", "字", "é", "```", "~~~",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		var b strings.Builder
		for range 1 + rng.IntN(40) {
			b.WriteString(words[rng.IntN(len(words))])
			switch rng.IntN(8) {
			case 0:
				b.WriteString("\n")
			case 1:
				b.WriteString("\n\n")
			case 2:
				b.WriteString("\n  ")
			default:
				b.WriteString(" ")
			}
		}
		text, width := guard.Sanitize(b.String()), 1+rng.IntN(60)
		out := render(t, text, width)
		check(t, text, width, out)
		if width == 1 {
			continue // wide characters have no room
		}
		shown := bare(ansi.Strip(strings.Join(out.Lines, "")))
		for _, word := range strings.Fields(text) {
			if w := bare(word); !strings.Contains(shown, w) && !strings.Contains(word, "](") {
				t.Fatalf("%q at %d: %q is lost:\n%s", text, width, word, ansi.Strip(strings.Join(out.Lines, "\n")))
			}
		}
	}
}

func FuzzRender(f *testing.F) {
	f.Add(answer, 30)
	f.Add("| a | b |\n|---|---|\n| 1 | 2 | [c1]\n\n```\nx", 9)
	f.Add("- a\n\n  b\n  > c\n  > - d [c1]\n\n1. e\n1. f", 4)
	f.Add("漢字 👨‍👩‍👧 e\u0301 [c1] \u0600 שלום", 1)
	f.Fuzz(func(t *testing.T, text string, width int) {
		text = guard.Sanitize(text)
		if width %= 100; width < 1 {
			width = 1 - width
		}
		out, err := Render(text, Options{Width: width, Style: styles.DarkStyleConfig, Sentences: verified(text)})
		if err != nil {
			t.Fatalf("%q at %d: %v", text, width, err)
		}
		check(t, text, width, out)
	})
}
