package support

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ibid/guard"
	"ibid/guard/words"
)

// Limits of what contradicts a claim. On 4,000 claims about documents that no test here uses (half of them false), with
// .7 and 1: .149 of the false ones are contradicted and .0045 of the true ones; with .6 and 2: .164 and .014; with .9
// and 0: .077 and .002.
const (
	minContradicted = 0.7 // least overlap, apart from what differs
	minShared       = 2   // words of the claim that the statement has
	maxOtherwise    = 2   // facts that differ
	maxMissing      = 1   // words of the claim that stand nowhere near
)

// mostUnproven is the score of what is not proven although all its words are in the source.
const mostUnproven = 0.98 * MinSupport

// Check decides whether the sentence claim is entailed by the passages, which Prepare has made: it is proven by its
// words, by its words in another form or by a cell of a table, or else its facts are held beside the nearest statement.
func Check(claim string, evidence ...*Prepared) Result {
	e := passages(evidence)
	if why := e.exceeds(claim); why != "" {
		return Result{Verdict: guard.Unchecked, Reason: why}
	}
	if q, ok := e.verbatim(claim); ok {
		return proven(q)
	}
	said := read(claim, 0)
	if said.at(1, ",") && (said[0].norm == "yes" || said[0].norm == "no") { // the answer to a question
		said = said[2:]
	}
	switch about := said.contentCount(); {
	case about == 0:
		return Result{Verdict: guard.Unchecked, Reason: "the sentence says nothing that could be checked"}
	case about > 1 && about == said.count(func(a *atom) bool { return a.is(number) }):
		// "10 10 10": each stands in the source, and nothing is said of any
		return Result{Verdict: guard.Unsupported, Reason: "it is numbers alone, and does not say of what"}
	case !slices.ContainsFunc(e, func(p *Prepared) bool { return strings.TrimSpace(p.Text) != "" }):
		return Result{Verdict: guard.Unchecked, Reason: "there is no evidence to check the sentence against"}
	}
	near := e.candidates(said)
	if q, ok := e.aligned(said, near); ok {
		return proven(q, guard.Step{Kind: OtherForm})
	}
	if r := e.readOff(claim, said); r != nil {
		return *r
	}
	return e.decide(claim, e.nearest(said, near))
}

// exceeds says which limit of a check a claim or its evidence exceeds, "" for none.
func (e passages) exceeds(claim string) string {
	size := 0
	for _, p := range e {
		size += len(p.Text)
	}
	switch {
	case len(claim) > MaxClaim:
		return fmt.Sprintf("the sentence is %d bytes long; more than %d are not checked", len(claim), MaxClaim)
	case size > MaxEvidence:
		return fmt.Sprintf("the evidence is %d bytes long; more than %d are not checked", size, MaxEvidence)
	case !utf8.ValidString(claim):
		return "the sentence is not valid UTF-8"
	}
	return ""
}

func proven(q Quote, steps ...guard.Step) Result {
	return Result{Verdict: guard.Supported, Score: 1, Quotes: []Quote{q}, Proof: steps}
}

// decide says what is to be said of a claim that is not proven.
func (e passages) decide(claim string, c *comparison) Result {
	out := Result{Verdict: guard.NotFound, Reason: "nothing in " + e.names() + " speaks of this"}
	if c == nil {
		return out
	}
	p := e[c.passage]
	out.Quotes = []Quote{p.quoteOf(c.passage, c.statement)}
	out.Score = mostUnproven * min(1, c.overlap())
	if c.shared == 0 || c.overlap() < minOverlap {
		return out
	}
	out.Verdict = guard.Unsupported
	if c.contradicts() {
		out.Verdict = guard.Contradicted
		c.missing = nil
		c.facts = slices.DeleteFunc(c.facts, func(d difference) bool { return !d.decisive() && len(d.Source) == 0 })
	}
	out.Reason = c.reason(claim, p.Text, e.names())
	out.Reworded = len(c.facts) == 0 && !c.statement.row
	return out
}

// contradicts tells whether the statement says the same of the same thing with one fact otherwise. What a claim lost of
// its source does not matter to that; what it has besides does.
func (c *comparison) contradicts() bool {
	if c.statement.row || c.shared < min(minShared, c.content) {
		return false
	}
	const speaks = 1<<Quantity | 1<<Name | 1<<Polarity | 1<<Condition // it says something new wherever it stands
	otherwise := 0
	for i := range c.facts {
		d := &c.facts[i]
		turned := d.Kind == Condition && d.other() && d.Claim[0].op|d.Source[0].op == words.If|words.Unless
		switch {
		case d.Kind == Quantity && d.other() && d.Claim[0].quantity.dim == words.NoDimension && len(c.missing) > 0:
			return false // it may count something else
		case d.decisive(), turned && c.shared == c.content:
			otherwise++
		case len(d.Claim) > 0 && (speaks>>d.Kind&1 != 0 || d.other()):
			return false // it says something that its source does not speak of
		}
	}
	return 0 < otherwise && otherwise <= maxOtherwise && c.overlap() >= minContradicted && len(c.missing) <= maxMissing
}

// decisive tells whether a claim that differs in this is false if its source is true.
func (d *difference) decisive() bool {
	if d.Kind == Polarity {
		return len(d.Claim) == 0 != (len(d.Source) == 0) // else it is not told which of the two denies
	}
	if !d.other() {
		return false
	}
	claim, source := &d.Claim[0], &d.Source[0]
	switch d.Kind {
	case Quantity:
		return true
	case Opposite, Order: // small words have other senses, and names may be listed in any order
		return claim.is(content) && !claim.is(name|proper)
	case Modality:
		return stronger(claim.op, source.op)
	case Quantifier:
		return excludes(claim.op, source.op)
	}
	return d.Kind == Condition && claim.op|source.op == words.Before|words.After
}

// stronger tells whether a modal says more than another, or something else: what must be may be, not the other way
// round.
func stronger(claim, source words.Operator) bool {
	const other = words.Cannot | words.NeedNot
	return (claim|source)&other != 0 || claim == words.Must || claim == words.Should && source == words.May
}

// excludes tells whether what a claim says of so many is false where its source says it of others: "all" where it is
// "some", "no" where it is "all". Less than the source says is true.
func excludes(claim, source words.Operator) bool {
	if claim == words.None || source == words.None {
		return claim != source && source != words.Any
	}
	return claim&universal != 0 && source&universal == 0 || claim&scarce != 0 && source&(words.Most|universal) != 0
}
