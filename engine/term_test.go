package engine

import (
	"context"
	"math"
	"strings"
	"testing"

	"ibid/index"
	"ibid/index/question"
)

func termsOf(t *testing.T, r Retriever, asked string) []question.Term {
	t.Helper()
	out, err := index.Terms(context.Background(), question.Parse(asked), r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func texts(terms []question.Term) string {
	var out []string
	for _, t := range terms {
		out = append(out, t.Text)
	}
	return strings.Join(out, " ")
}

func TestTermsOfQuestions(t *testing.T) {
	tests := []struct{ question, want string }{
		{"What is the difference between the Marlin and the Orca?", "Marlin Orca"},
		{"How many steps does it use?", ""},
		{"Please explain how the relief valve works.", "relief valve"},
		{"Pump, pumps and PUMP", "Pump"},
		{"Which pressure does ML-KEM-768 use?", "pressure ML-KEM-768"},
		{"What does PCU stand for?", "PCU"},
		{"???", ""},
	}
	for _, tt := range tests {
		if got := texts(termsOf(t, pumps(), tt.question)); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.question, got, tt.want)
		}
	}
}

func TestTermKnowledge(t *testing.T) {
	l := &library{
		chunks: []index.Chunk{
			page("a", 1, "The sender shall encrypt the message again."),
			page("a", 2, "The Pump Control Unit (PCU) records alarms. The pump has a valve."),
			page("a", 3, "A re-start of the pump takes a minute."),
			page("a", 4, "Nothing else is said of the pump."),
		},
		acronyms: []index.Acronym{{Short: "PCU", Long: "Pump Control Unit"}},
	}
	idf := func(documents int) float64 { return index.IDF(len(l.chunks), documents) }
	mean := (idf(3) + idf(1)) / 2 // of "pump" and "valve"
	tests := []struct {
		question, term string
		known          bool
		identifier     bool
		weight         float64
	}{
		{"Has the pump a valve?", "pump", true, false, idf(3)},
		{"Has the pump a valve?", "valve", true, false, idf(1)},
		{"Has the pump a valve made of unobtainium?", "unobtainium", false, false, min(idf(0), index.UnknownWord*mean)},
		{"Has the pump a valve of type XQ-77?", "XQ-77", false, true, idf(0)},
		{"Has anybody gadgets?", "gadgets", false, false, idf(0)}, // nothing known to compare with
		{"What does pcu do?", "pcu", true, false, idf(1)},
	}
	for _, tt := range tests {
		found := false
		for _, got := range termsOf(t, l, tt.question) {
			if got.Text != tt.term {
				continue
			}
			found = true
			if got.Known != tt.known || got.Identifier != tt.identifier || math.Abs(got.Weight-tt.weight) > 1e-12 {
				t.Errorf("%q: %+v, want known %v, identifier %v, weight %v", tt.question, got, tt.known, tt.identifier, tt.weight)
			}
		}
		if !found {
			t.Errorf("%q has no term %q", tt.question, tt.term)
		}
	}
}

// A compound that no document spells in one is known by its parts, and weighs what they weigh.
func TestTermOfParts(t *testing.T) {
	l := &library{chunks: []index.Chunk{page("a", 1, "They re encrypt it."), page("a", 2, "Nothing."), page("a", 3, "It is encrypt only.")}}
	terms := termsOf(t, l, "Is it re-encrypt?")
	if len(terms) != 1 || len(terms[0].Parts) == 0 {
		t.Fatalf("got %+v", terms)
	}
	want := (index.IDF(3, 1) + index.IDF(3, 2)) / 2
	if !terms[0].Known || math.Abs(terms[0].Weight-want) > 1e-12 {
		t.Errorf("got %+v, want known with weight %v", terms[0], want)
	}
}

func TestMatch(t *testing.T) {
	l := pumps()
	tests := []struct {
		question, text string
		want           float64
	}{
		{"Which pumps?", "One pump.", 1},
		{"Which pumps?", "One valve.", 0},
		{"What about ML-KEM-768?", "The set ML-KEM-768 is used.", 1},
		{"What about ML-KEM-768?", "The set ML-KEM-512 is used.", 0}, // identifiers are strict
		{"Does it use key-encapsulation?", "A key for encapsulation.", 1},
		{"Does it use key-encapsulation?", "A key.", question.PartCredit / 2},
		{"What does PCU do?", "The Pump Control Unit counts.", 1},
		{"What does PCU do?", "The Pump Unit counts.", 0}, // all of a long form or nothing
		{"What does os.path.join do?", "A path, to join it.", question.PartCredit * 2 / 3},
	}
	for _, tt := range tests {
		terms := termsOf(t, l, tt.question)
		if len(terms) != 1 {
			t.Fatalf("%q has terms %q", tt.question, texts(terms))
		}
		if got := question.NewBag(tt.text).Match(&terms[0]); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%q in %q: %v, want %v (%+v)", tt.question, tt.text, got, tt.want, terms[0])
		}
	}
}
