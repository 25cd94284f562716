package support

import (
	"cmp"
	"slices"
	"strings"
)

// passages are what one claim is checked against.
type passages []*Prepared

// Limits of what a claim is compared with.
const (
	maxNearest = 6   // statements
	minOverlap = 0.3 // least overlap of a claim with a statement that speaks of the same
)

// What a claim is further away from a statement, in shares of its words, for each fact that differs and each word that
// it does not repeat. They were not swept.
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

// context is what stands around a statement: titles, heading, lead-in, the head of its column and of its row, and the
// sentences before it.
func (p *Prepared) context(st *statement) sequence {
	first := st.parts[0]
	s := &p.sentences[st.parts[len(st.parts)-1]]
	out := join(p.titles...)
	for _, k := range append([]int{s.heading, s.lead}, s.cell...) {
		if k >= 0 {
			out = append(out, p.sentences[k].atoms...)
		}
	}
	for k := max(0, first-contextBefore, s.item); k < first && first < p.prose; k++ { // not other rows, nor other items
		if p.sentences[k].heading == s.heading {
			out = append(out, p.sentences[k].atoms...)
		}
	}
	return out
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
