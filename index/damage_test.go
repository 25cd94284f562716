package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A generation of another version is replaced, and the report says so.
func TestManifestOtherSchema(t *testing.T) {
	opt := smallCorpus(t)
	refresh(t, opt)
	path := filepath.Join(generationDir(opt.Dir, 1), manifestFile)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(raw), manifestMagic, manifestMagic+"9", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(opt); !errors.Is(err, ErrCorrupt) {
		t.Errorf("opened: %v", err)
	}
	if r := refresh(t, opt); !r.Built || r.Rebuilt != "it was written by another version of ibid" || r.Added != 5 {
		t.Errorf("%+v", r)
	}
	mustEqualFresh(t, opt)
}

// heal does what a command does: it brings the index up to date, answers, and builds it again where it is damaged.
func heal(t *testing.T, opt Options) {
	t.Helper()
	refresh(t, opt)
	ix, err := Open(opt)
	if err == nil {
		_, err = contentOf(ix)
		ix.Close()
	}
	if err != nil {
		if !errors.Is(err, ErrCorrupt) {
			t.Fatalf("not ErrCorrupt: %v", err)
		}
		opt.Rebuild = true
		refresh(t, opt)
	}
}

// Each file of a generation is damaged in turn, with documents that stayed the same and with one that changed.
func TestDamageHeals(t *testing.T) {
	opt := smallCorpus(t)
	refresh(t, opt)
	whole := filepath.Join(t.TempDir(), "whole")
	if err := os.CopyFS(whole, os.DirFS(opt.Dir)); err != nil {
		t.Fatal(err)
	}
	var parts []string
	err := filepath.WalkDir(filepath.Join(whole, "gen-1"), func(path string, e os.DirEntry, err error) error {
		if rel, rerr := filepath.Rel(whole, path); err == nil && rerr == nil && !e.IsDir() {
			parts = append(parts, rel)
		}
		return err
	})
	if err != nil || len(parts) < 5 {
		t.Fatal(parts, err)
	}
	damages := map[string]func(path string, data []byte) error{
		"flipped": func(path string, data []byte) error {
			if len(data) == 0 {
				return nil
			}
			data[len(data)/2] ^= 0x55
			return os.WriteFile(path, data, 0o600)
		},
		"cut":     func(path string, data []byte) error { return os.WriteFile(path, data[:len(data)/2], 0o600) },
		"emptied": func(path string, _ []byte) error { return os.WriteFile(path, nil, 0o600) },
		"deleted": func(path string, _ []byte) error { return os.Remove(path) },
	}
	for _, text := range []string{page("One", 1), page("Changed", 1)} {
		write(t, opt.Roots[0], map[string]string{"one.md": text})
		want := freshContent(t, opt)
		for _, part := range parts {
			for what, damage := range damages {
				if err := os.RemoveAll(opt.Dir); err != nil {
					t.Fatal(err)
				}
				if err := os.CopyFS(opt.Dir, os.DirFS(whole)); err != nil {
					t.Fatal(err)
				}
				path := filepath.Join(opt.Dir, part)
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if err := damage(path, data); err != nil {
					t.Fatal(err)
				}
				heal(t, opt)
				mustEqual(t, opt, want)
				if t.Failed() {
					t.Fatalf("%s %s, %.9q", part, what, text)
				}
			}
		}
	}
}

// A generation that is whole except for its lexical segments opens, and says at the first search what is wrong.
func TestDamageFoundWhileSearching(t *testing.T) {
	opt := smallCorpus(t)
	refresh(t, opt)
	segments, err := filepath.Glob(filepath.Join(opt.Dir, "gen-1", lexicalDir, "*.seg"))
	if err != nil || len(segments) == 0 {
		t.Fatal(segments, err)
	}
	for _, path := range segments {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := range len(data) * 9 / 10 {
			data[i] = 0xff
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ix, err := Open(opt)
	if err == nil {
		defer ix.Close()
		_, err = ix.Search(context.Background(), Query{Text: "tide gauge calibration"})
	}
	if !errors.Is(err, ErrCorrupt) {
		t.Errorf("%v", err)
	}
}

// Readers come, search and go while a writer replaces one generation after the other. Each sees one state whole.
func TestReadersWhileGenerationsChange(t *testing.T) {
	opt := smallCorpus(t)
	state := func(n int) {
		write(t, opt.Roots[0], map[string]string{"one.md": page(fmt.Sprint("State", n), n), "two.md": page(fmt.Sprint("State", n), n)})
	}
	state(0)
	refresh(t, opt)
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				ix, err := Open(opt)
				if err != nil {
					t.Error(err)
					return
				}
				for range 3 {
					res, err := ix.Search(context.Background(), Query{Text: "signal of the tide gauge", K: 20})
					if err != nil {
						t.Error(err)
					}
					titles := map[string]bool{}
					for _, h := range res.Hits {
						if h.DocID == "one" || h.DocID == "two" {
							titles[h.Title] = true
						}
					}
					if len(titles) != 1 {
						t.Errorf("one reader sees %v", titles)
					}
				}
				ix.Close()
			}
		})
	}
	for n := range 12 {
		state(n + 1)
		if r := refresh(t, opt); !r.Built {
			t.Errorf("%+v", r)
		}
	}
	close(done)
	wg.Wait()
	equal(t, "generations", generations(t, opt.Dir), []string{"gen-13"})
}
