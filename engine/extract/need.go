package extract

import (
	"fmt"
	"regexp"
	"strings"

	"ibid/engine"
	"ibid/index/question"
	"ibid/index/source"
)

// attributeCover is the share of a property's words that a sentence about it must hold.
const attributeCover = 0.6

var (
	howMany = regexp.MustCompile(`(?i)\b(?:how (?:many|much)|(?:what|which) (?:is|are|was|were) the (?:\w+ )?number of) ((?:[\w'-]+ ?){1,4})`)
	howMuch = regexp.MustCompile(`(?i)\bhow (?:large|big|long|fast|high|low|far|wide|deep|tall|thick|heavy|old|hot|cold|warm)\b`)
	inUnit  = regexp.MustCompile(`(?i)\bin (?:bytes|bits|[kmg]i?b|[kmg]bytes|seconds|milliseconds|minutes|hours|days|met(?:er|re)s|[kc]m|mm|grams|kg|watts|volts|hertz|[kmg]hz|cycles|percent)\b`)
	verbs   = regexp.MustCompile(`(?i)^(?:does|do|did|is|are|was|were|can|could|must|may|might|has|have|had|will|would|should|shall|per|in|of|on|for|to|from|at|by|with|a|an|the|there|using|that)$`)
)

// ofNumber is a number that the question does not have itself, with what is counted beside it.
func (d *demand) ofNumber(q question.Question) []need {
	switch {
	case howMany.MatchString(q.Text):
		noun := headNoun(howMany.FindStringSubmatch(q.Text)[1])
		measure := within(noun, d.terms)
		return []need{{what: fmt.Sprintf("a number of “%s”", noun), row: true, met: func(s *engine.Statement) bool {
			return d.form.newNumber(s.Text) && (len(measure) == 0 || inUnits(noun, s.Text) || s.Bag.With(s.Context).Coverage(measure) >= attributeCover && s.Bag.Coverage(measure) > 0 && d.counts(s.Text, measure))
		}}}
	case inUnit.MatchString(q.Text):
		return []need{{what: "a number in that unit", row: true, met: func(s *engine.Statement) bool {
			return d.form.newDigits(s.Text) && (s.Kind == source.Table || s.Coverage(d.terms) >= namedCover)
		}}}
	case howMuch.MatchString(q.Text):
		return []need{{what: "a number that would answer the question", row: true, met: func(s *engine.Statement) bool { return d.form.newNumber(s.Text) }}}
	}
	return nil
}

// units are what tells an amount without its name: 256 kB is memory.
var units = []struct{ noun, unit *regexp.Regexp }{
	{regexp.MustCompile(`(?i)\b(?:memory|storage|space|ram|disk)\b`), regexp.MustCompile(`(?i)[0-9] ?(?:bytes|[kmgt]i?b?|[kmgt]bytes)\b`)},
	{regexp.MustCompile(`(?i)\b(?:power|electricity)\b`), regexp.MustCompile(`[0-9] ?(?:[mkM]?W|(?i:watts?|milliwatts?|kilowatts?))\b`)},
	{regexp.MustCompile(`(?i)\btime\b`), regexp.MustCompile(`(?i)[0-9] ?(?:[mnµ]?s|min|h|seconds?|milliseconds?|minutes?|hours?|days?|weeks?|months?|years?)\b`)},
	{regexp.MustCompile(`(?i)\bmoney\b`), regexp.MustCompile(`(?i)[$€£¥]|[0-9] ?(?:usd|eur|gbp|dollars?|euros?|pounds?)\b`)},
}

func inUnits(noun, text string) bool {
	for _, u := range units {
		if u.noun.MatchString(noun) && u.unit.MatchString(text) {
			return true
		}
	}
	return false
}

// countReach is how many words may stand between a number and what it counts: "three new level probes".
const countReach = 3

var numberOfThings = regexp.MustCompile(`(?i)\b(?:number|count|amount|total|sum|size|quantity) of\b`)

// counts tells whether a number stands before what is to be counted, or the text speaks of its number.
func (d *demand) counts(text string, measure []question.Term) bool {
	if len(measure) == 0 || numberOfThings.MatchString(text) || strings.Contains(text, " | ") {
		return true
	}
	head := &measure[len(measure)-1]
	words := strings.Fields(text)
	for i, w := range words {
		if question.NewBag(w).Match(head) == 0 {
			continue
		}
		from, to := max(0, i-countReach), i+1
		if strings.ContainsAny(w[len(w)-1:], ":=") { // "Group 0" counts no groups
			to = min(len(words), i+2)
		}
		for k := from; k < i; k++ {
			if strings.ContainsAny(words[k][len(words[k])-1:], ",;:") {
				from = k + 1
			}
		}
		if d.form.newNumber(" " + strings.Join(words[from:to], " ")) { // a number that begins these words is no mark of a footnote
			return true
		}
	}
	return false
}

// headNoun is what is counted: the words up to the verb.
func headNoun(s string) string {
	var out []string
	for _, w := range strings.Fields(s) {
		if verbs.MatchString(w) {
			break
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// kindOfAnswer is a form of question whose answer can be told by its own form.
type kindOfAnswer struct {
	asks *regexp.Regexp
	is   *regexp.Regexp
	what string
}

// kindsOfAnswer are tried in order; the first that matches decides.
var kindsOfAnswer = compileKinds([][3]string{
	{`\b(?:what|which) (?:\w+ )?year\b|\bin (?:what|which) year\b`, `\b(?:1[0-9]{3}|20[0-9]{2})\b`, "a year"},
	{`\b(?:on|by|until|from|since) (?:what|which) (?:exact )?(?:date|day)\b`, `(?i)\b(?:january|february|march|april|may [0-9]|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b|\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b|\b[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4}\b`, "a date"},
	{`\b(?:what|which) (?:date|month|day)\b|\bby when\b|\bhow soon\b`, dates.String(), "a date"},
	{`^when (?:will|did|was|were|is)\b.* (?:released?|published?|founded|buil[dt]|introduced?|born|invent(?:ed)?|created?|established|written|discovered|launched?|completed|opened|issued|die|died)$`,
		`\b(?:1[4-9][0-9]{2}|20[0-3][0-9])\b|(?i)\b(?:january|february|march|april|may [0-9]|june|july|august|september|october|november|december|century|era|[0-9]{3,4} (?:ad|bc|ce)|ad [0-9]+)\b`, "a date"},
	{`^when (?:will|did|was|were)\b`, dates.String() + `|(?i)\b(?:when|once|if|as soon as|during|while|at the (?:end|time|beginning|start) of|era|century|(?:in|by|until|since|from|around|about|c\.|circa) (?:AD )?[0-9]{3,4})\b`, "a date"},
	{`\bhow (?:large|big|small)\b`, `(?i)\b(?:bytes?|bits?|octets?|[kmgt]i?b|characters|words|pages|lines|rows|entries|acres|hectares|square|[ck]?m|feet|miles|students|people|population|inhabitants|members|employees|percent|size[sd]?|large\w*|big\w*|small\w*|length|long|dimensions?|volume|capacity)\b|[²³%]`, "a size"},
	{`\bwhat (?:does|do|did|would|will) .{1,60} (?:cost|charge)(?: (?:to|for|per) .*)?$|\bhow (?:expensive|costly)\b|\bhow much (?:does|do|did|would|will|is|are) .{1,60} (?:cost|charge)(?: (?:to|for|per) .*)?$|\b(?:price|fee|fine) of\b`,
		`(?i)[$€£¥]|\b(?:usd|eur|gbp|chf|jpy|dollars?|euros?|cents?|pounds|francs?|yen|free of charge|(?:at )?no (?:cost|charge)|without (?:cost|charge|compensation)|for free)\b`, "a price"},
	{`\b(?:what|which) (?:\w+ ){0,2}versions?\b`, `\bv?[0-9]+(?:\.[0-9]+)+\b|(?i)\b(?:version|release|revision)s? [0-9]`, "a version"},
})

func compileKinds(table [][3]string) []kindOfAnswer {
	out := make([]kindOfAnswer, len(table))
	for i, k := range table {
		out[i] = kindOfAnswer{regexp.MustCompile(`(?i)` + k[0]), regexp.MustCompile(k[1]), k[2]}
	}
	return out
}

// ofKind is a year, a weight, a price: what can be told by its form.
func (d *demand) ofKind(question string) []need {
	q := strings.TrimRight(question, " ?!.")
	for _, k := range kindsOfAnswer {
		if k.asks.MatchString(q) {
			return []need{{what: k.what, row: true, met: func(s *engine.Statement) bool {
				return k.is.MatchString(s.Text) || k.is.MatchString(s.Full)
			}}}
		}
	}
	return nil
}
