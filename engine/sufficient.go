package engine

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index"
	"ibid/index/lexical"
	"ibid/index/source"
)

// keywordShare is the share of keywords below which the keyword gate warns: any missing one is worth a word.
const keywordShare = 1

// sufficient runs the gates that look at the evidence before anything is written. It reports whether a draft is worth
// making; otherwise the answer has become a refusal.
func (e *Engine) sufficient(a *Answer, r Request, l Listener) bool {
	present, missing := r.keywords()
	a.Trace.Missing = r.missing(missing)
	if len(r.Evidence) == 0 {
		a.refuse(guard.NoEvidence, "nothing in the documents matches the question")
		return false
	}
	e.gate(a, guard.KeywordGate(spellings(present), spellings(missing), keywordShare), l)
	e.gate(a, e.keyTermGate(r), l)
	for _, g := range e.similarityGates(r) {
		e.gate(a, g, l)
	}
	if e.opt.Premise > 0 {
		e.gate(a, e.premiseGate(r), l)
	}
	if g, refuses := guard.Refusing(a.Trace.Gates); refuses {
		a.refuse(g.Code(), reasonOf(g, r))
		if invented := e.undeclared(r); g.Code() == guard.MissingTerm && len(invented) > 0 {
			a.refuse(guard.UnknownSymbol, explain(isAsked, invented))
			a.Text = guard.NotDocumentedPrefix + invented[0].Name
		}
		return false
	}
	return true
}

// undeclared lists what a question names of an API in scope and no source declares.
func (e *Engine) undeclared(r Request) []InvalidSymbol {
	if e.opt.Symbols == nil || e.opt.NoSymbols {
		return nil
	}
	var out []InvalidSymbol
	for _, id := range r.Question.Identifiers {
		call := "`" + strings.Trim(id, "`()") + "()`" // which is a name and nothing else
		for _, s := range invalidSymbols(symbols.Check(call, e.opt.Symbols)) {
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
func (r *Request) keywords() (present, missing []Term) {
	if r.held == nil {
		r.held = Bag{}
		for _, ev := range r.Evidence {
			for t := range NewBag(append([]string{ev.Text, ev.Title}, ev.Section...)...) {
				r.held[t] = true
			}
		}
	}
	for _, t := range r.Terms {
		if r.held.Match(&t) >= partCredit || r.declares(&t) {
			present = append(present, t)
		} else {
			missing = append(missing, t)
		}
	}
	return present, missing
}

// declarationWord is a word for a part of a declaration. It stands in questions, not in declarations.
var declarationWord = regexp.MustCompile(`(?i)^(?:signatures?|arguments?|args?|parameters?|params?|keywords?|kwargs?|options?|inputs?|outputs?|returns?|results?|raises?|throws?|exceptions?|errors?|defaults?|examples?|usage|functions?|methods?|(?:base|parent|super)?class(?:es)?|base|parent|types?|values?|members?|properties|property|attributes?|fields?|modules?|packages?|declared|defined)$`)

// declares tells that a word of the question asks for a part of a declaration, and that the evidence has declarations.
func (r *Request) declares(t *Term) bool {
	return declarationWord.MatchString(t.Text) && slices.ContainsFunc(r.Evidence, func(ev Evidence) bool { return ev.Kind == source.SymbolCard })
}

func spellings(terms []Term) []string {
	var out []string
	for i := range terms {
		out = append(out, terms[i].Text)
	}
	return out
}

func (e *Engine) gate(a *Answer, g guard.Gate, l Listener) {
	a.Trace.Gates = append(a.Trace.Gates, g)
	l.Gated(g)
}

// shortQuestion is the number of content words up to which each one counts as a name.
const shortQuestion = 3

// keyTermGate looks for the names that the question cannot be answered without.
func (e *Engine) keyTermGate(r Request) guard.Gate {
	if e.opt.NoKeyTerms {
		return guard.Skip(guard.GateKeyTerms, 1, "switched off")
	}
	present, missing := r.named()
	for i := range r.Terms {
		if t := &r.Terms[i]; t.Proper && !t.Identifier && !r.hasProper(t) && !r.declares(t) && !slices.ContainsFunc(missing, func(n string) bool { return index.ContainsWord(n, t.Text) }) {
			missing = append(missing, t.Text)
		}
	}
	if r.Question.Kind == index.Reason && !r.Selected {
		missing = append(missing, r.supposed()...)
	}
	if !r.Selected && len(r.Terms) <= shortQuestion { // each word of so short a question carries it
		for i := range r.Terms {
			if t := &r.Terms[i]; !t.Known && !t.Identifier && !t.Proper && r.held.Match(t) < partCredit && !r.declares(t) {
				missing = append(missing, t.Text)
			}
		}
	}
	return guard.KeyTermGate(present, missing)
}

// hasProper tells whether the evidence has a word that the question writes as a name: as it is, or with a capital in another
// form. "windows" is not Windows.
func (r *Request) hasProper(t *Term) bool {
	if r.held.Match(t) == 0 {
		return false
	}
	for i := range r.Evidence {
		ev := &r.Evidence[i]
		for _, text := range append([]string{ev.Text, ev.Title, spaced(ev.DocID)}, ev.Section...) {
			if index.ContainsWord(text, t.Text) {
				return true
			}
			for _, tok := range lexical.Analyze(text) {
				if tok.Term == t.Whole && unicode.IsUpper(rune(text[tok.Start])) {
					return true
				}
			}
		}
	}
	return len(t.Alternatives) > 0
}

var givenAs = regexp.MustCompile(`(?i)\b(?:of|in|on|by|for|with|from|into|using|uses?) (?:an? |the )?(?:[a-z]+ )?$`)

// supposed lists the things that a question why takes for granted, and that no document mentions: what something is made
// of, is in, or uses. Other words for what is done the documents may well have, other words for things hardly.
func (r *Request) supposed() []string {
	var out []string
	for i := range r.Terms {
		t := &r.Terms[i]
		if !t.Known && !t.Identifier && !t.Proper && r.held.Match(t) == 0 && givenAs.MatchString(r.Question.Text[:t.Start]) {
			out = append(out, t.Text)
		}
	}
	return out
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
func (e *Engine) similarityGates(r Request) []guard.Gate {
	measured := r.measuredBy != ""
	switch {
	case e.opt.NoSimilarity && measured:
		return []guard.Gate{guard.Skip(guard.GateSimilarity, e.opt.Cosine, "switched off")}
	case e.opt.NoSimilarity:
		return []guard.Gate{guard.Skip(guard.GateSimilarity, e.opt.Similarity, "switched off")}
	}
	coverage, name := guard.SimilarityGate, guard.GateSimilarity
	var gates []guard.Gate
	if measured {
		near := guard.CosineGate(r.cosine, e.opt.Cosine, r.measuredBy)
		if near.Verdict == guard.Refuse && !e.opt.CosineRefuses {
			near.Verdict = guard.Warn
			near.Detail += " It only warns: what is near differs from model to model, and this threshold was not set for this one."
		}
		gates = []guard.Gate{near}
		coverage, name = guard.CoverageGate, guard.GateCoverage
	}
	if len(r.Terms) == 0 {
		return append(gates, guard.Skip(name, e.opt.Similarity, "the question has no content words"))
	}
	return append(gates, coverage(r.strongest(), e.opt.Similarity))
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
func reasonOf(g guard.Gate, r Request) string {
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
