package eval

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	row := func(id string, m scores) Row { return Row{ID: id, Question: "?" + id, Measures: m} }
	a := &Report{SHA256: "1", Embedder: "builtin", Answered: 0.15, Rows: []Row{
		row("same", scores{"recall@8": 1}),
		row("up", scores{"recall@8": 0, "false_refusal": 1}),
		row("down", scores{"recall@8": 1, "false_refusal": 0}),
		row("gone", scores{"recall@8": 1}),
		row("other", scores{"mrr@8": 1}),
	}}
	b := &Report{SHA256: "2", Embedder: "builtin", Answered: 0.4, Digest: "x", Rows: []Row{
		row("other", scores{"ndcg@8": 1}),
		row("new", nil),
		row("down", scores{"recall@8": 0.25, "false_refusal": 1}),
		row("up", scores{"recall@8": 0.5, "false_refusal": 0}),
		row("same", scores{"recall@8": 1}),
	}}
	b.Rows[2].Refused, b.Rows[2].Reason = true, "why"
	c := Compare(a, b)
	if c.Shared != 4 || c.OnlyA != 1 || c.OnlyB != 1 {
		t.Errorf("%d shared, %d and %d alone", c.Shared, c.OnlyA, c.OnlyB)
	}
	wantChanges := []Change{
		{ID: "up", Question: "?up", Worse: []Delta{}, Better: []Delta{{"recall@8", 0, 0.5}, {"false_refusal", 1, 0}}},
		{ID: "down", Question: "?down", Worse: []Delta{{"recall@8", 1, 0.25}, {"false_refusal", 0, 1}}, Better: []Delta{}, Refused: true, Reason: "why"},
	}
	if !reflect.DeepEqual(c.Changes, wantChanges) {
		t.Errorf("got  %+v\nwant %+v", c.Changes, wantChanges)
	}
	if len(c.Differences) != 2 {
		t.Fatalf("%+v", c.Differences)
	}
	recall, refusal := c.Differences[0], c.Differences[1]
	if recall.Name != "recall@8" || recall.N != 3 || math.Abs(recall.A-2.0/3) > 1e-9 || math.Abs(recall.B-1.75/3) > 1e-9 || recall.Better != 1 || recall.Worse != 1 {
		t.Errorf("%+v", recall)
	}
	if refusal != (Difference{Name: "false_refusal", Lower: true, A: 0.5, B: 0.5, N: 2, Better: 1, Worse: 1}) {
		t.Errorf("%+v", refusal)
	}
	if want := "the least probability is 0.15 in A and 0.4 in B"; len(c.Warnings) != 3 || c.Warnings[2] != want {
		t.Errorf("%q", c.Warnings)
	}
}

func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	want := &Report{Set: "q", Means: []Mean{{"facts", 0.5, 1}}, Warnings: []string{}, Rows: []Row{{ID: "1", Measures: scores{"facts": 0.5}}}}
	data, err := json.Marshal(want)
	must(t, err)
	must(t, os.WriteFile(path, data, 0o600))
	if got, err := Open(path); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	for text, told := range map[string]string{
		"":                                   "is not what",
		`{"set":"q"}`:                        "it has no rows",
		`{"rows":[{"qid":1}`:                 "is not what",
		`{"rows":[{}]}`:                      "empty or there twice",
		`{"rows":[{"qid":"1"},{"qid":"1"}]}`: "empty or there twice",
	} {
		must(t, os.WriteFile(path, []byte(text), 0o600))
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), told) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
