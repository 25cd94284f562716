package index

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"ibid/index/source"
)

// ErrCorrupt is wrapped by every error that means: rebuild this index.
var ErrCorrupt = errors.New("the index is damaged")

const (
	storeData  = "chunks.dat" // JSON records, one after the other
	storeTable = "chunks.idx" // where each record stands, its checksum and its chunk id
	storeMagic = "ibidchk1"
	tableEntry = 16 // bytes: offset uint64, length uint32, CRC-32C uint32
)

// record is what the store keeps of one chunk.
type record struct {
	source.Chunk
	Root    int         // index into the roots
	Rel     string      // path below the root, in the file as encodePath writes it
	Digest  string      // SHA-256 of the source file, hex
	Derived *derivation `json:",omitempty"` // nil for a chunk of a document itself
}

// store holds the chunks of one generation in the order of their ids, each readable without reading the others.
type store struct {
	data  *os.File
	table []byte // n entries
	ends  []byte // n × uint32, where each id ends in ids
	ids   []byte
	n     int
}

// storeWriter writes a store; records come in ascending order of their chunk ids.
type storeWriter struct {
	dir   string
	file  *os.File
	buf   *bufio.Writer
	off   uint64
	table []byte
	ends  []byte
	ids   []byte
	last  string
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func createStore(dir string) (*storeWriter, error) {
	f, err := os.OpenFile(filepath.Join(dir, storeData), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	return &storeWriter{dir: dir, file: f, buf: bufio.NewWriterSize(f, 1<<20)}, nil
}

// put appends one record.
func (w *storeWriter) put(r *record) error {
	stored := *r
	stored.Rel = encodePath(r.Rel)
	data, err := json.Marshal(&stored)
	if err != nil {
		return fmt.Errorf("chunk %q: %w", r.ID, err)
	}
	return w.putRaw(r.ID, data)
}

// putRaw appends a record as another store holds it.
func (w *storeWriter) putRaw(id string, data []byte) error {
	if id <= w.last {
		return fmt.Errorf("chunk %q written after %q", id, w.last)
	}
	w.last = id
	if _, err := w.buf.Write(data); err != nil {
		return err
	}
	w.table = binary.LittleEndian.AppendUint64(w.table, w.off)
	w.table = binary.LittleEndian.AppendUint32(w.table, uint32(len(data)))
	w.table = binary.LittleEndian.AppendUint32(w.table, crc32.Checksum(data, castagnoli))
	w.ids = append(w.ids, id...)
	w.ends = binary.LittleEndian.AppendUint32(w.ends, uint32(len(w.ids)))
	w.off += uint64(len(data))
	return nil
}

// close writes the table and makes both files durable.
func (w *storeWriter) close() error {
	err := w.buf.Flush()
	if err == nil {
		err = w.file.Sync()
	}
	if cerr := w.file.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	out := []byte(storeMagic)
	out = binary.LittleEndian.AppendUint64(out, uint64(len(w.table)/tableEntry))
	out = append(out, w.table...)
	out = append(out, w.ends...)
	out = append(out, w.ids...)
	out = binary.LittleEndian.AppendUint32(out, crc32.Checksum(out, castagnoli))
	return writeSynced(filepath.Join(w.dir, storeTable), out)
}

// abort gives the file up; what was written is left to whoever removes the folder.
func (w *storeWriter) abort() { w.file.Close() }

// openStore opens a store and checks its table, so that every row lies within the files.
func openStore(dir string) (*store, error) {
	raw, err := os.ReadFile(filepath.Join(dir, storeTable))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	data, err := os.Open(filepath.Join(dir, storeData))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	s := &store{data: data}
	info, err := data.Stat()
	if err == nil {
		err = s.parse(raw, uint64(info.Size()))
	}
	if err != nil {
		data.Close()
		return nil, fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	return s, nil
}

// parse reads the table of a store whose records fill size bytes.
func (s *store) parse(raw []byte, size uint64) error {
	const head, tail = len(storeMagic) + 8, 4
	if len(raw) < head+tail || string(raw[:len(storeMagic)]) != storeMagic ||
		binary.LittleEndian.Uint32(raw[len(raw)-tail:]) != crc32.Checksum(raw[:len(raw)-tail], castagnoli) {
		return fmt.Errorf("%s does not match its checksum", storeTable)
	}
	rows := binary.LittleEndian.Uint64(raw[len(storeMagic):])
	body := raw[head : len(raw)-tail]
	if rows > uint64(len(body)/(tableEntry+4)) {
		return fmt.Errorf("%s is too short for %d chunks", storeTable, rows)
	}
	s.n = int(rows)
	s.table, body = body[:s.n*tableEntry], body[s.n*tableEntry:]
	s.ends, s.ids = body[:s.n*4], body[s.n*4:]
	off, end := uint64(0), uint32(0)
	for i := range s.n {
		if binary.LittleEndian.Uint64(s.table[i*tableEntry:]) != off {
			return fmt.Errorf("%s: chunk %d is not where the one before it ends", storeTable, i)
		}
		off += uint64(binary.LittleEndian.Uint32(s.table[i*tableEntry+8:]))
		next := binary.LittleEndian.Uint32(s.ends[i*4:])
		if next < end || int(next) > len(s.ids) {
			return fmt.Errorf("%s: the id of chunk %d is outside the table", storeTable, i)
		}
		end = next
	}
	if off != size || int(end) != len(s.ids) {
		return fmt.Errorf("%s does not fit %s", storeTable, storeData)
	}
	return nil
}

func (s *store) close() error { return s.data.Close() }

// id is the chunk id at row i.
func (s *store) id(i int) string { return string(s.idBytes(i)) }

func (s *store) idBytes(i int) []byte {
	from := uint32(0)
	if i > 0 {
		from = binary.LittleEndian.Uint32(s.ends[4*(i-1):])
	}
	return s.ids[from:binary.LittleEndian.Uint32(s.ends[4*i:])]
}

// row finds a chunk id.
func (s *store) row(id string) (int, bool) {
	return sort.Find(s.n, func(i int) int { return strings.Compare(id, string(s.idBytes(i))) })
}

// raw reads the bytes of row i and checks them.
func (s *store) raw(i int) ([]byte, error) {
	e := s.table[i*tableEntry:]
	data := make([]byte, binary.LittleEndian.Uint32(e[8:]))
	if _, err := s.data.ReadAt(data, int64(binary.LittleEndian.Uint64(e))); err != nil {
		return nil, fmt.Errorf("%w: chunk %d: %v", ErrCorrupt, i, err)
	}
	if crc32.Checksum(data, castagnoli) != binary.LittleEndian.Uint32(e[12:]) {
		return nil, fmt.Errorf("%w: chunk %d does not match its checksum", ErrCorrupt, i)
	}
	return data, nil
}

// get reads row i.
func (s *store) get(i int) (*record, error) {
	data, err := s.raw(i)
	if err != nil {
		return nil, err
	}
	r := new(record)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("%w: chunk %d: %v", ErrCorrupt, i, err)
	}
	r.Rel = decodePath(r.Rel)
	return r, nil
}

// writeSynced writes a private file and makes its bytes durable.
func writeSynced(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// syncDir makes the names in a folder durable. Some file systems cannot, which is no error.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		d.Close()
	}
}
