package index

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ibid/index/file"
	"ibid/index/lexical"
	"ibid/index/source"
)

const (
	// schema changes whenever a reader, the chunker, the analyser, the embedder or a file format changes, so that
	// no generation mixes two versions of them.
	schema       = 30
	manifestFile = "manifest"

	maxManifest = 1 << 30 // bytes

	// verifiedAtOpen bounds the parts that are read whole whenever a generation is opened, in bytes: it takes a few
	// milliseconds. Larger ones are left to Verify.
	verifiedAtOpen = 256 << 20
)

// ErrCorrupt is wrapped by every error that means: rebuild this index.
var ErrCorrupt = errors.New("the index is damaged")

// manifest describes one generation. It is written last: a folder without a whole one is not a generation. Its file
// is a line of the schema and the SHA-256 of what follows, which is CBOR.
type manifest struct {
	Roots    []string // absolute
	Files    []entry  // in the order of their chunk ids
	Skipped  []skip   // in the order of their paths
	Projects []project
	Chunks   int
	Stats    lexical.Stats
	Derived  lexical.Stats // of what was derived from the documents
	From     string        // stands for the files that something was derived from, "" where nothing was
	Acronyms []Acronym
	Embedder embedderState
	Parts    []part // every other file of the generation, by name

	// A generation that is Unfinished is a part of a build that goes on, or was interrupted: it has no vectors, and
	// nothing derived. Of so many files in Total some are yet to be read; First tells that nothing was whole before.
	Unfinished, First bool
	Total, Waiting    int

	// Of those who only ask: what stands for all of this on the server that has the chunks, "" where they are here, and how
	// many chunks hold each term, a line of both behind an empty one. A server would count the chunks one by one.
	Published string
	Terms     []byte
}

// part is a file of a generation. Its sums are CRC-32 of the IEEE: the parts have a CRC-32C in them, and behind that
// the CRC-32C of a file is the same whatever it holds.
type part struct {
	Name string // slash-separated path in the generation
	Size int64
	Sum  uint32
	End  uint32 // of its last endBytes, where its own checksums stand: it tells it from that of another generation
}

const endBytes = 64

// end is the sum of the end of an open file.
func end(f *os.File, size int64) (uint32, error) {
	b := make([]byte, min(size, endBytes))
	_, err := f.ReadAt(b, size-int64(len(b)))
	return crc32.ChecksumIEEE(b), err
}

// document is a file of some bytes and its name.
type document struct {
	place
	DocID string // unique in an index
	stamp
}

// stamp is what a file system says of a file's contents: their size, and when they were last written; and that it is
// still the same file, and when it was last written, renamed or given another time, which no program can set back.
// These are zero where the system does not tell.
type stamp struct {
	Size, Mtime int64 // bytes, and nanoseconds since 1970
	Ctime       int64 // the same
	Inode       uint64
}

func stampOf(info fs.FileInfo) stamp {
	ctime, inode := file.Change(info)
	return stamp{info.Size(), info.ModTime().UnixNano(), ctime, inode}
}

// entry is one indexed file.
type entry struct {
	_ struct{} `cbor:",toarray"`
	document
	Title    string
	Kind     source.Kind
	Pages    int
	Racy     bool   // changed so shortly before it was read that its time proves nothing
	SHA256   string // of its bytes, "" where they could not be read
	Chunks   int
	Tokens   int       // what its chunks add to the lexical totals
	Acronyms []Acronym // pairs that its chunks spell out
	Warnings []string
	Withheld int    // chunks that are left out because they may hold a secret
	Failed   string // why it could not be read; then it has no chunks
}

// otherVersion says that a manifest is of another schema: the index is to be made again, but nothing is damaged.
type otherVersion struct{}

func (otherVersion) Error() string        { return "it was written by another version of ibid" }
func (otherVersion) Is(target error) bool { return target == ErrCorrupt }

// manifestMagic begins a manifest.
const manifestMagic = "ibid.index/"

func manifestHead(body []byte) string {
	return fmt.Sprintf("%s%d %s\n", manifestMagic, schema, digest(body))
}

// loadManifest reads and checks the manifest of a generation, and that its parts are there.
func loadManifest(dir string) (*manifest, error) {
	raw, err := file.Read(filepath.Join(dir, manifestFile), maxManifest)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: no manifest", ErrCorrupt)
	case err != nil:
		return nil, fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	head, body, _ := bytes.Cut(raw, []byte("\n"))
	version, _, _ := strings.Cut(manifestHead(nil), " ")
	switch {
	case !bytes.HasPrefix(head, []byte(version+" ")):
		return nil, otherVersion{}
	case string(head)+"\n" != manifestHead(body):
		return nil, fmt.Errorf("%w: the manifest does not match its checksum", ErrCorrupt)
	}
	m := new(manifest)
	if err := decoding.Unmarshal(body, m); err != nil {
		return nil, fmt.Errorf("%w: manifest: %v", ErrCorrupt, err)
	}
	for _, p := range m.Parts {
		if err := p.there(dir); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// there looks at a part as far as that takes no time: it is a file of that size, and has that end.
func (p part) there(dir string) error {
	if !filepath.IsLocal(p.Name) {
		return fmt.Errorf("%w: %s is not a file of it", ErrCorrupt, printable(p.Name))
	}
	f, info, err := file.Open(p.in(dir))
	if err != nil {
		return fmt.Errorf("%w: %s: %s", ErrCorrupt, p.Name, reason(err))
	}
	defer f.Close()
	if info.Size() != p.Size {
		return fmt.Errorf("%w: %s has %d bytes of %d", ErrCorrupt, p.Name, info.Size(), p.Size)
	}
	if sum, err := end(f, p.Size); err != nil || sum != p.End {
		return fmt.Errorf("%w: %s does not belong to it", ErrCorrupt, p.Name)
	}
	return nil
}

// in is where a part stands in the folder of its generation.
func (p part) in(dir string) string { return filepath.Join(dir, filepath.FromSlash(p.Name)) }

// part finds a part by its name; nil where there is none.
func (m *manifest) part(name string) *part {
	for i := range m.Parts {
		if m.Parts[i].Name == name {
			return &m.Parts[i]
		}
	}
	return nil
}

// entry finds that of a document; nil where there is none.
func (m *manifest) entry(doc string) *entry {
	i, ok := slices.BinarySearchFunc(m.Files, doc, func(e entry, doc string) int { return compareDocIDs(e.DocID, doc) })
	if !ok {
		return nil
	}
	return &m.Files[i]
}

// readPart reads a part whole.
func (m *manifest) readPart(dir, name string) ([]byte, error) {
	p := m.part(name)
	if p == nil {
		return nil, fmt.Errorf("%w: %s is missing", ErrCorrupt, name)
	}
	data, err := file.Read(p.in(dir), p.Size)
	if err == nil && crc32.ChecksumIEEE(data) != p.Sum {
		err = errors.New("it does not match its checksum")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %s", ErrCorrupt, name, reason(err))
	}
	return data, nil
}

// save writes the manifest beside the old one and puts it in its place.
func (m *manifest) save(dir string) error {
	text, err := m.encode()
	if err != nil {
		return err
	}
	return file.Replace(filepath.Join(dir, manifestFile), text)
}

// encode writes the manifest as its file holds it.
func (m *manifest) encode() ([]byte, error) {
	body, err := encoding.Marshal(m)
	return append([]byte(manifestHead(body)), body...), err
}

// partsOf lists the files of a generation that is complete but for its manifest, and reads them whole.
func partsOf(ctx context.Context, dir string) ([]part, error) {
	var parts []part
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err = cmp.Or(err, ctx.Err()); err != nil || e.IsDir() {
			return err
		}
		p := part{Name: name}
		err = p.measure(dir)
		parts = append(parts, p)
		return err
	})
	return parts, err
}

// measure reads a part whole, and says what it is.
func (p *part) measure(dir string) error {
	f, _, err := file.Open(p.in(dir))
	if err != nil {
		return err
	}
	defer f.Close()
	h := crc32.NewIEEE()
	if p.Size, err = io.Copy(h, f); err == nil {
		p.Sum = h.Sum32()
		p.End, err = end(f, p.Size)
	}
	return err
}

// verify reads parts of a generation whole and compares their checksums.
func verify(ctx context.Context, dir string, parts []part) error {
	for _, p := range parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		now := part{Name: p.Name}
		if err := now.measure(dir); err != nil {
			return fmt.Errorf("%w: %s: %s", ErrCorrupt, p.Name, reason(err))
		}
		if now != p {
			return fmt.Errorf("%w: %s does not match its checksum", ErrCorrupt, p.Name)
		}
	}
	return nil
}

// unchecked lists the parts that are used without a checksum of their own, if they are small enough to be verified
// whenever the generation is opened: the segments of the lexical indexes. Everything else is checked as it is read.
func (m *manifest) unchecked() []part {
	var parts []part
	var size int64
	for _, p := range m.Parts {
		if path.Base(path.Dir(p.Name)) == lexicalDir {
			parts = append(parts, p)
			size += p.Size
		}
	}
	if size > verifiedAtOpen {
		return nil
	}
	return parts
}

// Verify reads the newest generation whole. It returns ErrCorrupt where it is damaged, ErrNoIndex where there is
// none. Damage to a large index that Open leaves unseen shows here.
func Verify(ctx context.Context, opt Options) error {
	return newest(opt.Dir, func(_ int, dir string) error {
		m, err := loadManifest(dir)
		if err == nil {
			err = verify(ctx, dir, m.Parts)
		}
		return err
	})
}

// racyWindow is the coarsest clock of the file systems in use (FAT: two seconds). A file changed within it before it
// was read may change again without a new time.
const racyWindow = 2 * time.Second

// racy tells whether a file may still change without a new time.
func (f *sourceFile) racy() bool {
	return time.Since(time.Unix(0, max(f.Mtime, f.Ctime))) < racyWindow
}

// unchanged tells by one stat that a file on disk is the one that was read; where it says no, the bytes decide.
func (e *entry) unchanged(f *sourceFile) bool {
	return !e.Racy && e.document == f.document
}

// sameBytes tells whether a file on disk still holds what was read, or still cannot be read for the same reason.
func (e *entry) sameBytes(f *sourceFile) bool {
	if e.Size != f.Size || e.DocID != f.DocID {
		return false
	}
	data, err := f.content()
	if err != nil {
		return e.SHA256 == "" && e.Failed == unreadable(err)
	}
	return e.SHA256 == digest(data)
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func unreadable(err error) string { return "cannot be read: " + reason(err) }
