package lexical

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// zipfDocuments makes documents of about 200 words, 1,200 characters, whose words follow Zipf's law.
func zipfDocuments(n int) []Document {
	rng := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 60000)
	for i := range words {
		words[i] = zipfWord(i)
	}
	zipf := rand.NewZipf(rng, 1.05, 8, uint64(len(words)-1))
	docs := make([]Document, n)
	for i := range docs {
		var b strings.Builder
		for b.Len() < 1200 {
			b.WriteString(words[zipf.Uint64()])
			b.WriteByte(' ')
		}
		docs[i] = Document{ID: fmt.Sprintf("doc%03d::c%04d", i/100, i), Group: fmt.Sprintf("doc%03d", i/100), Title: words[zipf.Uint64()], Text: b.String()}
	}
	return docs
}

// zipfWord is the nth word: a few syllables, none of which the stemmer changes.
func zipfWord(n int) string {
	const consonants, vowels = "bdfgklmnprtvz", "aou"
	var b strings.Builder
	for n++; n > 0; n /= len(consonants) * len(vowels) {
		d := n % (len(consonants) * len(vowels))
		b.WriteByte(consonants[d%len(consonants)])
		b.WriteByte(vowels[d/len(consonants)])
	}
	return b.String() + "x"
}

// zipfQuestion has eight terms, from very common to rare.
func zipfQuestion() string {
	var words []string
	for _, n := range []int{0, 3, 10, 40, 150, 600, 2500, 10000} {
		words = append(words, zipfWord(n))
	}
	return strings.Join(words, " ")
}
