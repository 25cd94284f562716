package question

import (
	"regexp"
	"slices"
	"strings"
)

// Answer is a sort of thing that a question may ask for, told apart by how an answer is worded.
type Answer int

// The sorts of answers. A question may ask for several.
const (
	Measure Answer = iota // a number with digits, only ever demanded
	Price                 // before Number: how much it costs demands a price
	Number
	Duration
	Size
	Share
	Date
	Condition
	Cause
	Person
	Place
	Decision // yes or no
	Meaning
	Steps
	Several
	Contrast
	Denial
	Default
	Bound // a greatest or least value
	Version
	Weight  // that, a day and a body of people are only ever demanded, too
	Day     //
	Body    //
	Answers // how many there are, and none of them
)

const (
	inUnits = `\bin (?:bytes|bits|[kmg]i?b|[kmg]bytes|seconds|milliseconds|minutes|hours|days|met(?:er|re)s|[kc]m|mm|grams|kg|watts|volts|hertz|[kmg]hz|cycles|percent)\b`
	costs   = `\b(?:what|how much) (?:does|do|did|would|will) .{1,60} (?:cost|charge)\b|\bhow (?:expensive|costly)\b`
)

// asks is how the sorts of answers are asked for, in lower case, without the mark.
var asks = [Answers]struct {
	what     string // a refusal calls it so
	loosely  string
	strictly string // in words that a statement without any of it cannot answer: of several sorts the first is demanded
}{
	Measure: {"a number", "", inUnits},
	Price:   {"a price", `dollar|\bprice|salary|\bfine\b|\bfee\b|` + costs + `|\bhow much .*(?:cost|pay|paid|charge)\b`, costs + `|\b(?:price|fee|fine) of\b`},
	Number: {"a number", `\bhow (?:many|much|fast|hot|cold|warm)\b|\b(?:number of|limit|maximum|minimum|max|min|threshold|default|` +
		`what (?:value|dose|temperature|tolerance|port|factor|interval|year|version|line length)|which (?:version|release|port|year))\b|` + inUnits,
		`\bhow (?:many|much|long|fast|high|low|far|wide|deep|tall|thick|old|hot|cold|warm)\b|\bwhat (?:is|are|was|were) the (?:\w+ )?number of\b|` +
			`\b(?:at|to|above|below|over|under|within) what (?:\w+ )?(?:rate|depth|height|temperature|pressure|speed|voltage|age|price|distance)\b`},
	Duration: {"how often", `\bhow (?:long|old|often|soon|quickly|fast)\b|\b(?:timeout|duration|interval|age)\b|\bhow many (?:seconds|minutes|hours|days|weeks|months|years)\b`, `\bhow often\b`},
	Size: {"a size", `\bhow (?:big|large|small|far|high|deep|tall|wide|long|heavy|thick)\b|in bytes|\bhow many (?:kilo|mega|giga)?(?:bytes|bits)\b|\b(?:height|length|size|width|distance|depth)s?\b`,
		`\bhow (?:large|big)\b`},
	Share: {"a share", `percent|%|\brate\b|\b(?:share|proportion|fraction)\b`, `\b(?:what|which) (?:percent|percentage|share|proportion|fraction)\b`},
	Date: {"a date", `\b(?:what|which) (?:exact )?(?:year|date|day|month)|\bwhen (?:was|were|did|is the|are the|will)\b|\bby which date|due date|\bdates?\b`,
		`\b(?:what|which) (?:\w+ )?(?:year|date|day|month)\b|^when (?:was|were|did) .* (?:released?|published?|founded|buil[dt]|introduced?|born|invented|created?|established|written|discovered|launched?|completed|opened|issued|die|died)$`},
	Condition: {"", `^when (?:is|are|may|can|should|must|does|do)\b|\bin (?:which|what) cases?\b|under (?:what|which)|\bwhat happens (?:if|when)`, ""},
	Cause:     {"", `\bwhy\b|\breasons?\b|how come|\brationale\b`, ""},
	Person: {"a name", `\bwho\b|\bwhose\b|\b(?:to|by|with|from|for) whom\b`,
		`\bwho (?:\w+ ){0,2}(?:wrote|written|invented|designed|developed|created|founded|discovered|composed|owns?|owned|published|built)\b`},
	Place: {"", `\bwhere\b|\bin (?:which|what) (?:cit(?:y|ies)|towns?|villages?|countr(?:y|ies))\b`, ""},
	Decision: {"", `^(?:is|are|can|could|does|do|did|may|must|should|will|was|were|has|have)\b|` +
		`[,.] (?:is|are|can|could|does|do|did|may|must|should|will|was|were) (?:we|i|it|that|he|they|the)\b`, ""},
	Meaning: {"", `\bwhat (?:is|are|was|were) (?:an? |the )?[\w" -]+$|\bstand for\b|\bdefin|\bwhat (?:does|is) .* (?:mean|meant)\b|what is meant|counts as|` +
		`what (?:does|do) .* (?:do|measure|return|say|give|raise)\b`, ""},
	Steps:    {"", `\bhow (?:do|can|to|should|does|would|must|were|was|is|are) |\bsteps?\b|what (?:do|should|must) (?:i|we|you|be)\b`, ""},
	Several:  {"", `\b(?:which|what|name the|all)\b(?: \w+){0,3} \w+s\b|\bto whom\b|\bsteps\b|\bwhat are\b|\badvantages\b|what things|in which order|\bcases\b`, ""},
	Contrast: {"", `\bvs\b|versus|\bdiffer|\bcompare|\bcomparison\b|\beach\b|\bor\b.*:|: .*\bor\b|\bwhich of (?:the|them)\b`, ""},
	Denial:   {"", `\bnot\b|n't\b|\bno\b|\bnever\b|without|except|\bonly\b|\bnone\b|fail|avoid|ban\b|disallow`, ""},
	Default:  {"", `\bdefault`, ""},
	Bound:    {"", `\b(?:max|maximum|limit|at most|upper|longest|largest|most|exceed|minimum|min|at least|oldest|least|more than|how long (?:may|can))\b`, ""},
	Version:  {"a version", `\bversion\b|\brelease\b`, `\b(?:what|which) (?:\w+ ){0,2}(?:version|release)s?\b`},
	Weight:   {"a weight", "", `\bhow heavy\b`},
	Day:      {"a date", "", `\b(?:on|by|until|from|since) (?:what|which) (?:exact )?(?:date|day)\b`},
	Body: {"a name", "", `\b(?:in|at|from|to|near|with|by|for) (?:which|what) (?:(?:two|three|four|other) )?(?:cit(?:y|ies)|towns?|villages?|countr(?:y|ies)|compan(?:y|ies)|` +
		`organi[sz]ations?|universit(?:y|ies)|institutions?|part(?:y|ies)|persons?|people|vendors?|firms?|agenc(?:y|ies))\b`},
}

// asked are the expressions of asks, nil for "".
var asked = func() (out [Answers]struct{ loosely, strictly *regexp.Regexp }) {
	for i, a := range asks {
		if a.loosely != "" {
			out[i].loosely = regexp.MustCompile(a.loosely)
		}
		if a.strictly != "" {
			out[i].strictly = regexp.MustCompile(a.strictly)
		}
	}
	return out
}()

// String is what a refusal calls an answer of the sort.
func (a Answer) String() string {
	if a == Answers || asks[a].what == "" {
		return "an answer"
	}
	return asks[a].what
}

// Wants is what a question wants to hear, as far as its words tell.
type Wants struct {
	Answers [Answers]bool
	Demands Answer          // what has nothing of this sort is no answer; Answers where its form does not tell
	Counted []Term          // the noun behind "how many"
	Focus   []Term          // the noun that is asked for
	Rest    []Term          // the other terms, or all where there are none
	Numbers map[string]bool // digits that the question itself has
}

var (
	asksCount = regexp.MustCompile(`\b(?:how (?:many|much)|(?:what|which) (?:is|are|was|were) the (?:\w+ )?number of)\s+((?:[\w'.-]+\s*){1,5})`)
	asksThing = regexp.MustCompile(`\b(?:which|what|whose)\s+((?:[\w'.-]+\s*){1,5})`)
	startVerb = regexp.MustCompile(`^(?:is|are|was|were|does|do|did|has|have|can|could|may|must|should|will|happens|counts|about)\b`)
	nounEnd   = regexp.MustCompile(`^(?:is|are|was|were|does|do|did|has|have|had|can|could|may|might|must|should|shall|would|will|of|in|for|to|on|at|with|by|from|per|as|that|there|using|a|an|the|one|be|takes?|counts?|when|if)$`)
	asksOf    = regexp.MustCompile(`\b(?:what (?:is|are|was|were)|^)\s*(?:the |an? )?((?:[\w'-]+\s+){1,3})(?:of|for|in)\b`)
	numerals  = regexp.MustCompile(`[0-9][0-9,.]*`)
)

// Wants reads what a question wants. terms are its content words.
func (q Question) Wants(terms []Term) *Wants {
	w := &Wants{Numbers: map[string]bool{}}
	text := strings.ToLower(strings.TrimRight(q.Text, " ?!."))
	a := &w.Answers
	for i := range a {
		a[i] = asked[i].loosely != nil && asked[i].loosely.MatchString(text)
	}
	last := text[max(0, strings.LastIndex(text, ". ")+1, strings.LastIndex(text, "? ")+1):] // what is told beforehand asks for nothing
	for w.Demands < Answers && (q.Kind == Comparison || asked[w.Demands].strictly == nil || !asked[w.Demands].strictly.MatchString(strings.TrimSpace(last))) {
		w.Demands++
	}
	a[Number] = a[Number] || a[Duration] || a[Size] || a[Share] || a[Price]
	a[Contrast] = a[Contrast] || q.Kind == Comparison
	a[Meaning] = a[Meaning] && !a[Number] && !a[Contrast]
	a[Steps] = a[Steps] && !a[Contrast] || q.Kind == Procedure
	for _, d := range numerals.FindAllString(text, -1) {
		w.Numbers[strings.TrimRight(d, ".,")] = true
	}
	if m := asksCount.FindStringSubmatch(text); m != nil {
		w.Counted = within(counted(noun(m[1])), terms)
		w.Focus = w.Counted
	} else if m := asksThing.FindStringSubmatch(text); m != nil && !startVerb.MatchString(m[1]) {
		w.Focus = within(noun(m[1]), terms)
	} else if m := asksOf.FindStringSubmatch(text); m != nil {
		w.Focus = within(m[1], terms)
	}
	w.Rest = slices.DeleteFunc(slices.Clone(terms), func(t Term) bool {
		return slices.ContainsFunc(w.Focus, func(f Term) bool { return f.Start == t.Start })
	})
	if len(w.Rest) == 0 {
		w.Rest = terms
	}
	return w
}

// noun are the words up to the verb, or to what goes on.
func noun(words string) string {
	var out []string
	for _, w := range strings.Fields(words) {
		if nounEnd.MatchString(w) {
			if w == "of" && len(out) == 0 {
				continue
			}
			break
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// counted is a phrase without the verb behind its plural: "reports reach" counts reports. What a plural does has no s.
func counted(phrase string) string {
	words := strings.Fields(phrase)
	for i := len(words); i > 0; i-- {
		if w := words[i-1]; strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
			return strings.Join(words[:i], " ")
		}
	}
	return phrase
}

// within picks the terms that a phrase holds.
func within(phrase string, terms []Term) []Term {
	bag := NewBag(phrase)
	return slices.DeleteFunc(slices.Clone(terms), func(t Term) bool { return !bag[t.Whole] })
}
