package eval

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestCandidatesPartValues(t *testing.T) {
	tests := []struct {
		values []float64
		want   []float64
	}{
		{[]float64{0.2, 0.4, 1}, []float64{0.1, 0.3, 0.7}},
		{[]float64{0, 0.4}, []float64{0, 0.2, 0.7}},
		{[]float64{-0.5, 0.5}, []float64{0, 0.3, 0.8}},
		{[]float64{0.311, 0.312}, []float64{0.2, 0.3115, 0.7}},
		{nil, []float64{0.5}},
	}
	for _, tt := range tests {
		if got := candidates(tt.values); !slices.Equal(got, tt.want) {
			t.Errorf("%v: %v, want %v", tt.values, got, tt.want)
		}
	}
}

func FuzzWithin(f *testing.F) {
	f.Add(0.0, 1.0)
	f.Add(0.3, 0.3000000001)
	f.Add(0.1, math.Nextafter(0.1, 1))
	f.Fuzz(func(t *testing.T, low, high float64) {
		if !(low >= 0 && low < high && high <= 1) {
			return
		}
		if x := within(low, high); x < low || x > high || x == low && math.Nextafter(low, 1) < high {
			t.Errorf("%v is not between %v and %v", x, low, high)
		}
	})
}

func TestChoose(t *testing.T) {
	type p struct{ refused, answered int }
	tests := []struct {
		name    string
		of      int
		points  []p
		present int
		want    int
	}{
		{"fewest false answers", 49, []p{{0, 5}, {2, 3}, {4, 1}}, -1, 2},
		{"not beyond what is bearable", 49, []p{{0, 5}, {4, 3}, {5, 0}}, -1, 1},
		{"one more refusal is reckoned with", 9, []p{{0, 5}, {1, 0}}, -1, 0},
		{"too few questions for any", 8, []p{{0, 5}, {1, 0}}, -1, -1},
		{"no price for nothing", 49, []p{{0, 5}, {1, 3}, {3, 3}}, -1, 1},
		{"of equals the highest threshold", 49, []p{{1, 5}, {1, 3}, {1, 3}, {2, 3}}, 0, 2},
		{"of equals the present one", 49, []p{{1, 5}, {1, 3}, {1, 3}, {1, 3}, {2, 3}}, 2, 2},
		{"not the present one where another is better", 49, []p{{1, 5}, {1, 3}, {2, 3}}, 2, 1},
		{"one refusal of 19 is bearable", 19, []p{{0, 5}, {1, 0}}, -1, 1},
		{"two are not", 19, []p{{0, 5}, {2, 0}}, -1, 0},
		{"all alike", 49, []p{{0, 2}, {0, 2}, {0, 2}}, -1, 2},
		{"the other gates refuse too much", 49, []p{{10, 5}, {11, 1}}, -1, -1},
		{"the fallback answers what a draft did not", 49, []p{{9, 5}, {3, 5}, {9, 1}}, -1, 1},
		{"nothing", 49, nil, -1, -1},
	}
	for _, tt := range tests {
		var points []Point
		for i, x := range tt.points {
			points = append(points, Point{float64(i) / 10, Rates{Rate{x.refused, tt.of}, Rate{x.answered, 20}}})
		}
		if got := choose(points, tt.present); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestInterval(t *testing.T) {
	for _, tt := range []struct {
		r         Rate
		low, high float64
	}{ // of Newcombe 1998, table I, method 3
		{Rate{81, 263}, 0.2553, 0.3662},
		{Rate{15, 148}, 0.0624, 0.1605},
		{Rate{0, 20}, 0, 0.1611},
		{Rate{1, 29}, 0.0061, 0.1718},
		{Rate{0, 0}, 0, 1},
	} {
		if low, high := tt.r.Interval(); math.Abs(low-tt.low) > 5e-5 || math.Abs(high-tt.high) > 5e-5 {
			t.Errorf("%v: %.4f to %.4f, want %.4f to %.4f", tt.r, low, high, tt.low, tt.high)
		}
	}
}

// made are readings of coverage alone: answerable questions measure these values, and unanswerable ones those.
func made(answerable, unanswerable []float64) *Readings {
	r := &Readings{Form: Documents, knobs: knobs(Documents), now: []float64{0.28}}
	for i, x := range answerable {
		r.asked = append(r.asked, asked{id: fmt.Sprintf("a%d", i), answerable: true, measured: []float64{x}})
	}
	for i, x := range unanswerable {
		r.asked = append(r.asked, asked{id: fmt.Sprintf("u%d", i), measured: []float64{x}})
	}
	return r
}

// steps are n values from low on, step apart.
func steps(n int, low, step float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = low + float64(i)*step
	}
	return out
}

func TestSweepFindsTheGap(t *testing.T) {
	s := made(steps(40, 0.6, 0.01), steps(20, 0.1, 0.01)).Sweep() // 0.6 and up; 0.29 and down
	th := s.Thresholds[0]
	if !th.Possible || th.Proposed < 0.4 || th.Proposed > 0.5 || th.Rates != (Rates{Rate{0, 40}, Rate{0, 20}}) || th.Now != (Rates{Rate{0, 40}, Rate{2, 20}}) || s.Proposed != th.Rates || s.Unfit() != "" {
		t.Errorf("%+v, unfit %q", s, s.Unfit())
	}
}

// TestSweepLeavesWellAlone: a threshold as good as any is not moved.
func TestSweepLeavesWellAlone(t *testing.T) {
	r := made(steps(40, 0.6, 0.01), steps(20, 0.1, 0.01))
	r.now[0] = 0.55 // in the gap, but not in its middle
	if th := r.Sweep().Thresholds[0]; th.Proposed != 0.55 || th.Rates != th.Now {
		t.Errorf("%+v", th)
	}
}

func TestSweepUnfit(t *testing.T) {
	few := made(steps(9, 0.6, 0.01), steps(20, 0.1, 0.01))
	refused := made(steps(40, 0.6, 0.01), steps(20, 0.1, 0.01))
	for i := range 8 {
		refused.asked[i].refused = true
	}
	none := made(slices.Repeat([]float64{math.NaN()}, 20), slices.Repeat([]float64{math.NaN()}, 20))
	for name, r := range map[string]*Readings{"too few": few, "the other gates": refused, "nothing measured": none} {
		if s := r.Sweep(); s.Unfit() == "" {
			t.Errorf("%s: %+v", name, s)
		}
	}
	if th := refused.Sweep().Thresholds[0]; th.Possible || th.Proposed != 0.28 || th.Rates != th.Now {
		t.Errorf("%+v", th)
	}
}

// TestUnfitSaysWhatToDo: what refuses too much is another gate's threshold, or no threshold at all.
func TestUnfitSaysWhatToDo(t *testing.T) {
	none := made(steps(40, 0.6, 0.01), steps(20, 0.1, 0.01))
	for i := range 8 {
		none.asked[i].refused = true
	}
	other := made(steps(40, 0.6, 0.01), steps(20, 0.1, 0.01))
	other.knobs, other.now = append(other.knobs, other.knobs[0]), []float64{0.9, 0.9}
	for i := range other.asked {
		other.asked[i].measured = append(other.asked[i].measured, other.asked[i].measured[0])
	}
	for want, r := range map[string]*Readings{"8 of 40 answerable questions are refused still": none, "set one of the thresholds lower by hand": other} {
		if s := r.Sweep(); !strings.Contains(s.Unfit(), want) {
			t.Errorf("%q, want %q", s.Unfit(), want)
		}
	}
}
