package index

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
)

// maxPartial is how many chunks a partial index holds: one is made for a question that somebody waits for.
const maxPartial = 2000

// Partial opens an index of the first documents that a writer has read which is still at work, in this process or
// another; ErrNoIndex where it has read none. They are searched by their words alone, and Stale says that they are
// not all. It stands beside the generations until it is closed.
func Partial(ctx context.Context, opt Options) (_ *Index, err error) {
	roots, err := absolute(opt.Roots)
	if err != nil {
		return nil, err
	}
	read := openEarlier(opt.Dir, roots)
	defer read.close()
	if len(read.files) == 0 {
		return nil, ErrNoIndex
	}
	dir, err := newBuilding(opt.Dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	files := slices.SortedFunc(maps.Values(read.files), func(a, b written) int { return compareDocIDs(a.entry.DocID, b.entry.DocID) })
	m, err := writePartial(ctx, dir, roots, files)
	if err != nil {
		return nil, err
	}
	opt.Embedder, opt.Server = nil, nil
	ix, err := openGeneration(dir, opt)
	if err != nil {
		return nil, err
	}
	ix.partial = true
	ix.stale = []string{fmt.Sprintf("files read so far: %d", len(m.Files))}
	return ix, nil
}

// writePartial writes the chunks of the first of some files as a generation without vectors.
func writePartial(ctx context.Context, dir string, roots []string, files []written) (*manifest, error) {
	w, err := createChunks(dir, "")
	if err != nil {
		return nil, err
	}
	defer w.abort()
	m := &manifest{Schema: schema, Roots: roots, Embedder: embedderState{Name: "none", Digest: "none"}}
	var pairs []Acronym
	for _, f := range files {
		if m.Chunks > 0 && m.Chunks+f.entry.Chunks > maxPartial {
			break
		}
		for row := f.first; row < f.first+f.entry.Chunks; row++ {
			r, err := f.store.get(row)
			if err == nil {
				err = w.put(ctx, r, &m.Stats.Tokens)
			}
			if err != nil {
				return nil, err
			}
		}
		m.Files, m.Chunks, pairs = append(m.Files, f.entry), m.Chunks+f.entry.Chunks, append(pairs, f.entry.Acronyms...)
	}
	m.Stats.Documents, m.Acronyms = m.Chunks, aggregate(pairs)
	if err := w.finish(ctx); err != nil {
		return nil, err
	}
	if m.Parts, err = partsOf(ctx, dir); err != nil {
		return nil, err
	}
	return m, m.save(dir)
}
