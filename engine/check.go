package engine

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard"
	"ibid/guard/support"
)

// stillAnswers is the share of the draft's coverage of the question that must be left after sentences were removed.
const stillAnswers = 0.5

// maxMarkers is how often one sentence may cite. What cites everything shows where nothing comes from.
const maxMarkers = 8

// check turns a draft into what may be said of it, or refuses it: whether it is an answer at all, then citations, the
// names of an API, the model's own confidence, and whether each sentence is supported by what it cites. What fails is
// removed and recorded.
func (x *run) check(ctx context.Context, t *attempt) error {
	if !x.drafted(t) {
		return nil
	}
	x.giveMarkers(t)
	x.judge(t)
	switch {
	case !x.checkCitations(t):
		if len(t.invalid) > 0 && !t.draft.Final { // which says more than that it does not cite
			t.refuse(guard.UnknownSymbol, explain(draftUses, t.invalid))
		}
		return nil
	case !x.checkSymbols(t) || !x.checkConfidence(t):
		return nil
	}
	if err := x.checkSupport(ctx, t); err != nil || t.refused() {
		return err
	}
	x.checkLeft(t)
	return nil
}

// drafted tells whether there is a draft to check.
func (x *run) drafted(t *attempt) bool {
	if t.draft.Code != "" {
		t.refuse(t.draft.Code, t.draft.Reason)
		t.declined = true
		return false
	}
	why := x.unusable(t.text)
	if clean := guard.Sanitize(t.text); why == "" && clean != t.text {
		t.rewrite(StageSanitise, []string{"the draft has characters that cannot be seen or that control a terminal"}, clean)
		why = x.unusable(clean)
	}
	switch {
	case why != "":
		t.refuse(guard.BrokenDraft, why)
	case guard.IsRefusal(t.text):
		t.refuse(guard.GeneratorRefused, "the generator found no answer in the evidence")
		t.declined = true
		if t.refusal = undocumented(t.text); t.refusal != "" {
			t.reason = "the generator found nothing documented that does it: " + strings.TrimPrefix(t.refusal, guard.NotDocumentedPrefix)
		}
	}
	return !t.refused()
}

// undocumented is the refusal of a draft that says what has no documented API, "" for other drafts. Only its first
// sentence is kept, and not much of it: nothing that a refusal says has been checked.
func undocumented(draft string) string {
	what, ok := strings.CutPrefix(strings.TrimSpace(draft), strings.TrimSpace(guard.NotDocumentedPrefix))
	if !ok {
		return ""
	}
	what, _, _ = strings.Cut(strings.TrimSpace(what), "\n")
	if s := guard.Split(what); len(s) > 0 {
		return guard.NotDocumentedPrefix + guard.Shorten(OneLine(strings.TrimSuffix(s[0].Claim(), ".")))
	}
	return ""
}

// checkCitations removes the sentences that break the rules of citation.
func (x *run) checkCitations(t *attempt) bool {
	report := guard.Citations(t.text, x.keys)
	var starts []int
	var reasons []string
	fault := func(s guard.Sentence, reason string) {
		starts, reasons = append(starts, s.Start), append(reasons, reason)
		t.problems = append(t.problems, Problem{Sentence: s.Text, Reason: reason})
	}
	for _, p := range report.Problems {
		if p.Code == guard.NothingCited {
			t.problems = append(t.problems, Problem{Sentence: t.text, Reason: p.Reason})
			return t.uncited(p.Reason)
		}
		fault(p.Sentence, p.Reason)
	}
	for _, s := range report.Sentences {
		if n := markers(s); n > maxMarkers {
			fault(s, fmt.Sprintf("“%s” cites %d times; more than %d show nothing", guard.Shorten(s.Claim()), n, maxMarkers))
		}
	}
	if len(starts) == 0 {
		return true
	}
	t.rewrite(StageCitations, reasons, guard.Remove(t.text, starts))
	if !guard.Citations(t.text, x.keys).OK() {
		return t.uncited(reasons[0])
	}
	return true
}

func markers(s guard.Sentence) int {
	n := 0
	for _, m := range s.Citations {
		n += len(m.Keys)
	}
	return n
}

func (t *attempt) uncited(reason string) bool {
	t.refuse(guard.UncitedClaim, "the draft does not cite its evidence: "+reason)
	return false
}

// rewrite records a change of the text and makes it.
func (t *attempt) rewrite(stage string, reasons []string, after string) {
	t.rewriteBy(Rewrite{Stage: stage, Reason: strings.Join(reasons, "; "), After: after})
}

func (t *attempt) rewriteBy(r Rewrite) {
	r.Before = t.text
	t.rewrites = append(t.rewrites, r)
	t.text = r.After
}

// weakToken is the probability below which a number or an identifier is one that the model was unsure of.
const weakToken = 0.3

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
		token := guard.Shorten(strings.TrimSpace(guard.Sanitize(c.LeastToken)))
		if g.Verdict == guard.Pass && !(c.Least >= weakToken) {
			g.Verdict = guard.Warn
			g.Detail = fmt.Sprintf("The model was unsure of “%s”: %.2f, at least %.2f is needed.", token, c.Least, weakToken)
			if x.opt.NoSupport {
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

// checkSupport puts the source's own words in the place of sentences that it is not proven to say, removes those that
// it says nothing like, and refuses if the rest no longer answers.
func (x *run) checkSupport(ctx context.Context, t *attempt) error {
	found, err := x.proofs(ctx, t.text)
	if err != nil {
		return err
	}
	var proven []Sentence // and quoted or judged: what need not be quoted again
	supported := 0
	for _, c := range found {
		if c.stands {
			proven = append(proven, c.Sentence)
		}
		if c.Verdict == guard.Supported {
			supported++
		}
	}
	gate := guard.SupportGate(supported, len(found), 0)
	var text strings.Builder // with quotations
	pos := 0                 // in the draft, up to which text has it
	var starts []int         // in text, of what goes
	var reasons, near []string
	for i := range found {
		c := &found[i]
		if c.stands && c.Verdict != guard.Judged {
			t.sentences = append(t.sentences, c.Sentence)
			continue
		}
		text.WriteString(t.text[pos:c.from.Start])
		pos = c.from.Start
		if c.stands {
			text.WriteString(c.marked(ByJudge))
			pos = c.from.End
			t.sentences = append(t.sentences, c.Sentence)
			reasons = append(reasons, fmt.Sprintf("“%s”: %s", guard.Shorten(c.Text), c.Reason))
			continue
		}
		var q *quotation
		if !t.draft.Final && (c.from.Kind == guard.Prose || c.from.Kind == guard.Item) {
			if q, err = x.quote(ctx, proven, &c.Sentence); err != nil {
				return err
			}
		}
		if q == nil || c.Verdict == guard.Contradicted {
			t.problems = append(t.problems, Problem{Sentence: c.from.Text, Reason: c.Reason})
		}
		reason := fmt.Sprintf("“%s”: %s", guard.Shorten(c.Text), c.Reason)
		if q == nil || q.text == "" {
			starts = append(starts, text.Len())
		} else {
			if x.opt.ShowUnproven {
				text.WriteString(c.marked(NotProven) + " ")
				t.sentences = append(t.sentences, c.Sentence)
			}
			text.WriteString(q.text)
			pos = c.from.End
			t.sentences, proven = append(t.sentences, q.sentences...), append(proven, q.sentences...)
			near = append(near, q.near...)
			reason += "; the source's own words stand for it"
		}
		reasons = append(reasons, reason)
	}
	before := t.text
	if len(reasons) > 0 {
		text.WriteString(t.text[pos:])
		t.rewrite(StageSupport, reasons, guard.Remove(text.String(), starts))
	}
	answers := len(t.sentences) > 0 && x.coverage(append(near, t.text)...) >= stillAnswers*x.coverage(before)
	switch {
	case x.opt.NoSupport:
		gate = guard.Skip(guard.GateSupport, 1, "switched off")
	case !answers: // whatever share is supported
		gate.Threshold, gate.Verdict = 1, guard.Refuse
	}
	t.gates = append(t.gates, gate)
	if !answers {
		t.refuse(guard.UnsupportedClaim, "the evidence does not support what the answer would have said: "+reasons[0])
	}
	return nil
}

// claimed is a sentence of a draft with what became of it.
type claimed struct {
	Sentence
	from   guard.Sentence
	stands bool
}

// proofs checks the sentences of a draft. The code below one that does not stand is no part of it.
func (x *run) proofs(ctx context.Context, draft string) ([]claimed, error) {
	var out []claimed
	var cited []string // of the sentence before, which introduces a code block
	gone := false      // that one does not stand
	for _, s := range guard.Split(draft) {
		if s.Kind == guard.Heading && len(s.Citations) == 0 {
			continue // what cites is a claim, wherever it stands
		}
		claim := s.Claim()
		switch {
		case s.Kind != guard.Code:
			cited = s.Keys()
		case gone:
			continue
		default:
			from, to := s.Code()
			claim = s.Text[from:to]
		}
		done, reworded := x.support(claim, cited)
		if x.opt.Judge != nil && reworded && (s.Kind == guard.Prose || s.Kind == guard.Item) {
			if err := x.askJudge(ctx, &done); err != nil {
				return nil, err
			}
		}
		gone = done.Verdict != guard.Supported && done.Verdict != guard.Judged && !x.opt.NoSupport
		out = append(out, claimed{done, s, !gone})
	}
	return out, nil
}

// What marks a sentence of a draft that is shown though it is not proven.
const (
	NotProven = "*(not proven)*" // above the quotation that stands for it
	ByJudge   = "*(judged)*"     // it is merely reworded, and the model that the user chose as a judge accepts it
)

// marked is a sentence with a mark before what it cites.
func (c *claimed) marked(mark string) string {
	return fmt.Sprintf("%s %s [%s].", strings.TrimRight(c.Text, " ."), mark, strings.Join(c.Citations, "]["))
}

// support checks one sentence against the chunks that it cites. reworded tells that nothing but words stands between
// it and them.
func (x *run) support(claim string, cited []string) (out Sentence, reworded bool) {
	s := x.checker.Check(claim, x.prepared(cited)...)
	out = Sentence{Text: claim, Citations: cited, Verdict: s.Verdict, Score: s.Score, Reason: s.Reason, Proof: s.Proof}
	for _, q := range s.Quotes {
		out.Quotes = append(out.Quotes, Quote{Key: cited[q.Passage], Text: q.Text, Span: [2]int{q.Start, q.End}})
	}
	return out, s.Reworded
}

func (x *run) prepared(cited []string) []*support.Prepared {
	out := make([]*support.Prepared, len(cited))
	for i, k := range cited {
		out[i] = x.passages[k]
	}
	return out
}

// judged is the probability from which a judge's opinion counts: nobody has measured it on the user's documents, and
// what it holds for merely likely stays not proven.
const judged = 0.8

// askJudge asks the judge about a sentence that is merely reworded. What it accepts is judged, and no more.
func (x *run) askJudge(ctx context.Context, s *Sentence) error {
	var passages []guard.Passage
	for _, p := range x.prepared(s.Citations) {
		passages = append(passages, p.Passage)
	}
	p, err := x.opt.Judge.Grounded(ctx, s.Text, passages)
	if err != nil {
		return fmt.Errorf("second opinion: %w", err)
	}
	if p >= judged {
		s.Verdict, s.Reason = guard.Judged, fmt.Sprintf("%s; a model holds it for borne out all the same, with %.2f of at least %.2f", s.Reason, p, judged)
	}
	return nil
}

// cite lists the evidence and the documents that the sentences cite, in numeric order.
func (a *Answer) cite() {
	quotes := map[string][]Quote{}
	used := map[string]bool{}
	for _, s := range a.Sentences {
		for _, k := range s.Citations {
			used[k] = true
		}
		for _, q := range s.Quotes {
			quotes[q.Key] = append(quotes[q.Key], q)
		}
	}
	seen := map[string]bool{}
	for _, ev := range a.Evidence {
		if !used[ev.Key] {
			continue
		}
		a.Citations = append(a.Citations, Cite(ev, quotes[ev.Key]...))
		if !seen[ev.DocID] {
			seen[ev.DocID] = true
			a.Sources = append(a.Sources, Source{DocID: ev.DocID, Path: ev.Path, Title: ev.Title})
		}
	}
}

// Cite is the citation of the quotes of a piece of evidence.
func Cite(ev Evidence, quotes ...Quote) Citation {
	c := Citation{Evidence: ev}
	var spans [][2]int
	for _, q := range quotes {
		spans = append(spans, q.Span)
	}
	if c.Chunk.Chunk = ev.At(spans...); len(quotes) > 0 {
		c.Quote, c.Span = quotes[0].Text, quotes[0].Span
	}
	return c
}

const (
	maxDraft  = 64 << 10 // bytes; more is no answer, and dear to check
	maxSame   = 3        // times that a draft may say one sentence
	maxPhrase = 4        // times that a sentence may say one run of words
	phrase    = 4        // words of such a run
)

// controlToken is what parts the turns of a chat in a model's prompt: <|im_end|>, <|start_header_id|>.
var controlToken = regexp.MustCompile(`<\|[\w -]{1,40}\|>`)

// unusable says why a draft is no answer, whatever its sentences say; "" if it may be one.
func (x *run) unusable(draft string) string {
	switch {
	case len(draft) > maxDraft:
		return fmt.Sprintf("the draft is %d bytes long; more than %d are no answer", len(draft), maxDraft)
	case !strings.ContainsFunc(draft, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return "the generator wrote nothing"
	case guard.HasFence(draft):
		return "the draft repeats the prompt"
	}
	for _, token := range controlToken.FindAllString(draft, -1) {
		if !x.holds(token) {
			return fmt.Sprintf("the draft runs on into the prompt's own sign %q", token)
		}
	}
	if s, n := repeated(draft); n > maxSame {
		return fmt.Sprintf("the draft says “%s” %d times", guard.Shorten(s), n)
	}
	if w := x.stutter(draft); w != "" {
		return fmt.Sprintf("the draft repeats “%s” on end", guard.Shorten(w))
	}
	return ""
}

// holds tells whether the evidence has a text to the letter.
func (x *run) holds(text string) bool {
	for i := range x.request.Evidence {
		if strings.Contains(x.request.Evidence[i].Text, text) {
			return true
		}
	}
	return false
}

// repeated finds the sentence that a draft says most often. Labels too short to say anything do not count, nor does
// code.
func repeated(draft string) (sentence string, times int) {
	count := map[string]int{}
	for _, s := range guard.Split(draft) {
		if s.Kind == guard.Code || s.Kind == guard.Heading {
			continue
		}
		said := strings.ToLower(strings.TrimRight(OneLine(s.Claim()), " .!?"))
		if utf8.RuneCountInString(said) < shortestStatement {
			continue
		}
		if count[said]++; count[said] > times {
			sentence, times = OneLine(s.Claim()), count[said]
		}
	}
	return sentence, times
}

// stutter finds a run of words that a sentence says too often, be it one word that follows itself. Numbers may be
// repeated as often as the evidence repeats them, a table of zeros, a dump of bytes, and so may all of a sentence
// that stands in it: the forms of a function.
func (x *run) stutter(draft string) string {
	for _, s := range guard.Split(draft) {
		if s.Kind == guard.Code {
			continue
		}
		count := map[string]int{}
		words := strings.Fields(strings.ToLower(s.Claim()))
		for i := range len(words) - phrase + 1 {
			said := strings.Join(words[i:i+phrase], " ")
			if count[said]++; count[said] > maxPhrase && (strings.ContainsFunc(said, unicode.IsLetter) || !x.holds(said)) && !x.copied(s.Claim()) {
				return said
			}
		}
	}
	return ""
}

// copied tells whether a sentence stands in the evidence word for word.
func (x *run) copied(sentence string) bool {
	words := strings.TrimRight(OneLine(sentence), ".")
	return slices.ContainsFunc(x.request.Evidence, func(ev Evidence) bool { return strings.Contains(OneLine(ev.Text), words) })
}

const (
	// certain is the support from which a sentence may be given the marker of the one chunk that supports it. It is far
	// above what a sentence needs that names its chunk itself: here the guard alone says where it comes from.
	certain = 0.9

	maxGiven = 16 // sentences of a draft that are looked up in all of the evidence
)

// backward opens a sentence that speaks of what the one before it names: alone it may fit a chunk about something else.
var backward = regexp.MustCompile(`(?i)^\W*(?:it|its|they|their|this|that|these|those|such|he|she|his|her|both|the (?:former|latter|same|others?))\b`)

// giveMarkers gives the sentences that cite nothing the marker of their chunk, where exactly one supports them and does
// so for certain.
func (x *run) giveMarkers(t *attempt) {
	var out strings.Builder
	var reasons []string
	pos, tried := 0, 0
	for _, s := range guard.Split(t.text) {
		if len(s.Citations) > 0 || s.Kind != guard.Prose && s.Kind != guard.Item || backward.MatchString(s.Text) || tried == maxGiven ||
			!strings.ContainsFunc(s.Text, unicode.IsLetter) { // a number alone says nothing that a chunk with that number supports
			continue
		}
		tried++
		key := x.onlySupport(s.Text)
		if key == "" {
			continue
		}
		end := s.Start + len(strings.TrimRight(s.Text, ".:"))
		out.WriteString(t.text[pos:end] + " [" + key + "]")
		pos = end
		reasons = append(reasons, fmt.Sprintf("“%s” cites nothing, and stands in %s alone", guard.Shorten(s.Text), key))
	}
	if len(reasons) > 0 {
		t.rewrite(StageRepair, reasons, out.String()+t.text[pos:])
	}
}

// onlySupport is the key of the one chunk that supports a claim, "" where none does for certain or more than one does.
func (x *run) onlySupport(claim string) string {
	only := ""
	for _, key := range x.keys {
		s := x.checker.Check(claim, x.passages[key])
		if s.Verdict != guard.Supported {
			continue
		}
		if only != "" || s.Score < certain {
			return ""
		}
		only = key
	}
	return only
}
