package guard

import (
	"strings"
	"testing"
)

// checkDraft verifies what Parse and Left promise of any text.
func checkDraft(t *testing.T, d *Draft) {
	t.Helper()
	text, got := d.Text, d.Sentences
	pos := 0
	for _, s := range got {
		if s.Start < pos || s.End <= s.Start || s.End > len(text) {
			t.Fatalf("offsets %d:%d after %d in a text of %d bytes: %q", s.Start, s.End, pos, len(text), text)
		}
		if s.Raw != text[s.Start:s.End] {
			t.Fatalf("text %q at %d:%d of %q", s.Raw, s.Start, s.End, text)
		}
		if between := text[pos:s.Start]; strings.Trim(between, " \t\r\n\f\v>#-+*=_~|:.()[]X0123456789abcdefghijklmnopqrstuvwxyz•‣◦▪●○■·–—") != "" {
			t.Fatalf("lost %q in %q", between, text)
		}
		mark := s.Start
		for _, m := range s.Markers {
			if m.Start < mark || m.End <= m.Start || m.End > s.End || text[m.Start] != '[' || text[m.End-1] != ']' {
				t.Fatalf("marker %d:%d in sentence %d:%d of %q", m.Start, m.End, s.Start, s.End, text)
			}
			mark = m.End
		}
		pos = s.End
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range splitCases {
		f.Add(strings.ReplaceAll(c, "¦", ""))
	}
	for _, text := range shapes {
		f.Add(text)
	}
	f.Add("a\xff. B\x00. \xe2\x80")
	f.Add("[[c1]] [c0] [c99999999999] [c1, c3-c5] [c5-c1] [c1](x) \\[c1]")
	f.Fuzz(func(t *testing.T, text string) {
		d := Parse(text)
		checkDraft(t, d)
		checkDraft(t, ParseForeign(text))
		if d.Render() != text {
			t.Errorf("%q is shown as %q", text, d.Render())
		}
	})
}

// hostile lists texts, as a repeated unit, on which a careless segmenter is quadratic.
var hostile = []string{
	".)", ")", " ", ". ", ".\u0301", ".) ", "`", "``` ", "[", "[c1", "[c1]", "[c1].", "[c1,", "*", "*a", "_ ", "\n", "|", "| ", " | a\n", "> ",
	">", "#", "- ", "1. ", "\"", "…", "A. ", "e.g. ", "a.b", "\xff", "\u200d", "(", "-\n", "a\n", "`a`. ", "~~~\n", "c1-c9,",
}

// Texts on which a quadratic Split would take minutes rather than milliseconds.
func TestSplitHostile(t *testing.T) {
	const size = 1 << 17
	for _, unit := range hostile {
		for _, prefix := range []string{"", "| A.", "- x [c1] A. "} {
			text := prefix + strings.Repeat(unit, size/len(unit))
			checkDraft(t, Parse(text))
		}
	}
}

func BenchmarkSplit(b *testing.B) {
	text := strings.Repeat("ML-KEM-768 has an encapsulation key of 1184 bytes, e.g. for TLS 1.3, and a ciphertext of 1088 "+
		"bytes [c1]. The function `ML-KEM.KeyGen()` shall only be called as specified in Section 7.1. [c2]\n\n"+
		"- A list item without a stop [c3]\n- Another one, with\n  two lines. [c1, c2]\n\n", 200)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Parse(text)
	}
}
