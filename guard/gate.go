package guard

import (
	"fmt"
	"math"
	"slices"
	"strings"
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
	Name      string
	Measured  float64 // 0 if skipped
	Threshold float64
	Verdict   GateVerdict
	Detail    string // a sentence for a person
}

// The names of the gates.
const (
	GateSimilarity = "similarity"
	GateCoverage   = "coverage"
	GateKeywords   = "keywords"
	GateKeyTerms   = "key_terms"
	GateConfidence = "confidence"
	GatePremise    = "premise"
	GateSymbols    = "symbols"
	GateSupport    = "support"
)

// Code returns the reason that a refusal by the gate is filed under, "" if the gate does not refuse.
func (g Gate) Code() RefusalCode {
	if g.Verdict != Refuse {
		return ""
	}
	switch g.Name {
	case GateSimilarity, GateCoverage, GatePremise:
		return WeakEvidence
	case GateKeyTerms:
		return MissingTerm
	case GateConfidence:
		return LowConfidence
	case GateSymbols:
		return UnknownSymbol
	default:
		return UnsupportedClaim
	}
}

// Refusing returns the first gate that refuses.
func Refusing(gates []Gate) (Gate, bool) {
	for _, g := range gates {
		if g.Verdict == Refuse {
			return g, true
		}
	}
	return Gate{}, false
}

// Skip records a gate that does not decide, and why: "switched off", "the model reports no probabilities".
func Skip(name string, threshold float64, why string) Gate {
	return Gate{Name: name, Threshold: threshold, Verdict: Skipped, Detail: "Not checked: " + why + "."}
}

// SimilarityGate refuses if the best evidence is too far from the question. measured is the strength of the evidence
// in [0, 1], on whatever scale the retriever is calibrated for.
func SimilarityGate(measured, threshold float64) Gate {
	g := atLeastGate(GateSimilarity, measured, threshold)
	if g.Verdict == Pass {
		g.Detail = fmt.Sprintf("The evidence is close enough to the question: %.2f, at least %.2f is needed.", g.Measured, threshold)
	} else {
		g.Detail = fmt.Sprintf("The evidence is too far from the question: %.2f, at least %.2f is needed.", g.Measured, threshold)
	}
	return g
}

// CosineGate is the similarity gate where a model measured: the cosine of the question and the best evidence, in [-1, 1].
func CosineGate(measured, threshold float64, model string) Gate {
	g := atLeastGate(GateSimilarity, measured, threshold)
	if g.Verdict == Pass {
		g.Detail = fmt.Sprintf("The evidence is close enough to the question: cosine %.2f by %s, at least %.2f is needed.", g.Measured, model, threshold)
	} else {
		g.Detail = fmt.Sprintf("The evidence is too far from the question: cosine %.2f by %s, at least %.2f is needed.", g.Measured, model, threshold)
	}
	return g
}

// CoverageGate refuses if the best evidence holds too little of what the question asks about. measured is the share of
// it, in [0, 1].
func CoverageGate(measured, threshold float64) Gate {
	g := atLeastGate(GateCoverage, measured, threshold)
	if g.Verdict == Pass {
		g.Detail = fmt.Sprintf("The evidence holds enough of what the question asks about: %.2f, at least %.2f is needed.", g.Measured, threshold)
	} else {
		g.Detail = fmt.Sprintf("The evidence holds too little of what the question asks about: %.2f, at least %.2f is needed.", g.Measured, threshold)
	}
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
	if len(missing) == 0 {
		g.Detail = "Every keyword of the question is in the evidence."
	} else {
		g.Detail = fmt.Sprintf("Not in the evidence: %s.", list(missing))
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
	switch {
	case len(missing) == 0:
		g.Detail = fmt.Sprintf("The evidence mentions %s.", list(present))
	case len(missing) == 1:
		g.Detail = fmt.Sprintf("%s is nowhere in the evidence.", list(missing))
	default:
		g.Detail = fmt.Sprintf("%s are nowhere in the evidence.", list(missing))
	}
	return g
}

// PremiseGate refuses if the evidence does not bear out what the question takes for granted. measured is the support
// for it, in [0, 1], and why what is wrong with it.
func PremiseGate(measured, threshold float64, why string) Gate {
	g := atLeastGate(GatePremise, measured, threshold)
	if g.Verdict == Pass {
		g.Detail = "The evidence bears out what the question takes for granted."
	} else {
		g.Detail = fmt.Sprintf("The evidence does not bear out what the question takes for granted: it %s.", why)
	}
	return g
}

// ConfidenceGate refuses if the generator was not sure of its words. measured is its mean probability per token, in
// [0, 1].
func ConfidenceGate(measured, threshold float64) Gate {
	g := atLeastGate(GateConfidence, measured, threshold)
	if g.Verdict == Pass {
		g.Detail = fmt.Sprintf("The model was sure enough of its words: %.2f, at least %.2f is needed.", g.Measured, threshold)
	} else {
		g.Detail = fmt.Sprintf("The model was not sure of its words: %.2f, at least %.2f is needed.", g.Measured, threshold)
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
	var distinct []string
	for _, n := range names {
		if !slices.Contains(distinct, n) {
			distinct = append(distinct, n)
		}
	}
	const maxListed = 3
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
	parts := make([]string, len(terms))
	for i, t := range terms {
		parts[i] = quoted(t)
	}
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
