package dense

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"

	"ibid/index/file"
)

// Store is a sequence of vectors on the disk, in the order of the IDs that they belong to; several may belong to one.
// They are known by their row, counted from 0. It is safe for concurrent use.
type Store struct {
	dims   int
	count  int
	codes  []byte // codesFile
	owners []byte // idsFile
	unmap  []func() error
	file   *os.File
	rows   *io.SectionReader // rowsFile without its header
}

// Open opens a Store. The codes, one byte for each value, and the IDs are mapped into memory; the vectors themselves
// are read when they are needed.
func Open(dir string) (_ *Store, err error) {
	s := new(Store)
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("opening the vectors: %w", err), s.Close())
		}
	}()
	var h, ids, rows header
	if h, s.codes, err = s.open(filepath.Join(dir, codesFile), codesMagic, codeStride); err != nil {
		return nil, err
	}
	if ids, s.owners, err = s.open(filepath.Join(dir, idsFile), idsMagic, nil); err != nil {
		return nil, err
	}
	if s.file, err = os.Open(filepath.Join(dir, rowsFile)); err != nil {
		return nil, err
	}
	if rows, err = readHeader(s.file, rowsMagic, rowStride); err != nil {
		return nil, err
	}
	if rows.dims != h.dims || rows.rows != h.rows || ids.rows != h.rows {
		return nil, fmt.Errorf("%w: its files do not belong together", ErrCorrupt)
	}
	s.dims, s.count = int(h.dims), int(h.rows)
	if table := 4 * (s.count + 1); len(s.owners) < table || s.place(s.count) != len(s.owners)-table {
		return nil, fmt.Errorf("%w: %s does not hold %d IDs", ErrCorrupt, idsFile, s.count)
	}
	s.rows = io.NewSectionReader(s.file, headerSize, int64(s.count)*int64(rowStride(s.dims)))
	return s, nil
}

// open maps one of the files, and returns what follows its header.
func (s *Store) open(path, magic string, stride func(dims int) int) (header, []byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return header{}, nil, err
	}
	defer f.Close()
	h, err := readHeader(f, magic, stride)
	if err != nil {
		return h, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return h, nil, err
	}
	mapped, unmap, err := file.Map(f, int(info.Size()))
	if err != nil {
		return h, nil, err
	}
	s.unmap = append(s.unmap, func() error { return unmap(mapped) })
	if file.Sum(mapped[headerSize:]) != h.body {
		return h, nil, fmt.Errorf("%w: %s: wrong checksum", ErrCorrupt, path)
	}
	return h, mapped[headerSize:], nil
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
	return readRow(s.rows, row, s.dims)
}

// Close closes the Store, which must not be used any more.
func (s *Store) Close() error {
	var err error
	for _, unmap := range s.unmap {
		err = errors.Join(err, unmap())
	}
	if s.file != nil {
		err = errors.Join(err, s.file.Close())
	}
	return err
}

func float32FromBytes(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

const maxDimensions = 1 << 16 // of a vector, in any file

// The three files of a Store, all little-endian. rowsFile holds after the header what appendRow writes, a row after the
// other. codesFile holds for each row
//
//	scale, error float32, codes [dims]int8
//
// where value i of the row is scale·codes[i], and error is the length of the difference between the row and that.
// idsFile holds for each row, and for what follows the last one, where its ID begins behind this table, in 4 bytes; and
// then the IDs.
const (
	rowsFile  = "rows.f32"
	codesFile = "codes.i8"
	idsFile   = "ids"
)

const (
	rowsMagic  = "ibidrow1"
	codesMagic = "ibidcod1"
	idsMagic   = "ibidids1"
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
	return binary.LittleEndian.AppendUint32(b, file.Sum(b))
}

// readHeader reads the header of a file whose rows have stride(dims) bytes, and compares the size of the file with it,
// unless stride is nil.
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
	if string(b[:8]) != magic || file.Sum(b[:headerSize-4]) != binary.LittleEndian.Uint32(b[headerSize-4:]) {
		return header{}, fmt.Errorf("%w: %s: wrong or unfinished header", ErrCorrupt, f.Name())
	}
	info, err := f.Stat()
	if err != nil {
		return header{}, err
	}
	size := uint64(info.Size())
	if h.dims > maxDimensions || h.rows > size || stride != nil && size != headerSize+h.rows*uint64(stride(int(h.dims))) {
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
	ids    *output
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
	w := &Writer{dims: dims, row: make([]float32, dims), places: make([]byte, 4)}
	for name, out := range map[string]**output{rowsFile: &w.rows, codesFile: &w.codes, idsFile: &w.ids} {
		var err error
		if *out, err = createOutput(filepath.Join(dir, name)); err != nil {
			w.Abort()
			return nil, fmt.Errorf("creating the vectors: %w", err)
		}
	}
	return w, nil
}

func createOutput(path string) (*output, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	_, err = w.Write(make([]byte, headerSize))
	return &output{f, w, file.NewSum()}, err
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
	if id < w.last || len(w.names)+len(id) > math.MaxUint32 {
		return fmt.Errorf("the vector of %q is written out of order", id)
	}
	w.last, w.names = id, append(w.names, id...)
	w.places = binary.LittleEndian.AppendUint32(w.places, uint32(len(w.names)))
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
		if row := w.buffer[i*stride : (i+1)*stride]; file.Sum(row[:stride-4]) != binary.LittleEndian.Uint32(row[stride-4:]) {
			return fmt.Errorf("%w: vector %d: wrong checksum", ErrCorrupt, rows.From+i)
		}
		if err := w.name(from.ID(rows.From + i)); err != nil {
			return err
		}
	}
	if err := w.rows.write(w.buffer); err != nil {
		return err
	}
	w.count += uint64(rows.To - rows.From)
	return w.codes.write(from.codes[rows.From*codeStride(w.dims) : rows.To*codeStride(w.dims)])
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
	err := errors.Join(w.ids.write(w.places), w.ids.write(w.names))
	for magic, out := range map[string]*output{rowsMagic: w.rows, codesMagic: w.codes, idsMagic: w.ids} {
		h := header{dims: uint32(w.dims), rows: w.count, body: out.sum.Sum32()}
		err = errors.Join(err, out.close(h.encode(magic)))
	}
	return err
}

// Abort gives up, and leaves files that are no Store. It does nothing after Close.
func (w *Writer) Abort() {
	for _, out := range []*output{w.rows, w.codes, w.ids} {
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
	return binary.LittleEndian.AppendUint32(b, file.Sum(b[start:]))
}

// readRow reads the vector at a position in a sequence of what appendRow wrote.
func readRow(r io.ReaderAt, i, dims int) ([]float32, error) {
	b := make([]byte, 4*dims+4)
	if _, err := r.ReadAt(b, int64(i)*int64(len(b))); err != nil {
		return nil, fmt.Errorf("%w: vector %d: %w", ErrCorrupt, i, err)
	}
	if file.Sum(b[:4*dims]) != binary.LittleEndian.Uint32(b[4*dims:]) {
		return nil, fmt.Errorf("%w: vector %d: wrong checksum", ErrCorrupt, i)
	}
	v := make([]float32, dims)
	for j := range v {
		v[j] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*j:]))
	}
	return v, nil
}
