package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"

	"ibid/index/dense"
	"ibid/index/file"
	"ibid/index/lexical"
)

const vectorDir = "vectors" // of a generation, made by an external embedder

// denseSide is the vectors of one generation, open for searching, and the embedder that made them.
type denseSide struct {
	embedder Embedder
	dims     int          // of what it makes
	vectors  *dense.Store // nil where they are on a server
	most     int          // vectors that a chunk has
}

// openDense opens the vectors in a folder, which an embedder made: of a chunk at most so many.
func openDense(dir string, e Embedder, most int) (*denseSide, error) {
	vectors, err := dense.Open(dir)
	if err != nil {
		return nil, err
	}
	return &denseSide{embedder: e, dims: vectors.Dimensions(), vectors: vectors, most: max(1, most)}, nil
}

// share is that of the vectors in a fused score.
func (d *denseSide) share() float64 {
	if _, ok := d.embedder.(own); ok {
		return denseWeight
	}
	return externalWeight
}

// near is the greatest cosine of a question and a vector of a chunk, -1 where that has none.
func (d *denseSide) near(chunk string, q []float32) (float64, error) {
	greatest := -1.0
	rows := d.vectors.Of(chunk)
	for row := rows.From; row < rows.To; row++ {
		v, err := d.vectors.Vector(row)
		if err != nil {
			return 0, err
		}
		greatest = max(greatest, float64(dense.Cosine(v, q)))
	}
	return greatest, nil
}

// nearest finds the chunks of some documents nearest to a vector, nil for all, and how near the nearest of all is.
func (d *denseSide) nearest(q []float32, docs []string, limit int) (found []scored, best float64, err error) {
	all := []dense.Rows{{From: 0, To: d.vectors.Len()}}
	within := all
	if docs != nil {
		within = nil
		for _, doc := range docs {
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
	if docs != nil && err == nil {
		hits, err = d.vectors.Search(q, 1, all)
	}
	if len(hits) > 0 {
		best = float64(hits[0].Cosine)
	}
	return found, best, err
}

// head is what a chunk stands under.
func (r *record) head() string { return r.Title + "\n" + strings.Join(r.Section, "\n") + "\n" }

// What embedders made is kept beside the generations, in one file a model.
const (
	keptDir    = "embedded"
	keptSuffix = ".vec"

	// spareFactor bounds how many vectors of a model are kept, against those that the chunks need now: what is edited
	// back and forth is not embedded again, until there are so many that all are forgotten.
	spareFactor = 2

	externalBatch = 32 // pieces embedded at once, and the most that a killed process loses

	maxPieces = math.MaxUint8 // of a chunk that have a vector: many times what the longest is cut into
)

// vectorWriter gives the chunks of a generation their vectors. It asks an embedder for those of texts that it has not
// made before; those of the same text are made once. They are kept for good before the next ones are asked for.
type vectorWriter struct {
	embedder Embedder
	state    *embedderState
	chunks   *lexical.Reader
	cache    *dense.Cache
	new      *dense.Writer
	progress func(done, total int) // of chunks

	done, total int // chunks
	all         int // vectors
}

// writeVectors makes a folder with the vectors that an embedder makes of a generation; they are kept in another one.
func writeVectors(ctx context.Context, m *manifest, dir, to, kept string, e Embedder, state *embedderState, progress Progress) (err error) {
	w := &vectorWriter{embedder: e, state: state, total: embeddable(m, e), progress: func(done, total int) {
		progress(Step{Stage: StageEmbed, Done: done, Total: total, Chunks: m.Chunks})
	}}
	if w.chunks, err = openLexical(dir, m.Stats); err != nil {
		return err
	}
	defer w.chunks.Close()
	if w.cache, err = dense.OpenCache(filepath.Join(kept, state.cacheFile()), state.Dimensions); err != nil {
		return err
	}
	defer w.cache.Close()
	if w.new, err = dense.Create(to, state.Dimensions); err != nil {
		return err
	}
	defer w.new.Abort()
	var ids []string
	for i := range m.Files {
		if !takes(e, &m.Files[i]) {
			continue
		}
		of, err := chunksOf(w.chunks, &m.Files[i])
		for ids = append(ids, of...); err == nil && len(ids) >= externalBatch; ids = ids[externalBatch:] {
			err = w.write(ctx, ids[:externalBatch])
		}
		if err != nil {
			return err
		}
	}
	if err := w.write(ctx, ids); err != nil {
		return err
	}
	w.progress(w.done, w.total)
	if err := w.new.Close(); err != nil {
		return err
	}
	w.tidy(kept)
	return nil
}

// embeddable counts the chunks that an embedder makes vectors of.
func embeddable(m *manifest, e Embedder) (chunks int) {
	for i := range m.Files {
		if takes(e, &m.Files[i]) {
			chunks += m.Files[i].Chunks
		}
	}
	return chunks
}

// write writes the vectors of the next chunks, once those are made that are missing.
func (w *vectorWriter) write(ctx context.Context, ids []string) error {
	if len(ids) == 0 {
		return ctx.Err()
	}
	w.progress(w.done, w.total)
	found, err := records(w.chunks, ids)
	if err != nil {
		return corrupt(err)
	}
	keys := make([][]dense.Key, len(ids))
	var missing []dense.Key
	var texts []string
	for i, r := range found {
		cut := slices.DeleteFunc(w.embedder.Cut(r.head(), r.Text), func(text string) bool { return strings.TrimSpace(text) == "" })
		for _, text := range cut[:min(len(cut), maxPieces)] { // none where it has no words
			key := w.state.cacheKey(text)
			if keys[i] = append(keys[i], key); !w.cache.Has(key) && !slices.Contains(missing, key) {
				missing, texts = append(missing, key), append(texts, text)
			}
		}
		w.state.Most = max(w.state.Most, len(keys[i]))
	}
	for from := 0; from < len(missing); from += externalBatch {
		to := min(from+externalBatch, len(missing))
		vectors, err := embed(ctx, w.embedder, texts[from:to], false, w.state.Dimensions)
		if err == nil {
			err = w.cache.Add(missing[from:to], vectors)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("embedding stopped at chunk %d of %d, the next run goes on from there: %w", w.done, w.total, err)
		}
	}
	for i := range keys {
		for _, key := range keys[i] {
			v, err := w.cache.Vector(key)
			if err == nil {
				err = w.new.Append(ids[i], v)
			}
			if err != nil {
				return corrupt(err)
			}
		}
		w.all += len(keys[i])
	}
	w.done += len(ids)
	return ctx.Err()
}

// tidy forgets what is kept where it is too much, and the vectors of all models but the current one. What it cannot
// remove now the next run removes.
func (w *vectorWriter) tidy(kept string) {
	tooMuch := w.cache.Len() > spareFactor*w.all
	_ = w.cache.Close()
	list, _ := os.ReadDir(kept)
	for _, e := range list {
		if strings.HasSuffix(e.Name(), keptSuffix) && (tooMuch || e.Name() != w.state.cacheFile()) {
			_ = os.Remove(filepath.Join(kept, e.Name()))
		}
	}
}

// writeVectors gives every chunk the vectors of an external embedder.
func (b *builder) writeVectors(ctx context.Context) error {
	e := b.opt.Embedder
	if b.new.Chunks == 0 || e == nil {
		return nil
	}
	return writeVectors(ctx, b.new, b.dir, filepath.Join(b.dir, vectorDir), filepath.Join(b.opt.Dir, keptDir), e, &b.new.Embedder, b.progress)
}

// Embed gives the newest generation the vectors that the reader makes, unless it has them or is to have none. They are
// made beside it, without the writer's lock, and appear when all are there. What is interrupted or killed goes on where
// it was.
func Embed(ctx context.Context, opt Options, progress Progress) (err error) {
	defer file.Catch(&err)
	e := opt.own()
	if e == nil {
		return nil
	}
	if progress == nil {
		progress = func(Step) {}
	}
	kept := filepath.Join(opt.Dir, keptDir)
	return newest(opt.Dir, func(_ int, dir string) error {
		m, err := loadManifest(dir)
		if err != nil || m.Unfinished || m.Chunks == 0 || m.Embedder.external() {
			return err
		}
		if err := os.MkdirAll(kept, 0o700); err != nil {
			return explain(opt.Dir, err)
		}
		l := flock.New(filepath.Join(kept, lockFile), flock.SetPermissions(0o600))
		if _, err := l.TryLockContext(ctx, lockPoll); err != nil {
			return explain(opt.Dir, err)
		}
		defer l.Unlock()
		state := stateOf(e)
		building, to := filepath.Join(kept, buildingPrefix+"vectors"), filepath.Join(dir, state.folder())
		if s, err := dense.Open(to); err == nil {
			return s.Close()
		}
		if err := errors.Join(os.RemoveAll(building), os.RemoveAll(to)); err != nil {
			return explain(opt.Dir, err)
		}
		if err := writeVectors(ctx, m, dir, building, kept, e, &state, progress); err != nil {
			_ = os.RemoveAll(building) // which the next run would do
			return explain(opt.Dir, err)
		}
		file.SyncDir(building)
		err = os.Rename(building, to)
		file.SyncDir(dir)
		return explain(opt.Dir, err)
	})
}

// openOwn opens the vectors of the reader where all are there; nil, and how far they are, where they are not.
func (ix *Index) openOwn(e Embedder) (*denseSide, error) {
	state := stateOf(e)
	at := filepath.Join(ix.dir, state.folder())
	side, err := openDense(at, e, 1)
	if err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, dense.ErrCorrupt) {
		return side, err
	}
	ix.awaited = at
	info, err := os.Stat(filepath.Join(filepath.Dir(ix.dir), keptDir, state.cacheFile()))
	if of := embeddable(ix.manifest, e); err == nil && of > 0 {
		made := min(int(info.Size())/dense.CacheStride(state.Dimensions), of-1)
		ix.unready = fmt.Sprintf("vectors: %d%%, not used", 100*made/of)
	}
	return nil, nil
}
