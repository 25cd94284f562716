package eval

import (
	"context"
	"slices"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/index"
	"ibid/index/linear"
)

// Candidates are the chunks that were considered for each question with gold places, and which of them match one.
type Candidates struct {
	Names []string // of the features
	Lists []linear.List
}

// FitReranker fits on the candidates of some sets.
func FitReranker(sets []Candidates) *index.Reranker {
	var lists []linear.List
	var names []string
	for _, c := range sets {
		lists = append(lists, c.Lists...)
		if c.Names != nil {
			names = c.Names
		}
	}
	return index.FitReranker(lists, names)
}

// ReadCandidates searches for all questions of a set that have gold places.
func ReadCandidates(ctx context.Context, set *Set, s Subject) (Candidates, error) {
	var out Candidates
	for i := range set.Questions {
		q := &set.Questions[i]
		if len(q.Gold) == 0 {
			continue
		}
		query := s.query(q, 1)
		query.Explain = true
		res, err := s.Index.Search(ctx, query)
		if err != nil {
			return Candidates{}, err
		}
		var l linear.List
		for k := range res.Considered {
			if c := &res.Considered[k]; c.Features != nil {
				f := found(&c.Chunk, 0)
				l.Rows = append(l.Rows, c.Features.Values())
				l.Right = append(l.Right, slices.ContainsFunc(q.Gold, func(p Place) bool { return p.Matches(&f) }))
				out.Names = c.Features.Names()
			}
		}
		out.Lists = append(out.Lists, l)
	}
	return out, nil
}

// holds lists the sentences of the answer that a statement shows, or, where none are known, the facts that one of a
// gold place holds; nil where the documents have no answer.
func (q *Question) holds() func(ev *engine.Evidence, statement string) []int {
	if !q.Answerable {
		return nil
	}
	gold := slices.Concat(q.GoldSentences, q.AlsoSentences)
	return func(ev *engine.Evidence, statement string) []int {
		if len(gold) > 0 {
			return Shows(statement, gold)
		}
		var out []int
		for i, fact := range q.Facts {
			if HoldsFact(statement, fact) && anyMatch(q.Gold, []Found{found(&ev.Chunk, 0)}, (*Place).Matches) {
				out = append(out, i)
			}
		}
		return out
	}
}

// ReadExamples makes an example of each question whose answer is known to be in some sentences, to have some facts,
// or to be nowhere. The evidence is what the reranker of the options finds, as a rule the one that is shipped: for a
// set that is left out the order of the others' evidence is all that knows of it.
func ReadExamples(ctx context.Context, set *Set, s Subject) ([]*extract.Example, error) {
	e := engine.New(s.Index, nil, s.Options)
	var out []*extract.Example
	for i := range set.Questions {
		q := &set.Questions[i]
		if q.Answerable && len(q.GoldSentences)+len(q.Facts) == 0 {
			continue
		}
		r, err := e.Gather(ctx, q.Text)
		if err != nil {
			return nil, err
		}
		if len(r.Statements) > 0 {
			out = append(out, extract.NewExample(set.SHA256, r, q.holds()))
		}
	}
	return out, nil
}
