package lexical

import (
	"math"
	"slices"
)

// What keeps the postings elsewhere counts words as an index does, and scores with them as Search does.

// BM25 are the parameters of the scores: k1 and b.
func BM25() (float64, float64) { return k1, b }

// Words are the terms that a document is found by, as often as they count. Their number is its length.
func Words(doc Document) []string {
	var words []string
	for _, part := range doc.parts() {
		for _, t := range Analyze(part.text) {
			words = append(words, slices.Repeat([]string{t.Term}, part.weight)...)
		}
	}
	return words
}

// Score is that of a document with these words, by how many documents hold each term of the query.
func Score(query []Clause, frequencies map[string]int, stats Stats, words []string) float64 {
	counts := make(map[string]int, len(query))
	for _, c := range query {
		counts[c.Term] = 0
	}
	for _, w := range words {
		if n, ok := counts[w]; ok {
			counts[w] = n + 1
		}
	}
	n, length := float64(stats.Documents), float64(len(words))
	average := float64(stats.Tokens) / n
	score := 0.0
	for _, c := range merged(query) {
		tf, df := float64(counts[c.Term]), float64(frequencies[c.Term])
		if tf == 0 {
			continue
		}
		weight := c.Weight * math.Log(1+(n-df+0.5)/(df+0.5))
		score += weight * tf / (tf + float64(k1*(1-b+b*length/average)))
	}
	return round(score)
}
