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
	// partText is of how much text a segment is made at once, on one core, in bytes: so little that a file of nothing
	// but different words, each of which takes half a kilobyte meanwhile, fits into memory, and that an interrupt is
	// noticed soon.
	partText = 1 << 20

	// memoryText is Writer.Memory as it is at first. The segments take about twice as much.
	memoryText = 24 << 20

	// A segment is merged with all newer ones, unless it has growth times the documents of these together; and where one
	// of maxDead documents is deleted. So there are few segments, and a document is written again only when its segment
	// has grown by a good part.
	growth  = 4
	maxDead = 4

	mergeBuffer = 1 << 20 // bytes
)

// Writer changes an index. It is for one goroutine.
//
// It makes small segments in memory, and merges them with each other and with what small segments the index has into
// one on the disk: when Close is called, or there are enough. Bluge's own writer does so too, but when its goroutines
// come to it.
type Writer struct {
	Memory int // of how much text, in bytes, segments are held in memory before they go to the disk as one

	path   string
	dir    *index.FileSystemDirectory
	pieces []piece // those in memory last
	text   int     // of which these were made, in bytes
	last   uint64  // the greatest id that a segment has
	closed bool
}

// OpenWriter opens an index for changes, a Clone of one as a rule, and makes an empty one where there is none: the folder
// need not exist.
func OpenWriter(path string) (*Writer, error) {
	w := &Writer{Memory: memoryText, path: path, dir: index.NewFileSystemDirectory(path)}
	err := w.dir.Setup(false)
	if err == nil {
		err = w.dir.Lock()
	}
	if err == nil {
		if err = w.open(); err != nil {
			w.Abort()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("opening the lexical index in %s for writing: %w", path, err)
	}
	return w, nil
}

func (w *Writer) open() error {
	ids, err := w.dir.List(index.ItemKindSegment)
	if err != nil {
		return err
	}
	if len(ids) > 0 {
		w.last = ids[0]
	}
	snapshot, err := readSnapshot(w.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		w.pieces, err = openPieces(w.dir, snapshot)
	}
	return err
}

// Put adds documents, or replaces those with the same ID; of several with one ID the last one counts. It returns the
// length of each in tokens, those of the head counted headWeight times, for the caller to keep and to sum up in
// Stats; 0 for one that does not count. The documents are in the index once Close has returned nil; after an error of
// Put, also that of a cancelled ctx, some of them may be.
func (w *Writer) Put(ctx context.Context, docs []Document) ([]int, error) {
	last := make(map[string]int, len(docs))
	for i := range docs {
		last[docs[i].ID] = i
	}
	var ids []string  // of the documents that count
	var parts [][]int // their places
	size := partText
	for i := range docs {
		d := &docs[i]
		if last[d.ID] != i {
			continue
		}
		if size >= partText {
			parts, size = append(parts, nil), 0
		}
		n := len(d.Title) + len(d.Section) + len(d.Text)
		parts[len(parts)-1], ids = append(parts[len(parts)-1], i), append(ids, d.ID)
		size, w.text = size+n, w.text+n
	}
	lengths := make([]int, len(docs))
	made := make([]piece, len(parts))
	err := file.Parallel(ctx, len(parts), func(n int) (err error) {
		entries := make([]segment.Document, len(parts[n]))
		for k, i := range parts[n] {
			entries[k], lengths[i] = docs[i].entry()
		}
		made[n], err = newPiece(entries)
		return err
	})
	if err == nil {
		err = w.Delete(ctx, ids)
	}
	if err != nil {
		return nil, err
	}
	w.pieces = append(w.pieces, made...)
	if w.text > w.Memory {
		err = w.flush()
	}
	return lengths, err
}

// Delete removes documents. An ID that is not there is no error.
func (w *Writer) Delete(ctx context.Context, ids []string) error {
	if w.closed {
		return errClosed
	}
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
		if p.deleted != nil {
			gone.Or(p.deleted)
		}
		if !gone.IsEmpty() {
			p.deleted = gone
		}
	}
	return ctx.Err()
}

// flush merges what is in memory with the segments that are to be written again.
func (w *Writer) flush() (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer file.Catch(&err) // of a damaged segment
	first, live, all := len(w.pieces), 0, 0
	for i := len(w.pieces) - 1; i >= 0; i-- {
		p := &w.pieces[i]
		n := p.live()
		all += n
		if p.id == 0 || n < growth*(all-n) || maxDead*n < (maxDead-1)*int(p.Count()) {
			first, live = i, all
		}
	}
	old := w.pieces[first:]
	w.pieces, w.text = w.pieces[:first:first], 0
	if live > 0 {
		w.last++
		var from []segment.Segment
		var drops []*roaring.Bitmap
		for _, p := range old {
			from, drops = append(from, p.Segment), append(drops, p.deleted)
		}
		merged := piece{id: w.last}
		if err = w.dir.Persist(index.ItemKindSegment, w.last, ice.Merge(from, drops, mergeBuffer), nil); err == nil {
			merged, err = openPiece(w.dir, w.last)
		}
		if err == nil {
			w.pieces = append(w.pieces, merged)
		}
	}
	return errors.Join(err, free(old))
}

// Close makes the whole last. After an error, of Put too, the folder holds no index that anybody should open. It does
// nothing after a Close or Abort.
func (w *Writer) Close() error {
	if w.closed {
		return nil
	}
	err := w.flush()
	if err == nil {
		err = writeSnapshot(w.path, w.pieces)
	}
	w.Abort()
	if err == nil {
		err = w.sweep()
	}
	if err != nil {
		return fmt.Errorf("writing the lexical index: %w", err)
	}
	return nil
}

// sweep removes from the folder what does not belong to the index.
func (w *Writer) sweep() error {
	names, err := list(w.path)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(w.path)
	for _, e := range entries {
		if err == nil && !slices.Contains(names, e.Name()) {
			err = os.Remove(filepath.Join(w.path, e.Name()))
		}
	}
	file.SyncDir(w.path)
	return err
}

// Abort gives up; what was written is left to whoever removes the folder. It does nothing after Close.
func (w *Writer) Abort() {
	if !w.closed {
		w.closed = true
		_ = free(w.pieces)
		_ = w.dir.Unlock()
	}
}
