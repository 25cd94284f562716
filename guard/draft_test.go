package guard

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// shapes are drafts of the forms that Markdown has, and of broken ones.
var shapes = []string{
	"One [c1]. Two. [c2] Three\nfour [c1]\nFive [c2].",
	"- one [c1]\n- two. [c1] Three. [c2]\n  - nested [c1]\n    1. deep [c2]\n\n* [x] box [c1]\n• bullet [c1]\n(3) third [c2]",
	"| a | b |\n|---|---|\n| 1 | 2 [c1] |\n| 3 | 4 [c2] |\n\nAfter [c1].",
	"Run [c1]:\n\n```sh\nls\n```\n\n```\nmore\n```\n\nThen [c2]:\n\n> ```py\n> x\n> ```\n",
	"> One [c1]\n> two. [c1]\n>\n> > Three [c2].\n",
	"# Title\n\nOne [c1].\n\nSetext\n===\n\n## A claim. [c1]\n\n**Bold**\n\nTwo [c2].",
	"See Fig. 3, e.g. v1.2.3 [c1]. Dr. Smith et al. (2018) did. [c2] J. R. R. Tolkien wrote [c1].",
	"**open. `open\n- \n1.\n#\n|\n||\n```\nnever closed\n\n",
	"\n\n  One [c1].  \r\n\r\n\tTwo [c2].\r\n",
}

// What is left is the sentences that were kept, in order, and is cut again as it was: whoever parses what is shown
// sees the sentences that were checked.
func TestLeftIsCutAsItWas(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, text := range shapes {
		for range 64 {
			d := Parse(text)
			var kept []string
			for i := range d.Sentences {
				if s := &d.Sentences[i]; rng.IntN(3) == 0 {
					d.Decide(i, Drop, "")
				} else if s.Fate == Keep && rng.IntN(4) == 0 && (s.Kind == Prose || s.Kind == Item) {
					d.Decide(i, Replace, "")
					s.Quotations = []Sentence{{Text: "“So it says”", Citations: []string{"c1"}}}
					kept = append(kept, "“So it says”")
				} else if s.Fate == Keep {
					kept = append(kept, strings.TrimRight(s.Text, ".\n "))
				}
			}
			left := d.Left()
			checkDraft(t, left)
			for name, sentences := range map[string][]Sentence{"left": left.Sentences, "parsed": Parse(left.Text).Sentences} {
				var got []string
				for i := range sentences {
					got = append(got, strings.TrimRight(sentences[i].Text, ".\n "))
				}
				if strings.Join(got, "¦") != strings.Join(kept, "¦") {
					t.Errorf("%q, %s of %q: got %q, want %q", text, name, left.Text, got, kept)
				}
			}
		}
	}
}

// A text that arrives piece by piece is taken apart as it is when it arrives whole.
func TestAppend(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, text := range append(shapes, strings.Join(shapes, "\n\n"), "It holds:\n\n7. seven [c1]\n8. eight.\n\n[c2]\n\n| a | b |\n\n|---|---|\n") {
		d := &Draft{}
		for rest := text; rest != ""; {
			n := 1 + rng.IntN(min(9, len(rest)))
			d.Append(rest[:n])
			if whole := Parse(text[:len(text)-len(rest)+n]); fmt.Sprint(d.Sentences) != fmt.Sprint(whole.Sentences) {
				t.Fatalf("%q: got %+v, want %+v", whole.Text, d.Sentences, whole.Sentences)
			}
			rest = rest[n:]
		}
	}
}

func TestScattered(t *testing.T) {
	for text, want := range map[string]string{
		"One [c1] and two [c1].": "One and two [c1].", "One [c2][c1].": "One [c1][c2].", "One. [c1] [c1]": "One [c1].",
		"One [c1] and two [c2].": "", "One [c1] and two [c1][c2].": "", "One. [c1]": "", "One [c1, c2].": "", "One.": "",
	} {
		d := Parse(text)
		if s := &d.Sentences[0]; s.Scattered() {
			s.Mark = Regrouped
		}
		if got := d.Render(); got != cmp.Or(want, text) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestMarks(t *testing.T) {
	tests := []struct {
		name, text, want string
		mark             func(s *Sentence)
	}{
		{"given", "One is so.", "One is so [c2].", func(s *Sentence) { s.Give("c2") }},
		{"judged", "- One is so. [c1, c3]\n- two [c1]", "- One is so *(judged)* [c1][c3].\n- two [c1]", func(s *Sentence) { s.Mark = "*(judged)*" }},
		{"quoted", "One is so [c1]. Two [c1].", "“One” [c1]. “Half” [c2]. Two [c1].", func(s *Sentence) {
			s.Fate, s.Quotations = Replace, []Sentence{{Text: "“One”", Citations: []string{"c1"}}, {Text: "“Half”", Citations: []string{"c2"}}}
		}},
		{"quoted, with code below", "One is so [c1]:\n\n```\nls\n```\n\n```\nrm\n```\n\nTwo [c1].", "“One” [c1].\n\nTwo [c1].", func(s *Sentence) {
			s.Fate, s.Quotations = Replace, []Sentence{{Text: "“One”", Citations: []string{"c1"}}}
		}},
		{"shown above its quotation", "One is so [c1].", "One is so *(not proven)* [c1]. “One” [c1].", func(s *Sentence) {
			s.Fate, s.Mark, s.Quotations = Replace, "*(not proven)*", []Sentence{{Text: "“One”", Citations: []string{"c1"}}}
		}},
	}
	for _, tt := range tests {
		d := Parse(tt.text)
		tt.mark(&d.Sentences[0])
		if fate := d.Sentences[0].Fate; fate != Keep {
			d.Decide(0, fate, "it is not so")
		}
		left := d.Left()
		checkDraft(t, left)
		if left.Text != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, left.Text, tt.want)
		}
		if again := Parse(left.Text); len(again.Sentences) != len(left.Sentences) || !Citations(left, []string{"c1", "c2", "c3"}).OK() {
			t.Errorf("%s: %+v is cut as %+v", tt.name, left.Sentences, again.Sentences)
		}
	}
}
