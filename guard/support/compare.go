package support

import (
	"slices"
	"strings"

	"ibid/guard/words"
)

// FactKind is the kind of thing that a claim may have otherwise than its source. No network is ever asked about these.
type FactKind uint8

// The kinds of facts.
const (
	Quantity   FactKind = iota // a number with its unit, a date, a rank
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

// Difference is a fact of a claim that its source has otherwise, or not at all, or that the claim lost.
type Difference struct {
	Kind   FactKind
	Claim  sequence // nil where the claim lost it
	Source sequence // nil where the source has nothing in its place
}

// other tells that the source has another value in the same place.
func (d *Difference) other() bool { return d.Claim != nil && d.Source != nil }

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
	lent    int // of these, those that only what stands above the source has
	facts   []Difference
	missing sequence // words of the claim that neither the source nor what stands above it has
}

// overlap is the share of the words of a claim that its source has, in [0,1]; what only the context has counts half.
func (c *comparison) overlap() float64 {
	return (float64(c.shared) + 0.5*float64(c.lent)) / float64(max(1, c.content))
}

// compare holds a claim against a statement, whatever stands between the two.
func compare(claim sequence, passage int, st *statement, ctx *context) *comparison {
	c := &comparison{passage: passage, statement: st, claim: claim, source: st.atoms,
		mate: make([]int, len(claim)), back: make([]int, len(st.atoms))}
	for i := range c.mate {
		c.mate[i] = -1
	}
	for j := range c.back {
		c.back[j] = -1
	}
	c.match((*atom).same)
	c.match((*atom).like)
	c.match(func(a, b *atom) bool { return a.op&quantifiers != 0 && quantifierClass(a.op) == quantifierClass(b.op) })
	c.findFacts(ctx)
	return c
}

// match pairs the atoms of the claim with atoms of the source that say the same, each with the one that stands nearest
// to where the pair before it would lead.
func (c *comparison) match(same func(a, b *atom) bool) {
	due := 0
	for i := range c.claim {
		if c.mate[i] >= 0 {
			due = c.mate[i] + 1
			continue
		}
		a := &c.claim[i]
		if a.is(glue|mark) && !a.is(content) {
			continue
		}
		best := -1
		for j := range c.source {
			if c.back[j] < 0 && same(a, &c.source[j]) && (best < 0 || distance(j, due) < distance(best, due)) {
				best = j
			}
		}
		if best >= 0 {
			c.mate[i], c.back[best], due = best, i, best+1
		}
	}
}

func distance(a, b int) int { return max(a-b, b-a) }

// reach is how many atoms around a fact say what it is a fact of.
const reach = 4

// beside counts the atoms around atom i of the claim whose mates stand around atom j of the source.
func (c *comparison) beside(i, j int) int {
	n := 0
	for k := max(0, i-reach); k < min(len(c.claim), i+reach+1); k++ {
		if m := c.mate[k]; k != i && m >= 0 && m != j && distance(m, j) <= reach && c.claim[k].is(content) && kindOf(&c.claim[k]) == Word {
			n += 1 + reach - max(distance(k, i), distance(m, j))
		}
	}
	return n
}

// rival is the atom of the source that has another value in the place of atom i of the claim, or -1.
func (c *comparison) rival(i int, may func(a, b *atom) bool) int {
	best, most := -1, -1
	for j := range c.source {
		if c.back[j] < 0 && may(&c.claim[i], &c.source[j]) {
			if n := c.beside(i, j); n > most {
				best, most = j, n
			}
		}
	}
	return best
}

// findFacts fills in what differs.
func (c *comparison) findFacts(ctx *context) {
	for i := range c.claim {
		a := &c.claim[i]
		said := a.is(content) && !a.is(mark)
		if said {
			c.content++
		}
		switch {
		case c.mate[i] < 0:
			c.findFact(i, ctx)
		case said:
			c.shared++
		}
		if c.mate[i] >= 0 && kindOf(a) == Quantity {
			c.checkBound(i)
		}
	}
	c.findLost()
	c.checkPolarity()
	c.checkOrder()
	c.checkPlaces()
}

// findFact notes what atom i of the claim says that the source does not have.
func (c *comparison) findFact(i int, ctx *context) {
	a := &c.claim[i]
	lent := ctx.near[a.id] || ctx.back[a.id]
	switch kind := kindOf(a); kind {
	case Bound, Polarity: // these are checked with the number that they limit, and with what they deny
	case Word:
		c.findWord(i, lent)
	case Quantity:
		if !ctx.gives(a) {
			c.differ(kind, i, c.counted(i, c.rival(i, sameDimension)))
		}
	case Name:
		if !lent && !ctx.names[bare(a.norm)] {
			c.differ(kind, i, c.rival(i, otherName))
		}
	default:
		j := c.rival(i, func(_, b *atom) bool { return kindOf(b) == kind })
		if kind == Quantifier {
			j = c.counted(i, j)
		}
		c.differ(kind, i, j)
	}
}

// findWord notes a word that the source does not have: as the opposite of one that it has, as another unit, as lent by
// what the source stands under, or as missing.
func (c *comparison) findWord(i int, lent bool) {
	a := &c.claim[i]
	j := c.rival(i, opposite)
	switch {
	case a.is(mark):
	case j >= 0:
		c.differ(Opposite, i, j)
	case !a.is(content):
	case lent:
		c.lent++
	case a.isUnit():
		c.differ(Quantity, i, c.rival(i, func(_, b *atom) bool { return b.isUnit() }))
	default:
		c.missing = append(c.missing, *a)
	}
}

// counted is j where atoms i of the claim and j of the source count the same, else -1.
func (c *comparison) counted(i, j int) int {
	if j < 0 || !c.counts(i, j) {
		return -1
	}
	return j
}

// differ notes that atom i of the claim, or -1, stands where the source has atom j, or -1.
func (c *comparison) differ(kind FactKind, i, j int) {
	d := Difference{Kind: kind}
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
func kindOf(a *atom) FactKind {
	switch {
	case a.is(number):
		return Quantity
	case a.op&bounds != 0 || a.op == words.About || a.op == words.Exactly:
		return Bound
	case a.op&(words.Must|words.Should|words.May|words.Cannot|words.NeedNot) != 0:
		return Modality
	case a.op&(words.Not|words.Non|words.NoLonger|words.Nor) != 0:
		return Polarity
	case a.op&quantifiers != 0:
		return Quantifier
	case a.op&(clauses|exceptions) != 0:
		return Condition
	case a.op == words.Because:
		return Cause
	case a.is(name|proper) && a.is(content) && !a.is(mark):
		return Name
	}
	return Word
}

// quantifierClass is the set of the quantifiers that say the same.
func quantifierClass(op words.Operator) words.Operator {
	for _, class := range [...]words.Operator{universal, frequent, partial, scarce, words.No | words.Never} {
		if op&class != 0 {
			return class
		}
	}
	return op
}

// excludes tells whether what a claim says of so many is false where its source says it of others: "all" where it is
// "some", "no" where it is "all". Less than the source says is true.
func excludes(claim, source words.Operator) bool {
	const none = words.No | words.Never
	switch {
	case claim&universal != 0:
		return source&(frequent|partial|scarce|none) != 0
	case claim&none != 0:
		return source&(universal|frequent|partial|scarce)&^words.Any != 0
	case claim&frequent != 0:
		return source&(scarce|none) != 0
	case claim&(partial|scarce) != 0:
		return source&none != 0 || claim&scarce != 0 && source&(frequent|universal) != 0
	}
	return false
}

// sameDimension tells whether two quantities measure the same; a bare number may be given its unit by a heading.
func sameDimension(a, b *atom) bool {
	if !a.is(number) || !b.is(number) || a.quantity.ordinal != b.quantity.ordinal {
		return false
	}
	return a.quantity.dim == b.quantity.dim || a.quantity.dim != "" && b.quantity.dim != "" && nearly(a.quantity.raw, b.quantity.raw)
}

// otherName tells whether two names may stand for each other's things.
func otherName(a, b *atom) bool { return a.is(name) == b.is(name) && kindOf(b) == Name }

// counts tells whether two numbers are of the same: they have a unit, or stand beside the same word.
func (c *comparison) counts(i, j int) bool {
	if c.claim[i].is(number) && c.claim[i].quantity.dim != words.NoDimension {
		return true
	}
	next := c.claim.next(i)
	return next >= 0 && c.mate[next] >= 0 && c.mate[next] == c.source.next(j)
}

// next is the place of the first word behind atom i that a sentence can be about, or -1.
func (s sequence) next(i int) int {
	for i++; i < len(s); i++ {
		if s[i].is(content) {
			return i
		}
	}
	return -1
}

// opposite tells whether two words deny each other: "public" and "private", "known" and "unknown".
func opposite(a, b *atom) bool {
	return words.Opposite(a.norm, b.norm) || privative(a.norm, b.norm) || privative(b.norm, a.norm)
}

// privative tells whether a word is another with a prefix that denies.
func privative(word, of string) bool {
	prefix, ok := strings.CutSuffix(word, of)
	return ok && len(of) > 3 && slices.Contains([]string{"un", "non", "in", "im", "ir", "dis", "non-"}, prefix)
}

// checkBound compares the bounds of a number that claim and source share.
func (c *comparison) checkBound(i int) {
	j := c.mate[i]
	mine, theirs := c.claim.boundOf(i), c.source.boundOf(j)
	var of, from words.Operator
	if mine >= 0 {
		of = c.claim[mine].op
	}
	if theirs >= 0 {
		from = c.source[theirs].op
	}
	if of != from {
		c.differ(Bound, mine, theirs)
	}
}

// boundOf is the bound of the number at i, or -1.
func (s sequence) boundOf(i int) int {
	for k := i - 1; k >= max(0, i-2); k-- {
		if kindOf(&s[k]) == Bound {
			return k
		}
	}
	return -1
}

// binding is what a claim may not lose of its source: a condition, an exception, a weaker modality or quantifier.
const binding = clauses | exceptions | words.May | words.Should | words.Cannot | words.NeedNot | frequent | partial | scarce | words.Default

func (c *comparison) findLost() {
	open := false // the claim has words that may open a condition in another way
	for i := range c.claim {
		open = open || c.mate[i] < 0 && frontWords[c.claim[i].id]
	}
	for j := range c.source {
		if b := &c.source[j]; c.back[j] < 0 && b.op&binding != 0 && !(open && b.op&clauses != 0) {
			c.differ(kindOf(b), -1, j)
		}
	}
}

// checkPolarity compares what is denied: a word that both have and that one of them alone denies.
func (c *comparison) checkPolarity() {
	mine, theirs := c.claim.denied(), c.source.denied()
	var claims, sources sequence
	for i, by := range mine {
		if j := c.mate[i]; j >= 0 && by >= 0 && theirs[j] < 0 && c.claim[by].op&modals == 0 {
			claims = append(claims, c.claim[by])
		}
	}
	for j, by := range theirs {
		if i := c.back[j]; i >= 0 && by >= 0 && mine[i] < 0 && c.source[by].op&modals == 0 {
			sources = append(sources, c.source[by])
		}
	}
	opposites := 0
	for k := range c.facts {
		if c.facts[k].Kind == Opposite {
			opposites++
		}
	}
	pairs := 0 // words that both deny
	for i, by := range mine {
		if j := c.mate[i]; j >= 0 && by >= 0 && theirs[j] >= 0 {
			pairs++
		}
	}
	openMine := c.claim.denials() - pairs - len(claims)
	unsure := func() { // who denies what is not told for certain
		c.facts = append(c.facts, Difference{Kind: Polarity, Claim: join(claims, sources), Source: join(claims, sources)})
	}
	switch {
	case len(claims) == 0 && len(sources) == 0:
		if (c.claim.operators(negatives)-c.source.operators(negatives))%2 != 0 && opposites != 1 {
			unsure()
		}
	case opposites == 1 && len(claims)+len(sources) == 1: // "not enabled" is "disabled"
		c.facts = slices.DeleteFunc(c.facts, func(d Difference) bool { return d.Kind == Opposite })
	case claims.operator(words.Non | words.Without), sources.operator(words.Non | words.Without): // of a part of what is said
		unsure()
	case len(claims) == 1 && len(sources) == 0 && openMine <= 0 && c.source.denials() == 0,
		len(sources) == 1 && len(claims) == 0 && openMine <= 0:
		c.facts = append(c.facts, Difference{Kind: Polarity, Claim: claims, Source: sources})
	default:
		unsure()
	}
}

// denials counts what denies in a sentence: operators, and words that say so by themselves.
func (s sequence) denials() int {
	n := s.operators(negatives | exceptions&^words.Only | scarce | words.Unless)
	for i := range s {
		if words.Denying.Has(s[i].id) {
			n++
		}
	}
	return n
}

// denied tells for each atom which operator denies it: the next word behind the operator that a sentence can be
// about. It is -1 for what nothing denies.
func (s sequence) denied() []int {
	out := make([]int, len(s))
	for i := range out {
		out[i] = -1
	}
	for i := range s {
		if s[i].op&(negatives|words.Without) == 0 || s.at(i-1, "or") { // "whether or not"
			continue
		}
		for k := i + 1; k < len(s); k++ {
			if s[k].is(content) && !s[k].is(adverb) {
				out[k] = i
				break
			}
		}
	}
	return out
}

// relations are the words whose two sides may not change places.
var relations = map[string]bool{"from": true, "than": true, "into": true, "over": true}

// checkOrder finds two things that have changed places on the sides of a word that both sentences have.
func (c *comparison) checkOrder() {
	if (c.claim.find(0, len(c.claim), "by") < 0) != (c.source.find(0, len(c.source), "by") < 0) {
		return // the one is in the passive
	}
	for i := range c.claim {
		j := c.mate[i]
		a := &c.claim[i]
		directed := relations[a.id] || a.is(verb) && a.is(content) && !words.Light.Has(a.id) || a.op&(words.MoreThan|words.LessThan|words.Before|words.After|words.Instead|words.Because) != 0
		if j < 0 || !directed {
			continue
		}
		l, r := c.claim.beside(i, -1), c.claim.beside(i, 1)
		p, q := c.source.beside(j, -1), c.source.beside(j, 1)
		if l < 0 || r < 0 || p < 0 || q < 0 {
			continue
		}
		if c.mate[l] == q && c.mate[r] == p {
			c.facts = append(c.facts, Difference{Kind: Order, Claim: join(c.claim[l:l+1], c.claim[r:r+1]), Source: join(c.source[p:p+1], c.source[q:q+1])})
		}
	}
}

// checkPlaces finds two numbers, or two names, of which the source has each where the claim has the other.
func (c *comparison) checkPlaces() {
	var at []int
	for i := range c.claim {
		if k := kindOf(&c.claim[i]); c.mate[i] >= 0 && (k == Quantity || k == Name) && len(at) < maxPlaces {
			at = append(at, i)
		}
	}
	for x, i := range at {
		for _, k := range at[:x] {
			if kindOf(&c.claim[i]) != kindOf(&c.claim[k]) || c.claim[i].same(&c.claim[k]) {
				continue
			}
			straight := c.beside(i, c.mate[i]) + c.beside(k, c.mate[k])
			if crossed := c.beside(i, c.mate[k]) + c.beside(k, c.mate[i]); crossed > straight+reach && distance(i, k) > 1 {
				c.facts = append(c.facts, Difference{Kind: Order, Claim: join(c.claim[k:k+1], c.claim[i:i+1]),
					Source: join(c.source[c.mate[k]:c.mate[k]+1], c.source[c.mate[i]:c.mate[i]+1])})
			}
		}
	}
}

const maxPlaces = 12 // numbers and names of a claim

// beside is the nearest word on one side of atom i that a sentence is about, within its clause; -1 if there is none.
func (s sequence) beside(i, step int) int {
	for k := i + step; k >= 0 && k < len(s); k += step {
		switch {
		case s.at(k, ",", ";", "("):
			return -1
		case s[k].is(content) && s[k].op == 0 && !s[k].is(verb|adverb):
			return k
		}
	}
	return -1
}
