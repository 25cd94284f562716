package eval

import (
	"testing"

	"ibid/index"
	"ibid/index/source"
)

func TestLossStages(t *testing.T) {
	chunk := func(page, lexical, dense, fused, reranked int) index.Considered {
		return index.Considered{Chunk: index.Chunk{Chunk: source.Chunk{DocID: "pumps", StartPage: page, EndPage: page}},
			LexicalRank: lexical, DenseRank: dense, Fused: fused, Reranked: reranked}
	}
	for _, tt := range []struct {
		considered []index.Considered
		want       Loss // but for its place
	}{
		{nil, Loss{Stage: NeverRetrieved}},
		{[]index.Considered{chunk(4, 1, 1, 1, 1)}, Loss{Stage: NeverRetrieved}}, // of another page
		{[]index.Considered{chunk(3, 0, 0, 200, 0)}, Loss{Stage: NeverRetrieved, Fused: 200}},
		{[]index.Considered{chunk(3, 9, 0, 12, 12)}, Loss{Stage: RankedLow, Lexical: 9, Fused: 12, Reranked: 12}},
		{[]index.Considered{chunk(3, 0, 8, 9, 9)}, Loss{Stage: FusedAway, Dense: 8, Fused: 9, Reranked: 9}},
		{[]index.Considered{chunk(3, 20, 20, 8, 9)}, Loss{Stage: RerankedAway, Lexical: 20, Dense: 20, Fused: 8, Reranked: 9}},
		{[]index.Considered{chunk(3, 20, 20, 9, 8)}, Loss{Stage: PassedOver, Lexical: 20, Dense: 20, Fused: 9, Reranked: 8}},
		{[]index.Considered{chunk(3, 30, 5, 9, 0), chunk(3, 4, 0, 20, 10)}, Loss{Stage: FusedAway, Lexical: 4, Dense: 5, Fused: 9, Reranked: 10}},
	} {
		got := Loss{Place: Place{DocID: "pumps", StartPage: 3, EndPage: 3}}
		got.trace(tt.considered)
		got.Stage = got.stage()
		tt.want.Place = got.Place
		if got != tt.want {
			t.Errorf("%+v, want %+v", got, tt.want)
		}
	}
}

// TestUnselected: a place that is no hit is not lost twice, and one in the evidence is not lost.
func TestUnselected(t *testing.T) {
	page := func(n int) Place { return Place{DocID: "pumps", StartPage: n, EndPage: n} }
	evidence := []Found{{DocID: "pumps", StartPage: 2, EndPage: 2}, {DocID: "valves", StartPage: 3, EndPage: 3}}
	got := unselected([]Place{page(1), page(2), page(3)}, []Loss{{Place: page(1), Stage: FusedAway}}, evidence)
	if len(got) != 1 || got[0] != (Loss{Place: page(3), Stage: NotSelected}) {
		t.Errorf("%+v", got)
	}
}
