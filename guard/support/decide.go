package support

import (
	"cmp"
	"slices"
	"strings"

	"ibid/guard"
	"ibid/guard/words"
)

// passages are what one claim is checked against.
type passages []*Prepared

// Limits of what a claim is compared with.
const (
	maxNearest = 6   // statements
	minOverlap = 0.3 // least overlap of a claim with a statement that speaks of the same
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

// What a claim is further away from a statement, in shares of its words, for each fact that differs and each word that it
// does not repeat. They were not swept.
const (
	costFact   = 0.08
	costUnsaid = 0.01
)

// nearest holds a claim against the statements that share most with it and returns the comparison with the one that
// comes nearest; nil where none shares a word.
func (e passages) nearest(claim sequence, near []candidate) *comparison {
	if len(claim) > maxAtoms {
		return nil
	}
	var best *comparison
	for _, cand := range near {
		p := e[cand.passage]
		st := &p.statements[cand.statement]
		if c := compare(claim, cand.passage, st, p.context(st)); best == nil || c.distance() < best.distance() {
			best = c
		}
	}
	return best
}

// distance is how far a claim is from a statement; only its order counts.
func (c *comparison) distance() float64 {
	unsaid := 0
	for j := range c.source {
		if c.back[j] < 0 && c.source[j].word() {
			unsaid++
		}
	}
	return 1 - c.overlap() + float64(costFact*float64(len(c.facts))) + float64(costUnsaid*float64(unsaid))
}

type candidate struct{ passage, statement, shared, size int }

// candidates are the statements that share most words with a claim, the shorter ones first among equals.
func (e passages) candidates(claim sequence) []candidate {
	var out []candidate
	for n, p := range e {
		counts := make([]int, len(p.statements))
		for i := range claim {
			for _, st := range p.postings[claim[i].key()] {
				counts[st]++
			}
		}
		for st, shared := range counts {
			if shared > 0 {
				out = append(out, candidate{n, st, shared, len(p.statements[st].atoms)})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b candidate) int { return cmp.Or(b.shared-a.shared, a.size-b.size) })
	return out[:min(len(out), maxNearest)]
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
	otherwise := 0
	for i := range c.facts {
		d := &c.facts[i]
		turned := d.Kind == Condition && d.other() && d.Claim[0].op|d.Source[0].op == words.If|words.Unless
		switch {
		case d.Kind == Quantity && d.other() && d.Claim[0].quantity.dim == words.NoDimension && len(c.missing) > 0:
			return false // it may count something else
		case d.decisive(), turned && c.shared == c.content:
			otherwise++
		case len(d.Claim) > 0 && (d.Kind == Quantity || d.Kind == Name || d.Kind == Polarity || d.Kind == Condition || d.other()):
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
	return (claim|source)&(words.Cannot|words.NeedNot) != 0 || claim == words.Must || claim == words.Should && source == words.May
}

// excludes tells whether what a claim says of so many is false where its source says it of others: "all" where it is
// "some", "no" where it is "all". Less than the source says is true.
func excludes(claim, source words.Operator) bool {
	if claim == words.None || source == words.None {
		return claim != source && source != words.Any
	}
	return claim&universal != 0 && source&universal == 0 || claim&scarce != 0 && source&(words.Most|universal) != 0
}

// names names the evidence in messages.
func (e passages) names() string {
	var keys []string
	for _, p := range e {
		if p.Key != "" {
			keys = append(keys, p.Key)
		}
	}
	return cmp.Or(strings.Join(keys, " or "), "the source")
}
