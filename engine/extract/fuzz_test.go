package extract_test

import (
	"context"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"ibid/engine"
	"ibid/engine/extract"
)

// oddQuestions are what nobody would ask, and somebody does.
var oddQuestions = []string{
	"The Limpet is what kind of probe?", "what kind of", "Which", "which is", "what what what", "", " ", "?", "?!.,;:", "…",
	"what is the of of", "why", "and its", "What about", "and for the Dunlin?", "vs", "between and", "compare  with", "What does mean?", "what does \"\" mean",
	"What is [c1]?", "[c1] [c2][c99999999999]", "`code` **bold** <b>html</b> $x^2$ | a | b |\n|---|---|", "# heading\n- item\n1. one",
	"ıİſK ſhould ſection 3 ſay why", "ﬁeld ① ½ ٣ ９９ ⁹⁰⁰ x² H₂O", "מהו הצדפה של 45 mW?", "ما هو \u202eLimpet\u202c؟", "e\u0301e\u0301\u0301\u0301 o\u0308", "\x00\x01\x1b[31mred\x7f", "\xff\xfe bad", "👩‍👩‍👧‍👦 🏳️‍🌈?", "\u200b\u200d\ufeff",
	strings.Repeat("a", 5000), strings.Repeat("what is ", 500), strings.Repeat("(", 800), strings.Repeat("-", 800) + "1", strings.Repeat("Limpet and ", 300),
	"Algorithm 1", "table 2 of Section 3.1.1.1.1.", "Which of the two is the first of the three?", "How many 99999999999999999999999 1e999 0x 0xg -^ 2^99999?",
	"tidewater.load_segment(", "tidewater..(((.a.b)", "What does os.path.join( a, b=1, **c) raise?",
}

// FuzzAsk asks the handbook, as a question, as a question about the other text alone and as a follow-up to it. Whatever is asked, an
// answer or a refusal that keeps the contract comes back.
func FuzzAsk(f *testing.F) {
	for i, q := range oddQuestions {
		f.Add(q, oddQuestions[(i+7)%len(oddQuestions)])
	}
	for i, q := range load(f, "..", "..", "testdata", "questions.jsonl").Questions {
		if i%8 > 0 {
			continue // enough of their kind
		}
		f.Add(q.Text, "The Limpet draws 45 mW. It is read every 90 s.\n\n| Probe | Power |\n|---|---|\n| Limpet | 45 mW |")
	}
	ix := handbook(f)
	f.Fuzz(func(t *testing.T, question, other string) {
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		defer stop()
		check := func(a *engine.Answer, err error) {
			t.Helper()
			if err != nil {
				t.Fatalf("%q after %q: %v", question, other, err)
			}
			checkContract(t, a)
			if utf8.ValidString(question) && utf8.ValidString(other) && !utf8.ValidString(a.Asked+a.Text+a.RefusalReason) {
				t.Errorf("%q after %q: not text: %q, %q, %q", question, other, a.Asked, a.Text, a.RefusalReason)
			}
		}
		opt := defaults()
		check(engine.New(ix, extract.Generator{}, opt).Ask(ctx, question, engine.Silent{}))
		check(engine.AskSelection(ctx, question, other, "selection", ix, extract.Generator{}, opt, engine.Silent{}))
		opt.Earlier = []engine.Exchange{{Question: other, Answer: other}}
		check(engine.New(ix, extract.Generator{}, opt).Ask(ctx, question, engine.Silent{}))
	})
}
