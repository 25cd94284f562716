// Package lexical finds documents by their words: an inverted index with BM25.
//
//	w, err := lexical.OpenWriter(dir)
//	lengths, err := w.Put(ctx, []lexical.Document{{ID: "a::1", Title: "ML-KEM", Text: "…"}})
//	err = w.Close()
//
//	r, err := lexical.Open(dir, lexical.Stats{Documents: 1, Tokens: lengths[0]})
//	found, err := r.Search(ctx, [][]lexical.Clause{lexical.Query("key encapsulation")}, 50, nil)
//
// Bluge stores, merges and finds the postings; a program of Bluge's own can open an index of this package. The scores
// are computed here, from Bluge's postings and from Stats that the caller keeps: Bluge's own depend on the history of
// its segments, since its average length is wrong after a merge, its idf is nearly constant, and ties come in the
// order of segments. These depend on the documents alone, and the sums are the same whatever the history.
//
// What is written depends on the calls alone: Bluge's own writer merges in the background, so a Writer does it itself.
//
// Bluge maps segments into memory and trusts them: a byte that changed is told by whoever keeps a checksum of the files
// alone, but for what is stored with documents; a file that is cut short while it is read is a fault, which is caught.
// An index is a cache that can be made again at any time. Whatever is damaged is reported as ErrCorrupt.
package lexical

import "errors"

// ErrCorrupt means that files of the index are damaged or missing, and that it must be built again.
var ErrCorrupt = errors.New("the lexical index is damaged: rebuild it")

// Document is what the index knows of a text. Title and Section are its head, whose words count headWeight times.
type Document struct {
	ID      string // unique in an index
	Group   string // the documents it can be searched with alone, see Subset; "" for none
	Title   string
	Section string
	Text    string
	Stored  []byte // what Reader.Stored gives back; nil for nothing
}

// headWeight is how often a word of the head counts. Title words at 2 against 1 gained .007 nDCG@10 on SciFact, .003 on
// Cranfield and .019 on CACM; 3 was no better where a document is many chunks with one title.
const headWeight = 2

// part is a text of a document, and how often each of its words counts.
type part struct {
	text   string
	weight int
}

func (d *Document) parts() [3]part {
	return [...]part{{d.Title, headWeight}, {d.Section, headWeight}, {d.Text, 1}}
}

// Stats describe the documents of an index as a whole.
type Stats struct {
	Documents int // the number of documents
	Tokens    int // the sum of their lengths, as Put returned them
}

// Clause is one term of a query.
type Clause struct {
	Term   string // as Analyze gives it
	Weight float64
}

// Hit is a document found.
type Hit struct {
	ID    string
	Score float64 // rounded to 1e-8
}

// Found is what a query finds.
type Found struct {
	Hits []Hit   // the best
	Best float64 // the best score of all documents
}

// partWeight is the weight of a part of a compound in a query, against 1 for the compound and for a plain word: a
// compound is one word asked for, though several terms. Measured best at .4 to .6 on SciFact, Cranfield and CACM.
const partWeight = 0.5

// Query analyses a question into clauses, in the order of their first appearance. The weights of a term that appears
// several times add up.
func Query(text string) []Clause {
	var query []Clause
	at := make(map[string]int)
	for _, t := range Analyze(text) {
		i, seen := at[t.Term]
		if !seen {
			i = len(query)
			at[t.Term] = i
			query = append(query, Clause{Term: t.Term})
		}
		if query[i].Weight++; t.Part {
			query[i].Weight -= 1 - partWeight
		}
	}
	return query
}
