package engine

import (
	"cmp"
	"context"
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
	Unshown float64 // share of the question's weight of the heaviest noun that none of the likeliest statements has
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

// surelyNot is the probability below which a generator that may itself find no answer is not asked, and below which
// what is left of its draft is none. Of the gold sentences of questions about four corpora (papers, dfars,
// prometheus, got) .04 are below it, of the likeliest statements for questions that nothing answers .34; with .4 they
// are .15 and .47.
const surelyNot = 0.25

// byScore are those of some statements that were read, the likeliest first.
func byScore(statements []*Statement) []*Statement {
	order := slices.DeleteFunc(slices.Clone(statements), func(st *Statement) bool { return !st.Read })
	slices.SortStableFunc(order, func(a, b *Statement) int { return cmp.Compare(b.Score, a.Score) })
	return order
}

// all are the statements of the evidence.
func (r *Request) all() []*Statement {
	out := make([]*Statement, len(r.Statements))
	for i := range r.Statements {
		out[i] = &r.Statements[i]
	}
	return out
}

// Ranked is the evidence with the pieces first whose likeliest statements are likelier to answer, and what was not read
// behind them.
func (r *Request) Ranked() []Evidence {
	best := map[string]float64{}
	for _, ev := range r.Evidence {
		best[ev.Key] = math.Inf(-1)
	}
	for _, st := range r.Statements {
		if key := r.Evidence[st.Evidence].Key; st.Read {
			best[key] = max(best[key], st.Score)
		}
	}
	return slices.SortedStableFunc(slices.Values(r.Evidence), func(a, b Evidence) int { return cmp.Compare(best[b.Key], best[a.Key]) })
}

// quoted are the statements that sentences quote.
func (r *Request) quoted(sentences ...guard.Sentence) (out []*Statement) {
	for i := range r.Statements {
		st := &r.Statements[i]
		own := guard.Quote{Key: r.Evidence[st.Evidence].Key, Span: [2]int{st.Start, st.End}}
		quotes := func(q guard.Quote) bool { return overlap(q, own) }
		if slices.ContainsFunc(sentences, func(s guard.Sentence) bool { return slices.ContainsFunc(s.Quotes, quotes) }) {
			out = append(out, st)
		}
	}
	return out
}

// Signs reads the signs of a request; false where nothing was read.
func (r *Request) Signs() (Signs, bool) { return r.signs(r.all()) }

// signs reads the signs of some statements; false where none of them was read.
func (r *Request) signs(statements []*Statement) (s Signs, read bool) {
	order := byScore(statements)
	if len(order) == 0 {
		return s, false
	}
	s.Best = order[0].Score
	for _, st := range statements {
		s.Held = max(s.Held, st.Coverage(r.Terms))
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
	order := byScore(r.quoted(*s))
	switch {
	case len(order) == 0:
		return ""
	case order[0].Score > veryLikely:
		return "very likely"
	case order[0].Score > perhaps:
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

// measure is the gate on how likely it is that some statements answer the question.
func (x *run) measure(r *Request, statements []*Statement, threshold float64) guard.Gate {
	s, read := r.signs(statements)
	switch {
	case !read:
		return guard.Skip(guard.GateAnswered, threshold, "nothing was read with the question")
	case r.Evidence[0].Kind == source.SymbolCard && index.MentionsOf(r.Question).Name(r.Evidence[0].Symbol):
		return guard.Skip(guard.GateAnswered, threshold, "the reader knows no cards of symbols")
	}
	p := 1 / (1 + math.Exp(-x.opt.Odds.Of(s)))
	return guard.MeasureGate(guard.GateAnswered, math.Round(p*1e4)/1e4, threshold)
}

// answeredGate refuses a question that nothing in the evidence is likely to answer.
func (x *run) answeredGate() guard.Gate {
	r := &x.request
	g := x.measure(r, r.all(), x.opt.Answered)
	if g.Verdict == guard.Refuse {
		g.Detail = strings.TrimSuffix(g.Detail, ".") + "; nearest" + nearest(r.all()) + "."
	}
	return g
}

// nearest shows the likeliest of some statements, behind a colon; "" where none was read.
func nearest(statements []*Statement) string {
	order := byScore(statements)
	if len(order) == 0 {
		return ""
	}
	return ": “" + guard.Shorten(strings.TrimSuffix(order[0].Said(), ".")) + "”"
}

// nearest is the likeliest of all statements, without a key where none was read.
func (r *Request) nearest() guard.Quote {
	order := byScore(r.all())
	if len(order) == 0 {
		return guard.Quote{}
	}
	s := order[0]
	return guard.Quote{Key: r.Evidence[s.Evidence].Key, Text: s.Said(), Span: [2]int{s.Start, s.End}}
}

// checkLikely refuses a draft of which nothing is left that is likely to answer the question; where the generator was
// told a doubt, none of its own sentences. What they quote is read with the question first, where that was not done:
// what the question did not find, the generator may have.
func (x *run) checkLikely(ctx context.Context, t *attempt) error {
	r := &x.request
	quoted := r.quoted(t.sentences...)
	if err := x.readUnread(ctx, r, func(ev *Evidence) bool {
		return slices.ContainsFunc(quoted, func(st *Statement) bool { return &r.Evidence[st.Evidence] == ev })
	}); err != nil {
		return err
	}
	counts := t.sentences
	if len(r.Doubts) > 0 {
		counts = slices.DeleteFunc(slices.Clone(counts), func(s guard.Sentence) bool { return s.Instead != "" })
	}
	g := x.measure(r, r.quoted(counts...), surelyNot)
	if len(counts) == 0 {
		g = guard.MeasureGate(guard.GateAnswered, 0, surelyNot)
	}
	if t.gates = append(t.gates, g); g.Verdict == guard.Refuse {
		t.refuse(guard.WeakEvidence, "what the documents say stands beside the question"+nearest(r.quoted(t.sentences...)))
		t.problems = append(t.problems, Problem{Sentence: t.left.Text, Reason: "what is left of the answer does not answer the question"})
	}
	return nil
}
