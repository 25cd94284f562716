package extract

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// fit is a linear score over features in standard deviations from their mean.
type fit struct {
	bias                    float64
	weight, mean, deviation []float64
}

// at is the score of a row.
func (s *fit) at(row []float64) float64 {
	sum := s.bias
	for i, x := range row {
		sum += s.weight[i] * min(max((x-s.mean[i])/s.deviation[i], -outlier), outlier)
	}
	return sum
}

// list are rivals of which some are right.
type list struct {
	rows  [][]float64
	right []bool
}

// fitRanking fits the score that ranks what is right before its rivals: the cross entropy of a softmax over the rows of
// each list and the uniform distribution over those that are right (Cao et al. 2007, ListNet), with a penalty on
// squared weights over the number of lists. Lists without any that is right are passed over.
func fitRanking(lists []list, names []string, penalty float64) fit {
	var rows [][]float64
	lists = slices.DeleteFunc(slices.Clone(lists), func(l list) bool { return !slices.Contains(l.right, true) })
	for _, l := range lists {
		rows = append(rows, l.rows...)
	}
	n := float64(len(lists))
	return newFit(rows, names, penalty/n, false, func(s, d []float64) (loss float64) {
		for _, l := range lists {
			top, sum, right := slices.Max(s[:len(l.rows)]), 0.0, 0.0
			for i := range l.rows {
				sum += math.Exp(s[i] - top)
				right += one(l.right[i])
			}
			for i := range l.rows {
				q, target := math.Exp(s[i]-top)/sum, one(l.right[i])/right
				loss -= target * math.Log(q+1e-12) / n
				d[i] = (q - target) / n
			}
			s, d = s[len(l.rows):], d[len(l.rows):]
		}
		return loss
	})
}

// fitOdds fits the log-odds of yes: logistic regression with a penalty on squared weights over the number of rows.
func fitOdds(rows [][]float64, yes []bool, names []string, penalty float64) fit {
	n := float64(len(rows))
	return newFit(rows, names, penalty/n, true, func(s, d []float64) (loss float64) {
		for i, s := range s {
			y := one(yes[i])
			loss += (math.Max(s, 0) - s*y + math.Log1p(math.Exp(-math.Abs(s)))) / n
			d[i] = (1/(1+math.Exp(-s)) - y) / n
		}
		return loss
	})
}

// newFit finds the weights with the least loss within their bounds by projected gradients. of gets the scores of the
// rows, tells their loss, and fills in how it changes with each.
func newFit(rows [][]float64, names []string, penalty float64, bias bool, of func(s, d []float64) float64) fit {
	f, z := standardise(rows, len(names))
	k := len(names)
	scores, d := make([]float64, len(z)), make([]float64, len(z))
	loss := func(w, gradient []float64) float64 {
		for i := range z {
			scores[i] = dot(w[:k], z[i]) + w[k]
		}
		sum := of(scores, d)
		clear(gradient)
		for j, x := range w[:k] {
			sum += penalty * x * x
			gradient[j] = 2 * penalty * x
		}
		for i := range z {
			for j, x := range z[i] {
				gradient[j] += d[i] * x
			}
			gradient[k] += d[i] * one(bias)
		}
		return sum
	}
	const most, enough = 3000, 1e-9
	w, g, next, ahead := make([]float64, k+1), make([]float64, k+1), make([]float64, k+1), make([]float64, k+1)
	move := func(to, from []float64, step float64) {
		for i, name := range names {
			lower, upper := bounds(name)
			to[i] = min(max(from[i]-step*g[i], lower), upper)
		}
		to[k] = from[k] - step*g[k]
	}
	move(w, w, 0)
	value, step := loss(w, g), 1.0
	for range most {
		move(next, w, step)
		got := loss(next, ahead)
		if got > value {
			step /= 2
			continue
		}
		done := value-got < enough
		w, next, g, ahead, value, step = next, w, ahead, g, got, step*1.5
		if done {
			break
		}
	}
	f.weight, f.bias = w[:k], w[k]
	return f
}

// leastSure is the least weight of what is certain, and too rare for a fit to learn that.
const leastSure = 0.5

// bounds are those of the weight of a feature: none above 0 where its name begins with "against.", none below leastSure
// with "sure.", none below 0 otherwise.
func bounds(name string) (lower, upper float64) {
	switch kind, _, _ := strings.Cut(name, "."); kind {
	case "sure":
		return leastSure, math.Inf(1)
	case "against":
		return math.Inf(-1), 0
	}
	return 0, math.Inf(1)
}

// standardise measures rows of n numbers in standard deviations from their mean.
func standardise(rows [][]float64, n int) (fit, [][]float64) {
	s := fit{mean: make([]float64, n), deviation: make([]float64, n)}
	for _, r := range rows {
		for i, x := range r {
			s.mean[i] += x / float64(len(rows))
		}
	}
	for _, r := range rows {
		for i, x := range r {
			s.deviation[i] += (x - s.mean[i]) * (x - s.mean[i]) / float64(len(rows))
		}
	}
	for i := range s.deviation {
		s.deviation[i] = math.Sqrt(s.deviation[i]) + 1e-6
	}
	z := make([][]float64, len(rows))
	for k, r := range rows {
		z[k] = make([]float64, n)
		for i, x := range r {
			z[k][i] = min(max((x-s.mean[i])/s.deviation[i], -outlier), outlier)
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

// TestFit: what tells right from wrong gets its weight, within the bounds of its name, whichever loss fits it.
func TestFit(t *testing.T) {
	names := []string{"tells", "against.tells", "sure.silent", "misleads"}
	var lists []list
	var rows [][]float64
	var yes []bool
	for i := range 20 {
		noise := float64(i%3) - 1
		right, wrong := []float64{1 + noise, 0, 0, 0}, []float64{noise, 1, 0, 1}
		lists = append(lists, list{[][]float64{wrong, right}, []bool{false, true}})
		rows, yes = append(rows, right, wrong), append(yes, true, false)
	}
	lists = append(lists, list{[][]float64{{9, 9, 9, 9}}, []bool{false}}) // nothing to learn from
	for name, s := range map[string]fit{"rank": fitRanking(lists, names, 1), "odds": fitOdds(rows, yes, names, 1)} {
		w := s.weight
		if w[0] <= 0 || w[1] >= 0 || w[2] != leastSure || w[3] != 0 {
			t.Errorf("%s: %v", name, w)
		}
		if right, wrong := s.at(rows[0]), s.at(rows[1]); right <= wrong || math.IsNaN(right) {
			t.Errorf("%s: %v for right and %v for wrong", name, right, wrong)
		}
	}
}
