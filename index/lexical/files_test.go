package lexical

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// readFolder returns the contents of the files in a folder.
func readFolder(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	contents := map[string][]byte{}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		contents[e.Name()] = b
	}
	return contents
}

func TestClone(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	docs := randomDocuments(rng, 300)
	dir, stats := build(t, slices.Collect(slices.Chunk(docs, 30))...)
	before := readFolder(t, dir)
	old := open(t, dir, stats)
	query := Query("ML-KEM lattice key")
	want := search(t, old, query, 20)

	clone := filepath.Join(t.TempDir(), "a", "b")
	if err := Clone(dir, clone); err != nil {
		t.Fatal(err)
	}
	if got := search(t, open(t, clone, stats), query, 20); !slices.Equal(got, want) {
		t.Errorf("a clone finds %v, want %v", got, want)
	}
	w, err := OpenWriter(clone)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for chunk := range slices.Chunk(randomDocuments(rng, 300), 20) { // enough to make it merge
		if _, err := w.Put(ctx, chunk); err != nil {
			t.Fatal(err)
		}
	}
	var ids []string
	for _, d := range docs {
		ids = append(ids, d.ID)
	}
	if err := w.Delete(ctx, ids); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	after := readFolder(t, dir)
	if len(after) != len(before) {
		t.Errorf("%d files in the original, %d before", len(after), len(before))
	}
	for name, b := range before {
		if !bytes.Equal(after[name], b) {
			t.Errorf("%s changed in the original", name)
		}
	}
	if got := search(t, old, query, 20); !slices.Equal(got, want) {
		t.Error("the original finds something else")
	}

	again := filepath.Join(t.TempDir(), "again")
	if err := Clone(clone, again); err != nil {
		t.Fatal(err)
	}
	for name := range readFolder(t, again) {
		if !strings.HasSuffix(name, ".seg") && !strings.HasSuffix(name, ".snp") {
			t.Errorf("%s was copied", name)
		}
	}
}

func TestNoIndex(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	if _, err := Open(missing, Stats{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("opening no index: %v", err)
	}
	if err := Clone(missing, missing+"2"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("copying no index: %v", err)
	}
}

// TestDamage flips bytes and cuts files short. A search may not see it, where the byte does not matter to it, but it
// never panics.
func TestDamage(t *testing.T) {
	docs := randomDocuments(rand.New(rand.NewPCG(3, 3)), 200)
	dir, stats := build(t, docs[:100], docs[100:])
	var want [][]Hit
	for _, question := range questions {
		want = append(want, search(t, open(t, dir, stats), Query(question), 10))
	}
	try := func(name, what string, at int) {
		r, err := Open(dir, stats)
		if err != nil {
			if !errors.Is(err, ErrCorrupt) {
				t.Errorf("%s, %s at %d: Open says %v", name, what, at, err)
			}
			return
		}
		defer r.Close()
		for i, question := range questions {
			found, err := r.Search(context.Background(), [][]Clause{Query(question)}, 10, nil)
			if err != nil && !errors.Is(err, ErrCorrupt) || err == nil && what != "flipped byte" && !slices.Equal(found[0].Hits, want[i]) { // Bluge looks at no checksum: who keeps one of the file tells
				t.Errorf("%s, %s at %d: Search says %v, %v", name, what, at, found, err)
			}
		}
	}
	for name, contents := range readFolder(t, dir) {
		if len(contents) == 0 { // the lock
			continue
		}
		path := filepath.Join(dir, name)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		write := func(b []byte) {
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for at := 0; at < len(whole); at += max(1, len(whole)/151) {
			for _, mask := range []byte{0x01, 0x80, 0xff} {
				flipped := slices.Clone(whole)
				flipped[at] ^= mask
				write(flipped)
				try(name, "flipped byte", at)
			}
			write(whole[:at])
			try(name, "cut short", at)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".seg") {
			try(name, "missing", 0)
		}
		write(whole)
	}
}

func TestCutShortWhileOpen(t *testing.T) {
	dir, stats := build(t, zipfDocuments(400))
	r := open(t, dir, stats)
	for name := range readFolder(t, dir) {
		if err := os.Truncate(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.Search(context.Background(), [][]Clause{Query(zipfQuestion())}, 10, nil); !errors.Is(err, ErrCorrupt) {
		t.Errorf("search in files that have gone: %v", err)
	}
	if _, err := r.DocFreq([]string{"key"}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("search after that: %v", err)
	}
}
