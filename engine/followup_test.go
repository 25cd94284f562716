package engine

import (
	"context"
	"testing"
)

// What is asked in place of a follow-up is told, and what was said before is passed on.
func TestAskFollowUp(t *testing.T) {
	opt := Defaults()
	opt.Earlier = []Exchange{{Question: pumpQuestion, Answer: honest}}
	var seen Request
	a, err := New(pumps(), script{draft: Draft{Text: "The operator shall wear gloves because the housing becomes hot [c1]."}, seen: &seen}, opt).
		Ask(context.Background(), "And the Orca pump?", Silent{})
	if err != nil {
		t.Fatal(err)
	}
	if a.Question != "And the Orca pump?" || a.Asked != "What is the pressure limit of the Orca pump?" || seen.Question.Text != a.Asked || len(seen.Earlier) != 1 {
		t.Errorf("asked %q, the generator saw %q and %d turns", a.Asked, seen.Question.Text, len(seen.Earlier))
	}
	if a := mustAsk(t, pumps(), says(honest), opt, pumpQuestion); a.Asked != "" {
		t.Errorf("%q stands alone, asked %q", pumpQuestion, a.Asked)
	}
}
