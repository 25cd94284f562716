package dense

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"ibid/index/file"
)

// A cache file starts with a header that says how long its vectors are, and then holds records, one after the other:
//
//	key [32]byte, vector [dims]float32, CRC-32C of both
//
// It only grows, by whole batches. Whoever is killed while writing leaves a torn record at the end, which the next
// batch overwrites.
const cacheMagic = "ibidemb1"

// Key says what a vector in a Cache was made from and by whom; a hash of both.
type Key [32]byte

// Cache keeps vectors that were dear to make, whatever becomes of the stores made from them. Each vector has a
// checksum: one that is damaged is as good as not there. It is for one goroutine, and for one process at a time.
type Cache struct {
	path    string
	dims    int
	file    *os.File
	rows    map[Key]int64 // number of the record
	count   int64         // records in the file
	dropped int
	buffer  []byte
}

// OpenCache opens the cache of vectors with dims values at a path, and makes it where there is none. It reads the whole
// file, and drops what is damaged.
func OpenCache(path string, dims int) (*Cache, error) {
	if dims < 1 || dims > maxDimensions {
		return nil, fmt.Errorf("vectors of %d dimensions: want 1 to %d", dims, maxDimensions)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("opening the kept vectors: %w", err)
	}
	c := &Cache{path: path, dims: dims, buffer: make([]byte, cacheStride(dims))}
	err := c.open()
	if err == nil && c.dropped > 0 {
		err = c.rewrite(func(Key) bool { return true })
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening the kept vectors: %w", err), c.Close())
	}
	return c, nil
}

func cacheStride(dims int) int { return len(Key{}) + rowStride(dims) }

func (c *Cache) open() error {
	c.rows, c.count = map[Key]int64{}, 0
	f, err := os.OpenFile(c.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	c.file = f
	info, err := f.Stat()
	if err != nil {
		return err
	}
	r := bufio.NewReaderSize(f, 1<<20)
	head := make([]byte, headerSize)
	switch _, err := io.ReadFull(r, head); {
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return err
	case err != nil, !bytes.Equal(head, c.header()):
		c.dropped += int(max(0, info.Size()-headerSize) / int64(len(c.buffer)))
		return c.begin()
	}
	for {
		switch _, err := io.ReadFull(r, c.buffer); {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		}
		if key, ok := whole(c.buffer); ok {
			c.rows[key] = c.count
		} else {
			c.dropped++
		}
		c.count++
	}
}

// begin makes the file one that holds nothing.
func (c *Cache) begin() error {
	if err := c.file.Truncate(0); err != nil {
		return err
	}
	if _, err := c.file.WriteAt(c.header(), 0); err != nil {
		return err
	}
	err := c.file.Sync()
	file.SyncDir(filepath.Dir(c.path))
	return err
}

func (c *Cache) header() []byte { return header{dims: uint32(c.dims)}.encode(cacheMagic) }

func (c *Cache) offset(row int64) int64 { return headerSize + row*int64(len(c.buffer)) }
func (c *Cache) end() int64             { return c.offset(c.count) }

// whole returns the key of a record, and whether the record matches its checksum.
func whole(record []byte) (key Key, ok bool) {
	n := len(record) - 4
	return Key(record[:len(key)]), file.Sum(record[:n]) == binary.LittleEndian.Uint32(record[n:])
}

// Len is the number of vectors.
func (c *Cache) Len() int { return len(c.rows) }

// Dropped is the number of vectors that were found damaged when the cache was opened.
func (c *Cache) Dropped() int { return c.dropped }

// Has tells whether there is a vector for a key.
func (c *Cache) Has(key Key) bool {
	_, ok := c.rows[key]
	return ok
}

// Vector reads the vector of a key, which must be there. Several goroutines may call it at once, while nothing is added.
func (c *Cache) Vector(key Key) ([]float32, error) {
	row, ok := c.rows[key]
	if !ok {
		return nil, fmt.Errorf("no vector is kept for %x", key)
	}
	record := make([]byte, len(c.buffer))
	if _, err := c.file.ReadAt(record, c.offset(row)); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrCorrupt, c.path, err)
	}
	if k, ok := whole(record); !ok || k != key {
		return nil, fmt.Errorf("%w: %s: wrong checksum", ErrCorrupt, c.path)
	}
	v := make([]float32, c.dims)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(record[len(key)+4*i:]))
	}
	return v, nil
}

// Add keeps a batch of vectors, each with length 1, and returns when they are on the disk. Where there is a vector
// for a key already, that one stays. After an error the batch may be given again.
func (c *Cache) Add(keys []Key, vectors [][]float32) error {
	if len(keys) != len(vectors) {
		return fmt.Errorf("%d vectors for %d keys", len(vectors), len(keys))
	}
	var batch []byte
	var added []Key
	for i, key := range keys {
		if len(vectors[i]) != c.dims {
			return fmt.Errorf("a vector of %d dimensions among those of %d", len(vectors[i]), c.dims)
		}
		v, err := Unit(vectors[i])
		if err != nil {
			return err
		}
		if c.Has(key) || slices.Contains(added, key) {
			continue
		}
		start := len(batch)
		batch = append(batch, key[:]...)
		for _, x := range v {
			batch = binary.LittleEndian.AppendUint32(batch, math.Float32bits(x))
		}
		batch = binary.LittleEndian.AppendUint32(batch, file.Sum(batch[start:]))
		added = append(added, key)
	}
	_, err := c.file.WriteAt(batch, c.end())
	if err == nil {
		err = c.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("keeping vectors: %w", err)
	}
	for _, key := range added {
		c.rows[key] = c.count
		c.count++
	}
	return nil
}

// Keep forgets every vector but those of some keys.
func (c *Cache) Keep(keys map[Key]bool) error {
	if err := c.rewrite(func(k Key) bool { return keys[k] }); err != nil {
		return fmt.Errorf("forgetting old vectors: %w", err)
	}
	return nil
}

// rewrite puts a file in the place of this one that holds some of its whole records, in their order.
func (c *Cache) rewrite(keep func(Key) bool) error {
	temp := c.path + file.TempSuffix
	if err := file.Write(temp, func(w io.Writer) error {
		_, err := w.Write(c.header())
		for row := int64(0); row < c.count && err == nil; row++ {
			if _, err = c.file.ReadAt(c.buffer, c.offset(row)); err != nil {
				break
			}
			if key, ok := whole(c.buffer); ok && c.rows[key] == row && keep(key) {
				_, err = w.Write(c.buffer)
			}
		}
		return err
	}); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	if err := errors.Join(c.Close(), os.Rename(temp, c.path)); err != nil {
		return err
	}
	file.SyncDir(filepath.Dir(c.path))
	return c.open()
}

// Close closes the file.
func (c *Cache) Close() error {
	if c.file == nil {
		return nil
	}
	err := c.file.Close()
	c.file = nil
	return err
}
