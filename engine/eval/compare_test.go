package eval

import (
	"math"
	"reflect"
	"testing"
)

func TestCompare(t *testing.T) {
	row := func(id string, m ...Measure) Row { return Row{ID: id, Question: "?" + id, Measures: m} }
	a := []Row{
		row("same", Measure{"recall@8", 1}),
		row("up", Measure{"recall@8", 0}, Measure{"false_refusal", 1}),
		row("down", Measure{"recall@8", 1}, Measure{"false_refusal", 0}),
		row("gone", Measure{"recall@8", 1}),
		row("other", Measure{"mrr@8", 1}),
	}
	b := []Row{
		row("other", Measure{"ndcg@8", 1}),
		row("new"),
		row("down", Measure{"recall@8", 0.25}, Measure{"false_refusal", 1}),
		row("up", Measure{"recall@8", 0.5}, Measure{"false_refusal", 0}),
		row("same", Measure{"recall@8", 1}),
	}
	b[2].Refused, b[2].Reason = true, "why"
	c := Compare(a, b)
	if c.Shared != 4 || c.OnlyA != 1 || c.OnlyB != 1 {
		t.Errorf("%d shared, %d and %d alone", c.Shared, c.OnlyA, c.OnlyB)
	}
	wantChanges := List[Change]{
		{ID: "up", Question: "?up", Better: []Delta{{"recall@8", 0, 0.5}, {"false_refusal", 1, 0}}},
		{ID: "down", Question: "?down", Worse: []Delta{{"recall@8", 1, 0.25}, {"false_refusal", 0, 1}}, Refused: true, Reason: "why"},
	}
	if !reflect.DeepEqual(c.Changes, wantChanges) {
		t.Errorf("got  %+v\nwant %+v", c.Changes, wantChanges)
	}
	if len(c.Differences) != 2 {
		t.Fatalf("%+v", c.Differences)
	}
	recall, refusal := c.Differences[0], c.Differences[1]
	if recall.Name != "recall@8" || recall.N != 3 || math.Abs(float64(recall.A-2.0/3)) > 1e-9 || math.Abs(float64(recall.B-1.75/3)) > 1e-9 || math.Abs(float64(recall.Mean+0.25/3)) > 1e-9 ||
		recall.Better != 1 || recall.Worse != 1 {
		t.Errorf("%+v", recall)
	}
	if refusal.Name != "false_refusal" || !refusal.Lower || refusal.N != 2 || refusal.Better != 1 || refusal.Worse != 1 || refusal.Mean != 0 {
		t.Errorf("%+v", refusal)
	}
}
