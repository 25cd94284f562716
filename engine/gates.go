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
	held := r.held()
	var lacking []question.Term
	words, names := found{}, found{} // names are what the question cannot be answered without
	for _, t := range r.Terms {
		if !words.add(t.Text, held.Match(&t) >= question.PartCredit) {
			lacking = append(lacking, t)
		}
	}
	for i := range r.Names {
		names.add(r.Names[i].Text, r.mentions(&r.Names[i]))
	}
	a.Trace.Missing = question.Missing(r.Question.Text, names.missing, lacking)
	if len(r.Evidence) == 0 {
		a.refuse(guard.NoEvidence, "nothing in the documents matches the question")
		return false
	}
	for i := range r.Terms {
		if t := &r.Terms[i]; t.Proper && !t.Identifier && !r.hasProper(held, t) && !slices.ContainsFunc(names.missing, func(n string) bool { return question.ContainsWord(n, t.Text) }) {
			names.add(t.Text, false)
		}
	}
	terms, answered := guard.KeyTermGate(names.present, names.missing), x.answeredGate()
	var invented []symbols.Finding
	if terms.Verdict == guard.Refuse {
		invented = x.undeclared()
	}
	if sure := answered.Verdict == guard.Refuse && answered.Measured < surelyNot; x.opt.TellDoubts && !sure && invented == nil {
		terms, answered = x.doubt(terms), x.doubt(answered)
	}
	a.Trace.Gates = []guard.Gate{guard.KeywordGate(words.present, words.missing), terms, answered}
	g, refuses := guard.Refusing(a.Trace.Gates)
	if refuses {
		a.refuse(g.Code(), strings.TrimSuffix(g.Detail, "."))
		if g.Code() == guard.MissingTerm && invented != nil {
			a.refuse(guard.UnknownSymbol, explain(isAsked, invented))
			a.Text = guard.NotDocumentedPrefix + invented[0].Name
		}
	}
	return !refuses
}

// found are words or names of a question by whether its evidence has them.
type found struct{ present, missing []string }

func (f *found) add(text string, there bool) bool {
	if there {
		f.present = append(f.present, text)
	} else {
		f.missing = append(f.missing, text)
	}
	return there
}

// held are the terms of the evidence.
func (r *Request) held() question.Bag {
	out := question.Bag{}
	for _, ev := range r.Evidence {
		for t := range question.NewBag(ev.texts()...) {
			out[t] = true
		}
	}
	return out
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

// hasProper tells whether the evidence has a word that the question writes as a name: as it is, or with a capital in
// another form. "windows" is not Windows.
func (r *Request) hasProper(held question.Bag, t *question.Term) bool {
	if held.Match(t) == 0 {
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
