package extract_test

import (
	"strings"
	"testing"
)

// TestPapersAnswers asks the questions that a first user of the standards asks.
func TestPapersAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("measures answers, which -short leaves out")
	}
	tests := []struct {
		question string
		facts    []string // in this order, on the place
		place    place
	}{
		{"What are the exact sizes in bytes for the encapsulation key and ciphertext when using the ML-KEM-768 parameter set?",
			[]string{"1184", "1088"}, place{DocID: "NIST.FIPS.203", StartPage: 48, EndPage: 48}},
		{"What are the steps in Algorithm 2 SHAKE128?",
			[]string{"1:", "2:", "3:", "4:", "5:", "6:", "7:", "8:"}, place{DocID: "NIST.FIPS.203", StartPage: 28, EndPage: 28}},
		{"What does MLWE mean?", []string{"Module Learning with Errors"}, place{}},
	}
	ix := papers(t)
	for _, tt := range tests {
		a := ask(t, ix, tt.question)
		var said strings.Builder // by the sentences that cite the place
		for _, s := range a.Sentences {
			for _, c := range a.Citations {
				if c.Key == s.Citations[0] && (tt.place.DocID == "" || tt.place.heldBy(c)) {
					said.WriteString(s.Text + "\n")
				}
			}
		}
		rest := folded(said.String())
		for _, f := range tt.facts {
			_, after, found := strings.Cut(rest, folded(f))
			if !found {
				t.Errorf("%q: %q is missing, out of order or not cited to %v: %q", tt.question, f, tt.place, a.Text)
				break
			}
			rest = after
		}
		for _, r := range a.Trace.Rewrites {
			t.Errorf("%q: the guard took something out: %s", tt.question, r.Reason)
		}
	}
}
