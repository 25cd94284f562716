package extract

import (
	"cmp"
	"context"
	_ "embed"
	"math"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"ibid/engine"
	"ibid/guard/support"
	"ibid/index/linear"
	"ibid/index/question"
	"ibid/index/source"
)

// Model says which statements answer a question: one score ranks them, the second is the log odds that one more adds
// something, the third those that the question has an answer here.
type Model struct{ rank, more, answers linear.Score }

//go:embed weights.txt
var weights string

// fitted is the model that was fitted on the development questions by TestRotation, with -fit.
var fitted = sync.OnceValue(func() *Model {
	m, err := readModel(weights)
	if err != nil {
		panic(err) // a test reads it
	}
	return m
})

// readModel reads the three scores.
func readModel(text string) (*Model, error) {
	m := &Model{}
	return m, linear.Read(text, &m.rank, &m.more, &m.answers)
}

const (
	candidates = 12   // of the best statements that one more is chosen among, beside those around what is shown
	around     = 2    // statements
	maxShown   = 10   // statements
	worth      = 0.10 // least probability that one more statement adds something
)

// choose shows one statement first, or all that the question looks up, and then others as long as one more is likely
// to add something.
func (m *Model) choose(q *meter, scores []float64, first int) []int {
	order := byScore(scores)
	shown := []int{first}
	for _, i := range order {
		if i != first && q.looked[i] && q.looked[first] {
			shown = append(shown, i)
		}
	}
	for len(shown) < maxShown {
		best, odds := -1, math.Inf(-1)
		for _, c := range q.next(scores, order, shown) {
			if o := m.more.At(c.Values()); o > odds {
				best, odds = c.at, o
			}
		}
		if best < 0 || odds < math.Log(worth/(1-worth)) {
			break
		}
		shown = append(shown, best)
	}
	return q.whole(shown)
}

// whole adds to what is shown what it says nothing without: the items of a list that it leads in to, the meaning of a
// glossary's entry, the sentence before "This is the hyperfocal distance", and the rest of a listing on the page that
// follows.
func (m *meter) whole(shown []int) []int {
	for k := 0; k < len(shown); k++ {
		v, items := &m.views[shown[k]], 0
		entry := v.Kind == source.Paragraph && m.defines != nil && m.defines.MatchString(v.Text) && !v.has(meanWords)
		points := dangling[v.opens()] && m.defined(v)
		for i := range m.views {
			next := &m.views[i]
			item := v.Leads > 0 && next.List == v.Leads && items < engine.LongestList
			beside := next.Evidence == v.Evidence && next.Block == v.Block
			over := v.Above != "" && next.Text == v.Above && support.Restricts(v.Above) // it says something else without
			meaning := beside && (entry && next.nth == v.nth+1 || points && next.nth == v.nth-1)
			if (item || over || meaning || continues(v, next)) && !slices.Contains(shown, i) {
				shown, items = append(shown, i), items+1
			}
		}
	}
	return shown
}

var stepNumber = regexp.MustCompile(`(?m)^\s*([0-9]{1,3})[:.)]\s`)

// continues tells whether a listing goes on with another, on the page that follows: by the numbers of their steps.
func continues(v, next *view) bool {
	if v.Kind != source.Code || next.Kind != source.Code || next.Evidence == v.Evidence || next.ev.ID != v.ev.Next {
		return false
	}
	steps, first := stepNumber.FindAllStringSubmatch(v.Full, -1), stepNumber.FindStringSubmatch(next.Full)
	if len(steps) == 0 || first == nil {
		return false
	}
	last, _ := strconv.Atoi(steps[len(steps)-1][1])
	begins, _ := strconv.Atoi(first[1])
	return begins == last+1
}

// opening is the statement to show first: the best by its score or, where a model makes vectors, by its score and its
// cosine with the question. What follows is better chosen without: it need not be worded like the question.
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

	// cosineWeight is what the cosine counts beside the score. With all-MiniLM-L6-v2 the first statement of an answer
	// is right for .48 of 320 questions without it and for .51 with it, each of 20 corpora left out; from 2 to 8 it
	// is much the same.
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

// probabilities are the softmax of scores.
func probabilities(scores []float64) []float64 {
	top, total, p := slices.Max(scores), 0.0, make([]float64, len(scores))
	for i, s := range scores {
		p[i] = math.Exp(s - top)
		total += p[i]
	}
	for i := range p {
		p[i] /= total
	}
	return p
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
	p := probabilities(scores)
	list, how, comparison := m.Answers[question.Several], m.Answers[question.Steps], m.Answers[question.Contrast]
	var out []step
	for rank, j := range order {
		v := &vs[j]
		if isShown[j] {
			continue
		}
		var after, before, close, chunk, para, sibling, leads, child bool
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
			child = child || v.List > 0 && v.List == s.Leads
		}
		if rank >= candidates && !close && !sibling && !leads && !child && !after {
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
		item, row := sibling && v.item, sibling && v.Kind == source.Table
		s := step{at: j}
		add, is := s.Add, s.Is
		add("score", scores[j]-scores[order[0]])
		add("p", p[j])
		add("log_p", math.Log(p[j]+1e-4))
		is("after", after)
		is("before", before)
		is("close", close)
		is("chunk", chunk)
		is("paragraph", para)
		is("item", item)
		is("row", row)
		is("leads", leads)
		add("repeated", redundant)
		is("redundant", redundant > .8)
		is("name", name)
		is("row_named", row && m.names(cell(v)))
		is("after_pronoun", after && dangling[v.opens()])
		add("paragraph_p", linear.One(para)*p[j])
		is("item_list", item && list)
		is("item_how", item && how)
		is("child_list", child && list)
		add("item_p", linear.One(item)*p[j])
		is("why_beside", m.Answers[question.Cause] && (after || before))
		is("comparison", comparison)
		is("list", list)
		is("how", how)
		is("second", len(shown) > 1)
		is("third", len(shown) > 2)
		is("open_after", open && after)
		add("best_p", p[order[0]])
		is("is_item", v.item)
		is("is_row", v.Kind == source.Table)
		is("is_code", v.Kind == source.Code)
		out = append(out, s)
	}
	return out
}
