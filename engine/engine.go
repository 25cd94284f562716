// Package engine turns one question into one checked answer.
//
//	e := engine.New(retriever, generator, engine.Defaults())
//	answer, err := e.Ask(ctx, "What does MLWE mean?", engine.Silent{})
//
// The way of a question reads top to bottom in Ask: complete it from the turns before, gather evidence, gate, write (draft,
// check, redraft, re-read, fall back), answer or refuse. The engine never prints and never exits; what it decides on the way is in
// the answer's Trace and told to a Listener.
package engine

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"ibid/guard"
	"ibid/guard/support"
	"ibid/index"
	"ibid/index/crash"
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

// Engine answers questions. It is safe for concurrent use.
type Engine struct {
	retriever Retriever
	generator Generator
	checker   *support.Checker
	opt       Options
}

// New makes an engine.
func New(r Retriever, g Generator, opt Options) *Engine {
	var known []support.Acronym
	for _, p := range r.Acronyms() {
		known = append(known, support.Acronym{Short: p.Short, Long: p.Long})
	}
	return &Engine{retriever: r, generator: g, checker: support.NewChecker(known...), opt: opt}
}

// Ask answers one question. An error means that no answer could be made, not that there is none: that is a refusal.
func (e *Engine) Ask(ctx context.Context, question string, l Listener) (_ *Answer, err error) {
	defer crash.Catch(&err)
	start := time.Now()
	a := &Answer{Question: question, Generator: e.generator.Name(), Embedder: e.retriever.Embedder(), Chunks: e.retriever.Len()}
	defer func() { a.Timings.Total = time.Since(start) }()

	w := &reworder{model: e.opt.Rewriter, answer: a}
	asked, why, err := e.standalone(ctx, w, question)
	if err != nil {
		return nil, fmt.Errorf("completing the question: %w", err)
	}
	if asked != OneLine(question) {
		a.Asked = asked
	}
	req, err := e.gather(ctx, a, w, asked, why)
	if err != nil {
		return nil, err
	}
	l.Retrieved(a.Evidence)

	if !e.sufficient(a, req, l) {
		return e.finish(a, l), nil
	}
	if err := e.write(ctx, a, req, l); err != nil {
		return nil, err
	}
	return e.finish(a, l), nil
}

// finish closes the answer and tells the listener.
func (e *Engine) finish(a *Answer, l Listener) *Answer {
	if a.Refused {
		a.Text = cmp.Or(a.Text, e.opt.RefusalText)
		a.Sentences, a.Citations, a.Sources = nil, nil, nil
	}
	l.Done(a)
	return a
}

// refuse turns the answer into a refusal, always for one named reason.
func (a *Answer) refuse(code guard.RefusalCode, reason string) {
	a.Refused, a.RefusalCode, a.RefusalReason = true, code, reason
}
