package lexical

import (
	"encoding/binary"
	"errors"
)

// posting is a document that holds a term.
type posting struct {
	doc   uint32 // its number in a segment
	count uint32 // how often, at least 1
}

// appendPostings appends a list, in order of document, as it is stored.
func appendPostings(b []byte, list []posting) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	next := uint32(0)
	for _, p := range list {
		gap := uint64(p.doc-next) << 1
		if next = p.doc + 1; p.count == 1 {
			b = binary.AppendUvarint(b, gap)
		} else {
			b = binary.AppendUvarint(b, gap|1)
			b = binary.AppendUvarint(b, uint64(p.count))
		}
	}
	return b
}

// postings reads a list as it is stored. The zero value is an empty one.
type postings struct {
	rest []byte
	left int // postings in it
	next int // the least number that the next document can have
	docs int // the number of documents
}

var errPostings = errors.New("a list of postings cannot be read")

func openPostings(value []byte, docs int) (postings, error) {
	n, size := binary.Uvarint(value)
	if size <= 0 || n > uint64(len(value)-size) || n > uint64(docs) {
		return postings{}, errPostings
	}
	return postings{value[size:], int(n), 0, docs}, nil
}

// each visits the postings, some at a time.
func (p postings) each(visit func([]posting)) error {
	buffer := make([]posting, min(p.left, 256))
	for p.left > 0 {
		some := buffer[:min(p.left, len(buffer))]
		if err := p.read(some); err != nil {
			return err
		}
		visit(some)
	}
	return nil
}

// read reads the next postings, of which there are as many.
func (p *postings) read(some []posting) error {
	rest, next := p.rest, p.next
	for i := range some {
		if len(rest) == 0 {
			return errPostings
		}
		x, size := uint64(rest[0]), 1
		if x >= 0x80 {
			x, size = binary.Uvarint(rest)
		}
		if size <= 0 || x>>1 >= uint64(p.docs-next) {
			return errPostings
		}
		doc, count := next+int(x>>1), uint64(1)
		next, rest = doc+1, rest[size:]
		if x&1 != 0 {
			if count, size = binary.Uvarint(rest); size <= 0 || count != uint64(uint32(count)) {
				return errPostings
			}
			rest = rest[size:]
		}
		some[i] = posting{uint32(doc), uint32(count)}
	}
	p.rest, p.next, p.left = rest, next, p.left-len(some)
	return nil
}
