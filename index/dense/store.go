package dense

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"ibid/index/durable"
	"ibid/index/regular"
)

// Store is a sequence of vectors on the disk, known by their row, counted from 0. It is safe for concurrent use.
type Store struct {
	dims  int
	count int
	codes []byte // codesFile
	unmap func(codes []byte) error
	file  *os.File
	rows  *io.SectionReader // rowsFile without its header
}

// Open opens a Store. The codes, one byte for each value, are mapped into memory; the vectors themselves are read
// when they are needed.
func Open(dir string) (_ *Store, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("opening the vectors: %w", err)
		}
	}()
	f, err := os.Open(filepath.Join(dir, codesFile))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h, err := readHeader(f, codesMagic, codeStride)
	if err != nil {
		return nil, err
	}
	s := &Store{dims: int(h.dims), count: int(h.rows)}
	if s.codes, s.unmap, err = regular.Map(f, headerSize+s.count*codeStride(s.dims)); err != nil {
		return nil, err
	}
	var other header
	if durable.Sum(s.codes[headerSize:]) != h.body {
		err = fmt.Errorf("%w: %s: wrong checksum", ErrCorrupt, codesFile)
	} else if s.file, err = os.Open(filepath.Join(dir, rowsFile)); err == nil {
		other, err = readHeader(s.file, rowsMagic, rowStride)
	}
	if err == nil && (other.dims != h.dims || other.rows != h.rows) {
		err = fmt.Errorf("%w: %s and %s do not belong together", ErrCorrupt, rowsFile, codesFile)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.rows = io.NewSectionReader(s.file, headerSize, int64(s.count)*int64(rowStride(s.dims)))
	return s, nil
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

// Close closes the Store, which must not be used any more.
func (s *Store) Close() error {
	err := s.unmap(s.codes)
	if s.file != nil {
		err = errors.Join(err, s.file.Close())
	}
	return err
}

func float32FromBytes(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

const maxDimensions = 1 << 16 // of a vector, in any file

// The two files of a Store, both little-endian. rowsFile holds after the header what appendRow writes, a row after the
// other. codesFile holds for each row
//
//	scale, error float32, codes [dims]int8
//
// where value i of the row is scale·codes[i], and error is the length of the difference between the row and that.
const (
	rowsFile  = "rows.f32"
	codesFile = "codes.i8"
)

const (
	rowsMagic  = "ibidrow1"
	codesMagic = "ibidcod1"
)

// header is the beginning of either file. It is written last: a file without one was not finished.
type header struct {
	dims uint32
	rows uint64
	body uint32 // CRC-32C of what follows the header; it tells one rowsFile from another, whose rows have their own
}

const headerSize = 8 + 4 + 8 + 4 + 4

func (h header) encode(magic string) []byte {
	b := []byte(magic)
	b = binary.LittleEndian.AppendUint32(b, h.dims)
	b = binary.LittleEndian.AppendUint64(b, h.rows)
	b = binary.LittleEndian.AppendUint32(b, h.body)
	return binary.LittleEndian.AppendUint32(b, durable.Sum(b))
}

// readHeader reads the header of a file whose rows have stride(dims) bytes, and compares the size of the file with it.
func readHeader(f *os.File, magic string, stride func(dims int) int) (header, error) {
	b := make([]byte, headerSize)
	if _, err := io.ReadFull(f, b); err != nil {
		return header{}, fmt.Errorf("%w: %s: %w", ErrCorrupt, f.Name(), err)
	}
	h := header{
		dims: binary.LittleEndian.Uint32(b[8:]),
		rows: binary.LittleEndian.Uint64(b[12:]),
		body: binary.LittleEndian.Uint32(b[20:]),
	}
	if string(b[:8]) != magic || durable.Sum(b[:headerSize-4]) != binary.LittleEndian.Uint32(b[headerSize-4:]) {
		return header{}, fmt.Errorf("%w: %s: wrong or unfinished header", ErrCorrupt, f.Name())
	}
	info, err := f.Stat()
	if err != nil {
		return header{}, err
	}
	if size := uint64(info.Size()); h.dims > maxDimensions || h.rows > size || size != headerSize+h.rows*uint64(stride(int(h.dims))) {
		return header{}, fmt.Errorf("%w: %s: %d bytes for %d vectors", ErrCorrupt, f.Name(), size, h.rows)
	}
	return h, nil
}

func rowStride(dims int) int  { return 4*dims + 4 }
func codeStride(dims int) int { return 8 + dims }

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
	return &output{f, w, durable.NewSum()}, err
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

// Copy adds rows of another Store as they are.
func (w *Writer) Copy(from *Store, rows Rows) error {
	if from.dims != w.dims {
		return fmt.Errorf("vectors of %d dimensions among those of %d", from.dims, w.dims)
	}
	stride := rowStride(w.dims)
	w.buffer = slices.Grow(w.buffer[:0], (rows.To-rows.From)*stride)[:(rows.To-rows.From)*stride]
	if _, err := from.rows.ReadAt(w.buffer, int64(rows.From)*int64(stride)); err != nil {
		return fmt.Errorf("%w: vector %d: %w", ErrCorrupt, rows.From, err)
	}
	for i := range rows.To - rows.From {
		if row := w.buffer[i*stride : (i+1)*stride]; durable.Sum(row[:stride-4]) != binary.LittleEndian.Uint32(row[stride-4:]) {
			return fmt.Errorf("%w: vector %d: wrong checksum", ErrCorrupt, rows.From+i)
		}
	}
	if err := w.rows.write(w.buffer); err != nil {
		return err
	}
	w.count += uint64(rows.To - rows.From)
	return w.codes.write(from.codes[headerSize+rows.From*codeStride(w.dims) : headerSize+rows.To*codeStride(w.dims)])
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
	h := header{dims: uint32(w.dims), rows: w.count, body: w.rows.sum.Sum32()}
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

// appendRow adds a vector and its checksum.
func appendRow(b []byte, v []float32) []byte {
	start := len(b)
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return binary.LittleEndian.AppendUint32(b, durable.Sum(b[start:]))
}

// readRow reads the vector at a position in a sequence of what appendRow wrote.
func readRow(r io.ReaderAt, i, dims int) ([]float32, error) {
	b := make([]byte, 4*dims+4)
	if _, err := r.ReadAt(b, int64(i)*int64(len(b))); err != nil {
		return nil, fmt.Errorf("%w: vector %d: %w", ErrCorrupt, i, err)
	}
	if durable.Sum(b[:4*dims]) != binary.LittleEndian.Uint32(b[4*dims:]) {
		return nil, fmt.Errorf("%w: vector %d: wrong checksum", ErrCorrupt, i)
	}
	v := make([]float32, dims)
	for j := range v {
		v[j] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*j:]))
	}
	return v, nil
}
