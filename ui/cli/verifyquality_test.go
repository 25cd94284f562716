package cli

import (
	"bytes"
	"encoding/json"
	"ibid/engine"
	"os"
	"slices"
	"strings"
	"testing"
)

const development = "../../../shared/data/"

// rowsOf reads a set of JSON rows; the test is skipped where it is absent.
func rowsOf[T any](t *testing.T, name string) []T {
	t.Helper()
	data, err := os.ReadFile(development + name)
	if err != nil {
		t.Skipf("the development data is not here: %v", err)
	}
	var out []T
	for _, l := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		var row T
		if err := json.Unmarshal(l, &row); err != nil {
			t.Fatal(err)
		}
		out = append(out, row)
	}
	return out
}

// tally counts right outcomes.
type tally struct{ right, all int }

func (c tally) rate() float64 { return float64(c.right) / float64(c.all) }

// TestVerifyDevelopmentPairs scores labelled pairs through the command; -v prints the table.
func TestVerifyDevelopmentPairs(t *testing.T) {
	type pair struct{ ID, Evidence, Claim, Label, Kind string }
	pairs := rowsOf[pair](t, "support/dev.jsonl")
	var in strings.Builder
	for _, p := range pairs {
		if err := json.NewEncoder(&in).Encode(map[string]string{"id": p.ID, "text": p.Claim, "evidence": p.Evidence}); err != nil {
			t.Fatal(err)
		}
	}
	r := ibidIn(t, home(t), in.String(), "verify", "--jsonl")
	dec := json.NewDecoder(strings.NewReader(r.out))
	count := map[string]tally{}
	for _, p := range pairs {
		var v struct {
			ID string
			OK bool
		}
		if err := dec.Decode(&v); err != nil || v.ID != p.ID {
			t.Fatalf("%s: got %s, %v", p.ID, v.ID, err)
		}
		for _, k := range []string{p.Label, p.Label + " " + p.Kind} {
			c := count[k]
			c.all++
			if v.OK == (p.Label == "supported") {
				c.right++
			}
			count[k] = c
		}
	}
	var kinds []string
	for k := range count {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	for _, k := range kinds {
		t.Logf("%-40s %3d of %3d", k, count[k].right, count[k].all)
	}
	supported, unsupported := count["supported"].rate(), count["unsupported"].rate()
	balanced := (supported + unsupported) / 2
	t.Logf("balanced accuracy %.3f", balanced)
	if unsupported < 0.97 || supported < 0.12 {
		t.Errorf("balanced accuracy %.3f, recall of unsupported %.3f, of supported %.3f: of unsupported below .97, of supported below .12", balanced, unsupported, supported)
	}
}

// TestVerifyEveryAnswer holds that every answer to the development questions passes its own guard, and that it can be
// verified from what was saved.
func TestVerifyEveryAnswer(t *testing.T) {
	if testing.Short() {
		t.Skip("asks many questions")
	}
	type row struct{ Question string }
	questions := append(rowsOf[row](t, "nist-pqc/questions.jsonl"), rowsOf[row](t, "nist-pqc/questions-more.jsonl")...)
	env := home(t)
	answered, removed, passed := 0, 0, tally{}
	for _, q := range questions {
		r := ibid(t, env, "ask", "--json", "--docs", development+"nist-pqc", q.Question)
		if r.code != exitAnswered {
			continue
		}
		answered++
		var a engine.Answer
		decode(t, r.out, &a)
		for _, w := range a.Trace.Rewrites {
			removed++
			t.Logf("%s: rewritten by %s: %s", q.Question, w.Stage, w.Reason)
		}
		v := verified(t, ibidIn(t, env, r.out, "verify", "--json"))
		for _, s := range v.Sentences {
			passed.all++
			if s.Verdict == "supported" && s.Note == "" {
				passed.right++
			} else {
				t.Errorf("%s: %s: %s (%s)", q.Question, s.Text, s.Verdict, s.Reason+s.Note)
			}
		}
	}
	if removed > 0 { // the sentences are the documents' own
		t.Errorf("%d answers had sentences removed", removed)
	}
	t.Logf("%d of %d questions answered, %d of %d sentences verified", answered, len(questions), passed.right, passed.all)
}
