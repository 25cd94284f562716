package eval

import (
	"math"
	"reflect"
	"slices"
	"testing"
)

func TestSignTest(t *testing.T) {
	for _, tt := range []struct {
		better, worse int
		p             float64
	}{
		{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {5, 0, 2.0 / 32}, {0, 5, 2.0 / 32},
		{8, 2, 2 * (1 + 10 + 45) / 1024.0}, {2, 8, 2 * (1 + 10 + 45) / 1024.0},
		{3, 4, 1}, {500, 500, 1}, {2000, 0, 0},
	} {
		if got := SignTest(tt.better, tt.worse); math.Abs(got-tt.p) > 1e-9 {
			t.Errorf("%d better, %d worse: p = %v, want %v", tt.better, tt.worse, got, tt.p)
		}
	}
}

func TestHolm(t *testing.T) {
	for _, tt := range []struct{ p, want []float64 }{
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}}, // of R's p.adjust
		{[]float64{0.04}, []float64{0.04}},
		{[]float64{1, 0.6, 0.6}, []float64{1, 1, 1}},
		{nil, []float64{}},
	} {
		got := holm(tt.p)
		if !slices.EqualFunc(got, tt.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
			t.Errorf("%v: %v, want %v", tt.p, got, tt.want)
		}
	}
}

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
		!math.IsNaN(float64(recall.Low)) || !math.IsNaN(float64(recall.High)) || recall.Better != 1 || recall.Worse != 1 || recall.P != 1 {
		t.Errorf("%+v", recall)
	}
	if refusal.Name != "false_refusal" || !refusal.Lower || refusal.N != 2 || refusal.Better != 1 || refusal.Worse != 1 || refusal.Mean != 0 {
		t.Errorf("%+v", refusal)
	}
}
