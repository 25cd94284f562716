package lexical

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"

	"github.com/blugelabs/bluge/index"

	"ibid/index/crash"
	"ibid/index/durable"
)

// What goes to Bluge, and to the disk, at once: so much that few segments arise, so little that an interrupt is noticed within
// a second, and that a file of nothing but different words, each of which takes half a kilobyte here, fits into memory.
const (
	batchSize  = 2000    // documents
	batchBytes = 1 << 20 // of their text
)

// Writer changes an index. It is for one goroutine.
type Writer struct {
	dir    *directory
	writer *index.Writer
	closed bool
}

// Create makes an empty index in a folder that holds none. The folder itself need not exist.
func Create(dir string) (*Writer, error) {
	if _, err := newestSnapshot(dir); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fs.ErrExist
		}
		return nil, fmt.Errorf("creating the lexical index in %s: %w", dir, err)
	}
	w, err := openWriter(dir)
	if err != nil {
		return nil, err
	}
	// An empty batch leaves a snapshot, so that an index without documents can be opened too.
	if err := w.writer.Batch(index.NewBatch()); err != nil {
		return nil, errors.Join(fmt.Errorf("creating the lexical index in %s: %w", dir, w.dir.cause(err)), w.Close())
	}
	return w, nil
}

// OpenWriter opens a Clone for changes. It fails with ErrLocked while another Writer has it open. The caller has made sure that its
// files are whole: Bluge merges segments on goroutines of its own, where a damaged one cannot be caught.
func OpenWriter(dir string) (*Writer, error) {
	if _, err := list(dir); err != nil {
		return nil, err
	}
	return openWriter(dir)
}

func openWriter(dir string) (*Writer, error) {
	d := &directory{FileSystemDirectory: index.NewFileSystemDirectory(dir), path: dir}
	c := configOf(d)
	// Bluge starts its workers first and forgets them when it then fails to open.
	var workers []func()
	c.GoFunc = func(work func()) { workers = append(workers, work) }
	w, err := index.OpenWriter(c)
	if err != nil {
		return nil, fmt.Errorf("opening the lexical index in %s for writing: %w", dir, err)
	}
	for _, work := range workers {
		go work()
	}
	return &Writer{dir: d, writer: w}, nil
}

// Put adds documents, or replaces those with the same ID; of several with one ID the last one counts. It returns the
// length of each in tokens, those of the head counted headWeight times, for the caller to keep and to sum up in Stats;
// 0 for one that does not count. When Put returns, the documents are on the disk; after an error, also that of a
// cancelled ctx, some of them may be.
func (w *Writer) Put(ctx context.Context, docs []Document) ([]int, error) {
	if w.closed {
		return nil, errClosed
	}
	last := make(map[string]int, len(docs))
	for i, d := range docs {
		last[d.ID] = i
	}
	lengths := make([]int, len(docs))
	ends := batchEnds(docs)
	errs := make([]error, len(ends))
	var batches crash.Group
	running := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, end := range ends {
		start := 0
		if i > 0 {
			start = ends[i-1]
		}
		running <- struct{}{}
		batches.Go(func() {
			defer func() { <-running }()
			if errs[i] = ctx.Err(); errs[i] == nil {
				errs[i] = w.put(docs[start:end], lengths[start:end], func(k int) bool {
					return last[docs[start+k].ID] == start+k
				})
			}
		})
	}
	batches.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return lengths, nil
}

// batchEnds divides documents into batches and returns where each ends.
func batchEnds(docs []Document) []int {
	var ends []int
	start, size := 0, 0
	for i := range docs {
		if i > start && (i-start == batchSize || size > batchBytes) {
			ends = append(ends, i)
			start, size = i, 0
		}
		size += len(docs[i].Text)
	}
	if len(docs) > 0 {
		ends = append(ends, len(docs))
	}
	return ends
}

// put writes one batch of documents, those that count, and fills in their lengths.
func (w *Writer) put(docs []Document, lengths []int, counts func(i int) bool) error {
	entries := make([]entry, len(docs))
	batch := index.NewBatch()
	for i, doc := range docs {
		if counts(i) {
			entries[i].doc = doc
			batch.Update(identifier(doc.ID), &entries[i])
		}
	}
	if err := w.writer.Batch(batch); err != nil {
		return fmt.Errorf("writing the lexical index: %w", w.dir.cause(err))
	}
	for i := range entries {
		lengths[i] = entries[i].length
	}
	return nil
}

// Delete removes documents. An ID that is not there is no error.
func (w *Writer) Delete(ctx context.Context, ids []string) error {
	if w.closed {
		return errClosed
	}
	if err := ctx.Err(); err != nil || len(ids) == 0 {
		return err
	}
	batch := index.NewBatch()
	for _, id := range ids {
		batch.Delete(identifier(id))
	}
	if err := w.writer.Batch(batch); err != nil {
		return fmt.Errorf("writing the lexical index: %w", w.dir.cause(err))
	}
	return nil
}

// Close ends the work in the background, makes the folder durable and lets the next Writer in. A second Close does
// nothing.
func (w *Writer) Close() error {
	if w.closed {
		return nil
	}
	w.closed = true
	if err := w.writer.Close(); err != nil {
		return fmt.Errorf("closing the lexical index: %w", err)
	}
	durable.SyncDir(w.dir.path)
	return nil
}
