package engine

import (
	"context"
	"slices"

	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index"
	"ibid/index/question"
	"ibid/index/reader"
)

// Request is what a generator may draw on.
type Request struct {
	Question   question.Question
	Terms      []question.Term // its content words
	Names      []question.Name // what it names to the letter
	Evidence   []Evidence
	Statements []Statement // what the evidence says, in its order
	Selected   bool        // the evidence is one text, which a person pointed at
	Earlier    []Exchange  // the turns before this one, oldest first

	Doubts []string // why the evidence may not answer: what a gate would have refused

	Repair *Repair // what was wrong with the draft before, nil for the first

	readings map[string][]index.Reading // of chunks that were read, by id
}

// Exchange is an earlier turn of a conversation. It helps to understand a question; it is no evidence.
type Exchange struct{ Question, Answer string }

// Repair is a draft that broke the rules, for the generator to mend.
type Repair struct {
	Draft    string
	Problems []Problem
	Symbols  []symbols.Finding // names of an API that do not exist or are misused
}

// Problem is a sentence of a draft and what is wrong with it.
type Problem struct{ Sentence, Reason string }

// Draft is an unchecked answer. A Code says that the generator refuses, and Reason why.
type Draft struct {
	Text       string
	Code       guard.RefusalCode
	Reason     string
	Confidence *Confidence // nil where the generator cannot tell
	Tokens     int         // that it wrote, 0 where it does not count
	Final      bool        // composed by rule: told what is wrong with it, the generator would write the same
	Shown      []string    // the keys of the evidence that it was written from, in that order; nil for all
}

// Confidence is how sure a model was of what it wrote, from the probabilities of its tokens.
type Confidence struct {
	Mean       float64 // geometric mean over the content tokens, 0..1
	Least      float64 // of a token that is part of a number or an identifier; 1 where there is none
	LeastToken string
	Tokens     int // content tokens measured
}

// mentions tells whether the evidence holds a name, in its text, title, section or document id.
func (r *Request) mentions(n *question.Name) bool {
	for i := range r.Evidence {
		if slices.ContainsFunc(r.Evidence[i].texts(), n.In) {
			return true
		}
	}
	return n.Number != "" && slices.ContainsFunc(r.Statements, func(s Statement) bool { return s.Holds(n) })
}

// Judge tells whether statements bear out a claim that is not proven and that differs from the source in nothing but
// words.
type Judge interface {
	// Accepts tells whether it holds the claim for borne out, and says how sure it is; "" where it has no opinion.
	Accepts(ctx context.Context, claim string, statements []string) (ok bool, said string, err error)
}

// Options are the engine's settings.
type Options struct {
	Hits          int           // chunks retrieved
	Answered      float64       // least probability that the evidence answers the question
	Odds          Odds          // what tells that
	Gates         Gates         // that look at a draft
	TellDoubts    bool          // the generator is told what makes an answer doubtful, and asked unless that is sure
	ShowUnproven  bool          // shows a sentence that is not proven, too, before the quotation in its place
	Reader        *reader.Model // reads what is found with the question; nil for nothing
	RefusalText   string        // what a refusal says
	Judge         Judge         // of sentences that are merely reworded; nil for none
	OnlyDocuments []string      // narrows retrieval to the documents with these ids; nil for all
	OnlyProjects  []string      // narrows retrieval to the projects with these names; nil for all
	Fallback      Generator     // answers where a draft is refused; nil refuses
	Earlier       []Exchange    // the turns before this question, oldest first

	Symbols symbols.Registry // says which names of an API exist; nil judges none
	Cards   Cards            // nil where there are none

	selected bool // the retriever is one text, which a person pointed at
}

// Gates says which of the gates that look at a draft are on.
type Gates struct {
	Support bool // the evidence says what each sentence says
	Symbols bool // the names of an API exist
}

// Cards finds what the sources declare of symbols: the symbol cards of those with these qualified names, in the order
// of the names. A name without a card is left out.
type Cards func(ctx context.Context, names []string) ([]index.Chunk, error)

// Defaults are the settings of an engine that nobody configured.
func Defaults() Options {
	return Options{Hits: index.DefaultHits, Answered: DefaultAnswered, Odds: fittedOdds, RefusalText: guard.NotFoundText, Gates: Gates{Support: true, Symbols: true}}
}
