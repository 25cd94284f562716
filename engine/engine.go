// Package engine turns one question into one checked answer.
//
//	e := engine.New(retriever, generator, engine.Defaults())
//	answer, err := e.Ask(ctx, "What does MLWE mean?", engine.Silent{})
//
// Ask is the way of one question, from top to bottom:
//
//   - find (gather.go): a follow-up is completed from the turns before it, by rule; the index parses the question, puts
//     it in several wordings, searches, fuses and ranks (index.Search);
//   - gather (gather.go): what was found is evidence, within budgets; a reader scores what each statement of it says of
//     the question;
//   - gates (gates.go) look at the evidence before anything is written, because what is not there cannot be answered by
//     anybody, and a model asked all the same would invent it;
//   - write (write.go): a generator's draft is parsed (draft.go) and its sentences are marked (check.go, symbols.go,
//     claim.go): do they cite, do the names of an API exist, was the model sure, and is each supported by what it cites.
//     What fails is not shown, and is told to the generator, which may write once more; what is refused for good is
//     answered by the fallback, or not at all;
//   - settle makes of what is left the answer, or a refusal.
//
// A Request is what is known of the question and its evidence, a Statement the smallest thing in that which says
// something; a generator draws on both. The engine never prints and never exits. What it decides on the way is in the
// answer's Trace and told to a Listener. A question about a text that a person points at goes the same way, with that
// text as the only document (selection.go).
package engine

import (
	"cmp"
	"context"
	"time"

	"ibid/guard"
	"ibid/index"
	"ibid/index/file"
)

// Retriever finds chunks. The built-in index is one.
type Retriever interface {
	Search(ctx context.Context, q index.Query) (index.Result, error)
	Chunk(id string) (index.Chunk, error)
	Rarity(ctx context.Context, terms []string) ([]index.Rarity, error)
	Expansions(word string) []string
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
	opt       Options
	parse     func(d *guard.Draft, text string) // guard.Draft.Append, but for the test that counts its calls
}

// New makes an engine.
func New(r Retriever, g Generator, opt Options) *Engine {
	return &Engine{retriever: r, generator: g, opt: opt, parse: (*guard.Draft).Append}
}

// run is one question on its way to its answer. The steps of Ask are its methods.
type run struct {
	*Engine
	answer   *Answer // with the trace and the timings
	listener Listener

	request            Request
	chunks, characters int // of evidence that there is room for

	keys     []string            // of the evidence that a draft may cite
	passages map[string]Passage  // by key
	findings map[string]*Finding // about claims and what they cite
}

// Ask answers one question. An error means that no answer could be made, not that there is none: that is a refusal.
func (e *Engine) Ask(ctx context.Context, question string, l Listener) (_ *Answer, err error) {
	defer file.Catch(&err)
	start := time.Now()
	a := &Answer{Schema: AnswerSchema, Question: question, Generator: e.generator.Name(), Embedder: e.retriever.Embedder(), Index: index.State{Chunks: e.retriever.Len()}}
	defer func() { a.Timings.Total = since(start) }()

	x := &run{Engine: e, answer: a, listener: l, chunks: maxChunks, characters: maxCharacters, passages: map[string]Passage{},
		findings: map[string]*Finding{}, request: Request{readings: map[string][]index.Reading{}}}
	found, err := x.find(ctx, question) // 1 to 5: the index parses and words the question, searches, fuses and ranks
	if err != nil {
		return nil, err
	}
	if err := x.gather(ctx, &found); err != nil { // 6
		return nil, err
	}
	a.Timings.Retrieve = since(start)
	l.Retrieved(a.Evidence)
	if x.gates() { // 7
		t, err := x.write(ctx) // 8 and 9: a draft is written, parsed and checked
		if err != nil {
			return nil, err
		}
		x.settle(t) // 10
	}
	if a.Refused {
		a.Text = cmp.Or(a.Text, e.opt.RefusalText)
		a.Sentences, a.Citations, a.Sources = nil, nil, nil
		a.Nearest = x.request.nearest()
	}
	a.round()
	return a, nil
}

// refuse turns the answer into a refusal, always for one named reason.
func (a *Answer) refuse(code guard.RefusalCode, reason string) {
	a.Refused, a.RefusalCode, a.RefusalReason = true, code, reason
}
