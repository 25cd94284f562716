package lexical

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"

	"ibid/index/durable"
)

// A table is what a segment has two of: keys in ascending order, each with a value. See the package comment for its bytes.
const (
	blockKeys   = 64  // keys of a block
	inlineValue = 128 // the longest value that stands beside its key, in bytes
	rowSize     = 8 + 8 + 4 + 4
)

// output counts what it writes, and keeps its error.
type output struct {
	io.Writer
	at     int64
	failed error
}

func (o *output) Write(data []byte) (int, error) {
	n, err := o.Writer.Write(data)
	o.at += int64(n)
	o.failed = err
	return n, err
}

// tableWriter writes the blocks of a table and collects its index.
type tableWriter struct {
	out          *output
	start        int64  // of the block under way
	keys         int    // in it
	entries      []byte // of it
	last         []byte // the key before
	rows, firsts []byte
}

// add appends a key, which follows all others, and its value.
func (w *tableWriter) add(key, value []byte) error {
	shared := 0
	if w.keys == 0 {
		w.start = w.out.at
		w.firsts = append(w.firsts, key...)
	} else {
		for shared < min(len(key), len(w.last)) && key[shared] == w.last[shared] {
			shared++
		}
	}
	w.last = append(w.last[:0], key...)
	for _, n := range []int{shared, len(key) - shared} {
		w.entries = binary.AppendUvarint(w.entries, uint64(n))
	}
	w.entries = append(w.entries, key[shared:]...)
	w.entries = binary.AppendUvarint(w.entries, uint64(len(value)))
	if len(value) <= inlineValue {
		w.entries = append(w.entries, value...)
	} else {
		w.entries = binary.LittleEndian.AppendUint32(w.entries, durable.Sum(value))
		if _, err := w.out.Write(value); err != nil {
			return err
		}
	}
	if w.keys++; w.keys < blockKeys {
		return nil
	}
	return w.flush()
}

// flush ends the block under way.
func (w *tableWriter) flush() error {
	if w.keys == 0 {
		return nil
	}
	w.rows = binary.LittleEndian.AppendUint64(w.rows, uint64(w.start))
	w.rows = binary.LittleEndian.AppendUint64(w.rows, uint64(w.out.at))
	w.rows = binary.LittleEndian.AppendUint32(w.rows, durable.Sum(w.entries))
	w.rows = binary.LittleEndian.AppendUint32(w.rows, uint32(len(w.firsts)))
	_, err := w.out.Write(w.entries)
	w.keys, w.entries = 0, w.entries[:0]
	return err
}

// table reads a table. Its index is in memory, its blocks are read when they are needed.
type table struct {
	file         io.ReaderAt
	rows, firsts []byte
	end          int64 // of the last block
}

// check makes sure that the rows are such as a tableWriter writes, for blocks that lie between two offsets.
func (t *table) check(start int64) error {
	key := uint32(0)
	for i := range t.blocks() {
		from, entries, end := t.block(i)
		first := binary.LittleEndian.Uint32(t.rows[i*rowSize+20:])
		if from != start || entries < from || end <= entries || end-entries > math.MaxInt32 || first < key || int64(first) > int64(len(t.firsts)) {
			return fmt.Errorf("block %d of a table is out of place", i)
		}
		start, key = end, first
	}
	if start != t.end || int64(key) != int64(len(t.firsts)) {
		return fmt.Errorf("a table of %d blocks does not fill its place", t.blocks())
	}
	return nil
}

func (t *table) blocks() int { return len(t.rows) / rowSize }

// block is where a block starts, where its entries start, and where it ends.
func (t *table) block(i int) (start, entries, end int64) {
	row := t.rows[i*rowSize:]
	start, entries, end = int64(binary.LittleEndian.Uint64(row)), int64(binary.LittleEndian.Uint64(row[8:])), t.end
	if len(row) > rowSize {
		end = int64(binary.LittleEndian.Uint64(row[rowSize:]))
	}
	return start, entries, end
}

// first is the first key of a block.
func (t *table) first(i int) []byte {
	start := uint32(0)
	if i > 0 {
		start = binary.LittleEndian.Uint32(t.rows[i*rowSize-4:])
	}
	return t.firsts[start:binary.LittleEndian.Uint32(t.rows[i*rowSize+20:])]
}

// cursor goes through the keys of a table in their order.
type cursor struct {
	*table
	key    []byte
	number int // of the key, from 0; of no key yet the one before the first of its block

	at      int    // the block that is loaded, -1 none
	entries []byte // of it
	rest    []byte // those after key
	values  int64  // where the next value stands that has a place of its own
	inline  []byte // the value of key, or its place:
	size    int
	sum     uint32
	buffer  []byte // for it
}

func (t *table) cursor() *cursor { return &cursor{table: t, at: -1, number: -1} }

// load reads a block, before whose first key the cursor then stands.
func (c *cursor) load(i int) error {
	start, entries, end := c.block(i)
	c.entries = append(c.entries[:0], make([]byte, end-entries)...)
	if _, err := c.file.ReadAt(c.entries, entries); err != nil {
		return err
	}
	if durable.Sum(c.entries) != binary.LittleEndian.Uint32(c.rows[i*rowSize+16:]) {
		return fmt.Errorf("block %d of a table has a wrong checksum", i)
	}
	c.at, c.rest, c.key, c.number, c.values, c.size = i, c.entries, c.key[:0], i*blockKeys-1, start, 0
	return nil
}

// next steps to the next key, and tells whether there is one.
func (c *cursor) next() (bool, error) {
	if len(c.rest) == 0 {
		if c.at+1 >= c.blocks() {
			return false, nil
		}
		if err := c.load(c.at + 1); err != nil {
			return false, err
		}
	}
	return true, c.read()
}

// read steps to the next key of the block, which has one.
func (c *cursor) read() error {
	if c.inline == nil {
		c.values += int64(c.size)
	}
	d := decoder{rest: c.rest}
	shared := d.uvarint()
	tail := d.bytes(d.uvarint())
	size := d.uvarint()
	c.inline, c.sum = nil, 0
	if size <= inlineValue {
		c.inline = d.bytes(size)
	} else {
		c.sum = d.uint32()
	}
	if d.bad || shared > uint64(len(c.key)) || size > math.MaxInt32 {
		return fmt.Errorf("block %d of a table cannot be read", c.at)
	}
	c.key, c.size, c.rest = append(c.key[:shared], tail...), int(size), d.rest
	c.number++
	return nil
}

// seek goes to a key, and tells whether it is there. Keys that are sought in their order are found in one pass.
func (c *cursor) seek(key []byte) (bool, error) {
	i := sort.Search(c.blocks(), func(i int) bool { return bytes.Compare(c.first(i), key) > 0 }) - 1
	if i < 0 {
		return false, nil
	}
	here := i == c.at && c.number >= i*blockKeys
	if i != c.at || here && bytes.Compare(c.key, key) > 0 {
		if err := c.load(i); err != nil {
			return false, err
		}
		here = false
	}
	for {
		if here {
			if d := bytes.Compare(c.key, key); d >= 0 {
				return d == 0, nil
			}
		}
		if len(c.rest) == 0 {
			return false, nil
		}
		if err := c.read(); err != nil {
			return false, err
		}
		here = true
	}
}

// value is the value of the key, which holds until the cursor moves.
func (c *cursor) value() ([]byte, error) {
	if c.inline != nil {
		return c.inline, nil
	}
	if _, entries, _ := c.block(c.at); int64(c.size) > entries-c.values {
		return nil, fmt.Errorf("a value of block %d of a table is outside it", c.at)
	}
	c.buffer = slices.Grow(c.buffer[:0], c.size)[:c.size]
	if _, err := c.file.ReadAt(c.buffer, c.values); err != nil {
		return nil, err
	}
	if durable.Sum(c.buffer) != c.sum {
		return nil, fmt.Errorf("a value in block %d of a table has a wrong checksum", c.at)
	}
	return c.buffer, nil
}

// decoder reads numbers and bytes from a slice, until one is not there.
type decoder struct {
	rest []byte
	bad  bool
}

func (d *decoder) uvarint() uint64 {
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
	if b := d.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}
