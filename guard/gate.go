package guard

import (
	"fmt"
	"math"
	"slices"
)

// GateVerdict is what a gate decides.
type GateVerdict string

// The verdicts. A gate that could not measure, or that is switched off, is skipped, and its Detail says why.
const (
	Pass    GateVerdict = "pass"
	Warn    GateVerdict = "warn"
	Refuse  GateVerdict = "refuse"
	Skipped GateVerdict = "skipped"
)

// Gate is the record of one check: what was measured, what was asked for, what follows, and why in words.
type Gate struct {
	Name      string      `json:"name"`
	Measured  float64     `json:"measured"` // 0 if skipped
	Threshold float64     `json:"threshold"`
	Verdict   GateVerdict `json:"verdict" jsonschema:"pass, warn, refuse, skipped"`
	Detail    string      `json:"detail"` // a sentence for a person
}

// The names of the gates.
const (
	GateAnswered   = "answered"
	GateKeywords   = "keywords"
	GateKeyTerms   = "key_terms"
	GateConfidence = "confidence"
	GateSymbols    = "symbols"
	GateSupport    = "support"
	GateComputed   = "computed"
)

// refusedBy is what a refusal by a gate is filed under.
var refusedBy = map[string]RefusalCode{
	GateAnswered: WeakEvidence, GateKeyTerms: MissingTerm, GateConfidence: LowConfidence,
	GateSymbols: UnknownSymbol, GateSupport: UnsupportedClaim, GateComputed: Computed,
}

// Code returns the reason that a refusal by the gate is filed under, "" if the gate does not refuse.
func (g Gate) Code() RefusalCode {
	if g.Verdict != Refuse {
		return ""
	}
	return refusedBy[g.Name]
}

// Refusing returns the first gate that refuses.
func Refusing(gates []Gate) (Gate, bool) {
	i := slices.IndexFunc(gates, func(g Gate) bool { return g.Verdict == Refuse })
	if i < 0 {
		return Gate{}, false
	}
	return gates[i], true
}

// Skip records a gate that does not decide, and why: "switched off", "the model reports no probabilities".
func Skip(name string, threshold float64, why string) Gate {
	return Gate{Name: name, Threshold: threshold, Verdict: Skipped, Detail: "Not checked: " + why + "."}
}

// MeasureGate refuses if a probability is too small: that something in the evidence answers the question
// (GateAnswered), or the mean one of a generator's words (GateConfidence).
func MeasureGate(name string, measured, threshold float64) Gate {
	g := atLeastGate(name, measured, threshold)
	said := map[string][2]string{
		GateAnswered:   {"Something in the documents is likely to answer this", "Nothing in the documents is likely to answer this"},
		GateConfidence: {"The model was sure enough of its words", "The model was not sure of its words"},
	}[name]
	g.Detail = said[0]
	if g.Verdict != Pass {
		g.Detail = said[1]
	}
	g.Detail += fmt.Sprintf(": %.2f, at least %.2f is needed.", g.Measured, threshold)
	return g
}

// KeywordGate warns if the evidence has too few of the question's keywords. threshold is the share, in [0, 1], of
// keywords that have to be there; without keywords the gate is skipped.
func KeywordGate(present, missing []string, threshold float64) Gate {
	if len(present)+len(missing) == 0 {
		return Skip(GateKeywords, threshold, "the question has no keywords")
	}
	g := atLeastGate(GateKeywords, share(len(present), len(missing)), threshold)
	if g.Verdict == Refuse {
		g.Verdict = Warn
	}
	if g.Detail = "Every keyword of the question is in the evidence."; len(missing) > 0 {
		g.Detail = "Not in the evidence: " + list(missing) + "."
	}
	return g
}

// KeyTermGate refuses if something that the question is about, a name, an identifier or a number, is nowhere in the
// evidence. Without key terms the gate is skipped.
func KeyTermGate(present, missing []string) Gate {
	if len(present)+len(missing) == 0 {
		return Skip(GateKeyTerms, 1, "the question names nothing in particular")
	}
	g := atLeastGate(GateKeyTerms, share(len(present), len(missing)), 1)
	switch len(missing) {
	case 0:
		g.Detail = "The evidence mentions " + list(present) + "."
	case 1:
		g.Detail = list(missing) + " is nowhere in the evidence."
	default:
		g.Detail = list(missing) + " are nowhere in the evidence."
	}
	return g
}

// SymbolGate refuses if the answer has a name that does not exist, or calls one in a way that it does not allow.
// Measured is the share of the judged names that are known.
func SymbolGate(known int, unknown, misused []string) Gate {
	wrong := len(unknown) + len(misused)
	if known+wrong == 0 {
		return Skip(GateSymbols, 1, "the answer names nothing that the sources in scope should declare")
	}
	g := atLeastGate(GateSymbols, share(known, wrong), 1)
	switch {
	case wrong == 0:
		g.Detail = "The sources declare every name that the answer uses."
	case len(unknown) == 0:
		g.Detail = fmt.Sprintf("Called in a way that its declaration does not allow: %s.", firstOf(misused))
	default:
		g.Detail = fmt.Sprintf("Not declared by the sources: %s.", firstOf(unknown))
	}
	return g
}

// firstOf lists the first few names, each once, and how many more there are.
func firstOf(names []string) string {
	const maxListed = 3
	var distinct []string
	for _, n := range names {
		if !slices.Contains(distinct, n) {
			distinct = append(distinct, n)
		}
	}
	if len(distinct) <= maxListed {
		return list(distinct)
	}
	return fmt.Sprintf("%s and %d more", list(distinct[:maxListed]), len(distinct)-maxListed)
}

// SupportGate refuses if too few of the sentences are supported by what they cite. threshold is the share that is
// needed, in [0, 1]. An answer without sentences supports nothing.
func SupportGate(supported, sentences int, threshold float64) Gate {
	g := atLeastGate(GateSupport, share(supported, sentences-supported), threshold)
	switch {
	case sentences == 0:
		g.Verdict, g.Detail = Refuse, "The answer has no sentence that could be checked."
	case supported == sentences:
		g.Detail = "The evidence supports every sentence."
	default:
		g.Detail = fmt.Sprintf("The evidence supports %d of %d sentences.", supported, sentences)
	}
	return g
}

// atLeastGate compares. What is not a number has not been measured and does not pass.
func atLeastGate(name string, measured, threshold float64) Gate {
	g := Gate{Name: name, Measured: measured, Threshold: threshold, Verdict: Pass}
	if math.IsNaN(measured) || math.IsInf(measured, 0) {
		g.Measured, g.Verdict = 0, Refuse
	}
	if measured < threshold {
		g.Verdict = Refuse
	}
	return g
}

func share(part, rest int) float64 {
	if part+rest == 0 {
		return 0
	}
	return float64(part) / float64(part+rest)
}

// list joins terms for a sentence: “a”, “b” and “c”.
func list(terms []string) string {
	said := ""
	for i, t := range terms {
		switch {
		case i > 0 && i == len(terms)-1:
			said += " and "
		case i > 0:
			said += ", "
		}
		said += quoted(t)
	}
	return said
}
