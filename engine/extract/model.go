package extract

import (
	"cmp"
	"context"
	_ "embed"
	"math"
	"slices"
	"sync"

	"ibid/engine"
	"ibid/index/linear"
	"ibid/index/question"
	"ibid/index/source"
)

// Model says which statements answer a question: one score ranks them, the second is the log odds that one more adds something, the
// third those that the question has an answer here.
type Model struct{ rank, more, answers linear.Score }

//go:embed weights.txt
var weights string

// fitted is the model that was fitted on the development questions by the command in fit.
var fitted = sync.OnceValue(func() *Model {
	m, err := readModel(weights)
	if err != nil {
		panic(err) // a test reads it
	}
	return m
})

// readModel reads what String writes.
func readModel(text string) (*Model, error) {
	m := &Model{}
	return m, linear.Read(text, &m.rank, &m.more, &m.answers)
}

// String is the three scores, as linear.Write has them.
func (m *Model) String() string { return linear.Write(&m.rank, &m.more, &m.answers) }

const (
	candidates = 12   // of the best statements that one more is chosen among, beside those around what is shown
	around     = 2    // statements
	maxShown   = 10   // statements
	worth      = 0.10 // least probability that one more statement adds something
)

// choose shows one statement first, or all that the question looks up, and then others as long as one more is likely to add something.
func (m *Model) choose(q *meter, scores []float64, first int) []int {
	order := byScore(scores)
	shown := q.show(nil, first)
	for _, i := range order {
		if q.looked[i] && q.looked[first] {
			shown = q.show(shown, i)
		}
	}
	for range maxShown {
		best, odds := -1, math.Inf(-1)
		for _, c := range q.next(scores, order, shown) {
			if o := m.more.At(c.Values()); o > odds {
				best, odds = c.at, o
			}
		}
		if best < 0 || odds < math.Log(worth/(1-worth)) {
			break
		}
		shown = q.show(shown, best)
	}
	return shown
}

// show adds a statement to those that are shown, with what it says nothing without: the items of a list that it leads in to, and the rest of
// a listing on the page that follows.
func (m *meter) show(shown []int, at int) []int {
	if slices.Contains(shown, at) {
		return shown
	}
	shown = append(shown, at)
	v, items := &m.views[at], 0
	for i := at + 1; i < len(m.views) && v.Leads > 0 && items < engine.LongestList; i++ {
		if m.views[i].List == v.Leads {
			shown, items = m.show(shown, i), items+1
		}
	}
	if rest := slices.IndexFunc(m.views, func(next view) bool { return continues(v, &next) }); rest >= 0 {
		shown = m.show(shown, rest)
	}
	return shown
}

// opening is the statement to show first: the best by its score or, where a model makes vectors, by its score and its cosine with the
// question. What follows is better chosen without: it need not be worded like the question.
func (c *composer) opening(ctx context.Context, m *meter, scores []float64) int {
	order := byScore(scores)
	best := order[0]
	if c.request.Similar == nil || m.looked[best] {
		return best
	}
	order = order[:min(compared, len(order))]
	texts := make([]string, len(order))
	for k, i := range order {
		texts[k] = m.views[i].Text
	}
	cosines := c.request.Similar(ctx, texts)
	most := math.Inf(-1)
	for k, cosine := range cosines {
		if s := scores[order[k]] + float64(cosineWeight*cosine); s > most {
			best, most = order[k], s
		}
	}
	return best
}

const (
	compared = 16 // of the best statements, with the question: a quarter of a second of a small model

	// cosineWeight is what the cosine counts beside the score. With all-MiniLM-L6-v2 the first statement of an answer is right for .48 of
	// 320 questions without it and for .51 with it, each of 20 corpora left out; from 2 to 8 it is much the same.
	cosineWeight = 3.0
)

// byScore are the places of scores, the greatest first.
func byScore(scores []float64) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return order
}

// probabilities are the softmax of scores, and the sum of their exponentials against the greatest.
func probabilities(scores []float64) (p []float64, total float64) {
	top := slices.Max(scores)
	for _, s := range scores {
		total += math.Exp(s - top)
	}
	for _, s := range scores {
		p = append(p, math.Exp(s-top)/total)
	}
	return p, total
}

// step is a statement that may be shown next, and what speaks for that.
type step struct {
	at int
	linear.Features
}

// next lists the statements that may be shown beside others.
func (m *meter) next(scores []float64, order, shown []int) []step {
	vs := m.views
	isShown, open := map[int]bool{}, false
	named := make([]bool, len(m.Names))
	said := map[string]bool{}
	for _, i := range shown {
		isShown[i] = true
		open = open || vs[i].Leads > 0
		for _, w := range vs[i].words {
			said[w] = true
		}
		for k := range named {
			named[k] = named[k] || vs[i].Holds(&m.Names[k])
		}
	}
	p, total := probabilities(scores)
	list, how := m.Answers[question.Several], m.Answers[question.Steps]
	var out []step
	for rank, j := range order {
		v := &vs[j]
		if isShown[j] {
			continue
		}
		var after, before, close, chunk, para, sibling, leads bool
		for _, i := range shown {
			s := &vs[i]
			if s.Evidence != v.Evidence {
				continue
			}
			d := v.nth - s.nth
			after, before, close = after || d == 1, before || d == -1, close || d >= -around && d <= around
			chunk, para = true, para || s.Block == v.Block
			sibling = sibling || v.List > 0 && v.List == s.List
			leads = leads || v.Leads > 0 && v.Leads == s.List
		}
		if rank >= candidates && !close && !sibling && !leads {
			continue
		}
		repeated, name := 0, false
		for _, w := range v.words {
			repeated += int(linear.One(said[w]))
		}
		for k := range named {
			name = name || !named[k] && v.Holds(&m.Names[k])
		}
		redundant := float64(repeated) / float64(max(1, len(v.words)))
		item := sibling && v.item
		s := step{at: j}
		add, is := s.Add, s.Is
		add("score", scores[j]-scores[order[0]])
		add("log_p", math.Log(p[j]+1e-4))
		is("after", after)
		is("before", before)
		is("close", close)
		is("chunk", chunk)
		is("paragraph", para)
		is("item", item)
		is("row", sibling && v.Kind == source.Table)
		is("leads", leads)
		add("repeated", redundant)
		is("redundant", redundant > .8)
		is("name", name)
		is("item_list", item && list)
		is("item_how", item && how)
		is("why_beside", m.Answers[question.Cause] && (after || before))
		is("comparison", m.Answers[question.Contrast])
		is("list", list)
		is("how", how)
		is("second", len(shown) > 1)
		is("third", len(shown) > 2)
		is("open_after", open && after)
		add("best_p", 1/total)
		is("is_item", v.item)
		is("is_row", v.Kind == source.Table)
		is("is_code", v.Kind == source.Code)
		out = append(out, s)
	}
	return out
}
