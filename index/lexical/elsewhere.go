package lexical

import "slices"

// What keeps the postings elsewhere counts words as an index does, and is ranked as one is.

// BM25 are the parameters of the scores: k1 and b.
func BM25() (float64, float64) { return k1, b }

// Words are the terms that a document is found by, as often as they count.
func Words(doc Document) []string {
	var words []string
	for _, part := range doc.parts() {
		for t := range Tokens(part.text) {
			words = append(words, slices.Repeat([]string{t.Term}, part.weight)...)
		}
	}
	return words
}

// Of is an index in memory of a few of many documents, which Stats tell of, as does of each term how many hold it: they
// have the scores that they have among all.
func Of(docs []Document, all Stats, frequency func(term string) int) (_ *Reader, err error) {
	r := &Reader{stats: all, docs: len(docs), frequency: frequency}
	if len(docs) > 0 {
		r.pieces = make([]piece, 1)
		r.pieces[0], _, err = newPiece(docs)
	}
	return r, err
}
