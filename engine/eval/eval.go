// Package eval measures how well questions are answered, and sets the thresholds of refusal by what it measured.
//
//	set, err := eval.Load("questions.jsonl")
//	report, err := eval.Run(ctx, set, subject, eval.Options{}, progress)
//	fmt.Println(report.Mean("recall@8"))
//
// A Set is questions and what is known of their answers. Run puts each question to a Subject and keeps a Row of it; a
// Summary averages the measures of the rows. Everything but the times depends on the set, the documents and the
// settings alone.
package eval

import (
	"ibid/engine"
	"ibid/index"
)

// Form is what the questions of a set are asked of.
type Form string

// The forms of sets.
const (
	Documents Form = "documents" // the indexed documents
	Passages  Form = "passages"  // a passage of text that each question brings along, and nothing else
)

// Set is a question set.
type Set struct {
	Name      string // for a person: the path as the user gave it
	SHA256    string // of the file it was read from, hex
	Form      Form
	Questions []Question
	Warnings  []string // what was passed over, with line numbers
}

// Question is one question and what is known of its answer. What is empty is not measured. Fields with a tag are read
// as they are.
type Question struct {
	ID         string
	Text       string `field:"question"`
	Kind       string `field:"kind"`    // "" where the set names none
	Project    string `field:"project"` // narrows retrieval to the documents of a project
	Answerable bool

	Gold []Place // where the answer stands
	Also []Place // where it stands too: right to cite, and not asked for
	Near []Place // of what is not answerable: the places that tempt

	GoldAnswer    string     `field:"gold_answer"`    // a full answer, for a person
	GoldSentences []string   `field:"gold_sentences"` // what a librarian would quote
	AlsoSentences []string   `field:"also_sentences"` // and what says the same elsewhere
	CorrectionOK  bool       `field:"correction_ok"`  // it takes something wrong for granted: to cite what is right of that, at Near, answers it as well as a refusal
	Facts         []string   `field:"must_contain"`   // an answer holds all of these
	Contains      []string   `field:"contains"`       // the same, read as they stand, without regard to case
	ContainsAny   []string   `field:"contains_any"`   // an answer holds one of these
	NotContains   []string   `field:"not_contains"`   // an answer holds none of these
	WantSources   []string   `field:"want_sources"`   // ids or paths of documents that it cites
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
	DocID     string `json:"doc_id"`
	StartPage int    `json:"start_page"` // counted from 1, both ends included; 0 where lines or a symbol say the place
	EndPage   int    `json:"end_page"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Symbol    string `json:"symbol"` // qualified name
}

// Measure is one value of one question.
type Measure struct {
	Name  string // one of Measures
	Value float64
}

// Row is what became of one question, and a line of a saved file. Fields are only ever added to that.
type Row struct {
	ID         string      `json:"qid"`
	Question   string      `json:"question"`
	Kind       string      `json:"kind"`
	Answerable bool        `json:"answerable"`
	Refused    bool        `json:"refused"`
	Code       string      `json:"refusal_code"` // why it was refused
	Reason     string      `json:"refusal_reason"`
	Answer     string      `json:"answer"`
	Measures   Values      `json:"measures"` // in the order of Measures; what does not apply to the question is left out
	Hits       List[Found] `json:"hits"`     // of retrieval, best first
	Cited      List[Found] `json:"cited"`    // in the order of their keys
	Gates      List[Gate]  `json:"gates"`    // what was measured before and after the draft
	Times      Times       `json:"timings_ms"`
}

// Found is a chunk that was found or cited.
type Found struct {
	ChunkID   string `json:"chunk_id"`
	DocID     string `json:"doc_id"`
	StartPage int    `json:"start_page"`
	EndPage   int    `json:"end_page"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Symbol    string `json:"symbol"`
	Score     Number `json:"score"`
}

// Gate is one gate's measurement of one question.
type Gate struct {
	Name      string `json:"name"`
	Measured  Number `json:"measured"` // NaN where nothing was
	Threshold Number `json:"threshold"`
	Verdict   string `json:"verdict"`
}

// Times are wall-clock milliseconds.
type Times struct {
	Search Number `json:"search"`
	Answer Number `json:"answer"`
}

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

// Report is what became of a question set. Without its rows it is printed and kept: a set of ibid.eval/1. Fields are
// only ever added, lists are never null, and nothing but Times differs between two runs.
type Report struct {
	Set        string       `json:"set"`    // its name
	SHA256     string       `json:"sha256"` // of its file
	Form       Form         `json:"form"`
	Embedder   string       `json:"embedder"`
	Generator  string       `json:"generator"`
	Documents  int          `json:"documents"` // in the index; 0 for Passages, and where the caller of Run does not say
	Chunks     int          `json:"chunks"`    // in the index; 0 for Passages
	Questions  int          `json:"questions"`
	Answerable int          `json:"answerable"`
	Means      List[Mean]   `json:"means"` // in the order of Measures
	Kinds      List[Kind]   `json:"kinds"` // by name; none where the set names no kinds
	Warnings   List[string] `json:"warnings"`
	Times      Percentiles  `json:"timings_ms"`
	Conditions *Conditions  `json:"conditions"` // nil of a run that did not tell them yet

	Rows []Row `json:"-"`
}

// Percentiles are those of the times of all questions.
type Percentiles struct {
	Search Latency `json:"search"`
	Answer Latency `json:"answer"`
}

// Mean is the average of one measure over the rows that have it.
type Mean struct {
	Name  string `json:"measure"`
	Value Number `json:"value"`
	Low   Number `json:"low"`  // bounds of the 95% confidence interval: Wilson's where every value is 0 or 1, else by bootstrap over the rows
	High  Number `json:"high"` // both NaN where there is none: too few rows, or all alike
	N     int    `json:"n"`    // rows
}

// Kind is a summary of the questions of one kind.
type Kind struct {
	Name      string     `json:"kind"`
	Questions int        `json:"questions"`
	Means     List[Mean] `json:"means"`
}

// Latency is percentiles in milliseconds, 0 where nothing was timed.
type Latency struct {
	P50 Number `json:"p50"`
	P90 Number `json:"p90"`
	P99 Number `json:"p99"`
}

// Info describes a measure.
type Info struct {
	Name  string
	Help  string // one line, without a full stop
	Lower bool   // less is better
	Count bool   // of something in one answer: it may be above 1
}
