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
	r := &runner{Subject: s, set: set, asks: !opt.RetrievalOnly,
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
	if r.set.Form == Documents {
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
	return index.Query{Text: q.Text, K: k, Documents: opt.OnlyDocuments, Projects: opt.OnlyProjects, Reranker: opt.Reranker}
}

// options are the settings for a question: its project narrows them.
func (s *Subject) options(q *Question) engine.Options {
	opt := s.Options
	if q.Project != "" {
		opt.OnlyProjects = []string{q.Project}
	}
	return opt
}

// search measures retrieval from documents.
func (r *runner) search(ctx context.Context, q *Question, row *Row, got scores) error {
	start := time.Now()
	res, err := r.find(ctx, r.query(q, firstHits))
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
	return nil
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
