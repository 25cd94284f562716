// Package eval measures how well questions are answered, and what the threshold of refusal does to them.
//
//	set, err := eval.Load("questions.jsonl")
//	report, err := eval.Run(ctx, set, subject, progress)
//	fmt.Println(report.Mean("recall@8"))
//
// A Set is questions and what is known of their answers. Run puts each question to a Subject, keeps a Row of it and
// averages the measures of the rows. All of that depends on the set, the documents and the settings alone.
package eval

import (
	"ibid/engine"
	"ibid/index"
)

// Set is a question set.
type Set struct {
	Name      string // for a person: the path as the user gave it
	SHA256    string // of the file it was read from, hex
	Passages  bool   // each question is asked of a passage that it brings along, and of nothing else
	Questions []Question
}

// Question is one question and what is known of its answer, as a line of a set has it. What is empty is not measured.
type Question struct {
	ID         string `json:"qid"`
	Text       string `json:"question"`
	Answerable bool   `json:"answerable"` // true where it is left out

	Gold []Place `json:"gold"`      // where the answer stands
	Also []Place `json:"also_gold"` // where it stands too: right to cite, and not asked for
	Near []Place `json:"near"`      // of what is not answerable: the places that tempt

	GoldSentences []string `json:"gold_sentences"` // what a librarian would quote
	AlsoSentences []string `json:"also_sentences"` // and what says the same elsewhere
	Facts         []string `json:"must_contain"`   // an answer holds all of these
	ContainsAny   []string `json:"contains_any"`   // an answer holds one of these
	NotContains   []string `json:"not_contains"`   // an answer holds none of these
	// It takes something wrong for granted: to cite what is right of that, at Near, answers it as well as a refusal.
	CorrectionOK bool `json:"correction_ok"`

	Passage string   `json:"context"`
	Texts   []string `json:"answers"` // an answer from the passage is one of these

	// For whoever reads the file.
	Kind, Note, Title, Trap, Absent unread
	GoldAnswer                      unread `json:"gold_answer"`
}

// Place is a part of a document: pages or lines; the whole document where neither is given.
type Place struct {
	DocID     string `json:"doc_id"`
	StartPage int    `json:"start_page"` // counted from 1, both ends included; 0 where lines say the place
	EndPage   int    `json:"end_page"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`

	// For whoever looks the place up.
	Path, Sentence unread
	SentencePlain  unread `json:"sentence_plain"`
}

// unread is a field that may be there and says nothing here.
type unread struct{}

func (*unread) UnmarshalJSON([]byte) error { return nil }

// Subject is what the questions are put to.
type Subject struct {
	Index     *index.Index // nil for passages
	Generator engine.Generator
	Options   engine.Options
	Version   string // of ibid; "" where it does not matter
}

// Report is what became of a question set, and what Compare reads again.
type Report struct {
	Set        string   `json:"set"`    // its name
	SHA256     string   `json:"sha256"` // of its file
	Version    string   `json:"version"`
	Digest     string   `json:"documents_sha256"` // index.Index.Digest; "" for passages
	Embedder   string   `json:"embedder"`
	Generator  string   `json:"generator"`
	Answered   float64  `json:"answered"`  // the threshold
	Documents  int      `json:"documents"` // in the index; 0 for passages
	Chunks     int      `json:"chunks"`
	Questions  int      `json:"questions"`
	Answerable int      `json:"answerable"`
	Means      []Mean   `json:"means"` // in the order of Measures
	Warnings   []string `json:"warnings"`
	Rows       []Row    `json:"rows"`
}

// Mean is the average of one measure over the rows that have it.
type Mean struct {
	Name  string  `json:"measure"`
	Value float64 `json:"value"`
	N     int     `json:"n"` // rows
}

// Row is what became of one question.
type Row struct {
	ID         string             `json:"qid"`
	Question   string             `json:"question"`
	Answerable bool               `json:"answerable"`
	Refused    bool               `json:"refused"`
	Code       string             `json:"refusal_code"` // why it was refused
	Reason     string             `json:"refusal_reason"`
	Answer     string             `json:"answer"`
	Measures   map[string]float64 `json:"measures"` // what does not apply to the question is left out
}
