package index

import (
	"context"
	"fmt"
	"slices"

	"ibid/index/lexical"
)

const (
	depth       = 100 // hits taken from each retriever and variant
	candidates  = 128 // fused hits that are read and reranked; at least MaxHits
	DefaultHits = 8   // hits returned where the query does not say
	MaxHits     = 100 // more are never returned
)

// Query is one search.
type Query struct {
	Text      string
	K         int      // hits wanted; 0 means DefaultHits
	Documents []string // only chunks of the documents with these ids, nil for all; ids that no document has are passed over
	Projects  []string // only chunks of the projects with these names, nil for all
	Quotas    *Quotas  // of what was derived from the documents; nil for DefaultQuotas
	Omit      Omit     // what is left out; nothing as a rule
	Explain   bool     // tells in Result.Considered how far each chunk came
}

// Contribution is what one retriever found for one variant, and what that added to a hit's score.
type Contribution struct {
	Variant   string  `json:"variant"`
	Retriever string  `json:"retriever"` // lexical, dense
	Rank      int     `json:"rank"`      // counted from 1; 0: scored, but not among the retriever's first hits
	Score     float64 `json:"score"`     // BM25 or cosine
	Part      float64 `json:"part"`      // of the fused score
}

// Hit is a chunk that was found, and why.
type Hit struct {
	Chunk
	Rank          int            // counted from 1
	Score         float64        // fused, after reranking
	LexicalRank   int            // best rank over the variants, 0 where it was not found
	DenseRank     int            //
	Contributions []Contribution // in the order of variants, lexical before dense
	Promoted      string         // why the reranker moved it up, "" where it did not

	// Cosine is that of the chunk and the question itself, not a rewording; 0 unless Result.Embedder measured it. The cosine
	// of the built-in embedder is no measure, and stands in the contributions alone.
	Cosine float64
}

// Result is what a search found.
type Result struct {
	Question Question
	Variants []Variant
	Fusion   string // how the retrievers were combined
	Hits     []Hit

	// Considered are the chunks of documents that a retriever found, the best of the fused ranking first; none unless the query
	// wants them explained.
	Considered []Considered

	Embedder string   // the external embedder that ranked the hits and measured their cosines, "" where none did
	Warnings []string // what could not be done as the index would have it; none as a rule
}

// candidate is a row on its way to becoming a hit.
type candidate struct {
	row           int
	id            string
	score         float64
	lexicalRank   int
	denseRank     int
	contributions []Contribution
	chunk         Chunk
	promoted      string
}

// Search ranks the chunks for a question.
func (ix *Index) Search(ctx context.Context, query Query) (Result, error) {
	q := ParseQuestion(query.Text)
	res := Result{Question: q, Variants: query.Omit.variants(q, ix.acronyms), Fusion: "none"}
	if ix.Len() == 0 {
		return res, nil
	}
	k := query.K
	if k <= 0 {
		k = DefaultHits
	}
	k = min(k, MaxHits)
	query.Documents = ix.inProjects(query.Documents, query.Projects)
	in, err := ix.scope(ctx, query.Documents)
	if err != nil {
		return Result{}, err
	}
	var vectors [][]float32
	var warning string
	if !query.Omit.Dense {
		if vectors, warning, err = ix.questionVectors(ctx, res.Variants); err != nil {
			return Result{}, err
		}
	}
	if warning != "" {
		res.Warnings = append(res.Warnings, warning)
	}
	var lists []ranking
	for n, v := range res.Variants {
		var q []float32
		if vectors != nil {
			q = vectors[n]
		}
		found, err := ix.retrieve(ctx, query.Omit.clauses(v.Text), q, in, depth)
		if err != nil {
			return Result{}, err
		}
		for i := range found {
			found[i].variant = n
		}
		lists = append(lists, found...)
	}
	var f fusion
	switch {
	case vectors == nil:
	case ix.dense.external != nil:
		f.dense, f.ranks = 0.5, true
		res.Embedder = ix.Embedder()
	default:
		f.dense = denseWeight
	}
	if query.Omit.Fusion && vectors != nil {
		f.ranks, f.dense = !f.ranks, denseWeight
	}
	res.Fusion = f.String()
	fused := f.fuse(lists, res.Variants)
	cands := slices.Clone(fused[:min(candidates, len(fused))])
	for i := range cands {
		var err error
		if cands[i].chunk, err = ix.at(cands[i].row); err != nil {
			return Result{}, err
		}
	}
	if !query.Omit.Rerank {
		rerank(q, cands, ix.acronyms)
	}
	if query.Explain {
		if res.Considered, err = ix.considered(fused, cands); err != nil {
			return Result{}, err
		}
	}
	for i := range cands[:min(k, len(cands))] {
		c := &cands[i]
		h := Hit{Chunk: c.chunk, Rank: i + 1, Score: c.score, LexicalRank: c.lexicalRank,
			DenseRank: c.denseRank, Contributions: c.contributions, Promoted: c.promoted}
		if res.Embedder != "" {
			v, err := ix.dense.vectors.Vector(c.row)
			if err != nil {
				return Result{}, corrupt(err)
			}
			h.Cosine = round(ix.dense.cosine(v, vectors[0]))
		}
		res.Hits = append(res.Hits, h)
	}
	derived, named, err := ix.derivedHits(ctx, q, query)
	if err != nil {
		return Result{}, err
	}
	res.Hits = withDerived(derived, named, res.Hits, k)
	return res, nil
}

// questionVectors embeds the variants of a question, all at once. There are none without a dense side, and none where an
// external embedder fails: then the words alone must do, and a warning says so.
func (ix *Index) questionVectors(ctx context.Context, variants []Variant) (vectors [][]float32, warning string, err error) {
	if ix.dense == nil {
		return nil, "", nil
	}
	texts := make([]string, len(variants))
	for i, v := range variants {
		texts[i] = v.Text
	}
	vectors, err = ix.dense.embed(ctx, texts, true)
	if err != nil && ix.dense.external != nil && ctx.Err() == nil {
		return nil, fmt.Sprintf("the documents were searched by their words alone, because %s failed: %v", ix.Embedder(), err), nil
	}
	return vectors, "", err
}

// ranking is what one retriever found for one variant, best first.
type ranking struct {
	variant   int
	retriever string
	entries   []scored
	best      float64 // the greatest score outside a scope too, 0 without one
}

// scored is a row with its retriever's score. Rank 0 means: outside the retriever's first hits.
type scored struct {
	row   int
	id    string
	rank  int
	score float64
}

// retrieve asks both retrievers for the words of one variant, at the same time; the lexical one alone if q, the variant's vector, is
// nil. The dense one also scores what only the lexical one found: its half of a fused score must not depend on where its
// list was cut.
func (ix *Index) retrieve(ctx context.Context, words []lexical.Clause, q []float32, in *scope, limit int) ([]ranking, error) {
	lex, near := ranking{retriever: lexicalName}, ranking{retriever: denseName}
	err := together(
		func() (err error) {
			lex.entries, lex.best, err = ix.lexicalHits(ctx, words, in, limit)
			return err
		},
		func() (err error) {
			if q != nil {
				near.entries, near.best, err = ix.dense.nearest(q, ix.store, in, limit)
			}
			return corrupt(err)
		})
	if err != nil || q == nil {
		return []ranking{lex}, err
	}
	near.entries, err = ix.dense.also(q, near.entries, lex.entries)
	return []ranking{lex, near}, corrupt(err)
}

// lexicalHits finds the best chunks of a scope by their words, and the score of the best chunk of all.
func (ix *Index) lexicalHits(ctx context.Context, query []lexical.Clause, in *scope, limit int) (out []scored, best float64, err error) {
	var hits []lexical.Hit
	if in == nil {
		hits, err = ix.lex.Search(ctx, query, limit)
	} else {
		hits, best, err = ix.lex.SearchIn(ctx, query, limit, in.words)
	}
	if err != nil {
		return nil, 0, corrupt(err)
	}
	out = make([]scored, len(hits))
	for i, h := range hits {
		row, ok := ix.store.row(h.ID)
		if !ok {
			return nil, 0, fmt.Errorf("%w: the lexical index holds chunk %q, the store does not", ErrCorrupt, h.ID)
		}
		out[i] = scored{row: row, id: h.ID, rank: i + 1, score: h.Score}
	}
	return out, best, nil
}
