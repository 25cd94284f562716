package lexical

import (
	"errors"
	"io"
	"math"
	"runtime/debug"
	"sync"

	"github.com/blugelabs/bluge/index"
	"github.com/blugelabs/bluge/index/mergeplan"
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

// entry is a Document as Bluge takes it: an identifier and what is stored, which can be read back, its group, and how
// often its terms count.
type entry struct {
	fields []field
	length int
}

func newEntry(doc *Document) *entry {
	at := make(map[string]int, len(doc.Text)/8)
	e := new(entry)
	var terms []frequency
	for _, part := range doc.parts() {
		for t := range Tokens(part.text) {
			i, seen := at[t.Term]
			if !seen {
				i = len(terms)
				at[t.Term] = i
				terms = append(terms, frequency{term: []byte(t.Term)})
			}
			terms[i].count += part.weight
			e.length += part.weight
		}
	}
	e.fields = append(e.fields, field{name: idField, stored: []byte(doc.ID), terms: []frequency{{[]byte(doc.ID), 1}}, length: 1})
	if doc.Group != "" {
		e.fields = append(e.fields, field{name: groupField, terms: []frequency{{[]byte(doc.Group), 1}}, length: 1})
	}
	e.fields = append(e.fields, field{name: textField, terms: terms, length: e.length})
	if doc.Stored != nil {
		e.fields = append(e.fields, field{name: storedField, stored: sealed(doc.Stored)})
	}
	return e
}

func (e *entry) Analyze() {} // newEntry has

func (e *entry) EachField(visit segment.VisitField) {
	for i := range e.fields {
		visit(&e.fields[i])
	}
}

// field is a field of an entry. It is stored if it has a stored value.
type field struct {
	name   string
	stored []byte
	terms  []frequency
	length int
}

func (f *field) Name() string         { return f.name }
func (f *field) Length() int          { return f.length }
func (f *field) Value() []byte        { return f.stored }
func (f *field) Index() bool          { return true }
func (f *field) Store() bool          { return f.stored != nil }
func (f *field) IndexDocValues() bool { return false }

func (f *field) EachTerm(visit segment.VisitTerm) {
	for i := range f.terms {
		visit(&f.terms[i])
	}
}

// frequency is a term and how often it counts.
type frequency struct {
	term  []byte
	count int
}

func (f *frequency) Term() []byte                       { return f.term }
func (f *frequency) Frequency() int                     { return f.count }
func (f *frequency) EachLocation(segment.VisitLocation) {}

// identifier is a document's ID as Bluge looks it up.
type identifier string

func (id identifier) Field() string { return idField }
func (id identifier) Term() []byte  { return []byte(id) }

func identifiers(ids []string) []segment.Term {
	terms := make([]segment.Term, len(ids))
	for i, id := range ids {
		terms[i] = identifier(id)
	}
	return terms
}

// mergedSegment is one that will be made of others when Bluge writes it, in the place of the documents of which Bluge
// would make one. Until it is written, Bluge asks for no more than what is here.
type mergedSegment struct {
	segment.Segment // nil
	merger          segment.Merger
	documents       int
}

func (mergedSegment) Analyze()                     {}
func (mergedSegment) EachField(segment.VisitField) {}

func (m mergedSegment) Count() uint64   { return uint64(m.documents) }
func (m mergedSegment) Size() int       { return 0 }
func (m mergedSegment) Type() string    { return ice.Type }
func (m mergedSegment) Version() uint32 { return ice.Version }

// WriteTo is called on a goroutine of Bluge's, where nobody else would catch a panic over a damaged segment.
func (m mergedSegment) WriteTo(w io.Writer, stop chan struct{}) (n int64, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer file.Catch(&err)
	return m.merger.WriteTo(w, stop)
}

// plugin is Bluge's format of segments, but that it takes one that is merged.
func plugin() *index.SegmentPlugin {
	return &index.SegmentPlugin{
		Type: ice.Type, Version: ice.Version, Load: ice.Load, Merge: ice.Merge,
		New: func(docs []segment.Document, _ func(string, int) float32) (segment.Segment, uint64, error) {
			return docs[0].(mergedSegment), 0, nil
		},
	}
}

// newSegment makes a segment of documents. Their lengths are stored exactly, as Bluge's BM25 stores them: the bits of
// a float32.
func newSegment(docs []segment.Document) (segment.Segment, error) {
	s, _, err := ice.New(docs, func(_ string, length int) float32 { return math.Float32frombits(uint32(length)) })
	return s, err
}

// config is how this package uses Bluge: nothing is merged or deleted behind the back of a Writer, on goroutines
// where a panic over a damaged file could not be caught, and which a process that changes little would not wait for.
func config(d *directory) index.Config {
	c := index.DefaultConfigWithDirectory(func() index.Directory { return d }).WithSegmentPlugin(plugin())
	c.NumAnalysisWorkers = 1
	c.MergePlanOptions.CalcBudget = func(int64, int64, *mergeplan.Options) int { return math.MaxInt }
	c.DeletionPolicyFunc = func() index.DeletionPolicy { return nothingIsDeleted{} }
	c.AsyncError = d.fail // which Bluge calls unasked
	return c
}

type nothingIsDeleted struct{}

func (nothingIsDeleted) Commit(*index.Snapshot)        {}
func (nothingIsDeleted) Cleanup(index.Directory) error { return nil }

// directory is Bluge's folder of files, but that it tells why something failed.
type directory struct {
	*index.FileSystemDirectory

	m      sync.Mutex
	failed error // the first
}

func openDirectory(path string) *directory {
	return &directory{FileSystemDirectory: index.NewFileSystemDirectory(path)}
}

func (d *directory) fail(err error) {
	d.m.Lock()
	defer d.m.Unlock()
	if d.failed == nil {
		d.failed = err
	}
}

// cause is what was behind an error of Bluge, which makes text of errors.
func (d *directory) cause(err error) error {
	d.m.Lock()
	defer d.m.Unlock()
	if err != nil && d.failed != nil {
		return d.failed
	}
	return err
}

func (d *directory) Persist(kind string, id uint64, w index.WriterTo, stop chan struct{}) error {
	err := d.FileSystemDirectory.Persist(kind, id, w, stop)
	if err != nil && !errors.Is(err, segment.ErrClosed) {
		d.fail(err)
	}
	return err
}
