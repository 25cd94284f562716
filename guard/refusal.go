package guard

import (
	"regexp"
	"strings"
	"sync"
)

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
		said := apology().ReplaceAllString(plainWords(s.Raw), "")
		switch {
		case s.Kind == Heading || said == "":
		case refusing().MatchString(said):
			refused = true
		case !refused || !advice().MatchString(said):
			return false
		}
	}
	return refused
}

// plainWords prepares a sentence for the patterns: lower case, no short forms, single spaces, no emphasis.
func plainWords(s string) string {
	s = strings.NewReplacer("’", "'", "*", "", "_", " ", "`", "", "\"", "", "“", "", "”", "").Replace(strings.ToLower(s))
	s = strings.NewReplacer("can't", "can not", "cannot", "can not", "n't", " not", "'m ", " am ").Replace(s)
	return strings.Trim(strings.Join(strings.Fields(s), " "), " .!:")
}

// The parts of the patterns.
const (
	given    = `(?:provided|given|supplied|available|retrieved|cited|selected|above|following|source|reference)`
	material = `(?:(?:the|these|this|any of the|your|my) )?(?:` + given + ` )*(?:documents?|documentation|docs|evidence|` +
		`context|texts?|passages?|excerpts?|sources?|selection|materials?|information|pages?|files?)(?: ` + given + `)*`
	matter = `(?:information|mention|evidence|answer|details?|references?|data|documentation|description|definition)`
	found  = `(?:found|mentioned|specified|available|stated|documented|provided|present|contained|covered|answered|` +
		`determined|included|known|addressed|discussed|described|defined|explained|in)`
)

// Compiled when first needed: a draft with a citation needs none, and it takes longer than all else at a start.
var (
	refusing = compiled(`^(?:` + strings.Join([]string{
		`(?:i|we) (?:can|could|did|do|am|are|was|were) (?:not|unable to)(?: able to)? ` +
			`(?:find|locate|answer|determine|know|see|have|provide|say|tell|confirm)\b`,
		material + ` (?:(?:do|does|did|can) not|fails? to|lacks?|never)\b`,
		`no(?:ne of)? ` + material + ` (?:mention|contain|provide|say|state|cover|discuss|describe|explain|answer|address)`,
		`there (?:is|was|are|were|seems to be|appears to be) (?:no|not any|not enough|insufficient|nothing)\b.{0,200}?` +
			`(?:` + matter + `|documents?|docs|context|texts?|passages?|sources?|selection|about|regarding)\b`,
		`(?:no|not enough|insufficient) (?:relevant |such |further |specific |direct )?` + matter +
			`(?:$| (?:is|was|are|were|could|can|about|on|regarding|available|found|in|to|for|given|provided)\b)`,
		`(?:this|that|it|the (?:requested |relevant |exact )?(?:information|question|answer|topic|details?|term)` +
			`(?: to .{1,120}?)?) (?:is|was|are|could|can|has) not(?: be| been| explicitly| directly)* ` + found + `\b`,
		`not ` + found + `(?:$| (?:in|by|within)\b)`,
		`(?:unknown|n/a|no answer|not applicable|unanswerable|can not answer)$`,
	}, `|`) + `)`)
	apology = compiled(`^(?:(?:unfortunately|however|(?:i am )?sorry|i am afraid|(?:my )?apologies|i apologi[sz]e)\b` +
		`(?: for [^,.]{1,60})?[,;:. ]*(?:but |that )?|(?:based on|according to|from|in|within|given) [^,]{1,80}, ?)+`)
	advice = compiled(`^(?:please|thank|if you|you (?:may|can|could|should)|let me know|consider|feel free|could you|` +
		`would you|for (?:more|further)|i (?:recommend|suggest|would)|therefore,? i|so i|more (?:context|information) )`)
)

func compiled(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
