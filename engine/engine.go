// Package engine turns one question into one checked answer.
//
//	e := engine.New(retriever, generator, engine.Defaults())
//	answer, err := e.Ask(ctx, "What does MLWE mean?", engine.Silent{})
//
// The way of a question reads top to bottom in Ask: retrieve, select evidence, gate, draft, check, answer or refuse. The
// engine never prints and never exits; what it decides on the way is in the answer's Trace and told to a Listener.
package engine

import (
	"context"
	"fmt"
	"time"

	"ibid/guard"
	"ibid/index"
)

// Retriever finds chunks. The built-in index is one.
type Retriever interface {
	Search(ctx context.Context, q index.Query) (index.Result, error)
	Chunk(id string) (index.Chunk, error)
	Rarity(ctx context.Context, terms []string) ([]index.Rarity, error)
	Expansions(word string) []string
	Acronyms() []index.Acronym
	Embedder() string
	Len() int
}

// Generator writes drafts. Nothing it writes is believed: the guard checks every sentence.
type Generator interface {
	Name() string
	// Draft writes an answer in Markdown whose sentences end in the markers of their evidence. It may stream the
	// draft to token as it is written.
	Draft(ctx context.Context, r Request, token func(string)) (Draft, error)
}

// Request is what a generator may draw on.
type Request struct {
	Question   index.Question
	Terms      []Term // its content words
	Names      []Name // what it names to the letter
	Evidence   []Evidence
	Statements []Statement // what the evidence says, in its order
	Earlier    []Exchange  // the turns before this one, oldest first
	Repair     *Repair     // what was wrong with the draft before, nil for the first
}

// Exchange is an earlier turn of a conversation. It helps to understand a question; it is no evidence.
type Exchange struct{ Question, Answer string }

// Repair is a draft that broke the rules, for the generator to mend.
type Repair struct {
	Draft    string
	Problems []Problem
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
}

// Confidence is how sure a model was of what it wrote, from the probabilities of its tokens.
type Confidence struct {
	Mean       float64 // geometric mean over the content tokens, 0..1
	Least      float64 // of a token that is part of a number or an identifier; 1 where there is none
	LeastToken string
	Tokens     int // content tokens measured
}

// Judge gives a second opinion on a sentence that the guard found supported.
type Judge interface {
	// Lower tells whether the passages support the sentence after all, and if not, why.
	Lower(ctx context.Context, sentence string, passages []guard.Passage) (ok bool, reason string, err error)
}

// Options are the engine's settings.
type Options struct {
	Hits          int      // chunks retrieved
	Chunks        int      // most chunks of evidence, neighbours included
	Characters    int      // most characters of evidence
	Similarity    float64  // gate 1: least share of the question's weight that the best evidence must hold
	Premise       float64  // least support for what the question takes for granted; 0 switches the gate off
	NoSimilarity  bool     // switches gate 1 off
	NoKeyTerms    bool     // switches the gate for missing names off
	NoSupport     bool     // switches gate 4 off
	NoRerank      bool     //
	RefusalText   string   // what a refusal says
	Judge         Judge    // a second opinion on each supported sentence; nil for none
	OnlyDocuments []string // narrows retrieval to the documents with these ids; nil for all
}

// Defaults are the settings of an engine that nobody configured.
func Defaults() Options {
	return Options{Hits: index.DefaultHits, Chunks: 16, Characters: 24_000, Similarity: DefaultSimilarity, RefusalText: guard.NotFound}
}

// DefaultSimilarity is the least coverage of a question by its best evidence.
const DefaultSimilarity = 0.28

// Engine answers questions. It is safe for concurrent use.
type Engine struct {
	retriever Retriever
	generator Generator
	checker   *guard.Checker
	opt       Options
}

// New makes an engine.
func New(r Retriever, g Generator, opt Options) *Engine {
	var known []guard.Acronym
	for _, p := range r.Acronyms() {
		known = append(known, guard.Acronym{Short: p.Short, Long: p.Long})
	}
	return &Engine{retriever: r, generator: g, checker: guard.NewChecker(known...), opt: opt}
}

// Ask answers one question. An error means that no answer could be made, not that there is none: that is a refusal.
func (e *Engine) Ask(ctx context.Context, question string, l Listener) (*Answer, error) {
	start := time.Now()
	a := &Answer{Question: question, Generator: e.generator.Name(), Embedder: e.retriever.Embedder(), Chunks: e.retriever.Len()}
	defer func() { a.Timings.Total = time.Since(start) }()

	req, err := e.retrieve(ctx, a, question)
	if err != nil {
		return nil, err
	}
	l.Retrieved(a.Evidence)

	if !e.sufficient(a, req, l) {
		return e.finish(a, l), nil
	}
	drafted := time.Now()
	draft, err := e.generator.Draft(ctx, req, l.Token)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.generator.Name(), err)
	}
	a.Timings.Generate = time.Since(drafted)

	checked := time.Now()
	if err := e.check(ctx, a, req, draft, l); err != nil {
		return nil, err
	}
	a.Timings.Guard = time.Since(checked)
	return e.finish(a, l), nil
}

// retrieve fills in the evidence and the retrieval part of the trace.
func (e *Engine) retrieve(ctx context.Context, a *Answer, question string) (Request, error) {
	start := time.Now()
	res, err := e.retriever.Search(ctx, index.Query{Text: question, K: e.opt.Hits, Documents: e.opt.OnlyDocuments, NoRerank: e.opt.NoRerank})
	if err != nil {
		return Request{}, fmt.Errorf("search: %w", err)
	}
	if a.Evidence, err = e.selectEvidence(res.Hits); err != nil {
		return Request{}, fmt.Errorf("evidence: %w", err)
	}
	terms, err := e.terms(ctx, res.Question)
	if err != nil {
		return Request{}, fmt.Errorf("question terms: %w", err)
	}
	a.Trace.Variants, a.Trace.Fusion, a.Trace.Found, a.Trace.Rounds = res.Variants, res.Fusion, res.Hits, 1
	a.Timings.Retrieve = time.Since(start)
	return Request{Question: res.Question, Terms: terms, Names: e.names(res.Question), Evidence: a.Evidence, Statements: statements(a.Evidence)}, nil
}

// finish closes the answer and tells the listener.
func (e *Engine) finish(a *Answer, l Listener) *Answer {
	if a.Refused {
		a.Text, a.Sentences, a.Citations, a.Sources, a.Warnings = e.opt.RefusalText, nil, nil, nil, nil
	}
	l.Done(a)
	return a
}

// refuse turns the answer into a refusal, always for one named reason.
func (a *Answer) refuse(code guard.RefusalCode, reason string) {
	a.Refused, a.RefusalCode, a.RefusalReason = true, code, reason
}
