package index

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/crash"
	"ibid/index/durable"
	"ibid/index/lexical"
	"ibid/index/source"
)

// ErrCorrupt is wrapped by every error that means: rebuild this index.
var ErrCorrupt = errors.New("the index is damaged")

const (
	storeData  = "chunks.dat" // JSON records, one after the other
	storeTable = "chunks.idx" // the table of them
	storeMagic = "ibidchk2"
	lexicalDir = "lexical" // beside them

	putBatch = 4000 // chunks handed to the lexical index at once: enough for it to write on every core
)

// record is what the store keeps of one chunk.
type record struct {
	source.Chunk
	place
	Digest  string      // SHA-256 of the source file, hex
	Derived *derivation `json:",omitempty"` // nil for a chunk of a document itself
}

// row is where a record stands.
type row struct {
	At        int64  // byte offset
	Size, Sum uint32 // bytes, and their CRC-32C
	ID        string // of the chunk
}

// table lists the records of a store in their order, which is that of their ids. Its file holds storeMagic, the
// number of rows in 4 bytes, the sizes, sums and lengths of the ids, in 4 bytes each, row by row, the ids, and the
// CRC-32C of all this; little-endian.
type table []row

// end is where the next record begins.
func (t table) end() int64 {
	if len(t) == 0 {
		return 0
	}
	last := &t[len(t)-1]
	return last.At + int64(last.Size)
}

func (t *table) add(r row) {
	r.At = t.end()
	*t = append(*t, r)
}

func (t table) encode() []byte {
	out := binary.LittleEndian.AppendUint32([]byte(storeMagic), uint32(len(t)))
	for i := range t {
		for _, x := range []uint32{t[i].Size, t[i].Sum, uint32(len(t[i].ID))} {
			out = binary.LittleEndian.AppendUint32(out, x)
		}
	}
	for i := range t {
		out = append(out, t[i].ID...)
	}
	return binary.LittleEndian.AppendUint32(out, durable.Sum(out))
}

// parseTable reads a table whose records fill size bytes.
func parseTable(raw []byte, size int64) (table, error) {
	const head, perRow, tail = len(storeMagic) + 4, 3 * 4, 4
	if len(raw) < head+tail || string(raw[:len(storeMagic)]) != storeMagic ||
		binary.LittleEndian.Uint32(raw[len(raw)-tail:]) != durable.Sum(raw[:len(raw)-tail]) {
		return nil, fmt.Errorf("%s does not match its checksum", storeTable)
	}
	n, body := int(binary.LittleEndian.Uint32(raw[len(storeMagic):])), raw[head:len(raw)-tail]
	if n > len(body)/perRow {
		return nil, fmt.Errorf("%s is too short for %d chunks", storeTable, n)
	}
	ids := string(body[n*perRow:])
	t := make(table, 0, n)
	for ; len(t) < n; body = body[perRow:] {
		length := int(binary.LittleEndian.Uint32(body[8:]))
		if length > len(ids) {
			return nil, fmt.Errorf("%s: the id of chunk %d is outside the table", storeTable, len(t))
		}
		t.add(row{Size: binary.LittleEndian.Uint32(body), Sum: binary.LittleEndian.Uint32(body[4:]), ID: ids[:length]})
		ids = ids[length:]
	}
	if t.end() != size || ids != "" {
		return nil, fmt.Errorf("%s does not fit %s", storeTable, storeData)
	}
	return t, nil
}

// store holds the chunks of one generation in the order of their ids, each readable without reading the others.
type store struct {
	data *os.File
	rows table
}

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
		s.rows, err = parseTable(raw, info.Size())
	}
	if err != nil {
		data.Close()
		return nil, fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	return s, nil
}

func (s *store) close() error { return s.data.Close() }

// row finds a chunk id, or the place where it would stand.
func (s *store) row(id string) (int, bool) {
	return slices.BinarySearchFunc(s.rows, id, func(r row, id string) int { return strings.Compare(r.ID, id) })
}

// raw reads the bytes of row i and checks them.
func (s *store) raw(i int) ([]byte, error) {
	data := make([]byte, s.rows[i].Size)
	if _, err := s.data.ReadAt(data, s.rows[i].At); err != nil {
		return nil, fmt.Errorf("%w: chunk %d: %v", ErrCorrupt, i, err)
	}
	if durable.Sum(data) != s.rows[i].Sum {
		return nil, fmt.Errorf("%w: chunk %d does not match its checksum", ErrCorrupt, i)
	}
	return data, nil
}

// get reads row i.
func (s *store) get(i int) (*record, error) {
	r, err := decode[record](s, i)
	if err == nil {
		r.Rel = decodePath(r.Rel)
	}
	return r, err
}

// decode reads of row i the fields that T has.
func decode[T any](s *store, i int) (*T, error) {
	data, err := s.raw(i)
	if err != nil {
		return nil, err
	}
	v := new(T)
	if err := json.Unmarshal(data, v); err != nil {
		return nil, fmt.Errorf("%w: chunk %d: %v", ErrCorrupt, i, err)
	}
	return v, nil
}

// storeWriter writes a store. Records come in ascending order of their chunk ids, or in any, and are then sorted by
// close.
type storeWriter struct {
	anyOrder bool

	dir  string
	file *os.File
	buf  *bufio.Writer
	rows table
}

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
	if n := len(w.rows); id == "" || n > 0 && id <= w.rows[n-1].ID && !w.anyOrder {
		return fmt.Errorf("chunk %q is written out of order", id)
	}
	if _, err := w.buf.Write(data); err != nil {
		return err
	}
	w.rows.add(row{Size: uint32(len(data)), Sum: durable.Sum(data), ID: id})
	return nil
}

// sort writes the records anew, in the order of their ids.
func (w *storeWriter) sort() error {
	path := filepath.Join(w.dir, storeData)
	unsorted := path + ".unsorted"
	err := errors.Join(w.buf.Flush(), w.file.Close())
	if err == nil {
		err = os.Rename(path, unsorted)
	}
	if err != nil {
		return err
	}
	data, err := os.Open(unsorted)
	if err != nil {
		return err
	}
	from := store{data: data, rows: w.rows}
	defer func() { _ = from.close(); _ = os.Remove(unsorted) }()
	slices.SortFunc(from.rows, func(a, b row) int { return strings.Compare(a.ID, b.ID) })
	sorted, err := createStore(w.dir)
	if err != nil {
		return err
	}
	*w = *sorted
	for i := range from.rows {
		raw, err := from.raw(i)
		if err == nil {
			err = w.putRaw(from.rows[i].ID, raw)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// close writes the table and makes both files durable.
func (w *storeWriter) close() error {
	if w.anyOrder {
		if err := w.sort(); err != nil {
			return err
		}
	}
	err := w.buf.Flush()
	if err == nil {
		err = w.file.Sync()
	}
	if err = errors.Join(err, w.file.Close()); err != nil {
		return err
	}
	return durable.WriteBytes(filepath.Join(w.dir, storeTable), w.rows.encode())
}

// chunks is a store with the lexical index of what it holds: those of the documents, and those derived from them,
// each in a folder.
type chunks struct {
	*store
	lex *lexical.Reader
}

// openChunks opens both. The lexical index is of as many documents as the store has rows.
func openChunks(dir string, stats lexical.Stats) (c chunks, err error) {
	err = together(
		func() (err error) { c.store, err = openStore(dir); return err },
		func() (err error) {
			c.lex, err = lexical.Open(filepath.Join(dir, lexicalDir), stats)
			return corrupt(err)
		})
	if err == nil && len(c.rows) != stats.Documents {
		err = fmt.Errorf("%w: %d chunks where the manifest says %d", ErrCorrupt, len(c.rows), stats.Documents)
	}
	if err != nil {
		return chunks{}, errors.Join(err, c.close())
	}
	return c, nil
}

// close closes what is open of them.
func (c *chunks) close() error {
	var errs []error
	if c.store != nil {
		errs = append(errs, c.store.close())
	}
	if c.lex != nil {
		errs = append(errs, c.lex.Close())
	}
	return errors.Join(errs...)
}

// scored is a row with its retriever's score. Rank 0 means: outside the retriever's first hits.
type scored struct {
	row   int
	id    string
	rank  int
	score float64
}

// search finds for each query the best chunks by their words, within nil among all, and the score of the best chunk of all.
func (c *chunks) search(ctx context.Context, queries [][]lexical.Clause, k int, within *lexical.Subset) ([]ranking, error) {
	found, err := c.lex.Search(ctx, queries, k, within)
	if err != nil {
		return nil, corrupt(err)
	}
	out := make([]ranking, len(found))
	for n, f := range found {
		out[n] = ranking{retriever: lexicalName, best: f.Best}
		for i, h := range f.Hits {
			row, ok := c.row(h.ID)
			if !ok {
				return nil, fmt.Errorf("%w: the lexical index holds chunk %q, the store does not", ErrCorrupt, h.ID)
			}
			out[n].entries = append(out[n].entries, scored{row: row, id: h.ID, rank: i + 1, score: h.Score})
		}
	}
	return out, nil
}

// chunkWriter writes chunks into a folder.
type chunkWriter struct {
	store   *storeWriter
	lex     *lexical.Writer
	pending []lexical.Document
	tokens  []*int // for each of pending where its length is added
}

// createChunks starts with none, or with a copy of a lexical index, whose chunks are yet to be put into the store.
func createChunks(dir, lexicalOf string) (w *chunkWriter, err error) {
	w = new(chunkWriter)
	to := filepath.Join(dir, lexicalDir)
	if lexicalOf == "" {
		w.lex, err = lexical.Create(to)
	} else if err = lexical.Clone(filepath.Join(lexicalOf, lexicalDir), to); err == nil {
		w.lex, err = lexical.OpenWriter(to)
	}
	if err == nil {
		w.store, err = createStore(dir)
	}
	if err != nil {
		w.abort()
		return nil, corrupt(err)
	}
	return w, nil
}

// createStoreOnly starts with none, for a lexical index that is elsewhere.
func createStoreOnly(dir string) (*chunkWriter, error) {
	s, err := createStore(dir)
	return &chunkWriter{store: s}, err
}

// document is what the lexical index knows of a chunk.
func (r *record) document() lexical.Document {
	return lexical.Document{ID: r.ID, Group: r.DocID, Title: r.Title, Section: strings.Join(r.Section, "\n"), Text: r.Text}
}

// put appends a chunk, and adds its length to tokens before finish returns.
func (w *chunkWriter) put(ctx context.Context, r *record, tokens *int) error {
	if err := w.store.put(r); err != nil {
		return err
	}
	w.pending = append(w.pending, r.document())
	w.tokens = append(w.tokens, tokens)
	if len(w.pending) == putBatch {
		return w.flush(ctx)
	}
	return nil
}

func (w *chunkWriter) flush(ctx context.Context) error {
	lengths := make([]int, len(w.pending))
	err := ctx.Err()
	if w.lex != nil {
		lengths, err = w.lex.Put(ctx, w.pending)
	} else {
		_ = crash.Parallel(context.Background(), len(lengths), func(i int) error { lengths[i] = len(lexical.Words(w.pending[i])); return nil })
	}
	for i, n := range lengths {
		*w.tokens[i] += n
	}
	w.pending, w.tokens = w.pending[:0], w.tokens[:0]
	return err
}

// finish makes everything durable.
func (w *chunkWriter) finish(ctx context.Context) error {
	if err := w.flush(ctx); err != nil {
		return err
	}
	if w.lex != nil {
		err := w.lex.Close()
		return errors.Join(err, w.store.close())
	}
	return w.store.close()
}

// abort gives up what finish has not closed; what was written is left to whoever removes the folder.
func (w *chunkWriter) abort() {
	if w.lex != nil {
		w.lex.Abort()
	}
	if w.store != nil {
		_ = w.store.file.Close()
	}
}
