package support

import (
	"math"

	"ibid/guard/words"
)

// sameQuantity tells whether p bears out q: the same value and unit, the value alone where one side has no unit, or a
// ratio seen from the other side ("half the time", "twice as fast").
func sameQuantity(q, p quantity) bool {
	if q.ordinal != p.ordinal {
		return false
	}
	if q.same(p) {
		return true
	}
	switch {
	case q.dim == words.Fraction && p.dim == words.NoDimension && q.word:
		return nearly(q.lo*p.lo, 1)
	case q.dim == words.NoDimension && p.dim == words.Fraction && p.word:
		return nearly(q.lo*p.lo, 1)
	case q.dim == words.NoDimension && p.dim != words.NoDimension && q.noun == "" && !q.implied && !p.implied:
		return nearly(q.lo, p.raw) && q.lo == q.hi
	}
	return false
}

// checkNumbers looks for quantities of the claim that the evidence does not have.
func (cmp *comparison) checkNumbers() {
	for n, q := range cmp.claim.quantities {
		if cmp.proved[q.from] {
			continue
		}
		if cmp.links[q.from].src >= 0 {
			cmp.checkBound(q, cmp.links[q.from])
			continue
		}
		if q.word && cmp.claim.norm(q.from-1) == "no" { // "no two"
			continue
		}
		if cmp.elsewhere(q) || cmp.derived(q) {
			cmp.proved[q.from] = true
			continue
		}
		rival, ok := cmp.rival(n)
		switch {
		case q.implied && !ok:
		case ok && (q.dim != words.NoDimension || !q.word || rival.noun == q.noun):
			cmp.find(fatal, q.from, q.to, "says "+cmp.quantityText(q)+"; the source says "+cmp.rivalText(rival))
		case q.word && q.dim == words.NoDimension:
			cmp.find(minor, q.from, q.to, cmp.quantityText(q)+" is not in "+cmp.sourceName())
		default:
			cmp.find(fatal, q.from, q.to, cmp.quantityText(q)+" is not in "+cmp.sourceName())
		}
	}
}

func (cmp *comparison) quantityText(q quantity) string {
	return textOf(cmp.claim, q)
}

func textOf(s *statement, q quantity) string {
	out := ""
	for i := q.from; i < q.to; i++ {
		if i > q.from && s.toks[i].start > s.toks[i-1].end {
			out += " "
		}
		out += s.toks[i].text
	}
	return out
}

// elsewhere looks for the quantity outside the span, in the passages that it is from: a unit is often given once, in a
// heading or a header row.
func (cmp *comparison) elsewhere(q quantity) bool {
	for _, w := range cmp.span {
		for i := range cmp.evidence[w.passage].statements {
			for _, p := range cmp.evidence[w.passage].statements[i].quantities {
				if sameQuantity(q, p) {
					return true
				}
				if q.dim != words.NoDimension && p.dim == words.NoDimension && p.noun == "" && !p.ordinal && nearly(q.raw, p.lo) && q.lo == q.hi && cmp.namesUnit(q, w.passage) {
					return true
				}
			}
		}
	}
	return false
}

// namesUnit tells whether the passage names the unit of q somewhere.
func (cmp *comparison) namesUnit(q quantity, passage int) bool {
	unit := &cmp.claim.toks[q.to-1]
	return len(cmp.evidence[passage].terms[unit.stem]) > 0
}

// derived tells whether q is the product of two quantities of the span: three words of four bytes are twelve bytes.
func (cmp *comparison) derived(q quantity) bool {
	if q.dim == words.NoDimension || q.implied {
		return false
	}
	for _, a := range cmp.source {
		for _, x := range a.quantities {
			for _, b := range cmp.source {
				for _, y := range b.quantities {
					if x.dim == words.NoDimension && !x.ordinal && x.noun != "" && y.dim == q.dim && x.lo > 1 && nearly(x.lo*y.lo, q.lo) {
						return true
					}
				}
			}
		}
	}
	return false
}

type rivalQuantity struct {
	quantity
	in *statement
}

func (cmp *comparison) rivalText(r rivalQuantity) string { return textOf(r.in, r.quantity) }

// rival finds the quantity that the source has where the claim has its n-th.
func (cmp *comparison) rival(n int) (rivalQuantity, bool) {
	q := cmp.claim.quantities[n]
	var best rivalQuantity
	bestScore := -1.0
	for k, st := range cmp.source {
		for _, p := range st.quantities {
			if p.ordinal != q.ordinal {
				continue
			}
			score := 0.0
			if p.dim == q.dim {
				score++
			}
			if p.noun != "" && p.noun == q.noun {
				score += 2
			}
			if p.raw == q.raw {
				score += 2
			}
			for d := 1; d <= 3; d++ {
				if i := q.from - d; i >= 0 && cmp.links[i].src == k {
					score += 1 / float64(1+abs(cmp.links[i].tok-p.from))
				}
				if i := q.to - 1 + d; i < len(cmp.links) && cmp.links[i].src == k {
					score += 1 / float64(1+abs(cmp.links[i].tok-p.from))
				}
			}
			if p.dim != q.dim && p.raw != q.raw && p.noun != q.noun || q.implied && p.dim != q.dim {
				continue
			}
			if score > bestScore {
				best, bestScore = rivalQuantity{p, st}, score
			}
		}
	}
	return best, bestScore >= 0
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

func hasWord(s *statement, word string) bool {
	for i := range s.toks {
		if s.toks[i].norm == word {
			return true
		}
	}
	return false
}

// checkBound compares "at least" and its kind on a quantity that both have.
func (cmp *comparison) checkBound(q quantity, l link) {
	st := cmp.source[l.src]
	i := st.toks[l.tok].quantity
	if i < 0 || math.IsInf(q.lo, 0) {
		return
	}
	p := st.quantities[i]
	switch a, b := q.bound, p.bound; {
	case a == b || a == plainBound:
	case a.denied() == b && ((cmp.claim.clauses[cmp.claim.toks[q.from].clause].denials+st.clauses[st.toks[l.tok].clause].denials)%2 == 1 || hasWord(st, "otherwise")):
		cmp.turnedBy = append(cmp.turnedBy, cmp.claim.toks[q.from].clause) // "no more than 3 can", "up to 3 can"
	case a.low() && b.high(), a.high() && b.low():
		cmp.find(fatal, max(0, q.from-2), q.to, "says "+a.String()+" "+cmp.quantityText(q)+"; the source says "+b.String()+" "+textOf(st, p))
	case a == exactBound && b != plainBound:
		cmp.find(fatal, max(0, q.from-1), q.to, "says exactly "+cmp.quantityText(q)+"; the source says "+b.String())
	case b == plainBound && a != exactBound:
		cmp.find(grave, max(0, q.from-2), q.to, "says "+a.String()+" "+cmp.quantityText(q)+"; the source says "+textOf(st, p))
	}
}
