package engine

import (
	"context"
	"fmt"

	"ibid/guard"
)

const (
	// MaxRewrites is how often a generator may write its draft again because of names that do not exist.
	MaxRewrites = 2

	maxProblems = 16 // of a draft that its generator is told
)

// mendable tells that the generator may do better, told what is wrong, after it wrote its draft again so many times: once
// for what cannot stand, and twice for names that do not exist.
func (t *attempt) mendable(rewrites int) bool {
	return !t.draft.Final && (len(t.invalid) > 0 && rewrites < MaxRewrites || len(t.problems) > 0 && rewrites == 0)
}

// faults says what is wrong with a draft.
func (t *attempt) faults() string {
	why := faultsOf(t.invalid)
	if n := len(t.problems); n > 0 {
		if why != "" {
			why += "; "
		}
		why += fmt.Sprintf("%d of the draft's sentences cannot stand: %s", n, t.problems[0].Reason)
	}
	return why
}

// mend asks the generator to write its draft again while that is bad enough, each time told what is wrong with the last. A
// new draft is taken unless it is no answer or says less of what was asked than what is left of the best so far. One that
// says that no real name does what is asked is believed.
func (x *examiner) mend(ctx context.Context, first *attempt) (*attempt, error) {
	best, last := first, first
	var past []Rewrite
	for n := 0; last.mendable(n) && (last == best || best.refused() || len(best.invalid) > 0); n++ {
		why := last.faults()
		change := Rewrite{Stage: StageRedraft, Reason: why, Before: last.draft.Text}
		action := Redraft
		if len(last.invalid) > 0 {
			change.Stage, action = StageSymbols, ReplaceSymbols
			change.Unknown, change.Nearest = last.invalid[0].Name, namesOf(last.invalid[0].Nearest)
			if err := x.showCards(ctx, last.invalid); err != nil {
				return nil, err
			}
		}
		r := x.request
		r.Repair = &Repair{Draft: last.draft.Text, Problems: last.problems[:min(maxProblems, len(last.problems))], Symbols: last.invalid, Last: n == MaxRewrites-1}
		next, err := x.attempt(ctx, x.generator, r, why)
		if err != nil {
			return nil, err
		}
		change.After = next.draft.Text
		switch {
		case action == ReplaceSymbols && next.refusal != "":
			x.step(action, why+"; the generator says that nothing documented does it")
			next.refuse(guard.UnknownSymbol, explain(draftUses, last.invalid))
			next.past = append(past, change)
			return next, nil
		case next.draft.Text == last.draft.Text:
			change.Discarded = "the generator wrote the same again"
		case next.refused():
			change.Discarded = "the new draft is no better: " + next.reason
		case !best.refused() && x.coverage(next.text) < x.coverage(best.text):
			change.Discarded = "the new draft says less of what was asked"
		}
		outcome := change.Discarded
		if outcome == "" {
			outcome, best = "the new draft takes its place", next
		}
		x.step(action, why+"; "+outcome)
		if change.Before != change.After {
			past = append(past, change)
		}
		last = next
	}
	best.past = past
	return best, nil
}
