package lexical

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"

	"github.com/blugelabs/bluge/index"
	segment "github.com/blugelabs/bluge_segment_api"
)

// config is how this package uses Bluge. The length of a document is stored exactly, as Bluge's BM25 stores it: the bits
// of a float32.
func config(dir string) index.Config {
	return configOf(&directory{FileSystemDirectory: index.NewFileSystemDirectory(dir), path: dir})
}

func configOf(d *directory) index.Config {
	c := index.DefaultConfigWithDirectory(func() index.Directory { return d })
	c.NumAnalysisWorkers = runtime.GOMAXPROCS(0)
	c.NormCalc = func(_ string, length int) float32 { return math.Float32frombits(uint32(length)) }
	return c
}

// directory is Bluge's folder of files, but for three operations.
type directory struct {
	*index.FileSystemDirectory
	path   string
	failed atomic.Pointer[error] // the first error of Persist
}

// Persist keeps its error: Bluge makes text of it.
func (d *directory) Persist(kind string, id uint64, w index.WriterTo, stop chan struct{}) error {
	err := d.FileSystemDirectory.Persist(kind, id, w, stop)
	if err != nil && !errors.Is(err, segment.ErrClosed) {
		d.failed.CompareAndSwap(nil, &err)
	}
	return err
}

// cause is what was behind an error of a Writer: the error of the folder where that had one.
func (d *directory) cause(err error) error {
	if first := d.failed.Load(); err != nil && first != nil {
		return *first
	}
	return err
}

// Lock tells a lock that is held from one that cannot be taken.
func (d *directory) Lock() error {
	err := d.FileSystemDirectory.Lock()
	if err == nil || errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return fmt.Errorf("%w (%w)", ErrLocked, err)
}

// Remove deletes a file without locking it first: a clone shares it, and its readers must neither hinder the removal
// nor be hindered by it.
func (d *directory) Remove(kind string, id uint64) error {
	return os.Remove(filepath.Join(d.path, fileName(kind, id)))
}

// fileName is Bluge's name for a file.
func fileName(kind string, id uint64) string { return fmt.Sprintf("%012x%s", id, kind) }

// The fields of the Bluge index. Bluge requires the name of the first.
const (
	idField    = "_id"
	groupField = "group"
	textField  = "text"
)

// identifier is a document's ID as Bluge looks it up.
type identifier string

func (id identifier) Field() string { return idField }
func (id identifier) Term() []byte  { return []byte(id) }

// entry is a Document as Bluge stores it: an identifier, which can be read back, its group, and the frequencies
// of its terms. Bluge calls Analyze, on several goroutines for several entries, before it reads anything else.
type entry struct {
	doc    Document
	terms  []frequency
	length int
}

func (e *entry) Analyze() {
	at := make(map[string]int)
	count := func(text string, weight int) {
		for _, t := range Analyze(text) {
			i, seen := at[t.Term]
			if !seen {
				i = len(e.terms)
				at[t.Term] = i
				e.terms = append(e.terms, frequency{term: []byte(t.Term)})
			}
			e.terms[i].count += weight
			e.length += weight
		}
	}
	count(e.doc.Title, headWeight)
	count(e.doc.Section, headWeight)
	count(e.doc.Text, 1)
}

func (e *entry) EachField(visit segment.VisitField) {
	visit(field{name: idField, stored: e.doc.ID, terms: []frequency{{[]byte(e.doc.ID), 1}}, length: 1})
	if e.doc.Group != "" {
		visit(field{name: groupField, terms: []frequency{{[]byte(e.doc.Group), 1}}, length: 1})
	}
	visit(field{name: textField, terms: e.terms, length: e.length})
}

// field is a field of an entry. It is stored if it has a stored value.
type field struct {
	name   string
	stored string
	terms  []frequency
	length int
}

func (f field) Name() string         { return f.name }
func (f field) Length() int          { return f.length }
func (f field) Value() []byte        { return []byte(f.stored) }
func (f field) Index() bool          { return true }
func (f field) Store() bool          { return f.stored != "" }
func (f field) IndexDocValues() bool { return false }

func (f field) EachTerm(visit segment.VisitTerm) {
	for i := range f.terms {
		visit(&f.terms[i])
	}
}

// frequency is a term and how often it occurs.
type frequency struct {
	term  []byte
	count int
}

func (f *frequency) Term() []byte                       { return f.term }
func (f *frequency) Frequency() int                     { return f.count }
func (f *frequency) EachLocation(segment.VisitLocation) {}
