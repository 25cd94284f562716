// Package eval measures how well questions are answered, and sets the thresholds of refusal by what it measured.
//
//	set, err := eval.Load("questions.jsonl")
//	report, err := eval.Run(ctx, set, subject, eval.Options{}, progress)
//	fmt.Println(report.Summary.Mean("recall@8"))
//
// A Set is questions and what is known of their answers. Run puts each question to a Subject and keeps a Row of it; a Summary
// averages the measures of the rows. Everything but the times depends on the set, the documents and the settings alone.
package eval

import (
	"ibid/engine"
	"ibid/index"
)

// Form is what the questions of a set are asked of.
type Form string

// The forms of sets.
const (
	Documents  Form = "documents"  // the indexed documents
	Passages   Form = "passages"   // a passage of text that each question brings along, and nothing else
	Collection Form = "collection" // the texts that the set brings along, one document each; only retrieval is measured
)

// Set is a question set.
type Set struct {
	Name      string // for a person: the path as the user gave it
	SHA256    string // of the files it was read from, hex
	Form      Form
	Questions []Question
	Texts     []index.Text // of a Collection
	Warnings  []string     // what was passed over, with line numbers
}

// Question is one question and what is known of its answer. What is empty is not measured.
type Question struct {
	ID         string
	Text       string
	Kind       string // "" where the set names none
	Project    string // narrows retrieval to the documents of a project
	Answerable bool

	Gold     []Place        // where the answer stands
	Also     []Place        // where it stands too: right to cite, and not asked for
	Near     []Place        // of what is not answerable: the places that tempt
	Relevant map[string]int // grades of a Collection's documents, by id

	GoldAnswer    string     // a full answer, for a person
	GoldSentences []string   // what a librarian would quote
	AlsoSentences []string   // and what says the same elsewhere
	CorrectionOK  bool       // it takes something wrong for granted: to cite what is right of that, at Near, answers it as well as a refusal
	Facts         []string   // must_contain: an answer holds all of these
	Contains      []string   // the same, read as they stand, without regard to case
	ContainsAny   []string   // an answer holds one of these
	NotContains   []string   // an answer holds none of these
	WantSources   []string   // ids or paths of documents that it cites
	Passage       string     // of a Passages question
	Texts         []string   // an answer to a Passages question is one of these
	Symbols       SymbolRule // what it may and must name of an API
}

// SymbolRule is what an answer may and must name of an API. Names are qualified.
type SymbolRule struct {
	MustExist bool     // every symbol that it names is declared
	Require   []string // it names all of these
	Forbid    []string // and none of these
}

// Place is a part of a document: pages, lines, or a symbol's declaration; the whole document where none is given.
type Place struct {
	DocID     string
	StartPage int // counted from 1, both ends included; 0 where lines or a symbol say the place
	EndPage   int
	StartLine int
	EndLine   int
	Symbol    string // qualified name
}

// Measure is one value of one question.
type Measure struct {
	Name  string // one of Measures
	Value float64
}

// Row is what became of one question.
type Row struct {
	ID         string
	Question   string
	Kind       string
	Answerable bool
	Measures   []Measure // in the order of Measures; what does not apply to the question is left out
	Hits       []Found   // of retrieval, best first
	Lost       []Loss    // gold places that are not among the first hits, and where each was lost
	Refused    bool
	Code       string // why it was refused
	Reason     string
	Answer     string
	Cited      []Found // in the order of their keys
	Gates      []Gate  // what was measured before and after the draft
	Times      Times
}

// Found is a chunk that was found or cited.
type Found struct {
	ChunkID   string
	DocID     string
	StartPage int
	EndPage   int
	StartLine int
	EndLine   int
	Symbol    string
	Score     float64
}

// Loss is a gold place and the stage that lost it.
type Loss struct {
	Place    Place
	Stage    LossStage
	Lexical  int // best ranks that any chunk of the place had, counted from 1; 0 for none
	Dense    int
	Fused    int
	Reranked int
}

// LossStage is a stage of retrieval at which a gold place got lost.
type LossStage string

// The stages, in their order. A place is lost at the first stage after which none of its chunks is among the first k, unless no
// stage had one there.
const (
	NeverRetrieved LossStage = "never retrieved" // no retriever had it in its list
	RankedLow      LossStage = "ranked low"      // it was, but below the first k of each
	FusedAway      LossStage = "fused away"      // some retriever had it among its first k, the fused ranking does not
	RerankedAway   LossStage = "reranked away"   // the fused ranking has it among the first k, the reranked one does not
	PassedOver     LossStage = "passed over"     // for symbol cards and recipes
	NotSelected    LossStage = "not selected"    // it is a hit, but found no room in the evidence
)

// Gate is one gate's measurement of one question.
type Gate struct {
	Name      string
	Measured  float64
	Threshold float64
	Verdict   string
}

// Times are wall-clock milliseconds.
type Times struct{ Search, Answer float64 }

// Subject is what the questions are put to.
type Subject struct {
	Index     *index.Index // nil for Passages
	Generator engine.Generator
	Options   engine.Options
	Version   string // of ibid; "" where it does not matter
}

// Options say how much of a set is measured.
type Options struct {
	RetrievalOnly bool // searches, and asks for no answers
}

// Report is what became of a question set.
type Report struct {
	Set       string // name of the set
	SHA256    string // of its files
	Form      Form
	Embedder  string
	Generator string
	Documents int // in the index; 0 for Passages, and where the caller of Run does not say
	Chunks    int // in the index; 0 for Passages
	Under     Conditions
	Rows      []Row
	Summary   Summary
	Warnings  []string
}

// Summary averages rows.
type Summary struct {
	Questions int
	Means     []Mean // in the order of Measures
	Kinds     []Kind // by name; none where the set names no kinds
	Lost      []Lost // in the order of the stages, stages that lost nothing left out
	Search    Latency
	Answer    Latency
}

// Mean is the average of one measure over the rows that have it.
type Mean struct {
	Name  string
	Value float64
	N     int     // rows
	Low   float64 // bounds of the 95% confidence interval: Wilson's where every value is 0 or 1, else by bootstrap over the rows
	High  float64 // both NaN where there is none: too few rows, or all alike
}

// Kind is a summary of the questions of one kind.
type Kind struct {
	Name      string
	Questions int
	Means     []Mean
}

// Lost counts the gold places that one stage lost.
type Lost struct {
	Stage  LossStage
	Places int
}

// Latency is percentiles in milliseconds, 0 where nothing was timed.
type Latency struct{ P50, P90, P99 float64 }

// Info describes a measure.
type Info struct {
	Name  string
	Help  string // one line, without a full stop
	Lower bool   // less is better
	Count bool   // of something in one answer: it may be above 1
}
