package text

import (
	"testing"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/symbols"
)

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
		a.Sentences[i].Text, a.Sentences[i].Reason, a.Sentences[i].Quotes = bad, bad, []guard.Quote{{Key: "c1", Text: bad}}
	}
	a.Symbols = []engine.Symbol{{Name: bad, Verdict: symbols.Verdict(bad), Detail: bad, Nearest: []string{bad}}}
	a.Question, a.Text, a.Warnings, a.Generator, a.Embedder, a.RefusalReason = bad, bad+" [c1]", []string{bad}, bad, bad, bad
	a.Trace.Missing, a.Trace.Fusion, a.Trace.Variants[0].Name, a.Trace.Variants[0].Text = []string{bad}, bad, bad, bad
	a.Trace.Rewrites = []engine.Rewrite{{Stage: bad, Reason: bad, Unknown: bad, Nearest: []string{bad}, Before: bad + " z", After: bad}}
	a.Trace.Gates = []guard.Gate{{Name: bad, Detail: bad, Verdict: guard.GateVerdict(bad)}}
	a.Trace.Found[0].Promoted = bad
	a.Asked, a.Trace.Stop = bad, bad
	a.Trace.Steps = []engine.Step{{Action: engine.Retrieve, Query: bad}, {Action: engine.Action(bad), Query: bad, Reason: bad, Found: -1}, {Action: engine.Redraft, Query: bad, Found: 1 << 40},
		{Action: engine.Redraft, Reason: bad}, {Action: engine.UseFallback, Reason: bad}}
	for _, refused := range []bool{false, true} {
		a.Refused = refused
		checkLines(t, Why(a))
		for what, out := range map[string]string{"copy": Copy(a), "quoted": Quoted(&a.Evidence[0].Chunk, bad), "plain": Plain(Why(a))} {
			if guard.Sanitize(out) != out {
				t.Errorf("%s (refused: %v) is not safe: %q", what, refused, out)
			}
		}
	}
}
