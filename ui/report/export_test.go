package report

import (
	"slices"
	"strings"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/guard"
	"ibid/guard/support"
	"ibid/ui/golden"
)

func TestExport(t *testing.T) {
	ix := handbook(t)
	well := ask(t, ix, extract.Generator{}, few(), "What is a stilling well?")
	completed := *well
	completed.Question, completed.Asked = "And a stilling well?", "What is a stilling well?"
	turns := []Turn{
		{Question: "What is a stilling well?", At: day, Answer: well},
		{Question: "Which records does the logger\nsend over *LoRaWAN*?", At: day, Answer: ask(t, ix, extract.Generator{}, few(), "Which records does the logger send over LoRaWAN?")},
		{Question: "What is a stilling well, again?", Answer: well},
		{Question: "How do I read a file with molsysmt?", At: day, Answer: made()},
		{Question: "And now?", At: day, Failed: "ollama: connection refused", Selected: true},
		{Question: "Stopped?"},
		{Question: "And a stilling well?", Answer: &completed},
	}
	golden.Check(t, "session.md", Export(slices.Values(turns), Meta{Title: "Tides [draft]", Documents: []string{"~/papers", "notes_1"}}))
	if got, want := Export(slices.Values([]Turn(nil)), Meta{}), "# Questions and answers\n"; got != want {
		t.Errorf("nothing becomes %q", got)
	}
}

// What a model writes cannot pass for a footnote of the export, and code is left as it is.
func TestExportFootnotesAreItsOwn(t *testing.T) {
	ev := engine.Evidence{Key: "c1", Chunk: page("D", 1, "S", "It is so.")}
	a := &engine.Answer{
		Text:      "It is so[^9] [c1, c7].\n\n[^1]: forged [c1]\n\n```\na[^1]\n```",
		Citations: []engine.Citation{{Evidence: ev, Quote: "It is so."}},
		Sentences: []engine.Sentence{{Text: "It is so[^9].", Verdict: support.Supported, Citations: []string{"c1"}, Quotes: []engine.Quote{{Key: "c1", Text: "It is so."}}}},
	}
	got := Export(slices.Values([]Turn{{Question: "?", Answer: a}}), Meta{})
	for _, want := range []string{"It is so\\[^9][^1] [c7].", "\n\\[^1]: forged[^1]\n", "\na[^1]\n", "\n[^1]: D, “Title of D”, p. 1, § S, papers/D.pdf: “It is so.”\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "\n[^1]:"); n != 1 {
		t.Errorf("%d definitions of the footnote", n)
	}
}

func TestQuoted(t *testing.T) {
	c := page("FIPS.203", 48, "8", "The whole\nchunk\u202e.")
	for _, tt := range []struct{ quote, want string }{
		{"two\nlines  ", "> two\n> lines\n>\n> — FIPS.203, p. 48 (papers/FIPS.203.pdf)\n"},
		{"", "> The whole\n> chunk⟨U+202E⟩.\n>\n> — FIPS.203, p. 48 (papers/FIPS.203.pdf)\n"},
	} {
		if got := Quoted(&c, tt.quote); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	c.Kind = "code"
	if got, want := Quoted(&c, "a:\n  ```\n"), "> ````\n> a:\n>   ```\n> ````\n>\n> — FIPS.203, p. 48 (papers/FIPS.203.pdf)\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestHostile puts text that a terminal obeys everywhere; none of it comes out.
func TestHostile(t *testing.T) {
	const bad = "x\x1b]0;owned\x07\u202e\u200b\ny"
	a := made()
	for i := range a.Evidence {
		a.Evidence[i].Text, a.Evidence[i].DocID, a.Evidence[i].Path, a.Evidence[i].Section = bad, bad, bad, []string{bad}
	}
	for i := range a.Citations {
		a.Citations[i].Evidence, a.Citations[i].Quote = a.Evidence[i], bad
	}
	for i := range a.Sentences {
		a.Sentences[i].Text, a.Sentences[i].Reason, a.Sentences[i].Quotes = bad, bad, []engine.Quote{{Key: "c1", Text: bad}}
	}
	a.Symbols = []engine.Symbol{{Name: bad, Verdict: engine.SymbolVerdict(bad), Detail: bad, Nearest: []string{bad}}}
	a.Question, a.Text, a.Warnings, a.Generator, a.Embedder, a.RefusalReason = bad, bad+" [c1]", []string{bad}, bad, bad, bad
	a.Trace.Missing, a.Trace.Fusion, a.Trace.Variants[0].Name, a.Trace.Variants[0].Text = []string{bad}, bad, bad, bad
	a.Trace.Rewrites = []engine.Rewrite{{Stage: bad, Reason: bad, Unknown: bad, Nearest: []string{bad}, Before: bad + " z", After: bad}}
	a.Trace.Gates = []guard.Gate{{Name: bad, Detail: bad, Verdict: guard.GateVerdict(bad)}}
	a.Trace.Found[0].Promoted = bad
	a.Asked, a.Trace.Stop = bad, engine.Stop(bad)
	a.Trace.Steps = []engine.Step{{Action: engine.Retrieve, Query: bad}, {Action: engine.Action(bad), Query: bad, Reason: bad, Found: -1}, {Action: engine.Reretrieve, Query: bad, Found: 1 << 40},
		{Action: engine.Redraft, Reason: bad}, {Action: engine.UseFallback, Reason: bad}}
	for _, refused := range []bool{false, true} {
		a.Refused = refused
		checkLines(t, Why(a))
		for what, out := range map[string]string{"copy": Copy(a), "quoted": Quoted(&a.Evidence[0].Chunk, bad),
			"export": Export(slices.Values([]Turn{{Question: bad, Answer: a}, {Question: bad, Failed: bad}}), Meta{bad, []string{bad}}), "plain": Plain(Why(a))} {
			if guard.Sanitize(out) != out {
				t.Errorf("%s (refused: %v) is not safe: %q", what, refused, out)
			}
		}
	}
}
