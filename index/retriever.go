package index

import (
	"context"
	"fmt"
	"io/fs"

	"ibid/index/dense"
	"ibid/index/lexical"
)

// retriever is where the chunks of the documents are found and read: the folder of a generation, or a Weaviate server.
type retriever interface {
	// ready makes sure that chunks can be found, before a search asks for any. The warnings say why not all may be,
	// or by words alone.
	ready(ctx context.Context) (warnings []string, wordsAlone bool, err error)

	// byWords finds for each query the best k chunks of a scope by BM25, and the greatest score of all chunks.
	byWords(ctx context.Context, queries [][]lexical.Clause, k int, in *scope) ([]ranking, error)

	// byVector finds the k chunks of a scope nearest to a vector, and the greatest cosine of all chunks.
	byVector(ctx context.Context, q []float32, k int, in *scope) (found []scored, best float64, err error)

	// cosines are those of a vector and chunks: of each the greatest one of its pieces.
	cosines(ctx context.Context, q []float32, ids []string) ([]float64, error)

	// read reads chunks; fs.ErrNotExist where one of them is not there.
	read(ctx context.Context, ids []string) ([]*record, error)

	// some reads at most n chunks from all over the documents.
	some(ctx context.Context, n int) ([]*record, error)

	// frequencies are the numbers of chunks that hold each of some terms.
	frequencies(ctx context.Context, terms []string) ([]int, error)
}

// local finds chunks in the folder of a generation.
type local struct {
	*chunks
	dense *denseSide
}

func (l local) ready(context.Context) ([]string, bool, error) { return nil, false, nil }

func (l local) byWords(ctx context.Context, queries [][]lexical.Clause, k int, in *scope) ([]ranking, error) {
	return l.search(ctx, queries, k, in.words())
}

func (l local) byVector(_ context.Context, q []float32, k int, in *scope) ([]scored, float64, error) {
	found, best, err := l.dense.nearest(q, l.rows, in, k)
	return found, best, corrupt(err)
}

func (l local) cosines(_ context.Context, q []float32, ids []string) ([]float64, error) {
	out := make([]float64, len(ids))
	for i, id := range ids {
		row, _ := l.row(id)
		var err error
		if out[i], err = l.dense.near(row, q); err != nil {
			return nil, corrupt(err)
		}
	}
	return out, nil
}

func (l local) read(_ context.Context, ids []string) ([]*record, error) {
	out := make([]*record, len(ids))
	for i, id := range ids {
		row, ok := l.row(id)
		if !ok {
			return nil, fmt.Errorf("chunk %q: %w", id, fs.ErrNotExist)
		}
		var err error
		if out[i], err = l.get(row); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (l local) some(ctx context.Context, n int) ([]*record, error) {
	n = min(n, len(l.rows))
	ids := make([]string, n)
	for i := range ids {
		ids[i] = l.rows[i*len(l.rows)/n].ID
	}
	return l.read(ctx, ids)
}

func (l local) frequencies(_ context.Context, terms []string) ([]int, error) {
	df, err := l.lex.DocFreq(terms)
	return df, corrupt(err)
}

// scope is the part of an index that a search is narrowed to. Both retrievers look at it alone, before their lists
// are cut, and rank it by the scores that its chunks have in the whole index.
type scope struct {
	documents []string // ids, in the order of the rows
	rows      []dense.Rows
	subset    *lexical.Subset // nil where the words are not in the index's folder
}

// words is what the lexical retriever looks at; nil for the whole index.
func (s *scope) words() *lexical.Subset {
	if s == nil {
		return nil
	}
	return s.subset
}
