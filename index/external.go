package index

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/crash"
	"ibid/index/dense"
)

// What an external embedder made is kept beside the generations, in one file a model.
const (
	keptDir    = "embedded"
	keptSuffix = ".vec"

	cacheDigits = 32 // in the name of such a file

	// spareFactor bounds how many vectors of a model are kept, against those that the chunks need now: what is edited
	// back and forth is not embedded again.
	spareFactor = 2

	externalBatch = 32 // pieces embedded at once, and the most that a killed process loses

	maxPieces = math.MaxUint8 // of a chunk that have a vector: many times what the longest is cut into
)

// writeExternal writes the vectors of the pieces of every chunk. What the embedder has not made before, it makes now,
// in the order of the chunks; each batch is kept for good before the next one begins.
func (b *builder) writeExternal(ctx context.Context, s *store) error {
	pieces, err := b.cutAll(ctx, s)
	if err != nil {
		return err
	}
	state := b.new.Embedder
	b.new.Embedder.Pieces = make([]byte, len(s.rows))
	for row, keys := range pieces {
		b.new.Embedder.Pieces[row] = byte(len(keys))
	}
	keys := slices.Concat(pieces...)
	dir := filepath.Join(b.opt.Dir, keptDir)
	kept, err := dense.OpenCache(filepath.Join(dir, state.cacheFile()), state.Dimensions)
	if err != nil {
		return err
	}
	defer kept.Close()
	if n := kept.Dropped(); n > 0 {
		b.healed = fmt.Sprintf("%d kept vectors of %s were damaged", n, state)
	}
	if err := b.embedMissing(ctx, s, kept, pieces); err != nil {
		return err
	}
	if err := b.copyKept(ctx, kept, keys); err != nil {
		return err
	}
	tidy(kept, keys)
	keepOnly(dir, state.cacheFile())
	return nil
}

// cacheFile is where the vectors of an external embedder are kept.
func (s embedderState) cacheFile() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %d", s.Digest, s.Dimensions))
	return hex.EncodeToString(sum[:cacheDigits/2]) + keptSuffix
}

// cutAll says for each row under what the vectors of its pieces are kept.
func (b *builder) cutAll(ctx context.Context, s *store) ([][]dense.Key, error) {
	pieces := make([][]dense.Key, len(s.rows))
	return pieces, crash.Parallel(ctx, len(s.rows), func(i int) error {
		texts, err := b.cut(s, i)
		for _, text := range texts {
			pieces[i] = append(pieces[i], b.new.Embedder.cacheKey(text))
		}
		return err
	})
}

// cut returns the pieces of a row; none where it has no words, which have no vector.
func (b *builder) cut(s *store, row int) ([]string, error) {
	e, err := decode[embedded](s, row)
	if err != nil {
		return nil, err
	}
	texts := slices.DeleteFunc(b.opt.Embedder.Cut(e.head(), e.Text), func(text string) bool { return strings.TrimSpace(text) == "" })
	return texts[:min(len(texts), maxPieces)], nil
}

// embedMissing embeds what has no vector yet. Pieces of the same text are embedded once.
func (b *builder) embedMissing(ctx context.Context, s *store, kept *dense.Cache, pieces [][]dense.Key) error {
	var missing []int // rows
	seen := map[dense.Key]bool{}
	for row, keys := range pieces {
		if slices.ContainsFunc(keys, func(key dense.Key) bool { return !kept.Has(key) && !seen[key] }) {
			missing = append(missing, row)
		}
		for _, key := range keys {
			seen[key] = true
		}
	}
	done := 0
	for done < len(missing) {
		rest := missing[done:]
		n, size := 1, len(pieces[rest[0]])
		for n < len(rest) && size+len(pieces[rest[n]]) <= externalBatch {
			size += len(pieces[rest[n]])
			n++
		}
		b.progress(Step{Stage: StageEmbed, Done: done, Total: len(missing), Chunks: len(s.rows)})
		if err := b.embedRows(ctx, s, kept, pieces, rest[:n]); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("embedding stopped at chunk %d of %d, the next run goes on from there: %w", done, len(missing), err)
		}
		done += n
	}
	if done > 0 {
		b.progress(Step{Stage: StageEmbed, Done: done, Total: done, Chunks: len(s.rows)})
	}
	return nil
}

// embedRows embeds the pieces of a few rows and keeps their vectors.
func (b *builder) embedRows(ctx context.Context, s *store, kept *dense.Cache, pieces [][]dense.Key, rows []int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var texts []string
	var batch []dense.Key
	for _, row := range rows {
		cut, err := b.cut(s, row)
		if err != nil {
			return err
		}
		for i, key := range pieces[row] {
			if !kept.Has(key) && !slices.Contains(batch, key) {
				texts, batch = append(texts, cut[i]), append(batch, key)
			}
		}
	}
	vectors, err := embed(ctx, b.opt.Embedder, texts, false, b.new.Embedder.Dimensions)
	if err != nil {
		return err
	}
	return kept.Add(batch, vectors)
}

// copyKept writes the vectors of the generation.
func (b *builder) copyKept(ctx context.Context, kept *dense.Cache, keys []dense.Key) error {
	w, err := dense.Create(filepath.Join(b.dir, vectorDir), b.new.Embedder.Dimensions)
	if err != nil {
		return err
	}
	defer w.Abort()
	for row, key := range keys {
		if row%embedBatch == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		v, err := kept.Vector(key)
		if err == nil {
			err = w.Append(v)
		}
		if err != nil {
			return corrupt(err)
		}
	}
	return w.Close()
}

// tidy forgets the vectors of texts that are gone, once they are the most. Where it cannot, the next run may.
func tidy(kept *dense.Cache, keys []dense.Key) {
	live := make(map[dense.Key]bool, len(keys))
	for _, key := range keys {
		live[key] = true
	}
	if kept.Len() > spareFactor*len(live) {
		_ = kept.Keep(live)
	}
}

// keepOnly removes the vectors of all models but the current one. What it cannot remove now the next run removes.
func keepOnly(dir, current string) {
	list, _ := os.ReadDir(dir)
	for _, e := range list {
		digits, rest, _ := strings.Cut(e.Name(), ".")
		if _, err := hex.DecodeString(digits); err == nil && len(digits) == cacheDigits && strings.HasPrefix("."+rest, keptSuffix) && e.Name() != current {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
