package extract

import (
	"math"
	"slices"
	"strings"

	"ibid/engine"
)

// Example is a question with the statements of its evidence, and which of the sentences that answer it each of them holds.
type Example struct {
	Set        string // the corpus that it asks about
	answerable bool
	q          *meter
	x          [][]float64
	names      []string
	gold       [][]int
	any        bool // a statement holds one
}

// NewExample measures a request. holds lists the sentences, or else the facts, of the answer that a statement of a piece of evidence shows;
// it is nil where the documents have no answer.
func NewExample(set string, r *engine.Request, holds func(ev *engine.Evidence, statement string) []int) *Example {
	e := &Example{Set: set, q: newMeter(r), answerable: holds != nil}
	for i, f := range e.q.all() {
		e.names, e.x = names(f), append(e.x, values(f))
		var g []int
		if holds != nil {
			g = holds(e.q.views[i].ev, e.q.views[i].Text+" "+e.q.views[i].Full)
		}
		e.gold = append(e.gold, g)
		e.any = e.any || len(g) > 0
	}
	return e
}

// Shows tells whether a statement shows something of the answer.
func (e *Example) Shows() bool { return e.any }

// folds are the parts of the corpora that are left out in turn, to see what a score says of what it was not fitted on.
const folds = 4

// Train fits a model. The second and the third score are fitted on what the ones before say of corpora that they have not seen.
func Train(examples []*Example) *Model {
	m := &Model{rank: fitRank(examples, nil)}
	scores := map[*Example][]float64{}
	apart(examples, func(own, others []*Example) {
		l := fitRank(others, m.rank.weight)
		for _, e := range own {
			scores[e] = l.all(e.x)
		}
	})
	m.more = fitMore(examples, scores)
	m.answers = fitAnswers(examples, scores, m)
	return m
}

// apart hands each part of the corpora over with the others.
func apart(examples []*Example, each func(own, others []*Example)) {
	fold := map[string]int{}
	for _, e := range examples {
		if _, ok := fold[e.Set]; !ok {
			fold[e.Set] = len(fold) % folds
		}
	}
	for k := range folds {
		var own, others []*Example
		for _, e := range examples {
			if fold[e.Set] == k {
				own = append(own, e)
			} else {
				others = append(others, e)
			}
		}
		if len(others) == 0 {
			others = own // there is but one corpus
		}
		if len(own) > 0 {
			each(own, others)
		}
	}
}

// refused is the share of the questions with an answer that the third score may refuse.
const refused = 0.06

// fitAnswers fits the log odds that a question has an answer, and moves them so that below 0 there are as many as may be refused, of
// corpora that were left out.
func fitAnswers(examples []*Example, scores map[*Example][]float64, m *Model) linear {
	rows := map[*Example][]float64{}
	var columns []string
	for _, e := range examples {
		if d := e.q.demand(); !slices.ContainsFunc(e.q.views, func(v view) bool { return e.q.meets(&v, &d) }) {
			continue // refused without it
		}
		f := e.q.evidence(scores[e], m.choose(e.q, scores[e], byScore(scores[e])[0]))
		rows[e], columns = values(f), names(f)
	}
	fit := func(examples []*Example) linear {
		var x [][]float64
		var y []bool
		for _, e := range examples {
			if rows[e] == nil {
				continue
			}
			x, y = append(x, rows[e]), append(y, e.answerable)
		}
		return fitLogistic(x, y, columns, answerPenalty, true)
	}
	var odds []float64
	apart(examples, func(own, others []*Example) {
		l := fit(others)
		for _, e := range own {
			if e.answerable && rows[e] != nil {
				odds = append(odds, l.score(rows[e]))
			}
		}
	})
	l := fit(examples)
	slices.Sort(odds)
	if len(odds) > 0 {
		l.bias -= odds[int(refused*float64(len(odds)))]
	}
	return l
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
	rankPenalty   = 5.0 // of the squared weights, over the number of questions
	morePenalty   = 25.0
	answerPenalty = 5.0
)

// fitRank fits the score that ranks: the cross entropy of a softmax over the statements of each question and the uniform
// distribution over those that answer it (Cao et al. 2007, ListNet), with a penalty on squared weights. What speaks for a
// statement may only help, and what speaks against it only hurt.
func fitRank(examples []*Example, start []float64) linear {
	var rows [][]float64
	type list struct{ from, to int }
	var lists []list
	var target []float64
	around := slices.Index(examples[0].names, "hold.all") // what has nothing of the question is no rival
	for _, e := range examples {
		if !e.any {
			continue
		}
		n := 0.0
		for _, g := range e.gold {
			n += b2f(len(g) > 0)
		}
		lists = append(lists, list{from: len(rows)})
		for i, g := range e.gold {
			if len(g) > 0 || e.x[i][around] > 0 {
				rows, target = append(rows, e.x[i]), append(target, b2f(len(g) > 0)/n)
			}
		}
		lists[len(lists)-1].to = len(rows)
	}
	l, z := standardise(rows, examples[0].names)
	copy(l.weight, start)
	n := float64(len(lists))
	lower, upper := make([]float64, len(l.weight)), make([]float64, len(l.weight))
	for i, name := range l.names {
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

// leastSure is the least weight of what is certain, and too rare for a fit to learn that.
const leastSure = 0.5

// bounds are those of a feature's weight.
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

// fitMore fits the log odds that a statement shown next adds a sentence of the answer: logistic regression over the
// statements that may follow, first along the best by rank, then along what that fit would show.
func fitMore(examples []*Example, scores map[*Example][]float64) linear {
	var m Model
	const rounds, steps = 2, 4
	for range rounds {
		var columns []string
		var rows [][]float64
		var adds []bool
		for _, e := range examples {
			if !e.any {
				continue
			}
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
				for _, c := range e.q.next(s, order, shown) {
					rows, columns = append(rows, c.values), c.names
					adds = append(adds, slices.ContainsFunc(e.gold[c.at], func(g int) bool { return !have[g] }))
					o := s[c.at]
					if m.more.weight != nil {
						o = m.more.score(c.values)
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
		m.more = fitLogistic(rows, adds, columns, morePenalty, false)
	}
	return m.more
}

// fitLogistic is logistic regression with a penalty on squared weights.
func fitLogistic(rows [][]float64, yes []bool, names []string, penalty float64, signed bool) linear {
	l, z := standardise(rows, names)
	w := make([]float64, len(l.weight)+1) // the last is the bias
	lower, upper := make([]float64, len(w)), make([]float64, len(w))
	for i := range w {
		lower[i], upper[i] = math.Inf(-1), math.Inf(1)
		if signed && i < len(names) {
			lower[i], upper[i] = bounds(names[i])
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
func standardise(rows [][]float64, names []string) (linear, [][]float64) {
	n := len(names)
	l := linear{names: names, mean: make([]float64, n), scale: make([]float64, n), weight: make([]float64, n)}
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
