package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index/question"
)

// write returns a draft that passes the checks: the first one, one that the generator mended, or the fallback's. Where
// none does, it is refused.
func (x *run) write(ctx context.Context) (*attempt, error) {
	start := time.Now()
	for i := range x.request.Evidence {
		x.admit(&x.request.Evidence[i])
	}
	x.answer.Timings.Guard += since(start)

	t, err := x.attempt(ctx, x.generator, x.request, "")
	if err == nil {
		t, err = x.mend(ctx, t)
	}
	if err == nil && t.refused() {
		t, err = x.fallBack(ctx, t)
	}
	return t, err
}

// admit lets drafts cite a piece of evidence.
func (x *run) admit(ev *Evidence) {
	x.keys = append(x.keys, ev.Key)
	x.passages[ev.Key] = NewPassage(*ev, ev.Key)
}

// attempt is one draft on its way to an answer: what is left of it, and what was found wrong with it.
type attempt struct {
	generator string
	draft     Draft
	marked    *guard.Draft     // its text, as it was told and as the checks mark it
	left      *guard.Draft     // what they leave; nil before they are through
	sentences []guard.Sentence // of that
	claims    int              // that were held against the evidence
	supported int              // of those
	doubt     string           // what was found wrong with the first that does not stand as it is
	gates     []guard.Gate
	past      []Rewrite // of drafts before this one into the next
	rewrites  []Rewrite // of this one
	warnings  []string
	problems  []Problem         // of sentences that had to go
	code      guard.RefusalCode // why it is no answer, "" if it is one
	reason    string
	refusal   string // what the refusal says in place of the configured text, "" for that
	declined  bool   // the generator itself says that the evidence has no answer

	findings []symbols.Finding // of the draft before anything was taken out
	invalid  []symbols.Finding // of those, what does not exist or is misused
	symbols  []Symbol          // in what is left
}

func (t *attempt) refused() bool { return t.code != "" }

func (t *attempt) refuse(code guard.RefusalCode, reason string) { t.code, t.reason = code, reason }

// attempt has a draft written for a request and checks it.
func (x *run) attempt(ctx context.Context, g Generator, r Request, reason string) (*attempt, error) {
	x.listener.Drafting(g.Name(), reason)
	start := time.Now()
	s := x.watch(ctx)
	d, err := g.Draft(ctx, r, s.token)
	x.answer.Timings.Generate += since(start)
	start = time.Now()
	if checks := s.close(); err == nil && checks != nil {
		return nil, checks
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.Name(), err)
	}
	t := &attempt{generator: g.Name(), draft: d, marked: s.draft}
	if n := len(d.Shown); n > 0 && n < len(r.Evidence) {
		x.answer.Trace.Steps = append(x.answer.Trace.Steps, Step{Round: x.answer.Trace.Rounds, Action: Drafted, Found: n,
			Reason: fmt.Sprintf("%s was shown %d of %d passages, the likeliest first: %s; the others were left out", t.generator, n, len(r.Evidence), strings.Join(d.Shown, ", "))})
	}
	err = x.check(ctx, t)
	x.answer.Timings.Guard += since(start)
	return t, err
}

// fallBack answers by the fallback generator in place of a draft that is refused. A generator that itself finds no
// answer is believed, and one that can only invent a name has none.
func (x *run) fallBack(ctx context.Context, refused *attempt) (*attempt, error) {
	g := x.opt.Fallback
	if doubts := x.request.Doubts; len(doubts) > 0 {
		refused.reason = strings.Join(append(slices.Clone(doubts), refused.reason), "; ")
		return refused, nil
	}
	if g == nil || g.Name() == x.generator.Name() || refused.declined || refused.code == guard.UnknownSymbol {
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
	}
	x.step(UseFallback, why)
	change := Rewrite{Stage: StageFallback, Reason: why, Before: refused.draft.Text, After: t.draft.Text}
	t.past = append(refused.past, change)
	t.warnings = append(t.warnings, why+"; this is the answer of "+g.Name())
	return t, nil
}

func (x *run) coverage(texts ...string) float64 {
	return question.NewBag(texts...).Coverage(x.request.Terms)
}

func (x *run) step(action Action, reason string) {
	tr := &x.answer.Trace
	tr.Steps = append(tr.Steps, Step{Round: tr.Rounds, Action: action, Reason: reason})
}

// settle makes an attempt the answer, or its refusal.
func (x *run) settle(t *attempt) {
	a := x.answer
	a.Trace.Gates = append(a.Trace.Gates, t.gates...)
	a.Trace.Rewrites = slices.Concat(t.past, t.rewrites)
	a.Generator = t.generator
	if t.refused() {
		a.refuse(t.code, t.reason)
		a.Text = t.refusal
		return
	}
	a.Text, a.Sentences, a.Symbols = t.left.Text, t.sentences, t.symbols
	for i := range a.Sentences {
		a.Sentences[i].Answers = x.request.likelihood(&a.Sentences[i])
	}
	a.warnOfMissing()
	a.Warnings = append(a.Warnings, x.request.Doubts...)
	a.Warnings = append(a.Warnings, t.warnings...)
	a.cite()
}

// maxProblems is how many problems of a draft its generator is told.
const maxProblems = 16

// faults says what is wrong with a draft.
func (t *attempt) faults() string {
	var why []string
	if len(t.invalid) > 0 {
		why = append(why, faultsOf(t.invalid))
	}
	if n := len(t.problems); n > 0 {
		why = append(why, fmt.Sprintf("%d of the draft's sentences cannot stand: %s", n, t.problems[0].Reason))
	}
	return strings.Join(why, "; ")
}

// mend asks the generator once to write its draft again where something in it cannot stand, told what is wrong. The
// new draft is taken unless it is no answer or says less of what was asked than what is left of the first. One that
// says that no real name does what is asked is believed.
func (x *run) mend(ctx context.Context, first *attempt) (*attempt, error) {
	why := first.faults()
	if first.draft.Final || why == "" {
		return first, nil
	}
	change, action := Rewrite{Stage: StageRedraft, Reason: why, Before: first.draft.Text}, Redraft
	if len(first.invalid) > 0 {
		change.Stage, action = StageSymbols, ReplaceSymbols
		change.Unknown, change.Nearest = first.invalid[0].Name, namesOf(first.invalid[0].Nearest)
		if err := x.showCards(ctx, first.invalid); err != nil {
			return nil, err
		}
	}
	r := x.request
	r.Repair = &Repair{Draft: first.draft.Text, Problems: first.problems[:min(maxProblems, len(first.problems))], Symbols: first.invalid}
	next, err := x.attempt(ctx, x.generator, r, why)
	if err != nil {
		return nil, err
	}
	change.After = next.draft.Text
	best, outcome := first, ""
	switch {
	case action == ReplaceSymbols && next.refusal != "":
		outcome, best = "the generator says that nothing documented does it", next
		next.refuse(guard.UnknownSymbol, explain(draftUses, first.invalid))
	case change.After == change.Before:
		x.step(action, why+"; the generator wrote the same again")
		return first, nil
	case next.refused():
		change.Discarded = "the new draft is no better: " + next.reason
	case !first.refused() && x.coverage(next.left.Text) < x.coverage(first.left.Text):
		change.Discarded = "the new draft says less of what was asked"
	default:
		outcome, best = "the new draft takes its place", next
	}
	x.step(action, why+"; "+change.Discarded+outcome)
	best.past = []Rewrite{change}
	return best, nil
}
