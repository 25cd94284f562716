package dense

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"sort"

	"ibid/index/file"
)

// Store is a sequence of vectors on the disk, in the order of the IDs that they belong to; several may belong to one.
// They are known by their row, counted from 0. It is safe for concurrent use.
type Store struct {
	dims   int
	count  int
	mapped []byte // codesFile
	unmap  func([]byte) error
	codes  []byte // in it
	owners []byte // in it, the IDs with their table
	rows   *os.File
}

// Open opens a Store. The codes, one byte for each value, and the IDs are mapped into memory; the vectors themselves
// are read when they are needed.
func Open(dir string) (*Store, error) {
	s := new(Store)
	err := s.open(dir)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening the vectors: %w", err), s.Close())
	}
	return s, nil
}

func (s *Store) open(dir string) error {
	f, err := os.Open(filepath.Join(dir, codesFile))
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	size := int(info.Size())
	if size > 0 {
		if s.mapped, s.unmap, err = file.Map(f, size); err != nil {
			return err
		}
	}
	if size < tailSize || !sealed(s.mapped) {
		return fmt.Errorf("%w: %s: wrong checksum", ErrCorrupt, f.Name())
	}
	tail := s.mapped[size-tailSize:]
	s.dims, s.count = int(binary.LittleEndian.Uint32(tail)), int(binary.LittleEndian.Uint32(tail[4:]))
	codes, table := int64(s.count)*int64(codeStride(s.dims)), 4*(int64(s.count)+1)
	if s.dims > maxDimensions || codes+table > int64(size-tailSize) {
		return fmt.Errorf("%w: %s: %d bytes for %d vectors", ErrCorrupt, f.Name(), size, s.count)
	}
	s.codes, s.owners = s.mapped[:codes], s.mapped[codes:size-tailSize]
	if s.place(s.count) != len(s.owners)-int(table) {
		return fmt.Errorf("%w: %s does not hold %d IDs", ErrCorrupt, f.Name(), s.count)
	}
	if s.rows, err = os.Open(filepath.Join(dir, rowsFile)); err != nil {
		return err
	}
	if info, err = s.rows.Stat(); err != nil {
		return err
	}
	sum, end := make([]byte, sumSize), int64(s.count)*int64(rowStride(s.dims))
	if _, err := s.rows.ReadAt(sum, end); err != nil || info.Size() != end+sumSize || string(sum) != string(tail[8:12]) {
		return fmt.Errorf("%w: its files do not belong together", ErrCorrupt)
	}
	return nil
}

// ID is what the vector of a row belongs to.
func (s *Store) ID(row int) string { return string(s.id(row)) }

func (s *Store) id(row int) []byte { return s.owners[4*(s.count+1):][s.place(row):s.place(row+1)] }

// place is where the ID of a row begins behind the table.
func (s *Store) place(row int) int { return int(binary.LittleEndian.Uint32(s.owners[4*row:])) }

// Of are the rows of an ID; none where it has no vector.
func (s *Store) Of(id string) Rows {
	return s.between(func(other []byte) int { return cmp.Compare(string(other), id) })
}

// Below are the rows of all IDs that begin with a prefix.
func (s *Store) Below(prefix string) Rows {
	return s.between(func(other []byte) int { return cmp.Compare(string(other[:min(len(other), len(prefix))]), prefix) })
}

// between are the rows whose IDs compare as 0.
func (s *Store) between(compare func(id []byte) int) Rows {
	from := sort.Search(s.count, func(row int) bool { return compare(s.id(row)) >= 0 })
	return Rows{from, from + sort.Search(s.count-from, func(n int) bool { return compare(s.id(from+n)) > 0 })}
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
	b := make([]byte, rowStride(s.dims))
	if _, err := s.rows.ReadAt(b, int64(row)*int64(len(b))); err != nil {
		return nil, fmt.Errorf("%w: vector %d: %w", ErrCorrupt, row, err)
	}
	if !sealed(b) {
		return nil, fmt.Errorf("%w: vector %d: wrong checksum", ErrCorrupt, row)
	}
	return values(b, s.dims), nil
}

// Close closes the Store, which must not be used any more.
func (s *Store) Close() (err error) {
	if s.unmap != nil {
		err = s.unmap(s.mapped)
	}
	if s.rows != nil {
		err = errors.Join(err, s.rows.Close())
	}
	return err
}

func float32FromBytes(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

const maxDimensions = 1 << 16 // of a vector, in any file

// The two files of a Store, all little-endian. rowsFile holds what appendRow writes, a row after the other, and the
// CRC-32 of all: the CRC-32C of what ends in its own is the same whatever it holds. codesFile holds for each row
//
//	scale, error float32, codes [dims]int8
//
// where value i of the row is scale·codes[i], and error is the length of the difference between the row and that; then
// for each row, and for what follows the last one, where its ID begins behind this table, in 4 bytes; the IDs; and at
// last, in 4 bytes each, dims, the number of rows, the checksum of rowsFile and the CRC-32C of all before. A file
// without its checksum was not finished.
const (
	rowsFile  = "rows.f32"
	codesFile = "codes.i8"
	sumSize   = 4
	tailSize  = 3*4 + sumSize
)

func rowStride(dims int) int  { return 4*dims + sumSize }
func codeStride(dims int) int { return 8 + dims }

// codeMax is the greatest code of a value in a row.
const codeMax = 127

// Writer writes the vectors of a Store one after the other. It is for one goroutine.
type Writer struct {
	dims   int
	count  uint32
	rows   *output
	codes  *output
	places []byte // of the IDs
	names  []byte // the IDs
	last   string
	row    []float32
	buffer []byte
}

// output is a file under way.
type output struct {
	file *os.File
	*bufio.Writer
	sum hash.Hash32 // of what was written
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
	w := &Writer{dims: dims, row: make([]float32, dims), places: make([]byte, 4)}
	var err error
	if w.rows, err = createOutput(filepath.Join(dir, rowsFile), crc32.NewIEEE()); err == nil {
		w.codes, err = createOutput(filepath.Join(dir, codesFile), file.NewSum())
	}
	if err != nil {
		w.Abort()
		return nil, fmt.Errorf("creating the vectors: %w", err)
	}
	return w, nil
}

func createOutput(path string, sum hash.Hash32) (*output, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	return &output{f, bufio.NewWriterSize(f, 1<<16), sum}, nil
}

// Append adds the next row, which belongs to an ID that is not before the last one: v with length 1, or 0 if v is 0. A
// vector that came out of a Store stays as it is.
func (w *Writer) Append(id string, v []float32) error {
	if len(v) != w.dims {
		return fmt.Errorf("a vector of %d dimensions among those of %d", len(v), w.dims)
	}
	if err := w.name(id); err != nil {
		return err
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

// name notes what the next row belongs to.
func (w *Writer) name(id string) error {
	if id < w.last || int64(len(w.names)+len(id)) > math.MaxUint32 {
		return fmt.Errorf("the vector of %q is written out of order", id)
	}
	w.last, w.names = id, append(w.names, id...)
	w.places = binary.LittleEndian.AppendUint32(w.places, uint32(len(w.names)))
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

// Close returns when everything is on the disk.
func (w *Writer) Close() error {
	var tail []byte
	for _, n := range []uint32{uint32(w.dims), w.count, w.rows.sum.Sum32()} {
		tail = binary.LittleEndian.AppendUint32(tail, n)
	}
	return errors.Join(w.rows.close(), w.codes.write(w.places), w.codes.write(w.names), w.codes.write(tail), w.codes.close())
}

// Abort gives up, and leaves files that are no Store. It does nothing after Close.
func (w *Writer) Abort() {
	for _, out := range []*output{w.rows, w.codes} {
		if out != nil {
			out.file.Close()
		}
	}
}

func (o *output) write(b []byte) error {
	o.sum.Write(b)
	if _, err := o.Write(b); err != nil {
		return fmt.Errorf("writing the vectors: %w", err)
	}
	return nil
}

// close writes the checksum of what was written.
func (o *output) close() error {
	err := o.write(binary.LittleEndian.AppendUint32(nil, o.sum.Sum32()))
	if err == nil {
		err = o.Flush()
	}
	if err == nil {
		err = o.file.Sync()
	}
	if err = errors.Join(err, o.file.Close()); err != nil {
		return fmt.Errorf("writing the vectors: %w", err)
	}
	return nil
}

// appendRow adds to what stands before it a vector, and the checksum of both.
func appendRow(b []byte, v []float32) []byte {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return binary.LittleEndian.AppendUint32(b, file.Sum(b))
}

// sealed tells whether bytes end in the checksum of those before it.
func sealed(b []byte) bool {
	n := len(b) - sumSize
	return n >= 0 && file.Sum(b[:n]) == binary.LittleEndian.Uint32(b[n:])
}

// values are those of a row.
func values(row []byte, dims int) []float32 {
	v := make([]float32, dims)
	for i := range v {
		v[i] = float32FromBytes(row[4*i:])
	}
	return v
}
