package extract_test

import (
	"strings"
	"testing"
)

// TestPapersQuestions scores the development questions. Facts, places and refusals must not fall below the floors, and
// the guard must hardly ever object to what the generator copies from the documents.
func TestPapersQuestions(t *testing.T) {
	if testing.Short() {
		t.Skip("measures answers, which -short leaves out")
	}
	const mostObjections = 2 // over both files
	ix := papers(t)
	objections := 0
	for _, set := range []struct {
		file                string
		full, gold, refused int      // floors
		refusedByName       []string // unanswerable questions that must be refused
	}{
		{"questions.jsonl", 0, 9, 2, []string{"q013", "q022"}},
		{"questions-more.jsonl", 28, 30, 9, nil},
	} {
		var s tally
		refused := map[string]bool{}
		for _, q := range questions(t, "..", "..", "..", "shared", "data", "nist-pqc", set.file) {
			a := ask(t, ix, q.Question)
			refused[q.QID] = a.Refused
			if wrong := s.count(q, a); wrong != "" {
				t.Logf("%s %s\n\t%s", q.QID, q.Question, wrong)
			}
		}
		t.Logf("%s: %v", set.file, s)
		atLeast(t, set.file+": answered with every fact", s.full, set.full)
		atLeast(t, set.file+": the place is cited", s.gold, set.gold)
		atLeast(t, set.file+": unanswerable and refused", s.refused, set.refused)
		for _, id := range set.refusedByName {
			if !refused[id] {
				t.Errorf("%s: %s is answered", set.file, id)
			}
		}
		objections += s.rewritten
	}
	atLeast(t, "answers that the guard objects to", -objections, -mostObjections)
}

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
