package dense

import (
	_ "embed" // the words
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
)

// table is what words.py made. An index holds vectors that were made with it: with another table goes another version
// of the index.
//
//go:embed words.bin
var table string

const (
	// Dimensions is the length of the vectors that Embed returns. With 256 nothing more was found on 23 corpora and
	// three test collections.
	Dimensions = 128

	weightUnit = 32 // of a weight in the table
)

// words are where the words of the table stand in it.
var words = sync.OnceValue(func() map[string]int {
	count := int(binary.LittleEndian.Uint32([]byte(table[:4])))
	found := make(map[string]int, count)
	for word := range strings.Lines(table[8+count*(1+Dimensions):]) {
		found[word[:len(word)-1]] = len(found)
	}
	return found
})

// Embed returns the vector of a text or question by its index terms, of length 1: the sum of its words' vectors, each
// weighted with ln(1+tf) and by how rare the word is in English. It is 0 where no word is known. The order of the
// terms does not matter. The vector of a text depends on nothing else, so that an index that grew equals one made at
// once.
func Embed(terms iter.Seq[string]) []float32 {
	var known []int
	for t := range terms {
		if word, ok := words()[t]; ok {
			known = append(known, word)
		}
	}
	slices.Sort(known)
	sum, count := make([]float64, Dimensions), len(words())
	for len(known) > 0 {
		word, tf := known[0], 1
		for tf < len(known) && known[tf] == word {
			tf++
		}
		known = known[tf:]
		values := table[8+count+word*Dimensions:][:Dimensions]
		square := 0
		for i := range Dimensions {
			v := int(int8(values[i]))
			square += v * v
		}
		weight := float64(float32(math.Log(1+float64(tf)) * float64(table[8+word]) / weightUnit / math.Sqrt(float64(square))))
		for i := range sum {
			sum[i] += weight * float64(int8(values[i])) // exact: 24 bits and 8
		}
	}
	out := make([]float32, Dimensions)
	for i, v := range sum {
		out[i] = float32(v)
	}
	normalize(out)
	return out
}
