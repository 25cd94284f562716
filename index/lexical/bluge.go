package lexical

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/RoaringBitmap/roaring"
	"github.com/blugelabs/bluge"
	"github.com/blugelabs/bluge/analysis"
	"github.com/blugelabs/bluge/index"
	segment "github.com/blugelabs/bluge_segment_api"
	"github.com/blugelabs/ice"

	"ibid/index/file"
)

// The fields of the Bluge index. Bluge requires the name of the first.
const (
	idField     = "_id"
	groupField  = "group"
	textField   = "text"
	storedField = "stored"
)

// entry is a document as Bluge takes it, analysed, and its length. Bluge sums fields of one name up.
func (d *Document) entry() (entry bluge.Document, length int) {
	id := bluge.NewKeywordField(idField, d.ID).StoreValue()
	group := bluge.NewKeywordField(groupField, d.Group)
	id.Analyze(0)
	group.Analyze(0)
	entry = bluge.Document{id, group}
	for _, part := range d.parts() {
		text := bluge.NewTextField(textField, part.text).WithAnalyzer(words{})
		text.Analyze(0)
		for range part.weight {
			entry, length = append(entry, text), length+text.Length()
		}
	}
	if d.Stored != nil {
		entry = append(entry, bluge.NewStoredOnlyField(storedField, sealed(d.Stored)))
	}
	return entry, length
}

// words is our analysis, for Bluge.
type words struct{}

func (words) Analyze(text []byte) (stream analysis.TokenStream) {
	for t := range Tokens(string(text)) {
		stream = append(stream, &analysis.Token{Term: []byte(t.Term)})
	}
	return stream
}

// sealed is a stored value with its checksum behind it: ice trusts its files.
func sealed(data []byte) []byte {
	return binary.LittleEndian.AppendUint32(slices.Clip(data), file.Sum(data))
}

// unsealed is a copy of the value that was sealed.
func unsealed(data []byte) ([]byte, error) {
	n := len(data) - crc32.Size
	if n < 0 || file.Sum(data[:n]) != binary.LittleEndian.Uint32(data[n:]) {
		return nil, errors.New("a stored text does not match its checksum")
	}
	return bytes.Clone(data[:n]), nil
}

// piece is a segment of an index.
type piece struct {
	segment.Segment
	id      uint64          // of its file; 0 for one in memory
	file    io.Closer       // nil for one in memory
	deleted *roaring.Bitmap // its documents that do not count; nil for none
	start   int             // the number of its first document, for a Reader
}

// newPiece makes a segment of documents. Their lengths are stored exactly, as Bluge's BM25 stores them: the bits of a
// float32.
func newPiece(docs []segment.Document) (piece, error) {
	s, _, err := ice.New(docs, func(_ string, length int) float32 { return math.Float32frombits(uint32(length)) })
	return piece{Segment: s}, err
}

// openPiece maps a segment into memory.
func openPiece(dir index.Directory, id uint64) (p piece, err error) {
	p.id = id
	var data *segment.Data
	if data, p.file, err = dir.Load(index.ItemKindSegment, id); err != nil {
		return p, err
	}
	p.Segment, err = ice.Load(data)
	// The first look-up loads a dictionary, under a lock that a panic would leave locked: let it happen here.
	for _, field := range []string{idField, groupField, textField} {
		if err == nil {
			_, err = p.Dictionary(field)
		}
	}
	if err != nil {
		_ = p.file.Close()
	}
	return p, err
}

// openPieces opens the segments of an index.
func openPieces(dir index.Directory, snapshot *index.Snapshot) (pieces []piece, err error) {
	defer func() {
		if err != nil {
			_ = free(pieces)
		}
	}()
	for _, s := range snapshot.Segments() {
		p, err := openPiece(dir, s.ID())
		if err != nil {
			return pieces, err
		}
		p.deleted = s.Deleted()
		pieces = append(pieces, p)
	}
	return pieces, nil
}

// live is the number of documents that count.
func (p *piece) live() int {
	if p.deleted == nil {
		return int(p.Count())
	}
	return int(p.Count() - p.deleted.GetCardinality())
}

// free closes the files of pieces.
func free(pieces []piece) (err error) {
	for _, p := range pieces {
		if p.file != nil {
			err = errors.Join(err, p.file.Close())
		}
	}
	return err
}

// snapshotFile lists the segments of an index, and which of their documents are deleted.
const snapshotFile = "000000000001" + index.ItemKindSnapshot

// readSnapshot is fs.ErrNotExist where there is no index.
func readSnapshot(dir string) (*index.Snapshot, error) {
	path := filepath.Join(dir, snapshotFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("opening the lexical index: %w", err)
	}
	n := len(data) - crc32.Size
	if n < 0 || crc32.ChecksumIEEE(data[:n]) != binary.BigEndian.Uint32(data[n:]) {
		return nil, fmt.Errorf("%w: %s: wrong checksum", ErrCorrupt, path)
	}
	snapshot := new(index.Snapshot)
	if _, err := snapshot.ReadFrom(bytes.NewReader(data[:n])); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrCorrupt, path, err)
	}
	return snapshot, nil
}

// writeSnapshot writes what index.Snapshot reads.
func writeSnapshot(dir string, pieces []piece) error {
	data := binary.AppendUvarint([]byte{1}, uint64(len(pieces))) // after the version of the format
	for i := range pieces {
		p := &pieces[i]
		data = append(binary.AppendUvarint(data, uint64(len(ice.Type))), ice.Type...)
		data = binary.AppendUvarint(binary.BigEndian.AppendUint32(data, ice.Version), p.id)
		var deleted []byte
		if p.deleted != nil {
			var err error
			if deleted, err = p.deleted.ToBytes(); err != nil {
				return err
			}
		}
		data = append(binary.AppendUvarint(data, uint64(len(deleted))), deleted...)
	}
	return file.Replace(filepath.Join(dir, snapshotFile), binary.BigEndian.AppendUint32(data, crc32.ChecksumIEEE(data)))
}

// list names the files that an index consists of.
func list(dir string) ([]string, error) {
	snapshot, err := readSnapshot(dir)
	if err != nil {
		return nil, err
	}
	names := []string{snapshotFile}
	for _, s := range snapshot.Segments() {
		names = append(names, fmt.Sprintf("%012x%s", s.ID(), index.ItemKindSegment))
	}
	return names, nil
}

// Clone makes a copy of an index in a new folder, for a Writer to change while readers use the old one. Segments are
// hard-linked where the file system can, and copied elsewhere: a file is written once and never changed. The copy is on
// the disk when Clone returns.
func Clone(from, to string) error {
	names, err := list(from)
	if err != nil {
		return err
	}
	if err = os.MkdirAll(to, 0o700); err != nil {
		return fmt.Errorf("copying the lexical index: %w", err)
	}
	for _, name := range names {
		from, to := filepath.Join(from, name), filepath.Join(to, name)
		if os.Link(from, to) == nil {
			continue
		}
		if err := file.Copy(from, to); err != nil {
			return fmt.Errorf("copying the lexical index: %w", err)
		}
	}
	file.SyncDir(to)
	return nil
}
