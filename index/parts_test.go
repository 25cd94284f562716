package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/index/source"
	"ibid/index/symbol/recipe"
)

// interrupt runs a Refresh until a moment of its progress, and returns how many files the next one need not read.
func interrupt(t *testing.T, opt Options, moment func(Step) bool) int {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := Refresh(ctx, opt, func(s Step) {
		if moment(s) {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("not interrupted: %v", err)
	}
	r, err := Status(context.Background(), opt)
	if err != nil && !errors.Is(err, ErrNoIndex) {
		t.Fatal(err)
	}
	return r.Resumed
}

// manyPages are n pages and three odd files, whose index is made in parts of a file or a few.
func manyPages(t *testing.T, n int) Options {
	t.Helper()
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index"), part: time.Microsecond}
	files := map[string]string{"odd \xff name.md": page("Odd", 1), "empty.md": "", "bad.ipynb": "{"}
	for i := range n {
		files[fmt.Sprintf("p%03d.md", i)] = strings.Repeat(page(fmt.Sprint("Page ", i), i), 1+i%4)
	}
	write(t, opt.Roots[0], files)
	age(t, opt.Roots[0])
	return opt
}

func at(n int) func(Step) bool {
	return func(s Step) bool { return s.Stage == StageRead && s.Done >= n }
}

func in(stage Stage) func(Step) bool { return func(s Step) bool { return s.Stage == stage } }

// A first index that is interrupted goes on from its last part, whenever that is, and what comes of it is as if nothing had been.
func TestInterruptedGoesOn(t *testing.T) {
	opt := manyPages(t, 60)
	const files = 63
	whole := opt
	whole.part = time.Hour
	want := freshContent(t, whole)
	for name, moments := range map[string][]func(Step) bool{
		"at once":        {at(2)},
		"in the middle":  {at(30)},
		"while deriving": {in(StageDerive)},
		"twice":          {at(20), at(40)},
		"many times":     {at(10), at(11), at(12), at(30), at(62), in(StageDerive)},
	} {
		t.Run(name, func(t *testing.T) {
			opt.Dir = filepath.Join(t.TempDir(), "index")
			kept := 0
			for _, moment := range moments {
				before := kept
				if kept = interrupt(t, opt, moment); kept < before {
					t.Errorf("%d files kept, %d before", kept, before)
				}
				if ix, err := Open(opt); err == nil {
					if kept == 0 || !ix.Partial() || len(ix.Stale()) != 1 {
						t.Errorf("%d files kept, partial %v, stale %q", kept, ix.Partial(), ix.Stale())
					}
					ix.Close()
				} else if kept > 0 || !errors.Is(err, ErrNoIndex) {
					t.Errorf("%d files kept: %v", kept, err)
				}
			}
			if kept == 0 && name != "at once" {
				t.Error("nothing was kept")
			}
			if r := refresh(t, opt); r.Resumed != kept || r.Added != files {
				t.Errorf("%d resumed, %d kept; %+v", r.Resumed, kept, r)
			}
			if left := generations(t, opt.Dir); len(left) != 1 || open(t, opt).Partial() {
				t.Errorf("%q are left", left)
			}
			mustEqual(t, opt, want)
		})
	}
}

// An update in parts holds what was there before for files whose turn has not come, and ends as an index that is made afresh.
func TestUpdateInParts(t *testing.T) {
	opt := manyPages(t, 20)
	refresh(t, opt)
	files := map[string]string{}
	for i := range 30 {
		files[fmt.Sprintf("p%03d.md", i+10)] = page(fmt.Sprint("New ", i), i) // of ten the second version
	}
	write(t, opt.Roots[0], files)
	must(t, os.Remove(filepath.Join(opt.Roots[0], "p001.md")))
	age(t, opt.Roots[0])
	parts := 0
	interrupt(t, opt, func(s Step) bool {
		if s.Stage == StageSave {
			parts++
		}
		return s.Stage == StageRead && parts == 5
	})
	ix := open(t, opt)
	list := func(id string) bool {
		return slices.ContainsFunc(ix.Documents(), func(d DocumentInfo) bool { return d.ID == id })
	}
	if !ix.Partial() || list("p001") || !list("p019") || list("p039") {
		t.Errorf("partial %v, %d documents", ix.Partial(), len(ix.Documents()))
	}
	for _, h := range searched(t, ix, Query{Text: "Page 19"}) {
		if h.DocID == "p019" && strings.Contains(h.Text, "New") {
			t.Error("p019 was read out of turn")
		}
	}
	write(t, opt.Roots[0], map[string]string{"p000.md": page("Newer", 1), "p012.md": page("Now", 2)})
	if r := refresh(t, opt); !r.Built || r.Removed != 0 {
		t.Errorf("%+v", r)
	}
	mustEqualFresh(t, opt)
}

// What is asked to be read anew is not made in parts, and nothing is taken over from parts of other documents.
func TestPartsOfOthers(t *testing.T) {
	opt := manyPages(t, 9)
	interrupt(t, opt, at(5))
	other := manyPages(t, 5)
	other.Dir = opt.Dir
	if r := refresh(t, other); r.Resumed != 0 {
		t.Errorf("%+v", r)
	}
	opt.Dir = filepath.Join(t.TempDir(), "index")
	refresh(t, opt)
	again := opt
	again.Rebuild = true
	interrupt(t, again, at(8))
	if ix := open(t, opt); ix.Partial() || ix.Len() == 0 {
		t.Error("the index gave way to a part of a new one")
	}
}

// Damage to the parts of an interrupted first index costs reading, and nothing else.
func TestDamagedParts(t *testing.T) {
	opt := manyPages(t, 12)
	want := freshContent(t, opt)
	for round := range 12 {
		opt.Dir = filepath.Join(t.TempDir(), "index")
		interrupt(t, opt, in(StageDerive))
		_, dir, err := current(opt.Dir)
		must(t, err)
		files, err := filepath.Glob(filepath.Join(dir, "lexical", "*.s*"))
		must(t, err)
		path := append(files, filepath.Join(dir, manifestFile))[round%(len(files)+1)]
		data, err := os.ReadFile(path)
		must(t, err)
		data[len(data)*round/12] ^= 0x10
		must(t, os.Remove(path)) // it may be shared with an earlier part
		must(t, os.WriteFile(path, data, 0o600))
		refresh(t, opt)
		mustEqual(t, opt, want)
	}
}

// A first index can be asked while it is made, by words alone.
func TestAskedWhileItIsMade(t *testing.T) {
	docs, dir := t.TempDir(), filepath.Join(t.TempDir(), "index")
	for i := range 40 {
		text := fmt.Sprintf("# Note %d\n\nThe gauge of station %d is read every %d minutes.\n", i, i, i+1)
		must(t, os.WriteFile(filepath.Join(docs, fmt.Sprintf("note%02d.md", i)), []byte(text), 0o600))
	}
	opt := Options{Roots: []string{docs}, Dir: dir, part: time.Microsecond}
	looked := 0
	_, err := Refresh(context.Background(), opt, func(s Step) {
		if s.Stage != StageRead || s.Done < 20 || looked > 0 {
			return
		}
		looked++
		ix := open(t, opt)
		res, err := ix.Search(context.Background(), Query{Text: "How often is the gauge of station 7 read?", K: 1})
		if err != nil || len(res.Hits) != 1 || res.Hits[0].DocID != "note07" || !strings.HasPrefix(res.Hits[0].Path, docs) {
			t.Errorf("%v: %+v", err, res.Hits)
		}
		if n := len(ix.Documents()); n < 10 || n > 20 || !strings.HasPrefix(ix.Stale()[0], fmt.Sprintf("files read so far: %d of 40", n)) || ix.Embedder() != "none" {
			t.Errorf("%d documents, stale %q, embedder %s", n, ix.Stale(), ix.Embedder())
		}
	})
	if err != nil || looked == 0 {
		t.Fatalf("%v, looked %d times", err, looked)
	}
	if ix := open(t, opt); ix.Partial() || len(ix.Stale()) > 0 {
		t.Error("it is still partial")
	}
}

// A record comes back from what is stored as it was, whatever its file is called.
func FuzzRecord(f *testing.F) {
	f.Add("doc", "T\u2028<&>", "a/b\xffc.md", "text \"quoted\"", 3)
	f.Fuzz(func(t *testing.T, doc, title, rel, text string, line int) {
		want := &record{Chunk: source.Chunk{ID: doc + "::l00001::c001", DocID: doc, Title: title, Kind: source.Docs, Section: []string{"A", title}, StartLine: line,
			EndLine: line + 1, Text: text, Blocks: []source.Block{{Kind: source.Item, End: len(text), Section: []string{"A"}}}},
			place: place{1, rel}, Digest: "00", Derived: &recipe.Derived{Project: title, Mentions: []string{text}}}
		d, err := want.document()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := decodeRecord(d.Stored); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v became %+v, %v", want, got, err)
		}
	})
}

// What is not a record is an error, and no more than that.
func FuzzDecodeRecord(f *testing.F) {
	r := &record{Chunk: source.Chunk{ID: "a", Text: "b"}}
	d, err := r.document()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(d.Stored)
	f.Add([]byte("\x9f\x9f\x9f"))
	f.Fuzz(func(t *testing.T, stored []byte) {
		if _, err := decodeRecord(stored); err != nil && !errors.Is(err, ErrCorrupt) {
			t.Error(err)
		}
	})
}
