package index

import (
	"testing"

	"ibid/index/question"
	"ibid/index/source"
)

// TestCardPlace: the card of a symbol that is named goes first where it holds as much of the question as the documents do; where these tell
// more of what is asked, they stay before it.
func TestCardPlace(t *testing.T) {
	hit := func(kind source.Kind, text string) Hit {
		return Hit{Chunk: Chunk{Chunk: source.Chunk{ID: text, Kind: kind, Text: text}}, Score: 1}
	}
	card := hit(source.SymbolCard, "`poly` takes `x` and `degree`.")
	prose := hit(source.Docs, "Where a column contains missing values, poly leaves them out.")
	for _, tt := range []struct {
		question string
		want     source.Kind
	}{
		{"Which arguments does poly take?", source.SymbolCard},
		{"What is the degree of poly?", source.SymbolCard},
		{"What does poly do with missing values in a column?", source.Docs},
	} {
		terms := question.Parse(tt.question).Terms()
		for i := range terms {
			terms[i].Weight = 1
		}
		got := withDerived(terms, []Hit{card}, []Hit{prose}, 8)
		if len(got) != 2 || got[0].Kind != tt.want || got[0].Rank != 1 || got[0].Score <= got[1].Score {
			t.Errorf("%q: %s is first, with %v before %v", tt.question, got[0].Kind, got[0].Score, got[1].Score)
		}
	}
}
