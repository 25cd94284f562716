// Package lexical finds documents by their words: a BM25 index on Bluge.
//
//	w, err := lexical.Create(dir)
//	lengths, err := w.Put(ctx, []lexical.Document{{ID: "a::1", Title: "ML-KEM", Text: "…"}})
//	err = w.Close()
//
//	r, err := lexical.Open(dir, lexical.Stats{Documents: 1, Tokens: lengths[0]})
//	hits, err := r.Search(ctx, lexical.Query("key encapsulation"), 50)
//
// Bluge stores and merges the postings; the scores are computed here, from the postings and from Stats that the caller
// keeps. Bluge's own scores depend on the history of its segments: its average length is wrong after a merge, its idf
// is nearly constant, and ties come in the order of segments. These depend on the documents alone.
//
// An index is a cache that can be made again at any time. Whatever is damaged is reported as ErrCorrupt.
package lexical

import "errors"

var (
	// ErrLocked means that another Writer has the index open.
	ErrLocked = errors.New("another ibid is indexing")

	// ErrCorrupt means that files of the index are damaged or missing, and that it must be built again.
	ErrCorrupt = errors.New("the lexical index is damaged: rebuild it")

	errClosed = errors.New("lexical index: used after Close")
)

// Document is what the index knows of a text. Title and Section are its head, whose words count headWeight times.
type Document struct {
	ID      string // unique in an index
	Group   string // the documents it can be searched with alone, see Subset; "" for none
	Title   string
	Section string
	Text    string
}

// headWeight is how often a word of the head counts. Title words at 2 against 1 gained .007 nDCG@10 on SciFact, .003 on
// Cranfield and .019 on CACM; 3 was no better where a document is many chunks with one title.
const headWeight = 2

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

// partWeight is the weight of a part of a compound in a query, against 1 for the compound and for a plain word: a
// compound is one word asked for, though several terms. Measured best at .4 to .6 on SciFact, Cranfield and CACM.
const partWeight = 0.5

// Query analyses a question into clauses, in the order of their first appearance. The weights of a term that appears
// several times add up.
func Query(text string) []Clause { return clauses(Analyze(text), partWeight) }

// QueryParts is Query for a text whose compounds are read as their parts alone, each a word like any other: what a
// tokenizer that knows no compounds would ask for.
func QueryParts(text string) []Clause {
	all := Analyze(text)
	var tokens []Token
	for i, t := range all {
		if t.Part || !hasParts(t, all[i+1:]) {
			tokens = append(tokens, t)
		}
	}
	return clauses(tokens, 1)
}

// hasParts tells whether parts of a token follow it.
func hasParts(t Token, next []Token) bool {
	for _, n := range next {
		if n.Start >= t.End {
			return false
		}
		if n.Part {
			return true
		}
	}
	return false
}

func clauses(tokens []Token, partWeight float64) []Clause {
	var query []Clause
	at := make(map[string]int)
	for _, t := range tokens {
		weight := 1.0
		if t.Part {
			weight = partWeight
		}
		i, seen := at[t.Term]
		if !seen {
			i = len(query)
			at[t.Term] = i
			query = append(query, Clause{Term: t.Term})
		}
		query[i].Weight += weight
	}
	return query
}
