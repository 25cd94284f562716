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
)

// refusedBy is what a refusal by a gate is filed under.
var refusedBy = map[string]RefusalCode{
	GateAnswered: WeakEvidence, GateKeyTerms: MissingTerm, GateConfidence: LowConfidence,
	GateSymbols: UnknownSymbol, GateSupport: UnsupportedClaim,
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

// judged records a gate that refuses where too little was measured. What is not a number has not been measured.
func judged(name string, measured, threshold float64, pass, fail string) Gate {
	switch {
	case measured >= threshold:
		return Gate{name, measured, threshold, Pass, pass}
	case math.IsNaN(measured):
		measured = 0
	}
	return Gate{name, measured, threshold, Refuse, fail}
}

// covered records a gate that refuses where anything is bad, and is skipped where there is nothing to judge.
func covered(name string, good, bad int, none, pass, fail string) Gate {
	if good+bad == 0 {
		return Skip(name, 1, none)
	}
	return judged(name, share(good, bad), 1, pass, fail)
}

// MeasureGate refuses if a probability is too small: that something in the evidence answers the question
// (GateAnswered), or the mean one of a generator's words (GateConfidence).
func MeasureGate(name string, measured, threshold float64) Gate {
	pass, fail := "Something in the documents is likely to answer this", "Nothing in the documents is likely to answer this"
	if name == GateConfidence {
		pass, fail = "The model was sure enough of its words", "The model was not sure of its words"
	}
	g := judged(name, measured, threshold, pass, fail)
	g.Detail += fmt.Sprintf(": %.2f, at least %.2f is needed.", g.Measured, threshold)
	return g
}

// KeywordGate warns if the evidence lacks keywords of the question.
func KeywordGate(present, missing []string) Gate {
	g := covered(GateKeywords, len(present), len(missing), "the question has no keywords",
		"Every keyword of the question is in the evidence.", "Not in the evidence: "+list(missing)+".")
	if g.Verdict == Refuse {
		g.Verdict = Warn
	}
	return g
}

// KeyTermGate refuses if something that the question is about, a name, an identifier or a number, is nowhere in the
// evidence.
func KeyTermGate(present, missing []string) Gate {
	verb := " is"
	if len(missing) > 1 {
		verb = " are"
	}
	return covered(GateKeyTerms, len(present), len(missing), "the question names nothing in particular",
		"The evidence mentions "+list(present)+".", list(missing)+verb+" nowhere in the evidence.")
}

// SymbolGate refuses if the answer has a name that does not exist, or calls one in a way that it does not allow.
// Measured is the share of the judged names that are known.
func SymbolGate(known int, unknown, misused []string) Gate {
	fail := "Not declared by the sources: " + firstOf(unknown) + "."
	if len(unknown) == 0 {
		fail = "Called in a way that its declaration does not allow: " + firstOf(misused) + "."
	}
	return covered(GateSymbols, known, len(unknown)+len(misused), "the answer names nothing that the sources in scope should declare",
		"The sources declare every name that the answer uses.", fail)
}

// SupportGate refuses if too few of the sentences are supported by what they cite. threshold is the share that is
// needed, in [0, 1]. An answer without sentences supports nothing.
func SupportGate(supported, sentences int, threshold float64) Gate {
	said := fmt.Sprintf("The evidence supports %d of %d sentences.", supported, sentences)
	switch {
	case sentences == 0:
		return Gate{GateSupport, 0, threshold, Refuse, "The answer has no sentence that could be checked."}
	case supported == sentences:
		said = "The evidence supports every sentence."
	}
	return judged(GateSupport, share(supported, sentences-supported), threshold, said, said)
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
