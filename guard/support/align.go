package support

import (
	"slices"
	"strings"

	"ibid/guard/words"
)

// The quality of a match between a word of the claim and one of the source.
const (
	sameWord    = 1.0
	sameStem    = 0.98
	sameRoot    = 0.9  // encapsulate, encapsulation
	sameSense   = 0.88 // synonyms
	longerName  = 0.8  // ML-KEM, ML-KEM-768
	oppositeWay = 0.7  // enabled, not disabled
)

// match compares a token of the claim with one of the source. opposite tells that one denies the other.
func match(a, b *token) (quality float32, opposite bool) {
	switch {
	case a.kind == symbolToken || b.kind == symbolToken:
		return 0, false
	case a.quantity >= 0 && b.quantity >= 0, a.kind == numberToken:
		return 0, false // quantities are compared as such
	case a.stem == b.stem:
		if a.norm == b.norm {
			return sameWord, false
		}
		return sameStem, false
	case a.kind == nameToken && b.kind == nameToken:
		if len(b.norm) > len(a.norm) && b.norm[len(a.norm)] == '-' && strings.HasPrefix(b.norm, a.norm) {
			return longerName, false
		}
		return 0, false
	case a.kind == wordToken && b.kind == wordToken:
		if a.root == b.root && len(a.root) >= words.MinRoot {
			return sameRoot, false
		}
	}
	for _, x := range a.senses {
		for _, y := range b.senses {
			if x.ID != y.ID {
				continue
			}
			if x.Side == y.Side {
				return sameSense, false
			}
			quality, opposite = oppositeWay, true
		}
	}
	if quality == 0 && a.kind == wordToken && b.kind == wordToken {
		if a.bare != "" && a.bare == b.stem || b.bare != "" && b.bare == a.stem {
			return oppositeWay, true
		}
	}
	return quality, opposite
}

// denials are the prefixes that turn a word into its opposite.
var denials = [...]string{"un", "non", "in", "im", "ir", "dis", "de"}

// withoutDenial returns a word without the prefix that denies it, "set" for "unset", or "". Whether what remains is the
// same word shows only when the other text has it.
func withoutDenial(w string) string {
	for _, p := range denials {
		if rest, ok := strings.CutPrefix(w, p); ok && len(rest) >= minBare {
			return rest
		}
	}
	return ""
}

// minBare is the shortest word, in bytes, that a denying prefix may have been put to.
const minBare = 3

// where is a statement of one of the passages.
type where struct {
	passage int
	stmt    int32
}

// spans returns the sets of statements that the claim could rest on, the best first.
func (c *Checker) spans(s *statement, evidence []*Prepared) [][]where {
	cov := c.coverage(s, evidence)
	var out [][]where
	for _, seed := range cov.top(maxSeeds) {
		if span := cov.grow(seed); !slices.ContainsFunc(out, func(o []where) bool { return slices.Equal(o, span) }) {
			out = append(out, span)
		}
	}
	return out
}

const (
	maxSeeds     = 3  // spans that are tried
	maxQuoted    = 3  // sentences of a span
	maxCompeting = 24 // sentences that a span may be grown with
)

// minGain is how much content a further sentence must add to a span: little if it is next to it, more if it is not.
const (
	minGainNear = 0.25
	minGainFar  = 1.5
)

// coverage tells for each statement which tokens of the claim it covers.
type coverage struct {
	claim *statement
	rows  []coverageRow // with any coverage, best first
}

type coverageRow struct {
	where
	total   float32
	quality []float32 // by token of the claim
}

// coverage computes what each statement covers, by way of the indexes.
func (c *Checker) coverage(s *statement, evidence []*Prepared) *coverage {
	cov := &coverage{claim: s}
	for n, p := range evidence {
		row := make([]int32, len(p.statements)) // index into rows + 1
		note := func(i int, stmt int32, quality float32) {
			if row[stmt] == 0 {
				cov.rows = append(cov.rows, coverageRow{where: where{n, stmt}, quality: make([]float32, len(s.toks))})
				row[stmt] = int32(len(cov.rows))
			}
			q := cov.rows[row[stmt]-1].quality
			q[i] = max(q[i], quality)
		}
		for i := range s.toks {
			if t := &s.toks[i]; t.weight > 0 {
				c.candidates(t, p, func(at place, q float32, _ bool) { note(i, at.stmt, q) })
			}
		}
		for _, a := range [2][]alias{p.aliases, c.acronyms} {
			for _, al := range a {
				c.coverAlias(s, p, al, note)
			}
		}
		for st := range p.statements {
			for _, q := range p.statements[st].quantities {
				for _, k := range s.quantities {
					if k.same(q) {
						note(k.from, int32(st), sameWord)
					}
				}
			}
		}
	}
	for i := range cov.rows {
		r := &cov.rows[i]
		for k, q := range r.quality {
			r.total += q * s.toks[k].weight
		}
	}
	slices.SortFunc(cov.rows, func(a, b coverageRow) int {
		switch {
		case a.total != b.total:
			if a.total > b.total {
				return -1
			}
			return 1
		case a.passage != b.passage:
			return a.passage - b.passage
		}
		return int(a.stmt - b.stmt)
	})
	return cov
}

// candidates calls yield for the tokens of p that match t.
func (c *Checker) candidates(t *token, p *Prepared, yield func(at place, quality float32, opposite bool)) {
	at := func(list []place) {
		for _, pl := range list {
			if q, opp := match(t, &p.statements[pl.stmt].toks[pl.tok]); q > 0 {
				yield(pl, q, opp)
			}
		}
	}
	at(p.terms[t.stem])
	if t.kind == wordToken {
		at(p.roots[t.root])
		at(p.bares[t.stem])
		if t.bare != "" {
			at(p.terms[t.bare])
		}
	} else if t.kind == nameToken {
		at(p.names)
	}
	for _, s := range t.senses {
		at(p.senses[s.ID])
	}
}

// coverAlias notes where an acronym in the claim meets its expansion in the source, and the other way round.
func (c *Checker) coverAlias(s *statement, p *Prepared, al alias, note func(i int, stmt int32, q float32)) {
	for i := range s.toks {
		if s.toks[i].norm == al.short {
			for _, pl := range p.terms[al.long[0]] {
				if from, _ := runOf(p.statements[pl.stmt].toks[pl.tok:], al.long); from == 0 {
					note(i, pl.stmt, sameSense)
				}
			}
		}
	}
	if from, to := runOf(s.toks, al.long); from >= 0 {
		for _, pl := range p.terms[al.short] {
			for i := from; i < to; i++ {
				note(i, pl.stmt, sameSense)
			}
		}
	}
}

// minFilled is how much of a clause of the claim a sentence from elsewhere must cover to be merged into a span.
const minFilled = 0.6

// fills tells whether the row covers most of a clause of the claim: a sentence from elsewhere is merged for what it
// states, not for single words.
func (cov *coverage) fills(r *coverageRow) bool {
	for _, c := range cov.claim.clauses {
		var have, all float32
		for i := c.from; i < c.to; i++ {
			all += cov.claim.toks[i].weight
			have += cov.claim.toks[i].weight * r.quality[i]
		}
		if all > 0 && have/all >= minFilled {
			return true
		}
	}
	return false
}

// top returns the rows to begin a span with.
func (cov *coverage) top(n int) []int {
	var out []int
	for i := range cov.rows {
		if len(out) == n || cov.rows[i].total <= 0 {
			break
		}
		out = append(out, i)
	}
	return out
}

// grow adds to the seed the statements that cover what is still missing.
func (cov *coverage) grow(seed int) []where {
	first := &cov.rows[seed]
	have := slices.Clone(first.quality)
	span := []where{first.where}
	for len(span) < maxQuoted {
		best, bestGain := -1, float32(0)
		for i := range cov.rows[:min(len(cov.rows), maxCompeting)] {
			r := &cov.rows[i]
			if slices.Contains(span, r.where) {
				continue
			}
			var gain float32
			for k, q := range r.quality {
				if q > have[k] {
					gain += (q - have[k]) * cov.claim.toks[k].weight
				}
			}
			need := float32(minGainFar)
			if r.passage == first.passage && r.stmt-first.stmt <= 2 && first.stmt-r.stmt <= 2 {
				need = minGainNear
			}
			if gain >= need && gain > bestGain && (need == minGainNear || cov.fills(r)) {
				best, bestGain = i, gain
			}
		}
		if best < 0 {
			break
		}
		for k, q := range cov.rows[best].quality {
			have[k] = max(have[k], q)
		}
		span = append(span, cov.rows[best].where)
	}
	slices.SortFunc(span, func(a, b where) int {
		if a.passage != b.passage {
			return a.passage - b.passage
		}
		return int(a.stmt - b.stmt)
	})
	return span
}
