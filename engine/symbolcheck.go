package engine

import (
	"fmt"
	"slices"
	"strings"

	"ibid/guard"
	"ibid/guard/symbols"
)

const (
	maxInvalid = 16 // names of a draft that its generator is told do not exist
	maxNamed   = 3  // names that a person is told
)

// judge looks the API names of a draft up. It does so before anything is taken out, because an import at the top says
// what a name far below it stands for.
func (x *examiner) judge(t *attempt) {
	if x.opt.Symbols == nil || x.opt.NoSymbols {
		return
	}
	t.findings = symbols.Check(t.text, x.opt.Symbols)
	t.invalid = invalidSymbols(t.findings)
	for i := range t.invalid {
		if s := &t.invalid[i]; len(s.Nearest) == 0 && !t.draft.Final {
			s.Nearest = x.documented(s.Name)
		}
	}
	for _, s := range symbols.SentencesWith(t.text, t.findings) {
		t.inventing = append(t.inventing, s.Claim())
	}
}

// invalidSymbols lists what does not exist or is misused, each once, in the order of the text.
func invalidSymbols(findings []symbols.Finding) []InvalidSymbol {
	var out []InvalidSymbol
	for _, f := range findings {
		s := InvalidSymbol{Name: f.Name, Written: f.Written, Verdict: f.Verdict, Reason: f.Detail, Nearest: f.Nearest}
		same := func(o InvalidSymbol) bool { return o.Name == s.Name && o.Written == s.Written && o.Reason == s.Reason }
		if invalid(f.Verdict) && len(out) < maxInvalid && !slices.ContainsFunc(out, same) {
			out = append(out, s)
		}
	}
	return out
}

// checkSymbols removes the sentences and code blocks of a draft that name what does not exist, and refuses if the rest no
// longer answers. What is composed by rule is left alone: its sentences are the documents' own words, and a changelog may
// well speak of a function that is gone. The person is warned.
func (x *examiner) checkSymbols(t *attempt) bool {
	switch {
	case x.opt.Symbols == nil:
		return true
	case x.opt.NoSymbols:
		t.gates = append(t.gates, guard.Skip(guard.GateSymbols, 1, "switched off"))
		return true
	}
	gate := symbols.Gate(t.findings)
	if len(t.invalid) > 0 {
		if gate.Verdict = guard.Warn; t.draft.Final {
			t.warnings = append(t.warnings, "the documents speak of "+faultsOf(t.invalid)+", by the sources that were read")
		} else if x.dropInventing(t) {
			t.warnings = append(t.warnings, "what needs a name that does not exist was left out: "+faultsOf(t.invalid))
		} else {
			gate.Verdict = guard.Refuse
			t.refuse(guard.UnknownSymbol, explain(draftUses, t.invalid))
		}
	}
	t.gates = append(t.gates, gate)
	return !t.refused()
}

// dropInventing removes what names a symbol that does not exist, code together with the sentence that announces it. It
// tells whether the rest still answers.
func (x *examiner) dropInventing(t *attempt) bool {
	var starts []int
	var reasons []string
	for _, s := range guard.Split(t.text) {
		if claim := s.Claim(); slices.Contains(t.inventing, claim) {
			starts = append(starts, s.Start)
			reasons = append(reasons, "“"+shorten(OneLine(claim))+"”")
		}
	}
	before := t.text
	if len(starts) > 0 {
		t.rewriteBy(Rewrite{Stage: StageSymbols, Reason: faultsOf(t.invalid) + "; taken out: " + strings.Join(reasons, ", "),
			After: guard.Remove(t.text, starts), Unknown: t.invalid[0].Name, Nearest: namesOf(t.invalid[0].Nearest)})
	}
	return t.text != "" && guard.Citations(t.text, x.keys).OK() && x.coverage(t.text) >= stillAnswers*x.coverage(before)
}

// checkLeft looks the names up once more in what the other checks have left: an import or a definition may have gone that
// explained a name. Nothing invented is shown whatever the reason.
func (x *examiner) checkLeft(t *attempt) {
	if x.opt.Symbols == nil || x.opt.NoSymbols {
		return
	}
	findings := symbols.Check(t.text, x.opt.Symbols)
	t.symbols = symbolsIn(t.text, findings)
	if bad := invalidSymbols(findings); len(bad) > 0 && !t.draft.Final {
		t.refuse(guard.UnknownSymbol, explain(draftUses, bad))
	}
}

// faultsOf names symbols and what is wrong with them: "unknown a.b, a.c; misused a.d: it takes no argument e".
func faultsOf(symbols []InvalidSymbol) string {
	var unknown, parts []string
	for _, s := range symbols {
		if s.Verdict == SymbolUnknown && !slices.Contains(unknown, s.Name) {
			unknown = append(unknown, s.Name)
		}
	}
	if len(unknown) > 0 {
		parts = append(parts, "unknown "+strings.Join(unknown, ", "))
	}
	for _, s := range symbols {
		if s.Verdict == SymbolMisused {
			parts = append(parts, "misused "+s.Name+": "+s.Reason)
		}
	}
	return strings.Join(parts, "; ")
}

// What names symbols that do not exist, for explain.
const (
	draftUses = "the draft uses "
	isAsked   = "the question asks for "
)

// explain says for a person what does not exist and which real names come nearest, and asks what was meant.
func explain(who string, bad []InvalidSymbol) string {
	said := who
	var real []symbols.Nearest
	for i, s := range bad {
		if i == maxNamed {
			said += fmt.Sprintf(" and %d more", len(bad)-maxNamed)
			break
		}
		if i > 0 {
			said += ", "
		}
		if s.Verdict == SymbolMisused {
			said += s.Name + " as it is not declared (" + s.Reason + ")"
		} else {
			said += s.Name + ", which does not exist"
		}
		for _, n := range s.Nearest {
			if len(real) < maxNamed && !slices.ContainsFunc(real, func(r symbols.Nearest) bool { return r.Name == n.Name }) {
				real = append(real, n)
			}
		}
	}
	if len(real) == 0 {
		return said + "; no real name is like it. What should it do?"
	}
	places := make([]string, len(real))
	for i, n := range real {
		places[i] = n.Name
		if n.Path != "" {
			places[i] += fmt.Sprintf(" (%s:%d)", n.Path, n.Line)
		}
	}
	return said + "; real names are " + strings.Join(places, ", ") + ". Did you mean " + real[0].Name + "?"
}
