// Package question is the only reader of questions: it reads one once, before anything is searched.
//
//	q := question.Parse("What does ML-KEM-768 stand for?")
//	q.Kind        // Expansion
//	q.Subject     // ML-KEM-768
//	q.Identifiers // ML-KEM-768
//	q.Terms()     // ML-KEM-768, stand
//
// It finds what a question names to the letter, which of its words carry content, and its form, by rules of English
// that know no subject. What documents know of names and words is added by who has them; a Bag, the set of index terms
// of a text, tells how much of them the text holds.
package question

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Kind is what a question asks for. It decides which variants are searched and how an answer is composed.
type Kind string

// The kinds of questions.
const (
	Fact       Kind = ""           // none of the others
	Definition Kind = "definition" // what is X
	Overview   Kind = "overview"   // summarize X
	Expansion  Kind = "expansion"  // what does X stand for
	List       Kind = "list"       // which, what are, how to, the steps of
	Comparison Kind = "comparison" // the difference between X and Y
)

// Question is a question, taken apart by rules alone.
type Question struct {
	Text        string
	Kind        Kind
	Subject     string   // what a definition, overview or acronym is asked of
	Sides       []string // the things compared, at least two for a Comparison
	References  []Reference
	Code        bool     // it asks about source code: a function, its arguments, what it returns
	Identifiers []string // names that must be matched exactly: ML-KEM-768, SHAKE128, os.path.join, "quoted words"
}

// Reference is a numbered part of a document that the question names: Algorithm 2, Table 3, Section 4.1.
type Reference struct{ Label, Number string }

func (r Reference) String() string { return r.Label + " " + r.Number }

// anyCase compiles an expression that matches in any case; a part of it may be quoted from a text that is not UTF-8.
func anyCase(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)` + strings.ToValidUTF8(pattern, "\uFFFD"))
}

// compiled is an expression that is compiled when it is first used.
func compiled(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// form is an expression, and what a question that it matches is read as.
type form[T any] struct {
	reads      T
	expression func() *regexp.Regexp
}

// read is what the first form that matches reads a question as, and the match with its groups.
func read[T any](forms []form[T], question string) (reads T, match []string) {
	for _, f := range forms {
		if m := f.expression().FindStringSubmatch(question); m != nil {
			return f.reads, m
		}
	}
	return reads, nil
}

// kindForms are the forms of questions. A group holds the subject, two hold what is compared.
var kindForms = []form[Kind]{
	{Overview, compiled(`(?i)^(?:please |(?:can|could) you (?:please )?)?(?:summari[sz]e|outline) (?:what )?(.+?)(?: says)?$`)},
	{Overview, compiled(`(?i)^(?:(?:give|write|show) (?:me )?|what is )?(?:an? |the )?(?:short )?(?:summary|overview|outline) of (.+)$`)},
	{Overview, compiled(`(?i)^what(?:'s|’s| is) (.+?) (?:all )?about$`)},
	{Comparison, compiled(`(?i)\b(?:(?:differ|comparison).* between|compared?|distinguish(?:es)?|contrast) (.+?) (?:and|from|with|to) (.+)$`)},
	{Comparison, compiled(`(?i)\b(?:how|respects?) (?:does|do|is|are) (.+?) (?:differ|compare) (?:from|to|with) (.+)$`)},
	{Comparison, compiled(`(?i)\b(?:how|respects?) do (.+?) and (.+?) (?:differ|compare)\b`)},
	{Comparison, compiled(`(?i)^(?:what about )?(.+?) (?:versus|vs\.?) (.+)$`)},
	{Comparison, compiled(`(?i)\b(?:differences?|differs?|compared?|comparison|contrast)\b`)},
	{Expansion, compiled(`(?i)\bwhat (?:does|do) (.+?) (?:stand for|abbreviate)\b`)},
	{Expansion, compiled(`(?i)\bwhat is (.+?) (?:short|an? (?:abbreviation|acronym)) (?:for|of)$`)},
	{Expansion, compiled(`(?i)^(\S+) is (?:short|an? (?:abbreviation|acronym)) (?:for|of) what$`)},
	{Expansion, compiled(`(?i)\b(?:spell out|(?:long|full) form of) (?:the )?(?:acronym |abbreviation )?([\w+./-]+)`)},
	{Fact, compiled(`(?i)^why\b|^when\b|\bhow (?:many|much|large|long|often|old)\b`)},
	{List, compiled(`(?i)\b(?:steps?|procedure|process|pseudo-?code)\b.* (?:of|in|for|to) .`)},
	{List, compiled(`(?i)^how (?:to|(?:do|can|should|would|must) (?:i|we|you|one|an?|the)) .`)},
	{Definition, compiled(`(?i)^what (?:does|do) (.+?) mean\b`)},
	{Definition, compiled(`(?i)^what (?:exactly )?(?:counts as|is meant by) (.+)$`)},
	{Definition, compiled(`(?i)^(?:please )?(?:define|explain|describe) (.+)$`)},
	{List, compiled(`(?i)^(?:(?:what|which) (?:are|were)|list|name) .`)},
	{Fact, compiled(`(?i)^what (?:(?:does|has|happens)\b|(?:is|was) the .+? (?:of|for) .)`)},
	{Definition, compiled(`(?i)^(?:what|who)(?:'s|’s| is| was) (.+)$`)},
	{List, compiled(`(?i)^(?:which|what) [\w-]+s\b`)},
}

const labels = `algorithm|table|section|figure|appendix|equation|chapter|clause|annex|theorem|definition|listing`

var (
	topic      = compiled(`(?i)^(?:[^:;?]{3,60}:|.*\p{L}{2}\.) (what|which|who|how|why|when|where)\b`)
	works      = compiled(`(?i)^(?:what|how) (.+?) (?:works?|is|are|does|do|means?)\b`)
	furtherAsk = compiled(`(?i),? and (?:where|how|why|when|what|which|who)\b.*$| for$`)
	behindSide = compiled(`(?i)(.)(?:[:;,] | (?:as|in|for|when|regarding|of)\b).*$`)
	leading    = compiled(`(?i)^(?:(?:an?|the|of|in|for|both|term) )+`)
	reference  = compiled(`(?i)\b(` + labels + `) ([0-9]+(?:\.[0-9]+)*|[A-Z](?:\.[0-9]+)*)\b`)
	codeWord   = compiled(`(?i)\b(?:function|method|arguments?|parameters?|signature|import|module|package|api|constructor|` +
		`attribute|raises?|exceptions?|snippet|code|call)\b`)
)

// Parse takes a question apart.
func Parse(text string) Question {
	text = oneLine(text)
	q := Question{Text: text, Identifiers: identifiers(text)}
	bare := strings.TrimRight(text, " ?!.")
	kind, match := read(kindForms, bare)
	if kind == Fact { // a topic, or a sentence, stands before what is asked
		kind, match = read(kindForms, topic().ReplaceAllString(bare, "$1"))
	}
	if q.Kind = kind; len(match) == 2 {
		q.Subject = withoutArticle(furtherAsk().ReplaceAllString(works().ReplaceAllString(match[1], "$1"), ""))
	} else if len(match) == 3 {
		q.Sides = []string{withoutArticle(match[1]), withoutArticle(behindSide().ReplaceAllString(match[2], "$1"))}
	}
	for _, m := range reference().FindAllStringSubmatch(text, -1) {
		q.References = append(q.References, Reference{Label: capital(strings.ToLower(m[1])), Number: m[2]})
	}
	q.Code = codeWord().MatchString(text) || slices.ContainsFunc(q.Identifiers, codeName().MatchString)
	return q
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func withoutArticle(s string) string {
	return leading().ReplaceAllString(strings.Trim(s, " ?!.,;:\"'“”‘’`"), "")
}

// capital is a text that begins with a capital where it begins with a letter of English.
func capital(s string) string {
	if s == "" || s[0] >= utf8.RuneSelf {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
