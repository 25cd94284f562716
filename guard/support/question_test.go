package support

import (
	"testing"

	"ibid/guard"
)

// TestQuestionsSayNothing: what a source asks proves nothing, and contradicts nothing.
func TestQuestionsSayNothing(t *testing.T) {
	for _, source := range []string{"Can the pump run dry?\n\nSee the manual of the pump.", "2.9. Can I run the pump dry\n\nSee the manual of the pump.", "**Can you run the pump dry?** See the manual."} {
		for _, claim := range []string{"The pump can run dry.", "You can run the pump dry.", "The pump cannot run dry."} {
			if got := Check(claim, Prepare(guard.Passage{Text: source})); got.Verdict == guard.Supported || got.Verdict == guard.Contradicted {
				t.Errorf("%q beside %q: %v %s %v", claim, source, got.Verdict, got.Reason, got.Proof)
			}
		}
	}
}

// Words in somebody's mouth prove nothing, wherever they stand in it. What links a sentence to the one before may be missing.
func TestSpoken(t *testing.T) {
	p := Prepare(guard.Passage{Text: "Maria said: “Oil the pump daily. The valve may be left open.” The board disagreed.\n\nHowever, the tank holds 5 litres."})
	for claim, want := range map[string]bool{"The valve may be left open.": false, "Oil the pump daily.": false, "The board disagreed.": true, "The tank holds 5 litres.": true} {
		if got := Check(claim, p); (got.Verdict == guard.Supported) != want {
			t.Errorf("%s: %v", claim, got.Verdict)
		}
	}
}
