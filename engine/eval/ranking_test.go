package eval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestRanking(t *testing.T) {
	page := func(n int) Found { return Found{DocID: "std", StartPage: n, EndPage: n} }
	gold := func(pages ...int) (out []Place) {
		for _, n := range pages {
			out = append(out, Place{DocID: "std", StartPage: n, EndPage: n})
		}
		return out
	}
	wide := Place{DocID: "std", StartPage: 1, EndPage: 9}
	two, three := discount(0)+discount(1), discount(0)+discount(1)+discount(2)
	for _, tt := range []struct {
		name              string
		hits              []Found
		gold              []Place
		k                 int
		recall, mrr, ndcg float64
	}{
		{"nothing found", nil, gold(1), 8, 0, 0, 0},
		{"no gold", []Found{page(1)}, nil, 8, 0, 0, 0},
		{"at the top", []Found{page(1), page(2)}, gold(1), 8, 1, 1, 1},
		{"second", []Found{page(2), page(1)}, gold(1), 8, 1, 0.5, 1 / math.Log2(3)},
		{"below the cut", []Found{page(2), page(1)}, gold(1), 1, 0, 0, 0},
		{"no cut at all", []Found{page(1)}, gold(1), 0, 0, 0, 0},
		{"half of the places", []Found{page(1), page(3)}, gold(1, 2), 8, 0.5, 1, 1 / two},
		{"more places than hits count", []Found{page(1)}, gold(1, 2, 3), 1, 1.0 / 3, 1, 1},
		{"a place that is there twice takes two hits", []Found{page(1), page(1)}, gold(1, 1), 8, 1, 1, 1},
		{"and one hit is half of it", []Found{page(1)}, gold(1, 1), 8, 0.5, 1, 1 / two},
		{"one hit for two places is credited to one", []Found{page(1)}, []Place{wide, gold(1)[0]}, 8, 0.5, 1, 1 / two},
		{"the first place takes the hit that the second needs", []Found{page(1), page(2)}, []Place{wide, gold(1)[0]}, 8, 0.5, 1, 1 / two},
		{"the second hit goes to the second place", []Found{page(2), page(1)}, []Place{wide, gold(1)[0]}, 8, 1, 1, 1},
		{"a hit of a place that has one gains nothing", []Found{page(1), page(1), page(2)}, gold(1, 2, 3), 8, 2.0 / 3, 1, (discount(0) + discount(2)) / three},
	} {
		recall, mrr, ndcg := Ranking(tt.hits, tt.gold, tt.k)
		if !isClose(recall, tt.recall) || !isClose(mrr, tt.mrr) || !isClose(ndcg, tt.ndcg) {
			t.Errorf("%s: %.4f %.4f %.4f, want %.4f %.4f %.4f", tt.name, recall, mrr, ndcg, tt.recall, tt.mrr, tt.ndcg)
		}
	}
}

func isClose(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

// TestRankingObvious compares Ranking with the definition written down step by step.
func TestRankingObvious(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	number := func(n int) int { return r.IntN(n) }
	for range 20000 {
		var hits []Found
		for range number(10) {
			from := 1 + number(6)
			hits = append(hits, Found{DocID: fmt.Sprint(number(2)), StartPage: from, EndPage: from + number(2)})
		}
		var gold []Place
		for range 1 + number(5) {
			from := 1 + number(6)
			gold = append(gold, Place{DocID: fmt.Sprint(number(2)), StartPage: from, EndPage: from + number(3)})
		}
		k := number(12)
		recall, mrr, ndcg := Ranking(hits, gold, k)
		wantRecall, wantMRR, wantNDCG := obviousRanking(hits, gold, k)
		if !isClose(recall, wantRecall) || !isClose(mrr, wantMRR) || !isClose(ndcg, wantNDCG) {
			t.Fatalf("%v\n%v\nk %d: %v %v %v, want %v %v %v", hits, gold, k, recall, mrr, ndcg, wantRecall, wantMRR, wantNDCG)
		}
		if recall < 0 || recall > 1 || mrr < 0 || mrr > 1 || ndcg < 0 || ndcg > 1+1e-12 {
			t.Fatalf("out of range: %v %v %v", recall, mrr, ndcg)
		}
	}
}

func obviousRanking(hits []Found, gold []Place, k int) (recall, mrr, ndcg float64) {
	if k < len(hits) {
		hits = hits[:k]
	}
	overlaps := func(h Found, p Place) bool {
		for page := h.StartPage; page <= h.EndPage; page++ {
			if h.DocID == p.DocID && p.StartPage <= page && page <= p.EndPage {
				return true
			}
		}
		return false
	}
	gains := make([]float64, len(hits)) // 1 for a hit that is credited
	creditedBy := map[int]int{}         // the hit of each place
	for rank, h := range hits {
		for g, p := range gold {
			if _, taken := creditedBy[g]; !taken && overlaps(h, p) {
				creditedBy[g], gains[rank] = rank, 1
				break
			}
		}
	}
	for rank := len(hits) - 1; rank >= 0; rank-- {
		for _, p := range gold {
			if overlaps(hits[rank], p) {
				mrr = 1 / float64(rank+1)
			}
		}
	}
	dcg, ideal := 0.0, 0.0
	for rank, gain := range gains {
		dcg += gain / math.Log2(float64(rank+2))
	}
	for rank := 0; rank < k && rank < len(gold); rank++ {
		ideal += 1 / math.Log2(float64(rank+2))
	}
	if ideal > 0 {
		ndcg = dcg / ideal
	}
	return float64(len(creditedBy)) / float64(len(gold)), mrr, ndcg
}
