package index

import (
	"context"
	"errors"
	"os"

	"ibid/index/lexical"
)

// local finds chunks in the folder of a generation, or among those that a server proposes.
type local struct {
	lexical *lexical.Reader
	dense   *denseSide // nil for none
	dir     string     // of what is of one search alone, "" for nothing
}

func (l local) close() error {
	var errs []error
	if l.lexical != nil {
		errs = append(errs, l.lexical.Close())
	}
	if l.dense != nil {
		errs = append(errs, l.dense.close())
	}
	return errors.Join(append(errs, os.RemoveAll(l.dir))...)
}

// scored is a chunk with its retriever's score. Rank 0 means: outside the retriever's first hits.
type scored struct {
	id    string
	rank  int
	score float64
}

// byWords finds for each query the best k chunks of a scope by BM25, and the greatest score of all chunks.
func (l local) byWords(ctx context.Context, queries [][]lexical.Clause, k int, in *scope) ([]ranking, error) {
	var within *lexical.Subset
	if in != nil {
		within = in.subset
	}
	return search(ctx, l.lexical, queries, k, within)
}

// search finds for each query the best chunks by their words, within nil among all, and the score of the best chunk of
// all.
func search(ctx context.Context, in *lexical.Reader, queries [][]lexical.Clause, k int, within *lexical.Subset) ([]ranking, error) {
	found, err := in.Search(ctx, queries, k, within)
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

// byVector finds the k chunks of a scope nearest to a vector, and the greatest cosine of all chunks.
func (l local) byVector(q []float32, k int, in *scope) ([]scored, float64, error) {
	found, best, err := l.dense.nearest(q, in, k)
	return found, best, corrupt(err)
}

// cosines are those of a vector and chunks: of each the greatest one of its pieces.
func (l local) cosines(q []float32, ids []string) ([]float64, error) {
	out := make([]float64, len(ids))
	for i, id := range ids {
		var err error
		if out[i], err = l.dense.near(id, q); err != nil {
			return nil, corrupt(err)
		}
	}
	return out, nil
}

// scope is the part of an index that a search is narrowed to. Both retrievers look at it alone, before their lists
// are cut, and rank it by the scores that its chunks have in the whole index.
type scope struct {
	documents []string // ids, in the order of their chunks
	subset    *lexical.Subset
}
