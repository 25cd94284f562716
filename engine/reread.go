package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ibid/index"
)

const (
	maxCards        = 8 // that a generator is shown at once
	cardsPerInvalid = 2 // real names in place of one that does not exist, whose cards are shown
)

// showCards adds the cards of the real names nearest to those that do not exist to the evidence: what the generator puts
// in their place it must be able to cite.
func (x *examiner) showCards(ctx context.Context, symbols []InvalidSymbol) error {
	var names []string
	for _, s := range symbols {
		for _, n := range s.Nearest[:min(cardsPerInvalid, len(s.Nearest))] {
			names = append(names, n.Name)
		}
	}
	cards, err := x.cards(ctx, names)
	if err != nil {
		return err
	}
	for _, c := range cards {
		have := slices.ContainsFunc(x.request.Evidence, func(ev Evidence) bool { return ev.ID == c.ID })
		if have || x.opt.OnlyDocuments != nil && !slices.Contains(x.opt.OnlyDocuments, c.DocID) {
			continue
		}
		ev := Evidence{Key: fmt.Sprintf("c%d", len(x.request.Evidence)+1), Chunk: c}
		x.request.Evidence = append(slices.Clip(x.request.Evidence), ev)
		x.admit(&ev)
	}
	x.answer.Evidence = x.request.Evidence
	return nil
}

// cards finds the cards of symbols, each name once.
func (x *examiner) cards(ctx context.Context, names []string) ([]index.Chunk, error) {
	var once []string
	for _, n := range names {
		if len(once) < maxCards && !slices.Contains(once, n) {
			once = append(once, n)
		}
	}
	if x.opt.Cards == nil || len(once) == 0 {
		return nil, nil
	}
	cards, err := x.opt.Cards(ctx, once)
	if err != nil {
		return nil, fmt.Errorf("symbol cards: %w", err)
	}
	return cards, nil
}

// rereadable tells a model's answer whose names all exist, some of them among the sources.
func (x *examiner) rereadable(t *attempt) bool {
	return x.opt.Reread && x.opt.Cards != nil && !t.refused() && !t.draft.Final && len(t.invalid) == 0 &&
		slices.ContainsFunc(t.symbols, func(s Symbol) bool { return s.Verdict == SymbolKnown })
}

// reread has the generator compare its draft with the declarations of the symbols in it. What comes of it is taken only if
// it passes every check whole and loses nothing: it is a last pass for correct use, no new answer.
func (x *examiner) reread(ctx context.Context, t *attempt) (*attempt, error) {
	var names []string
	for _, s := range t.symbols {
		if s.Verdict == SymbolKnown {
			names = append(names, s.Name)
		}
	}
	cards, err := x.cards(ctx, names)
	if err != nil || len(cards) == 0 {
		return t, err
	}
	why := fmt.Sprintf("the draft is compared with the declarations of %s", plural(len(cards), "symbol"))
	r := x.request
	r.Reread = &Reread{Draft: t.text, Cards: cards}
	next, err := x.attempt(ctx, x.generator, r, why)
	if err != nil {
		return nil, err
	}
	change := Rewrite{Stage: StageReread, Reason: why, Before: t.text, After: next.draft.Text}
	switch {
	case len(next.problems) == 0 && strings.TrimSpace(next.text) == strings.TrimSpace(t.text):
		x.step(RereadDraft, why+"; nothing had to be changed")
		return t, nil
	case len(next.invalid) > 0:
		change.Discarded = "it has " + faultsOf(next.invalid)
		change.Unknown, change.Nearest = next.invalid[0].Name, namesOf(next.invalid[0].Nearest)
	case next.refused():
		change.Discarded = "it is no answer: " + next.reason
	case len(next.problems) > 0:
		change.Discarded = "it does not pass the checks: " + next.problems[0].Reason
	case len(next.sentences) < len(t.sentences) || x.coverage(next.text) < x.coverage(t.text):
		change.Discarded = "it says less than the draft"
	default:
		x.step(RereadDraft, why+"; what came of it takes its place")
		next.past = slices.Concat(t.past, t.rewrites, []Rewrite{change})
		return next, nil
	}
	x.step(RereadDraft, why+"; what came of it is not used: "+change.Discarded)
	t.rewrites = append(t.rewrites, change)
	return t, nil
}
