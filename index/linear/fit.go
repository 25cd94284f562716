package linear

import (
	"math"
	"slices"
)

// List are rivals of which some are right.
type List struct {
	Rows  [][]float64
	Right []bool
}

// Rank fits the score that ranks what is right before its rivals: the cross entropy of a softmax over the rows of
// each list and the uniform distribution over those that are right (Cao et al. 2007, ListNet), with a penalty on
// squared weights over the number of lists. Lists without any that is right are passed over. start, if not nil, is
// where the weights begin.
func Rank(lists []List, names []string, penalty float64, start []float64) Score {
	type span struct{ from, to int }
	var rows [][]float64
	var spans []span
	var target []float64
	for _, l := range lists {
		n := 0.0
		for _, right := range l.Right {
			n += One(right)
		}
		if n == 0 {
			continue
		}
		spans = append(spans, span{len(rows), len(rows) + len(l.Rows)})
		rows = append(rows, l.Rows...)
		for _, right := range l.Right {
			target = append(target, One(right)/n)
		}
	}
	s, z := standardise(rows, names)
	copy(s.Weight, start)
	n := float64(len(spans))
	lower, upper := make([]float64, len(names)), make([]float64, len(names))
	for i, name := range names {
		lower[i], upper[i] = Bounds(name)
	}
	p := make([]float64, len(z))
	minimise(s.Weight, lower, upper, func(w, gradient []float64) float64 {
		loss := 0.0
		for i := range w {
			loss += penalty / n * w[i] * w[i]
			gradient[i] = 2 * penalty / n * w[i]
		}
		for _, l := range spans {
			top, sum := math.Inf(-1), 0.0
			for i := l.from; i < l.to; i++ {
				p[i] = dot(w, z[i])
				top = max(top, p[i])
			}
			for i := l.from; i < l.to; i++ {
				p[i] = math.Exp(p[i] - top)
				sum += p[i]
			}
			for i := l.from; i < l.to; i++ {
				q := p[i] / sum
				if target[i] > 0 {
					loss -= target[i] * math.Log(q+1e-12) / n
				}
				if d := (q - target[i]) / n; d != 0 {
					for k, x := range z[i] {
						gradient[k] += d * x
					}
				}
			}
		}
		return loss
	})
	return s
}

// Odds fits the log odds of yes: logistic regression with a penalty on squared weights over the number of rows.
// signed holds the weights within their bounds.
func Odds(rows [][]float64, yes []bool, names []string, penalty float64, signed bool) Score {
	s, z := standardise(rows, names)
	w := make([]float64, len(names)+1) // the last is the bias
	lower, upper := make([]float64, len(w)), make([]float64, len(w))
	for i := range w {
		lower[i], upper[i] = math.Inf(-1), math.Inf(1)
		if signed && i < len(names) {
			lower[i], upper[i] = Bounds(names[i])
		}
	}
	n := float64(len(rows))
	minimise(w, lower, upper, func(w, gradient []float64) float64 {
		loss, last := 0.0, len(w)-1
		for i := range w {
			gradient[i] = 0
			if i < last {
				loss += penalty / n * w[i] * w[i]
				gradient[i] = 2 * penalty / n * w[i]
			}
		}
		for i := range z {
			s := dot(w[:last], z[i]) + w[last]
			y := One(yes[i])
			loss += (math.Max(s, 0) - s*y + math.Log1p(math.Exp(-math.Abs(s)))) / n
			d := (1/(1+math.Exp(-s)) - y) / n
			for k, x := range z[i] {
				gradient[k] += d * x
			}
			gradient[last] += d
		}
		return loss
	})
	copy(s.Weight, w)
	s.Bias = w[len(w)-1]
	return s
}

// standardise measures rows in standard deviations from their mean.
func standardise(rows [][]float64, names []string) (Score, [][]float64) {
	n := len(names)
	s := Score{Names: names, Mean: make([]float64, n), Scale: make([]float64, n), Weight: make([]float64, n)}
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
