package extract

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"ibid/index/linear"
)

// list are rivals of which some are right.
type list struct {
	rows  [][]float64
	right []bool
}

// fitRanking fits the score that ranks what is right before its rivals: the cross entropy of a softmax over the rows of
// each list and the uniform distribution over those that are right (Cao et al. 2007, ListNet), with a penalty on
// squared weights over the number of lists. Lists without any that is right are passed over. start, if not nil, is
// where the weights begin.
func fitRanking(lists []list, names []string, penalty float64, start []float64) linear.Score {
	var rows [][]float64
	var ends []int // of the lists
	var target []float64
	for _, l := range lists {
		n := 0.0
		for _, right := range l.right {
			n += linear.One(right)
		}
		if n == 0 {
			continue
		}
		rows = append(rows, l.rows...)
		ends = append(ends, len(rows))
		for _, right := range l.right {
			target = append(target, linear.One(right)/n)
		}
	}
	f := fitting{names: names, rows: rows, n: float64(len(ends)), penalty: penalty, signed: true, start: start}
	return f.fit(func(s, d []float64, loss float64) float64 {
		from := 0
		for _, to := range ends {
			top, sum := slices.Max(s[from:to]), 0.0
			for i := from; i < to; i++ {
				d[i] = math.Exp(s[i] - top)
				sum += d[i]
			}
			for i := from; i < to; i++ {
				q := d[i] / sum
				if target[i] > 0 {
					loss -= target[i] * math.Log(q+1e-12) / f.n
				}
				d[i] = (q - target[i]) / f.n
			}
			from = to
		}
		return loss
	})
}

// fitOdds fits the log odds of yes: logistic regression with a penalty on squared weights over the number of rows.
// signed holds the weights within their bounds.
func fitOdds(rows [][]float64, yes []bool, names []string, penalty float64, signed bool) linear.Score {
	f := fitting{names: names, rows: rows, n: float64(len(rows)), penalty: penalty, signed: signed, bias: true}
	return f.fit(func(s, d []float64, loss float64) float64 {
		for i, s := range s {
			y := linear.One(yes[i])
			loss += (math.Max(s, 0) - s*y + math.Log1p(math.Exp(-math.Abs(s)))) / f.n
			d[i] = (1/(1+math.Exp(-s)) - y) / f.n
		}
		return loss
	})
}

// fitting is what a linear score is fitted on, and how.
type fitting struct {
	names        []string
	rows         [][]float64
	n, penalty   float64 // the penalty on squared weights is over n
	signed, bias bool
	start        []float64
}

// fit finds the weights with the least loss. f gets the scores of the rows, fills in how the loss changes with each,
// and adds to the loss.
func (f *fitting) fit(of func(s, d []float64, loss float64) float64) linear.Score {
	s, z := standardise(f.rows, f.names)
	k := len(f.names)
	w := make([]float64, k+1) // the last is the bias
	copy(w, f.start)
	lower, upper := make([]float64, k+1), make([]float64, k+1)
	for i := range w {
		switch {
		case i < k && f.signed:
			lower[i], upper[i] = bounds(f.names[i])
		case i < k || f.bias:
			lower[i], upper[i] = math.Inf(-1), math.Inf(1)
		}
	}
	scored, d := make([]float64, len(z)), make([]float64, len(z))
	minimise(w, lower, upper, func(w, gradient []float64) float64 {
		loss := 0.0
		for i, x := range w[:k] {
			loss += f.penalty / f.n * x * x
			gradient[i] = 2 * f.penalty / f.n * x
		}
		for i := range z {
			scored[i] = dot(w[:k], z[i]) + w[k]
		}
		loss = of(scored, d, loss)
		gradient[k] = 0
		for i := range z {
			for j, x := range z[i] {
				gradient[j] += d[i] * x
			}
			gradient[k] += d[i]
		}
		return loss
	})
	copy(s.Weight, w)
	s.Bias = w[k]
	return s
}

// leastSure is the least weight of what is certain, and too rare for a fit to learn that.
const leastSure = 0.5

// bounds are those of the weight of a feature: either sign where its name begins with "kind.", none above 0 with
// "against.", none below leastSure with "sure.", none below 0 otherwise.
func bounds(name string) (lower, upper float64) {
	kind, _, _ := strings.Cut(name, ".")
	switch kind {
	case "sure":
		return leastSure, math.Inf(1)
	case "against":
		return math.Inf(-1), 0
	case "kind":
		return math.Inf(-1), math.Inf(1)
	}
	return 0, math.Inf(1)
}

// write is scores as text, each a bias and a line a feature: its name, weight, mean and standard deviation.
func write(scores ...*linear.Score) string {
	var b strings.Builder
	for _, s := range scores {
		fmt.Fprintf(&b, "bias %.4g\n", s.Bias)
		for i, name := range s.Names {
			fmt.Fprintf(&b, "%s %.4g %.4g %.4g\n", name, s.Weight[i], s.Mean[i], s.Scale[i])
		}
	}
	return b.String()
}

// standardise measures rows in standard deviations from their mean.
func standardise(rows [][]float64, names []string) (linear.Score, [][]float64) {
	n := len(names)
	const outlier = 6 // as linear.Score has it
	s := linear.Score{Names: names, Mean: make([]float64, n), Scale: make([]float64, n), Weight: make([]float64, n)}
	for _, r := range rows {
		for i, x := range r {
			s.Mean[i] += x / float64(len(rows))
		}
	}
	for _, r := range rows {
		for i, x := range r {
			s.Scale[i] += (x - s.Mean[i]) * (x - s.Mean[i]) / float64(len(rows))
		}
	}
	for i := range s.Scale {
		s.Scale[i] = math.Sqrt(s.Scale[i]) + 1e-6
	}
	z := make([][]float64, len(rows))
	for k, r := range rows {
		z[k] = make([]float64, n)
		for i, x := range r {
			z[k][i] = min(max((x-s.Mean[i])/s.Scale[i], -outlier), outlier)
		}
	}
	return s, z
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// minimise finds the least value of a convex function within bounds by projected gradients with momentum (Beck and
// Teboulle 2009, FISTA), started anew where the value grows. x holds the start, then the result.
func minimise(x, lower, upper []float64, f func(x, gradient []float64) float64) {
	const most, enough = 400, 1e-6
	n := len(x)
	y, g, next, scratch := slices.Clone(x), make([]float64, n), make([]float64, n), make([]float64, n)
	step, t, value := 1.0, 1.0, f(x, g)
	for range most {
		fy := f(y, g)
		for {
			move, slope := 0.0, 0.0
			for i := range y {
				next[i] = min(max(y[i]-step*g[i], lower[i]), upper[i])
				d := next[i] - y[i]
				move += d * d
				slope += g[i] * d
			}
			if got := f(next, scratch); got <= fy+slope+move/(2*step)+1e-15 || step < 1e-9 {
				if got > value {
					t = 1
				}
				if math.Abs(value-got) < enough*math.Max(1, math.Abs(got)) && got <= value {
					copy(x, next)
					return
				}
				value = got
				break
			}
			step /= 2
		}
		s := (1 + math.Sqrt(1+4*t*t)) / 2
		for i := range x {
			y[i] = next[i] + (t-1)/s*(next[i]-x[i])
			x[i] = next[i]
		}
		t = s
		step *= 1.1
	}
}

// TestFit: what tells right from wrong gets its weight, within the bounds of its name, whichever loss fits it.
func TestFit(t *testing.T) {
	sure, _ := bounds("sure.silent")
	names := []string{"tells", "against.tells", "kind.tells", "sure.silent", "misleads"}
	var lists []list
	var rows [][]float64
	var yes []bool
	for i := range 20 {
		noise := float64(i%3) - 1
		right, wrong := []float64{1 + noise, 0, 1, 0, 0}, []float64{noise, 1, 0, 0, 1}
		lists = append(lists, list{[][]float64{wrong, right}, []bool{false, true}})
		rows, yes = append(rows, right, wrong), append(yes, true, false)
	}
	lists = append(lists, list{[][]float64{{9, 9, 9, 9, 9}}, []bool{false}}) // nothing to learn from
	for name, s := range map[string]linear.Score{"rank": fitRanking(lists, names, 1, nil), "odds": fitOdds(rows, yes, names, 1, true)} {
		w := s.Weight
		if w[0] <= 0 || w[1] >= 0 || w[2] <= 0 || w[3] != sure || w[4] != 0 {
			t.Errorf("%s: %v", name, w)
		}
		if right, wrong := s.At(rows[0]), s.At(rows[1]); right <= wrong || math.IsNaN(right) {
			t.Errorf("%s: %v for right and %v for wrong", name, right, wrong)
		}
	}
}
