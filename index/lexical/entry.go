package lexical

import segment "github.com/blugelabs/bluge_segment_api"

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
