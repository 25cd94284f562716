package eval

import (
	"math"
	"slices"
)

// Ranking scores the first k hits against gold places. A hit is credited to the first place that it matches and that no earlier hit
// was credited to.
//
// Recall is the share of the places that were credited, MRR is 1/rank of the first hit that matches any place, nDCG has gain 1 for
// each credited hit and the discount 1/log2(rank+1). All are from 0 to 1, and 0 without gold.
func Ranking(hits []Found, gold []Place, k int) (recall, mrr, ndcg float64) {
	if len(gold) == 0 {
		return 0, 0, 0
	}
	credited := make([]bool, len(gold))
	found, gained := 0, 0.0
	for i := range hits[:clamp(k, len(hits))] {
		for g := range gold {
			if !gold[g].Matches(&hits[i]) {
				continue
			}
			if mrr == 0 {
				mrr = 1 / float64(i+1)
			}
			if !credited[g] {
				credited[g] = true
				found++
				gained += discount(i)
				break
			}
		}
	}
	ideal := 0.0
	for i := range clamp(k, len(gold)) {
		ideal += discount(i)
	}
	return float64(found) / float64(len(gold)), mrr, ratio(gained, ideal)
}

// Graded scores the first k documents, the best first, against graded judgements. A document is relevant where its grade is above 0,
// and counts once.
//
// Recall is the share of the relevant documents that are there, MRR is 1/rank of the first of them, nDCG has the grade as gain and
// the discount 1/log2(rank+1). All are from 0 to 1, and 0 where no document is relevant.
func Graded(ids []string, relevant map[string]int, k int) (recall, mrr, ndcg float64) {
	var grades []int
	for _, g := range relevant {
		if g > 0 {
			grades = append(grades, g)
		}
	}
	if len(grades) == 0 {
		return 0, 0, 0
	}
	slices.SortFunc(grades, func(a, b int) int { return b - a })
	ids = ids[:clamp(k, len(ids))]
	found, gained := 0, 0.0
	for i, id := range ids {
		grade := relevant[id]
		if grade <= 0 || slices.Contains(ids[:i], id) {
			continue
		}
		if mrr == 0 {
			mrr = 1 / float64(i+1)
		}
		found++
		gained += float64(grade) * discount(i)
	}
	ideal := 0.0
	for i, g := range grades[:clamp(k, len(grades))] {
		ideal += float64(g) * discount(i)
	}
	return float64(found) / float64(len(grades)), mrr, ratio(gained, ideal)
}

// clamp is k between 0 and n.
func clamp(k, n int) int { return max(0, min(k, n)) }

// discount is what a gain at an index is worth.
func discount(i int) float64 { return 1 / math.Log2(float64(i+2)) }

// ratio is a/b, and 0 where b is.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
