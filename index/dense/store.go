package dense

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
)

// Store is a sequence of vectors on the disk, known by their row, counted from 0. It is safe for concurrent use.
type Store struct {
	dims  int
	count int
	codes []byte // codesFile without its header
	file  *os.File
	rows  *io.SectionReader // rowsFile without its header
}

// Open opens a Store. It reads the codes, one byte for each value; the vectors themselves are read when they are needed.
func Open(dir string) (*Store, error) {
	codes, h, err := readCodes(filepath.Join(dir, codesFile))
	if err != nil {
		return nil, fmt.Errorf("opening the vectors: %w", err)
	}
	f, err := os.Open(filepath.Join(dir, rowsFile))
	if err != nil {
		return nil, fmt.Errorf("opening the vectors: %w", err)
	}
	other, err := readHeader(f, rowsMagic, rowStride)
	if err == nil && (other.dims != h.dims || other.rows != h.rows) {
		err = fmt.Errorf("%w: %s and %s do not belong together", ErrCorrupt, rowsFile, codesFile)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening the vectors: %w", err), f.Close())
	}
	dims, count := int(h.dims), int(h.rows)
	size := int64(count) * int64(rowStride(dims))
	return &Store{dims, count, codes, f, io.NewSectionReader(f, headerSize, size)}, nil
}

func readCodes(path string) ([]byte, header, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, header{}, err
	}
	defer f.Close()
	h, err := readHeader(f, codesMagic, codeStride)
	if err != nil {
		return nil, header{}, err
	}
	codes := make([]byte, int(h.rows)*codeStride(int(h.dims)))
	if _, err := io.ReadFull(f, codes); err != nil {
		return nil, header{}, fmt.Errorf("%w: %s: %w", ErrCorrupt, path, err)
	}
	if checksum(codes) != h.body {
		return nil, header{}, fmt.Errorf("%w: %s: wrong checksum", ErrCorrupt, path)
	}
	return codes, h, nil
}

// Len is the number of vectors.
func (s *Store) Len() int { return s.count }

// Dimensions is the length of the vectors.
func (s *Store) Dimensions() int { return s.dims }

// Vector reads a vector.
func (s *Store) Vector(row int) ([]float32, error) {
	if row < 0 || row >= s.count {
		return nil, fmt.Errorf("vector %d of %d", row, s.count)
	}
	return readRow(s.rows, row, s.dims)
}

// Close closes the Store.
func (s *Store) Close() error { return s.file.Close() }

// code returns what codesFile holds of a row: scale, error, codes.
func (s *Store) code(row int) (scale, slack float32, codes []byte) {
	stride := codeStride(s.dims)
	b := s.codes[row*stride : (row+1)*stride]
	return float32FromBytes(b), float32FromBytes(b[4:]), b[8:]
}

func float32FromBytes(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }
