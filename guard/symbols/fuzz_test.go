package symbols

import (
	"strings"
	"testing"

	"ibid/guard"
	"ibid/index/symbol/code"
)

func FuzzPieces(f *testing.F) {
	for _, c := range pieceCases {
		f.Add(c.answer)
	}
	f.Add("a\xff.b\x00. `\xe2\x80` ```\xff\n\xff")
	f.Fuzz(func(t *testing.T, text string) {
		d := guard.Parse(text)
		pieces, sentences := Pieces(d), d.Sentences
		checkPieces(t, text, pieces)
		for _, p := range pieces {
			if p.Kind == code.PlainName && strings.ContainsAny(p.Text[:1], ".:@/ ") {
				t.Errorf("the name %q starts with a mark", p.Text)
			}
			for len(sentences) > 0 && sentences[0].End <= p.Start {
				sentences = sentences[1:]
			}
			if len(sentences) == 0 || sentences[0].Start > p.End {
				t.Errorf("%q lies in no sentence of %q", p.Text, text)
			}
		}
	})
}

// Texts on which a quadratic Pieces would take minutes rather than a second.
func TestPiecesHostile(t *testing.T) {
	const size, largest = 1 << 16, 5 << 20
	for _, unit := range []string{
		"a.b", "a.b ", "a.", ".", "a(", "a.b(", "a('", "a(\"\\\"", "a.b(\"'", "a()", "a().", "a.b/", "a/b", "/", "a-", "a:", "::", "@a", "_a_ ",
		"](", "[c1", "[", "`", "`a`", "`\"`", "`'a` ", "``` ", "```\na\n", "> ```\n> a\n", "> `a\n", ">", "é.", "\xff", "\u0301", "{", "<a>", "\\",
		"x1.", "9", "A_", "-n ", "www.", "a\n", "| `a.b` |\n",
	} {
		for _, prefix := range []string{"", "`", "> ```py\n", "`\"", "a.b("} {
			text := prefix + strings.Repeat(unit, size/len(unit))
			checkPieces(t, text, Pieces(guard.Parse(text)))
		}
	}
	for _, unit := range []string{"a(\"", "](", "`'a` "} {
		text := strings.Repeat(unit, largest/len(unit))
		checkPieces(t, text, Pieces(guard.Parse(text)))
	}
}

// checkPieces verifies what Pieces promises of any text.
func checkPieces(t *testing.T, text string, pieces []code.Piece) {
	t.Helper()
	pos := 0
	for _, p := range pieces {
		if p.Start < pos || p.End <= p.Start || p.End > len(text) {
			t.Fatalf("offsets %d:%d after %d in a text of %d bytes: %.200q", p.Start, p.End, pos, len(text), text)
		}
		cut := text[p.Start:p.End]
		if len(cut) != len(p.Text) {
			t.Fatalf("text %q for %q", p.Text, cut)
		}
		for i := range len(cut) {
			if cut[i] != p.Text[i] && (cut[i] != '>' || p.Text[i] != ' ') {
				t.Fatalf("text %q for %q", p.Text, cut)
			}
		}
		pos = p.End
	}
}
