package engine

import (
	"context"
	"fmt"
	"time"

	"ibid/guard"
)

// examiner has drafts written for one request and checks them.
type examiner struct {
	*Engine
	request  Request
	answer   *Answer // for the trace and the timings
	listener Listener
	keys     []string
	passages map[string]*guard.Prepared
}

// write fills in the answer from a draft that passes the checks: the first one, one that the generator mended, or the
// fallback's. Where none passes the answer has become a refusal.
func (e *Engine) write(ctx context.Context, a *Answer, r Request, l Listener) error {
	x := examiner{Engine: e, request: r, answer: a, listener: l, passages: map[string]*guard.Prepared{}}
	start := time.Now()
	for i := range r.Evidence {
		ev := &r.Evidence[i]
		x.keys = append(x.keys, ev.Key)
		x.passages[ev.Key] = e.checker.Prepare(guard.Passage{Key: ev.Key, Text: ev.Text})
	}
	a.Timings.Guard += time.Since(start)

	t, err := x.attempt(ctx, e.generator, nil, "")
	if err == nil && t.mendable() {
		t, err = x.redraft(ctx, t)
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

// attempt is one draft on its way to an answer: what is left of it, and what was found wrong with it.
type attempt struct {
	generator string
	draft     Draft
	text      string // what is left
	sentences []Sentence
	gates     []guard.Gate
	rewrites  []Rewrite
	warnings  []string
	problems  []Problem         // of sentences that had to go
	code      guard.RefusalCode // why it is no answer, "" if it is one
	reason    string
	declined  bool // the generator itself says that the evidence has no answer
}

func (t *attempt) refused() bool { return t.code != "" }

func (t *attempt) refuse(code guard.RefusalCode, reason string) { t.code, t.reason = code, reason }

// mendable tells that the generator may do better, told what is wrong.
func (t *attempt) mendable() bool { return len(t.problems) > 0 && !t.draft.Final }

// attempt has a draft written and checks it.
func (x *examiner) attempt(ctx context.Context, g Generator, repair *Repair, reason string) (*attempt, error) {
	r := x.request
	r.Repair = repair
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

const maxProblems = 16 // of a draft that its generator is told

// redraft asks the generator once more, with what was wrong. The new draft is taken unless it is no answer or says less
// of what was asked than what is left of the first.
func (x *examiner) redraft(ctx context.Context, first *attempt) (*attempt, error) {
	why := fmt.Sprintf("%d of the draft's sentences cannot stand: %s", len(first.problems), first.problems[0].Reason)
	repair := &Repair{Draft: first.draft.Text, Problems: first.problems[:min(maxProblems, len(first.problems))]}
	second, err := x.attempt(ctx, x.generator, repair, why)
	if err != nil {
		return nil, err
	}
	switch {
	case second.draft.Text == first.draft.Text:
		x.step(Redraft, why+"; the generator wrote the same again")
	case second.refused():
		x.step(Redraft, why+"; the new draft is no better: "+second.reason)
	case !first.refused() && x.coverage(second.text) < x.coverage(first.text):
		x.step(Redraft, why+"; the new draft says less of what was asked")
	default:
		x.step(Redraft, why+"; the new draft takes its place")
		change := Rewrite{Stage: StageRedraft, Reason: why, Before: first.draft.Text, After: second.draft.Text}
		second.rewrites = append([]Rewrite{change}, second.rewrites...)
		return second, nil
	}
	return first, nil
}

// fallBack answers by the fallback generator in place of a draft that is refused. A generator that itself finds no answer
// is believed, unless the evidence holds the very listing or row that the question names.
func (x *examiner) fallBack(ctx context.Context, refused *attempt) (*attempt, error) {
	g := x.opt.Fallback
	if g == nil || g.Name() == x.generator.Name() {
		return refused, nil
	}
	why := fmt.Sprintf("the draft of %s was refused: %s", refused.generator, refused.reason)
	t, err := x.attempt(ctx, g, nil, why)
	switch {
	case err != nil:
		return nil, err
	case t.refused():
		x.step(UseFallback, why+"; "+g.Name()+" has no answer either: "+t.reason)
		return refused, nil
	case refused.declined && !t.draft.Exact:
		x.step(UseFallback, why+"; "+g.Name()+" has no listing or row that the question names")
		return refused, nil
	}
	x.step(UseFallback, why)
	change := Rewrite{Stage: StageFallback, Reason: why, Before: refused.draft.Text, After: t.draft.Text}
	t.rewrites = append([]Rewrite{change}, t.rewrites...)
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
	for _, r := range t.rewrites {
		a.Trace.Rewrites = append(a.Trace.Rewrites, r)
		x.listener.Rewritten(r)
	}
	a.Generator = t.generator
	if t.refused() {
		a.refuse(t.code, t.reason)
		return
	}
	a.Text, a.Sentences = t.text, t.sentences
	a.warnOfMissing()
	a.Warnings = append(a.Warnings, t.warnings...)
	a.cite()
}
