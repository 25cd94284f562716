package lexical

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/gofrs/flock"

	"ibid/index/crash"
	"ibid/index/durable"
)

const (
	// partText is how much text is inverted at once, on one core, in bytes: so little that a file of nothing but
	// different words, each of which takes two hundred bytes meanwhile, fits into memory, and that an interrupt is
	// noticed soon.
	partText = 512 << 10

	// A Writer merges what it holds in memory into a file when that is so many bytes, or so many segments.
	memoryBytes    = 32 << 20
	memorySegments = 512

	// A segment is merged with all smaller ones, unless it has growth times the documents of these together; and
	// where one of maxDead documents is deleted. So there are few segments, and a document is written again only when
	// its segment has grown by a good part.
	growth  = 4
	maxDead = 4
)

// Writer changes an index. It is for one goroutine.
type Writer struct {
	dir      string
	lock     *flock.Flock
	next     uint64     // the number that the next file gets
	files    []*segment // in the folder
	memory   []*segment // not yet in it, the oldest first
	replaced []string   // files that will not be in the folder any more
	closed   bool
}

// Create makes an empty index in a folder that holds none. The folder itself need not exist.
func Create(dir string) (*Writer, error) {
	_, err := readSnapshot(dir)
	if err == nil {
		err = fs.ErrExist
	} else if errors.Is(err, fs.ErrNotExist) {
		err = os.MkdirAll(dir, 0o700)
	}
	if err == nil {
		err = new(snapshot).write(dir, nil)
	}
	if err != nil {
		return nil, fmt.Errorf("creating the lexical index in %s: %w", dir, err)
	}
	return OpenWriter(dir)
}

// OpenWriter opens a Clone for changes. It fails with ErrLocked while another Writer has it open.
func OpenWriter(dir string) (*Writer, error) {
	s, err := readSnapshot(dir)
	if err != nil {
		return nil, err
	}
	w := &Writer{dir: dir, lock: flock.New(filepath.Join(dir, lockFile), flock.SetPermissions(0o600))}
	if ok, err := w.lock.TryLock(); err != nil {
		return nil, fmt.Errorf("opening the lexical index in %s for writing: %w", dir, err)
	} else if !ok {
		return nil, ErrLocked
	}
	if s, err = readSnapshot(dir); err == nil { // of who had the lock before
		w.next = s.Next
		w.files, err = s.open(dir)
	}
	if err != nil {
		return nil, errors.Join(err, w.lock.Close())
	}
	return w, nil
}

// Put adds documents, or replaces those with the same ID; of several with one ID the last one counts. It returns the
// length of each in tokens, those of the head counted headWeight times, for the caller to keep and to sum up in
// Stats; 0 for one that does not count. The documents are in the index once Close has returned nil; after an error of
// Put, also that of a cancelled ctx, none of them are, or all.
func (w *Writer) Put(ctx context.Context, docs []Document) ([]int, error) {
	if w.closed {
		return nil, errClosed
	}
	last := make(map[string]int, len(docs))
	for i := range docs {
		last[docs[i].ID] = i
	}
	ids := slices.Sorted(maps.Keys(last))
	var parts [][]int // the places of the documents that count, in the order of their IDs
	size := partText
	for _, id := range ids {
		if size >= partText {
			parts, size = append(parts, nil), 0
		}
		i, end := last[id], len(parts)-1
		parts[end] = append(parts[end], i)
		size += len(docs[i].Title) + len(docs[i].Section) + len(docs[i].Text)
	}
	lengths := make([]int, len(docs))
	segments := make([]*segment, len(parts))
	if err := crash.Parallel(ctx, len(parts), func(i int) (err error) {
		segments[i], err = invert(docs, parts[i], lengths)
		return err
	}); err != nil {
		return nil, err
	}
	if err := deleteFrom(w.files, ids); err != nil {
		return nil, err
	}
	w.memory = append(w.memory, segments...)
	held := int64(0)
	for _, s := range w.memory {
		held += s.Size
	}
	if held > memoryBytes || len(w.memory) > memorySegments {
		return lengths, w.merge(len(w.files))
	}
	return lengths, nil
}

// Delete removes documents. An ID that is not there is no error.
func (w *Writer) Delete(ctx context.Context, ids []string) error {
	if w.closed {
		return errClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return deleteFrom(slices.Concat(w.files, w.memory), slices.Sorted(slices.Values(ids)))
}

func deleteFrom(segments []*segment, ids []string) error {
	for _, s := range segments {
		if err := s.delete(ids); err != nil {
			return err
		}
	}
	return nil
}

// merge makes one file of what is in memory and of the files from a place on.
func (w *Writer) merge(keep int) error {
	old, made := w.files[keep:], []*segment(nil)
	from := slices.Concat(old, w.memory)
	if live(from) > 0 {
		s, err := w.write(from)
		if err != nil {
			return fmt.Errorf("writing the lexical index: %w", err)
		}
		made = []*segment{s}
	}
	for _, s := range old {
		w.replaced = append(w.replaced, s.path(w.dir))
	}
	w.files, w.memory = slices.Concat(w.files[:keep], made), nil
	return closeSegments(old)
}

func (w *Writer) write(from []*segment) (*segment, error) {
	w.next++
	at := place{Number: w.next}
	path := at.path(w.dir)
	err := durable.Write(path, func(to io.Writer) (err error) {
		at, err = merge(to, from)
		return err
	})
	if err != nil {
		_ = os.Remove(path)
		return nil, err
	}
	at.Number = w.next
	return at.open(w.dir)
}

// live is the number of documents in some segments that are not deleted.
func live(segments []*segment) (n int) {
	for _, s := range segments {
		n += s.live()
	}
	return n
}

// Close writes what is not yet in files, makes the whole last, and lets the next Writer in. After an error the index
// is as it was before. It does nothing after a Close or Abort.
func (w *Writer) Close() error {
	if w.closed {
		return nil
	}
	defer w.Abort()
	return w.commit()
}

// Abort leaves the index as it was before, and lets the next Writer in. It does nothing after Close.
func (w *Writer) Abort() {
	if !w.closed {
		w.closed = true
		_ = closeSegments(w.files) // which were only read
		_ = w.lock.Close()
	}
}

func (w *Writer) commit() error {
	slices.SortFunc(w.files, func(x, y *segment) int { return cmp.Or(y.live()-x.live(), cmp.Compare(x.Number, y.Number)) })
	keep := 0
	for ; keep < len(w.files); keep++ {
		smaller := live(w.files[keep+1:]) + live(w.memory)
		if s := w.files[keep]; s.live() < growth*smaller || len(s.deleted)*maxDead > len(s.lengths) {
			break
		}
	}
	if keep < len(w.files) || len(w.memory) > 0 {
		if err := w.merge(keep); err != nil {
			return err
		}
	}
	if err := (&snapshot{Next: w.next}).write(w.dir, w.files); err != nil {
		return fmt.Errorf("writing the lexical index: %w", err)
	}
	for _, path := range w.replaced { // what cannot be removed, Clone leaves behind
		_ = os.Remove(path)
	}
	return nil
}
