package eval

import (
	"math"
	"reflect"
	"slices"
	"testing"
)

func TestSummarise(t *testing.T) {
	row := func(kind string, facts float64, search float64, lost ...LossStage) Row {
		r := Row{Kind: kind, Measures: []Measure{{"facts", facts}, {"accuracy", 1}}, Times: Times{Search: search}}
		for _, s := range lost {
			r.Lost = append(r.Lost, Loss{Stage: s})
		}
		return r
	}
	s := Summarise([]Row{
		row("why", 1, 4, NotSelected, FusedAway),
		row("acronym", 0, 1),
		row("why", 0.5, 2, FusedAway),
		{Kind: "near-miss"},
	})
	if s.Questions != 4 || s.Search != (Latency{P50: 2, P90: 4, P99: 4}) || s.Answer != (Latency{}) {
		t.Errorf("%+v", s)
	}
	m, ok := s.Mean("facts")
	if !ok || m.Value != 0.5 || m.N != 3 || m.Low != 0 || m.High != 1 {
		t.Errorf("facts: %+v", m)
	}
	if m, _ := s.Mean("accuracy"); m.Low != 1 || m.High != 1 {
		t.Errorf("equal values have an interval: %+v", m)
	}
	if _, ok := s.Mean("f1"); ok {
		t.Error("a mean of nothing")
	}
	if want := []Lost{{FusedAway, 2}, {NotSelected, 1}}; !reflect.DeepEqual(s.Lost, want) {
		t.Errorf("lost %v, want %v", s.Lost, want)
	}
	var kinds []string
	for _, k := range s.Kinds {
		kinds = append(kinds, k.Name)
	}
	if !slices.Equal(kinds, []string{"acronym", "near-miss", "why"}) || s.Kinds[2].Questions != 2 || s.Kinds[2].Means[0].Value != 0.75 {
		t.Errorf("kinds: %+v", s.Kinds)
	}
	if s.Means[0].Name != "facts" || s.Means[1].Name != "accuracy" {
		t.Errorf("not in the order of the catalogue: %+v", s.Means)
	}
}

// TestMeasures: names identify measures, and everything that looks one up does so by its name.
func TestMeasures(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range Measures() {
		if seen[m.Name] || m.Help == "" || m.Help[len(m.Help)-1] == '.' {
			t.Errorf("%+v", m)
		}
		seen[m.Name] = true
	}
	r := Row{Measures: scores{"exact": 0, "recall@3": 0.5}.measures()}
	if r.Measures[0].Name != "recall@3" {
		t.Errorf("not in the order of the catalogue: %v", r.Measures)
	}
	if v, ok := r.Value("exact"); !ok || v != 0 {
		t.Error("a measure of 0 is none")
	}
	if _, ok := r.Value("recall@8"); ok {
		t.Error("a measure that does not apply has a value")
	}
}

func TestNearestRank(t *testing.T) {
	hundred := make([]float64, 100)
	for i := range hundred {
		hundred[i] = float64(i + 1)
	}
	for _, tt := range []struct {
		sorted  []float64
		p, want float64
	}{
		{hundred, 0.5, 50}, {hundred, 0.9, 90}, {hundred, 0.99, 99}, {hundred, 0.025, 3}, {hundred, 0, 1}, {hundred, 1, 100},
		{[]float64{7}, 0.5, 7}, {[]float64{1, 2, 3}, 0.5, 2}, {[]float64{1, 2, 3, 4}, 0.5, 2}, {hundred[:10], 0.7, 7}, // 0.7*10 is more than 7 in binary
	} {
		if got := nearestRank(tt.sorted, tt.p); got != tt.want {
			t.Errorf("%v of %d: %v, want %v", tt.p, len(tt.sorted), got, tt.want)
		}
	}
}

// TestBootstrap compares the interval with what the normal approximation says of a large sample.
func TestBootstrap(t *testing.T) {
	values := make([]float64, 400)
	for i := range values {
		values[i] = float64(i % 2)
	}
	low, high := bootstrap("accuracy", values)
	const half = 1.96 * 0.5 / 20 // 1.96 standard errors of a share of one half
	if math.Abs(low-(0.5-half)) > 0.01 || math.Abs(high-(0.5+half)) > 0.01 {
		t.Errorf("[%v, %v], want about 0.5 ± %v", low, high, half)
	}
	if l, h := bootstrap("accuracy", values); l != low || h != high {
		t.Error("it depends on more than the values and the name")
	}
	for i := range values {
		values[i] = float64(i * i % 101)
	}
	low, high = bootstrap("accuracy", values)
	if l, h := bootstrap("facts", values); l == low && h == high {
		t.Error("two measures share their samples")
	}
	if l, h := bootstrap("facts", nil); l != 0 || h != 0 {
		t.Error("an interval of nothing")
	}
}

func TestPairedDifference(t *testing.T) {
	a := []float64{0.1, 0.9, 0.4, 0.6}
	b := []float64{0.3, 1.1, 0.6, 0.8}
	mean, low, high := PairedDifference(a, b)
	for _, x := range []float64{mean, low, high} {
		if math.Abs(x-0.2) > 1e-12 { // the pairs differ alike, however much the questions do
			t.Errorf("%v [%v, %v], want 0.2 without a width", mean, low, high)
		}
	}
	if mean, low, high := PairedDifference([]float64{0, 0, 1}, []float64{1, 0, 0}); mean != 0 || low >= 0 || high <= 0 {
		t.Errorf("%v [%v, %v], want 0 within", mean, low, high)
	}
}
