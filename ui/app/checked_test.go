package app

import (
	"testing"

	"ibid/engine"
	"ibid/engine/verify"
	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
)

func TestChecked(t *testing.T) {
	basis := engine.Citation{Quote: "at most 64", Span: [2]int{8, 18}, Evidence: engine.Evidence{Chunk: index.Chunk{Chunk: source.Chunk{ID: "a::1", Text: "A frame at most 64 bytes."}}}}
	a := Checked("verify", &verify.Report{Notes: []string{"code is not checked"}, Sentences: []verify.Row{
		{Text: "A frame has at most\n64 bytes.", Verdict: guard.Supported, Score: 1, Places: []engine.Citation{basis, basis}},
		{Text: "It costs nothing.", Verdict: guard.NotFound, Reason: "nothing speaks of it", Note: "look there"},
	}})
	if want := "- A frame has at most 64 bytes. [c1]\n- It costs nothing.\n"; a.Text != want || len(a.Evidence) != 1 || len(a.Citations) != 1 || len(a.Warnings) != 1 {
		t.Errorf("%q, %d pieces of evidence", a.Text, len(a.Evidence))
	}
	if s := a.Sentences; len(s) != 2 || s[0].Verdict != guard.Supported || len(s[0].Quotes) != 2 || s[0].Quotes[1].Key != "c1" || s[1].Verdict != guard.NotFound || s[1].Reason != "nothing speaks of it; look there" {
		t.Errorf("%+v", s)
	}
	if a := Checked("verify", &verify.Report{}); !a.Refused || a.RefusalReason == "" {
		t.Errorf("of nothing: %+v", a)
	}
}
