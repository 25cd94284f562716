package dense

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
)

// codeMax is the greatest code of a value in a row.
const codeMax = 127

// Writer writes the vectors of a Store one after the other. It is for one goroutine.
type Writer struct {
	dims   int
	count  uint64
	rows   *output
	codes  *output
	row    []float32
	buffer []byte
}

// output is a file under way.
type output struct {
	file *os.File
	*bufio.Writer
	sum hash.Hash32 // of what was written after the header
}

// Create begins a Store of vectors with dims values in a folder, which must not hold one; the folder itself need not
// exist. There is no Store before Close has returned nil.
func Create(dir string, dims int) (*Writer, error) {
	if dims < 1 || dims > maxDimensions {
		return nil, fmt.Errorf("vectors of %d dimensions: want 1 to %d", dims, maxDimensions)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("creating the vectors: %w", err)
	}
	rows, err := createOutput(filepath.Join(dir, rowsFile))
	if err != nil {
		return nil, fmt.Errorf("creating the vectors: %w", err)
	}
	codes, err := createOutput(filepath.Join(dir, codesFile))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("creating the vectors: %w", err), rows.file.Close())
	}
	return &Writer{dims: dims, rows: rows, codes: codes, row: make([]float32, dims)}, nil
}

func createOutput(path string) (*output, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	_, err = w.Write(make([]byte, headerSize))
	return &output{f, w, crc32.New(crc32.MakeTable(crc32.Castagnoli))}, err
}

// Append adds the next row: v with length 1, or 0 if v is 0. A vector that came out of a Store stays as it is.
func (w *Writer) Append(v []float32) error {
	if len(v) != w.dims {
		return fmt.Errorf("a vector of %d dimensions among those of %d", len(v), w.dims)
	}
	copy(w.row, v)
	normalize(w.row)
	if !finite(w.row) {
		return errNotFinite
	}
	w.buffer = appendRow(w.buffer[:0], w.row)
	if err := w.rows.write(w.buffer); err != nil {
		return err
	}
	w.buffer = appendCodes(w.buffer[:0], w.row)
	if err := w.codes.write(w.buffer); err != nil {
		return err
	}
	w.count++
	return nil
}

// appendCodes adds a row as codesFile holds it.
func appendCodes(b []byte, row []float32) []byte {
	largest := float32(0)
	for _, x := range row {
		largest = max(largest, x, -x)
	}
	scale := largest / codeMax
	start := len(b)
	b = append(b, make([]byte, 8)...)
	square := 0.0
	for _, x := range row {
		code := 0.0
		if scale > 0 {
			code = max(-codeMax, min(codeMax, math.RoundToEven(float64(x)/float64(scale))))
		}
		difference := float64(x) - float64(code*float64(scale))
		square += float64(difference * difference)
		b = append(b, byte(int8(code)))
	}
	binary.LittleEndian.PutUint32(b[start:], math.Float32bits(scale))
	binary.LittleEndian.PutUint32(b[start+4:], math.Float32bits(math.Nextafter32(float32(math.Sqrt(square)), 2)))
	return b
}

// Close writes the headers and returns when everything is on the disk.
func (w *Writer) Close() error {
	h := header{dims: uint32(w.dims), rows: w.count}
	err := w.rows.close(h.encode(rowsMagic))
	h.body = w.codes.sum.Sum32()
	return errors.Join(err, w.codes.close(h.encode(codesMagic)))
}

// Abort gives up, and leaves files that are no Store. It does nothing after Close.
func (w *Writer) Abort() {
	w.rows.file.Close()
	w.codes.file.Close()
}

func (o *output) write(b []byte) error {
	o.sum.Write(b)
	if _, err := o.Write(b); err != nil {
		return fmt.Errorf("writing the vectors: %w", err)
	}
	return nil
}

// close writes the header once what it speaks of is on the disk.
func (o *output) close(header []byte) error {
	err := o.Flush()
	if err == nil {
		err = o.file.Sync()
	}
	if err == nil {
		_, err = o.file.WriteAt(header, 0)
	}
	if err == nil {
		err = o.file.Sync()
	}
	if err = errors.Join(err, o.file.Close()); err != nil {
		return fmt.Errorf("writing the vectors: %w", err)
	}
	return nil
}
