package lexical

import "slices"

// What keeps the postings elsewhere counts words as an index does, and scores with them as Search does.

// BM25 are the parameters of the scores: k1 and b.
func BM25() (float64, float64) { return k1, b }

// Words are the terms that a document is found by, as often as they count. Their number is its length.
func Words(doc Document) []string {
	var words []string
	for _, part := range doc.parts() {
		for t := range Tokens(part.text) {
			words = append(words, slices.Repeat([]string{t.Term}, part.weight)...)
		}
	}
	return words
}

// Score is that of a document with these words, by how many documents hold each term of the query.
func Score(query []Clause, frequencies map[string]int, stats Stats, words []string) float64 {
	counts := make(map[string]uint32, len(query))
	for _, c := range query {
		counts[c.Term] = 0
	}
	for _, w := range words {
		if n, ok := counts[w]; ok {
			counts[w] = n + 1
		}
	}
	norm, sum := stats.norm(len(words)), 0.0
	for _, c := range merged([][]Clause{query}) {
		sum += score(c.Weight*stats.IDF(frequencies[c.Term]), counts[c.Term], norm)
	}
	return round(sum)
}
