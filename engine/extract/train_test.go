package extract

import (
	"slices"
	"strconv"

	"ibid/engine"
	"ibid/engine/eval"
)

// example is a question with the statements of its evidence, and which of the sentences that answer it each of them
// holds.
type example struct {
	set        string // the corpus that it asks about
	answerable bool
	q          *meter
	signs      engine.Signs
	read       bool
	x          [][]float64
	gold       [][]int
	any        bool // a statement holds one
}

// newExample measures a request. Of each statement it lists the sentences of the answer that it shows or, where none
// are known, the facts that it holds in a gold place.
func newExample(set string, r *engine.Request, asked *eval.Question) *example {
	e := &example{set: set, q: newMeter(r), answerable: asked.Answerable}
	e.signs, e.read = r.Signs()
	sentences := slices.Concat(asked.GoldSentences, asked.AlsoSentences)
	for i := range e.q.views {
		v, x := &e.q.views[i], e.q.measure(i)
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
		e.x, e.gold = append(e.x, x[:]), append(e.gold, gold)
		e.any = e.any || len(gold) > 0
	}
	return e
}

// Regularisation, chosen on the development corpora, each left out in turn: of rankPenalty the best likelihood of the
// statements that answer is at 2 to 5, and falls on both sides.
const (
	rankPenalty = 5.0 // of the squared weights, over the number of questions
	oddsPenalty = 1.0
)

// train fits what ranks the statements of a question. What has nothing of the question is no rival.
func train(examples []*example) *weights {
	names := make([]string, len(features))
	for k := range features {
		names[k] = features[k].name
	}
	around := slices.Index(names, "hold.all")
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
	f := fitRanking(lists, names, rankPenalty)
	w := new(weights)
	for k := range w {
		w[k] = weight{name: names[k], weight: rounded(f.weight[k]), mean: rounded(f.mean[k]), deviation: rounded(f.deviation[k])}
	}
	return w
}

// rounded is a number to four digits, as it is written.
func rounded(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64)
	return x
}

// refused is the share of the questions with an answer that may be refused because they seem to have none.
const refused = 0.07

// trainOdds fits the log-odds that a question is answered, and moves them so that below 0 there are as many as may be
// refused, of corpora that were left out.
func trainOdds(examples []*example) engine.Odds {
	fitOf := func(examples []*example) engine.Odds {
		var rows [][]float64
		var yes []bool
		for _, e := range examples {
			if e.read {
				s := e.signs
				rows, yes = append(rows, []float64{s.Best, s.Held, s.Unshown, s.Unknown}), append(yes, e.answerable)
			}
		}
		f := fitOdds(rows, yes, []string{"best", "held", "against.unshown", "against.unknown"}, oddsPenalty)
		o := engine.Odds{Bias: f.bias}
		for i, to := range []*float64{&o.Best, &o.Held, &o.Unshown, &o.Unknown} {
			*to = rounded(f.weight[i] / f.deviation[i])
			o.Bias -= f.mean[i] * *to
		}
		return o
	}
	var odds []float64
	of := map[string]engine.Odds{}
	for _, e := range examples {
		o, ok := of[e.set]
		if !ok {
			o = fitOf(slices.DeleteFunc(slices.Clone(examples), func(other *example) bool { return other.set == e.set }))
			of[e.set] = o
		}
		if e.answerable && e.read {
			odds = append(odds, o.Of(e.signs))
		}
	}
	o := fitOf(examples)
	slices.Sort(odds)
	if len(odds) > 0 {
		o.Bias = rounded(o.Bias - odds[int(refused*float64(len(odds)))])
	}
	return o
}
