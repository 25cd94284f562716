package extract

import (
	"fmt"
	"regexp"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
)

// Some questions can only be answered by a sentence of a certain kind: one that asks for a number by a number, one that
// asks for a property of something named by a sentence that has both. Where the evidence has no such sentence, anything
// else would only look like an answer.

// attributeCover is the share of a property's words that a sentence about it must hold.
const attributeCover = 0.6

// demand is what a statement must have to answer a question at all.
type demand struct {
	number    bool          // a number that the question does not have
	measure   []engine.Term // with these words beside it
	year      bool          // a date
	attribute []engine.Term // these words, and the name
	names     []engine.Name
	missing   string // for the refusal: what no statement has
}

var (
	howMany   = regexp.MustCompile(`(?i)\bhow (?:many|much) ((?:[\w-]+ ?){1,4})`)
	howLarge  = regexp.MustCompile(`(?i)\bhow (?:large|big|long|fast|high|low|far|wide|deep|heavy|old)\b`)
	verbs     = regexp.MustCompile(`(?i)^(?:does|do|did|is|are|was|were|can|could|must|may|might|has|have|had|will|would|should|shall|per|in|of|on|for|to|from|at|by|with|a|an|the|there|using|that)$`)
	askedDate = regexp.MustCompile(`(?i)\b(?:what|which) (?:year|date|month|day)\b|\bby when\b|\bhow soon\b`)
)

// newDemand reads off a question what its answer must have.
func newDemand(r *engine.Request) demand {
	q := r.Question
	d := demand{names: r.Names}
	switch {
	case howMany.MatchString(q.Text):
		d.number = true
		noun := headNoun(howMany.FindStringSubmatch(q.Text)[1])
		d.measure = within(noun, r.Terms)
		d.missing = fmt.Sprintf("a number of “%s”", noun)
	case howLarge.MatchString(q.Text):
		d.number, d.missing = true, "a number that would answer the question"
	case askedDate.MatchString(q.Text):
		d.year, d.missing = true, "a date"
	case q.Attribute != "" && len(r.Names) > 0:
		d.attribute = within(q.Attribute, r.Terms)
		d.missing = fmt.Sprintf("“%s”", q.Attribute)
	}
	if d.missing != "" && len(r.Names) > 0 {
		names := make([]string, len(r.Names))
		for i, n := range r.Names {
			names[i] = n.Text
		}
		d.missing += " for " + strings.Join(names, ", ")
	}
	return d
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

// within picks the question's terms that a phrase of it holds.
func within(phrase string, terms []engine.Term) []engine.Term {
	bag := engine.NewBag(phrase)
	var out []engine.Term
	for i := range terms {
		if bag[terms[i].Whole] {
			out = append(out, terms[i])
		}
	}
	return out
}

// metBy tells whether a statement has what is demanded.
func (d *demand) metBy(s *engine.Statement, f *form) bool {
	if d.missing == "" {
		return true
	}
	for i := range d.names {
		if !s.Holds(&d.names[i]) {
			return false
		}
	}
	switch {
	case d.year:
		return dates.MatchString(s.Text)
	case d.number:
		return f.newNumber(s.Text) && (len(d.measure) == 0 || s.Bag.With(s.Context).Coverage(d.measure) >= attributeCover && s.Bag.Coverage(d.measure) > 0)
	default:
		return len(d.attribute) == 0 || s.Bag.With(s.Context).Coverage(d.attribute) >= attributeCover
	}
}

// eligible keeps the units that can answer. Where none can, the question is refused with what is missing.
func (c *composer) eligible() ([]unit, engine.Draft) {
	d, f := newDemand(&c.request), newForm(&c.request)
	if d.missing == "" || c.request.Question.Kind == index.Comparison {
		return c.units, engine.Draft{}
	}
	out := []unit(nil)
	for i := range c.units {
		if d.metBy(c.units[i].Statement, &f) {
			out = append(out, c.units[i])
		}
	}
	if len(out) == 0 {
		return nil, engine.Draft{Code: guard.WeakEvidence, Reason: "no sentence of the evidence gives " + d.missing}
	}
	return out, engine.Draft{}
}
