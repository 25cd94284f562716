package lexical

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring"
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

	// A segment is merged with all smaller ones, unless it has growth times the documents of these together; and
	// where one of maxDead documents is deleted. So there are few segments, and a document is written again only when
	// its segment has grown by a good part.
	growth  = 4
	maxDead = 4

	mergeBuffer = 1 << 20 // bytes
)

// Writer changes an index. It is for one goroutine.
//
// It makes small segments in memory, merges them with each other and with what small segments the index has, and gives
// the result to Bluge's writer as one batch: when Close is called, or there are enough.
type Writer struct {
	Memory int // of how much text, in bytes, segments are held in memory before they go to the disk as one

	path   string
	dir    *directory
	bluge  *index.Writer
	memory []fresh
	known  map[string]location // of the documents in memory, by ID
	text   int                 // of which the segments in memory were made, in bytes
	gone   []string            // IDs of documents on the disk that are deleted or replaced
	closed bool
}

// fresh is a segment in memory.
type fresh struct {
	segment.Segment
	ids     []string
	deleted *roaring.Bitmap // since
}

// location is where a document is in memory.
type location struct {
	segment int
	doc     uint32
}

// OpenWriter opens an index for changes, a Clone of one as a rule, and makes an empty one where there is none: the folder
// need not exist.
func OpenWriter(path string) (*Writer, error) {
	w := &Writer{Memory: memoryText, path: path, dir: openDirectory(path), known: map[string]location{}}
	c := config(w.dir)
	// Bluge starts its workers first and forgets them when it then fails to open.
	var workers []func()
	c.GoFunc = func(work func()) { workers = append(workers, work) }
	var err error
	if w.bluge, err = index.OpenWriter(c); err != nil {
		return nil, fmt.Errorf("opening the lexical index in %s for writing: %w", path, w.dir.cause(err))
	}
	for _, work := range workers {
		go work()
	}
	return w, nil
}

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
		parts[len(parts)-1] = append(parts[len(parts)-1], i)
		size, w.text = size+n, w.text+n
	}
	lengths := make([]int, len(docs))
	made := make([]fresh, len(parts))
	if err := file.Parallel(ctx, len(parts), func(i int) (err error) {
		made[i], err = invert(docs, parts[i], lengths)
		return err
	}); err != nil {
		return nil, err
	}
	for _, f := range made {
		w.forget(f.ids)
		for doc, id := range f.ids {
			w.known[id] = location{len(w.memory), uint32(doc)}
		}
		w.memory = append(w.memory, f)
	}
	if w.text > w.Memory {
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

// Delete removes documents. An ID that is not there is no error.
func (w *Writer) Delete(ctx context.Context, ids []string) error {
	if w.closed {
		return errClosed
	}
	w.forget(ids)
	return ctx.Err()
}

// forget deletes documents in memory, and notes what is to be deleted on the disk.
func (w *Writer) forget(ids []string) {
	for _, id := range ids {
		if at, ok := w.known[id]; ok {
			w.memory[at.segment].deleted.Add(at.doc)
			delete(w.known, id)
		}
	}
	w.gone = append(w.gone, ids...)
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
	for _, f := range w.memory {
		from, drops = append(from, f.Segment), append(drops, f.deleted)
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
	b, documents := index.NewBatch(), len(w.known)
	for _, id := range w.gone {
		b.Delete(identifier(id))
	}
	for _, o := range again(olds, documents) {
		if err := eachID(&o, func(id string) { b.Delete(identifier(id)) }); err != nil {
			return err
		}
		from, drops, documents = append(from, o.Segment), append(drops, o.deleted), documents+o.live()
	}
	if documents > 0 {
		b.Insert(mergedSegment{merger: ice.Merge(from, drops, mergeBuffer), documents: documents})
	}
	w.memory, w.gone, w.text = nil, nil, 0
	clear(w.known)
	return w.bluge.Batch(b)
}

// again are the segments to be written again beside so many new documents, the largest first.
func again(olds []old, smaller int) []old {
	olds = slices.DeleteFunc(slices.Clone(olds), func(o old) bool { return o.live() == 0 })
	slices.SortStableFunc(olds, func(x, y old) int { return cmp.Compare(x.live(), y.live()) })
	count := 0 // of the smallest
	for i := range olds {
		o, n := &olds[i], olds[i].live()
		if n < growth*smaller || int(o.deleted.GetCardinality())*maxDead > int(o.Count()) {
			count = i + 1
		}
		smaller += n
	}
	slices.Reverse(olds[:count])
	return olds[:count]
}

// olds opens the segments of Bluge's writer once more: those that it has open are of a type of its own.
func (w *Writer) olds() (all []old, err error) {
	now, err := w.bluge.Reader()
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

// Close makes the whole last. After an error, of Put too, the folder holds no index that anybody should open. It does
// nothing after a Close or Abort.
func (w *Writer) Close() error {
	if w.closed {
		return nil
	}
	if err := w.batch(); err != nil {
		w.Abort()
		return err
	}
	w.closed = true
	if err := errors.Join(w.bluge.Close(), settle(w.path)); err != nil {
		return fmt.Errorf("writing the lexical index: %w", err)
	}
	return nil
}

// Abort gives up; what was written is left to whoever removes the folder. It does nothing after Close.
func (w *Writer) Abort() {
	if !w.closed {
		w.closed = true
		_ = w.bluge.Close()
	}
}
