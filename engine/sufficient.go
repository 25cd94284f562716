package engine

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"ibid/guard"
	"ibid/guard/support"
	"ibid/guard/symbols"
	"ibid/guard/words"
	"ibid/index/lexical"
	"ibid/index/question"
	"ibid/index/source"
)

// keywordShare is the share of keywords below which the keyword gate warns: any missing one is worth a word.
const keywordShare = 1

// sufficient runs the gates that look at the evidence before anything is written. It reports whether a draft is worth
// making; otherwise the answer has become a refusal.
func (x *run) sufficient() bool {
	a, r := x.answer, &x.request
	present, missing := r.keywords()
	_, named := r.named()
	a.Trace.Missing = question.Missing(r.Question.Text, named, missing)
	if len(r.Evidence) == 0 {
		a.refuse(guard.NoEvidence, "nothing in the documents matches the question")
		return false
	}
	gates := []guard.Gate{guard.KeywordGate(spellings(present), spellings(missing), keywordShare)}
	if c, words := r.Question.Computation(); c != question.NoComputation {
		gates = append(gates, x.computedGate(c, words))
	}
	gates = append(append(gates, x.keyTermGate()), x.similarityGates()...)
	if x.opt.selected {
		gates = append(gates, x.premiseGate())
	}
	x.gate(gates...)
	g, refuses := guard.Refusing(gates)
	if refuses {
		a.refuse(g.Code(), r.reasonOf(g))
		if invented := x.undeclared(); g.Code() == guard.MissingTerm && len(invented) > 0 {
			a.refuse(guard.UnknownSymbol, explain(isAsked, invented))
			a.Text = guard.NotDocumentedPrefix + invented[0].Name
		}
	}
	return !refuses
}

// undeclared lists what a question names of an API in scope and no source declares.
func (x *run) undeclared() []symbols.Finding {
	if x.opt.Symbols == nil || x.opt.NoSymbols {
		return nil
	}
	var out []symbols.Finding
	for _, id := range x.request.Question.Identifiers {
		call := "`" + strings.Trim(id, "`()") + "()`" // which is a name and nothing else
		for _, s := range invalidSymbols(symbols.Check(call, x.opt.Symbols)) {
			if s.Verdict == SymbolUnknown {
				out = append(out, s)
			}
		}
	}
	return out
}

// warnOfMissing tells of an answer what its evidence lacks.
func (a *Answer) warnOfMissing() {
	for _, g := range a.Trace.Gates {
		if g.Name == guard.GateKeywords && g.Verdict == guard.Warn {
			a.warn(strings.TrimSuffix(g.Detail, ".") + "; the answer may miss part of the question")
		}
	}
}

// keywords tells which content words of the question the evidence holds.
func (r *Request) keywords() (present, missing []question.Term) {
	if r.held == nil {
		r.held = question.Bag{}
		for _, ev := range r.Evidence {
			for t := range question.NewBag(ev.texts()...) {
				r.held[t] = true
			}
		}
	}
	for _, t := range r.Terms {
		if r.held.Match(&t) >= question.PartCredit || r.declares(&t) {
			present = append(present, t)
		} else {
			missing = append(missing, t)
		}
	}
	return present, missing
}

// declares tells that a word of the question asks for a part of a declaration, and that the evidence has declarations.
func (r *Request) declares(t *question.Term) bool {
	return words.Declaration.Has(strings.ToLower(t.Text)) && slices.ContainsFunc(r.Evidence, func(ev Evidence) bool { return ev.Kind == source.SymbolCard })
}

func spellings(terms []question.Term) []string {
	var out []string
	for i := range terms {
		out = append(out, terms[i].Text)
	}
	return out
}

// gate records what gates decide.
func (x *run) gate(gates ...guard.Gate) {
	for _, g := range gates {
		x.answer.Trace.Gates = append(x.answer.Trace.Gates, g)
		x.listener.Gated(g)
	}
}

// shortQuestion is the number of content words up to which each one counts as a name.
const shortQuestion = 2

// keyTermGate looks for the names that the question cannot be answered without.
func (x *run) keyTermGate() guard.Gate {
	r := &x.request
	present, missing := r.named()
	for i := range r.Terms {
		if t := &r.Terms[i]; t.Proper && !t.Identifier && !r.hasProper(t) && !r.declares(t) && !slices.ContainsFunc(missing, func(n string) bool { return question.ContainsWord(n, t.Text) }) {
			missing = append(missing, t.Text)
		}
	}
	if !r.Selected && len(r.Terms) <= shortQuestion { // each word of so short a question carries it
		for i := range r.Terms {
			if t := &r.Terms[i]; !t.Known && !t.Identifier && !t.Proper && r.held.Match(t) < question.PartCredit && !r.declares(t) {
				missing = append(missing, t.Text)
			}
		}
	}
	return guard.KeyTermGate(present, missing)
}

// hasProper tells whether the evidence has a word that the question writes as a name: as it is, or with a capital in another
// form. "windows" is not Windows.
func (r *Request) hasProper(t *question.Term) bool {
	if r.held.Match(t) == 0 {
		return false
	}
	for i := range r.Evidence {
		ev := &r.Evidence[i]
		for _, text := range ev.texts() {
			if question.ContainsWord(text, t.Text) {
				return true
			}
			for tok := range lexical.Tokens(text) {
				if tok.Term == t.Whole && unicode.IsUpper(rune(text[tok.Start])) {
					return true
				}
			}
		}
	}
	return len(t.Alternatives) > 0
}

// named tells which names of the question the evidence mentions.
func (r *Request) named() (present, missing []string) {
	for i := range r.Names {
		if r.mentions(&r.Names[i]) {
			present = append(present, r.Names[i].Text)
		} else {
			missing = append(missing, r.Names[i].Text)
		}
	}
	return present, missing
}

// similarityGates ask whether the evidence is near enough to the question. Where a model has measured, its cosine decides,
// and coverage beside it: a cosine tells what a text is about, not whether it holds the one thing that is asked, and there
// are models for which any two texts are nearer than any threshold. The cosine of the built-in embedder is no measure: it
// is high between any two texts on one subject.
func (x *run) similarityGates() []guard.Gate {
	r := &x.request
	name, threshold := guard.GateSimilarity, x.opt.Similarity
	var gates []guard.Gate
	if r.measuredBy != "" {
		near := guard.MeasureGate(name, r.cosine, minCosine, r.measuredBy)
		if near.Verdict == guard.Refuse {
			near.Verdict = guard.Warn
			near.Detail += " It only warns: what is near differs from model to model, and this threshold was not set for this one."
		}
		gates, name = []guard.Gate{near}, guard.GateCoverage
	}
	if len(r.Terms) == 0 {
		return append(gates, guard.Skip(name, threshold, "the question has no content words"))
	}
	return append(gates, guard.MeasureGate(name, r.strongest(), threshold, ""))
}

// strongest is how much of the question's weight the best single statement holds, read with its heading and the sentence
// before it. A statement that lacks the one name the question gives counts for unnamed of that.
func (r *Request) strongest() float64 {
	best := 0.0
	for i := range r.Statements {
		best = max(best, r.Strength(&r.Statements[i]))
	}
	return best
}

// unnamed is what a statement is worth that does not hold the name that the question is about.
const unnamed = 0.5

// Strength is how well a statement bears on the question, 0 to 1.
func (r *Request) Strength(s *Statement) float64 {
	c := s.Coverage(r.Terms)
	if len(r.Names) == 1 && !s.Holds(&r.Names[0]) {
		c *= unnamed
	}
	return c
}

// reasonOf puts a refusal into words: the gate's own detail and what the evidence lacks.
func (r *Request) reasonOf(g guard.Gate) string {
	reason := strings.TrimSuffix(g.Detail, ".")
	if g.Name != guard.GateSimilarity && g.Name != guard.GateCoverage {
		return reason
	}
	var unknown []string
	for i := range r.Terms {
		if !r.Terms[i].Known {
			unknown = append(unknown, "“"+r.Terms[i].Text+"”")
		}
	}
	if len(unknown) > 0 {
		reason += fmt.Sprintf("; no document has %s", strings.Join(unknown, ", "))
	}
	return reason
}

// premiseGate checks that the evidence bears out what the question takes for granted: a question about 1935 is not
// answered by a sentence about 1931, however much alike they are.
func (x *run) premiseGate() guard.Gate {
	r := &x.request
	var evidence []*support.Prepared
	for i := range r.Evidence {
		evidence = append(evidence, x.checker.Prepare(PassageOf(&r.Evidence[i])))
	}
	s := x.checker.Check(question.Premise(r.Question.Text), evidence...)
	if s.Verdict == support.Unchecked {
		return guard.Skip(guard.GatePremise, selectionPremise, s.Reason)
	}
	return guard.PremiseGate(borneOut(s), selectionPremise, s.Reason)
}

// borneOut is how far the evidence bears out what a question takes for granted, 0 to 1. It is hardly ever proven: a question
// puts it in words of its own.
func borneOut(s support.Result) float64 {
	switch s.Verdict {
	case support.Supported:
		return 1
	case support.Contradicted:
		return 0
	}
	return s.Score / support.MinSupport
}
