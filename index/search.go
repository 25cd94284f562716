package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"ibid/index/lexical"
	"ibid/index/question"
	"ibid/index/reader"
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
	K         int           // hits wanted; 0 means DefaultHits
	Documents []string      // only chunks of the documents with these ids, nil for all; ids that no document has are passed over
	Projects  []string      // only chunks of the projects with these names, nil for all
	Reader    *reader.Model // reads the best chunks with the question; nil for the order of their words and vectors alone
	Respell   bool          // words that no document has as the documents spell them, see Result.Warnings
}

// Contribution is what one retriever found for one variant, and what that added to a hit's score.
type Contribution struct {
	Variant   string  `json:"variant"`
	Retriever string  `json:"retriever"` // lexical, dense
	Rank      int     `json:"rank" jsonschema:"counted from 1; 0: scored, but not among the retriever's first hits"`
	Score     float64 `json:"score"` // BM25 or cosine
	Part      float64 `json:"part" jsonschema:"of the fused score"`
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
	Read          []Reading      // its statements, where it was read with the question

	// Cosine is that of the chunk and the question itself, not a rewording; 0 unless Result.Embedder measured it.
	Cosine float64
}

// Result is what a search found.
type Result struct {
	Question question.Question
	Variants []Variant
	Fusion   string // how the retrievers were combined
	Hits     []Hit

	Embedder string   // the embedder that ranked the hits and measured their cosines, "" where none did
	Warnings []string // what was searched for otherwise than asked, or not as the index would have it; none as a rule
}

// candidate is a row on its way to becoming a hit.
type candidate struct {
	id            string
	score         float64
	lexicalRank   int
	denseRank     int
	contributions []Contribution
	fused         int     // the place in the order of fused scores, counted from 0
	cosine        float64 // of the question itself, 0 without vectors
	chunk         Chunk
	read          []Reading
	promoted      string
}

// Search ranks the chunks for a question.
func (ix *Index) Search(ctx context.Context, query Query) (Result, error) {
	var said []string
	var err error
	if query.Respell && ix.server == nil { // those who only ask have no words of the documents
		near := func(word string) ([]string, error) { return ix.near(ctx, word) }
		if query.Text, said, err = Respell(ctx, query.Text, ix, near); err != nil {
			return Result{}, err
		}
	}
	res, err := ix.search(ctx, query)
	res.Warnings = append(said, res.Warnings...)
	return res, err
}

func (ix *Index) search(ctx context.Context, query Query) (Result, error) {
	q := question.Parse(query.Text)
	res := Result{Question: q, Variants: variants(q, ix.acronyms), Fusion: "none"}
	if ix.Len() == 0 {
		return res, nil
	}
	k := min(cmp.Or(max(query.K, 0), DefaultHits), MaxHits)
	query.Documents = ix.inProjects(query.Documents, query.Projects)
	vectors, warning, err := ix.questionVectors(ctx, res.Variants)
	if err != nil {
		return Result{}, err
	}
	if warning != "" {
		res.Warnings = append(res.Warnings, warning)
	}
	queries := make([][]lexical.Clause, len(res.Variants))
	for n, v := range res.Variants {
		queries[n] = lexical.Query(v.Text)
	}
	docs := ix.scope(query.Documents)
	from, doubt := ix.local, ""
	if ix.server != nil {
		from, doubt, err = ix.propose(ctx, queries, vectors, docs)
		defer from.close()
		if err != nil {
			return Result{}, err
		}
	}
	lists, err := from.retrieve(ctx, queries, vectors, docs, depth)
	if err != nil {
		return Result{}, err
	}
	share := 0.0
	if vectors != nil {
		share, res.Embedder = ix.dense.share(), ix.Embedder()
	}
	res.Fusion = fusion(share)
	cands := fuse(lists, res.Variants, share)
	cands = cands[:min(candidates, len(cands))]
	ids := make([]string, len(cands))
	for i := range cands {
		ids[i] = cands[i].id
	}
	read, err := records(from.lexical, ids)
	if err != nil {
		return Result{}, err
	}
	for i, r := range read {
		cands[i].chunk, cands[i].fused = ix.chunk(r), i
		if vectors != nil {
			cosine, err := from.dense.near(r.ID, vectors[0])
			if err != nil {
				return Result{}, corrupt(err)
			}
			cands[i].cosine = round(cosine)
		}
	}
	terms, err := Terms(ctx, q, ix)
	if err != nil {
		return Result{}, err
	}
	if err := rerank(ctx, query.Reader, q, cands); err != nil {
		return Result{}, err
	}
	cands = cands[:min(k, len(cands))]
	for i := range cands {
		c := &cands[i]
		h := Hit{Chunk: c.chunk, Rank: i + 1, Score: c.score, LexicalRank: c.lexicalRank,
			DenseRank: c.denseRank, Contributions: c.contributions, Promoted: c.promoted, Read: c.read, Cosine: c.cosine}
		res.Hits = append(res.Hits, h)
	}
	derived, err := ix.derivedHits(ctx, q, query.Documents)
	if err != nil {
		return Result{}, err
	}
	res.Hits = withDerived(terms, derived, res.Hits, k)
	if doubt != "" {
		res.Warnings = append(res.Warnings, doubt)
	}
	return res, nil
}

// questionVectors embeds the variants of a question, all at once. There are none without a dense side, and none where
// the embedder fails: then the words alone must do, and a warning says so.
func (ix *Index) questionVectors(ctx context.Context, variants []Variant) (vectors [][]float32, warning string, err error) {
	if ix.dense == nil {
		return nil, ix.unready, nil
	}
	texts := make([]string, len(variants))
	for i, v := range variants {
		texts[i] = v.Text
	}
	vectors, err = embed(ctx, ix.dense.embedder, texts, true, ix.dense.dims)
	if err != nil && ctx.Err() == nil {
		return nil, fmt.Sprintf("the documents were searched by their words alone, because %s failed: %v", ix.Embedder(), err), nil
	}
	return vectors, "", err
}

// local is where chunks are found: in the folder of a generation, or among those that a server proposes.
type local struct {
	lexical *lexical.Reader
	dense   *denseSide // nil where there are no vectors, or none that can be searched
	scratch string     // folder of what is of one search alone, "" for none
}

func (l local) close() error {
	var errs []error
	if l.lexical != nil {
		errs = append(errs, l.lexical.Close())
	}
	if l.dense != nil && l.dense.vectors != nil {
		errs = append(errs, l.dense.vectors.Close())
	}
	return errors.Join(append(errs, os.RemoveAll(l.scratch))...)
}

// ranking is what one retriever found for one variant, best first.
type ranking struct {
	variant   int
	retriever string
	entries   []scored
	best      float64 // the greatest score outside a scope too, 0 without one
}

// scored is a chunk with its retriever's score. Rank 0 means: outside the retriever's first hits.
type scored struct {
	id    string
	rank  int
	score float64
}

// retrieve asks both retrievers for the variants, at the same time; the lexical one alone for those without a vector. Both
// look at the chunks of some documents alone, nil for all, before their lists are cut, and rank them by the scores that
// they have in the whole index. The dense one also scores what only the lexical one found: its half of a fused score must
// not depend on where its list was cut.
func (l local) retrieve(ctx context.Context, queries [][]lexical.Clause, vectors [][]float32, docs []string, limit int) ([]ranking, error) {
	var lex, lists []ranking
	near := make([]ranking, len(vectors))
	err := together(
		func() (err error) {
			lex, err = search(ctx, l.lexical, queries, limit, docs)
			return err
		},
		func() (err error) {
			for n := 0; err == nil && n < len(vectors); n++ {
				near[n] = ranking{variant: n, retriever: denseName}
				near[n].entries, near[n].best, err = l.dense.nearest(vectors[n], docs, limit)
			}
			return corrupt(err)
		})
	if err != nil {
		return nil, err
	}
	for n := range lex {
		lex[n].variant = n
		if lists = append(lists, lex[n]); vectors == nil {
			continue
		}
		seen := map[string]bool{}
		for _, f := range near[n].entries {
			seen[f.id] = true
		}
		for _, e := range lex[n].entries {
			if !seen[e.id] {
				cosine, err := l.dense.near(e.id, vectors[n])
				if err != nil {
					return nil, corrupt(err)
				}
				near[n].entries = append(near[n].entries, scored{id: e.id, score: cosine})
			}
		}
		lists = append(lists, near[n])
	}
	return lists, nil
}

// search finds for each query the best chunks of some documents by their words, nil for all, and the score of the best
// chunk of all.
func search(ctx context.Context, in *lexical.Reader, queries [][]lexical.Clause, k int, docs []string) ([]ranking, error) {
	var within *lexical.Subset
	var err error
	if docs != nil {
		within, err = in.Subset(ctx, docs)
	}
	var found []lexical.Found
	if err == nil {
		found, err = in.Search(ctx, queries, k, within)
	}
	if err != nil {
		return nil, corrupt(err)
	}
	out := make([]ranking, len(found))
	for n, f := range found {
		out[n] = ranking{retriever: lexicalName, best: f.Best}
		for i, h := range f.Hits {
			out[n].entries = append(out[n].entries, scored{id: h.ID, rank: i + 1, score: h.Score})
		}
	}
	return out, nil
}

// scope lists those of some documents that have chunks, in the order of these; nil for nil and for all of them.
func (ix *Index) scope(documents []string) []string {
	if documents == nil {
		return nil
	}
	wanted := make(map[string]bool, len(documents))
	for _, id := range documents {
		wanted[id] = true
	}
	in, all := []string{}, true
	for i := range ix.manifest.Files {
		switch e := &ix.manifest.Files[i]; {
		case e.Chunks == 0:
		case wanted[e.DocID]:
			in = append(in, e.DocID)
		default:
			all = false
		}
	}
	if all {
		return nil
	}
	return in
}

// inProjects narrows documents to those of some projects; nil projects are all.
func (ix *Index) inProjects(documents, projects []string) []string {
	if projects == nil {
		return documents
	}
	in := []string{}
	for _, d := range ix.Documents() {
		if slices.Contains(projects, d.Project) && (documents == nil || slices.Contains(documents, d.ID)) {
			in = append(in, d.ID)
		}
	}
	return in
}
