package guard

import (
	"regexp"
	"strings"
	"sync"
)

// The texts of refusals. An answer that is refused is exactly one of them.
const (
	NotFound            = "not found in provided docs" // the default; a user may configure another
	NotInSelection      = "The selected text does not contain the answer."
	NotDocumentedPrefix = "NOT_DOCUMENTED: " // followed by what has no grounded API
)

// RefusalCode says why an answer is refused, for programs and statistics.
type RefusalCode string

// The reasons for a refusal.
const (
	NoEvidence       RefusalCode = "no_evidence"       // retrieval found nothing
	WeakEvidence     RefusalCode = "weak_evidence"     // the similarity gate
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
func IsRefusal(draft string) bool {
	text := strings.TrimSpace(draft)
	if strings.HasPrefix(text, strings.TrimSpace(NotDocumentedPrefix)) {
		return true
	}
	refused := false
	for _, s := range Split(text) {
		if len(s.Citations) > 0 || s.Kind == Code {
			return false
		}
		if s.Kind == Heading {
			continue
		}
		said := plainWords(s.Text)
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
