package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"ibid/guard"
)

// stillAnswers is the share of the draft's coverage of the question that must be left after sentences were removed.
const stillAnswers = 0.5

// check turns a draft into the answer, or into a refusal: citations first, then whether each sentence is supported by
// what it cites. Whatever fails is removed and recorded.
func (e *Engine) check(ctx context.Context, a *Answer, r Request, d Draft, l Listener) error {
	switch {
	case d.Code != "":
		a.refuse(d.Code, d.Reason)
		return nil
	case strings.TrimSpace(d.Text) == "" || guard.IsRefusal(d.Text):
		a.refuse(guard.GeneratorRefused, "the generator found no answer in the evidence")
		return nil
	}
	text, ok := e.checkCitations(a, d.Text, l)
	if !ok {
		return nil
	}
	text, ok, err := e.checkSupport(ctx, a, r, text, l)
	if err != nil || !ok {
		return err
	}
	a.Text = text
	a.cite()
	return nil
}

// checkCitations removes the sentences that break the rules of citation.
func (e *Engine) checkCitations(a *Answer, text string, l Listener) (string, bool) {
	keys := make([]string, len(a.Evidence))
	for i := range a.Evidence {
		keys[i] = a.Evidence[i].Key
	}
	report := guard.Citations(text, keys)
	if report.OK() {
		return text, true
	}
	var starts []int
	var reasons []string
	for _, p := range report.Problems {
		reasons = append(reasons, p.Reason)
		if p.Code != guard.NothingCited {
			starts = append(starts, p.Sentence.Start)
		}
	}
	after := text
	if len(starts) > 0 {
		after = guard.Remove(text, starts)
		e.rewrite(a, Rewrite{Stage: "citations", Reason: strings.Join(reasons, "; "), Before: text, After: after}, l)
	}
	if !guard.Citations(after, keys).OK() {
		a.refuse(guard.UncitedClaim, "the draft does not cite its evidence: "+reasons[0])
		return "", false
	}
	return after, true
}

func (e *Engine) rewrite(a *Answer, r Rewrite, l Listener) {
	a.Trace.Rewrites = append(a.Trace.Rewrites, r)
	l.Rewritten(r)
}

// checkSupport removes the sentences that their sources do not support, and refuses if the rest no longer answers.
func (e *Engine) checkSupport(ctx context.Context, a *Answer, r Request, text string, l Listener) (string, bool, error) {
	passages := map[string]*guard.Prepared{}
	for i := range a.Evidence {
		passages[a.Evidence[i].Key] = e.checker.Prepare(guard.Passage{Key: a.Evidence[i].Key, Text: a.Evidence[i].Text})
	}
	var kept []Sentence
	var starts []int
	var reasons []string
	total := 0
	cited := []string(nil) // of the sentence before, which introduces a code block
	gone := false          // that sentence is removed, and the code goes with it
	for _, s := range guard.Split(text) {
		if s.Kind == guard.Heading && len(s.Citations) == 0 {
			continue // what cites is a claim, wherever it stands
		}
		claim := s.Claim()
		switch {
		case s.Kind != guard.Code:
			cited = keysOf(s)
		case gone:
			continue
		default:
			claim = unfence(s.Text)
		}
		var evidence []*guard.Prepared
		for _, k := range cited {
			evidence = append(evidence, passages[k])
		}
		sup, err := e.support(ctx, claim, evidence)
		if err != nil {
			return "", false, err
		}
		total++
		done := Sentence{Text: claim, Citations: cited, Verdict: sup.Verdict, Score: sup.Score, Reason: sup.Reason}
		for _, q := range sup.Quotes {
			done.Quotes = append(done.Quotes, Quote{Key: cited[q.Passage], Text: q.Text, Span: [2]int{q.Start, q.End}})
		}
		if gone = sup.Verdict != guard.Supported && !e.opt.NoSupport; !gone {
			kept = append(kept, done)
			continue
		}
		starts = append(starts, s.Start)
		reasons = append(reasons, fmt.Sprintf("“%s”: %s", shorten(claim), sup.Reason))
	}
	after := text
	if len(starts) > 0 {
		after = guard.Remove(text, starts)
	}
	answers := len(kept) > 0 && NewBag(after).Coverage(r.Terms) >= stillAnswers*NewBag(text).Coverage(r.Terms)
	switch {
	case e.opt.NoSupport:
		e.gate(a, guard.Skip(guard.GateSupport, 1, "switched off"), l)
	case answers:
		e.gate(a, guard.SupportGate(total-len(starts), total, 0), l)
	default: // whatever share is supported, it does not answer the question
		e.gate(a, guard.SupportGate(total-len(starts), total, 1), l)
	}
	if len(starts) > 0 {
		e.rewrite(a, Rewrite{Stage: "support", Reason: strings.Join(reasons, "; "), Before: text, After: after}, l)
	}
	if !answers {
		a.refuse(guard.UnsupportedClaim, "the evidence does not support what the answer would have said: "+reasons[0])
		return "", false, nil
	}
	a.Sentences = kept
	return after, true, nil
}

// support checks one sentence against what it cites. A second opinion can only lower the verdict.
func (e *Engine) support(ctx context.Context, claim string, evidence []*guard.Prepared) (guard.Support, error) {
	s := e.checker.Check(claim, evidence...)
	if e.opt.Judge == nil || s.Verdict != guard.Supported {
		return s, nil
	}
	passages := make([]guard.Passage, len(evidence))
	for i, p := range evidence {
		passages[i] = p.Passage
	}
	ok, reason, err := e.opt.Judge.Lower(ctx, claim, passages)
	if err != nil {
		return s, fmt.Errorf("second opinion: %w", err)
	}
	if !ok {
		s.Verdict, s.Reason = guard.Unsupported, reason
	}
	return s, nil
}

// unfence is the code inside a fenced block.
func unfence(s string) string {
	from, to := insideFence(s)
	return s[from:to]
}

// insideFence is where the code of a fenced block starts and ends: without the line of the fence that opens it, and
// without the one that closes it if there is one.
func insideFence(s string) (from, to int) {
	open, rest, ok := strings.Cut(s, "\n")
	if !ok {
		return len(s), len(s)
	}
	from, to = len(open)+1, len(s)
	last := strings.LastIndexByte(rest, '\n') + 1
	open, closing := strings.TrimSpace(open), strings.TrimSpace(rest[last:])
	fence := open[:len(open)-len(strings.TrimLeft(open, "`~"))]
	if fence != "" && strings.HasPrefix(closing, fence) && strings.Trim(closing, fence) == "" {
		to = max(from, from+last-1)
	}
	return from, to
}

const shortClaim = 80 // characters of a sentence that a reason quotes

func shorten(s string) string {
	r := []rune(s)
	if len(r) <= shortClaim {
		return s
	}
	return string(r[:shortClaim-1]) + "…"
}

// cite lists the evidence and the documents that the sentences cite, in numeric order.
func (a *Answer) cite() {
	quote := map[string]Quote{}
	used := map[string]bool{}
	for _, s := range a.Sentences {
		for _, k := range s.Citations {
			used[k] = true
		}
		for _, q := range s.Quotes {
			if _, ok := quote[q.Key]; !ok {
				quote[q.Key] = q
			}
		}
	}
	seen := map[string]bool{}
	for _, ev := range a.Evidence {
		if !used[ev.Key] {
			continue
		}
		a.Citations = append(a.Citations, Citation{Evidence: ev, Quote: quote[ev.Key].Text, Span: quote[ev.Key].Span})
		if !seen[ev.DocID] {
			seen[ev.DocID] = true
			a.Sources = append(a.Sources, Source{DocID: ev.DocID, Path: ev.Path, Title: ev.Title})
		}
	}
}

// keysOf lists the keys that a sentence cites, each once, in numeric order.
func keysOf(s guard.Sentence) []string {
	var out []string
	seen := map[string]bool{}
	for _, m := range s.Citations {
		for _, k := range m.Keys {
			if !seen[k] {
				seen[k] = true
				out = append(out, k)
			}
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) }) // c2 before c10
	return out
}
