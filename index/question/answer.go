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
	Number Answer = iota
	Duration
	Size
	Share
	Price
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
	Answers // how many there are
)

// asks recognises what is asked for in a question in lower case, without its mark.
var asks = [Answers]*regexp.Regexp{
	Number: regexp.MustCompile(`\bhow (?:many|much|fast|hot|cold|warm)\b|\b(?:number of|limit|maximum|minimum|max|min|threshold|default|` +
		`what (?:value|dose|temperature|tolerance|port|factor|interval|year|version|line length)|which (?:version|release|port|year))\b|` +
		`\bin (?:bytes|bits|[kmg]i?b|[kmg]bytes|seconds|milliseconds|minutes|hours|days|met(?:er|re)s|[kc]m|mm|grams|kg|watts|volts|hertz|[kmg]hz|cycles)\b`),
	Duration:  regexp.MustCompile(`\bhow (?:long|old|often|soon|quickly|fast)\b|\b(?:timeout|duration|interval|age)\b|\bhow many (?:seconds|minutes|hours|days|weeks|months|years)\b`),
	Size:      regexp.MustCompile(`\bhow (?:big|large|small|far|high|deep|tall|wide|long|heavy|thick)\b|in bytes|\bhow many (?:kilo|mega|giga)?(?:bytes|bits)\b|\b(?:height|length|size|width|distance|depth)s?\b`),
	Share:     regexp.MustCompile(`percent|%|\brate\b|\b(?:share|proportion|fraction)\b`),
	Price:     regexp.MustCompile(`dollar|\bprice|salary|\bfine\b|\bfee\b|\bwhat (?:does|do|did|would|will) .{1,60} (?:cost|charge)\b|\bhow much .*(?:cost|pay|paid|charge)\b|\bhow (?:expensive|costly)\b`),
	Date:      regexp.MustCompile(`\b(?:what|which) (?:exact )?(?:year|date|day|month)|\bwhen (?:was|were|did|is the|are the|will)\b|\bby which date|due date|\bdates?\b`),
	Condition: regexp.MustCompile(`^when (?:is|are|may|can|should|must|does|do)\b|\bin (?:which|what) cases?\b|under (?:what|which)|\bwhat happens (?:if|when)`),
	Cause:     regexp.MustCompile(`\bwhy\b|\breasons?\b|how come|\brationale\b`),
	Person:    regexp.MustCompile(`\bwho\b|\bwhose\b|\b(?:to|by|with|from|for) whom\b`),
	Place:     regexp.MustCompile(`\bwhere\b|\bin (?:which|what) (?:cit(?:y|ies)|towns?|villages?|countr(?:y|ies))\b`),
	Decision: regexp.MustCompile(`^(?:is|are|can|could|does|do|did|may|must|should|will|was|were|has|have)\b|` +
		`[,.] (?:is|are|can|could|does|do|did|may|must|should|will|was|were) (?:we|i|it|that|he|they|the)\b`),
	Meaning: regexp.MustCompile(`\bwhat (?:is|are|was|were) (?:an? |the )?[\w" -]+$|\bstand for\b|\bdefin|\bwhat (?:does|is) .* (?:mean|meant)\b|what is meant|counts as|` +
		`what (?:does|do) .* (?:do|measure|return|say|give|raise)\b`),
	Steps: regexp.MustCompile(`\bhow (?:do|can|to|should|does|would|must|were|was|is|are) |\bsteps?\b|what (?:do|should|must) (?:i|we|you|be)\b`),
	Several: regexp.MustCompile(`\b(?:which|what|name the|all)\b(?: \w+){0,3} \w+s\b|\bto whom\b|\bsteps\b|\bwhat are\b|\badvantages\b|what things|` +
		`in which order|\bcases\b`),
	Contrast: regexp.MustCompile(`\bvs\b|versus|\bdiffer|\bcompare|\bcomparison\b|\beach\b|\bor\b.*:|: .*\bor\b|\bwhich of (?:the|them)\b`),
	Denial:   regexp.MustCompile(`\bnot\b|n't\b|\bno\b|\bnever\b|without|except|\bonly\b|\bnone\b|fail|avoid|ban\b|disallow`),
	Default:  regexp.MustCompile(`\bdefault`),
	Bound:    regexp.MustCompile(`\b(?:max|maximum|limit|at most|upper|longest|largest|most|exceed|minimum|min|at least|oldest|least|more than|how long (?:may|can))\b`),
	Version:  regexp.MustCompile(`\bversion\b|\brelease\b`),
}

// Wants is what a question wants to hear, as far as its words tell.
type Wants struct {
	Answers [Answers]bool
	Counted []Term          // the noun behind "how many"
	Focus   []Term          // the noun that is asked for
	Rest    []Term          // the other terms, or all where there are none
	Sides   []Bag           // what is compared
	Numbers map[string]bool // digits that the question itself has
}

var (
	asksCount = regexp.MustCompile(`\b(?:how (?:many|much)|(?:what|which) (?:is|are|was|were) the (?:\w+ )?number of)\s+((?:[\w'.-]+\s*){1,5})`)
	asksThing = regexp.MustCompile(`\b(?:which|what|whose)\s+((?:[\w'.-]+\s*){1,5})`)
	startVerb = regexp.MustCompile(`^(?:is|are|was|were|does|do|did|has|have|can|could|may|must|should|will|happens|counts|about)\b`)
	nounEnd   = regexp.MustCompile(`^(?:is|are|was|were|does|do|did|has|have|had|can|could|may|might|must|should|shall|would|will|of|in|for|to|on|at|with|by|from|per|as|that|there|using|a|an|the|one|be|takes?|counts?|when|if)$`)
	asksOf    = regexp.MustCompile(`\b(?:what (?:is|are|was|were)|^)\s*(?:the |an? )?((?:[\w'-]+\s+){1,3})(?:of|for|in)\b`)
	sidesOf   = regexp.MustCompile(`([\w.'-]+(?: [\w.'-]+){0,2}) (?:vs\.?|versus|or|and|than) ([\w.'-]+(?: [\w.'-]+){0,2})`)
	numerals  = regexp.MustCompile(`[0-9][0-9,.]*`)
)

// Wants reads what a question wants. terms are its content words.
func (q Question) Wants(terms []Term) *Wants {
	w := &Wants{Numbers: map[string]bool{}}
	text := strings.ToLower(strings.TrimRight(q.Text, " ?!."))
	a := &w.Answers
	for i := range a {
		a[i] = asks[i].MatchString(text)
	}
	a[Number] = a[Number] || a[Duration] || a[Size] || a[Share] || a[Price]
	a[Contrast] = a[Contrast] || q.Kind == Comparison
	a[Meaning] = a[Meaning] && !a[Number] && !a[Contrast]
	a[Steps] = a[Steps] && !a[Contrast] || q.Kind == Procedure
	for _, d := range numerals.FindAllString(text, -1) {
		w.Numbers[strings.TrimRight(d, ".,")] = true
	}
	if m := asksCount.FindStringSubmatch(text); m != nil {
		w.Counted = within(noun(m[1]), terms)
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
	for _, s := range q.Sides {
		w.Sides = append(w.Sides, NewBag(s))
	}
	if m := sidesOf.FindStringSubmatch(text); a[Contrast] && len(w.Sides) == 0 && m != nil {
		w.Sides = append(w.Sides, NewBag(m[1]), NewBag(m[2]))
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

// within picks the terms that a phrase holds.
func within(phrase string, terms []Term) []Term {
	bag := NewBag(phrase)
	return slices.DeleteFunc(slices.Clone(terms), func(t Term) bool { return !bag[t.Whole] })
}
