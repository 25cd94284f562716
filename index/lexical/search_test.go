package lexical

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// randomDocuments makes documents from a small vocabulary, so that scores tie and terms are common.
func randomDocuments(rng *rand.Rand, n int) []Document {
	words := []string{
		"ML-KEM", "ML-KEM.KeyGen", "key", "lattice", "os.path.join", "SHAKE128", "module", "error", "rate", "α", "sign",
		"verify", "hash", "tree", "the", "of", "1,184", "Kyber", "noise", "secret",
	}
	zipf := rand.NewZipf(rng, 1.2, 2, uint64(len(words)-1))
	text := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(words[zipf.Uint64()] + " ")
		}
		return b.String()
	}
	docs := make([]Document, n)
	for i := range docs {
		docs[i] = Document{
			ID:      fmt.Sprintf("d%d::%04d", rng.IntN(9), i),
			Title:   text(rng.IntN(4)),
			Section: text(rng.IntN(3)),
			Text:    text(rng.IntN(30)),
		}
	}
	return docs
}

var questions = []string{
	"key", "ML-KEM key generation", "the lattice of module error", "SHAKE128 os.path.join hash tree sign verify",
	"α 1184 Kyber", "unknown", "key key noise",
}

// sameHits compares hits, scores to four decimals.
func sameHits(a, b []Hit) bool {
	return slices.EqualFunc(a, b, func(x, y Hit) bool { return x.ID == y.ID && math.Abs(x.Score-y.Score) < 1e-4 })
}

func TestSearchIsBM25(t *testing.T) {
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 0))
		docs := randomDocuments(rng, 1+rng.IntN(400))
		dir, stats := build(t, docs[:len(docs)/2], docs[len(docs)/2:])
		r := open(t, dir, stats)
		m := newReference()
		m.put(docs)
		if stats != m.stats() {
			t.Fatalf("stats %+v, want %+v", stats, m.stats())
		}
		for _, question := range questions {
			for _, k := range []int{0, 1, 10, 1000} {
				query := Query(question)
				got, want := search(t, r, query, k), m.search(query, k)
				if !sameHits(got, want) {
					t.Fatalf("seed %d, %q, k %d:\n got %v\nwant %v", seed, question, k, got, want)
				}
				slices.Reverse(query)
				if again := search(t, r, query, k); !slices.Equal(got, again) {
					t.Fatalf("the order of clauses matters for %q", question)
				}
			}
		}
	}
}

// TestHistoryDoesNotMatter makes one set of documents in many ways.
func TestHistoryDoesNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	docs := randomDocuments(rng, 600)
	shuffled := slices.Clone(docs)
	rng.Shuffle(len(docs), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })

	var want [][]Hit
	check := func(name, dir string) {
		t.Helper()
		m := newReference()
		m.put(docs)
		r := open(t, dir, m.stats())
		var got [][]Hit
		for _, question := range questions {
			got = append(got, search(t, r, Query(question), 50))
		}
		if want == nil {
			want = got
			return
		}
		for i := range want {
			if !slices.Equal(got[i], want[i]) {
				t.Errorf("%s: %q\n got %v\nwant %v", name, questions[i], got[i], want[i])
			}
		}
	}

	dir, _ := build(t, docs)
	check("at once", dir)
	dir, _ = build(t, slices.Collect(slices.Chunk(shuffled, 37))...)
	check("in batches, shuffled", dir)
	earlier := slices.Clone(shuffled[:300])
	for i := range earlier {
		earlier[i].Text = "what a document said before: " + docs[i].Text
	}
	dir, _ = build(t, slices.Collect(slices.Chunk(slices.Concat(earlier, shuffled), 1))...)
	check("one by one, many twice", dir)

	dir, _ = build(t, slices.Collect(slices.Chunk(shuffled, 100))...)
	w, err := OpenWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	other := randomDocuments(rng, 300)
	var ids []string
	for i := range other {
		if i%2 == 0 {
			other[i].ID = fmt.Sprint("gone", i)
			ids = append(ids, other[i].ID)
		} else {
			other[i].ID = docs[i].ID
		}
	}
	for _, step := range []func() error{
		func() error { _, err := w.Put(ctx, other); return err },
		func() error { return w.Delete(ctx, append(ids, "never there")) },
		func() error { _, err := w.Put(ctx, other[1:2]); return err },
		func() error { _, err := w.Put(ctx, docs); return err },
		w.Close,
		w.Close,
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	check("grown, changed and shrunk", dir)

	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	check("on one core", dir)
}

func TestDocFreqLeavesDeletedDocumentsOut(t *testing.T) {
	docs := []Document{{ID: "a", Text: "lattice key"}, {ID: "b", Text: "lattice"}, {ID: "c", Text: "lattice once"}}
	dir, _ := build(t, docs)
	w, err := OpenWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Delete(context.Background(), []string{"b", "c"}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := open(t, dir, Stats{Documents: 1, Tokens: 2})
	got, err := r.DocFreq([]string{"lattic", "key", "onc", "absent"})
	if err != nil || !slices.Equal(got, []int{1, 1, 0, 0}) {
		t.Errorf("document frequencies %v, %v", got, err)
	}
}

func TestPutReplaces(t *testing.T) {
	dir := t.TempDir()
	w, err := OpenWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Put(context.Background(), []Document{{ID: "a", Text: "first"}}); err != nil {
		t.Fatal(err)
	}
	lengths, err := w.Put(context.Background(), []Document{{ID: "b", Title: "head words", Text: "text"}, {ID: "a", Text: "the second one"}})
	if err != nil || !slices.Equal(lengths, []int{5, 2}) {
		t.Errorf("lengths %v, %v", lengths, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := open(t, dir, Stats{Documents: 2, Tokens: 7})
	if hits := search(t, r, Query("first"), 10); len(hits) > 0 {
		t.Errorf("the replaced document was found: %v", hits)
	}
	if hits := search(t, r, Query("second"), 10); len(hits) != 1 || hits[0].ID != "a" {
		t.Errorf("hits %v", hits)
	}
}

func TestEqualScoresByID(t *testing.T) {
	var docs []Document
	for i := range 300 {
		docs = append(docs, Document{ID: fmt.Sprintf("d%03d", (i*7)%300), Text: "same words"})
	}
	dir, stats := build(t, slices.Collect(slices.Chunk(docs, 40))...)
	for i, h := range search(t, open(t, dir, stats), Query("words"), 25) {
		if want := fmt.Sprintf("d%03d", i); h.ID != want {
			t.Fatalf("hit %d is %s, want %s", i, h.ID, want)
		}
	}
}

func TestEmptyIndex(t *testing.T) {
	dir, stats := build(t)
	r := open(t, dir, stats)
	if hits := search(t, r, Query("anything"), 10); len(hits) > 0 {
		t.Errorf("hits %v", hits)
	}
	if hits := search(t, r, nil, 10); len(hits) > 0 {
		t.Errorf("hits %v", hits)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir, stats := build(t, []Document{{ID: "a", Text: "key"}})
	r := open(t, dir, stats)
	if _, err := r.Search(ctx, [][]Clause{Query("key")}, 10, nil); err != context.Canceled {
		t.Errorf("search: %v", err)
	}
	if hits := search(t, r, Query("key"), 10); len(hits) != 1 {
		t.Errorf("hits %v after a cancelled search", hits)
	}
	w, err := OpenWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Put(ctx, []Document{{ID: "b"}}); err != context.Canceled {
		t.Errorf("put: %v", err)
	}
	if err := w.Delete(ctx, []string{"a"}); err != context.Canceled {
		t.Errorf("delete: %v", err)
	}
	if _, err := w.Put(context.Background(), []Document{{ID: "c", Text: "key"}}); err != nil {
		t.Error(err)
	}
	w.Abort()
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if hits := search(t, open(t, dir, stats), Query("key"), 10); len(hits) != 1 || hits[0].ID != "a" {
		t.Errorf("hits %v after a Writer that gave up", hits)
	}
}

func TestReadWhileWritten(t *testing.T) {
	dir, stats := build(t, []Document{{ID: "a", Text: "key"}})
	w, err := OpenWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if _, err := w.Put(context.Background(), []Document{{ID: "b", Text: "key"}}); err != nil {
		t.Fatal(err)
	}
	if hits := search(t, open(t, dir, stats), Query("key"), 2); len(hits) != 1 {
		t.Errorf("an index that is being written has %v", hits)
	}
}
