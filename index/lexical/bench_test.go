package lexical

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
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

func BenchmarkSearch100k(b *testing.B) {
	dir, stats := build(b, zipfDocuments(100_000))
	query := Query(zipfQuestion())
	b.Run("warm", func(b *testing.B) {
		r := open(b, dir, stats)
		for b.Loop() {
			search(b, r, query, 50)
		}
	})
	for _, n := range []int{1, 100, 1000} { // groups of a hundred
		b.Run(fmt.Sprintf("within %d", n), func(b *testing.B) {
			r := open(b, dir, stats)
			var groups []string
			for i := range n {
				groups = append(groups, fmt.Sprintf("doc%03d", i))
			}
			for b.Loop() {
				within, err := r.Subset(context.Background(), groups)
				if err != nil {
					b.Fatal(err)
				}
				if hits, _, err := r.Search(context.Background(), query, 50, within); err != nil || len(hits) != 50 {
					b.Fatal(len(hits), err)
				}
			}
		})
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			r, err := Open(dir, stats)
			if err != nil {
				b.Fatal(err)
			}
			search(b, r, query, 50)
			if err := r.Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkPut(b *testing.B) {
	docs := zipfDocuments(10_000)
	for b.Loop() {
		build(b, docs)
	}
}

func BenchmarkAnalyze(b *testing.B) {
	text := strings.Repeat("The ML-KEM.KeyGen algorithm generates an encapsulation key and a decapsulation key. ", 15)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Analyze(text)
	}
}

// One file of an index changes.
func BenchmarkUpdate(b *testing.B) {
	docs := zipfDocuments(20_000)
	dir, _ := build(b, docs)
	for b.Loop() {
		clone := filepath.Join(b.TempDir(), "clone")
		if err := Clone(dir, clone); err != nil {
			b.Fatal(err)
		}
		w, err := OpenWriter(clone)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := w.Put(context.Background(), docs[5000:5020]); err != nil {
			b.Fatal(err)
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
