package support

import (
	"slices"
	"strings"

	"ibid/guard/words"
)

// nearest is the statement that comes nearest to a claim, and what stands between the two.
type nearest struct {
	passage   int
	statement *statement
	claim     sequence
	source    sequence
	edits     []edit
	cost      float32
	rivals    []edit // where the source has another value in the same place
	missing   []int  // atoms of the claim that neither the statement nor its context has
	strange   []int  // those among them that the whole evidence has not
	unsaid    []int  // operators of the statement that narrow or deny, and that the claim has not
	matched   int    // content atoms of the claim that the statement has in its place
	content   int
}

// The costs of what no licence allows, where the nearest statement is looked for.
const (
	costMissing  = 3    // a word of the claim that the statement has not
	costLent     = 0.7  // but its context has
	costUnsaid   = 0.35 // a word of the statement that the claim has not
	costOperator = 1.2  // the same of an operator
	costRival    = 0.9
	maxNearest   = 3 // statements that are compared
)

// rivals are the operators that stand for different values of one thing.
var rivals = [...][]string{
	{"<must>", "<may>", "<should>", "<cannot>", "<neednot>"},
	{"<ge>", "<le>", "<gt>", "<lt>"},
	{"<before>", "<after>", "<until>"},
	{"<if>", "<unless>", "<until>"},
}

// quantifiersRival tells whether a claim's quantifier and a source's cannot both hold, or the source's says less:
// "many" is denied by "no" and by "few", and denies "all".
func quantifiersRival(claim, source string) bool {
	more := []string{"<all>", "<always>", "<most>", "<usually>", "<many>", "<often>"}
	some := []string{"<some>", "<any>", "<several>", "<sometimes>"}
	few, no := []string{"<few>", "<rarely>"}, []string{"<no>", "<never>"}
	switch {
	case slices.Contains(no, claim):
		return slices.Contains(more, source) || slices.Contains(some, source)
	case slices.Contains(more[:2], claim):
		return slices.Contains(more[2:], source) || slices.Contains(some[:1], source) || slices.Contains(some[2:], source) || slices.Contains(few, source) || slices.Contains(no, source)
	case slices.Contains(more, claim):
		return slices.Contains(few, source) || slices.Contains(no, source)
	}
	return (slices.Contains(some, claim) || slices.Contains(few, claim)) && (slices.Contains(no, source) || slices.Contains(few, claim) && slices.Contains(more, source))
}

// rival tells whether an atom of a claim and one of a source give different values of one thing.
func rival(a, b *atom) bool {
	switch {
	case a.is(number) && b.is(number):
		bare := b.quantity.dim == words.NoDimension // the heading of a column may give its unit
		return (a.quantity.dim == b.quantity.dim || !bare && nearly(a.quantity.raw, b.quantity.raw)) && a.quantity.ordinal == b.quantity.ordinal && !a.same(b)
	case a.is(number) || b.is(number) || a.id == b.id:
		return false
	case a.is(opposed) && b.is(opposed) && words.Opposite(a.norm, b.norm):
		return true
	case a.is(name) && b.is(name) && a.is(content) && b.is(content):
		// What code calls a thing is no other name for what prose speaks of, nor is a piece of a formula.
		identifier := func(x *atom) bool { return strings.ContainsAny(x.norm, "_(") }
		return substitute(a, b) == none && identifier(a) == identifier(b) && !partOf(a.norm, b.norm) && !partOf(b.norm, a.norm) && !strings.Contains(b.norm, "$") && strings.Count(b.norm, "(") >= strings.Count(b.norm, ")")
	}
	return a.is(operator) && b.is(operator) && (quantifiersRival(a.id, b.id) ||
		slices.ContainsFunc(rivals[:], func(set []string) bool { return slices.Contains(set, a.id) && slices.Contains(set, b.id) }))
}

// partOf tells whether a name is the last part of another: sanity_check of utils.sanity_check.
func partOf(name, path string) bool {
	before, ok := strings.CutSuffix(path, name)
	return ok && before != "" && strings.ContainsAny(before[len(before)-1:], "./:")
}

// nearest finds the statement that comes nearest to a claim; ok is false where none shares a word with it.
func (pr *prover) nearest(c sequence) (best nearest, ok bool) {
	c = c.trim()
	if len(c) > maxAtoms {
		return best, false
	}
	for _, cand := range pr.ranked(c) {
		p := pr.evidence[cand.passage]
		st := &p.statements[cand.statement]
		ctx := p.context(st)
		n := pr.compare(c, cand.passage, st, &ctx)
		if !ok || n.cost < best.cost {
			best, ok = n, true
		}
	}
	return best, ok
}

// compare tells what stands between a claim and a statement.
func (pr *prover) compare(c sequence, passage int, st *statement, ctx *context) nearest {
	n := nearest{passage: passage, statement: st, claim: c, source: st.atoms}
	n.relax(&pr.al, ctx)
	n.judge(pr, ctx)
	return n
}

// ranked are the statements that share most with a claim, the shorter first among equals.
func (pr *prover) ranked(c sequence) []candidate {
	out := pr.sharing(c, 0)
	size := func(x candidate) int { return len(pr.evidence[x.passage].statements[x.statement].atoms) }
	slices.SortStableFunc(out, func(a, b candidate) int {
		if a.shared != b.shared {
			return b.shared - a.shared
		}
		return size(a) - size(b)
	})
	return out[:min(len(out), maxNearest)]
}

// relax aligns the claim with the statement, whatever it takes.
func (n *nearest) relax(al *aligner, ctx *context) {
	c, s := n.claim, n.source
	cols := len(s) + 1
	size := (len(c) + 1) * cols
	if cap(al.cost) < size {
		al.cost, al.from = make([]float32, size), make([]back, size)
	}
	cost, from := al.cost[:size], al.from[:size]
	for i := range cost {
		cost[i] = unreachable
	}
	cost[0] = 0
	added, left := make([]toll, len(c)), make([]toll, len(s))
	for i := range c {
		added[i] = ctx.added(&c[i])
	}
	for j := range s {
		left[j] = leftOut(&s[j])
	}
	for i := 0; i <= len(c); i++ {
		for j := 0; j <= len(s); j++ {
			at := cost[i*cols+j]
			step := func(l licence, i2, j2 int, w float32) {
				if to := i2*cols + j2; at+w < cost[to] {
					cost[to], from[to] = at+w, back{edit: edit{l, i, i2, j, j2}}
				}
			}
			if i < len(c) && j < len(s) {
				switch l := substitute(&c[i], &s[j]); {
				case l == sameWord || l == inflection:
					step(l, i+1, j+1, 0)
				case l != none:
					step(l, i+1, j+1, costSubstitute)
				case rival(&c[i], &s[j]):
					step(rivalValue, i+1, j+1, costRival)
				case s[j].is(pronoun) && c[i].is(content) && ctx.back[c[i].id]:
					step(pronounFor, i+1, j+1, costSubstitute)
				}
			}
			if i < len(c) {
				step(added[i].licence, i+1, j, added[i].cost)
			}
			if j < len(s) {
				step(left[j].licence, i, j+1, left[j].cost)
			}
		}
	}
	n.cost = cost[size-1]
	for i, j := len(c), len(s); i > 0 || j > 0; {
		e := from[i*cols+j].edit
		n.edits = append(n.edits, e)
		i, j = e.c0, e.s0
	}
	slices.Reverse(n.edits)
}

// toll is what it takes to have one atom more or less.
type toll struct {
	licence licence
	cost    float32
}

// added is the toll for an atom of a claim that the statement has not.
func (ctx *context) added(a *atom) toll {
	switch {
	case a.is(glue):
		return toll{addGlue, costGlue}
	case a.is(operator):
		return toll{unproven, costOperator}
	case !a.is(content):
		return toll{unproven, costUnsaid}
	case ctx.near[a.id] || ctx.back[a.id]:
		return toll{contextWord, costLent}
	}
	return toll{unproven, costMissing}
}

// leftOut is the toll for an atom of a statement that the claim has not.
func leftOut(a *atom) toll {
	switch {
	case a.is(glue):
		return toll{dropGlue, costGlue / 2}
	case a.is(limit):
		return toll{unproven, costOperator}
	}
	return toll{unproven, costUnsaid / 2}
}

// judge tells what stands between the claim and the statement.
func (n *nearest) judge(pr *prover, ctx *context) {
	n.content = n.claim.contentCount()
	for _, e := range n.edits {
		if e.c1 == e.c0 {
			if n.source[e.s0].is(limit) && n.claim.placeOf(&n.source[e.s0]) < 0 {
				n.unsaid = append(n.unsaid, e.s0)
			}
			continue
		}
		a := &n.claim[e.c0]
		switch {
		case e.licence == rivalValue && !n.sameCondition(e):
		case e.licence == rivalValue:
			if n.source.placeOf(a) < 0 && n.claim.placeOf(&n.source[e.s0]) < 0 {
				n.rivals = append(n.rivals, e)
				continue
			}
			n.missing = append(n.missing, e.c0)
		case e.licence == unproven && (a.is(content) || a.is(operator) && !a.connects()):
			if n.source.placeOf(a) < 0 && !ctx.near[a.id] && !n.source.counts(a) {
				n.missing = append(n.missing, e.c0)
				if !pr.knows(a) {
					n.strange = append(n.strange, e.c0)
				}
			}
		case e.s1 > e.s0 && a.is(content):
			n.matched++
		}
	}
}

// What opens a condition, and what says how many, say something of what comes next.
var (
	conditions  = []string{"<if>", "<unless>", "<until>", "<before>", "<after>"}
	quantifiers = []string{"<all>", "<most>", "<many>", "<some>", "<any>", "<several>", "<few>", "<no>"}
)

// sameCondition tells whether two words that open a condition, or say how many, open the same one, or speak of the
// same thing.
func (n *nearest) sameCondition(e edit) bool {
	if !slices.Contains(conditions, n.claim[e.c0].id) && !slices.Contains(quantifiers, n.claim[e.c0].id) {
		return true
	}
	a := n.claim.next(e.c0)
	for i, seen := e.s0, 0; a >= 0 && seen < maxOpened; seen++ {
		if i = n.source.next(i); i < 0 {
			return false
		}
		if substitute(&n.claim[a], &n.source[i]) != none {
			return true
		}
		if slices.Contains(conditions, n.claim[e.c0].id) {
			return false
		}
	}
	return false
}

// maxOpened is how many words behind a quantifier may be what it counts: many of the old files.
const maxOpened = 4

// next is the place of the first word behind another that a sentence can be about, -1 where there is none.
func (s sequence) next(i int) int {
	for i++; i < len(s); i++ {
		if s[i].is(content) {
			return i
		}
	}
	return -1
}

// counts tells whether a word names the unit of a number of the sequence.
func (s sequence) counts(a *atom) bool {
	u, ok := words.UnitOf(a.norm)
	for i := range s {
		if ok && s[i].is(number) && s[i].quantity.dim == u.Dimension {
			return true
		}
	}
	return false
}

// knows tells whether a word stands anywhere in the evidence.
func (pr *prover) knows(a *atom) bool {
	_, isUnit := words.UnitOf(a.norm)
	for _, p := range pr.evidence {
		for i := 0; isUnit && i < len(p.statements); i++ {
			if p.statements[i].atoms.counts(a) {
				return true
			}
		}
		if p.title[a.id] || p.labels[a.id] || len(p.postings[a.id]) > 0 || a.root != "" && len(p.postings["~"+a.root]) > 0 {
			return true
		}
		for i := 0; a.is(number) && i < len(p.statements); i++ {
			if p.statements[i].atoms.placeOf(a) >= 0 {
				return true
			}
		}
	}
	return false
}
