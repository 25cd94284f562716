package guard

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
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

// gateTexts are what a refusal by a gate is filed under, and what a gate with a number says where it passes and where
// not.
var gateTexts = map[string]struct {
	code       RefusalCode
	pass, fail string
}{
	GateAnswered:   {WeakEvidence, "Something in the documents is likely to answer this", "Nothing in the documents is likely to answer this"},
	GateKeyTerms:   {code: MissingTerm},
	GateConfidence: {LowConfidence, "The model was sure enough of its words", "The model was not sure of its words"},
	GateSymbols:    {code: UnknownSymbol},
	GateSupport:    {code: UnsupportedClaim},
	GateComputed:   {code: Computed},
}

// Code returns the reason that a refusal by the gate is filed under, "" if the gate does not refuse.
func (g Gate) Code() RefusalCode {
	if g.Verdict != Refuse {
		return ""
	}
	return gateTexts[g.Name].code
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

// MeasureGate refuses if a probability is too small: that something in the evidence answers the question
// (GateAnswered), or the mean one of a generator's words (GateConfidence).
func MeasureGate(name string, measured, threshold float64) Gate {
	g := atLeastGate(name, measured, threshold)
	said := gateTexts[name].pass
	if g.Verdict != Pass {
		said = gateTexts[name].fail
	}
	g.Detail = fmt.Sprintf("%s: %.2f, at least %.2f is needed.", said, g.Measured, threshold)
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
	switch g.Detail = list(missing) + " are nowhere in the evidence."; len(missing) {
	case 0:
		g.Detail = "The evidence mentions " + list(present) + "."
	case 1:
		g.Detail = list(missing) + " is nowhere in the evidence."
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

// The texts of refusals. An answer that is refused is exactly one of them.
const (
	NotFoundText        = "not found in provided docs" // the default; a user may configure another
	NotInSelection      = "The selected text does not contain the answer."
	NotDocumentedPrefix = "NOT_DOCUMENTED: " // followed by what has no grounded API
)

// RefusalCode says why an answer is refused, for programs and statistics.
type RefusalCode string

// The reasons for a refusal.
const (
	NoEvidence       RefusalCode = "no_evidence"       // retrieval found nothing
	WeakEvidence     RefusalCode = "weak_evidence"     // nothing is likely to answer
	MissingTerm      RefusalCode = "missing_term"      // the question's key term is nowhere in the evidence
	OneSided         RefusalCode = "one_sided"         // a comparison of which one side has no evidence
	LowConfidence    RefusalCode = "low_confidence"    // the confidence gate
	UncitedClaim     RefusalCode = "uncited"           // the draft breaks the rules of citation
	UnsupportedClaim RefusalCode = "unsupported_claim" // the evidence does not say what the draft says
	UnknownSymbol    RefusalCode = "unknown_symbol"    // the draft uses an API that does not exist
	Computed         RefusalCode = "computed"          // the answer would have to be computed over rows
	OutsideSelection RefusalCode = "selection"         // the selected text does not contain the answer
	GeneratorRefused RefusalCode = "generator_refused" // the draft is itself a refusal
	BrokenDraft      RefusalCode = "broken_draft"      // the draft is empty, has no end, or repeats itself or its prompt
)

// IsRefusal tells that a draft as a whole says that there is no answer, in whatever words: "I could not find …",
// "The documents do not mention …". A draft that cites anything, or that says something beside its apology, is none.
func IsRefusal(draft *Draft) bool {
	if strings.HasPrefix(strings.TrimSpace(draft.Text), strings.TrimSpace(NotDocumentedPrefix)) {
		return true
	}
	refused := false
	for _, s := range draft.Sentences {
		if len(s.Markers) > 0 || s.Kind == Code {
			return false
		}
		if s.Kind == Heading {
			continue
		}
		said := plainWords(s.Raw)
		switch {
		case said == "":
		case refusing().MatchString(said):
			refused = true
		case !courtesy().MatchString(said) && !(refused && advice().MatchString(said)):
			return false
		}
	}
	return refused
}

// plainWords prepares a sentence for the patterns: lower case, straight apostrophes, single spaces, no emphasis.
func plainWords(s string) string {
	s = strings.NewReplacer("’", "'", "*", "", "_", " ", "`", "", "\"", "", "“", "", "”", "").Replace(strings.ToLower(s))
	return strings.Trim(strings.Join(strings.Fields(s), " "), " .!:")
}

// The parts of the patterns. Drafts are one short text each, so clarity counts more than speed.
const (
	apology  = `(?:(?:unfortunately|sorry|regrettably|i'm sorry|i am sorry|i'm afraid|i am afraid|my apologies|apologies|i apologi[sz]e)[,;:. ]*(?:but |that )?)?`
	basis    = `(?:(?:based on|according to|from|in|within|given) [^,]{1,80}, ?)?`
	negation = `(?:could not|couldn't|can not|cannot|can't|did not|didn't|do not|don't|does not|doesn't|am not able to|are not able to|was not able to|were not able to|wasn't able to|am unable to|are unable to|was unable to|were unable to|'m unable to|'m not able to|'re unable to)`
	material = `(?:(?:the|these|this|those|any of the|none of the|your|my) )?(?:(?:provided|given|supplied|available|retrieved|cited|selected|indexed|above|following|source|reference) )*(?:documents?|documentation|docs?|evidence|context|texts?|passages?|excerpts?|snippets?|sources?|selection|materials?|information|corpus|pages?|files?)(?: (?:provided|given|supplied|available|retrieved|above|you (?:provided|gave|shared)))*`
	matter   = `(?:information|mention|evidence|answer|details?|reference|references|data|indication|documentation|description|definition|record|relevant [a-z]+|such [a-z]+|specific [a-z]+)`
	telling  = `(?:mention|contain|provide|specify|include|say|state|cover|discuss|address|describe|explain|answer|give|define|list|have|reveal|indicate|refer|offer|tell|show|report|document|make any|support)`
	found    = `(?:found|mentioned|specified|available|stated|documented|provided|present|contained|covered|given|answered|determined|included|known|addressed|discussed|described|defined|explained|in)`
)

// Compiled when first needed, never changed: a draft with a citation needs none, and compiling them takes longer than all else at a start.
var (
	refusing = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^` + apology + basis + `(?:however, )?(?:` + strings.Join([]string{
			`(?:i|we) ?` + negation + ` (?:find|locate|answer|determine|identify|see|know|have|provide|say|tell|confirm|verify|help)\b.*`,
			material + ` ?(?:do not|does not|don't|doesn't|did not|didn't|cannot|can't|fails? to|lacks?|never)(?: (?:explicitly|directly|actually|seem to|appear to|specifically|clearly))*(?: ` + telling + `)?\b.*`,
			`(?:none of ` + material + `|` + `no ` + material + `) (?:` + telling + `s?|` + `mentions|discusses|covers|addresses)\b.*`,
			`there (?:is|was|are|were|seems to be|appears to be) (?:no|not any|not enough|insufficient|nothing)\b ?(?:` + matter + `)?.{0,160}?(?:information|mention|evidence|answer|details?|references?|data|documents?|docs|documentation|context|texts?|passages?|sources?|selection|about|regarding).*`,
			`(?:no|not enough|insufficient) (?:relevant |such |further |specific |direct |explicit )?` + matter + `\b(?:$| (?:is|was|are|were|could|can|about|on|regarding|available|found|in|to|for|given|provided)\b.*)`,
			`(?:this|that|it|the (?:requested |relevant |specific |exact |required )?(?:information|question|answer|topic|details?|term)(?: to (?:this|your|the) question)?|the answer to .{1,120}?) (?:is|was|are|could|can|has)(?: not|n't| ?not)(?: (?:be|been|explicitly|directly))* ` + found + `\b.*`,
			`not (?:found|mentioned|specified|available|stated|documented|provided|covered)(?:$| (?:in|by|within)\b.*)`,
			`(?:unknown|n/a|no answer|not applicable|unanswerable|cannot answer|can't answer|not found)`,
			`the selected text does not contain the answer`,
		}, `|`) + `)$`)
	})
	courtesy = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:unfortunately|sorry|i'm sorry|i am sorry|(?:my )?apologies|i apologi[sz]e)\b.{0,60}$|^thank(?:s| you)\b.{0,60}$`)
	})
	advice = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:please|if you|you (?:may|might|can|could|should|would)|let me know|consider|feel free|for (?:more|further|additional)|i (?:recommend|suggest|would (?:recommend|suggest|need))|try|could you|would you|it (?:may|might) (?:be|help)|therefore,? i|so i|more (?:context|information|details?) )\b.*$`)
	})
)
