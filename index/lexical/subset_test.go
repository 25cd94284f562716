package lexical

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// A search within groups finds what a search of everything finds in them, whatever the history of the index.
func TestSearchIn(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 3))
		docs := randomDocuments(rng, 1+rng.IntN(400))
		group := map[string]string{}
		for i := range docs {
			docs[i].Group = []string{"", "a", "a-b", "b", "c", "C"}[rng.IntN(6)]
			group[docs[i].ID] = docs[i].Group
		}
		dir, _ := build(t, docs[:len(docs)/2], docs[len(docs)/2:])
		w, err := OpenWriter(dir)
		if err != nil {
			t.Fatal(err)
		}
		var gone []string
		for i := 0; i < len(docs); i += 3 {
			gone = append(gone, docs[i].ID)
		}
		if err := errors.Join(w.Delete(ctx, gone), w.Close()); err != nil {
			t.Fatal(err)
		}
		docs = slices.DeleteFunc(docs, func(d Document) bool { return slices.Contains(gone, d.ID) })
		m := newReference()
		m.put(docs)
		r := open(t, dir, m.stats())
		for _, groups := range [][]string{nil, {"a"}, {"b", "none", "c"}, {"C"}, {"a", "a"}, {"none"}} {
			within, err := r.Subset(ctx, groups)
			if err != nil {
				t.Fatal(err)
			}
			for _, question := range questions {
				all := search(t, r, Query(question), 1000)
				best := 0.0
				if len(all) > 0 {
					best = all[0].Score
				}
				want := slices.DeleteFunc(all, func(h Hit) bool { return !slices.Contains(groups, group[h.ID]) })
				for _, k := range []int{0, 3, 1000} {
					got, err := r.Search(ctx, [][]Clause{Query(question)}, k, within)
					if err != nil || got[0].Best != best || !slices.Equal(got[0].Hits, want[:min(k, len(want))]) {
						t.Fatalf("seed %d, %q in %q, k %d: %v\n got %v\nwant %v, best %v", seed, question, groups, k, err, got, want, best)
					}
				}
			}
		}
	}
}

func TestSubsetCancelled(t *testing.T) {
	dir, stats := build(t, []Document{{ID: "a::1", Group: "a", Text: "key"}})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := open(t, dir, stats).Subset(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
