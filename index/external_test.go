package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/index/dense"
)

// externalCorpus is some hundred chunks, more than a few batches, and an embedder for them.
func externalCorpus(t testing.TB) (Options, *fakeEmbedder) {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{}
	for i := range 5 * externalBatch / 2 {
		files[fmt.Sprintf("p%03d.md", i)] = page(fmt.Sprint("Page ", i), i)
	}
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	write(t, opt.Roots[0], files)
	age(t, opt.Roots[0])
	f := newFake("fake", 24)
	opt.Embedder = f
	return opt, f
}

// storedVectors reads the vectors of the newest generation.
func storedVectors(t testing.TB, opt Options) (rows, codes []byte) {
	t.Helper()
	_, dir, err := current(opt.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []struct {
		name string
		data *[]byte
	}{{"rows.f32", &rows}, {"codes.i8", &codes}} {
		if *p.data, err = os.ReadFile(filepath.Join(dir, vectorDir, p.name)); err != nil {
			t.Fatal(err)
		}
	}
	return rows, codes
}

// mustEqualFreshVectors compares an index and its vectors with one that is built from nothing.
func mustEqualFreshVectors(t testing.TB, opt Options) {
	t.Helper()
	fresh := opt
	fresh.Dir = filepath.Join(t.TempDir(), "fresh")
	refresh(t, fresh)
	want, err := contentOf(open(t, fresh))
	if err != nil {
		t.Fatal(err)
	}
	mustEqual(t, opt, want)
	rows, codes := storedVectors(t, opt)
	wantRows, wantCodes := storedVectors(t, fresh)
	if !bytes.Equal(rows, wantRows) || !bytes.Equal(codes, wantCodes) {
		t.Error("the vectors differ from a fresh build")
	}
}

// keptFiles are the names in the folder of what was embedded.
func keptFiles(t testing.TB, opt Options) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(opt.Dir, keptDir))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// keptVectors counts what is kept of an embedder.
func keptVectors(t testing.TB, opt Options) int {
	t.Helper()
	state := opt.state()
	c, err := dense.OpenCache(filepath.Join(opt.Dir, keptDir, state.cacheFile()), state.Dimensions)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return c.Len()
}

func TestExternalOnlyNewChunks(t *testing.T) {
	opt, f := externalCorpus(t)
	var steps []Step
	r, err := Refresh(context.Background(), opt, func(s Step) {
		if s.Stage == StageEmbed {
			steps = append(steps, s)
		}
	})
	if err != nil || r.Chunks != len(f.texts) || r.Reembedded != "" {
		t.Fatalf("%d texts, %+v %v", len(f.texts), r, err)
	}
	var want []Step
	for done := 0; ; done += externalBatch {
		done = min(done, r.Chunks)
		want = append(want, Step{Stage: StageEmbed, Done: done, Total: r.Chunks, Chunks: r.Chunks})
		if done == r.Chunks {
			break
		}
	}
	if !slices.Equal(steps, want) {
		t.Errorf("steps %v, want %v", steps, want)
	}
	if !strings.Contains(f.texts[0], "Page 0") || !strings.Contains(f.texts[0], "tide gauge") {
		t.Errorf("a chunk is embedded without what it stands under: %q", f.texts[0])
	}

	f.forget()
	if r := refresh(t, opt); r.Built || f.batches > 0 {
		t.Errorf("unchanged: %d batches, %+v", f.batches, r)
	}
	// One new file, one changed, one that moved, one gone.
	write(t, opt.Roots[0], map[string]string{"new.md": page("New", 900), "p003.md": page("Page 3", 901)})
	if err := os.Rename(filepath.Join(opt.Roots[0], "p004.md"), filepath.Join(opt.Roots[0], "q004.md")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(opt.Roots[0], "p005.md")); err != nil {
		t.Fatal(err)
	}
	r = refresh(t, opt)
	if !r.Built || r.Reembedded != "" || len(f.texts) == 0 {
		t.Errorf("%+v", r)
	}
	for _, text := range f.texts {
		if !strings.Contains(text, "signal 90") && !strings.Contains(text, "error 90") {
			t.Errorf("embedded again: %q", text)
		}
	}
	// What was there once is known still, also for who reads everything anew.
	f.forget()
	write(t, opt.Roots[0], map[string]string{"p003.md": page("Page 3", 3), "p005.md": page("Page 5", 5)})
	refresh(t, opt)
	opt.Rebuild = true
	refresh(t, opt)
	opt.Rebuild = false
	if len(f.texts) > 0 {
		t.Errorf("embedded again: %q", f.texts)
	}
	mustEqualFreshVectors(t, opt)
}

// Chunks with the same text are embedded once and found each.
func TestExternalSameText(t *testing.T) {
	opt, f := externalCorpus(t)
	write(t, opt.Roots[0], map[string]string{"twin-a/x.md": page("Twin", 777), "twin-b/x.md": page("Twin", 777)})
	r := refresh(t, opt)
	if r.Chunks <= len(f.texts) || keptVectors(t, opt) != len(f.texts) {
		t.Errorf("%d chunks, %d texts", r.Chunks, len(f.texts))
	}
	hits := searched(t, open(t, opt), Query{Text: "signal 777 of the twin", K: 2})
	if len(hits) != 2 || hits[0].Cosine != hits[1].Cosine || hits[0].DocID == hits[1].DocID {
		t.Errorf("%+v", hits)
	}
}

// Wherever the server fails or the person gives up, what was embedded stays, and the old generation answers.
func TestExternalResumes(t *testing.T) {
	for _, failAfter := range []int{0, 1, 2} {
		for _, how := range []string{"server", "cancelled"} {
			t.Run(fmt.Sprintf("%s after %d", how, failAfter), func(t *testing.T) {
				opt, f := externalCorpus(t)
				grown := opt.Roots[0]
				opt.Roots = []string{filepath.Join(t.TempDir(), "docs")}
				write(t, opt.Roots[0], map[string]string{"first.md": page("First", 5000)})
				age(t, opt.Roots[0])
				refresh(t, opt)
				before, err := contentOf(open(t, opt))
				if err != nil {
					t.Fatal(err)
				}
				had := keptVectors(t, opt)
				if err := os.CopyFS(opt.Roots[0], os.DirFS(grown)); err != nil {
					t.Fatal(err)
				}
				f.forget()
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				want := errServer
				if how == "server" {
					f.failAfter = failAfter
				} else {
					want = context.Canceled
					f.hook = func() {
						if f.batches == failAfter {
							cancel()
						}
					}
				}
				if _, err := Refresh(ctx, opt, nil); !errors.Is(err, want) {
					t.Fatalf("got %v, want %v", err, want)
				} else if how == "server" && !strings.Contains(err.Error(), fmt.Sprintf("stopped at chunk %d of ", failAfter*externalBatch)) {
					t.Errorf("%v", err)
				}
				kept := keptVectors(t, opt)
				if kept != max(had, failAfter*externalBatch) {
					t.Errorf("%d vectors kept", kept)
				}
				equal(t, "generations", finished(t, opt.Dir), []string{keptDir, "gen-2"})
				f.failAfter, f.hook = -1, nil
				after, err := contentOf(open(t, opt))
				if err != nil || !slices.Equal(after.hits, before.hits) {
					t.Errorf("the old generation does not answer: %v", err)
				}
				f.forget()
				r := refresh(t, opt)
				if got := r.Chunks - kept; len(f.texts) != got {
					t.Errorf("%d chunks embedded, %d were missing", len(f.texts), got)
				}
				mustEqualFreshVectors(t, opt)
			})
		}
	}
}

// What is damaged is embedded again; nothing else is.
func TestExternalDamagedCache(t *testing.T) {
	for what, damage := range map[string]func([]byte) []byte{
		"flipped": func(b []byte) []byte { b[len(b)/2] ^= 4; return b },
		"cut":     func(b []byte) []byte { return b[:len(b)/2] },
		"emptied": func([]byte) []byte { return nil },
	} {
		opt, f := externalCorpus(t)
		r := refresh(t, opt)
		path := filepath.Join(opt.Dir, keptDir, keptFiles(t, opt)[0])
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, damage(data), 0o600); err != nil {
			t.Fatal(err)
		}
		left := keptVectors(t, Options{Dir: copied(t, opt.Dir), Embedder: f})
		f.forget()
		opt.Rebuild = true
		r = refresh(t, opt)
		opt.Rebuild = false
		if len(f.texts) != r.Chunks-left || len(f.texts) == 0 || what == "flipped" && len(f.texts) != 1 {
			t.Errorf("%s: %d embedded, %d of %d were left", what, len(f.texts), left, r.Chunks)
		}
		mustEqualFreshVectors(t, opt)
	}
}

// copied is a copy of a folder, for looking without healing.
func copied(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// Vectors of texts that are gone do not pile up.
func TestExternalForgets(t *testing.T) {
	opt, _ := externalCorpus(t)
	refresh(t, opt)
	for round := range 4 {
		files := map[string]string{}
		for i := range 5 * externalBatch / 2 {
			files[fmt.Sprintf("p%03d.md", i)] = page(fmt.Sprint("Page ", i), 1000*(round+1)+i)
		}
		write(t, opt.Roots[0], files)
		r := refresh(t, opt)
		if n := keptVectors(t, opt); n > spareFactor*r.Chunks {
			t.Errorf("%d vectors are kept for %d chunks", n, r.Chunks)
		}
	}
	mustEqualFreshVectors(t, opt)
}

// An embedder that breaks its contract is an error, not a broken index.
func TestExternalContract(t *testing.T) {
	for what, v := range map[string][]float32{"short": {1, 0}, "no number": {float32(math.NaN()), 0, 0}} {
		opt, _ := externalCorpus(t)
		opt.Embedder = liar{newFake("liar", 3), v}
		if _, err := Refresh(context.Background(), opt, nil); err == nil || !strings.Contains(err.Error(), "liar") {
			t.Errorf("%s: %v", what, err)
		}
		if ix := open(t, opt); !ix.Partial() || ix.Embedder() != "none" {
			t.Errorf("%s: vectors of %s", what, ix.Embedder())
		}
	}
}

// liar returns one vector whatever it is asked.
type liar struct {
	*fakeEmbedder
	v []float32
}

func (l liar) Embed(_ context.Context, texts []string, _ bool) ([][]float32, error) {
	return slices.Repeat([][]float32{l.v}, len(texts)), nil
}

// An index without documents does not need the embedder, and knows whose it is.
func TestExternalEmpty(t *testing.T) {
	f := newFake("fake", 4)
	f.down = errServer
	opt := Options{Roots: []string{t.TempDir()}, Dir: t.TempDir(), Embedder: f}
	refresh(t, opt)
	if r := refresh(t, opt); r.Built || r.Reembedded != "" {
		t.Errorf("%+v", r)
	}
	if ix := open(t, opt); ix.Stale() != nil || ix.Len() != 0 {
		t.Errorf("%q", ix.Stale())
	}
}
