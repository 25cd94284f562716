package lexical

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
	"slices"

	"github.com/RoaringBitmap/roaring"
	"github.com/blugelabs/bluge/index"
	segment "github.com/blugelabs/bluge_segment_api"
	"github.com/blugelabs/ice"

	"ibid/index/crash"
	"ibid/index/durable"
)

const (
	// partText is of how much text a segment is made at once, on one core, in bytes: so little that a file of nothing
	// but different words, each of which takes half a kilobyte meanwhile, fits into memory, and that an interrupt is
	// noticed soon.
	partText = 1 << 20

	// A Writer of a Clone gives Bluge what it holds in memory when that is of so much text, in bytes.
	memoryText = 64 << 20

	// A segment is merged with all smaller ones, unless it has growth times the documents of these together; and
	// where one of maxDead documents is deleted. So there are few segments, and a document is written again only when
	// its segment has grown by a good part.
	growth  = 4
	maxDead = 4
)

// Writer changes an index. It is for one goroutine.
//
// A new index is made by Bluge's offline writer: small segments go to the disk, and in the end they are merged into
// one. It cannot replace documents: where that is asked for, and for a Clone, Bluge's other writer takes over. That
// gets the new documents, and what small segments are merged with them, as one batch when the Writer is closed.
type Writer struct {
	dir     *directory
	offline *index.WriterOffline
	seed    maphash.Seed
	known   map[uint64]bool // hashes of the IDs that the offline writer has got
	online  *index.Writer
	before  files   // what the index consisted of, for Abort
	memory  []fresh // not yet given to the online writer, the oldest first
	text    int     // of which they were made, in bytes
	gone    []string
	closed  bool
}

// fresh is a segment in memory.
type fresh struct {
	segment.Segment
	ids     []string
	deleted *roaring.Bitmap // since
}

// Create makes an empty index in a folder that holds none. The folder itself need not exist.
func Create(dir string) (*Writer, error) {
	_, err := newestSnapshot(dir)
	if err == nil {
		err = fs.ErrExist
	}
	w := &Writer{dir: openDirectory(dir), seed: maphash.MakeSeed(), known: map[uint64]bool{}}
	if errors.Is(err, fs.ErrNotExist) {
		w.offline, err = index.OpenOfflineWriter(config(w.dir))
	}
	if err == nil {
		err = w.dir.Lock()
	}
	if err != nil {
		return nil, fmt.Errorf("creating the lexical index in %s: %w", dir, err)
	}
	return w, nil
}

// OpenWriter opens a Clone for changes. It fails with ErrLocked while another Writer has it open.
func OpenWriter(dir string) (*Writer, error) {
	before, err := list(dir)
	if err != nil {
		return nil, err
	}
	w := &Writer{dir: openDirectory(dir), before: before}
	return w, w.open()
}

func (w *Writer) open() (err error) {
	c := config(w.dir)
	// Bluge starts its workers first and forgets them when it then fails to open.
	var workers []func()
	c.GoFunc = func(work func()) { workers = append(workers, work) }
	if w.online, err = index.OpenWriter(c); err != nil {
		return fmt.Errorf("opening the lexical index in %s for writing: %w", w.dir.path, err)
	}
	for _, work := range workers {
		go work()
	}
	return nil
}

// goOnline ends the work of the offline writer, and lets the other one take over.
func (w *Writer) goOnline() error {
	if w.offline == nil {
		return nil
	}
	err := w.finishOffline()
	if w.offline = nil; err == nil {
		err = w.open()
	}
	return err
}

func (w *Writer) finishOffline() (err error) {
	if err = w.dir.cause(errAny); err == errAny {
		if err = nil; len(w.known) > 0 { // it panics without a segment
			err = w.dir.cause(w.offline.Close())
		}
	}
	w.known = nil
	return errors.Join(err, w.dir.Unlock())
}

var errAny = errors.New("")

// Put adds documents, or replaces those with the same ID; of several with one ID the last one counts. It returns the
// length of each in tokens, those of the head counted headWeight times, for the caller to keep and to sum up in
// Stats; 0 for one that does not count. The documents are in the index once Close has returned nil; after an error of
// Put, also that of a cancelled ctx, some of them may be.
func (w *Writer) Put(ctx context.Context, docs []Document) ([]int, error) {
	if w.closed {
		return nil, errClosed
	}
	last := make(map[string]int, len(docs))
	for i := range docs {
		last[docs[i].ID] = i
	}
	var parts [][]int // the places of the documents that count
	size, text, known := partText, 0, false
	for i := range docs {
		d := &docs[i]
		if last[d.ID] != i {
			continue
		}
		if size >= partText {
			parts, size = append(parts, nil), 0
		}
		n := len(d.Title) + len(d.Section) + len(d.Text)
		parts[len(parts)-1] = append(parts[len(parts)-1], i)
		size, text, known = size+n, text+n, known || w.offline != nil && w.known[maphash.String(w.seed, d.ID)]
	}
	lengths := make([]int, len(docs))
	made := make([]fresh, len(parts))
	if err := crash.Parallel(ctx, len(parts), func(i int) (err error) {
		made[i], err = invert(docs, parts[i], lengths)
		return err
	}); err != nil {
		return nil, err
	}
	if known {
		if err := w.goOnline(); err != nil {
			return nil, err
		}
	}
	for _, f := range made {
		if err := w.add(f); err != nil {
			return nil, fmt.Errorf("writing the lexical index: %w", w.dir.cause(err))
		}
	}
	if w.text += text; w.online != nil && w.text > memoryText {
		return lengths, w.batch()
	}
	return lengths, nil
}

// invert makes a segment of some documents, and fills in their lengths.
func invert(docs []Document, places []int, lengths []int) (f fresh, err error) {
	entries := make([]segment.Document, len(places))
	for k, i := range places {
		e := newEntry(&docs[i])
		entries[k], lengths[i] = e, e.length
		f.ids = append(f.ids, docs[i].ID)
	}
	f.Segment, err = newSegment(entries)
	f.deleted = roaring.New()
	return f, err
}

func (w *Writer) add(f fresh) error {
	if w.offline != nil {
		b := index.NewBatch()
		b.Insert(built{f.Segment})
		err := w.offline.Batch(b)
		for _, id := range f.ids {
			w.known[maphash.String(w.seed, id)] = true
		}
		return err
	}
	err := w.deleteFromMemory(f.ids)
	w.memory = append(w.memory, f)
	w.gone = append(w.gone, f.ids...)
	return err
}

func (w *Writer) deleteFromMemory(ids []string) error {
	for i := range w.memory {
		docs, err := w.memory[i].DocsMatchingTerms(identifiers(ids))
		if err != nil {
			return err
		}
		w.memory[i].deleted.Or(docs)
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
	if err := w.goOnline(); err != nil {
		return err
	}
	w.gone = append(w.gone, ids...)
	return w.deleteFromMemory(ids)
}

// old is a segment on the disk.
type old struct {
	segment.Segment
	deleted *roaring.Bitmap
	close   func() error
}

func (o *old) live() int { return int(o.Count() - o.deleted.GetCardinality()) }

// batch gives Bluge what is in memory, merged with those of its segments that are to be written again.
func (w *Writer) batch() (err error) {
	var from []segment.Segment
	var drops []*roaring.Bitmap
	smaller := 0
	for _, f := range w.memory {
		if n := int(f.Count() - f.deleted.GetCardinality()); n > 0 {
			from, drops, smaller = append(from, f.Segment), append(drops, f.deleted), smaller+n
		}
	}
	olds, err := w.olds()
	defer func() {
		for _, o := range olds {
			err = errors.Join(err, o.close())
		}
		if err != nil {
			err = fmt.Errorf("writing the lexical index: %w", w.dir.cause(err))
		}
	}()
	if err != nil {
		return err
	}
	b := index.NewBatch()
	for _, id := range w.gone {
		b.Delete(identifier(id))
	}
	slices.SortStableFunc(olds, func(x, y old) int { return cmp.Compare(x.live(), y.live()) })
	again := 0 // so many of the smallest are written again
	for i, sum := 0, smaller; i < len(olds); i++ {
		n := olds[i].live()
		if n < growth*sum || int(olds[i].deleted.GetCardinality())*maxDead > int(olds[i].Count()) {
			again = i + 1
		}
		sum += n
	}
	for i := again - 1; i >= 0; i-- {
		o := &olds[i]
		if o.live() == 0 {
			continue
		}
		if err := eachID(o, func(id string) { b.Delete(identifier(id)) }); err != nil {
			return err
		}
		from, drops = append(from, o.Segment), append(drops, o.deleted)
	}
	switch {
	case len(from) == 1 && drops[0].IsEmpty():
		b.Insert(built{from[0]})
	case len(from) > 0:
		s, done, err := w.merge(from, drops)
		if err != nil {
			return err
		}
		defer done()
		b.Insert(built{s})
	}
	w.memory, w.gone, w.text = nil, nil, 0
	return w.online.Batch(b)
}

// olds opens the segments of the online writer once more: those that it has open are of a type of its own.
func (w *Writer) olds() (all []old, err error) {
	now, err := w.online.Reader()
	if err != nil {
		return nil, err
	}
	defer now.Close()
	for _, s := range now.Segments() {
		data, file, err := w.dir.Load(index.ItemKindSegment, s.ID())
		if err != nil {
			return all, err
		}
		o := old{close: file.Close}
		if o.Segment, err = ice.Load(data); err == nil {
			o.deleted, err = o.DocsMatchingTerms(identifiers(w.gone))
		}
		if all = append(all, o); err != nil {
			return all, err
		}
		if s.Deleted() != nil {
			all[len(all)-1].deleted.Or(s.Deleted())
		}
	}
	return all, nil
}

// mergeKind is the suffix of a file that holds merged segments until Bluge has copied it.
const mergeKind = ".new"

func (w *Writer) merge(from []segment.Segment, drops []*roaring.Bitmap) (segment.Segment, func(), error) {
	if err := w.dir.Persist(mergeKind, 0, ice.Merge(from, drops, 1<<20), nil); err != nil {
		return nil, nil, err
	}
	data, file, err := w.dir.Load(mergeKind, 0)
	if err != nil {
		return nil, nil, err
	}
	done := func() {
		_ = file.Close()
		_ = w.dir.Remove(mergeKind, 0)
	}
	s, err := ice.Load(data)
	if err != nil {
		done()
	}
	return s, done, err
}

// eachID visits the IDs of the documents that are not deleted.
func eachID(o *old, visit func(string)) error {
	for doc := range o.Count() {
		if o.deleted.Contains(uint32(doc)) {
			continue
		}
		if err := o.VisitStoredFields(doc, func(_ string, id []byte) bool { visit(string(id)); return false }); err != nil {
			return err
		}
	}
	return nil
}

// Close makes the whole last, and lets the next Writer in. After an error the index is as it was before. It does
// nothing after a Close or Abort.
func (w *Writer) Close() error {
	if w.closed {
		return nil
	}
	var err error
	if w.offline != nil && len(w.known) == 0 { // a snapshot shows that there is an index, though without documents
		err = w.goOnline()
	}
	if err == nil && w.online != nil {
		err = w.batch()
	}
	if err != nil {
		w.Abort()
		return err
	}
	w.closed = true
	if w.offline != nil {
		err = w.finishOffline()
	} else {
		err = w.online.Close()
	}
	now, listed := list(w.dir.path)
	if err = errors.Join(err, listed); err == nil {
		err = now.settle(w.dir.path)
	}
	if err != nil {
		return fmt.Errorf("writing the lexical index: %w", errors.Join(err, w.before.only(w.dir.path)))
	}
	durable.SyncDir(w.dir.path)
	return nil
}

// Abort leaves the index as it was before, and lets the next Writer in. It does nothing after Close.
func (w *Writer) Abort() {
	if w.closed {
		return
	}
	w.closed = true
	if w.online != nil {
		_ = w.online.Close()
	} else if w.offline != nil {
		_ = w.dir.Unlock()
	}
	_ = w.before.only(w.dir.path)
}
