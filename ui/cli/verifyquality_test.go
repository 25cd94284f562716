package cli

import (
	"bytes"
	"encoding/json"
	"ibid/engine"
	"ibid/guard"
	"os"
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

// TestVerifyEveryAnswer holds that every answer to the development questions passes its own guard, and that it can be
// verified from what was saved.
func TestVerifyEveryAnswer(t *testing.T) {
	if testing.Short() {
		t.Skip("asks many questions")
	}
	type row struct{ Question string }
	questions := rowsOf[row](t, "nist-pqc/questions.jsonl")
	env := home(t)
	answered, removed, all, right := 0, 0, 0, 0
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
			all++
			if s.Verdict == guard.Supported && s.Note == "" {
				right++
			} else {
				t.Errorf("%s: %s: %s (%s)", q.Question, s.Text, s.Verdict, s.Reason+s.Note)
			}
		}
	}
	if removed > 0 { // the sentences are the documents' own
		t.Errorf("%d answers had sentences removed", removed)
	}
	t.Logf("%d of %d questions answered, %d of %d sentences verified", answered, len(questions), right, all)
}
