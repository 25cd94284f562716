package engine

import (
	"slices"
	"strings"
	"unicode"

	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index/lexical"
	"ibid/index/question"
)

// gates looks at the evidence before anything is written. It reports whether a draft is worth making; otherwise the
// answer has become a refusal.
func (x *run) gates() bool {
	a, r := x.answer, &x.request
	present, missing := r.keywords()
	_, named := r.named()
	a.Trace.Missing = question.Missing(r.Question.Text, named, missing)
	if len(r.Evidence) == 0 {
		a.refuse(guard.NoEvidence, "nothing in the documents matches the question")
		return false
	}
	terms, answered := x.keyTermGate(), x.answeredGate()
	var invented []symbols.Finding
	if terms.Verdict == guard.Refuse {
		invented = x.undeclared()
	}
	if sure := answered.Verdict == guard.Refuse && answered.Measured < surelyNot; x.opt.TellDoubts && !sure && invented == nil {
		terms, answered = x.doubt(terms), x.doubt(answered)
	}
	all := []guard.Gate{guard.KeywordGate(spellings(present), spellings(missing)), terms, answered}
	x.gate(all...)
	g, refuses := guard.Refusing(all)
	if refuses {
		a.refuse(g.Code(), strings.TrimSuffix(g.Detail, "."))
		if g.Code() == guard.MissingTerm && invented != nil {
			a.refuse(guard.UnknownSymbol, explain(isAsked, invented))
			a.Text = guard.NotDocumentedPrefix + invented[0].Name
		}
	}
	return !refuses
}

// doubt has a gate that would refuse warn, and the generator told why.
func (x *run) doubt(g guard.Gate) guard.Gate {
	if g.Verdict == guard.Refuse {
		x.request.Doubts = append(x.request.Doubts, strings.TrimSuffix(g.Detail, "."))
		g.Verdict = guard.Warn
	}
	return g
}

// undeclared lists what a question names of an API in scope and no source declares.
func (x *run) undeclared() []symbols.Finding {
	if !x.looksUp() {
		return nil
	}
	var out []symbols.Finding
	for _, id := range x.request.Question.Identifiers {
		call := "`" + strings.Trim(id, "`()") + "()`" // which is a name and nothing else
		for _, s := range invalidSymbols(symbols.Check(guard.Parse(call), x.opt.Symbols)) {
			if s.Verdict == symbols.Unknown {
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
		if r.held.Match(&t) >= question.PartCredit {
			present = append(present, t)
		} else {
			missing = append(missing, t)
		}
	}
	return present, missing
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

// keyTermGate looks for the names that the question cannot be answered without.
func (x *run) keyTermGate() guard.Gate {
	r := &x.request
	present, missing := r.named()
	for i := range r.Terms {
		if t := &r.Terms[i]; t.Proper && !t.Identifier && !r.hasProper(t) && !slices.ContainsFunc(missing, func(n string) bool { return question.ContainsWord(n, t.Text) }) {
			missing = append(missing, t.Text)
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
