package lexical

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"sort"

	"ibid/index/durable"
)

// cursor goes through the keys of a segment in their order.
type cursor struct {
	*segment
	source  int     // the number of the segment in a merge
	at      int     // the block that is loaded, -1 none
	entries []byte  // of it
	rest    decoder // those after the key
	number  int     // of the key among all
	key     []byte  // it, and its value, until the cursor moves
	value   []byte
}

func (s *segment) cursor() *cursor { return &cursor{segment: s, at: -1} }

// load reads a block, before whose first key the cursor then stands.
func (c *cursor) load(i int) error {
	b := &c.blocks[i]
	c.entries = slices.Grow(c.entries[:0], int(b.size))[:b.size]
	if _, err := c.file.ReadAt(c.entries, b.start); err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if durable.Sum(c.entries) != b.sum {
		return fmt.Errorf("%w: block %d has a wrong checksum", ErrCorrupt, i)
	}
	c.at, c.rest, c.number, c.key = i, decoder{rest: c.entries}, b.number-1, c.key[:0]
	return nil
}

// next steps to the next key, and tells whether there is one.
func (c *cursor) next() (bool, error) {
	if len(c.rest.rest) == 0 {
		if c.at+1 >= len(c.blocks) {
			return false, nil
		}
		if err := c.load(c.at + 1); err != nil {
			return false, err
		}
	}
	shared := c.rest.uvarint()
	tail := c.rest.bytes()
	c.value = c.rest.bytes()
	if c.rest.bad || shared > uint64(len(c.key)) {
		return false, fmt.Errorf("%w: block %d cannot be read", ErrCorrupt, c.at)
	}
	c.key = append(c.key[:shared], tail...)
	c.number++
	return true, nil
}

// seek goes to a key, and tells whether it is there. Keys that are sought in their order are found in one pass.
func (c *cursor) seek(key []byte) (bool, error) {
	i := sort.Search(len(c.blocks), func(i int) bool { return bytes.Compare(c.blocks[i].first, key) > 0 }) - 1
	if i < 0 {
		return false, nil
	}
	if i != c.at || bytes.Compare(c.key, key) > 0 {
		if err := c.load(i); err != nil {
			return false, err
		}
	}
	for c.number < c.blocks[i].number || bytes.Compare(c.key, key) < 0 {
		if len(c.rest.rest) == 0 {
			return false, nil
		}
		if _, err := c.next(); err != nil {
			return false, err
		}
	}
	return bytes.Equal(c.key, key), nil
}

// eachKey visits the keys of several segments in their order, each once, with the cursors that stand at it, in the
// order of the segments.
func eachKey(segments []*segment, visit func([]*cursor) error) error {
	var ahead, at []*cursor // ahead: those that have a key yet to be visited, the first key last
	for i, s := range segments {
		at = append(at, s.cursor())
		at[i].source = i
	}
	for {
		for _, c := range at {
			if more, err := c.next(); err != nil {
				return err
			} else if more {
				i, _ := slices.BinarySearchFunc(ahead, c, func(x, y *cursor) int {
					return cmp.Or(bytes.Compare(y.key, x.key), y.source-x.source)
				})
				ahead = slices.Insert(ahead, i, c)
			}
		}
		if len(ahead) == 0 {
			return nil
		}
		at = at[:0]
		for n := len(ahead) - 1; n >= 0 && (len(at) == 0 || bytes.Equal(ahead[n].key, at[0].key)); n-- {
			at, ahead = append(at, ahead[n]), ahead[:n]
		}
		if err := visit(at); err != nil {
			return err
		}
	}
}

func appendBytes(b, tail []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(tail))), tail...)
}

// decoder reads numbers and bytes from a slice, until one is not there.
type decoder struct {
	rest []byte
	bad  bool
}

func (d *decoder) uvarint() uint64 {
	x, n := binary.Uvarint(d.rest)
	if n <= 0 {
		d.bad, n = true, 0
	}
	d.rest = d.rest[n:]
	return x
}

func (d *decoder) bytes() []byte {
	n := d.uvarint()
	if n > uint64(len(d.rest)) {
		d.bad, n = true, 0
	}
	out := d.rest[:n:n]
	d.rest = d.rest[n:]
	return out
}
