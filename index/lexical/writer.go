package lexical

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/gofrs/flock"

	"ibid/index/crash"
	"ibid/index/durable"
)

const (
	// partText is how much text is inverted at once, on one core, in bytes: so little that a file of nothing but different words, each of
	// which takes a hundred bytes meanwhile, fits into memory, and that an interrupt is noticed soon.
	partText = 256 << 10

	// A Writer merges what it holds in memory into a file when that is so many bytes, or so many segments.
	memoryBytes    = 32 << 20
	memorySegments = 512

	// A segment is merged with those that are smaller, unless it has growth times the documents of all these; and where more
	// than 1 of maxDead documents is deleted. So there are few, and a document is written again only when its segment has grown so much.
	growth  = 4
	maxDead = 4
)

// Writer changes an index. It is for one goroutine.
type Writer struct {
	dir    string
	lock   *flock.Flock
	files  []*segment
	memory []*segment // those that are not yet in files, the oldest first
	next   uint64     // number of the next file
	closed bool
}

// Create makes an empty index in a folder that holds none. The folder itself need not exist.
func Create(dir string) (*Writer, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("creating the lexical index: %w", err)
	}
	w, err := lock(dir)
	if err != nil {
		return nil, err
	}
	there, err := exists(dir)
	if there {
		err = fs.ErrExist
	}
	if err == nil {
		err = writeSnapshot(dir, nil, 0)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("creating the lexical index in %s: %w", dir, err), w.lock.Close())
	}
	return w, nil
}

// OpenWriter opens a Clone for changes. It fails with ErrLocked while another Writer has it open.
func OpenWriter(dir string) (*Writer, error) {
	if _, _, err := readSnapshot(dir); err != nil {
		return nil, err
	}
	w, err := lock(dir)
	if err != nil {
		return nil, err
	}
	if w.files, w.next, err = openSegments(dir); err != nil {
		return nil, errors.Join(err, w.lock.Close())
	}
	return w, nil
}

// lock makes the Writer of a folder.
func lock(dir string) (*Writer, error) {
	l := flock.New(filepath.Join(dir, lockFile), flock.SetPermissions(0o600))
	ok, err := l.TryLock()
	if err == nil && !ok {
		err = ErrLocked
	}
	if err != nil {
		return nil, fmt.Errorf("opening the lexical index in %s for writing: %w", dir, err)
	}
	return &Writer{dir: dir, lock: l}, nil
}

// Put adds documents, or replaces those with the same ID; of several with one ID the last one counts. It returns the
// length of each in tokens, those of the head counted headWeight times, for the caller to keep and to sum up in Stats;
// 0 for one that does not count. The documents are in the index once Close has returned nil; after an error of Put, also that of
// a cancelled ctx, none of them are, or all.
func (w *Writer) Put(ctx context.Context, docs []Document) ([]int, error) {
	if w.closed {
		return nil, errClosed
	}
	order := make([]int, len(docs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(docs[i].ID, docs[j].ID), i-j) })
	counting := order[:0]
	for k, i := range order {
		if k+1 == len(order) || docs[order[k+1]].ID != docs[i].ID {
			counting = append(counting, i)
		}
	}
	parts := cut(docs, counting)
	segments, errs := make([]*segment, len(parts)), make([]error, len(parts))
	lengths := make([]int, len(docs))
	var work crash.Group
	running := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, part := range parts {
		running <- struct{}{}
		work.Go(func() {
			defer func() { <-running }()
			if errs[i] = ctx.Err(); errs[i] == nil {
				segments[i], errs[i] = invertPart(docs, part, lengths)
			}
		})
	}
	work.Wait()
	if err := cmp.Or(errs...); err != nil {
		return nil, err
	}
	ids := make([]string, len(counting))
	for k, i := range counting {
		ids[k] = docs[i].ID
	}
	if err := deleteIDs(w.files, ids); err != nil {
		return nil, err
	}
	w.memory = append(w.memory, segments...)
	size := int64(0)
	for _, s := range w.memory {
		size += s.size
	}
	if size > memoryBytes || len(w.memory) > memorySegments {
		if err := w.merge(0); err != nil {
			return nil, err
		}
	}
	return lengths, nil
}

// cut divides documents, given by their places in a slice, into parts of about partText.
func cut(docs []Document, places []int) (parts [][]int) {
	start, size := 0, 0
	for k, i := range places {
		if size += len(docs[i].Title) + len(docs[i].Section) + len(docs[i].Text); size > partText || k == len(places)-1 {
			parts = append(parts, places[start:k+1])
			start, size = k+1, 0
		}
	}
	return parts
}

func invertPart(docs []Document, part []int, lengths []int) (*segment, error) {
	list, counts := make([]*Document, len(part)), make([]int, len(part))
	for k, i := range part {
		list[k] = &docs[i]
	}
	s, err := invert(list, counts)
	for k, i := range part {
		lengths[i] = counts[k]
	}
	return s, err
}

// Delete removes documents. An ID that is not there is no error.
func (w *Writer) Delete(ctx context.Context, ids []string) error {
	if w.closed {
		return errClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	ids = slices.Sorted(slices.Values(ids))
	return cmp.Or(deleteIDs(w.files, ids), deleteIDs(w.memory, ids))
}

// deleteIDs marks documents, whose IDs are in order, as deleted.
func deleteIDs(segments []*segment, ids []string) error {
	for _, s := range segments {
		if err := s.deleteIDs(ids); err != nil {
			return fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
	}
	return nil
}

// merge writes what is in memory, and the files from number keep on, into one file.
func (w *Writer) merge(keep int) error {
	from := slices.Concat(w.files[keep:], w.memory)
	live := 0
	for _, s := range from {
		live += s.live()
	}
	var made []*segment
	if live > 0 {
		s, err := w.write(from)
		if err != nil {
			return fmt.Errorf("writing the lexical index: %w", err)
		}
		made = append(made, s)
	}
	old := w.files[keep:]
	w.files, w.memory = append(slices.Clip(w.files[:keep]), made...), nil
	return closeSegments(old)
}

// write merges segments into a file.
func (w *Writer) write(from []*segment) (*segment, error) {
	w.next++
	number := w.next
	path := filepath.Join(w.dir, segmentFile(number))
	if err := durable.Write(path, func(to io.Writer) error { return merge(to, from) }); err != nil {
		return nil, errors.Join(err, os.Remove(path))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	s, err := openSegment(f, info.Size())
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	s.number = number
	return s, nil
}

// Close writes what is not yet in files, makes the whole last, and lets the next Writer in. After an error the index is as it was
// before. A second Close does nothing.
func (w *Writer) Close() error {
	if w.closed {
		return nil
	}
	w.closed = true
	return errors.Join(w.commit(), closeSegments(w.files), w.lock.Close())
}

func (w *Writer) commit() error {
	slices.SortFunc(w.files, func(x, y *segment) int {
		return cmp.Or(y.live()-x.live(), cmp.Compare(x.number, y.number))
	})
	rest := 0
	for _, s := range slices.Concat(w.files, w.memory) {
		rest += s.live()
	}
	keep := 0
	for ; keep < len(w.files); keep++ {
		s := w.files[keep]
		if rest -= s.live(); s.live() < growth*rest || s.dead*maxDead > s.docs {
			break
		}
	}
	if keep < len(w.files) || len(w.memory) > 0 {
		if err := w.merge(keep); err != nil {
			return err
		}
	}
	if err := writeSnapshot(w.dir, w.files, w.next); err != nil {
		return fmt.Errorf("writing the lexical index: %w", err)
	}
	removeOthers(w.dir, w.files)
	return nil
}
