package index

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
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
	modelFile = "model"
	vectorDir = "vectors"

	// alwaysTrain is the number of chunks up to which every change trains the word vectors anew, so that an index that
	// grew equals a fresh one. Above it training costs more than it changes: it waits until retrainShare of the chunks
	// the model was trained on have come or gone.
	alwaysTrain  = 2000
	retrainShare = 0.02

	embedBatch = 512 // chunks embedded between two reports of progress
	embedAhead = 32  // chunks that are analysed, per core, before their turn
)

// denseSide is the vectors of one generation, open for searching, and the embedder that made them.
type denseSide struct {
	external Embedder     // nil: model made them
	model    *dense.Model // nil: external made them
	vectors  *dense.Store // nil where they are on a server
	dims     int          // of what external makes

	// first is where the vectors of each chunk begin, and after the last where they end; nil where each chunk has one.
	first []int
	most  int // vectors that a chunk has

	lately remembered // what texts an external embedder was asked for beside the chunks
}

// remembered are the vectors of texts; all are forgotten where they become too many. It may be used by several goroutines
// at once.
type remembered struct {
	mu      sync.Mutex
	vectors map[rememberedText][]float32
}

type rememberedText struct {
	text string
	asks bool // it is a question
}

const mostRemembered = 4096 // vectors: 6 MB of a model with 384 dimensions

// openDense opens the vectors of a generation, which an external embedder made or, where that is nil, the built-in one. Pieces is
// how many vectors each chunk has, nil for one each.
func openDense(dir string, external Embedder, pieces []byte) (_ *denseSide, err error) {
	d, err := openEmbedder(dir, external, 0)
	if err != nil {
		return nil, err
	}
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
		d.close()
		return nil, err
	}
	d.dims = d.vectors.Dimensions()
	return d, nil
}

// openEmbedder opens what makes the vectors of questions alone.
func openEmbedder(dir string, external Embedder, dims int) (d *denseSide, err error) {
	d = &denseSide{external: external, dims: dims, most: 1}
	if external == nil {
		d.model, err = dense.OpenModel(filepath.Join(dir, modelFile))
	}
	return d, err
}

func (d *denseSide) close() error {
	var errs []error
	if d.model != nil {
		errs = append(errs, d.model.Close())
	}
	if d.vectors != nil {
		errs = append(errs, d.vectors.Close())
	}
	return errors.Join(errs...)
}

// embed returns the vectors of texts. Only an external embedder minds the context, and what is a question.
func (d *denseSide) embed(ctx context.Context, texts []string, query bool) ([][]float32, error) {
	if d.external != nil {
		return embed(ctx, d.external, texts, query, d.dims)
	}
	out := make([][]float32, len(texts))
	for i, text := range texts {
		v, err := d.model.Embed(terms(text))
		if err != nil {
			return nil, corrupt(err)
		}
		out[i] = v
	}
	return out, nil
}

// remembered returns the vectors of texts, which are questions or not, and asks an external embedder only for those that it has not
// made lately.
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

func terms(text string) []dense.Term {
	out := make([]dense.Term, 0, len(text)/6)
	for t := range lexical.Tokens(text) {
		out = append(out, dense.Term{Text: t.Term, Position: t.Position, Part: t.Part})
	}
	return out
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

// head is what a chunk stands under, and all that with its text, which the word vectors are trained on. In a chunk's own vector the head
// counts twice, as it does in the lexical index.
func (e embedded) head() string { return e.Title + "\n" + strings.Join(e.Section, "\n") + "\n" }
func (e embedded) all() string  { return e.head() + e.Text }

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

// writeBuiltin trains or takes over the word vectors, and makes the vectors of the chunks with them.
func (b *builder) writeBuiltin(ctx context.Context, s *store) error {
	old, err := b.oldDense()
	if err != nil {
		return err
	}
	if old != nil {
		defer old.close()
	}
	model, err := b.model(ctx, s, old)
	if err != nil {
		return err
	}
	defer model.Close()
	if old != nil && model.Generation() != old.model.Generation() {
		old = nil // its vectors mean something else
	}
	return b.embedAll(ctx, s, model, old)
}

// oldDense opens the dense side of the generation that is replaced; nil where there is none, or where it is damaged
// and must be made again.
func (b *builder) oldDense() (*denseSide, error) {
	if b.plan.old == nil || b.plan.old.Embedder.Model == "" {
		return nil, nil
	}
	old, err := openDense(b.plan.dir, nil, nil)
	if errors.Is(err, dense.ErrCorrupt) || errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return old, err
}

// model decides whether the old word vectors still serve, and otherwise trains new ones.
func (b *builder) model(ctx context.Context, s *store, old *denseSide) (*dense.Model, error) {
	path := filepath.Join(b.dir, modelFile)
	if old != nil && len(s.rows) > alwaysTrain {
		state := b.plan.old.Embedder
		state.Changed += b.turnover()
		if float64(state.Changed) <= retrainShare*float64(state.Trained) {
			if err := os.Link(filepath.Join(b.plan.dir, modelFile), path); err == nil {
				b.new.Embedder = state
				return dense.OpenModel(path)
			}
		}
	}
	trained, err := b.train(ctx, s)
	if err != nil {
		return nil, err
	}
	if err := trained.Save(path); err != nil {
		return nil, err
	}
	b.new.Embedder = embedderState{Model: trained.Generation(), Trained: len(s.rows)}
	return dense.OpenModel(path)
}

// turnover counts the chunks that are new and the old ones that are gone.
func (b *builder) turnover() int {
	kept := 0
	for _, row := range b.origin {
		if row >= 0 {
			kept++
		}
	}
	return (len(b.origin) - kept) + (b.plan.old.Chunks - kept)
}

// sampleKey decides whether the word vectors are trained on a chunk: a part of the hash of what they would be trained on.
func sampleKey(r *record) uint64 {
	sum := sha256.Sum256([]byte(embedded{r.Title, r.Section, r.Text}.all()))
	return binary.BigEndian.Uint64(sum[:])
}

func (b *builder) train(ctx context.Context, s *store) (*dense.Model, error) {
	if err := crash.Parallel(ctx, len(b.keys), func(i int) error {
		if b.keys[i] != 0 {
			return nil
		}
		r, err := s.get(i)
		if err == nil {
			b.keys[i] = sampleKey(r)
		}
		return err
	}); err != nil {
		return nil, err
	}
	var readErr error
	sample := dense.Sample(b.keys)
	texts := func(yield func([]dense.Term) bool) {
		for text, err := range crash.InOrder(len(sample), embedAhead, func(i int) ([]dense.Term, error) {
			e, err := decode[embedded](s, sample[i])
			if err != nil {
				return nil, err
			}
			return terms(e.all()), nil
		}) {
			if readErr = err; err != nil || !yield(text) {
				return
			}
		}
	}
	m, err := dense.Train(ctx, texts, func(done, total int) { b.progress(Step{Stage: StageLearn, Done: done, Total: total}) })
	return m, errors.Join(err, readErr)
}

// embedAll writes one vector a chunk: copied where an unchanged chunk has one from the same model, computed otherwise.
func (b *builder) embedAll(ctx context.Context, s *store, model *dense.Model, old *denseSide) error {
	w, err := dense.Create(filepath.Join(b.dir, vectorDir), model.Dimensions())
	if err != nil {
		return err
	}
	defer w.Abort()
	if old == nil {
		model.Remember()
	}
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
			err = b.embedNew(s, model, w, from, to)
		}
		if err != nil {
			return err
		}
		b.progress(Step{Stage: StageEmbed, Done: to, Total: len(s.rows), Chunks: len(s.rows)})
	}
	return w.Close()
}

// embedNew writes the vectors of some rows.
func (b *builder) embedNew(s *store, model *dense.Model, w *dense.Writer, from, to int) error {
	for v, err := range crash.InOrder(to-from, embedAhead, func(i int) ([]float32, error) {
		e, err := decode[embedded](s, from+i)
		if err != nil {
			return nil, err
		}
		return model.Embed(terms(e.head() + e.all()))
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
