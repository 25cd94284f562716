package engine

import (
	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index"
)

// Request is what a generator may draw on.
type Request struct {
	Question   index.Question
	Terms      []Term // its content words
	Names      []Name // what it names to the letter
	Evidence   []Evidence
	Statements []Statement // what the evidence says, in its order
	Selected   bool        // the evidence is one text, which a person pointed at
	Earlier    []Exchange  // the turns before this one, oldest first
	Repair     *Repair     // what was wrong with the draft before, nil for the first
	Reread     *Reread     // what to compare a draft with that broke no rule, nil for none; never beside Repair

	measuredBy string  // the model that measured the cosine, "" where none did
	cosine     float64 // of the question and the nearest evidence

	held  Bag            // the terms of the evidence; nil until keywords asks for them
	words index.Mentions // the words of the question that may name symbols; nil until mentions asks for them
}

// Exchange is an earlier turn of a conversation. It helps to understand a question; it is no evidence.
type Exchange struct{ Question, Answer string }

// Repair is a draft that broke the rules, for the generator to mend.
type Repair struct {
	Draft    string
	Problems []Problem
	Symbols  []InvalidSymbol // names of an API that do not exist or are misused
	Last     bool            // the generator is not asked again
}

// Problem is a sentence of a draft and what is wrong with it.
type Problem struct{ Sentence, Reason string }

// InvalidSymbol is a name in a draft that does not exist, or that is not used as it is declared.
type InvalidSymbol struct {
	Name    string // qualified
	Written string // as the draft writes it
	Verdict SymbolVerdict
	Reason  string            // for a person
	Nearest []symbols.Nearest // real names that may have been meant, the likeliest first
}

// Reread is a draft that may stand, for the generator to compare with the declarations of the symbols in it.
type Reread struct {
	Draft string
	Cards []index.Chunk // of the symbols
}

// Draft is an unchecked answer. A Code says that the generator refuses, and Reason why.
type Draft struct {
	Text       string
	Code       guard.RefusalCode
	Reason     string
	Confidence *Confidence // nil where the generator cannot tell
	Tokens     int         // that it wrote, 0 where it does not count
	Final      bool        // composed by rule: told what is wrong with it, the generator would write the same
	Exact      bool        // it is the listing or the table's row that the question names, whole
}

// Confidence is how sure a model was of what it wrote, from the probabilities of its tokens.
type Confidence struct {
	Mean       float64 // geometric mean over the content tokens, 0..1
	Least      float64 // of a token that is part of a number or an identifier; 1 where there is none
	LeastToken string
	Tokens     int // content tokens measured
}
