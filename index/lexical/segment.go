package lexical

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"sort"

	"ibid/index/durable"
)

// What the keys of a segment begin with, in this order: the IDs of documents, groups, and terms, which begin with a
// letter or digit.
const (
	idMark    = "\x00"
	groupMark = "\x01"
)

// blockSize is when a block ends, in bytes: one is read to find a key.
const blockSize = 1 << 10

// place is a segment as the snapshot names it.
type place struct {
	Number     uint64   // of its file
	Tail, Size int64    // where the tail starts, and the whole ends
	Sum        uint32   // of the tail, which has those of all else
	Deleted    []uint32 // documents that do not count any more, in order
}

// segment is a part of an index: some documents, numbered in the order of their IDs, and what they say.
type segment struct {
	place
	file    io.ReaderAt
	blocks  []block
	lengths []uint32        // of the documents, in tokens
	deleted map[uint32]bool // Deleted, and those that a Writer has added

	// Of a Reader: the number of the first document among all, and what a score needs of each, k1·(1 - b +
	// b·length/average), infinite for one that is deleted, which therefore scores 0.
	start int
	norms []float64
}

// block is where some keys stand.
type block struct {
	start, size int64
	sum         uint32
	number      int    // of its first key among all
	first       []byte // that key
}

// segmentWriter writes a segment: first its documents, then its terms. See the package comment for the bytes.
type segmentWriter struct {
	out     io.Writer
	place   place
	index   []byte // of the blocks that are written
	blocks  int    // the number of those
	lengths []uint32
	entries []byte // of the block under way
	keys    int    // in it
	first   []byte
	last    []byte
	list    []byte
}

// doc adds the next document, by its key.
func (w *segmentWriter) doc(key []byte, length uint32) error {
	w.lengths = append(w.lengths, length)
	return w.add(key, nil)
}

// term adds the next term or group.
func (w *segmentWriter) term(key []byte, list []posting) error {
	w.list = appendPostings(w.list[:0], list)
	return w.add(key, w.list)
}

func (w *segmentWriter) add(key, value []byte) error {
	if w.keys > 0 && len(value) >= blockSize { // which no other key shall wait for
		if err := w.flush(); err != nil {
			return err
		}
	}
	shared := 0
	if w.keys == 0 {
		w.first = append(w.first[:0], key...)
	} else {
		for shared < min(len(key), len(w.last)) && key[shared] == w.last[shared] {
			shared++
		}
	}
	w.last = append(w.last[:0], key...)
	w.entries = binary.AppendUvarint(w.entries, uint64(shared))
	w.entries = appendBytes(w.entries, key[shared:])
	w.entries = appendBytes(w.entries, value)
	if w.keys++; len(w.entries) < blockSize {
		return nil
	}
	return w.flush()
}

// flush ends the block under way, which has a key.
func (w *segmentWriter) flush() error {
	w.index = binary.AppendUvarint(w.index, uint64(len(w.entries)))
	w.index = binary.AppendUvarint(w.index, uint64(durable.Sum(w.entries)))
	w.index = binary.AppendUvarint(w.index, uint64(w.keys))
	w.index = appendBytes(w.index, w.first)
	_, err := w.out.Write(w.entries)
	w.place.Tail += int64(len(w.entries))
	w.blocks, w.entries, w.keys = w.blocks+1, w.entries[:0], 0
	return err
}

// close comes after the last term.
func (w *segmentWriter) close() (place, error) {
	if w.keys > 0 {
		if err := w.flush(); err != nil {
			return place{}, err
		}
	}
	tail := append(binary.AppendUvarint(nil, uint64(w.blocks)), w.index...)
	tail = binary.AppendUvarint(tail, uint64(len(w.lengths)))
	for _, n := range w.lengths {
		tail = binary.AppendUvarint(tail, uint64(n))
	}
	_, err := w.out.Write(tail)
	w.place.Size, w.place.Sum = w.place.Tail+int64(len(tail)), durable.Sum(tail)
	return w.place, err
}

// openSegment reads what of a segment is kept in memory, from a file of its size.
func openSegment(file io.ReaderAt, at place) (*segment, error) {
	if at.Tail < 0 || at.Tail > at.Size {
		return nil, fmt.Errorf("%w: a tail at %d of %d bytes", ErrCorrupt, at.Tail, at.Size)
	}
	tail := make([]byte, at.Size-at.Tail)
	if _, err := file.ReadAt(tail, at.Tail); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	s := &segment{place: at, file: file, deleted: map[uint32]bool{}}
	d := decoder{rest: tail, bad: durable.Sum(tail) != at.Sum}
	end, keys := int64(0), 0
	for n := d.uvarint(); n > 0 && !d.bad; n-- {
		b := block{start: end, size: int64(d.uvarint()), sum: uint32(d.uvarint()), number: keys}
		held := d.uvarint()
		b.first = d.bytes()
		if b.size <= 0 || b.size > at.Tail-end || held == 0 || held > uint64(b.size) {
			d.bad = true
			break
		}
		end, keys = end+b.size, keys+int(held)
		s.blocks = append(s.blocks, b)
	}
	for n := d.uvarint(); n > 0 && !d.bad; n-- {
		s.lengths = append(s.lengths, uint32(d.uvarint()))
	}
	for _, doc := range at.Deleted {
		d.bad = d.bad || int(doc) >= len(s.lengths)
		s.deleted[doc] = true
	}
	if d.bad || end != at.Tail || len(s.lengths) > keys {
		return nil, fmt.Errorf("%w: the tail of a segment cannot be read", ErrCorrupt)
	}
	return s, nil
}

// live is the number of documents that are not deleted.
func (s *segment) live() int { return len(s.lengths) - len(s.deleted) }

// postings finds the postings of a term or group.
func (s *segment) postings(key string) (postings, error) {
	c := s.cursor()
	if found, err := c.seek([]byte(key)); !found {
		return postings{}, err
	}
	return openPostings(c.value, len(s.lengths))
}

// id reads the ID of a document.
func (s *segment) id(doc int) (string, error) {
	c := s.cursor()
	if err := c.load(sort.Search(len(s.blocks), func(i int) bool { return s.blocks[i].number > doc }) - 1); err != nil {
		return "", err
	}
	for c.number < doc {
		if _, err := c.next(); err != nil {
			return "", err
		}
	}
	return string(bytes.TrimPrefix(c.key, []byte(idMark))), nil
}

// delete marks the documents with some IDs, which are in order.
func (s *segment) delete(ids []string) error {
	c := s.cursor()
	for _, id := range ids {
		found, err := c.seek([]byte(idMark + id))
		if err != nil {
			return err
		}
		if found && c.number < len(s.lengths) {
			s.deleted[uint32(c.number)] = true
		}
	}
	return nil
}
