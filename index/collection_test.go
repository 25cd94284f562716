package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestCollection(t *testing.T) {
	texts := []Text{
		{ID: "2", Title: "Tide gauges", Text: "A tide gauge (TG) measures the height of the sea."},
		{ID: "1", Title: "Bench marks", Text: "A bench mark is a fixed point on land."},
		{ID: "3", Title: "An empty one"},
	}
	opt := Options{Dir: t.TempDir()}
	for range 2 { // made, then opened
		ix, err := Collection(context.Background(), opt, texts, nil)
		must(t, err)
		res, err := ix.Search(context.Background(), Query{Text: "height of the sea"})
		must(t, err)
		if ix.Len() != 3 || len(res.Hits) == 0 || res.Hits[0].DocID != "2" || res.Hits[0].Text != texts[0].Text {
			t.Errorf("%d chunks, hits %+v", ix.Len(), res.Hits)
		}
		if !reflect.DeepEqual(ix.Expansions("TG"), []string{"tide gauge"}) {
			t.Errorf("acronyms %v", ix.Acronyms())
		}
		must(t, ix.Close())
		texts[0].Text = strings.ToUpper(texts[0].Text[:1]) + texts[0].Text[1:]
	}
	if _, err := Collection(context.Background(), Options{Dir: t.TempDir()}, append(texts, texts[0]), nil); err == nil || !strings.Contains(err.Error(), `"2"`) {
		t.Errorf("one id twice: %v", err)
	}
	ix, err := Collection(context.Background(), Options{Dir: t.TempDir()}, nil, nil)
	must(t, err)
	if ix.Len() != 0 {
		t.Errorf("%d chunks of no text", ix.Len())
	}
	must(t, ix.Close())
}

// Its texts have vectors.
func TestCollectionHasVectors(t *testing.T) {
	var texts []Text
	for i := range 40 {
		texts = append(texts, Text{ID: fmt.Sprint(i), Text: []string{"A tide gauge measures the height of the sea.", "A bench mark is a fixed point on the land."}[i%2]})
	}
	ix, err := Collection(context.Background(), Options{Dir: t.TempDir()}, texts, nil)
	must(t, err)
	defer ix.Close()
	res, err := ix.Search(context.Background(), Query{Text: "gauge"})
	must(t, err)
	if len(res.Hits) == 0 || res.Hits[0].DenseRank == 0 {
		t.Errorf("no vector found any of %d hits", len(res.Hits))
	}
}

// What is written of a collection does not depend on where it is made.
func TestCollectionIsTheSameAnywhere(t *testing.T) {
	for range 2 {
		t.Chdir(t.TempDir())
		opt := Options{Dir: t.TempDir()}
		ix, err := Collection(context.Background(), opt, []Text{{ID: "1", Text: "A bench mark."}}, nil)
		must(t, err)
		if c, err := ix.Chunk("1" + chunkDivider); err != nil || c.Path != "" {
			t.Errorf("%q, %v", c.Path, err)
		}
		must(t, ix.Close())
		m, err := loadManifest(generationDir(opt.Dir, 1))
		must(t, err)
		if !slices.Equal(m.Roots, []string{""}) {
			t.Errorf("roots %q", m.Roots)
		}
	}
}

// Those collections stay that were used last, and those that are open.
func TestPruneCollections(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "other"), 0o700)) // no collection
	long := time.Now().Add(-24 * time.Hour)
	use := func(name string) *Index {
		ix, err := Collection(context.Background(), Options{Dir: filepath.Join(dir, name)}, []Text{{ID: "1", Text: "tide gauge " + name}}, nil)
		must(t, err)
		return ix
	}
	open := use("a")
	for i, name := range []string{"b", "c", "d", "e"} {
		must(t, use(name).Close())
		used := long.Add(time.Duration(i) * time.Minute)
		must(t, os.Chtimes(filepath.Join(dir, name), used, used))
	}
	must(t, os.Chtimes(filepath.Join(dir, "a"), long, long))
	must(t, use("b").Close()) // again
	busy, err := lock(context.Background(), filepath.Join(dir, "d"), 0, nil)
	must(t, err)
	left := func() []string {
		entries, err := os.ReadDir(dir)
		must(t, err)
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	PruneCollections(dir, 2)
	if got := left(); !slices.Equal(got, []string{"a", "b", "d", "e", "other"}) {
		t.Errorf("left %q", got)
	}
	if res, err := open.Search(context.Background(), Query{Text: "gauge"}); err != nil || len(res.Hits) != 1 {
		t.Errorf("%v, %v", res.Hits, err)
	}
	must(t, open.Close())
	must(t, busy.Unlock())
	PruneCollections(dir, 2)
	if got := left(); !slices.Equal(got, []string{"b", "e", "other"}) {
		t.Errorf("left %q", got)
	}
	PruneCollections(filepath.Join(dir, "absent"), 2)
}

// Each part of a search can be left out, and what was considered adds up with the hits.
func TestOmit(t *testing.T) {
	texts := []Text{
		{ID: "a", Text: "The tide gauge (TG) of the harbour. TG-7 is a kind of gauge."},
		{ID: "b", Text: "TG maintenance is done each year."},
		{ID: "c", Text: "A list of harbours: 7 of them have a ferry."},
	}
	ix, err := Collection(context.Background(), Options{Dir: t.TempDir()}, texts, nil)
	must(t, err)
	defer ix.Close()
	search := func(text string, o Omit) Result {
		res, err := ix.Search(context.Background(), Query{Text: text, Omit: o, Explain: true})
		must(t, err)
		if len(res.Considered) < len(res.Hits) {
			t.Fatalf("%d considered, %d hits", len(res.Considered), len(res.Hits))
		}
		ranks := map[string]int{}
		for i, c := range res.Considered {
			if c.Fused != i+1 || c.LexicalRank == 0 && c.DenseRank == 0 {
				t.Errorf("considered %d: %+v", i, c)
			}
			ranks[c.ID] = c.Reranked
		}
		for i, h := range res.Hits {
			if ranks[h.ID] != i+1 {
				t.Errorf("%s is hit %d, reranked says %d", h.ID, i+1, ranks[h.ID])
			}
		}
		return res
	}
	all := search("TG maintenance", Omit{})
	if len(all.Variants) != 2 || all.Fusion == "lexical only" {
		t.Errorf("%+v, %s", all.Variants, all.Fusion)
	}
	if res := search("TG maintenance", Omit{Variants: true}); len(res.Variants) != 1 {
		t.Errorf("%+v", res.Variants)
	}
	if res := search("TG maintenance", Omit{Expansion: true}); len(res.Variants) != 1 {
		t.Errorf("%+v", res.Variants)
	}
	if res := search("TG maintenance", Omit{Dense: true}); res.Fusion != "lexical only" {
		t.Errorf("%s", res.Fusion)
	}
	if res := search("TG maintenance", Omit{Fusion: true}); !strings.HasPrefix(res.Fusion, "reciprocal ranks") {
		t.Errorf("%s", res.Fusion)
	}
	if res, err := ix.Search(context.Background(), Query{Text: "TG maintenance", Share: .65}); err != nil || res.Fusion != "scores, dense 0.65" {
		t.Errorf("%s %v", res.Fusion, err)
	}
	if res := search("What is TG-7?", Omit{}); res.Hits[0].DocID != "a" || res.Hits[0].Promoted == "" {
		t.Errorf("%+v", res.Hits[0])
	}
	if res := search("What is TG-7?", Omit{Rerank: true}); res.Hits[0].Promoted != "" {
		t.Errorf("%+v", res.Hits[0])
	}
	whole, parts := search("TG-7", Omit{Dense: true}), search("TG-7", Omit{Compounds: true, Dense: true})
	if len(whole.Considered) != 3 || len(parts.Considered) != 3 || whole.Considered[0].DocID != "a" {
		t.Errorf("%d and %d considered", len(whole.Considered), len(parts.Considered))
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A text without words has no vector of a model, and is searched beside those that have.
func TestCollectionWithoutWords(t *testing.T) {
	f := newFake("fake", 24)
	texts := []Text{{ID: "1", Text: "A bench mark."}, {ID: "2"}, {ID: "3", Text: "A tide gauge."}}
	ix, err := Collection(context.Background(), Options{Dir: t.TempDir(), Embedder: f}, texts, nil)
	must(t, err)
	defer ix.Close()
	res, err := ix.Search(context.Background(), Query{Text: "tide gauge"})
	must(t, err)
	if len(f.texts) != 2 || len(res.Hits) == 0 || res.Hits[0].DocID != "3" || res.Hits[0].Cosine <= 0 {
		t.Errorf("%q were embedded; hits %+v", f.texts, res.Hits)
	}
}
