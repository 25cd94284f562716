package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a writer has read can be searched while it reads on, and nothing of that is left when it has ended.
func TestPartial(t *testing.T) {
	docs, dir := t.TempDir(), filepath.Join(t.TempDir(), "index")
	for i := range 40 {
		text := fmt.Sprintf("# Note %d\n\nThe gauge of station %d is read every %d minutes.\n", i, i, i+1)
		if err := os.WriteFile(filepath.Join(docs, fmt.Sprintf("note%02d.md", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	opt := Options{Roots: []string{docs}, Dir: dir}
	if _, err := Partial(context.Background(), opt); !errors.Is(err, ErrNoIndex) {
		t.Fatalf("before anything was read: %v", err)
	}
	looked := false
	_, err := Refresh(context.Background(), opt, func(s Step) {
		if looked || s.Stage != StageRead || s.Done < 20 {
			return
		}
		looked = true
		ix, err := Partial(context.Background(), opt)
		if err != nil {
			t.Error(err)
			return
		}
		res, err := ix.Search(context.Background(), Query{Text: "How often is the gauge of station 7 read?", K: 1})
		if err != nil || len(res.Hits) != 1 || res.Hits[0].DocID != "note07" || !strings.HasPrefix(res.Hits[0].Path, docs) {
			t.Errorf("%v: %+v", err, res.Hits)
		}
		if len(ix.Documents()) != 20 || len(ix.Stale()) != 1 || ix.Embedder() != "none" {
			t.Errorf("%d documents, stale %q, embedder %s", len(ix.Documents()), ix.Stale(), ix.Embedder())
		}
		if err := ix.Close(); err != nil {
			t.Error(err)
		}
	})
	if err != nil || !looked {
		t.Fatalf("%v, looked %v", err, looked)
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if number(e.Name(), buildingPrefix) > 0 {
			t.Errorf("%s is left", e.Name())
		}
	}
	if _, err := Partial(context.Background(), opt); !errors.Is(err, ErrNoIndex) {
		t.Errorf("after the end: %v", err)
	}
}
