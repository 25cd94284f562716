package support

import (
	"slices"
)

// edit is one licensed step from a source to a claim: the atoms c0 to before c1 of the claim stand for s0 to before
// s1 of the source.
type edit struct {
	licence        licence
	c0, c1, s0, s1 int
}

// The costs of edits: of two chains the cheaper one is kept.
const (
	costGlue       = 0.05
	costSubstitute = 0.3
	costMove       = 0.4
	costPronoun    = 0.8
	costEdit       = 1
)

// The reach of edits, in atoms.
const (
	maxAdded      = 12
	maxDropped    = 60
	maxAntecedent = 6
)

// chain is a proof of a claim from one form of a statement.
type chain struct {
	edits []edit
	cost  float32
}

// last tells what the last edit was: a deletion beside an insertion would be a substitution in disguise.
type last uint8

const (
	afterMatch last = iota
	afterDrop
	afterAdd
	lastKinds
)

// option is an edit that drops or adds atoms up to an index.
type option struct {
	to      int
	licence licence
}

// aligner finds the cheapest chain of licensed edits from a source to a claim. It is used again and again, not at once.
type aligner struct {
	cost    []float32
	from    []back
	adds    []option       // of the atom of the claim that the search is at
	seen    map[string]int // where the claim first has a word
	reached int            // atoms of the claim that some chain accounts for
}

type back struct {
	edit edit
	last last
}

const unreachable = 1e9

// align returns the cheapest chain that leads from form f of a statement to the claim.
func (al *aligner) align(c sequence, f *form, ctx *context) (chain, bool) {
	s := f.atoms
	m, n := len(c), len(s)
	al.reset(c, s)
	for i := 0; i <= al.reached; i++ {
		al.adds = al.adds[:0]
		for k := i + 1; k <= min(m, i+maxAdded); k++ {
			if l := c.add(i, k, &s, ctx); l != none {
				al.adds = append(al.adds, option{k, l})
			}
		}
		for j := 0; j <= n; j++ {
			for l := afterMatch; l < lastKinds; l++ {
				cost := al.cost[al.index(i, j, n, l)]
				if cost >= unreachable {
					continue
				}
				at := cell3{i, j, n, l, cost}
				if i < m && j < n {
					al.match(c, s, ctx, at)
				}
				if j < n {
					for _, o := range f.dropsAt(j) {
						e := edit{o.licence, i, i, j, o.to}
						switch {
						case o.licence == dropGlue:
							al.step(at, e, l, costGlue)
						case o.licence == classNoun:
							al.step(at, e, l, costSubstitute)
						case o.licence == parenthesis || o.licence == opener || o.licence == deontic || o.licence == reducedRelative:
							al.step(at, e, l, costEdit)
						case l != afterAdd:
							al.step(at, e, afterDrop, costEdit)
						}
					}
				}
				for _, o := range al.adds {
					e := edit{o.licence, i, o.to, j, j}
					switch {
					case o.licence == addGlue:
						al.step(at, e, l, costGlue)
					case o.licence == classNoun:
						al.step(at, e, l, costSubstitute)
					case l == afterMatch:
						al.step(at, e, afterAdd, costEdit)
					}
				}
			}
		}
	}
	if al.reached < m {
		return chain{}, false
	}
	best := afterMatch
	for l := afterMatch; l < lastKinds; l++ {
		if al.cost[al.index(m, n, n, l)] < al.cost[al.index(m, n, n, best)] {
			best = l
		}
	}
	end := al.index(m, n, n, best)
	if al.cost[end] >= unreachable {
		return chain{}, false
	}
	out := chain{cost: al.cost[end]}
	for i, j, l := m, n, best; i > 0 || j > 0; {
		b := al.from[al.index(i, j, n, l)]
		out.edits = append(out.edits, b.edit)
		i, j, l = b.edit.c0, b.edit.s0, b.last
	}
	for i, j := 0, len(out.edits)-1; i < j; i, j = i+1, j-1 {
		out.edits[i], out.edits[j] = out.edits[j], out.edits[i]
	}
	return out, true
}

// cell3 is a place of the search: i atoms of the claim and j of the source are accounted for.
type cell3 struct {
	i, j, n int
	last    last
	cost    float32
}

func (al *aligner) index(i, j, n int, l last) int { return (i*(n+1)+j)*int(lastKinds) + int(l) }

func (al *aligner) reset(c, s sequence) {
	size := (len(c) + 1) * (len(s) + 1) * int(lastKinds)
	if cap(al.cost) < size {
		al.cost, al.from = make([]float32, size), make([]back, size)
	}
	al.cost, al.from = al.cost[:size], al.from[:size]
	for i := range al.cost {
		al.cost[i] = unreachable
	}
	al.cost[0], al.reached = 0, 0
	if al.seen == nil {
		al.seen = make(map[string]int, len(c))
	}
	clear(al.seen)
	for i := range c {
		if _, ok := al.seen[c[i].id]; !ok {
			al.seen[c[i].id] = i
		}
	}
}

func (al *aligner) step(at cell3, e edit, l last, cost float32) {
	to := al.index(e.c1, e.s1, at.n, l)
	if sum := at.cost + cost; sum < al.cost[to] {
		al.cost[to] = sum
		al.from[to] = back{e, at.last}
		al.reached = max(al.reached, e.c1)
	}
}

// match tries the edits that account for atoms of both.
func (al *aligner) match(c, s sequence, ctx *context, at cell3) {
	i, j := at.i, at.j
	a, b := &c[i], &s[j]
	try := func(l licence, c1, s1 int, cost float32) { al.step(at, edit{l, i, c1, j, s1}, afterMatch, cost) }
	switch l := substitute(a, b); l {
	case none:
	case sameWord:
		try(l, i+1, j+1, 0)
	case inflection:
		try(l, i+1, j+1, 0.01)
	default:
		try(l, i+1, j+1, costSubstitute)
	}
	if a.is(pronoun) { // the claim's pronoun stands for what it has named before
		for k := j + 1; k <= min(len(s), j+maxAntecedent); k++ {
			if al.lentTo(s, j, k, func(x *atom) bool { at, ok := al.seen[x.id]; return ok && at < i }) {
				try(pronounFor, i+1, k, 0.5)
			}
		}
	}
	if b.is(pronoun) && !s.at(j, "which") && !(s.at(j, "that", "those") && (j+1 < len(s) && s[j+1].is(preposition) || j > 0 && s[j-1].is(content|mark))) { // the source's pronoun stands for what it has named before
		named := func(x *atom) bool { return ctx.back[x.id] || s[:j].placeOf(x) >= 0 }
		for k := i + 1; k <= min(len(c), i+maxAntecedent); k++ {
			if al.lentTo(c, i, k, named) {
				try(pronounFor, k, j+1, costPronoun)
			}
		}
	}
	if i+1 < len(c) && j+1 < len(s) {
		for x := 1; x <= 3; x++ { // an adverb before or behind its verb
			if movable(a) && s.at(j+x, a.id) && sameRun(c[i+1:], s[j:], x) || movable(b) && c.at(i+x, b.id) && sameRun(c[i:], s[j+1:], x) {
				try(adverbPlace, i+x+1, j+x+1, costMove)
			}
		}
	}
}

// lentTo tells whether a pronoun may stand for a run: a noun and what belongs to it, all of which is named elsewhere.
func (al *aligner) lentTo(s sequence, j, k int, named func(*atom) bool) bool {
	if last := &s[k-1]; !last.is(content) && last.id != ")" {
		return false
	}
	any := false
	for ; j < k; j++ {
		a := &s[j]
		switch {
		case a.is(operator|number|pronoun) || a.is(mark) && a.id != "(" && a.id != ")" || a.id == "be" || ranks(a.norm):
			return false
		case a.is(content):
			if !named(a) {
				return false
			}
			any = true
		}
	}
	return any
}

// movable tells the words that stand before or behind a verb and say the same.
func movable(a *atom) bool {
	return a.is(adverb) || slices.Contains([]string{"<only>", "<always>", "<never>", "<usually>", "<often>", "<default>", "then", "also"}, a.id)
}

func sameRun(a, b sequence, n int) bool {
	if len(a) < n || len(b) < n {
		return false
	}
	for i := range n {
		if !a[i].same(&b[i]) {
			return false
		}
	}
	return true
}
