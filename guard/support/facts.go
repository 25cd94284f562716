package support

import (
	"slices"

	"ibid/guard/words"
)

// factKind is the kind of thing that a claim may have otherwise than its source. No network is ever asked about these.
type factKind uint8

// The kinds of facts.
const (
	Quantity   factKind = iota // a number with its unit, a rank
	Bound                      // "at least", "at most", "more than"
	Polarity                   // denied or not
	Modality                   // must, should, may, must not
	Quantifier                 // all, most, some, few, none
	Condition                  // if, unless, until, before, after; except, without, only
	Cause                      // because
	Opposite                   // a word against its opposite: before and after, public and private
	Name                       // an identifier or a name, to the letter
	Order                      // who does what to whom
	Word                       // any other word; this is for a judge to weigh
)

// difference is a fact of a claim that its source has otherwise, or not at all, or that the claim lost.
type difference struct {
	Kind   factKind
	Claim  sequence // nil where the claim lost it
	Source sequence // nil where the source has nothing in its place
}

// other tells that the source has another value in the same place.
func (d *difference) other() bool { return d.Claim != nil && d.Source != nil }

// comparison holds a claim beside the statement that it is about.
type comparison struct {
	passage   int
	statement *statement
	claim     sequence
	source    sequence
	mate      []int // by atom of the claim: the atom of the source that says the same, or -1
	back      []int // by atom of the source: the atom of the claim, or -1

	content int // atoms of the claim that it is about, facts aside
	shared  int // of these, those that the source has
	lent    int // of these, those that only what stands around the source has
	facts   []difference
	missing sequence // words of the claim that neither the source nor what stands around it has
}

// overlap is the share of the words of a claim that its source has, in [0,1]; what only the context has counts half.
func (c *comparison) overlap() float64 {
	return (float64(c.shared) + 0.5*float64(c.lent)) / float64(max(1, c.content))
}

// compare holds a claim against a statement, whatever stands between the two.
func compare(claim sequence, passage int, st *statement, around sequence) *comparison {
	c := &comparison{passage: passage, statement: st, claim: claim, source: st.atoms,
		mate: slices.Repeat([]int{-1}, len(claim)), back: slices.Repeat([]int{-1}, len(st.atoms))}
	c.match()
	for i := range claim {
		a := &claim[i]
		if a.word() || a.is(number) {
			c.content++
		}
		switch {
		case c.mate[i] < 0:
			c.findFact(i, around)
		case a.word() || a.is(number):
			c.shared++
		}
		if c.mate[i] >= 0 && a.is(number) {
			c.checkBound(i)
		}
	}
	open := false // the claim may open a condition in another way
	for i := range claim {
		open = open || c.mate[i] < 0 && words.Front.Has(claim[i].id)
	}
	for j := range c.source {
		if b := &c.source[j]; c.back[j] < 0 && b.op&binding != 0 && !(open && b.op&clauses != 0) {
			c.differ(kindOf(b), -1, j)
		}
	}
	c.checkPolarity()
	c.checkOrder()
	return c
}

// binding is what a claim may not lose of its source: a condition, an exception, a weaker modality or quantifier.
const binding = clauses | exceptions | modals&^words.Must | quantifiers&^(universal|words.None) | words.Default

// match pairs the atoms of the claim with atoms of the source that say the same, each with the one that stands nearest
// to where the pair before it would lead.
func (c *comparison) match() {
	due := 0
	for i := range c.claim {
		a, best := &c.claim[i], -1
		for j := range c.source {
			nearer := best < 0 || apart(j, due) < apart(best, due)
			if nearer && c.back[j] < 0 && !a.free() && a.like(&c.source[j]) {
				best = j
			}
		}
		if best >= 0 {
			c.mate[i], c.back[best], due = best, i, best+1
		}
	}
}

func apart(a, b int) int { return max(a-b, b-a) }

// reach is how many atoms around a fact say what it is a fact of.
const reach = 4

// around counts the words around atom i of the claim whose mates stand around atom j of the source, near ones for more.
func (c *comparison) around(i, j int) int {
	n := 0
	for k := max(0, i-reach); k < min(len(c.claim), i+reach+1); k++ {
		a, m := &c.claim[k], c.mate[k]
		if k != i && m >= 0 && m != j && apart(m, j) <= reach && a.is(content) && kindOf(a) == Word {
			n += 1 + reach - max(apart(k, i), apart(m, j))
		}
	}
	return n
}

// rival is the first atom of the source that has another value in the place of atom i of the claim, or -1.
func (c *comparison) rival(i int) int {
	for j := range c.source {
		if c.back[j] < 0 && c.claim[i].rivals(&c.source[j]) {
			return j
		}
	}
	return -1
}

// rivals tells whether two atoms are values of the same kind. A bare number may be given its unit by a heading.
func (a *atom) rivals(b *atom) bool {
	kind := kindOf(a)
	switch q, p := a.quantity, b.quantity; {
	case kind == Word:
		return words.Opposite(a.norm, b.norm) || a.isUnit() && b.isUnit()
	case kind != kindOf(b):
		return false
	case kind == Quantity:
		return q.ordinal == p.ordinal && (q.dim == p.dim || q.dim != "" && p.dim != "" && nearly(q.raw, p.raw))
	}
	return kind != Name || a.is(name) == b.is(name)
}

// findFact notes what atom i of the claim says that the source does not have: as a fact, as the opposite of a word that
// it has, as lent by what stands around it, or as missing.
func (c *comparison) findFact(i int, around sequence) {
	a := &c.claim[i]
	kind, lent, j := kindOf(a), !a.is(number) && around.placeOf(a) >= 0, c.rival(i)
	switch {
	case kind == Bound || kind == Polarity: // these are checked with the number that they limit, and with what they deny
	case kind == Word && (a.is(mark) || j < 0 && !a.is(content)):
	case kind == Word && j >= 0 && words.Opposite(a.norm, c.source[j].norm):
		c.differ(Opposite, i, j)
	case lent && kind == Word:
		c.lent++
	case lent && kind == Name:
	case kind == Word && a.isUnit():
		c.differ(Quantity, i, j)
	case kind == Word:
		c.missing = append(c.missing, *a)
	default:
		c.differ(kind, i, j)
	}
}

// differ notes that atom i of the claim, or -1, stands where the source has atom j, or -1.
func (c *comparison) differ(kind factKind, i, j int) {
	d := difference{Kind: kind}
	if i >= 0 {
		d.Claim = c.claim[i : i+1]
	}
	if j >= 0 {
		d.Source = c.source[j : j+1]
		c.back[j] = max(i, 0)
		if i >= 0 && c.claim[i].is(content) {
			c.content-- // it is neither shared nor missing
		}
	}
	c.facts = append(c.facts, d)
}

// kindOf is the kind of fact that an atom gives.
func kindOf(a *atom) factKind {
	switch {
	case a.is(number):
		return Quantity
	case a.op&bounds != 0:
		return Bound
	case a.op&modals != 0:
		return Modality
	case a.op&(words.Not|words.Non) != 0:
		return Polarity
	case a.op&quantifiers != 0:
		return Quantifier
	case a.op&(clauses|exceptions) != 0:
		return Condition
	case a.op == words.Because:
		return Cause
	case a.is(name|proper) && a.is(content):
		return Name
	}
	return Word
}

// checkBound compares the bounds of a number that claim and source share.
func (c *comparison) checkBound(i int) {
	mine, theirs := c.claim.boundOf(i), c.source.boundOf(c.mate[i])
	if (mine < 0) != (theirs < 0) || mine >= 0 && c.claim[mine].op != c.source[theirs].op {
		c.differ(Bound, mine, theirs)
	}
}

// boundOf is the bound of the number at i, before it or behind it; or -1.
func (s sequence) boundOf(i int) int {
	for _, k := range [...]int{i - 1, i - 2, i + 1} {
		if k >= 0 && k < len(s) && kindOf(&s[k]) == Bound {
			return k
		}
	}
	return -1
}

// checkPolarity compares what is denied: a word that both have and that one of them alone denies.
func (c *comparison) checkPolarity() {
	mine, theirs := c.claim.denied(), c.source.denied()
	var claims, sources sequence // what denies in the one alone
	pairs := 0                   // words that both deny
	for i, j := range c.mate {
		switch {
		case j < 0:
		case mine[i] >= 0 && theirs[j] >= 0:
			pairs++
		case mine[i] >= 0 && c.claim[mine[i]].op&modals == 0:
			claims = append(claims, c.claim[mine[i]])
		case theirs[j] >= 0 && c.source[theirs[j]].op&modals == 0:
			sources = append(sources, c.source[theirs[j]])
		}
	}
	isOpposite := func(d difference) bool { return d.Kind == Opposite }
	turned := slices.ContainsFunc(c.facts, isOpposite)
	both := join(claims, sources)
	told := len(both) == 1 && both.operators(words.Non|words.Without) == 0 &&
		c.claim.operators(denials)-pairs-len(claims) <= 0 && (len(sources) == 1 || c.source.operators(denials) == 0)
	d := difference{Kind: Polarity, Claim: both, Source: both} // who denies what is not told for certain
	switch {
	case len(both) == 0 && (turned || (c.claim.operators(negatives)-c.source.operators(negatives))%2 == 0):
		return
	case len(both) == 1 && turned: // "not enabled" is "disabled"
		c.facts = slices.DeleteFunc(c.facts, isOpposite)
		return
	case told:
		d.Claim, d.Source = claims, sources
	}
	c.facts = append(c.facts, d)
}

// denied tells for each atom which operator denies it: the next word behind the operator that a sentence can be
// about. It is -1 for what nothing denies.
func (s sequence) denied() []int {
	out := slices.Repeat([]int{-1}, len(s))
	for i := range s {
		behind := s[i+1:].index(func(a *atom) bool { return a.is(content) })
		if behind >= 0 && s[i].op&(negatives|words.Without) != 0 {
			out[i+1+behind] = i
		}
	}
	return out
}

// maxPlaces bounds the numbers and names of a claim whose places are compared.
const maxPlaces = 12

// checkOrder finds two numbers or names of which the source has each where the claim has the other.
func (c *comparison) checkOrder() {
	var places []int
	for i, j := range c.mate {
		kind := kindOf(&c.claim[i])
		if j < 0 || kind != Quantity && kind != Name || len(places) == maxPlaces {
			continue
		}
		for _, k := range places {
			m := c.mate[k]
			if kindOf(&c.claim[k]) == kind && !c.claim[k].same(&c.claim[i]) && i-k > 1 &&
				c.around(i, m)+c.around(k, j) > c.around(i, j)+c.around(k, m)+reach {
				c.facts = append(c.facts, difference{Order, sequence{c.claim[k], c.claim[i]}, sequence{c.source[m], c.source[j]}})
			}
		}
		places = append(places, i)
	}
}
