package lexical

import (
	"bytes"
	"cmp"
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

// entry is a document as Bluge takes it: its ID and what is stored can be read back.
func (d *Document) entry() bluge.Document {
	text := &counted{bluge.NewKeywordField(textField, ""), make(map[string]*count, len(d.Text)/8), 0}
	for _, part := range d.parts() {
		for t := range Tokens(part.text) {
			c := text.counts[t.Term]
			if c == nil {
				c = &count{term: []byte(t.Term)}
				text.counts[t.Term] = c
			}
			c.times += part.weight
			text.length += part.weight
		}
	}
	id, group := bluge.NewKeywordField(idField, d.ID).StoreValue(), bluge.NewKeywordField(groupField, d.Group)
	e := bluge.Document{text, id, group, bluge.NewStoredOnlyField(storedField, sealed(d.Stored))}
	e.Analyze()
	return e
}

// counted is a field of which is known how often its terms count: Bluge would count a token at a time.
type counted struct {
	*bluge.TermField
	counts map[string]*count
	length int
}

func (c *counted) Length() int     { return c.length }
func (c *counted) Analyze(int) int { return 0 }

func (c *counted) EachTerm(visit segment.VisitTerm) {
	for _, n := range c.counts {
		visit(n)
	}
}

type count struct {
	term  []byte
	times int
}

func (c *count) Term() []byte                       { return c.term }
func (c *count) Frequency() int                     { return c.times }
func (c *count) EachLocation(segment.VisitLocation) {}

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

// newPiece makes a segment of documents, and tells their lengths. It holds them exactly, as Bluge's BM25 stores them:
// the bits of a float32.
func newPiece(docs []Document) (piece, []int, error) {
	entries, lengths := make([]segment.Document, len(docs)), make([]int, len(docs))
	for i := range docs {
		e := docs[i].entry()
		entries[i], lengths[i] = e, e[0].Length()
	}
	s, _, err := ice.New(entries, func(_ string, length int) float32 { return math.Float32frombits(uint32(length)) })
	return piece{Segment: s}, lengths, err
}

// openPiece maps a segment into memory.
func openPiece(dir index.Directory, id uint64) (p piece, err error) {
	p.id = id
	var data *segment.Data
	if data, p.file, err = dir.Load(index.ItemKindSegment, id); err == nil {
		p.Segment, err = ice.Load(data)
	}
	// The first look-up loads a dictionary, under a lock that a panic would leave locked: let it happen here.
	for _, field := range []string{idField, groupField, textField} {
		if err == nil {
			_, err = p.Dictionary(field)
		}
	}
	if err != nil {
		return p, fmt.Errorf("%w: segment %d: %v", ErrCorrupt, id, errors.Join(err, free([]piece{p})))
	}
	return p, nil
}

// openPieces opens what the snapshot of an index lists. It is fs.ErrNotExist where there is no index.
func openPieces(dir string) (pieces []piece, err error) {
	path := filepath.Join(dir, snapshotFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	n := len(data) - crc32.Size
	if n < 0 || crc32.ChecksumIEEE(data[:n]) != binary.BigEndian.Uint32(data[n:]) {
		return nil, fmt.Errorf("%w: %s: wrong checksum", ErrCorrupt, path)
	}
	snapshot, start := new(index.Snapshot), 0
	if _, err := snapshot.ReadFrom(bytes.NewReader(data[:n])); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrCorrupt, path, err)
	}
	for _, s := range snapshot.Segments() {
		p, err := openPiece(index.NewFileSystemDirectory(dir), s.ID())
		if err != nil {
			return nil, errors.Join(err, free(pieces))
		}
		p.deleted, p.start = s.Deleted(), start
		pieces, start = append(pieces, p), start+int(p.Count())
	}
	return pieces, nil
}

// dead are the documents that do not count, live the number of the others.
func (p *piece) dead() *roaring.Bitmap { return cmp.Or(p.deleted, roaring.New()) }
func (p *piece) live() int             { return int(p.Count() - p.dead().GetCardinality()) }

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

// writeSnapshot writes what index.Snapshot reads.
func writeSnapshot(dir string, pieces []piece) error {
	data := binary.AppendUvarint([]byte{1}, uint64(len(pieces))) // after the version of the format
	for i := range pieces {
		p := &pieces[i]
		data = append(binary.AppendUvarint(data, uint64(len(ice.Type))), ice.Type...)
		data = binary.AppendUvarint(binary.BigEndian.AppendUint32(data, ice.Version), p.id)
		deleted, err := p.dead().ToBytes()
		if err != nil {
			return err
		}
		data = append(binary.AppendUvarint(data, uint64(len(deleted))), deleted...)
	}
	return file.Replace(filepath.Join(dir, snapshotFile), binary.BigEndian.AppendUint32(data, crc32.ChecksumIEEE(data)))
}

// Clone makes a copy of an index in a new folder, for a Writer to change while readers use the old one. Files are
// hard-linked where the file system can, and copied elsewhere: each is written once and never changed. The copy is on
// the disk when Clone returns.
func Clone(from, to string) error {
	files, err := os.ReadDir(from)
	if err == nil {
		err = os.MkdirAll(to, 0o700)
	}
	for _, f := range files {
		from, to := filepath.Join(from, f.Name()), filepath.Join(to, f.Name())
		if err == nil && os.Link(from, to) != nil {
			err = file.Copy(from, to)
		}
	}
	if err != nil {
		return fmt.Errorf("copying the lexical index: %w", err)
	}
	file.SyncDir(to)
	return nil
}
