package lexical

import (
	"encoding/binary"
	"fmt"
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

// postings is a list as it is stored. The zero value is an empty one.
type postings struct {
	rest  []byte
	count int // of its documents
	docs  int // in the segment
}

func openPostings(value []byte, docs int) (postings, error) {
	n, size := binary.Uvarint(value)
	if size <= 0 || n > uint64(min(len(value)-size, docs)) {
		return postings{}, errPostings()
	}
	return postings{value[size:], int(n), docs}, nil
}

func errPostings() error { return fmt.Errorf("%w: postings cannot be read", ErrCorrupt) }

// each visits the postings in their order, some at a time.
func (p postings) each(visit func([]posting)) error {
	buffer := make([]posting, min(p.count, 256))
	rest, next, size := p.rest, uint64(0), 0
	for left := p.count; left > 0; left -= len(buffer) {
		buffer = buffer[:min(left, len(buffer))]
		for i := range buffer {
			var gap uint64
			if len(rest) > 0 && rest[0] < 0x80 {
				gap, rest = uint64(rest[0]), rest[1:]
			} else if gap, size = binary.Uvarint(rest); size <= 0 {
				return errPostings()
			} else {
				rest = rest[size:]
			}
			count := uint64(1)
			if gap&1 != 0 {
				if count, size = binary.Uvarint(rest); size <= 0 || count != uint64(uint32(count)) {
					return errPostings()
				}
				rest = rest[size:]
			}
			doc := next + gap>>1
			if doc >= uint64(p.docs) {
				return errPostings()
			}
			buffer[i], next = posting{uint32(doc), uint32(count)}, doc+1
		}
		visit(buffer)
	}
	return nil
}
