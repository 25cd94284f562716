package engine

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"ibid/guard"
	"ibid/guard/words"
	"ibid/index"
	"ibid/index/question"
	"ibid/index/source"
)

// Signs are what tells whether a question is answered anywhere in its evidence.
type Signs struct {
	Best    float64 // log-odds that the likeliest statement answers
	Held    float64 // greatest share of the question's weight that a statement has, itself or with less credit above it
	Unshown float64 // share of the question's weight of the heaviest noun that none of the likeliest statements has, itself or above it
	Unknown float64 // share of the question's weight that no document has
}

// Odds are the weights of Signs in the log-odds that a question is answered.
type Odds struct {
	Bias float64
	Signs
}

// Of are the log-odds that a question with some signs is answered.
func (o *Odds) Of(s Signs) float64 {
	return o.Bias + float64(o.Best*s.Best) + float64(o.Held*s.Held) + float64(o.Unshown*s.Unshown) + float64(o.Unknown*s.Unknown)
}

// fittedOdds are those of the development corpora. See TestRotation of engine/extract, which prints them.
var fittedOdds = Odds{Bias: 1.457, Signs: Signs{Best: 0.4489, Held: 0.4233, Unshown: -1.181, Unknown: -6.355}}

const likeliest = 3 // statements that would be shown

// byScore are the statements that were read, the likeliest first.
func (r *Request) byScore() []*Statement {
	var order []*Statement
	for i := range r.Statements {
		if st := &r.Statements[i]; st.Read {
			order = append(order, st)
		}
	}
	slices.SortStableFunc(order, func(a, b *Statement) int { return cmp.Compare(b.Score, a.Score) })
	return order
}

// Signs reads the signs of a request; false where nothing was read.
func (r *Request) Signs() (s Signs, read bool) {
	order := r.byScore()
	if len(order) == 0 {
		return s, false
	}
	s.Best = order[0].Score
	for i := range r.Statements {
		s.Held = max(s.Held, r.Statements[i].Coverage(r.Terms))
	}
	order = order[:min(likeliest, len(order))]
	for len(order) > 1 && order[len(order)-1].Score < order[0].Score-Behind {
		order = order[:len(order)-1]
	}
	total := 1e-9
	for i := range r.Terms {
		total += r.Terms[i].Weight
	}
	for i := range r.Terms {
		t := &r.Terms[i]
		if light(t) {
			continue
		}
		w := t.Weight / total
		if !slices.ContainsFunc(order, func(st *Statement) bool { return st.has(t) }) {
			s.Unshown = max(s.Unshown, w)
		}
		if !t.Known {
			s.Unknown += w
		}
	}
	return s, true
}

// has tells whether a statement has a term, itself or in what it is read with.
func (s *Statement) has(t *question.Term) bool {
	return max(s.Bag.Match(t), s.Context.Match(t)) >= question.PartCredit
}

// likelihood says how likely the likeliest statement that a sentence quotes answers the question, "" where none was
// read.
func (r *Request) likelihood(s *guard.Sentence) string {
	best := math.Inf(-1)
	for _, q := range s.Quotes {
		for i := range r.Statements {
			st := &r.Statements[i]
			quoted := r.Evidence[st.Evidence].Key == q.Key && st.Start < q.Span[1] && q.Span[0] < st.End
			if quoted && st.Read {
				best = max(best, st.Score)
			}
		}
	}
	switch {
	case math.IsInf(best, -1):
		return ""
	case best > veryLikely:
		return "very likely"
	case best > perhaps:
		return "perhaps"
	}
	return "hardly"
}

// light tells whether a term is no noun that carries the point of a question: an answer may say it otherwise, or not
// at all.
func light(t *question.Term) bool {
	text := strings.ToLower(t.Text)
	return !t.Identifier && !t.Proper && slices.ContainsFunc([]words.Class{words.Light, words.Verb, words.Function}, func(c words.Class) bool { return c.Has(text) || c.Has(t.Whole) })
}

// answeredGate refuses a question that nothing in the evidence is likely to answer.
func (x *run) answeredGate() guard.Gate {
	r := &x.request
	s, read := r.Signs()
	why := ""
	switch {
	case !read:
		why = "nothing was read with the question"
	case slices.ContainsFunc(r.Names, func(n question.Name) bool { return n.Part != "" }):
		why = "a part of a document is asked for by its number"
	case r.Evidence[0].Kind == source.SymbolCard && index.MentionsOf(r.Question).Name(r.Evidence[0].Symbol):
		why = "the card of what is asked about is not read"
	}
	if why != "" {
		return guard.Skip(guard.GateAnswered, x.opt.Answered, why)
	}
	p := 1 / (1 + math.Exp(-x.opt.Odds.Of(s)))
	g := guard.MeasureGate(guard.GateAnswered, math.Round(p*1e4)/1e4, x.opt.Answered)
	if g.Verdict == guard.Refuse {
		nearest := strings.TrimSuffix(r.byScore()[0].Said(), ".")
		g.Detail = fmt.Sprintf("%s; nearest: “%s”.", strings.TrimSuffix(g.Detail, "."), guard.Shorten(nearest))
	}
	return g
}
