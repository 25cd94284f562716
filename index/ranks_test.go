package index

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ibid/index/dense"
)

func TestFusionNames(t *testing.T) {
	for want, share := range map[string]float64{"lexical only": 0, "scores, dense 0.40": denseWeight} {
		if got := fusion(share); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The hits' cosines are those that a plain computation finds, all variants are embedded at once, and the trace adds up.
// A chunk that was cut is as near as its nearest piece.
func TestExternalSearch(t *testing.T) {
	for _, words := range []int{0, 7} {
		t.Run(fmt.Sprint(words), func(t *testing.T) { externalSearch(t, words) })
	}
}

func externalSearch(t *testing.T, words int) {
	opt, f := externalCorpus(t)
	f.words = words
	if r := refresh(t, opt); words > 0 && len(f.texts) < 2*r.Chunks {
		t.Fatalf("%d pieces of %d chunks", len(f.texts), r.Chunks)
	}
	if len(f.texts) > f.batches*externalBatch {
		t.Errorf("%d pieces in %d batches", len(f.texts), f.batches)
	}
	ix := open(t, opt)
	f.forget()
	const question = "What is the difference between the GPS and the tide gauge of signal 7?"
	res, err := ix.Search(context.Background(), Query{Text: question, K: 20})
	if err != nil || len(res.Hits) == 0 || res.Embedder != "fake" || res.Fusion != "scores, dense 0.50" || len(res.Warnings) > 0 {
		t.Fatalf("%+v %v", res, err)
	}
	if len(res.Variants) < 3 || len(f.queries) != 1 || f.batches > 0 {
		t.Fatalf("%d calls for %d variants", len(f.queries), len(res.Variants))
	}
	for i, v := range res.Variants {
		if f.queries[0][i] != v.Text {
			t.Errorf("embedded %q, want %q", f.queries[0][i], v.Text)
		}
	}
	q := f.vector(question)
	plainly := func(id string) float64 {
		found, err := records(ix.lexical, []string{id})
		must(t, err)
		r := found[0]
		greatest := -1.0
		for _, piece := range f.Cut(r.head(), r.Text) {
			plain := 0.0
			for i, x := range f.vector(piece) {
				plain += float64(x) * float64(q[i])
			}
			greatest = max(greatest, plain)
		}
		return greatest
	}
	ranks := map[int]float64{}
	for _, h := range res.Hits {
		plain := plainly(h.ID)
		if d := h.Contributions; len(d) > 1 && d[1].Variant == "question" && d[1].Rank > 0 {
			ranks[d[1].Rank] = plain
		}
		if math.Abs(h.Cosine-plain) > 1e-6 {
			t.Errorf("%s: cosine %v, plainly %v", h.ID, h.Cosine, plain)
		}
		for _, c := range h.Contributions {
			if c.Variant == "question" && c.Retriever == denseName && c.Score != h.Cosine {
				t.Errorf("%s: two cosines, %v and %v", h.ID, c.Score, h.Cosine)
			}
		}
	}
	for rank := range ranks {
		nearer := 0
		for _, id := range idsOf(t, ix.lexical) {
			if plainly(id) > ranks[rank]+1e-6 {
				nearer++
			}
		}
		if nearer >= rank {
			t.Errorf("%d chunks are nearer than the one of rank %d", nearer, rank)
		}
	}
	again, err := ix.Search(context.Background(), Query{Text: question, K: 20})
	if err != nil || !reflect.DeepEqual(again, res) {
		t.Errorf("another result the second time: %v", err)
	}
	s, err := ix.Similarities(context.Background(), "tide gauge", false, []string{"gauge of the tide", "a bench mark", "gauge of the tide"})
	if err != nil || len(s) != 3 || s[0] != s[2] || math.Abs(s[0]-float64(dense.Cosine(f.vector("tide gauge"), f.vector("gauge of the tide")))) > 1e-8 {
		t.Errorf("%v %v", s, err)
	}
	narrow := searched(t, ix, Query{Text: question, Documents: []string{"p007"}})
	if len(narrow) == 0 || narrow[0].DocID != "p007" || narrow[0].DenseRank != 1 || narrow[0].Cosine == 0 {
		t.Errorf("%+v", narrow)
	}
}

// Where the embedder cannot be asked, the words alone answer, and the result says so. It is asked again the next time.
func TestExternalFallback(t *testing.T) {
	opt, f := externalCorpus(t)
	refresh(t, opt)
	ix := open(t, opt)
	const question = "tide gauge calibration of signal 7"
	query := Query{Text: question}
	whole, err := ix.Search(context.Background(), query)
	if err != nil {
		t.Fatal(err)
	}
	f.down = fmt.Errorf("dial: %w", errServer)
	res, err := ix.Search(context.Background(), query)
	if err != nil || len(res.Hits) == 0 || res.Fusion != "lexical only" || res.Embedder != "" ||
		len(res.Warnings) != 1 || !strings.Contains(res.Warnings[0], "fake failed: dial: the server is gone") {
		t.Fatalf("%+v %v", res, err)
	}
	for _, h := range res.Hits {
		if h.DenseRank != 0 || h.LexicalRank == 0 || h.Cosine != 0 {
			t.Errorf("%s: %+v", h.ID, h)
		}
	}
	if _, err := ix.Similarities(context.Background(), "a", false, []string{"b"}); !errors.Is(err, errServer) {
		t.Error(err)
	}
	f.down, f.dims = nil, 7 // another model answers under the old name
	if res, err := ix.Search(context.Background(), query); err != nil || len(res.Warnings) != 1 || len(res.Hits) == 0 {
		t.Errorf("other dimensions: %+v %v", res, err)
	}
	f.dims = 24
	if res, err := ix.Search(context.Background(), query); err != nil || !reflect.DeepEqual(res, whole) {
		t.Errorf("not as before: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, f.down = range []error{nil, errServer} {
		if _, err := ix.Search(ctx, query); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	}
}

// Damaged vectors of an external embedder mean a rebuild, which does not ask the embedder.
func TestExternalDamagedGeneration(t *testing.T) {
	opt, f := externalCorpus(t)
	refresh(t, opt)
	_, dir, err := current(opt.Dir)
	must(t, err)
	path := filepath.Join(dir, vectorDir, "codes.i8")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(opt); !errors.Is(err, ErrCorrupt) {
		t.Fatal(err)
	}
	f.forget()
	heal(t, opt)
	if f.batches > 0 {
		t.Errorf("%d batches", f.batches)
	}
	mustEqualFreshVectors(t, opt)
}
