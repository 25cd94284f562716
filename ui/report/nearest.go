package report

import (
	"maps"
	"slices"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
)

// sentenceAt is a sentence of a chunk: byte offsets in its text. The zero value is none.
type sentenceAt struct{ Start, End int }

// nearest is the sentence of a chunk that shares most words with a text. A shared word counts the more the fewer sentences of
// the chunk have it; headings do not count.
func nearest(text string, c *index.Chunk) sentenceAt {
	var at []sentenceAt
	var bags []engine.Bag
	for _, b := range c.Blocks {
		if b.Kind == source.Heading || b.Start < 0 || b.End > len(c.Text) || b.Start > b.End { // a saved answer may be damaged
			continue
		}
		for _, s := range guard.Split(c.Text[b.Start:b.End]) {
			at, bags = append(at, sentenceAt{b.Start + s.Start, b.Start + s.End}), append(bags, engine.NewBag(s.Text))
		}
	}
	shared := make([]float64, len(bags))
	for _, term := range slices.Sorted(maps.Keys(engine.NewBag(text))) { // sorted: sums depend on their order
		have := 0
		for _, b := range bags {
			if b[term] {
				have++
			}
		}
		for i, b := range bags {
			if b[term] {
				shared[i] += 1 / float64(have)
			}
		}
	}
	var found sentenceAt
	best := 0.0
	for i, x := range shared {
		if x > best {
			found, best = at[i], x
		}
	}
	return found
}
