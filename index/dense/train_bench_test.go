package dense

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// zipfTexts makes texts of 200 words that follow Zipf's law, about as long as abstracts of articles.
func zipfTexts(n int) [][]Term {
	const vocabulary, words = 30_000, 200
	rng := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(rng, 1.05, 8, vocabulary-1)
	texts := make([][]Term, n)
	for i := range texts {
		for position := range words {
			texts[i] = append(texts[i], Term{Text: "w" + strconv.FormatUint(zipf.Uint64(), 36), Position: position})
		}
	}
	return texts
}

func BenchmarkTrain(b *testing.B) {
	texts := zipfTexts(5000)
	for _, n := range []int{800, len(texts)} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Train(context.Background(), slices.Values(texts[:n]), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
