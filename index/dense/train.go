package dense

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"math"
	"slices"
)

// The size of training. More texts, words or dimensions gained nothing on ten test collections and cost minutes.
const (
	Dimensions = 256    // of the vectors of Train
	MaxTexts   = 20_000 // that Train is meant for; see Sample

	maxVocabulary = 30_000
	minCount      = 2  // occurrences of a word that is worth a vector
	maxTermBytes  = 64 // longer terms are not words
)

// Term is an index term of a text.
type Term struct {
	Text     string
	Position int  // counted in words
	Part     bool // a piece of a compound: a neighbour in training, left out of the vectors of texts
}

// Sample chooses the texts to train on by hashes of their contents: all of up to MaxTexts, else those with the smallest
// hashes, so that the choice depends on the contents alone and changes little when they do. It returns indices into
// hashes, rising.
func Sample(hashes []uint64) []int {
	chosen := make([]int, len(hashes))
	for i := range chosen {
		chosen[i] = i
	}
	if len(chosen) > MaxTexts {
		slices.SortFunc(chosen, func(i, j int) int {
			return cmp.Or(cmp.Compare(hashes[i], hashes[j]), cmp.Compare(i, j))
		})
		chosen = chosen[:MaxTexts]
		slices.Sort(chosen)
	}
	return chosen
}

// Train makes word vectors from texts, each given by all its terms in order of position. The order of the texts does not
// matter, and equal texts give equal bits on any number of cores.
//
// The vectors are the left singular vectors of the matrix of positive pointwise mutual information between words at
// most window positions apart, scaled by the roots of the singular values (Levy, Goldberg and Dagan, Improving
// Distributional Similarity with Lessons Learned from Word Embeddings, 2015).
//
// progress, which may be nil, is told of steps of about equal length.
func Train(ctx context.Context, texts iter.Seq[[]Term], progress func(done, total int)) (*Model, error) {
	if progress == nil {
		progress = func(int, int) {}
	}
	const total = 2 + 2*powerIterations + 1
	step := 0
	done := func() {
		step++
		progress(step, total)
	}
	c, err := readCorpus(ctx, texts)
	if err != nil {
		return nil, err
	}
	done()
	matrix, err := c.associations(ctx)
	if err != nil {
		return nil, err
	}
	c.texts = nil // which are large, and counted
	done()
	vectors, err := leadingVectors(ctx, matrix, Dimensions, done)
	if err != nil {
		return nil, err
	}
	return newModel(c, vectors), nil
}

// corpus is what is left of the texts to train on.
type corpus struct {
	words      []string  // the vocabulary, sorted
	idf        []float32 // by word
	texts      [][]place // the words of the vocabulary in each text
	generation [sha256.Size]byte
}

// place is a word of the vocabulary at a position.
type place struct{ word, position int32 }

// readCorpus reads the texts and chooses the vocabulary: the most frequent words.
func readCorpus(ctx context.Context, texts iter.Seq[[]Term]) (*corpus, error) {
	type word struct {
		text            string
		count, df, last int
	}
	c := &corpus{}
	var words []word
	var digests [][sha256.Size]byte
	ids := make(map[string]int32)
	for terms := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		digests = append(digests, digest(terms))
		places := make([]place, 0, len(terms))
		for _, t := range terms {
			if len(t.Text) > maxTermBytes {
				continue
			}
			id, ok := ids[t.Text]
			if !ok {
				id = int32(len(words))
				ids[t.Text] = id
				words = append(words, word{text: t.Text, last: -1})
			}
			words[id].count++
			if words[id].last != len(c.texts) {
				words[id].last = len(c.texts)
				words[id].df++
			}
			places = append(places, place{id, int32(t.Position)})
		}
		c.texts = append(c.texts, places)
	}
	c.generation = combine(digests)

	kept := make([]int32, 0, len(words))
	for id := range words {
		if words[id].count >= minCount {
			kept = append(kept, int32(id))
		}
	}
	if len(kept) > maxVocabulary {
		slices.SortFunc(kept, func(i, j int32) int {
			return cmp.Or(cmp.Compare(words[j].count, words[i].count), cmp.Compare(words[i].text, words[j].text))
		})
		kept = kept[:maxVocabulary]
	}
	slices.SortFunc(kept, func(i, j int32) int { return cmp.Compare(words[i].text, words[j].text) })

	renumbered := make([]int32, len(words))
	for i := range renumbered {
		renumbered[i] = -1
	}
	n := float64(len(c.texts))
	for rank, id := range kept {
		renumbered[id] = int32(rank)
		df := float64(words[id].df)
		c.words = append(c.words, words[id].text)
		c.idf = append(c.idf, float32(math.Log(1+(n-df+0.5)/(df+0.5))))
	}
	for i, places := range c.texts {
		in := places[:0]
		for _, p := range places {
			if p.word = renumbered[p.word]; p.word >= 0 {
				in = append(in, p)
			}
		}
		c.texts[i] = slices.Clone(in)
	}
	return c, nil
}

// digest identifies a text.
func digest(terms []Term) [sha256.Size]byte {
	var b []byte
	for _, t := range terms {
		b = binary.AppendUvarint(b, uint64(len(t.Text)))
		b = append(b, t.Text...)
		b = binary.AppendVarint(b, int64(t.Position))
	}
	return sha256.Sum256(b)
}

// combine identifies a collection of texts, whatever their order.
func combine(digests [][sha256.Size]byte) [sha256.Size]byte {
	slices.SortFunc(digests, func(x, y [sha256.Size]byte) int { return slices.Compare(x[:], y[:]) })
	h := sha256.New()
	for _, d := range digests {
		h.Write(d[:])
	}
	return [sha256.Size]byte(h.Sum(nil))
}
