package dense

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"

	"ibid/index/file"
)

// Key says what a vector in a Cache was made from and by whom; a hash of both.
type Key [32]byte

// Cache keeps vectors that were dear to make, whatever becomes of the stores made from them. Its file holds records, a
// key and what appendRow writes, with the checksum of both. Whoever is killed while writing leaves torn records: these,
// and damaged ones, are as good as not there, and are overwritten next. It is for one goroutine, and for one process
// at a time.
type Cache struct {
	dims int
	file *os.File
	rows map[Key]int64 // where each record begins
	free []int64       // where those begin that are damaged
	end  int64         // of the records
}

// OpenCache opens the cache of vectors with dims values at a path, and makes it where there is none. It reads the whole
// file.
func OpenCache(path string, dims int) (*Cache, error) {
	if dims < 1 || dims > maxDimensions {
		return nil, fmt.Errorf("vectors of %d dimensions: want 1 to %d", dims, maxDimensions)
	}
	c := &Cache{dims: dims, rows: map[Key]int64{}}
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		c.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	}
	if err == nil {
		file.SyncDir(filepath.Dir(path))
		if err = c.read(); err != nil {
			err = errors.Join(err, c.Close())
		}
	}
	if err != nil {
		return nil, fmt.Errorf("opening the kept vectors: %w", err)
	}
	return c, nil
}

// CacheStride is how many bytes the file of a Cache has for each vector.
func CacheStride(dims int) int { return len(Key{}) + rowStride(dims) }

// read finds the records.
func (c *Cache) read() error {
	r := bufio.NewReaderSize(c.file, 1<<20)
	for record := make([]byte, CacheStride(c.dims)); ; c.end += int64(len(record)) {
		if _, err := io.ReadFull(r, record); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		} else if err != nil {
			return err
		}
		if sealed(record) {
			c.rows[Key(record)] = c.end
		} else {
			c.free = append(c.free, c.end)
		}
	}
}

// Len is the number of vectors.
func (c *Cache) Len() int { return len(c.rows) }

// Has tells whether there is a vector for a key.
func (c *Cache) Has(key Key) bool {
	_, ok := c.rows[key]
	return ok
}

// Vector reads the vector of a key, which must be there. Several goroutines may call it at once, while nothing is added.
func (c *Cache) Vector(key Key) ([]float32, error) {
	at, ok := c.rows[key]
	if !ok {
		return nil, fmt.Errorf("no vector is kept for %x", key)
	}
	record := make([]byte, CacheStride(c.dims))
	if _, err := c.file.ReadAt(record, at); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrCorrupt, c.file.Name(), err)
	}
	if !sealed(record) || Key(record) != key {
		return nil, fmt.Errorf("%w: %s: wrong checksum", ErrCorrupt, c.file.Name())
	}
	return values(record[len(key):], c.dims), nil
}

// Add keeps a batch of vectors, each with length 1, and returns when they are on the disk. Where there is a vector
// for a key already, that one stays. After an error the batch may be given again.
func (c *Cache) Add(keys []Key, vectors [][]float32) error {
	if len(keys) != len(vectors) {
		return fmt.Errorf("%d vectors for %d keys", len(vectors), len(keys))
	}
	added := map[Key]int64{}
	for i, key := range keys {
		if len(vectors[i]) != c.dims {
			return fmt.Errorf("a vector of %d dimensions among those of %d", len(vectors[i]), c.dims)
		}
		v, err := Unit(vectors[i])
		if err != nil {
			return err
		}
		if _, twice := added[key]; twice || c.Has(key) {
			continue
		}
		at := c.end
		if n := len(c.free) - 1; n >= 0 {
			at, c.free = c.free[n], c.free[:n]
		} else {
			c.end += int64(CacheStride(c.dims))
		}
		if _, err = c.file.WriteAt(appendRow(key[:], v), at); err != nil {
			return fmt.Errorf("keeping vectors: %w", err)
		}
		added[key] = at
	}
	if err := c.file.Sync(); err != nil {
		return fmt.Errorf("keeping vectors: %w", err)
	}
	maps.Copy(c.rows, added)
	return nil
}

// Close closes the file.
func (c *Cache) Close() error { return c.file.Close() }
