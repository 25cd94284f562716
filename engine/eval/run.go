package eval

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index"
)

// passageOrigin is where the passage of a question says that it comes from.
const passageOrigin = "passage"

// Run puts every question of a set to a subject, in their order and one at a time. progress hears of each question
// that is done; it may be nil.
func Run(ctx context.Context, set *Set, s Subject, progress func(done, total int)) (*Report, error) {
	r := &Report{Set: set.Name, SHA256: set.SHA256, Version: s.Version, Generator: s.Generator.Name(),
		Answered: s.Options.Answered, Warnings: []string{}}
	if s.Index != nil {
		r.Embedder, r.Digest = s.Index.Embedder(), s.Index.Digest()
		r.Documents, r.Chunks = len(s.Index.Documents()), s.Index.Len()
		r.Warnings = append(r.Warnings, missing(set, s.Index)...)
	}
	for i := range set.Questions {
		row, warnings, err := s.put(ctx, set, &set.Questions[i])
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, fmt.Errorf("question %s: %w", set.Questions[i].ID, err)
		}
		for _, w := range warnings {
			if !slices.Contains(r.Warnings, w) {
				r.Warnings = append(r.Warnings, w)
			}
		}
		r.Rows = append(r.Rows, row)
		if progress != nil {
			progress(i+1, len(set.Questions))
		}
	}
	r.summarise()
	return r, nil
}

// missing is a warning about the documents that gold places name and the index has not, none where it has them all.
func missing(set *Set, ix *index.Index) []string {
	documents, absent := ix.Documents(), map[string]bool{}
	for _, q := range set.Questions {
		for _, p := range q.Gold {
			absent[p.DocID] = !slices.ContainsFunc(documents, func(d index.DocumentInfo) bool { return p.DocID == d.ID })
		}
	}
	maps.DeleteFunc(absent, func(_ string, is bool) bool { return !is })
	if len(absent) == 0 {
		return nil
	}
	names := slices.Sorted(maps.Keys(absent))
	return []string{"gold places are in documents that are not indexed: " + strings.Join(names, ", ") +
		"; is --docs right?"}
}

// put puts one question, and measures what was found and what was answered.
func (s *Subject) put(ctx context.Context, set *Set, q *Question) (row Row, warnings []string, err error) {
	row = Row{ID: q.ID, Question: q.Text, Answerable: q.Answerable, Measures: scores{}}
	var a *engine.Answer
	if set.Passages {
		a, err = engine.AskSelection(ctx, q.Text, q.Passage, passageOrigin, nil, s.Generator, s.Options, engine.Silent{})
	} else {
		var res index.Result
		if res, err = s.Index.Search(ctx, s.query(q)); err != nil {
			return row, nil, err
		}
		warnings = res.Warnings
		var hits []*index.Chunk
		for i := range res.Hits {
			hits = append(hits, &res.Hits[i].Chunk)
		}
		retrieved(hits, q, row.Measures)
		a, err = engine.New(s.Index, s.Generator, s.Options).Ask(ctx, q.Text, engine.Silent{})
	}
	if err != nil {
		return row, nil, err
	}
	row.Refused, row.Code, row.Reason, row.Answer = a.Refused, string(a.RefusalCode), a.RefusalReason, a.Text
	s.measure(a, q, row.Measures)
	return row, warnings, nil
}

// query is the search that a question stands for.
func (s *Subject) query(q *Question) index.Query {
	opt := &s.Options
	return index.Query{Text: q.Text, K: firstHits, Documents: opt.OnlyDocuments, Projects: opt.OnlyProjects, Reader: opt.Reader}
}

// retrieved measures the hits of a search.
func retrieved(hits []*index.Chunk, q *Question, got scores) {
	if !q.Answerable || len(q.Gold) == 0 {
		return
	}
	got["recall@1"], _, _ = Ranking(hits, q.Gold, 1)
	got["recall@8"], got["mrr@8"], got["ndcg@8"] = Ranking(hits, q.Gold, firstHits)
	got.truth("hit@8", got["mrr@8"] > 0)
}

// measure scores an answer or a refusal.
func (s *Subject) measure(a *engine.Answer, q *Question, got scores) {
	cited := cited(a)
	if q.Answerable {
		got.truth("false_refusal", a.Refused)
		got["accuracy"] = 1 - got["false_refusal"]
	} else {
		got.truth("false_answer", !a.Refused && !q.corrected(cited))
		got["accuracy"] = 1 - got["false_answer"]
	}
	said := ""
	if !a.Refused {
		said = guard.Unmarked(a.Text)
		got.truth("citation_compliance", compliant(a))
		got["supported"] = share(a.Sentences, func(s guard.Sentence) bool { return s.Verdict.Proven() })
		if s.Options.Symbols != nil { // looked up also where the engine was told not to
			got["invented_symbols"] = number(engine.Symbols(guard.Parse(said), s.Options.Symbols), func(n engine.Symbol) bool {
				return n.Verdict == symbols.Unknown || n.Verdict == symbols.Misused
			})
		}
	}
	if len(q.ContainsAny)+len(q.NotContains) > 0 {
		got.truth("checks", !(q.Answerable && a.Refused) && q.checks(guard.Unmarked(a.Text)))
	}
	if q.Answerable {
		q.measure(a, said, cited, got)
	}
}

// measure scores the answer to a question that has one by what is known of that.
func (q *Question) measure(a *engine.Answer, said string, cited []*index.Chunk, got scores) {
	if len(q.Gold) > 0 {
		right := slices.Concat(q.Gold, q.Also)
		if !a.Refused {
			got["citation_precision"] = share(cited, func(c *index.Chunk) bool { return holdsAny(c, right) })
			got.truth("no_gold_cited", got["citation_precision"] == 0)
		}
		shown := number(right, func(p Place) bool { return slices.ContainsFunc(cited, p.In) })
		got["citation_recall"] = min(1, ratio(shown, float64(len(q.Gold))))
	}
	if len(q.GoldSentences) > 0 {
		got["sentence_recall"] = 0
		if !a.Refused {
			var units int
			got["sentence_precision"], got["sentence_recall"], units = Sentences(a.Text, q.GoldSentences, q.AlsoSentences)
			got["units"] = float64(units)
		}
	}
	if len(q.Facts) > 0 {
		got["facts"] = share(q.Facts, func(fact string) bool { return !a.Refused && HoldsFact(said, fact) })
		got.truth("all_facts", got["facts"] == 1)
	}
	if len(q.Texts) > 0 && !a.Refused {
		got.truth("holds_answer", slices.ContainsFunc(q.Texts, func(text string) bool { return HoldsFact(said, text) }))
	}
}

// cited are the chunks that an answer cites, in the order of their keys.
func cited(a *engine.Answer) []*index.Chunk {
	var out []*index.Chunk
	for i := range a.Evidence { // the whole chunk, as the gold places were compared with ever since
		ev := &a.Evidence[i]
		if slices.ContainsFunc(a.Citations, func(c engine.Citation) bool { return c.Key == ev.Key }) {
			out = append(out, &ev.Chunk)
		}
	}
	return out
}

// corrected tells whether an answer to a question that takes something wrong for granted says what is right instead,
// as far as that can be told: all that it cites says that.
func (q *Question) corrected(cited []*index.Chunk) bool {
	return q.CorrectionOK && len(cited) > 0 &&
		share(cited, func(c *index.Chunk) bool { return holdsAny(c, q.Near) }) == 1
}

// compliant checks the form of an answer's citations anew.
func compliant(a *engine.Answer) bool {
	keys := make([]string, len(a.Evidence))
	for i := range a.Evidence {
		keys[i] = a.Evidence[i].Key
	}
	return guard.Citations(guard.Parse(a.Text), keys).OK()
}

// checks tells whether a text holds one of the words that it must, and none that it must not.
func (q *Question) checks(text string) bool {
	text = strings.ToLower(text)
	holds := func(s string) bool { return strings.Contains(text, strings.ToLower(s)) }
	one := len(q.ContainsAny) == 0 || slices.ContainsFunc(q.ContainsAny, holds)
	return one && !slices.ContainsFunc(q.NotContains, holds)
}
