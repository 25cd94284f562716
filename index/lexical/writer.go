package lexical

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/RoaringBitmap/roaring"
	"github.com/blugelabs/bluge"
	"github.com/blugelabs/bluge/index"
	segment "github.com/blugelabs/bluge_segment_api"
	"github.com/blugelabs/ice"

	"ibid/index/file"
)

const (
	// partSize is of how many documents a segment is made at once, on one core: of so few that nothing but different
	// words, half a kilobyte each meanwhile, fit into memory, and that an interrupt is noticed soon.
	partSize = 1000

	// memorySize is how many documents are held in memory before they go to the disk. A chunk takes about 2 kB.
	memorySize = 10_000

	// A segment is merged with all newer ones, unless it has growth times the documents of these together; and where one
	// of maxDead documents is deleted. So there are few segments, and a document is written again only when its segment
	// has grown by a good part.
	growth  = 4
	maxDead = 4

	mergeBuffer = 1 << 20 // bytes
)

// Writer changes an index. It is for one goroutine, and nobody else may change the folder.
//
// It makes small segments in memory, and merges them with each other and with what small segments the index has into
// one on the disk: when Close is called, or there are enough.
type Writer struct {
	path   string  // "" once it is closed
	pieces []piece // those in memory last
	fresh  int     // documents in memory
}

// OpenWriter opens an index for changes, a Clone of one as a rule, and makes an empty one where there is none: the
// folder need not exist.
func OpenWriter(path string) (*Writer, error) {
	w := &Writer{path: path}
	var err error
	if w.pieces, err = openPieces(path); errors.Is(err, fs.ErrNotExist) {
		err = os.MkdirAll(path, 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("opening the lexical index in %s for writing: %w", path, err)
	}
	return w, nil
}

// Put adds documents, each with an ID of its own, or replaces those that had it. It returns the length of each in
// tokens, those of the head counted headWeight times, for the caller to keep and to sum up in Stats. The documents are
// in the index once Close has returned nil; after an error, also that of a cancelled ctx, some of them may be.
func (w *Writer) Put(ctx context.Context, docs []Document) ([]int, error) {
	parts := slices.Collect(slices.Chunk(docs, partSize))
	made, lengths := make([]piece, len(parts)), make([][]int, len(parts))
	err := file.Parallel(ctx, len(parts), func(i int) (err error) {
		made[i], lengths[i], err = newPiece(parts[i])
		return err
	})
	ids := make([]string, len(docs))
	for i := range docs {
		ids[i] = docs[i].ID
	}
	if err == nil {
		err = w.Delete(ctx, ids)
	}
	if err != nil {
		return nil, err
	}
	w.pieces, w.fresh = append(w.pieces, made...), w.fresh+len(docs)
	if w.fresh > memorySize {
		err = w.flush()
	}
	return slices.Concat(lengths...), err
}

// Delete removes documents. An ID that is not there is no error.
func (w *Writer) Delete(ctx context.Context, ids []string) error {
	terms := make([]segment.Term, len(ids))
	for i, id := range ids {
		terms[i] = bluge.Identifier(id)
	}
	for i := range w.pieces {
		p := &w.pieces[i]
		gone, err := p.DocsMatchingTerms(terms)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
		if gone.Or(p.dead()); !gone.IsEmpty() {
			p.deleted = gone
		}
	}
	return ctx.Err()
}

// flush merges what is in memory with the segments that are to be written again.
func (w *Writer) flush() (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer file.Catch(&err) // of a damaged segment
	first, live, all, id := len(w.pieces), 0, 0, uint64(1)
	for i := len(w.pieces) - 1; i >= 0; i-- {
		p := &w.pieces[i]
		n := p.live()
		if p.file == nil || n < growth*all || maxDead*n < (maxDead-1)*int(p.Count()) {
			first, live = i, all+n
		}
		all, id = all+n, max(id, p.id+1)
	}
	old := w.pieces[first:]
	w.pieces, w.fresh = w.pieces[:first:first], 0
	if live > 0 {
		var from []segment.Segment
		var drops []*roaring.Bitmap
		for _, p := range old {
			from, drops = append(from, p.Segment), append(drops, p.deleted)
		}
		dir := index.NewFileSystemDirectory(w.path)
		merged := piece{}
		if err = dir.Persist(index.ItemKindSegment, id, ice.Merge(from, drops, mergeBuffer), nil); err == nil {
			merged, err = openPiece(dir, id)
		}
		if err == nil {
			w.pieces = append(w.pieces, merged)
		}
	}
	err = errors.Join(err, free(old))
	for _, p := range old {
		if err == nil && p.file != nil {
			err = os.Remove(filepath.Join(w.path, fmt.Sprintf("%012x%s", p.id, index.ItemKindSegment)))
		}
	}
	return err
}

// Close makes the whole last. After an error, of Put too, the folder holds no index that anybody should open. It does
// nothing after Abort or another Close.
func (w *Writer) Close() error {
	if w.path == "" {
		return nil
	}
	err := w.flush()
	if err == nil {
		err = writeSnapshot(w.path, w.pieces)
	}
	w.Abort()
	return err
}

// Abort gives up; what was written is left to whoever removes the folder.
func (w *Writer) Abort() {
	_ = free(w.pieces)
	w.pieces, w.path = nil, ""
}
