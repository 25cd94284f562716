package index

import (
	"context"

	"ibid/index/lexical"
)

// retriever is where the chunks of the documents are found and read: the folder of a generation, or a Weaviate server.
type retriever interface {
	// ready makes sure that chunks can be found, before a search asks for any; doubt says after it why not all may have
	// been, "" for nothing.
	ready(ctx context.Context) error
	doubt() string

	// byWords finds for each query the best k chunks of a scope by BM25, and the greatest score of all chunks.
	byWords(ctx context.Context, queries [][]lexical.Clause, k int, in *scope) ([]ranking, error)

	// byVector finds the k chunks of a scope nearest to a vector, and the greatest cosine of all chunks.
	byVector(ctx context.Context, q []float32, k int, in *scope) (found []scored, best float64, err error)

	// cosines are those of a vector and chunks: of each the greatest one of its pieces.
	cosines(ctx context.Context, q []float32, ids []string) ([]float64, error)

	// read reads chunks; fs.ErrNotExist where one of them is not there.
	read(ctx context.Context, ids []string) ([]*record, error)

	// frequencies are the numbers of chunks that hold each of some terms.
	frequencies(ctx context.Context, terms []string) ([]int, error)
}

// local finds chunks in the folder of a generation.
type local struct {
	lexical *lexical.Reader
	dense   *denseSide
}

// scored is a chunk with its retriever's score. Rank 0 means: outside the retriever's first hits.
type scored struct {
	id    string
	rank  int
	score float64
}

func (l local) ready(context.Context) error { return nil }

func (l local) doubt() string { return "" }

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

func (l local) byVector(_ context.Context, q []float32, k int, in *scope) ([]scored, float64, error) {
	found, best, err := l.dense.nearest(q, in, k)
	return found, best, corrupt(err)
}

func (l local) cosines(_ context.Context, q []float32, ids []string) ([]float64, error) {
	out := make([]float64, len(ids))
	for i, id := range ids {
		var err error
		if out[i], err = l.dense.near(id, q); err != nil {
			return nil, corrupt(err)
		}
	}
	return out, nil
}

func (l local) read(_ context.Context, ids []string) ([]*record, error) {
	return records(l.lexical, ids)
}

func (l local) frequencies(_ context.Context, terms []string) ([]int, error) {
	df, err := l.lexical.DocFreq(terms)
	return df, corrupt(err)
}

// scope is the part of an index that a search is narrowed to. Both retrievers look at it alone, before their lists
// are cut, and rank it by the scores that its chunks have in the whole index.
type scope struct {
	documents []string        // ids, in the order of their chunks
	subset    *lexical.Subset // nil where the words are not in the index's folder
}
