package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ibid/guard"
)

// check marks the sentences of a draft, or refuses it: first whether it is an answer at all, then citations, the names
// of an API, the model's own confidence, and whether each sentence is supported by what it cites.
func (x *run) check(ctx context.Context, t *attempt) error {
	if !x.parseDraft(t) {
		return nil
	}
	x.giveMarkers(t)
	x.lookUpSymbols(t)
	if !x.checkCitations(t) {
		if len(t.invalid) > 0 && !t.draft.Final { // which says more than that it does not cite
			t.refuse(guard.UnknownSymbol, explain(draftUses, t.invalid))
		}
		return nil
	}
	if !x.checkSymbols(t) || !x.checkConfidence(t) {
		return nil
	}
	before := t.marked.Render()
	if err := x.checkSupport(ctx, t, before); err != nil {
		return err
	}
	t.left = t.marked.Left()
	if x.checkAnswers(t); !t.refused() && !t.draft.Final && x.opt.Gates.Support {
		if err := x.checkLikely(ctx, t); err != nil {
			return err
		}
	}
	if !t.refused() {
		x.checkLeft(t)
	}
	return nil
}

// checkCitations drops the sentences that break the rules of citation.
func (x *run) checkCitations(t *attempt) bool {
	before := t.marked.Render()
	var reasons []string
	for _, p := range guard.Citations(t.marked, x.keys).Problems {
		if p.Code == guard.NothingCited {
			t.problems = append(t.problems, Problem{Sentence: before, Reason: p.Reason})
			return t.uncited(p.Reason)
		}
		reasons = append(reasons, p.Reason)
		t.problems = append(t.problems, Problem{Sentence: t.marked.Sentences[p.Sentence].Raw, Reason: p.Reason})
		t.marked.Decide(p.Sentence, guard.Drop, p.Reason)
	}
	t.rewrite(StageCitations, reasons, before)
	if len(reasons) > 0 && !guard.Citations(t.marked, x.keys).OK() {
		return t.uncited(reasons[0])
	}
	return true
}

func (t *attempt) uncited(reason string) bool {
	t.refuse(guard.UncitedClaim, "the draft does not cite its evidence: "+reason)
	return false
}

// rewrite records what a stage made of the text before it, if it had reasons to.
func (t *attempt) rewrite(stage string, reasons []string, before string) {
	if len(reasons) > 0 {
		t.rewrites = append(t.rewrites, Rewrite{Stage: stage, Reason: strings.Join(reasons, "; "), Before: before, After: t.marked.Render()})
	}
}

const (
	minConfidence = 0.6 // least mean probability of a model's content words
	weakToken     = 0.3 // the probability below which a number or an identifier is one that the model was unsure of
)

// checkConfidence asks how sure the model was of its words. A number or an identifier that it was unsure of is named:
// a warning, because the gate after this one holds each against the evidence to the letter, and a refusal where that
// gate is off. What is composed by rule has no probability.
func (x *run) checkConfidence(t *attempt) bool {
	if t.draft.Final {
		return true
	}
	c := t.draft.Confidence
	var g guard.Gate
	switch {
	case c == nil:
		g = guard.Skip(guard.GateConfidence, minConfidence, t.generator+" reports no probabilities")
	case c.Tokens == 0:
		g = guard.Skip(guard.GateConfidence, minConfidence, "the draft has no words that could be measured")
	default:
		g = guard.MeasureGate(guard.GateConfidence, c.Mean, minConfidence)
		if g.Verdict == guard.Pass && !(c.Least >= weakToken) {
			token := guard.Shorten(strings.TrimSpace(guard.Sanitize(c.LeastToken)))
			g.Detail = fmt.Sprintf("The model was unsure of “%s”: %.2f, at least %.2f is needed.", token, c.Least, weakToken)
			if g.Verdict = guard.Warn; !x.opt.Gates.Support {
				g.Verdict = guard.Refuse
			}
		}
	}
	t.gates = append(t.gates, g)
	switch g.Verdict {
	case guard.Refuse:
		t.refuse(g.Code(), strings.TrimSuffix(g.Detail, "."))
	case guard.Warn:
		t.warnings = append(t.warnings, strings.TrimSuffix(g.Detail, "."))
	}
	return !t.refused()
}

// What marks a sentence of a draft that is shown though it is not proven.
const (
	NotProven = "*(not proven)*" // above the quotation that stands for it
	ByJudge   = "≈"              // no fact is against it, and the model that the user chose as a judge accepts it
)

// checkSupport has the source's own words stand for sentences that it is not proven to say, and drops those that it
// says nothing like. What the draft said until then is before.
func (x *run) checkSupport(ctx context.Context, t *attempt, before string) (err error) {
	p := prover{run: x}
	claims := make([]*guard.Sentence, len(t.marked.Sentences)) // with what was found out; nil for what claims nothing
	var shown []guard.Sentence                                 // what need not be quoted again
	for i := range claims {
		c, err := p.next(ctx, &t.marked.Sentences[i])
		if err != nil {
			return err
		}
		if claims[i] = c; c == nil {
			continue
		}
		if x.stands(c) {
			shown = append(shown, *c)
		}
		if t.claims++; c.Verdict == guard.Supported {
			t.supported++
		}
	}
	var reasons []string
	for i, c := range claims {
		if c == nil {
			continue
		}
		s := &t.marked.Sentences[i]
		s.Verdict, s.Reason = c.Verdict, c.Reason
		reason := fmt.Sprintf("“%s”: %s", guard.Shorten(c.Text), c.Reason)
		same := func(said guard.Sentence) bool { return strings.EqualFold(OneLine(said.Text), OneLine(c.Text)) }
		switch {
		case !x.stands(c):
			if err = x.quoteInstead(ctx, t, i, c, &shown); len(s.Quotations) > 0 {
				reason += "; the source's own words stand for it"
			}
			reasons = append(reasons, reason)
		case !t.draft.Final && s.Kind != guard.Code && slices.ContainsFunc(t.sentences, same):
			t.marked.Decide(i, guard.Drop, "it is said before")
			reasons = append(reasons, fmt.Sprintf("“%s” is said before", guard.Shorten(c.Text)))
		default:
			if t.sentences = append(t.sentences, *c); s.Scattered() && !t.draft.Final {
				s.Mark = guard.Regrouped
			}
			if c.Verdict == guard.Judged {
				s.Mark, reasons = ByJudge, append(reasons, reason)
			}
		}
		if err != nil {
			return err
		}
	}
	if len(reasons) > 0 {
		t.doubt = reasons[0]
	}
	t.rewrite(StageSupport, reasons, before)
	return nil
}

// quoteInstead has the source's own words stand for sentence i of a draft, which is not proven, unless what is shown
// says them, and drops it where there are none.
func (x *run) quoteInstead(ctx context.Context, t *attempt, i int, c *guard.Sentence, shown *[]guard.Sentence) (err error) {
	s, found := &t.marked.Sentences[i], false
	if !t.draft.Final && (s.Kind == guard.Prose || s.Kind == guard.Item) {
		if s.Quotations, found, err = x.quote(ctx, *shown, c); err != nil {
			return err
		}
	}
	if !found || c.Verdict == guard.Contradicted {
		t.problems = append(t.problems, Problem{Sentence: s.Raw, Reason: c.Reason})
	}
	if len(s.Quotations) == 0 {
		t.marked.Decide(i, guard.Drop, c.Reason)
		return nil
	}
	if t.marked.Decide(i, guard.Replace, c.Reason); x.opt.ShowUnproven {
		s.Mark = NotProven
		t.sentences = append(t.sentences, *c)
	}
	t.sentences, *shown = append(t.sentences, s.Quotations...), append(*shown, s.Quotations...)
	return nil
}

// checkAnswers refuses a draft if nothing is left of it.
func (x *run) checkAnswers(t *attempt) {
	gate := guard.SupportGate(t.supported, t.claims, 0)
	switch {
	case !x.opt.Gates.Support:
		gate = guard.Skip(guard.GateSupport, 1, "switched off")
	case len(t.sentences) == 0:
		gate.Threshold, gate.Verdict = 1, guard.Refuse
	}
	t.gates = append(t.gates, gate)
	if len(t.sentences) == 0 {
		t.refuse(guard.UnsupportedClaim, "the evidence does not support what the answer would have said: "+t.doubt)
	}
}

// stands tells that a claim is shown as it is.
func (x *run) stands(c *guard.Sentence) bool {
	return c.Verdict == guard.Supported || c.Verdict == guard.Judged || !x.opt.Gates.Support
}

// prover checks the sentences of a draft one after the other.
type prover struct {
	*run
	cited []string // of the sentence before, which introduces a code block
	gone  bool     // that one does not stand
}

// next checks a sentence; nil is what claims nothing. The code below one that does not stand is no part of the draft.
func (p *prover) next(ctx context.Context, s *guard.Sentence) (*guard.Sentence, error) {
	if s.Fate == guard.Drop || s.Kind == guard.Heading && s.Citations == nil || s.Kind == guard.Code && p.gone { // what cites is a claim
		return nil, ctx.Err()
	}
	claim := s.Text
	if s.Kind == guard.Code {
		from, to, _ := s.Code()
		claim = s.Raw[from:to]
	} else {
		p.cited = s.Citations
	}
	got := p.support(claim, p.cited)
	if p.opt.Judge != nil && got.Reworded && (s.Kind == guard.Prose || s.Kind == guard.Item) {
		if err := p.askJudge(ctx, got); err != nil {
			return nil, err
		}
	}
	p.gone = !p.stands(&got.Sentence)
	return &got.Sentence, nil
}

// support holds a claim against the evidence that it cites, once.
func (x *run) support(claim string, cited []string) *Finding {
	key := strings.Join(append(slices.Clone(cited), claim), "\x00")
	if x.findings[key] == nil {
		passages := make([]Passage, len(cited))
		for i, k := range cited {
			passages[i] = x.passages[k]
		}
		f := Check(claim, passages)
		f.Citations = cited
		x.findings[key] = &f
	}
	return x.findings[key]
}

// askJudge asks the judge whether a sentence that is merely reworded is borne out by the statements that it is about,
// of those that it cites: they are then what it quotes. What the judge accepts is judged, and no more; that it cannot
// be asked loses nothing else.
func (x *run) askJudge(ctx context.Context, f *Finding) error {
	picked, err := x.nearest(ctx, &f.Sentence)
	if err != nil {
		return err
	}
	var statements []string
	var quotes []guard.Quote
	for _, st := range picked {
		ev := &x.request.Evidence[st.Evidence]
		if slices.Contains(f.Citations, ev.Key) {
			statements = append(statements, strings.TrimSpace(st.Near+"\n"+st.Said()))
			quotes = append(quotes, guard.Quote{Key: ev.Key, Text: ev.Text[st.Start:st.End], Span: [2]int{st.Start, st.End}})
		}
	}
	ok, said, err := x.opt.Judge.Accepts(ctx, f.Text, statements)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		x.answer.warn("the judge could not be asked: " + err.Error())
	case ok:
		f.Verdict, f.Reason, f.Quotes = guard.Judged, f.Reason+"; "+said, quotes
	}
	f.Reworded = false
	return nil
}
