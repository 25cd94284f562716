package eval

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ibid/engine"
	"ibid/index"
)

// Run puts every question of a set to a subject, in their order and one at a time, so that the times mean something.
// progress hears of each question that is done; it may be nil.
func Run(ctx context.Context, set *Set, s Subject, opt Options, progress func(done, total int)) (*Report, error) {
	r := &runner{Subject: s, set: set, asks: set.Form != Collection && !opt.RetrievalOnly,
		report: &Report{Set: set.Name, SHA256: set.SHA256, Form: set.Form, Warnings: slices.Clone(set.Warnings)}}
	r.report.Conditions = s.conditions(set.Form, r.asks)
	if s.Index != nil {
		r.report.Embedder, r.report.Chunks = s.Index.Embedder(), s.Index.Len()
	}
	switch {
	case r.asks:
		r.report.Generator = s.Generator.Name()
	case set.Form == Passages:
		return nil, errors.New("nothing is retrieved for questions that bring their passage along; measure their answers")
	}
	for i := range set.Questions {
		row, err := r.put(ctx, &set.Questions[i])
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, fmt.Errorf("question %s: %w", set.Questions[i].ID, err)
		}
		r.report.Rows = append(r.report.Rows, row)
		if progress != nil {
			progress(i+1, len(set.Questions))
		}
	}
	r.report.Summarise()
	return r.report, nil
}

// runner puts the questions of one set.
type runner struct {
	Subject
	set    *Set
	asks   bool // for answers
	report *Report
}

// find searches. What could not be done as it should be is told in the report, once.
func (r *runner) find(ctx context.Context, query index.Query) (index.Result, error) {
	res, err := r.Index.Search(ctx, query)
	for _, w := range res.Warnings {
		if !slices.Contains(r.report.Warnings, w) {
			r.report.Warnings = append(r.report.Warnings, w)
		}
	}
	return res, err
}

// put puts one question.
func (r *runner) put(ctx context.Context, q *Question) (Row, error) {
	row := Row{ID: q.ID, Question: q.Text, Kind: q.Kind, Answerable: q.Answerable}
	got := scores{}
	var err error
	switch r.set.Form {
	case Collection:
		err = r.rank(ctx, q, &row, got)
	case Documents:
		err = r.search(ctx, q, &row, got)
	}
	if err == nil && r.asks {
		err = r.answer(ctx, q, &row, got)
	}
	if err != nil {
		return Row{}, err
	}
	row.Measures = got.measures()
	return row, nil
}

// query is the search that a question stands for.
func (s *Subject) query(q *Question, k int) index.Query {
	opt := s.options(q)
	return index.Query{Text: q.Text, K: k, Documents: opt.OnlyDocuments, Projects: opt.OnlyProjects, Quotas: opt.Quotas, Omit: opt.Omit, Reranker: opt.Reranker, Share: s.share}
}

// options are the settings for a question: its project narrows them.
func (s *Subject) options(q *Question) engine.Options {
	opt := s.Options
	if q.Project != "" {
		opt.OnlyProjects = []string{q.Project}
	}
	return opt
}

// rank measures retrieval from a collection.
func (r *runner) rank(ctx context.Context, q *Question, row *Row, got scores) error {
	start := time.Now()
	res, err := r.find(ctx, r.query(q, collectionHits))
	if err != nil {
		return err
	}
	row.Times.Search = milliseconds(start)
	seen := map[string]bool{}
	var ids []string
	for i := range res.Hits {
		h := &res.Hits[i]
		if seen[h.DocID] {
			continue
		}
		seen[h.DocID] = true
		ids = append(ids, h.DocID)
		if len(ids) <= collectionCutoff {
			row.Hits = append(row.Hits, found(&h.Chunk, h.Score))
		}
	}
	if len(q.Relevant) > 0 {
		for _, k := range append(cutoffs(), collectionCutoff) {
			got[at("recall", k)], got[at("mrr", k)], got[at("ndcg", k)] = Graded(ids, q.Relevant, k)
		}
		got[at("recall", collectionHits)], _, _ = Graded(ids, q.Relevant, collectionHits)
	}
	return nil
}

// search measures retrieval from documents, and follows the gold places that it does not find.
func (r *runner) search(ctx context.Context, q *Question, row *Row, got scores) error {
	query := r.query(q, firstHits)
	start := time.Now()
	res, err := r.find(ctx, query)
	if err != nil {
		return err
	}
	row.Times.Search = milliseconds(start)
	for i := range res.Hits {
		row.Hits = append(row.Hits, found(&res.Hits[i].Chunk, res.Hits[i].Score))
	}
	if !q.Answerable || len(q.Gold) == 0 {
		return nil
	}
	for _, k := range cutoffs() {
		got[at("recall", k)], got[at("mrr", k)], got[at("ndcg", k)] = Ranking(row.Hits, q.Gold, k)
	}
	first := row.Hits[:min(firstHits, len(row.Hits))]
	got.truth("hit@8", anyMatch(q.Gold, first, (*Place).Matches))
	got.truth("near_page@8", anyMatch(q.Gold, first, (*Place).Near))
	got.truth("document@8", anyMatch(q.Gold, first, (*Place).SameDocument))
	for i := range q.Gold {
		if !anyMatch(q.Gold[i:i+1], first, (*Place).Matches) {
			row.Lost = append(row.Lost, Loss{Place: q.Gold[i]})
		}
	}
	return r.follow(ctx, query, row.Lost)
}

// anyMatch tells whether one of the chunks stands to one of the places as asked.
func anyMatch(places []Place, chunks []Found, stands func(*Place, *Found) bool) bool {
	for i := range chunks {
		for j := range places {
			if stands(&places[j], &chunks[i]) {
				return true
			}
		}
	}
	return false
}

// found is what is kept of a chunk. What is derived from a document has the document's id and lines.
func found(c *index.Chunk, score float64) Found {
	return Found{ChunkID: c.ID, DocID: c.DocID, StartPage: c.StartPage, EndPage: c.EndPage, StartLine: c.StartLine, EndLine: c.EndLine,
		Symbol: c.Symbol, Score: Number(score)}
}

// milliseconds that went by since a time.
func milliseconds(since time.Time) Number {
	return Number(time.Since(since)) / Number(time.Millisecond)
}

// follow searches once more, for how far the chunks of lost places came. The search that was timed does not ask for that.
func (r *runner) follow(ctx context.Context, query index.Query, losses []Loss) error {
	if len(losses) == 0 {
		return nil
	}
	query.Explain = true
	res, err := r.find(ctx, query)
	if err != nil {
		return err
	}
	for i := range losses {
		losses[i].trace(res.Considered)
		if losses[i].Stage == "" {
			losses[i].Stage = losses[i].stage()
		}
	}
	return nil
}

// trace finds the best ranks that any chunk of the place had.
func (l *Loss) trace(considered []index.Considered) {
	for i := range considered {
		c := &considered[i]
		if f := found(&c.Chunk, 0); l.Place.Matches(&f) {
			l.Lexical, l.Dense = better(l.Lexical, c.LexicalRank), better(l.Dense, c.DenseRank)
			l.Fused, l.Reranked = better(l.Fused, c.Fused), better(l.Reranked, c.Reranked)
		}
	}
}

// stage tells which stage lost a place that is no hit: the one after the last that had it among its first.
func (l *Loss) stage() LossStage {
	among := func(rank int) bool { return 0 < rank && rank <= firstHits }
	switch {
	case among(l.Reranked):
		return PassedOver
	case among(l.Fused):
		return RerankedAway
	case among(l.Lexical) || among(l.Dense):
		return FusedAway
	case l.Lexical > 0 || l.Dense > 0:
		return RankedLow
	}
	return NeverRetrieved
}

// better is the better of two ranks, of which 0 is none.
func better(a, b int) int {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// unselected lists the places that are hits, but of which no evidence came.
func unselected(gold []Place, lost []Loss, evidence []Found) []Loss {
	var out []Loss
	for i := range gold {
		if !slices.ContainsFunc(lost, func(l Loss) bool { return l.Place == gold[i] }) && !anyMatch(gold[i:i+1], evidence, (*Place).Matches) {
			out = append(out, Loss{Place: gold[i], Stage: NotSelected})
		}
	}
	return out
}

// stages are all stages, in their order.
func stages() []LossStage {
	return []LossStage{NeverRetrieved, RankedLow, FusedAway, RerankedAway, PassedOver, NotSelected}
}

// countLost counts the places that each stage lost.
func countLost(rows []Row) []Lost {
	places := map[LossStage]int{}
	for i := range rows {
		for _, l := range rows[i].Lost {
			places[l.Stage]++
		}
	}
	var out []Lost
	for _, stage := range stages() {
		if n := places[stage]; n > 0 {
			out = append(out, Lost{Stage: stage, Places: n})
		}
	}
	return out
}
