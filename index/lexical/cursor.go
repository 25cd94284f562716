package lexical

import (
	"bytes"
	"cmp"
	"container/heap"
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
	tail := c.rest.bytes(c.rest.uvarint())
	c.value = c.rest.bytes(c.rest.uvarint())
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

// cursors are a heap, by their keys and sources.
type cursors []*cursor

func (c cursors) Len() int      { return len(c) }
func (c cursors) Swap(i, j int) { c[i], c[j] = c[j], c[i] }
func (c *cursors) Push(x any)   { *c = append(*c, x.(*cursor)) }
func (c cursors) Less(i, j int) bool {
	return cmp.Or(bytes.Compare(c[i].key, c[j].key), c[i].source-c[j].source) < 0
}
func (c *cursors) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}

// eachKey visits the keys of several segments in their order, each once, with the cursors that stand at it, in the order of the segments.
func eachKey(segments []*segment, visit func([]*cursor) error) error {
	var ahead cursors
	var at []*cursor
	for i, s := range segments {
		at = append(at, s.cursor())
		at[i].source = i
	}
	for {
		for _, c := range at {
			if more, err := c.next(); err != nil {
				return err
			} else if more {
				heap.Push(&ahead, c)
			}
		}
		if len(ahead) == 0 {
			return nil
		}
		at = at[:0]
		for len(ahead) > 0 && (len(at) == 0 || bytes.Equal(ahead[0].key, at[0].key)) {
			at = append(at, heap.Pop(&ahead).(*cursor))
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
	if len(d.rest) > 0 && d.rest[0] < 0x80 {
		x := d.rest[0]
		d.rest = d.rest[1:]
		return uint64(x)
	}
	x, n := binary.Uvarint(d.rest)
	if n <= 0 {
		d.bad = true
		return 0
	}
	d.rest = d.rest[n:]
	return x
}

func (d *decoder) bytes(n uint64) []byte {
	if n > uint64(len(d.rest)) {
		d.bad = true
		return nil
	}
	out := d.rest[:n:n]
	d.rest = d.rest[n:]
	return out
}

func (d *decoder) uint32() uint32 {
	b := d.bytes(4)
	if d.bad {
		return 0
	}
	return binary.LittleEndian.Uint32(b)
}
