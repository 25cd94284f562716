package extract_test

import (
	"context"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/guard"
)

func askSelection(t *testing.T, question, text string) *engine.Answer {
	t.Helper()
	a, err := engine.AskSelection(context.Background(), question, text, "selection", nil, extract.Generator{}, defaults(), engine.Silent{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestSelectedTextScope asks twenty questions of their own paragraph and twenty of a paragraph on something else.
func TestSelectedTextScope(t *testing.T) {
	const each, floorIn, floorOut = 20, 14, 20
	var in, own, foreign int
	qs := load(t, "..", "..", "..", "shared", "data", "squad2", "dev.jsonl").Questions
	for i, q := range qs {
		if !q.Answerable || in == each {
			continue
		}
		in++
		if !askSelection(t, q.Text, q.Passage).Refused {
			own++
		}
		a := askSelection(t, q.Text, qs[(i+len(qs)/2)%len(qs)].Passage)
		if a.Refused {
			foreign++
			if a.Text != guard.NotInSelection || a.RefusalCode != guard.OutsideSelection || a.RefusalReason == "" || len(a.Citations) > 0 {
				t.Errorf("%q: not a proper refusal: %+v", q.Text, a)
			}
		}
	}
	t.Logf("in scope: %d of %d answered; out of scope: %d of %d refused", own, each, foreign, each)
	if own < floorIn || foreign < floorOut {
		t.Errorf("in scope %d (floor %d), out of scope %d (floor %d)", own, floorIn, foreign, floorOut)
	}
}

// An answer that is selected has markers of its own, which stand for nothing here.
func TestSelectedAnswer(t *testing.T) {
	a := askSelection(t, "How much oil does the pump hold?", "The pump holds 42 litres of oil [c3]. It weighs 18 kg [c4].")
	if want := "The pump holds 42 litres of oil [c1]."; a.Text != want {
		t.Errorf("%q, want %q: %s", a.Text, want, a.RefusalReason)
	}
}
