package question

import (
	"regexp"
	"strings"
)

// Kind is what a question asks for. It decides which variants are searched and how an answer is composed.
type Kind string

// The kinds of questions.
const (
	General    Kind = "general"
	Definition Kind = "definition" // what is X
	Overview   Kind = "overview"   // summarize X
	Expansion  Kind = "acronym"    // what does X stand for
	Quantity   Kind = "quantity"   // how many, how large, which value
	Time       Kind = "time"       // when
	Procedure  Kind = "procedure"  // the steps of an algorithm, how to
	List       Kind = "list"       // which, what are
	Comparison Kind = "comparison" // the difference between X and Y
	Reason     Kind = "why"        // why
	YesNo      Kind = "yes-no"     // is, does, can
)

// Question is a question, taken apart by rules alone.
type Question struct {
	Text        string
	Kind        Kind
	Subject     string   // what a definition, overview, acronym or procedure is asked of; "" where it cannot be told
	Attribute   string   // the property asked for: "failure rate" in "what is the failure rate of X"
	Sides       []string // the things compared, at least two for a Comparison
	References  []Reference
	Code        bool     // it asks about source code: a function, its arguments, what it returns
	Identifiers []string // names that must be matched exactly: ML-KEM-768, SHAKE128, os.path.join, "quoted words"
}

// Reference is a numbered part of a document that the question names: Algorithm 2, Table 3, Section 4.1.
type Reference struct{ Label, Number string }

func (r Reference) String() string { return r.Label + " " + r.Number }

const (
	labels      = `algorithm|table|section|figure|appendix|equation|chapter|clause|annex|theorem|definition|listing`
	auxiliaries = `is|are|was|were|does|do|did|can|could|may|must|should|shall|will|would|has|have|had`
)

// form recognises one way to ask, by a pattern; its first group, if any, is the subject.
type form struct {
	kind    Kind
	pattern string
}

// forms are tried in order; the first that matches decides. They follow English question forms, not any subject.
var forms = [...]form{
	{Overview, `^(?:please |(?:can|could|would|will) you (?:please )?)?(?:summari[sz]e|sum up|outline)\s+(?:for (?:me|us) )?(?:what )?(.+?)(?: (?:is about|says))?$`},
	{Overview, `^(?:(?:please )?(?:give|write|show|get)\s+(?:me |us )?|what(?:'s|’s| is) )?(?:an? |the )?(?:(?:short|brief|quick|one-paragraph) )*(?:summary|overview|outline|gist) (?:of|on) (.+)$`},
	{Overview, `^what(?:'s|’s| is| are)\s+(.+?) (?:all )?about$`},
	{Overview, `^tl;?dr:?\s+(.+)$`},
	{Comparison, `\b(?:differences?|distinguish(?:es)?|compared?|comparison|contrast|versus|vs\.?)\b`},
	{Comparison, `\bdiffers?\b`},
	{Expansion, `\bwhat (?:does|do) (?:the )?(?:acronym |abbreviation |term |letters )?["'“‘]?(.+?)["'”’]? (?:stand for|abbreviate)\b`},
	{Expansion, `\b(?:spell out|expand|expansion of|write out|long form of|full (?:form|name) of)\s+(?:the )?(?:acronym|abbreviation|term|letters)?\s*["'“‘]?([\w+./-]+)`},
	{Expansion, `\bwhat (?:is|are) (?:the )?["'“‘]?(.+?)["'”’]? (?:short|an? (?:abbreviation|acronym)) (?:for|of)$`},
	{Expansion, `^(?:the )?["'“‘]?(\S+?)["'”’]? (?:is|are) (?:short|an? (?:abbreviation|acronym)) (?:for|of) what$`},
	{Reason, `^(?:so )?why\b`},
	{Reason, `\b(?:for what reasons?|for which reasons?|what (?:is|was|are|were) the (?:reasons?|rationale|motivation)|how come|what (?:prevents|motivates|causes))\b`},
	{Procedure, `\b(?:steps?|procedure|process|pseudo-?code)\b.*\b(?:of|in|for|to)\s+(.+)$`},
	{Procedure, `^(?:give|show|list|print|describe|explain) (?:the )?(algorithm \d.*)$`},
	{Procedure, `^how (?:do|can|should|would|could|must) (?:i|we|you|one|an?|the|someone)\b.*?\b(.+)$`},
	{Procedure, `^how to (.+)$`},
	{Time, `^when\b|\b(?:by|in|until|on|from) (?:when|what (?:date|year)|which (?:date|year))\b|^(?:what|which) (?:date|year)\b`},
	{Quantity, `\bhow (?:many|much|large|big|long|small|fast|often|high|low|far|old|wide|deep|strong)\b`},
	{Quantity, `\b(?:what|which)\b.*\b(?:sizes?|lengths?|number|value|amount|rate|limit|minimum|maximum|range|default|constant|percentage|probability|frequency|strength|bytes|bits|threshold|cost|price|duration|speed|voltage|temperature|width|height|depth|capacity|port|timeout|interval)\b`},
	{Definition, `^(?:what|who)(?:'s|’s| is| are| was| were)\s+meant by (.+)$`},
	{Definition, `^what (?:does|do|did) (.+?) mean\b`},
	{Definition, `^what (?:exactly )?counts as (.+)$`},
	{Definition, `^what does it mean (?:that|to|for|when) (.+)$`},
	{Definition, `^(?:please )?(?:define|explain|describe)\s+(?:the (?:term|concept|notion|meaning) (?:of )?)?(.+)$`},
	{List, `^(?:what|which) (?:are|were) (?:the )?(.+)$`},
	{List, `^(?:list|name|enumerate)\b\s*(?:all )?(?:the )?(.+)$`},
	{Definition, `^(?:what|who)(?:'s|’s| is| was)\s+(?:an? |the )?(.+)$`},
	{General, `^what (?:does|has|happens)\b`},
	{List, `^(?:which|what) [\w-]+s\b`},
	{YesNo, `^(?:` + auxiliaries + `)\b`},
}

var formExpressions = func() (out [len(forms)]*regexp.Regexp) {
	for i, f := range forms {
		out[i] = regexp.MustCompile(`(?i)` + f.pattern)
	}
	return out
}()

var (
	referenceForm = regexp.MustCompile(`(?i)\b(` + labels + `)\s+([0-9]+(?:\.[0-9]+)*|[A-Z](?:\.[0-9]+)*)\b`)
	partLabel     = regexp.MustCompile(`(?i)\b(section|clause|chapter|appendix|annex)\s+[0-9]`)
	betweenForm   = regexp.MustCompile(`(?i)\b(?:between|compare|distinguish(?:es)?|contrast)\s+(.+?)\s+(?:and|from|with|to|versus|vs\.?)\s+(.+)$`)
	differForm    = regexp.MustCompile(`(?i)\b(?:how|does|do|in what (?:respects?|ways?))\s+(?:does |do |is |are )?(.+?)\s+(?:and|or)\s+(.+?)\s+(?:differ|compare|different)\b`)
	differFrom    = regexp.MustCompile(`(?i)\b(?:how|in what (?:respects?|ways?))\s+(?:does |do |is |are )?(.+?)\s+(?:differs?|different|distinguished|compared?)\s+(?:from|to|with)\s+(.+)$`)
	versusForm    = regexp.MustCompile(`(?i)^(?:what about )?(.+?)\s+(?:versus|vs\.?)\s+(.+)$`)
	tailOfSide    = regexp.MustCompile(`(?i)(?:[:;,]\s|\s+(?:as|in|for|when|with respect to|regarding|differ|of)\s).*$`)
	attributeForm = regexp.MustCompile(`(?i)^(?:what|which) (?:is|are|was|were) the (.+?) (?:of|for) (.+)$`)
	codeWord      = regexp.MustCompile(`(?i)\b(?:function|method|arguments?|parameters?|signature|import|module|package|api|constructor|attribute|raises?|exceptions?|snippet|code|call)\b`)
	toldBefore    = regexp.MustCompile(`(?i)^(?:[^:;?]{3,60}:|.*\p{L}{2}\.) (what|which|who|how|why|when|where)\b`) // a topic, or what the question goes on from
	leadArticle   = regexp.MustCompile(`(?i)^(?:an?|the|of|in|for|both)\s+`)
)

// Parse takes a question apart.
func Parse(text string) Question {
	text = oneLine(text)
	q := Question{Text: text, Kind: General}
	bare := strings.TrimRight(text, " ?!.")
	asked := toldBefore.ReplaceAllString(bare, "$1")
	for i, re := range formExpressions {
		m := re.FindStringSubmatch(bare)
		if m == nil && asked != bare {
			m = re.FindStringSubmatch(asked)
		}
		if m != nil {
			q.Kind = forms[i].kind
			if len(m) > 1 {
				q.Subject = subject(m[1])
			}
			break
		}
	}
	if m := attributeForm.FindStringSubmatch(bare); m != nil && q.Kind != Comparison && q.Kind != Procedure {
		q.Attribute = cleanSubject(m[1])
		if q.Kind == Definition {
			q.Kind = General
		}
	}
	if q.Kind == Comparison {
		q.Sides = sides(bare)
	}
	for _, m := range referenceForm.FindAllStringSubmatch(text, -1) {
		q.References = append(q.References, Reference{Label: title(m[1]), Number: m[2]})
	}
	if q.Kind == List && len(q.References) > 0 && strings.Contains(strings.ToLower(text), "step") {
		q.Kind = Procedure
	}
	q.Identifiers = identifiers(text)
	q.Code = codeWord.MatchString(text)
	for _, id := range q.Identifiers {
		q.Code = q.Code || codeName.MatchString(id)
	}
	return q
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func sides(text string) []string {
	for _, re := range []*regexp.Regexp{betweenForm, differFrom, differForm, versusForm} {
		if m := re.FindStringSubmatch(text); m != nil {
			a, b := cleanSubject(m[1]), cleanSubject(tailOfSide.ReplaceAllString(m[2], ""))
			if a != "" && b != "" {
				return []string{a, b}
			}
		}
	}
	return nil
}

var (
	secondAsk  = regexp.MustCompile(`(?i),? and (?:where|how|why|when|what|which|who|whom|whose)\b.*$`)
	howItWorks = regexp.MustCompile(`(?i)^(?:what|how|why)\s+(.+?)\s+(?:works?|operates?|functions?|means?|is|are|does|do)$`)
	forEnd     = regexp.MustCompile(`(?i)\s+(?:for|about)$`)
)

// subject is what a question is about, of the words that stand in its place: "how a tide gauge works and where it
// stands" is about a tide gauge.
func subject(s string) string {
	s = secondAsk.ReplaceAllString(s, "")
	if m := howItWorks.FindStringSubmatch(s); m != nil {
		s = m[1]
	}
	return cleanSubject(forEnd.ReplaceAllString(s, ""))
}

func cleanSubject(s string) string {
	s = strings.Trim(s, " ?!.,;:\"'“”‘’`")
	for {
		t := leadArticle.ReplaceAllString(s, "")
		if t == s {
			return s
		}
		s = t
	}
}

// askingWords are what turns a statement into a question; without them the rest is what the question takes for granted.
var askingWords = regexp.MustCompile(`(?i)^(.{0,40}?\b)?(?:(?:in|on|at|to|from|by|of|for|with) )?(?:how (?:many|much|long|large|often|far|old)|who|whom|whose|what|which|when|where|why|how)\b\s*`)

// askedClass is a noun behind "which" that only says what sort of thing answers: the documents name it, and need not call
// it a country.
var askedClass = regexp.MustCompile(`(?i)\b(what|which) (?:(?:kinds?|types?|sorts?) of )?(?:(?:modern-day|other|current|former|\w+(?:an|ish|ese)) )?(?:countr(?:y|ies)|cit(?:y|ies)|towns?|states?|nations?|nationality|regions?|areas?|places?|locations?|years?|century|centuries|date|day|month|decade|names?|terms?|words?|titles?|persons?|people|man|woman|compan(?:y|ies)|organi[sz]ations?|institutions?|universit(?:y|ies)|part(?:y|ies)|vendors?|firms?|agenc(?:y|ies)|villages?|groups?|entit(?:y|ies)|things?|types?|kinds?|sorts?|document|paper|book|act|law|treaty|event|war|language|profession|occupation)\b`)

// Premise is what a question takes for granted, as a claim that the evidence can be checked for: "was founded in 1931" of
// "Who was founded in 1931?".
func Premise(question string) string {
	q := askedClass.ReplaceAllString(strings.TrimRight(question, " ?"), "$1")
	if m := askingWords.FindStringSubmatchIndex(q); m != nil {
		lead := ""
		if m[2] >= 0 {
			lead = q[m[2]:m[3]]
		}
		return strings.TrimSpace(lead + q[m[1]:])
	}
	return q
}

func title(s string) string { return strings.ToUpper(s[:1]) + strings.ToLower(s[1:]) }
