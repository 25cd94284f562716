package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"

	"ibid/index/crash"
	"ibid/index/dense"
	"ibid/index/lexical"
)

const (
	vectorDir = "vectors"

	embedBatch = 512 // chunks embedded between two reports of progress
	embedAhead = 32  // chunks that are analysed, per core, before their turn
)

// denseSide is the vectors of one generation, open for searching, and the embedder that made them.
type denseSide struct {
	external Embedder     // nil: the built-in one made them
	vectors  *dense.Store // nil where they are on a server
	dims     int          // of what external makes

	// first is where the vectors of each chunk begin, and after the last where they end; nil where each chunk has one.
	first []int
	most  int // vectors that a chunk has

	lately remembered // what texts an external embedder was asked for beside the chunks
}

// remembered are the vectors of texts; all are forgotten where they become too many. It may be used by several
// goroutines at once.
type remembered struct {
	mu      sync.Mutex
	vectors map[rememberedText][]float32
}

type rememberedText struct {
	text string
	asks bool // it is a question
}

const mostRemembered = 4096 // vectors: 6 MB of a model with 384 dimensions

// openDense opens the vectors of a generation, which an external embedder made or, where that is nil, the built-in
// one. Pieces is how many vectors each chunk has, nil for one each.
func openDense(dir string, external Embedder, pieces []byte) (_ *denseSide, err error) {
	d := openEmbedder(external, 0)
	if pieces != nil {
		d.first = make([]int, 1, len(pieces)+1)
		for i, n := range pieces {
			d.first = append(d.first, d.first[i]+int(n))
			d.most = max(d.most, int(n))
		}
	}
	d.vectors, err = dense.Open(filepath.Join(dir, vectorDir))
	if err == nil && pieces != nil && d.first[len(pieces)] != d.vectors.Len() {
		err = fmt.Errorf("%w: %d vectors for %d pieces of chunks", dense.ErrCorrupt, d.vectors.Len(), d.first[len(pieces)])
	}
	if err != nil {
		return nil, errors.Join(err, d.close())
	}
	d.dims = d.vectors.Dimensions()
	return d, nil
}

// openEmbedder is what makes the vectors of questions alone.
func openEmbedder(external Embedder, dims int) *denseSide {
	return &denseSide{external: external, dims: dims, most: 1}
}

func (d *denseSide) close() error {
	if d.vectors == nil {
		return nil
	}
	return d.vectors.Close()
}

// embed returns the vectors of texts. Only an external embedder minds the context, and what is a question.
func (d *denseSide) embed(ctx context.Context, texts []string, query bool) ([][]float32, error) {
	if d.external != nil {
		return embed(ctx, d.external, texts, query, d.dims)
	}
	out := make([][]float32, len(texts))
	for i, text := range texts {
		out[i] = dense.Embed(terms(text))
	}
	return out, nil
}

// remembered returns the vectors of texts, which are questions or not, and asks an external embedder only for those
// that it has not made lately.
func (d *denseSide) remembered(ctx context.Context, texts []string, asks bool) ([][]float32, error) {
	if d.external == nil {
		return d.embed(ctx, texts, asks)
	}
	out := make([][]float32, len(texts))
	var missing []string
	d.lately.mu.Lock()
	for i, text := range texts {
		if out[i] = d.lately.vectors[rememberedText{text, asks}]; out[i] == nil && !slices.Contains(missing, text) {
			missing = append(missing, text)
		}
	}
	d.lately.mu.Unlock()
	if len(missing) == 0 {
		return out, nil
	}
	made, err := d.embed(ctx, missing, asks)
	if err != nil {
		return nil, err
	}
	d.lately.mu.Lock()
	defer d.lately.mu.Unlock()
	if d.lately.vectors == nil || len(d.lately.vectors)+len(made) > mostRemembered {
		d.lately.vectors = map[rememberedText][]float32{}
	}
	for i, text := range missing {
		d.lately.vectors[rememberedText{text, asks}] = made[i]
	}
	for i, text := range texts {
		if out[i] == nil {
			out[i] = made[slices.Index(missing, text)]
		}
	}
	return out, nil
}

// cosine is that of two vectors of length 1.
func (d *denseSide) cosine(v, w []float32) float64 {
	if d.external != nil {
		return float64(dense.Cosine(v, w))
	}
	return float64(dot(v, w))
}

// near is the greatest cosine of a question and a vector of a chunk.
func (d *denseSide) near(chunk int, q []float32) (float64, error) {
	greatest := -1.0
	rows := d.rowsOf(dense.Rows{From: chunk, To: chunk + 1})
	for row := rows.From; row < rows.To; row++ {
		v, err := d.vectors.Vector(row)
		if err != nil {
			return 0, err
		}
		greatest = max(greatest, d.cosine(v, q))
	}
	return greatest, nil
}

// rowsOf are the vectors of chunks.
func (d *denseSide) rowsOf(chunks dense.Rows) dense.Rows {
	if d.first == nil {
		return chunks
	}
	return dense.Rows{From: d.first[chunks.From], To: d.first[chunks.To]}
}

// chunk is the one that a vector belongs to.
func (d *denseSide) chunk(row int) int {
	if d.first == nil {
		return row
	}
	return sort.SearchInts(d.first, row+1) - 1
}

// nearest finds the chunks of a scope nearest to a vector, and how near the nearest of all is.
func (d *denseSide) nearest(q []float32, rows table, in *scope, limit int) (found []scored, best float64, err error) {
	all := []dense.Rows{{From: 0, To: d.vectors.Len()}}
	within := all
	if in != nil {
		within = make([]dense.Rows, len(in.rows))
		for i, chunks := range in.rows {
			within[i] = d.rowsOf(chunks)
		}
	}
	hits, err := d.vectors.Search(q, limit*d.most, within) // which belong to limit chunks at least
	seen := map[int]bool{}
	for _, h := range hits {
		chunk := d.chunk(h.Row)
		if seen[chunk] || len(found) == limit {
			continue
		}
		seen[chunk] = true
		found = append(found, scored{row: chunk, id: rows[chunk].ID, rank: len(found) + 1, score: float64(h.Cosine)})
	}
	if in != nil && err == nil {
		hits, err = d.vectors.Search(q, 1, all)
	}
	if len(hits) > 0 {
		best = float64(hits[0].Cosine)
	}
	return found, best, err
}

// terms are those of a text but for the parts of compounds: with them, technical words would count several times,
// which cost .003 nDCG@10 in fused search.
func terms(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for t := range lexical.Tokens(text) {
			if !t.Part && !yield(t.Term) {
				return
			}
		}
	}
}

// dot is the cosine of two vectors of length 1. The conversion keeps arm64 from fusing the product into the sum.
func dot(v, w []float32) float32 {
	sum := float32(0)
	for i := range v {
		sum += float32(v[i] * w[i])
	}
	return sum
}

// embedded is what a chunk's vector is made of.
type embedded struct {
	Title   string
	Section []string
	Text    string
}

// head is what a chunk stands under.
func (e embedded) head() string { return e.Title + "\n" + strings.Join(e.Section, "\n") + "\n" }

// writeVectors gives every chunk its vector.
func (b *builder) writeVectors(ctx context.Context) (err error) {
	if b.new.Embedder, err = b.opt.embedder(); err != nil || b.new.Chunks == 0 {
		return err
	}
	s, err := openStore(b.dir)
	if err != nil {
		return err
	}
	defer s.close()
	if b.opt.Embedder != nil {
		return b.writeExternal(ctx, s)
	}
	return b.writeBuiltin(ctx, s)
}

// oldDense opens the dense side of the generation that is replaced; nil where it is not of the built-in embedder, or
// where it is damaged and must be made again.
func (b *builder) oldDense() (*denseSide, error) {
	if b.plan.old == nil || b.plan.old.Chunks == 0 || b.plan.old.Embedder.external() {
		return nil, nil
	}
	old, err := openDense(b.plan.dir, nil, nil)
	if errors.Is(err, dense.ErrCorrupt) || errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return old, err
}

// writeBuiltin writes one vector a chunk: copied where an unchanged chunk has one, made otherwise.
func (b *builder) writeBuiltin(ctx context.Context, s *store) error {
	old, err := b.oldDense()
	if err != nil {
		return err
	}
	if old != nil {
		defer old.close()
	}
	w, err := dense.Create(filepath.Join(b.dir, vectorDir), dense.Dimensions)
	if err != nil {
		return err
	}
	defer w.Abort()
	copied := func(row int) int { // from which of the old ones
		if old == nil {
			return -1
		}
		return b.origin[row]
	}
	for from, to := 0, 0; from < len(s.rows); from = to {
		if err := ctx.Err(); err != nil {
			return err
		}
		first := copied(from)
		for to = from + 1; to < min(from+embedBatch, len(s.rows)); to++ {
			if at := copied(to); (at < 0) != (first < 0) || first >= 0 && at != first+to-from {
				break
			}
		}
		if first >= 0 {
			err = w.Copy(old.vectors, dense.Rows{From: first, To: first + to - from})
		} else {
			err = embedNew(s, w, from, to)
		}
		if err != nil {
			return err
		}
		b.progress(Step{Stage: StageEmbed, Done: to, Total: len(s.rows), Chunks: len(s.rows)})
	}
	return w.Close()
}

// embedNew writes the vectors of some rows. The head of a chunk counts twice, as it does in the lexical index.
func embedNew(s *store, w *dense.Writer, from, to int) error {
	for v, err := range crash.InOrder(to-from, embedAhead, func(i int) ([]float32, error) {
		e, err := decode[embedded](s, from+i)
		if err != nil {
			return nil, err
		}
		return dense.Embed(terms(e.head() + e.head() + e.Text)), nil
	}) {
		if err == nil {
			err = w.Append(v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// together runs pieces of work that do not depend on each other at the same time.
func together(work ...func() error) error {
	return crash.Parallel(context.Background(), len(work), func(i int) error { return work[i]() })
}
