package eval

import (
	"context"
	"slices"

	"ibid/index"
)

// follow searches once more, for how far the chunks of lost places came. The search that was timed does not ask for that.
func (r *runner) follow(ctx context.Context, query index.Query, losses []Loss) error {
	if len(losses) == 0 {
		return nil
	}
	query.Explain = true
	res, err := r.find(ctx, query)
	if err != nil {
		return err
	}
	for i := range losses {
		losses[i].trace(res.Considered)
		if losses[i].Stage == "" {
			losses[i].Stage = losses[i].stage()
		}
	}
	return nil
}

// trace finds the best ranks that any chunk of the place had.
func (l *Loss) trace(considered []index.Considered) {
	for i := range considered {
		c := &considered[i]
		if f := found(&c.Chunk, 0); l.Place.Matches(&f) {
			l.Lexical, l.Dense = better(l.Lexical, c.LexicalRank), better(l.Dense, c.DenseRank)
			l.Fused, l.Reranked = better(l.Fused, c.Fused), better(l.Reranked, c.Reranked)
		}
	}
}

// stage tells which stage lost a place that is no hit: the one after the last that had it among its first.
func (l *Loss) stage() LossStage {
	among := func(rank int) bool { return 0 < rank && rank <= firstHits }
	switch {
	case among(l.Reranked):
		return PassedOver
	case among(l.Fused):
		return RerankedAway
	case among(l.Lexical) || among(l.Dense):
		return FusedAway
	case l.Lexical > 0 || l.Dense > 0:
		return RankedLow
	}
	return NeverRetrieved
}

// better is the better of two ranks, of which 0 is none.
func better(a, b int) int {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// unselected lists the places that are hits, but of which no evidence came.
func unselected(gold []Place, lost []Loss, evidence []Found) []Loss {
	var out []Loss
	for i := range gold {
		if !slices.ContainsFunc(lost, func(l Loss) bool { return l.Place == gold[i] }) && !anyMatch(gold[i:i+1], evidence, (*Place).Matches) {
			out = append(out, Loss{Place: gold[i], Stage: NotSelected})
		}
	}
	return out
}

// stages are all stages, in their order.
func stages() []LossStage {
	return []LossStage{NeverRetrieved, RankedLow, FusedAway, RerankedAway, PassedOver, NotSelected}
}

// countLost counts the places that each stage lost.
func countLost(rows []Row) []Lost {
	places := map[LossStage]int{}
	for i := range rows {
		for _, l := range rows[i].Lost {
			places[l.Stage]++
		}
	}
	var out []Lost
	for _, stage := range stages() {
		if n := places[stage]; n > 0 {
			out = append(out, Lost{Stage: stage, Places: n})
		}
	}
	return out
}
