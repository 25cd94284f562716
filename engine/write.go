package engine

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ibid/guard"
	"ibid/guard/support"
	"ibid/guard/symbols"
)

// examiner has drafts written for one request and checks them.
type examiner struct {
	*Engine
	request  Request
	answer   *Answer // for the trace and the timings
	listener Listener
	keys     []string
	passages map[string]*support.Prepared

	documents []string // namesInEvidence; nil until it is asked for
}

// write fills in the answer from a draft that passes the checks: the first one, one that the generator mended, or the
// fallback's. Where none passes the answer has become a refusal.
func (e *Engine) write(ctx context.Context, a *Answer, r Request, l Listener) error {
	x := examiner{Engine: e, request: r, answer: a, listener: l, passages: map[string]*support.Prepared{}}
	start := time.Now()
	for i := range r.Evidence {
		x.admit(&r.Evidence[i])
	}
	a.Timings.Guard += time.Since(start)

	t, err := x.attempt(ctx, e.generator, r, "")
	if err == nil {
		t, err = x.mend(ctx, t)
	}
	if err == nil && x.rereadable(t) {
		t, err = x.reread(ctx, t)
	}
	if err == nil && t.refused() {
		t, err = x.fallBack(ctx, t)
	}
	if err != nil {
		return err
	}
	x.settle(t)
	return nil
}

// admit lets drafts cite a piece of evidence.
func (x *examiner) admit(ev *Evidence) {
	x.keys = append(x.keys, ev.Key)
	x.passages[ev.Key] = x.checker.Prepare(guard.Passage{Key: ev.Key, Text: ev.Text})
}

// attempt is one draft on its way to an answer: what is left of it, and what was found wrong with it.
type attempt struct {
	generator string
	draft     Draft
	text      string // what is left
	sentences []Sentence
	gates     []guard.Gate
	past      []Rewrite // of drafts before this one into the next
	rewrites  []Rewrite // of this one
	warnings  []string
	problems  []Problem         // of sentences that had to go
	code      guard.RefusalCode // why it is no answer, "" if it is one
	reason    string
	refusal   string // what the refusal says in place of the configured text, "" for that
	declined  bool   // the generator itself says that the evidence has no answer

	findings  []symbols.Finding // of the draft before anything was taken out
	invalid   []InvalidSymbol   // of those, what does not exist or is misused
	inventing []string          // the claims of the draft that hold it
	symbols   []Symbol          // in what is left
}

func (t *attempt) refused() bool { return t.code != "" }

func (t *attempt) refuse(code guard.RefusalCode, reason string) { t.code, t.reason = code, reason }

// attempt has a draft written for a request and checks it.
func (x *examiner) attempt(ctx context.Context, g Generator, r Request, reason string) (*attempt, error) {
	x.listener.Drafting(g.Name(), reason)
	start := time.Now()
	d, err := g.Draft(ctx, r, x.listener.Token)
	x.answer.Timings.Generate += time.Since(start)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.Name(), err)
	}
	start = time.Now()
	t := &attempt{generator: g.Name(), draft: d, text: d.Text}
	err = x.check(ctx, t)
	x.answer.Timings.Guard += time.Since(start)
	return t, err
}

// fallBack answers by the fallback generator in place of a draft that is refused. A generator that itself finds no answer
// is believed, and one that can only invent a name has none, unless the evidence holds the very listing or row that the
// question names.
func (x *examiner) fallBack(ctx context.Context, refused *attempt) (*attempt, error) {
	g := x.opt.Fallback
	if g == nil || g.Name() == x.generator.Name() {
		return refused, nil
	}
	why := fmt.Sprintf("the draft of %s was refused: %s", refused.generator, refused.reason)
	t, err := x.attempt(ctx, g, x.request, why)
	switch {
	case err != nil:
		return nil, err
	case t.refused():
		x.step(UseFallback, why+"; "+g.Name()+" has no answer either: "+t.reason)
		return refused, nil
	case (refused.declined || refused.code == guard.UnknownSymbol) && !t.draft.Exact:
		x.step(UseFallback, why+"; "+g.Name()+" has no listing or row that the question names")
		return refused, nil
	}
	x.step(UseFallback, why)
	change := Rewrite{Stage: StageFallback, Reason: why, Before: refused.draft.Text, After: t.draft.Text}
	t.past = append(refused.past, change)
	t.warnings = append(t.warnings, why+"; this is the answer of "+g.Name())
	return t, nil
}

func (x *examiner) coverage(text string) float64 { return NewBag(text).Coverage(x.request.Terms) }

func (x *examiner) step(action Action, reason string) {
	tr := &x.answer.Trace
	tr.Steps = append(tr.Steps, Step{Round: tr.Rounds, Action: action, Reason: reason})
}

// settle makes an attempt the answer, or its refusal.
func (x *examiner) settle(t *attempt) {
	a := x.answer
	for _, g := range t.gates {
		x.gate(a, g, x.listener)
	}
	for _, r := range slices.Concat(t.past, t.rewrites) {
		a.Trace.Rewrites = append(a.Trace.Rewrites, r)
		x.listener.Rewritten(r)
	}
	a.Generator = t.generator
	if t.refused() {
		a.refuse(t.code, t.reason)
		a.Text = t.refusal
		return
	}
	a.Text, a.Sentences, a.Symbols = t.text, t.sentences, t.symbols
	a.warnOfMissing()
	a.Warnings = append(a.Warnings, t.warnings...)
	a.cite()
}
