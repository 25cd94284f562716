package index

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// QuestionKind is what a question asks for. It decides which variants are searched and how an answer is composed.
type QuestionKind string

// The kinds of questions.
const (
	General    QuestionKind = "general"
	Definition QuestionKind = "definition" // what is X
	Expansion  QuestionKind = "acronym"    // what does X stand for
	Quantity   QuestionKind = "quantity"   // how many, how large, which value
	Time       QuestionKind = "time"       // when
	Procedure  QuestionKind = "procedure"  // the steps of an algorithm, how to
	List       QuestionKind = "list"       // which, what are
	Comparison QuestionKind = "comparison" // the difference between X and Y
	Reason     QuestionKind = "why"        // why
	YesNo      QuestionKind = "yes-no"     // is, does, can
)

// Question is a question, taken apart by rules alone.
type Question struct {
	Text        string
	Kind        QuestionKind
	Subject     string   // what a definition, acronym or procedure is asked of; "" where it cannot be told
	Attribute   string   // the property asked for: "failure rate" in "what is the failure rate of X"
	Sides       []string // the things compared, at least two for a Comparison
	References  []Reference
	Code        bool     // it asks about source code: a function, its arguments, what it returns
	Identifiers []string // names that must be matched exactly: ML-KEM-768, SHAKE128, os.path.join, "quoted words"
}

// Reference is a numbered part of a document that the question names: Algorithm 2, Table 3, Section 4.1.
type Reference struct{ Label, Number string }

func (r Reference) String() string { return r.Label + " " + r.Number }

// questionForm recognises one way to ask; its first group, if any, is the subject.
type questionForm struct {
	kind QuestionKind
	re   *regexp.Regexp
}

// questionForms are tried in order; the first that matches decides. They follow English question forms, not any subject.
var questionForms = compileForms([][2]string{
	{string(Comparison), `\b(?:differences?|distinguish(?:es)?|compared?|comparison|contrast|versus|vs\.?)\b`},
	{string(Comparison), `\bdiffers?\b`},
	{string(Comparison), `^what separates\b`},
	{string(Expansion), `\bwhat (?:does|do) (?:the )?(?:acronym |abbreviation |term |letters )?["'“‘]?(.+?)["'”’]? (?:stand for|abbreviate)\b`},
	{string(Expansion), `["'“‘]?([\w+./-]+)["'”’]? (?:is|stands?) (?:short )?for what\b`},
	{string(Expansion), `\b(?:spell out|expand|expansion of|write out|long form of|full (?:form|name) of)\s+(?:the )?(?:acronym|abbreviation|term|letters)?\s*["'“‘]?([\w+./-]+)`},
	{string(Reason), `^(?:so )?why\b`},
	{string(Reason), `\b(?:for what reasons?|for which reasons?|what (?:is|was|are|were) the (?:reasons?|rationale|motivation)|how come|what (?:prevents|motivates|causes))\b`},
	{string(Procedure), `\b(?:steps?|procedure|process|pseudo-?code)\b.*\b(?:of|in|for|to)\s+(.+)$`},
	{string(Procedure), `^(?:give|show|list|print|describe|explain|tell)(?: me| us)? (?:the )?(algorithm \d.*)$`},
	{string(Procedure), `^how (?:do|can|should|would|could|must) (?:i|we|you|one|an?|the|someone)\b.*?\b(.+)$`},
	{string(Procedure), `^how to (.+)$`},
	{string(Time), `^when\b|\b(?:by|in|until|on|from) (?:when|what (?:date|year)|which (?:date|year))\b|^(?:what|which) (?:date|year)\b`},
	{string(Quantity), `\bhow (?:many|much|large|big|long|small|fast|often|high|low|far|old|wide|deep|strong)\b`},
	{string(Quantity), `\b(?:what|which)\b.*\b(?:sizes?|lengths?|number|value|amount|rate|limit|minimum|maximum|range|default|constant|percentage|probability|frequency|strength|bytes|bits|threshold|cost|price|duration|speed|voltage|temperature|width|height|depth|capacity|port|timeout|interval)\b`},
	{string(Definition), `^(?:what|who)(?:'s|’s| is| are| was| were)\s+meant by (.+)$`},
	{string(Definition), `^what (?:does|do|did) (.+?) mean\b`},
	{string(Definition), `^what does it mean (?:that|to|for|when) (.+)$`},
	{string(Definition), `^(?:please )?(?:define|explain|describe)\s+(?:the (?:term|concept|notion|meaning) (?:of )?)?(.+)$`},
	{string(List), `^(?:what|which) (?:are|were) (?:the )?(.+)$`},
	{string(List), `^(?:list|name|enumerate)\b\s*(?:all )?(?:the )?(.+)$`},
	{string(Definition), `^(?:what|who)(?:'s|’s| is| was)\s+(?:an? |the )?(.+)$`},
	{string(List), `^(?:which|what) [\w-]+s\b`},
	{string(YesNo), `^(?:is|are|was|were|does|do|did|can|could|may|must|should|shall|will|would|has|have|had)\b`},
})

func compileForms(table [][2]string) []questionForm {
	out := make([]questionForm, len(table))
	for i, p := range table {
		out[i] = questionForm{QuestionKind(p[0]), regexp.MustCompile(`(?i)` + p[1])}
	}
	return out
}

var (
	referenceForm = regexp.MustCompile(`(?i)\b(algorithm|table|section|figure|appendix|equation|chapter|clause|annex|theorem|definition|listing)\s+([0-9]+(?:\.[0-9]+)*|[A-Z](?:\.[0-9]+)*)\b`)
	quoted        = regexp.MustCompile(`["“` + "`" + `]([^"”` + "`" + `]{2,60})["”` + "`" + `]|(?:^|[\s(])['‘]([^'’]{2,60})['’](?:[\s?.,;:)]|$)`)
	betweenForm   = regexp.MustCompile(`(?i)\b(?:between|compare|distinguish(?:es)?|separates|contrast)\s+(.+?)\s+(?:and|from|with|to|versus|vs\.?)\s+(.+)$`)
	differForm    = regexp.MustCompile(`(?i)\b(?:how|does|do|in what (?:respects?|ways?))\s+(?:does |do |is |are )?(.+?)\s+(?:and|or)\s+(.+?)\s+(?:differ|compare|different)\b`)
	differFrom    = regexp.MustCompile(`(?i)\b(?:how|in what (?:respects?|ways?))\s+(?:does |do |is |are )?(.+?)\s+(?:differs?|different|distinguished|compared?)\s+(?:from|to|with)\s+(.+)$`)
	versusForm    = regexp.MustCompile(`(?i)^(?:what about )?(.+?)\s+(?:versus|vs\.?)\s+(.+)$`)
	tailOfSide    = regexp.MustCompile(`(?i)\s+(?:as|in|for|when|with respect to|regarding|differ|of)\s.*$`)
	quantity      = regexp.MustCompile(`^[0-9][0-9.,]*(?:\^[0-9]+|-?[a-z]+)?$`)
	attributeForm = regexp.MustCompile(`(?i)^(?:what|which) (?:is|are|was|were) the (.+?) (?:of|for) (.+)$`)
	codeWord      = regexp.MustCompile(`(?i)\b(?:function|method|arguments?|parameters?|signature|import|module|package|api|constructor|attribute|raises?|exceptions?|snippet|code|call)\b`)
	codeName      = regexp.MustCompile(`_|\(|^[a-z]\w*\.[a-z]|[a-z][A-Z]`)
	leadArticle   = regexp.MustCompile(`(?i)^(?:an?|the|of|in|for|both)\s+`)
)

// ParseQuestion takes a question apart.
func ParseQuestion(text string) Question {
	text = strings.Join(strings.Fields(text), " ")
	q := Question{Text: text, Kind: General}
	bare := strings.TrimRight(text, " ?!.")
	for _, p := range questionForms {
		if m := p.re.FindStringSubmatch(bare); m != nil {
			q.Kind = p.kind
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

// subject is what a question is about, of the words that stand in its place: "how a tide gauge works and where it stands"
// is about a tide gauge.
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

// identifiers finds the words of a question that are names rather than language: with a digit, an inner capital,
// two capitals, an underscore or a dot inside, and what the question puts in quotation marks.
func identifiers(text string) []string {
	var out []string
	seen := map[string]bool{}
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" && !seen[strings.ToLower(s)] {
			seen[strings.ToLower(s)] = true
			out = append(out, s)
		}
	}
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		add(m[1] + m[2])
	}
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		w := bareWord(words[i])
		if i+1 < len(words) && numbered(w, bareWord(words[i+1]), i == 0) {
			add(w + " " + bareWord(words[i+1]))
			i++
			continue
		}
		for _, part := range strings.Split(w, "/") {
			if isIdentifier(part) {
				add(part)
			}
		}
	}
	return out
}

// bareWord is a word without the punctuation around it and without a possessive.
func bareWord(w string) string {
	w = strings.Trim(w, "?!.,;:\"'“”‘’`()[]{}")
	return strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
}

var (
	numberPart = regexp.MustCompile(`^[0-9]+(?:[.-][0-9]+)*[A-Za-z]?$`)
	labelWord  = regexp.MustCompile(`(?i)^(?:algorithm|table|section|figure|appendix|equation|chapter|clause|annex|theorem|definition|listing)s?$`)
)

// numbered tells whether two words are one name with its number: FIPS 206, SP 800-56A, TLS 1.3. A capital alone is no
// sign of a name at the start of a question.
func numbered(w, next string, first bool) bool {
	if !numberPart.MatchString(next) || labelWord.MatchString(w) || w == "" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(w)
	return isIdentifier(w) || unicode.IsUpper(r) && !first
}

func isIdentifier(w string) bool {
	upper, lower, digit, joint := 0, 0, 0, 0
	inner := false
	for i, r := range w {
		switch {
		case unicode.IsUpper(r):
			upper++
			inner = inner || i > 0
		case unicode.IsLower(r):
			lower++
		case unicode.IsDigit(r):
			digit++
		case (r == '_' || r == '.' || r == '^') && i > 0 && i < len(w)-1:
			joint++
		}
	}
	if upper+lower == 0 || quantity.MatchString(w) {
		return false // a number, with or without its unit, is no name
	}
	return digit > 0 || joint > 0 || upper >= 2 || inner && upper > 0 && !strings.Contains(w, "-")
}

func title(s string) string { return strings.ToUpper(s[:1]) + strings.ToLower(s[1:]) }
