// Package lexical finds documents by their words: an inverted index with BM25.
//
//	w, err := lexical.Create(dir)
//	lengths, err := w.Put(ctx, []lexical.Document{{ID: "a::1", Title: "ML-KEM", Text: "…"}})
//	err = w.Close()
//
//	r, err := lexical.Open(dir, lexical.Stats{Documents: 1, Tokens: lengths[0]})
//	hits, err := r.Search(ctx, lexical.Query("key encapsulation"), 50)
//
// Put cuts documents into parts, and each core turns a part into a segment in memory: it analyses the texts and
// inverts them. When there is much of it, and in Close, the segments in memory are merged into a file, by walking
// their keys side by side, which takes the memory of one block of each. Close also merges older files while that
// keeps them few, each several times as large as all smaller ones, and then names those that count in the snapshot.
// Segments never change. A document that is deleted or replaced is marked in the snapshot until its segment is
// merged, so that an update writes little more than what is new. Nothing runs in the background, and what is written
// depends on the calls alone, not on the cores or the clock.
//
// A search reads the postings of each term from each segment and adds the scores up in one array, term by term in the
// order of their spelling, and takes the best from that. This touches every posting, which is quick (.3 ms for five
// words on 72,000 chunks), and the sums are the same whatever the history of the index. N and the average length are
// given by the caller, who keeps them.
//
// A folder holds
//
//	index.snp         CRC-32C in decimal, "\n", JSON: snapshot
//	000000000001.seg  a segment
//	lock              held by the Writer
//
// and a segment, where u is a uvarint, and bytes are a u and as many bytes,
//
//	blocks  each of some keys in ascending order, until it has 1 kB: u how much of the key before is kept, bytes rest of the key, bytes value
//	tail    u blocks, for each u size, u CRC-32C, u keys, bytes first key; u documents, for each u length in tokens
//
// First of the keys are "\x00" and the ID of each document, without value: the nth of them is document n, so that
// equal scores in the order of documents are in the order of IDs. After them come "\x01" and a group, and the terms.
// Their value is
//
//	u documents, for each u 2·(documents skipped since the one before) + (1 if the count is not 1), u count if it is not 1
//
// The tail is in memory while the segment is open, and a key is found by one read of its block, postings included.
// Files are read, not mapped: that costs a few microseconds a term, and a file that is cut short is an error, not a
// fault. The snapshot has the CRC-32C of each tail and the tail those of the blocks: a byte that changed is found by
// whoever reads it.
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

// partWeight is the weight of a part of a compound in a query, against 1 for the compound and for a plain word: a
// compound is one word asked for, though several terms. Measured best at .4 to .6 on SciFact, Cranfield and CACM.
const partWeight = 0.5

// Query analyses a question into clauses, in the order of their first appearance. The weights of a term that appears
// several times add up.
func Query(text string) []Clause {
	var query []Clause
	at := make(map[string]int)
	for _, t := range Analyze(text) {
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
