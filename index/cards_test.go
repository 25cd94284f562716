package index

import (
	"testing"

	"ibid/index/question"
	"ibid/index/source"
)

func TestMentions(t *testing.T) {
	for _, tt := range []struct {
		question, name string
		want           float64
	}{
		{"What does json.JSONEncoder.encode take?", "json.JSONEncoder.encode", lastName},
		{"What does JSONEncoder.encode take?", "json.JSONEncoder.encode", lastName},
		{"What does encode() take?", "json.JSONEncoder.encode", lastName},
		{"What does `encode` of JSONEncoder take?", "json.JSONEncoder.encode", lastName},
		{"What is JSONEncoder.item_separator?", "json.JSONEncoder", ownerName},
		{"What does e.encode return?", "json.JSONEncoder.encode", memberName},
		{"What does encode return?", "json.JSONEncoder.encode", wordName},
		{"the encode function of it", "json.JSONEncoder.encode", wordName},
		{"Can encode, take anything?", "json.JSONEncoder.encode", 0},
		{"the default value of the encode's", "json.JSONEncoder.encode", wordName},
		{"How do I decode raw text?", "json.raw_decode", 0},
		{"What does JSONEncoder.encode take?", "json.recode", 0},
		{"How is text coded?", "json.JSONEncoder.encode", 0},
		{"What does the code do?", "json.JSONEncoder.encode", 0},
	} {
		words := MentionsOf(question.Parse(tt.question))
		if got := words.worth(tt.name); got != tt.want {
			t.Errorf("%q is worth %v to the card of %s, want %v", tt.question, got, tt.name, tt.want)
		}
		if got := words.Name(tt.name); got != (tt.want > 0) {
			t.Errorf("%q names %s: %v", tt.question, tt.name, got)
		}
	}
}

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
