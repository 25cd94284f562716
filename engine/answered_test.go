package engine

import (
	"math"
	"testing"

	"ibid/guard"
	"ibid/index/question"
)

// TestSigns: what is read and what the words say are told apart, and a noun that is nowhere weighs by its share.
func TestSigns(t *testing.T) {
	term := func(text string, weight float64, known bool) question.Term {
		return question.Term{Text: text, Whole: question.Stems(text)[0], Weight: weight, Known: known}
	}
	r := Request{Terms: []question.Term{term("valve", 1, true), term("gasket", 2, true), term("zeppelin", 1, false)}}
	if _, read := r.Signs(); read {
		t.Error("there are signs where nothing was read")
	}
	r.Statements = []Statement{
		{Text: "The valve opens.", Bag: question.NewBag("The valve opens."), Read: true, Score: 2},
		{Text: "A gasket is round.", Bag: question.NewBag("A gasket is round."), Read: true, Score: -3},
		{Text: "Nothing else.", Bag: question.NewBag("Nothing else.")},
	}
	s, read := r.Signs()
	if !read || s.Best != 2 {
		t.Errorf("read %v: %+v", read, s)
	}
	for name, got := range map[string][2]float64{"unshown": {s.Unshown, .5}, "unknown": {s.Unknown, .25}} {
		if math.Abs(got[0]-got[1]) > 1e-6 {
			t.Errorf("%s: %v, want %v", name, got[0], got[1])
		}
	}
}

// A verb or an adverb that the evidence lacks is no sign; a noun or a name is.
func TestLight(t *testing.T) {
	want := map[string]bool{"treats": true, "puts": true, "away": true, "Since": true, "item": true, "gasket": false, "lifetime": false, "Light": false}
	for _, term := range question.Parse("Since when has Light a lifetime that treats and puts each gasket of an item away?").Terms() {
		if is, listed := want[term.Text]; listed && light(&term) != is {
			t.Errorf("%q is light: %v", term.Text, !is)
		}
	}
}

// TestAnsweredGate: the probability decides at its threshold, and nothing where nothing was read.
func TestAnsweredGate(t *testing.T) {
	x := &run{Engine: &Engine{opt: Options{Answered: 0.5, Odds: Odds{Signs: Signs{Best: 1}}}}}
	if g := x.answeredGate(); g.Verdict != guard.Skipped {
		t.Errorf("nothing was read, and the gate says %+v", g)
	}
	for score, want := range map[float64]guard.GateVerdict{3: guard.Pass, 0: guard.Pass, -0.1: guard.Refuse, -40: guard.Refuse} {
		x.request.Statements, x.request.Evidence = []Statement{{Read: true, Score: score}}, []Evidence{{}}
		if g := x.answeredGate(); g.Verdict != want || g.Measured < 0 || g.Measured > 1 {
			t.Errorf("log-odds %v: %+v", score, g)
		}
	}
}
