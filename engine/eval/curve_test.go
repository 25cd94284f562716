package eval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestCandidatesPartValues(t *testing.T) {
	tests := []struct {
		zero   bool
		values []float64
		want   []float64
	}{
		{true, []float64{0.2, 0.4, 1}, []float64{0.1, 0.3, 0.7}},
		{true, []float64{0, 0.4}, []float64{0, 0.2, 0.7}},
		{false, []float64{0, 0.4}, []float64{0.2, 0.7}},
		{true, []float64{-0.5, 0.5}, []float64{0, 0.3, 0.8}},
		{true, []float64{0.311, 0.312}, []float64{0.2, 0.3115, 0.7}},
		{true, nil, []float64{0.5}},
	}
	for _, tt := range tests {
		if got := candidates(knob{zero: tt.zero}, tt.values); !slices.Equal(got, tt.want) {
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

func TestFoldsAreStratifiedAndStable(t *testing.T) {
	var questions []asked
	for i := range 74 {
		questions = append(questions, asked{id: fmt.Sprintf("q%03d", i), answerable: i%4 != 0})
	}
	for _, k := range []int{2, 5, 74} {
		of := folds(questions, k)
		count := map[bool][]int{true: make([]int, k), false: make([]int, k)}
		for i, f := range of {
			count[questions[i].answerable][f]++
		}
		for class, n := range count {
			if slices.Max(n)-slices.Min(n) > 1 {
				t.Errorf("%d folds, answerable %v: %v", k, class, n)
			}
		}
		all := make([]int, k)
		for _, f := range of {
			all[f]++
		}
		if slices.Max(all)-slices.Min(all) > 1 {
			t.Errorf("%d folds: %v", k, all)
		}
		byID := map[string]int{}
		for i, f := range of {
			byID[questions[i].id] = f
		}
		shuffled := slices.Clone(questions)
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		for i, f := range folds(shuffled, k) {
			if byID[shuffled[i].id] != f {
				t.Fatalf("%d folds: %s moved with the order", k, shuffled[i].id)
			}
		}
	}
	got := folds(questions[:6], 2)
	if want := []int{1, 0, 1, 1, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("the folds are others than they were: %v, want %v", got, want)
	}
}

// made are readings of coverage alone: answerable questions measure these values, and unanswerable ones those.
func made(answerable, unanswerable []float64) *Readings {
	r := &Readings{Form: Documents, knobs: knobs(Documents)[1:2], now: []float64{0.28}, warns: []bool{false}}
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

func TestCalibrateFindsTheGap(t *testing.T) {
	r := made(steps(40, 0.6, 0.01), steps(20, 0.1, 0.01)) // 0.6 and up; 0.29 and down
	for _, k := range []int{2, 5} {
		c, err := Calibrate(r, k)
		if err != nil {
			t.Fatal(err)
		}
		th := c.Thresholds[0]
		if !th.Possible || th.Proposed < 0.4 || th.Proposed > 0.5 || th.Rates.FalseAnswer.Count != 0 || th.Rates.FalseRefusal.Count != 0 {
			t.Errorf("%d folds: %+v", k, th)
		}
		if th.Held != (Rates{Rate{0, 40}, Rate{0, 20}}) || c.Unfit() != "" || len(th.Chosen) != k {
			t.Errorf("%d folds: held %+v, unfit %q", k, th.Held, c.Unfit())
		}
		if th.Now != (Rates{Rate{0, 40}, Rate{2, 20}}) {
			t.Errorf("now %+v", th.Now)
		}
	}
}

// The median of the folds never takes the place of a threshold that is better on all questions.
func TestCalibrateKeepsTheBetter(t *testing.T) {
	for _, tt := range []struct {
		some, others [2]int // false refusals, false answers
		want         bool
	}{
		{[2]int{2, 3}, [2]int{4, 3}, true},
		{[2]int{2, 2}, [2]int{2, 3}, true},
		{[2]int{2, 3}, [2]int{2, 3}, true},
		{[2]int{1, 4}, [2]int{2, 3}, false},
		{[2]int{4, 2}, [2]int{2, 3}, false},
	} {
		rates := func(n [2]int) Rates {
			return Rates{FalseRefusal: Rate{Count: n[0], Of: 50}, FalseAnswer: Rate{Count: n[1], Of: 20}}
		}
		if got := noWorse(rates(tt.some), rates(tt.others)); got != tt.want {
			t.Errorf("%v before %v: %v", tt.some, tt.others, got)
		}
	}
}

func TestCalibrateUnfit(t *testing.T) {
	few := made(steps(9, 0.6, 0.01), steps(20, 0.1, 0.01))
	refused := made(steps(40, 0.6, 0.01), steps(20, 0.1, 0.01))
	for i := range 8 {
		refused.asked[i].refused = true
	}
	none := made(slices.Repeat([]float64{math.NaN()}, 20), slices.Repeat([]float64{math.NaN()}, 20))
	for name, r := range map[string]*Readings{"too few": few, "the other gates": refused, "nothing measured": none} {
		c, err := Calibrate(r, 2)
		if err != nil || c.Unfit() == "" {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
	c, _ := Calibrate(refused, 2)
	if th := c.Thresholds[0]; th.Possible || th.Proposed != 0.28 || th.Rates != th.Now {
		t.Errorf("%+v", th)
	}
	if _, err := Calibrate(few, 1); err == nil {
		t.Error("one fold was taken")
	}
	if _, err := Calibrate(few, 30); err == nil {
		t.Error("more folds than questions were taken")
	}
}

// TestCalibrateLeavesWellAlone: a threshold as good as any is not moved, in no fold either.
func TestCalibrateLeavesWellAlone(t *testing.T) {
	r := made(steps(40, 0.6, 0.01), steps(20, 0.1, 0.01))
	r.now[0] = 0.55 // in the gap, but not in its middle
	c, err := Calibrate(r, 5)
	if err != nil {
		t.Fatal(err)
	}
	th := c.Thresholds[0]
	if th.Proposed != 0.55 || th.Fewest.Threshold != 0.55 || th.Fewest.Rates != th.Now {
		t.Errorf("proposed %v, fewest mistakes %+v", th.Proposed, th.Fewest)
	}
	for _, f := range th.Chosen {
		if f.Threshold != 0.55 {
			t.Errorf("a fold chose %v", f.Threshold)
		}
	}
}

func TestFewestMistakes(t *testing.T) {
	point := func(threshold float64, refused, answered int) Point {
		return Point{threshold, Rates{Rate{refused, 40}, Rate{answered, 20}}}
	}
	points := []Point{point(0.1, 0, 5), point(0.2, 1, 1), point(0.3, 2, 0), point(0.4, 9, 0)}
	for present, want := range map[int]float64{-1: 0.3, 0: 0.3, 1: 0.2, 2: 0.3} {
		if got := fewestMistakes(points, present); got.Threshold != want {
			t.Errorf("present %d: %v, want %v", present, got.Threshold, want)
		}
	}
}

// TestUnfitSaysWhatToDo: what refuses too much is another gate's threshold, or no threshold at all.
func TestUnfitSaysWhatToDo(t *testing.T) {
	none := made(steps(40, 0.6, 0.01), steps(20, 0.1, 0.01))
	for i := range 8 {
		none.asked[i].refused = true
	}
	other := made(steps(40, 0.6, 0.01), steps(20, 0.1, 0.01))
	other.knobs, other.now, other.warns = knobs(Passages), []float64{0.9, 0.9}, []bool{false, false}
	for i := range other.asked {
		other.asked[i].measured = append(other.asked[i].measured, other.asked[i].measured[0])
	}
	for want, r := range map[string]*Readings{"8 of 40 answerable questions are refused still": none, "set one of the thresholds lower by hand": other} {
		c, err := Calibrate(r, 2)
		if err != nil || !strings.Contains(c.Unfit(), want) {
			t.Errorf("%q, want %q (%v)", c.Unfit(), want, err)
		}
	}
}
