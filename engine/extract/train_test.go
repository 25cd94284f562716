package extract

import (
	"math"
	"slices"

	"ibid/engine"
	"ibid/engine/eval"
	"ibid/index/linear"
)

// example is a question with the statements of its evidence, and which of the sentences that answer it each of them
// holds.
type example struct {
	set        string // the corpus that it asks about
	answerable bool
	q          *meter
	x          [][]float64
	names      []string
	gold       [][]int
	any        bool // a statement holds one
}

// newExample measures a request. Of each statement it lists the sentences of the answer that it shows or, where none
// are known, the facts that it holds in a gold place.
func newExample(set string, r *engine.Request, asked *eval.Question) *example {
	e := &example{set: set, q: newMeter(r), answerable: asked.Answerable}
	sentences := slices.Concat(asked.GoldSentences, asked.AlsoSentences)
	for i, f := range e.q.all() {
		v := &e.q.views[i]
		statement := v.Text + " " + v.Full
		var gold []int
		switch {
		case !asked.Answerable:
		case len(sentences) > 0:
			gold = eval.Shows(statement, sentences)
		case slices.ContainsFunc(asked.Gold, func(p eval.Place) bool { return p.In(&v.ev.Chunk) }):
			for k, fact := range asked.Facts {
				if eval.HoldsFact(statement, fact) {
					gold = append(gold, k)
				}
			}
		}
		e.names, e.x, e.gold = f.Names(), append(e.x, f.Values()), append(e.gold, gold)
		e.any = e.any || len(gold) > 0
	}
	return e
}

// folds are the parts of the corpora that are left out in turn, to see what a score says of what it was not fitted on.
const folds = 4

// train fits a model. The second and the third score are fitted on what the ones before say of corpora that they have
// not seen.
func train(samples []sample) *Model {
	var examples []*example
	for _, s := range samples {
		examples = append(examples, s.examples...)
	}
	m := &Model{rank: fitRank(examples, nil)}
	scores := map[*example][]float64{}
	apart(examples, func(own, others []*example) {
		l := fitRank(others, m.rank.Weight)
		for _, e := range own {
			for _, x := range e.x {
				scores[e] = append(scores[e], l.At(x))
			}
		}
	})
	m.more = fitMore(examples, scores)
	m.answers = fitAnswers(examples, scores, m)
	return m
}

// apart hands each part of the corpora over with the others.
func apart(examples []*example, each func(own, others []*example)) {
	fold := map[string]int{}
	for _, e := range examples {
		if _, ok := fold[e.set]; !ok {
			fold[e.set] = len(fold) % folds
		}
	}
	for k := range folds {
		var own, others []*example
		for _, e := range examples {
			if fold[e.set] == k {
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

// fitAnswers fits the log odds that a question has an answer, and moves them so that below 0 there are as many as may
// be refused, of corpora that were left out.
func fitAnswers(examples []*example, scores map[*example][]float64, m *Model) linear.Score {
	rows := map[*example][]float64{}
	var columns []string
	for _, e := range examples {
		if !e.q.met() {
			continue // refused without it
		}
		f := e.q.evidence(scores[e], m.choose(e.q, scores[e], byScore(scores[e])[0]))
		rows[e], columns = f.Values(), f.Names()
	}
	fit := func(examples []*example) linear.Score {
		var x [][]float64
		var y []bool
		for _, e := range examples {
			if rows[e] == nil {
				continue
			}
			x, y = append(x, rows[e]), append(y, e.answerable)
		}
		return fitOdds(x, y, columns, answerPenalty, true)
	}
	var odds []float64
	apart(examples, func(own, others []*example) {
		l := fit(others)
		for _, e := range own {
			if e.answerable && rows[e] != nil {
				odds = append(odds, l.At(rows[e]))
			}
		}
	})
	l := fit(examples)
	slices.Sort(odds)
	if len(odds) > 0 {
		l.Bias -= odds[int(refused*float64(len(odds)))]
	}
	return l
}

// Regularisation, chosen on the development corpora, each left out in turn: of rankPenalty the best likelihood of the
// statements that answer is at 2 to 5, and falls on both sides.
const (
	rankPenalty   = 5.0 // of the squared weights, over the number of questions
	morePenalty   = 25.0
	answerPenalty = 5.0
)

// fitRank fits the score that ranks the statements of a question. What has nothing of the question is no rival.
func fitRank(examples []*example, start []float64) linear.Score {
	around := slices.Index(examples[0].names, "hold.all")
	var lists []list
	for _, e := range examples {
		var l list
		for i, g := range e.gold {
			if len(g) > 0 || e.x[i][around] > 0 {
				l.rows, l.right = append(l.rows, e.x[i]), append(l.right, len(g) > 0)
			}
		}
		lists = append(lists, l)
	}
	return fitRanking(lists, examples[0].names, rankPenalty, start)
}

// fitMore fits the log odds that a statement shown next adds a sentence of the answer: logistic regression over the
// statements that may follow, first along the best by rank, then along what that fit would show.
func fitMore(examples []*example, scores map[*example][]float64) linear.Score {
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
					rows, columns = append(rows, c.Values()), c.Names()
					adds = append(adds, slices.ContainsFunc(e.gold[c.at], func(g int) bool { return !have[g] }))
					o := s[c.at]
					if m.more.Weight != nil {
						o = m.more.At(c.Values())
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
		m.more = fitOdds(rows, adds, columns, morePenalty, false)
	}
	return m.more
}
