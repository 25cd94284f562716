package lexical

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"

	"ibid/index/durable"
)

// segment is a part of an index: some documents, numbered in the order of their IDs, and what they say. It never changes, but for the
// documents that are marked as deleted.
type segment struct {
	file    io.ReaderAt
	size    int64
	sum     uint32 // of the foot, which has those of all else
	docs    int
	lengths []uint32 // of the documents, in tokens
	ids     table    // without values
	terms   table    // terms and groups, with postings

	number  uint64   // of its file
	deleted []uint64 // a bit for each document, nil where none is
	dead    int      // the number of those
}

const (
	segmentMagic = "ibidlex1"
	footSize     = len(segmentMagic) + 3*4 + 2*8 + 4 + 4

	// groupMark comes before a group where it stands among the terms, none of which begins so.
	groupMark = "\x00"
)

// segmentWriter writes a segment: first its documents, then its terms.
type segmentWriter struct {
	out        *output
	lengths    []uint32
	ids, terms tableWriter
	idsEnd     int64
	list       []byte
}

func newSegmentWriter(to io.Writer) *segmentWriter {
	out := &output{Writer: to}
	return &segmentWriter{out: out, ids: tableWriter{out: out}, terms: tableWriter{out: out}}
}

func (w *segmentWriter) doc(id []byte, length uint32) error {
	w.lengths = append(w.lengths, length)
	return w.ids.add(id, nil)
}

// endDocs comes after the last document.
func (w *segmentWriter) endDocs() error {
	err := w.ids.flush()
	w.idsEnd = w.out.at
	return err
}

func (w *segmentWriter) term(term []byte, list []posting) error {
	w.list = appendPostings(w.list[:0], list)
	return w.terms.add(term, w.list)
}

// close comes after the last term.
func (w *segmentWriter) close() error {
	if err := w.terms.flush(); err != nil {
		return err
	}
	var tail []byte
	for _, n := range w.lengths {
		tail = binary.LittleEndian.AppendUint32(tail, n)
	}
	for _, part := range [][]byte{w.ids.rows, w.ids.firsts, w.terms.rows, w.terms.firsts} {
		tail = append(tail, part...)
	}
	foot := []byte(segmentMagic)
	for _, n := range []int{len(w.lengths), len(w.ids.firsts), len(w.terms.rows)} {
		foot = binary.LittleEndian.AppendUint32(foot, uint32(n))
	}
	for _, n := range []int64{w.idsEnd, w.out.at} {
		foot = binary.LittleEndian.AppendUint64(foot, uint64(n))
	}
	foot = binary.LittleEndian.AppendUint32(foot, durable.Sum(tail))
	foot = binary.LittleEndian.AppendUint32(foot, durable.Sum(foot))
	_, err := w.out.Write(append(tail, foot...))
	return err
}

// openSegment reads what of a segment is kept in memory.
func openSegment(file io.ReaderAt, size int64) (*segment, error) {
	foot := make([]byte, footSize)
	if size < int64(footSize) {
		return nil, io.ErrUnexpectedEOF
	}
	if _, err := file.ReadAt(foot, size-int64(footSize)); err != nil {
		return nil, err
	}
	sum := binary.LittleEndian.Uint32(foot[footSize-4:])
	if string(foot[:len(segmentMagic)]) != segmentMagic || sum != durable.Sum(foot[:footSize-4]) {
		return nil, errors.New("no foot")
	}
	number := foot[len(segmentMagic):]
	docs, idFirsts, termRows := uint64(binary.LittleEndian.Uint32(number)), uint64(binary.LittleEndian.Uint32(number[4:])), uint64(binary.LittleEndian.Uint32(number[8:]))
	idsEnd, termsEnd := int64(binary.LittleEndian.Uint64(number[12:])), int64(binary.LittleEndian.Uint64(number[20:]))
	if termsEnd < 0 || termsEnd > size-int64(footSize) || idsEnd < 0 || idsEnd > termsEnd {
		return nil, errors.New("parts out of place")
	}
	tail := make([]byte, size-int64(footSize)-termsEnd)
	if _, err := file.ReadAt(tail, termsEnd); err != nil {
		return nil, err
	}
	if durable.Sum(tail) != binary.LittleEndian.Uint32(number[28:]) {
		return nil, errors.New("wrong checksum")
	}
	d := decoder{rest: tail}
	lengths := d.bytes(4 * docs)
	s := &segment{file: file, size: size, sum: sum, docs: len(lengths) / 4, lengths: make([]uint32, len(lengths)/4)}
	for i := range s.lengths {
		s.lengths[i] = binary.LittleEndian.Uint32(lengths[4*i:])
	}
	s.ids = table{file: file, end: idsEnd, rows: d.bytes((docs + blockKeys - 1) / blockKeys * rowSize), firsts: d.bytes(idFirsts)}
	s.terms = table{file: file, end: termsEnd, rows: d.bytes(termRows), firsts: d.rest}
	if d.bad || termRows%rowSize != 0 {
		return nil, errors.New("parts out of place")
	}
	return s, errors.Join(s.ids.check(0), s.terms.check(idsEnd))
}

// postings finds the postings of a term.
func (s *segment) postings(term []byte) (postings, error) {
	c := s.terms.cursor()
	found, err := c.seek(term)
	if err != nil || !found {
		return postings{}, err
	}
	value, err := c.value()
	if err != nil {
		return postings{}, err
	}
	return openPostings(value, s.docs)
}

// id reads the ID of a document.
func (s *segment) id(doc int) (string, error) {
	c := s.ids.cursor()
	if err := c.load(doc / blockKeys); err != nil {
		return "", err
	}
	for c.number < doc {
		if len(c.rest) == 0 {
			return "", fmt.Errorf("document %d is not among the IDs", doc)
		}
		if err := c.read(); err != nil {
			return "", err
		}
	}
	return string(c.key), nil
}

func (s *segment) live() int { return s.docs - s.dead }

func (s *segment) isDeleted(doc uint32) bool {
	return s.deleted != nil && s.deleted[doc/64]>>(doc%64)&1 != 0
}

// delete marks a document.
func (s *segment) delete(doc uint32) {
	if s.deleted == nil {
		s.deleted = make([]uint64, (s.docs+63)/64)
	}
	if !s.isDeleted(doc) {
		s.deleted[doc/64] |= 1 << (doc % 64)
		s.dead++
	}
}

// deleteIDs marks the documents with some IDs, which are in order.
func (s *segment) deleteIDs(ids []string) error {
	c := s.ids.cursor()
	for _, id := range ids {
		found, err := c.seek([]byte(id))
		if err != nil {
			return err
		}
		if found && c.number < s.docs {
			s.delete(uint32(c.number))
		}
	}
	return nil
}

// bury marks the documents whose numbers tombstones has given.
func (s *segment) bury(tombstones []byte) error {
	p, err := openPostings(tombstones, s.docs)
	if err != nil {
		return err
	}
	return p.each(func(some []posting) {
		for _, x := range some {
			s.delete(x.doc)
		}
	})
}

// tombstones appends the numbers of the documents that are marked, as the snapshot keeps them.
func (s *segment) tombstones(b []byte) []byte {
	list := make([]posting, 0, s.dead)
	for i, word := range s.deleted {
		for ; word != 0; word &= word - 1 {
			list = append(list, posting{uint32(i*64 + bits.TrailingZeros64(word)), 1})
		}
	}
	return appendPostings(b, list)
}

// run is a cursor in a merge.
type run struct {
	*cursor
	source int
}

// merging goes through the keys of several tables in one order, equal ones one after the other in the order of the tables.
type merging struct{ heap []run }

func newMerging(tables []*table) (*merging, error) {
	m := new(merging)
	for i, t := range tables {
		r := run{t.cursor(), i}
		more, err := r.next()
		if err != nil {
			return nil, err
		}
		if more {
			m.heap = append(m.heap, r)
		}
	}
	for i := len(m.heap)/2 - 1; i >= 0; i-- {
		m.sink(i)
	}
	return m, nil
}

func (m *merging) less(i, j int) bool {
	x, y := m.heap[i], m.heap[j]
	return cmp.Or(bytes.Compare(x.key, y.key), x.source-y.source) < 0
}

func (m *merging) sink(i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(m.heap); child++ {
			if m.less(child, least) {
				least = child
			}
		}
		if least == i {
			return
		}
		m.heap[i], m.heap[least] = m.heap[least], m.heap[i]
		i = least
	}
}

// each visits the keys.
func (m *merging) each(visit func(run) error) error {
	for len(m.heap) > 0 {
		if err := visit(m.heap[0]); err != nil {
			return err
		}
		more, err := m.heap[0].next()
		if err != nil {
			return err
		}
		if !more {
			last := len(m.heap) - 1
			m.heap[0] = m.heap[last]
			m.heap = m.heap[:last]
		}
		m.sink(0)
	}
	return nil
}

// merge writes one segment of the documents of several that are not deleted. Of equal IDs that in the last segment counts. The error is
// ErrCorrupt where they cannot be read.
func merge(to io.Writer, from []*segment) error {
	w := newSegmentWriter(to)
	err := w.merge(from)
	if err != nil && w.out.failed == nil {
		err = fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return err
}

func (w *segmentWriter) merge(from []*segment) error {
	renumbered := make([][]uint32, len(from)) // by segment and document: the new number and 1, or 0
	ids, terms := make([]*table, len(from)), make([]*table, len(from))
	for i, s := range from {
		renumbered[i], ids[i], terms[i] = make([]uint32, s.docs), &s.ids, &s.terms
	}
	if err := w.mergeDocs(from, ids, renumbered); err != nil {
		return err
	}
	if err := w.mergeTerms(terms, renumbered); err != nil {
		return err
	}
	return w.close()
}

func (w *segmentWriter) mergeDocs(from []*segment, ids []*table, renumbered [][]uint32) error {
	m, err := newMerging(ids)
	if err != nil {
		return err
	}
	var id []byte
	source, number := -1, 0 // of the document with that ID
	put := func() error {
		if source < 0 {
			return nil
		}
		renumbered[source][number] = uint32(len(w.lengths)) + 1
		return w.doc(id, from[source].lengths[number])
	}
	err = m.each(func(r run) error {
		if r.number >= from[r.source].docs || from[r.source].isDeleted(uint32(r.number)) {
			return nil
		}
		if source < 0 || !bytes.Equal(id, r.key) {
			if err := put(); err != nil {
				return err
			}
			id = append(id[:0], r.key...)
		}
		source, number = r.source, r.number
		return nil
	})
	return errors.Join(err, put(), w.endDocs())
}

func (w *segmentWriter) mergeTerms(terms []*table, renumbered [][]uint32) error {
	m, err := newMerging(terms)
	if err != nil {
		return err
	}
	var term []byte
	var list []posting
	put := func() error {
		if len(list) == 0 {
			return nil
		}
		byDoc := func(x, y posting) int { return cmp.Compare(x.doc, y.doc) }
		if !slices.IsSortedFunc(list, byDoc) {
			slices.SortFunc(list, byDoc)
		}
		return w.term(term, list)
	}
	err = m.each(func(r run) error {
		if !bytes.Equal(term, r.key) {
			if err := put(); err != nil {
				return err
			}
			term, list = append(term[:0], r.key...), list[:0]
		}
		value, err := r.value()
		if err != nil {
			return err
		}
		numbers := renumbered[r.source]
		p, err := openPostings(value, len(numbers))
		if err != nil {
			return err
		}
		return p.each(func(some []posting) {
			for _, x := range some {
				if number := numbers[x.doc]; number > 0 {
					list = append(list, posting{number - 1, x.count})
				}
			}
		})
	})
	return errors.Join(err, put())
}
