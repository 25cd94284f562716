package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/dense"
	"ibid/index/file"
	"ibid/index/lexical"
)

const (
	vectorDir  = "vectors"
	embedBatch = 512 // chunks embedded between two reports of progress
	// What an external embedder made is kept beside the generations, in one file a model.
	keptDir    = "embedded"
	keptSuffix = ".vec"

	// spareFactor bounds how many vectors of a model are kept, against those that the chunks need now: what is edited
	// back and forth is not embedded again, until there are so many that all are forgotten.
	spareFactor = 2

	externalBatch = 32            // pieces embedded at once, and the most that a killed process loses
	maxPieces     = math.MaxUint8 // of a chunk that have a vector: many times what the longest is cut into
)

// denseSide is the vectors of one generation, open for searching, and the embedder that made them.
type denseSide struct {
	external Embedder     // nil: the built-in one made them
	vectors  *dense.Store // nil where they are on a server
	dims     int          // of what external makes
	most     int          // vectors that a chunk has
}

// openDense opens the vectors of a generation, which an external embedder made or, where that is nil, the built-in
// one. A chunk has at most so many.
func openDense(dir string, external Embedder, most int) (*denseSide, error) {
	vectors, err := dense.Open(filepath.Join(dir, vectorDir))
	if err != nil {
		return nil, err
	}
	return &denseSide{external: external, vectors: vectors, dims: vectors.Dimensions(), most: max(1, most)}, nil
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

// cosine is that of two vectors of length 1.
func (d *denseSide) cosine(v, w []float32) float64 {
	if d.external != nil {
		return float64(dense.Cosine(v, w))
	}
	return float64(dot(v, w))
}

// near is the greatest cosine of a question and a vector of a chunk.
func (d *denseSide) near(chunk string, q []float32) (float64, error) {
	greatest := -1.0
	rows := d.vectors.Of(chunk)
	for row := rows.From; row < rows.To; row++ {
		v, err := d.vectors.Vector(row)
		if err != nil {
			return 0, err
		}
		greatest = max(greatest, d.cosine(v, q))
	}
	return greatest, nil
}

// nearest finds the chunks of a scope nearest to a vector, and how near the nearest of all is.
func (d *denseSide) nearest(q []float32, in *scope, limit int) (found []scored, best float64, err error) {
	all := []dense.Rows{{From: 0, To: d.vectors.Len()}}
	within := all
	if in != nil {
		within = nil
		for _, doc := range in.documents {
			within = append(within, d.vectors.Below(doc+chunkDivider))
		}
	}
	hits, err := d.vectors.Search(q, limit*d.most, within) // which belong to limit chunks at least
	seen := map[string]bool{}
	for _, h := range hits {
		id := d.vectors.ID(h.Row)
		if seen[id] || len(found) == limit {
			continue
		}
		seen[id] = true
		found = append(found, scored{id: id, rank: len(found) + 1, score: float64(h.Cosine)})
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

// head is what a chunk stands under.
func (r *record) head() string { return r.Title + "\n" + strings.Join(r.Section, "\n") + "\n" }

// vectorWriter gives every chunk of a generation its vectors.
type vectorWriter struct {
	*builder
	chunks *lexical.Reader
	new    *dense.Writer
	old    *denseSide   // of the same embedder; nil for none
	cache  *dense.Cache // of what an external embedder made; nil for the built-in one
	made   []string     // chunks whose vectors come next
	done   int          // chunks
	all    int          // vectors
}

// writeVectors gives every chunk its vectors: copied where those of an unchanged file are there, made otherwise.
func (b *builder) writeVectors(ctx context.Context) (err error) {
	if b.new.Chunks == 0 {
		return nil
	}
	w := &vectorWriter{builder: b}
	if w.chunks, err = openLexical(b.dir, b.new.Stats); err != nil {
		return err
	}
	defer w.chunks.Close()
	if w.old, err = b.oldDense(); err != nil {
		return err
	}
	if w.old != nil {
		defer w.old.close()
	}
	dims := dense.Dimensions
	if b.opt.Embedder != nil {
		dims = b.new.Embedder.Dimensions
		if w.cache, err = dense.OpenCache(filepath.Join(b.opt.Dir, keptDir, b.new.Embedder.cacheFile()), dims); err != nil {
			return err
		}
		defer w.cache.Close()
	}
	if w.new, err = dense.Create(filepath.Join(b.dir, vectorDir), dims); err != nil {
		return err
	}
	defer w.new.Abort()
	for i := range b.new.Files {
		if err := w.file(ctx, i); err != nil {
			return err
		}
	}
	if err := w.flush(ctx); err != nil {
		return err
	}
	w.tell()
	if err = w.new.Close(); err == nil && w.cache != nil {
		w.tidy()
	}
	return err
}

// oldDense opens the vectors of the generation that is replaced; nil where it has none of this embedder, or where they
// are damaged and must be made again.
func (b *builder) oldDense() (*denseSide, error) {
	p := b.plan
	if p.old == nil || p.old.Chunks == 0 || p.old.Unfinished || !p.old.Embedder.same(b.new.Embedder) {
		return nil, nil
	}
	b.new.Embedder.Most = p.old.Embedder.Most
	old, err := openDense(p.dir, nil, p.old.Embedder.Most)
	if errors.Is(err, dense.ErrCorrupt) || errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return old, err
}

// file takes the chunks of a file, in the order of all: their old vectors, or they are made with those that follow.
func (w *vectorWriter) file(ctx context.Context, i int) error {
	e := &w.builder.new.Files[i]
	if w.old != nil && w.kept[i] {
		if rows := w.old.vectors.Below(e.DocID + chunkDivider); rows.From < rows.To {
			if err := w.flush(ctx); err != nil {
				return err
			}
			w.done, w.all = w.done+e.Chunks, w.all+rows.To-rows.From
			return corrupt(w.new.Copy(w.old.vectors, rows))
		}
	}
	ids, err := chunksOf(w.chunks, e)
	if w.made = append(w.made, ids...); err == nil && len(w.made) >= embedBatch {
		err = w.flush(ctx)
	}
	return err
}

// flush writes the vectors that are to be made.
func (w *vectorWriter) flush(ctx context.Context) error {
	of, batch := w.builtin, embedBatch
	if w.cache != nil {
		of, batch = w.external, externalBatch
	}
	for ids := range slices.Chunk(w.made, batch) {
		w.tell()
		vectors, err := of(ctx, ids)
		for i, pieces := range vectors {
			for _, v := range pieces {
				err = errors.Join(err, w.new.Append(ids[i], v))
			}
			w.all += len(pieces)
		}
		if err != nil {
			return err
		}
		w.done += len(ids)
	}
	w.made = w.made[:0]
	return nil
}

func (w *vectorWriter) tell() {
	w.progress(Step{Stage: StageEmbed, Done: w.done, Total: w.builder.new.Chunks, Chunks: w.builder.new.Chunks})
}

// builtin makes the built-in embedder's vectors. The head of a chunk counts twice, as it does in the lexical index.
func (w *vectorWriter) builtin(ctx context.Context, ids []string) ([][][]float32, error) {
	out := make([][][]float32, len(ids))
	return out, file.Parallel(ctx, len(ids), func(i int) error {
		found, err := records(w.chunks, ids[i:i+1])
		if err == nil {
			r := found[0]
			out[i] = [][]float32{dense.Embed(terms(r.head() + r.head() + r.Text))}
		}
		return corrupt(err)
	})
}

// external makes the vectors of an external embedder, which is asked for the texts that it has not made before; those
// of the same text are made once. They are kept for good before the next ones are asked for.
func (w *vectorWriter) external(ctx context.Context, ids []string) ([][][]float32, error) {
	found, err := records(w.chunks, ids)
	if err != nil {
		return nil, corrupt(err)
	}
	state := &w.builder.new.Embedder
	keys := make([][]dense.Key, len(ids))
	var missing []dense.Key
	var texts []string
	for i, r := range found {
		cut := slices.DeleteFunc(w.opt.Embedder.Cut(r.head(), r.Text), func(text string) bool { return strings.TrimSpace(text) == "" })
		for _, text := range cut[:min(len(cut), maxPieces)] { // none where it has no words
			key := state.cacheKey(text)
			if keys[i] = append(keys[i], key); !w.cache.Has(key) && !slices.Contains(missing, key) {
				missing, texts = append(missing, key), append(texts, text)
			}
		}
		state.Most = max(state.Most, len(keys[i]))
	}
	for from := 0; from < len(missing); from += externalBatch {
		to := min(from+externalBatch, len(missing))
		vectors, err := embed(ctx, w.opt.Embedder, texts[from:to], false, state.Dimensions)
		if err == nil {
			err = w.cache.Add(missing[from:to], vectors)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("embedding stopped at chunk %d of %d, the next run goes on from there: %w", w.done, w.builder.new.Chunks, err)
		}
	}
	out := make([][][]float32, len(ids))
	for i := range keys {
		for _, key := range keys[i] {
			v, err := w.cache.Vector(key)
			if err != nil {
				return nil, corrupt(err)
			}
			out[i] = append(out[i], v)
		}
	}
	return out, nil
}

// cacheFile is where the vectors of an external embedder are kept.
func (s embedderState) cacheFile() string {
	return digest(fmt.Appendf(nil, "%q %d", s.Digest, s.Dimensions))[:32] + keptSuffix
}

// tidy forgets what is kept where it is too much, and the vectors of all models but the current one. What it cannot
// remove now the next run removes.
func (w *vectorWriter) tidy() {
	if w.cache.Len() > spareFactor*w.all {
		_ = w.cache.Clear()
	}
	dir := filepath.Join(w.opt.Dir, keptDir)
	list, _ := os.ReadDir(dir)
	for _, e := range list {
		if strings.HasSuffix(e.Name(), keptSuffix) && e.Name() != w.builder.new.Embedder.cacheFile() {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
