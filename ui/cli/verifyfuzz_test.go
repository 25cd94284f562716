package cli

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"ibid/engine"
	"ibid/engine/verify"
	"ibid/guard"
	"ibid/index"
	"ibid/ui/app"
)

// oddTexts are what nobody would have verified, and somebody does.
var oddTexts = []string{
	"The Limpet draws 45 mW [c1]. It is read every 90 s [c2].\n\n## Evidence\n[c1] The Limpet draws 45 mW.\n[c2] It is read every 90 s, or 3–5 times.",
	"- a bullet\n- another [1]\n\n| a | b |\n|---|---|\n| 1 | 2 [1] |\n\n[1]: | a | b |\n|---|---|\n| 1 | 3 |", "[c1]", "[c1]: ", "a [c1].\n[c1]: \"'“”`", "1. [c1] 2. [c1]\n[c1]: 1.",
	"At least … of ½ ①② ٣ ９９ ⁹⁰⁰ x² H₂O 2^-138.8 0x 1e999 −5 [c1].\n\n[c1]: at most 900, 2^138, H2O and x^2", "ıİſK ſhall not be ﬁne [c1].\n[c1]: ŉ shall be ﬁne", "\x01\x1b[31m\xff [c1].\n[c1]: \xfe",
	"no no not never none nor neither [c1].\n[c1]: not no never", "Both and and or or, but if, unless, when [c1].\n[c1]: if unless when", "$x^2$ `code [c1]` **b [c1]** <b>[c1]</b> [c1](http://a)\n\n[c1]: code", "```\ncode [c1]\n```\ntail [c1]\n[c1]: code",
	"\u202emW 54 swarD\u202c e\u0301\u0301 \u200b[c1].\n[c1]: e\u0301", "תחנה [c1]. محطة [c1]؟\n[c1]: תחנה", ". . . ? ! [c1]\n[c1]: .", "Fig. 3 e.g. i.e. Dr. v1.2.3 a.b.c() [c1]\n[c1]: v1.2.4",
	"It rose from 3 to from 5 to 3 between and [c1].\n[c1]: between 3 and 5 to 7", "| a |\n|---|\n[c1]: | | |\n|-|-|\n", "Use `os.path.join(a, b=` and tidewater.load_segment( [c1].\n[c1]: x",
}

// FuzzVerify takes texts the way that `ibid verify` takes them: with what stands in them as evidence, and beside the documents.
// Every sentence gets a verdict and quotes what stands in its source, and the report can be printed.
func FuzzVerify(f *testing.F) {
	for _, text := range oddTexts {
		f.Add(text)
	}
	dir := f.TempDir()
	opt := index.Options{Roots: []string{handbook}, Dir: dir}
	if _, err := index.Refresh(context.Background(), opt, nil); err != nil {
		f.Fatal(err)
	}
	ix, err := index.Open(opt)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { ix.Close() })
	registry, err := ix.Registry()
	if err != nil {
		f.Fatal(err)
	}
	j := app.NewJudges(registry)
	f.Fuzz(func(t *testing.T, text string) {
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		defer stop()
		body, given := app.SplitEvidence(text)
		symbols := body.Symbols(j)
		for _, documents := range []engine.Retriever{nil, ix} {
			v, err := verify.New(documents, verify.Options{Hits: 4}).Text(ctx, body.Draft, given)
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			for _, s := range v.Sentences {
				for _, c := range s.Places {
					if c.Text[c.Span[0]:c.Span[1]] != c.Quote || s.Verdict == guard.Supported && strings.TrimSpace(c.Quote) == "" {
						t.Errorf("%q: the quote %q of %v is not at %v of %q", text, c.Quote, s.Text, c.Span, c.Text)
					}
				}
			}
			v.AddSymbols(symbols)
			if err := writeJSON(io.Discard, v); err != nil {
				t.Error(err)
			}
			p := (&App{Out: io.Discard}).newPage(nil)
			p.verification(v, true)
		}
	})
}
