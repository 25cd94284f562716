package extract

import (
	"regexp"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/index/question"
	"ibid/index/source"
)

// Some questions can only be answered by a statement of a certain kind: one that asks for a number by a number, one that
// asks who did something by a name and the doing. Where the evidence has no such statement, anything else would only look
// like an answer.

// demand is what a statement must have to answer a question at all.
type demand struct {
	needs []need
	names []question.Name // and all of these, where there is a need
	terms []question.Term
	form  form
}

// need is one thing that a statement must have.
type need struct {
	what string // for the refusal: "a date"
	met  func(s *engine.Statement) bool
	row  bool // a table's row must meet it too
	soft bool // it says nothing of how statements must have the names of the question
}

// newDemand reads off a question what its answer must have.
func newDemand(r *engine.Request) demand {
	d := demand{terms: r.Terms, form: newForm(r)}
	if r.Question.Kind == question.Comparison {
		return d
	}
	d.needs = append(d.ofNumber(r.Question), d.ofKind(r.Question.Text)...)
	if len(d.needs) == 0 && len(r.Names) < severalNames {
		d.needs = d.ofFocus(r)
	}
	d.needs = append(d.needs, d.ofDoing(r.Question.Text)...)
	d.needs = append(d.needs, d.ofName(r.Question.Text)...)
	d.needs = append(d.needs, d.ofReason(r)...)
	if r.Selected {
		d.needs = append(d.needs, need{what: "what the question names", soft: true, met: d.holdsProper})
	}
	hard := slices.ContainsFunc(d.needs, func(n need) bool { return !n.soft })
	switch {
	case hard || len(d.needs) > 0 && len(r.Names) == 1:
		d.names = r.Names
	default:
		for _, n := range r.Names {
			if n.Numbered() {
				d.names = append(d.names, n)
			}
		}
	}
	return d
}

// severalNames is from how many names on a question is answered by several statements, none of which need have it all.
const severalNames = 3

// pointer is a statement that only says where else to look.
var pointer = regexp.MustCompile(`(?i)^(?:[0-9]{1,3} )?(?:see|cf\.|refer to)\b`)

// metBy tells whether a statement has what is demanded.
func (d *demand) metBy(s *engine.Statement) bool {
	if pointer.MatchString(s.Text) {
		return false
	}
	for i := range d.needs {
		if !d.needs[i].met(s) {
			return false
		}
	}
	for i := range d.names {
		if !s.Holds(&d.names[i]) {
			return false
		}
	}
	return true
}

// metByRows tells whether rows have what can be told by its form, and a number where one is counted.
func (d *demand) metByRows(a *cellAnswer) bool {
	s := engine.Statement{Kind: source.Table}
	for _, p := range a.pieces {
		s.Text += p.text + " | "
	}
	s.Bag = question.NewBag(s.Text)
	return !slices.ContainsFunc(d.needs, func(n need) bool { return n.row && !n.met(&s) })
}

// lacking says what no statement has, for the refusal.
func (d *demand) lacking(us []unit) string {
	out := "an answer"
	if len(d.needs) > 0 {
		out = d.needs[0].what
	}
	for i := range d.needs {
		found := false
		for k := range us {
			found = found || d.needs[i].met(us[k].Statement)
		}
		if !found {
			out = d.needs[i].what
			break
		}
	}
	if len(d.names) > 0 {
		names := make([]string, len(d.names))
		for i, n := range d.names {
			names[i] = n.Text
		}
		out += " for " + strings.Join(names, ", ")
	}
	return out
}

// eligible keeps the units that can answer. Where none can, the question is refused with what is missing.
func (c *composer) eligible() ([]unit, engine.Draft) {
	d := &c.demand
	if len(d.needs)+len(d.names) == 0 {
		return c.units, engine.Draft{}
	}
	out := []unit(nil)
	for i := range c.units {
		if d.metBy(c.units[i].Statement) {
			out = append(out, c.units[i])
		}
	}
	if len(out) == 0 {
		return nil, engine.Draft{Code: guard.WeakEvidence, Reason: "no sentence of the evidence gives " + d.lacking(c.units)}
	}
	return out, engine.Draft{}
}

// restCover is the share of the rest of a question that a statement must hold which does not call what is asked for by its
// name.
const restCover = 0.7

// without are the terms that are not among others.
func without(terms, others []question.Term) []question.Term {
	var out []question.Term
	for i := range terms {
		if !slices.ContainsFunc(others, func(o question.Term) bool { return o.Start == terms[i].Start }) {
			out = append(out, terms[i])
		}
	}
	return out
}

// within picks the question's terms that a phrase of it holds.
func within(phrase string, terms []question.Term) []question.Term {
	bag := question.NewBag(phrase)
	var out []question.Term
	for i := range terms {
		if bag[terms[i].Whole] {
			out = append(out, terms[i])
		}
	}
	return out
}
