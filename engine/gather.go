package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ibid/index"
)

const (
	maxQueries = 3 // searches of one further round
	maxJoining = 2 // chunks that one of them may add: what answers the question was mostly found by the question

	// joining is the least share of the rest of the question that a chunk must hold to join. It is not gate 1's threshold: the
	// evidence for a question is the same whatever that is set to, so that a curve over it can be drawn from one run.
	joining = 0.28
)

// gather finds the evidence: what the question itself finds, then, in a bounded number of rounds, what it lacks. A further
// round only ever adds to the evidence, behind what is there.
// why tells who worded the question, "" where nobody did.
func (e *Engine) gather(ctx context.Context, a *Answer, w *reworder, question, why string) (Request, error) {
	start, wording := time.Now(), a.Timings.Generate
	res, err := e.search(ctx, a, question)
	if err != nil {
		return Request{}, err
	}
	s := e.newSelection()
	if err := e.take(s, res.Hits); err != nil {
		return Request{}, fmt.Errorf("evidence: %w", err)
	}
	terms, err := e.terms(ctx, res.Question)
	if err != nil {
		return Request{}, fmt.Errorf("question terms: %w", err)
	}
	r := Request{Question: res.Question, Terms: terms, Names: e.names(res.Question), Evidence: s.taken, Statements: statements(s.taken),
		Selected: e.opt.Premise > 0, Earlier: e.opt.Earlier, measuredBy: res.Embedder}
	if r.measuredBy != "" {
		r.cosine = bestCosine(res.Hits, s)
	}
	a.Trace.Variants, a.Trace.Fusion, a.Trace.Found, a.Trace.Rounds = res.Variants, res.Fusion, res.Hits, 1
	a.Trace.Steps = []Step{{Round: 1, Action: Retrieve, Query: res.Question.Text, Found: len(s.taken), Reason: why}}
	if err := e.further(ctx, a, w, &r, s, start); err != nil {
		return Request{}, err
	}
	a.Evidence = r.Evidence
	a.Timings.Retrieve = time.Since(start) - (a.Timings.Generate - wording)
	return r, nil
}

// bestCosine is the greatest cosine of the hits that became evidence; -1 where there are none.
func bestCosine(hits []index.Hit, s *selection) float64 {
	best := -1.0
	for i := range hits {
		if s.have[hits[i].ID] {
			best = max(best, hits[i].Cosine)
		}
	}
	return best
}

func (e *Engine) search(ctx context.Context, a *Answer, text string) (index.Result, error) {
	res, err := e.retriever.Search(ctx, index.Query{Text: text, K: e.opt.Hits, Documents: e.opt.OnlyDocuments, Projects: e.opt.OnlyProjects,
		Omit: e.opt.Omit, Quotas: e.opt.Quotas})
	if err != nil {
		return index.Result{}, fmt.Errorf("search: %w", err)
	}
	for _, warning := range res.Warnings {
		a.warn(warning)
	}
	return res, nil
}

// further searches again, in other words, for what the evidence lacks, until nothing is lacking, nothing new is found, or
// the rounds or the time are used up.
func (e *Engine) further(ctx context.Context, a *Answer, w *reworder, r *Request, s *selection, start time.Time) error {
	tr := &a.Trace
	late := func() bool { return e.opt.MaxTime > 0 && time.Since(start) >= e.opt.MaxTime }
	asked := map[string]bool{strings.ToLower(r.Question.Text): true}
	for {
		gaps, lost := r.gaps()
		switch {
		case len(gaps)+len(lost) == 0:
			tr.Stop = StopEnough
			return nil
		case tr.Rounds >= e.opt.MaxRounds:
			tr.Stop = StopRounds
			return nil
		}
		tr.Rounds++
		if late() {
			w.model = nil // it takes longer than any search
		}
		queries, err := e.searches(ctx, w, r, gaps, lost, asked)
		if err != nil {
			return fmt.Errorf("wording a search: %w", err)
		}
		joined := 0
		for _, q := range queries {
			if late() {
				tr.Stop = StopTime
				return nil
			}
			asked[strings.ToLower(q.text)] = true
			n, err := e.lookFor(ctx, a, r, s, q.text, gaps)
			if err != nil {
				return err
			}
			joined += n
			tr.Steps = append(tr.Steps, Step{Round: tr.Rounds, Action: Reretrieve, Query: q.text, Found: n, Reason: q.reason})
		}
		if joined == 0 {
			if tr.Steps[len(tr.Steps)-1].Round < tr.Rounds {
				tr.Rounds-- // there was nothing to search for
			}
			tr.Stop = StopNothing
			return nil
		}
	}
}

// lookFor searches for a query and lets what fills a gap join the evidence. A chunk that merely holds a missing word would
// open the gate for that word to no purpose: it must also bear on the rest of the question.
func (e *Engine) lookFor(ctx context.Context, a *Answer, r *Request, s *selection, query string, gaps []gap) (int, error) {
	res, err := e.search(ctx, a, query)
	if err != nil {
		return 0, err
	}
	before := len(s.taken)
	for _, h := range res.Hits {
		// Scores of another query do not compare with those of the question, so that none is kept.
		ev := Evidence{Chunk: h.Chunk, LexicalRank: h.LexicalRank, DenseRank: h.DenseRank}
		if s.have[ev.ID] || !e.helps(r, &ev, gaps) || !s.add(ev) {
			continue
		}
		a.Trace.Found = append(a.Trace.Found, h)
		if len(s.taken)-before == maxJoining {
			break
		}
	}
	if len(s.taken) > before {
		r.Evidence, r.Statements, r.held = s.taken, statements(s.taken), nil
	}
	return len(s.taken) - before, nil
}

// helps tells whether a chunk fills a gap and bears on the rest of the question.
func (e *Engine) helps(r *Request, ev *Evidence, gaps []gap) bool {
	var said []Statement
	for i := range gaps {
		g := &gaps[i]
		if !g.filledBy(ev) {
			continue
		}
		rest := g.rest(r.Terms)
		if said == nil {
			said = statements([]Evidence{*ev})
		}
		if slices.ContainsFunc(said, func(st Statement) bool { return len(rest) == 0 || st.Coverage(rest) >= joining }) {
			return true
		}
	}
	return false
}
