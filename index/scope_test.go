package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/index/lexical"
	"ibid/index/question"
)

// crowd is an index of many documents that speak of gauges more than the one called "quiet" does.
func crowd(t testing.TB) *Index {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{"quiet.md": "# Quiet\n\n" + strings.Repeat("Paper lanterns of the old harbour hang in the wind. ", 40) + "One gauge stands by.\n"}
	rng := rand.New(rand.NewPCG(1, 0))
	words := []string{"gauge", "tide", "level", "sensor", "error", "harbour", "signal", "drift", "battery", "cable"}
	for i := range 300 {
		var b strings.Builder
		fmt.Fprintf(&b, "# Gauge %d\n\n", i)
		for range 20 + rng.IntN(200) {
			b.WriteString(words[rng.IntN(len(words))] + " ")
		}
		files[fmt.Sprintf("d%03d.md", i)] = b.String()
	}
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	write(t, opt.Roots[0], files)
	refresh(t, opt)
	return open(t, opt)
}

func searched(t *testing.T, ix *Index, q Query) []Hit {
	t.Helper()
	res, err := ix.Search(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return res.Hits
}

func TestNarrowing(t *testing.T) {
	ix := crowd(t)
	const question = "gauge tide level sensor error"
	for _, h := range searched(t, ix, Query{Text: question, K: MaxHits}) {
		if h.DocID == "quiet" {
			t.Fatal("the quiet document is found without narrowing: this test shows nothing")
		}
	}
	hits := searched(t, ix, Query{Text: question, Documents: []string{"quiet"}})
	if len(hits) == 0 || !slices.ContainsFunc(hits, func(h Hit) bool { return strings.Contains(h.Text, "One gauge") }) {
		t.Errorf("the quiet document is not found: %d hits", len(hits))
	}
	for _, h := range hits {
		if h.DocID != "quiet" || h.LexicalRank > len(hits) {
			t.Errorf("%s, lexical rank %d", h.ID, h.LexicalRank)
		}
	}
	for _, none := range [][]string{{}, {"quie"}, {"quiet::"}} {
		if hits := searched(t, ix, Query{Text: question, Documents: none}); len(hits) > 0 {
			t.Errorf("%q: %d hits", none, len(hits))
		}
	}
	var all []string
	for _, d := range ix.Documents() {
		all = append(all, d.ID)
	}
	for _, text := range append(contentQueries, question, "") {
		for _, k := range []int{1, 8, MaxHits} {
			want := searched(t, ix, Query{Text: text, K: k})
			if got := searched(t, ix, Query{Text: text, K: k, Documents: append(all, "none")}); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%q: all documents and no narrowing differ", text)
			}
		}
	}
}

// What a narrowed search finds is what is left of a search that is never cut, with the same scores.
func TestNarrowingIsFiltering(t *testing.T) {
	ix := crowd(t)
	rng := rand.New(rand.NewPCG(2, 0))
	docs := ix.Documents()
	type found struct {
		id    string
		score float64
	}
	fused := func(text string, in []string, limit int) (out []found) {
		vs := variants(question.Parse(text), ix.acronyms)
		vectors, _, err := ix.questionVectors(context.Background(), vs)
		if err != nil {
			t.Fatal(err)
		}
		queries := make([][]lexical.Clause, len(vs))
		for i, v := range vs {
			queries[i] = lexical.Query(v.Text)
		}
		lists, err := ix.retrieve(context.Background(), queries, vectors, in, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range fuse(lists, vs, denseWeight) {
			out = append(out, found{c.id, c.score})
		}
		return out
	}
	for range 20 {
		var ids []string
		for range 1 + rng.IntN(30) {
			ids = append(ids, docs[rng.IntN(len(docs))].ID)
		}
		in := ix.scope(ids)
		for _, text := range []string{"gauge tide level sensor error", "What is the drift of the battery?", "lanterns"} {
			want := slices.DeleteFunc(fused(text, nil, ix.Len()), func(f found) bool {
				id, _, _ := strings.Cut(f.id, "::")
				return !slices.Contains(ids, id)
			})
			if got := fused(text, in, depth); !slices.Equal(got, want) {
				t.Fatalf("%q in %q\n got %v\nwant %v", text, ids, got, want)
			}
		}
	}
}
