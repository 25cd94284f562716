package eval

import (
	"math"
	"slices"
	"testing"
)

func TestSummarise(t *testing.T) {
	row := func(kind string, facts float64, search float64) Row {
		return Row{Kind: kind, Measures: []Measure{{"facts", facts}, {"accuracy", 1}}, Times: Times{Search: Number(search)}}
	}
	s := Report{Rows: []Row{
		row("why", 1, 4),
		row("acronym", 0, 1),
		row("why", 0.5, 2),
		{Kind: "near-miss"},
	}}
	s.Summarise()
	if s.Questions != 4 || s.Times.Search != (Latency{P50: 2, P90: 4, P99: 4}) || s.Times.Answer != (Latency{}) {
		t.Errorf("%+v", s)
	}
	m, ok := s.Mean("facts")
	if !ok || m.Value != 0.5 || m.N != 3 || !math.IsNaN(float64(m.Low)) || !math.IsNaN(float64(m.High)) { // of too few
		t.Errorf("facts: %+v", m)
	}
	if m, _ := s.Mean("accuracy"); math.Abs(float64(m.Low)-0.4385) > 5e-5 || m.High != 1 {
		t.Errorf("three of three are taken for all: %+v", m)
	}
	if _, ok := s.Mean("f1"); ok {
		t.Error("a mean of nothing")
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
	low, high := bootstrap(values)
	const half = 1.96 * 0.5 / 20 // 1.96 standard errors of a share of one half
	if math.Abs(low-(0.5-half)) > 0.01 || math.Abs(high-(0.5+half)) > 0.01 {
		t.Errorf("[%v, %v], want about 0.5 ± %v", low, high, half)
	}
	if l, h := bootstrap(values); l != low || h != high {
		t.Error("it depends on more than the values")
	}
	if l, h := bootstrap(values[:fewest-1]); !math.IsNaN(l) || !math.IsNaN(h) {
		t.Error("an interval of four values")
	}
}

func TestIntervalOfAMeasure(t *testing.T) {
	none := math.NaN()
	truth, many, count := Info{Name: "all_facts"}, Info{Name: "facts"}, Info{Name: "invented_symbols", Count: true}
	for _, tt := range []struct {
		name      string
		m         Info
		values    []float64
		low, high float64
	}{
		{"one of one", truth, []float64{1}, 0.2065, 1},
		{"none of twenty", truth, make([]float64, 20), 0, 0.1611},
		{"four shares", many, []float64{0.5, 1, 0, 1}, none, none},
		{"shares that are all or nothing", many, []float64{1}, 0.2065, 1},
		{"all alike", many, []float64{0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, none, none},
		{"no names were invented", count, make([]float64, 20), none, none},
		{"five shares", many, []float64{0, 1, 0.5, 0.5, 0.5}, 0.2, 0.8},
		{"none", many, nil, none, none},
	} {
		low, high := tt.m.interval(tt.values)
		near := func(x, want float64) bool { return math.Abs(x-want) < 5e-5 || math.IsNaN(x) && math.IsNaN(want) }
		if !near(low, tt.low) || !near(high, tt.high) {
			t.Errorf("%s: %.4f to %.4f, want %.4f to %.4f", tt.name, low, high, tt.low, tt.high)
		}
	}
}

// TestEqualMeasuresHaveEqualIntervals: what is measured alike is told alike, by whatever name.
func TestEqualMeasuresHaveEqualIntervals(t *testing.T) {
	var rows []Row
	for i := range 30 {
		x := float64(i%4) / 3
		rows = append(rows, Row{Measures: []Measure{{"recall@8", x}, {"facts", x}, {"f1", x}}})
	}
	s := Report{Rows: rows}
	s.Summarise()
	for _, m := range s.Means {
		if m.Low != s.Means[0].Low || m.High != s.Means[0].High || !(m.Low < m.Value && m.Value < m.High) {
			t.Errorf("%+v, but %+v", m, s.Means[0])
		}
	}
}
