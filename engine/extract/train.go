package extract

import (
	"math"
	"slices"
	"strings"

	"ibid/engine"
)

// Example is a question with the statements of its evidence, and which of the sentences that answer it each of them holds.
type Example struct {
	Set   string // the corpus that it asks about
	wants *wants
	views []view
	x     [][]float64
	gold  [][]int
	any   bool // a statement holds one
}

// NewExample measures a request. holds lists the sentences of the answer that a statement shows.
func NewExample(set string, r *engine.Request, holds func(statement string) []int) *Example {
	e := &Example{Set: set}
	e.views, e.x, e.wants = features(r)
	for i := range e.views {
		g := holds(e.views[i].Text + " " + e.views[i].Full)
		e.gold = append(e.gold, g)
		e.any = e.any || len(g) > 0
	}
	return e
}

// Train fits a model. The second score is fitted on what the first one says of corpora that it has not seen.
func Train(examples []*Example) *Model {
	m := &Model{rank: fitRank(examples)}
	var sets []string
	for _, e := range examples {
		if !slices.Contains(sets, e.Set) {
			sets = append(sets, e.Set)
		}
	}
	scores := map[*Example][]float64{}
	for _, set := range sets {
		var others, own []*Example
		for _, e := range examples {
			if e.Set == set {
				own = append(own, e)
			} else {
				others = append(others, e)
			}
		}
		l := m.rank
		if len(others) > 0 {
			l = fitRank(others)
		}
		for _, e := range own {
			scores[e] = l.all(e.x)
		}
	}
	m.more = fitMore(examples, scores)
	return m
}

func (l *linear) all(x [][]float64) []float64 {
	out := make([]float64, len(x))
	for i := range x {
		out[i] = l.score(x[i])
	}
	return out
}

// Regularisation, chosen on the development corpora, each left out in turn: of rankPenalty the best likelihood of the statements
// that answer is at 2 to 5, and falls on both sides.
const (
	rankPenalty = 5.0 // of the squared weights, over the number of questions
	morePenalty = 25.0
)

// fitRank fits the score that ranks: the cross entropy of a softmax over the statements of each question and the uniform
// distribution over those that answer it (Cao et al. 2007, ListNet), with a penalty on squared weights. What speaks for a
// statement may only help, and what speaks against it only hurt.
func fitRank(examples []*Example) linear {
	var rows [][]float64
	type list struct{ from, to int }
	var lists []list
	var target []float64
	for _, e := range examples {
		if !e.any {
			continue
		}
		n := 0.0
		for _, g := range e.gold {
			n += b2f(len(g) > 0)
		}
		lists = append(lists, list{len(rows), len(rows) + len(e.x)})
		rows = append(rows, e.x...)
		for _, g := range e.gold {
			target = append(target, b2f(len(g) > 0)/n)
		}
	}
	l, z := standardise(rows, len(rankFeatures()))
	n := float64(len(lists))
	lower, upper := make([]float64, len(l.weight)), make([]float64, len(l.weight))
	for i, name := range rankFeatures() {
		lower[i], upper[i] = bounds(name)
	}
	p := make([]float64, len(z))
	minimise(l.weight, lower, upper, func(w, gradient []float64) float64 {
		loss := 0.0
		for i := range w {
			loss += rankPenalty / n * w[i] * w[i]
			gradient[i] = 2 * rankPenalty / n * w[i]
		}
		for _, li := range lists {
			top, sum := math.Inf(-1), 0.0
			for i := li.from; i < li.to; i++ {
				p[i] = dot(w, z[i])
				top = max(top, p[i])
			}
			for i := li.from; i < li.to; i++ {
				p[i] = math.Exp(p[i] - top)
				sum += p[i]
			}
			for i := li.from; i < li.to; i++ {
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
	return l
}

// bounds are those of a feature's weight.
func bounds(name string) (lower, upper float64) {
	kind, _, _ := strings.Cut(name, ".")
	switch kind {
	case "against":
		return math.Inf(-1), 0
	case "kind":
		return math.Inf(-1), math.Inf(1)
	}
	return 0, math.Inf(1)
}

// fitMore fits the log odds that a statement shown next adds a sentence of the answer: logistic regression over the
// statements that may follow, first along the best by rank, then along what that fit would show.
func fitMore(examples []*Example, scores map[*Example][]float64) linear {
	var m Model
	const rounds, steps = 2, 4
	for range rounds {
		var rows [][]float64
		var adds []bool
		for _, e := range examples {
			s := scores[e]
			order := byScore(s)
			shown := []int{order[0]}
			for range steps {
				have := map[int]bool{}
				for _, i := range shown {
					for _, g := range e.gold[i] {
						have[g] = true
					}
				}
				best, odds := -1, math.Inf(-1)
				for _, c := range m.next(e.wants, e.views, s, order, shown) {
					rows = append(rows, c.features)
					adds = append(adds, slices.ContainsFunc(e.gold[c.at], func(g int) bool { return !have[g] }))
					o := s[c.at]
					if m.more.weight != nil {
						o = m.more.score(c.features)
					}
					if o > odds {
						best, odds = c.at, o
					}
				}
				if best < 0 {
					break
				}
				shown = append(shown, best)
			}
		}
		m.more = fitLogistic(rows, adds, morePenalty)
	}
	return m.more
}

// fitLogistic is logistic regression with a penalty on squared weights.
func fitLogistic(rows [][]float64, yes []bool, penalty float64) linear {
	l, z := standardise(rows, len(rows[0]))
	w := make([]float64, len(l.weight)+1) // the last is the bias
	free := make([]float64, len(w))
	lower := slices.Repeat([]float64{math.Inf(-1)}, len(w))
	for i := range free {
		free[i] = math.Inf(1)
	}
	n := float64(len(rows))
	minimise(w, lower, free, func(w, gradient []float64) float64 {
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
			y := b2f(yes[i])
			loss += (math.Max(s, 0) - s*y + math.Log1p(math.Exp(-math.Abs(s)))) / n
			d := (1/(1+math.Exp(-s)) - y) / n
			for k, x := range z[i] {
				gradient[k] += d * x
			}
			gradient[last] += d
		}
		return loss
	})
	copy(l.weight, w)
	l.bias = w[len(w)-1]
	return l
}

// standardise measures rows in standard deviations from their mean.
func standardise(rows [][]float64, n int) (linear, [][]float64) {
	l := linear{mean: make([]float64, n), scale: make([]float64, n), weight: make([]float64, n)}
	for _, r := range rows {
		for i, x := range r {
			l.mean[i] += x / float64(len(rows))
		}
	}
	for _, r := range rows {
		for i, x := range r {
			l.scale[i] += (x - l.mean[i]) * (x - l.mean[i]) / float64(len(rows))
		}
	}
	for i := range l.scale {
		l.scale[i] = math.Sqrt(l.scale[i]) + 1e-6
	}
	z := make([][]float64, len(rows))
	for k, r := range rows {
		z[k] = make([]float64, n)
		for i, x := range r {
			z[k][i] = min(max((x-l.mean[i])/l.scale[i], -outlier), outlier)
		}
	}
	return l, z
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
	const most, enough = 400, 1e-7
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
