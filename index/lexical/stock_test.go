package lexical

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/blugelabs/bluge"
)

// A program that knows Bluge alone opens an index, and finds the same documents.
func TestStockBluge(t *testing.T) {
	docs := randomDocuments(rand.New(rand.NewPCG(7, 7)), 300)
	dir, stats := build(t, docs[:150], docs[150:])
	w, err := OpenWriter(dir)
	if err == nil {
		_, err = w.Put(context.Background(), docs[:20])
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	stock, err := bluge.OpenReader(bluge.DefaultConfig(dir))
	if err != nil {
		t.Fatal(err)
	}
	defer stock.Close()
	var want, got []string
	for _, h := range search(t, open(t, dir, stats), Query("lattice"), 1000) {
		want = append(want, h.ID)
	}
	found, err := stock.Search(context.Background(), bluge.NewTopNSearch(1000, bluge.NewTermQuery("lattic").SetField(textField)))
	if err != nil {
		t.Fatal(err)
	}
	for {
		m, err := found.Next()
		if err != nil {
			t.Fatal(err)
		}
		if m == nil {
			break
		}
		if err := m.VisitStoredFields(func(_ string, id []byte) bool { got = append(got, string(id)); return false }); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("%d documents, want %d", len(got), len(want))
	}
}
