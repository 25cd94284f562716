package engine

import (
	"context"
	"time"

	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index"
)

// Judge gives a second opinion on a sentence that the guard found supported.
type Judge interface {
	// Lower tells whether the passages support the sentence after all, and if not, why.
	Lower(ctx context.Context, sentence string, passages []guard.Passage) (ok bool, reason string, err error)
}

// Options are the engine's settings.
type Options struct {
	Hits          int           // chunks retrieved
	Chunks        int           // most chunks of evidence, neighbours included
	Characters    int           // most characters of evidence
	Similarity    float64       // coverage, gate 1: least share of the question's weight that the best evidence must hold
	Premise       float64       // least support for what the question takes for granted; 0 switches the gate off
	NoSimilarity  bool          // switches gate 1 off, cosine and coverage
	NoKeyTerms    bool          // switches the gate for missing names off
	NoSupport     bool          // switches gate 4 off
	Omit          index.Omit    // parts of retrieval that are left out
	NoNeighbours  bool          // leaves out the chunks beside the best hits
	RefusalText   string        // what a refusal says
	Judge         Judge         // a second opinion on each supported sentence; nil for none
	OnlyDocuments []string      // narrows retrieval to the documents with these ids; nil for all
	OnlyProjects  []string      // narrows retrieval to the projects with these names; nil for all
	Quotas        *index.Quotas // of what is derived from the documents; nil for index.DefaultQuotas
	Confidence    float64       // gate 3: least mean probability of a model's words; 0 switches the gate off
	MaxRounds     int           // of retrieval; 0 and 1 look once
	MaxTime       time.Duration // after which no further round begins; 0 for no limit, which alone makes answers repeatable
	Fallback      Generator     // answers where a draft is refused; nil refuses
	Earlier       []Exchange    // the turns before this question, oldest first

	SelectionStrength float64 // gate 1 for a selected text: least share of the question that its best statement must hold
	SelectionPremise  float64 // least support of a selected text for what the question takes for granted; 0 switches the gate off

	Cosine           float64  // gate 1, where a model measures: least cosine of the question and the best evidence
	CosineRefuses    bool     // a lower one refuses, not only warns: the threshold was set for the model that measures
	Rewriter         Rewriter // puts questions in other words; nil for the rules alone
	RewriteFollowUps bool     // the Rewriter completes follow-ups
	RewriteSearches  bool     // the Rewriter words further searches

	Symbols   symbols.Registry // says which names of an API exist; nil judges none
	NoSymbols bool             // switches the judging off
	Reread    bool             // a draft whose names all exist is compared with their declarations by its generator; it takes Cards
	Cards     Cards            // nil where there are none
}

// Cards finds what the sources declare of symbols: the symbol cards of those with these qualified names, in the order of
// the names. A name without a card is left out.
type Cards func(ctx context.Context, names []string) ([]index.Chunk, error)

// Defaults are the settings of an engine that nobody configured.
func Defaults() Options {
	return Options{Hits: index.DefaultHits, Chunks: 16, Characters: 24_000, Similarity: DefaultSimilarity, RefusalText: guard.NotFound,
		Confidence: DefaultConfidence, MaxRounds: DefaultRounds, Cosine: DefaultCosine,
		SelectionStrength: SelectionStrength, SelectionPremise: SelectionPremise}
}

const (
	// DefaultSimilarity is the least coverage of a question by its best evidence. `ibid eval calibrate` finds nothing better on the
	// development questions about standards and the handbook: at .28 it refuses 3 of 192 answerable questions and answers 1 of
	// 74 unanswerable ones, other gates included; from .37 on it refuses more and answers no fewer.
	DefaultSimilarity = 0.28

	DefaultCosine     = 0.7 // least cosine of a question and its best evidence; set by hand, which is why it only warns
	DefaultConfidence = 0.6 // least mean probability of a model's content words
	DefaultRounds     = 2   // most rounds of retrieval
)
