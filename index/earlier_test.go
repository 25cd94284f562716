package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// interrupt runs a Refresh until a moment of its progress.
func interrupt(t *testing.T, opt Options, moment func(Step) bool) *Interrupted {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := Refresh(ctx, opt, func(s Step) {
		if moment(s) {
			cancel()
		}
	})
	var i *Interrupted
	if !errors.As(err, &i) || !errors.Is(err, context.Canceled) {
		t.Fatalf("not interrupted: %v", err)
	}
	return i
}

func manyPages(t *testing.T, n int) Options {
	t.Helper()
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	files := map[string]string{"odd \xff name.md": page("Odd", 1), "empty.md": "", "bad.ipynb": "{"}
	for i := range n {
		files[fmt.Sprintf("p%03d.md", i)] = strings.Repeat(page(fmt.Sprint("Page ", i), i), 1+i%4)
	}
	write(t, opt.Roots[0], files)
	age(t, opt.Roots[0])
	return opt
}

// What an interrupted writer has read is not read again, whenever it is interrupted, and what comes of it is as if nothing had been.
func TestInterruptedKeepsWhatWasRead(t *testing.T) {
	opt := manyPages(t, 60)
	const files = 63
	want := freshContent(t, opt)
	at := func(n int) func(Step) bool {
		return func(s Step) bool { return s.Stage == StageRead && s.Done >= n }
	}
	stage := func(stage Stage) func(Step) bool { return func(s Step) bool { return s.Stage == stage } }
	for name, moments := range map[string][]func(Step) bool{
		"at once":             {at(1)},
		"in the middle":       {at(30)},
		"while embedding":     {stage(StageEmbed)},
		"while saving":        {stage(StageSave)},
		"twice":               {at(20), at(40)},
		"earlier than before": {at(40), at(10), at(1)},
	} {
		t.Run(name, func(t *testing.T) {
			opt.Dir = filepath.Join(t.TempDir(), "index")
			kept := 0
			for _, moment := range moments {
				i := interrupt(t, opt, moment)
				if i.Kept < kept || i.Kept == 0 || i.Files != files {
					t.Errorf("%d of %d files kept, %d before", i.Kept, i.Files, kept)
				}
				kept = i.Kept
				if _, err := Open(opt); !errors.Is(err, ErrNoIndex) {
					t.Errorf("half an index opens: %v", err)
				}
			}
			if name == "while embedding" && kept != files {
				t.Errorf("%d kept", kept)
			}
			if r := refresh(t, opt); r.Resumed != kept || r.Added != files {
				t.Errorf("%d resumed, %d kept; %+v", r.Resumed, kept, r)
			}
			equal(t, "generations", generations(t, opt.Dir), []string{"gen-1"})
			mustEqual(t, opt, want)
			one, err := os.ReadFile(filepath.Join(generationDir(opt.Dir, 1), storeData))
			must(t, err)
			fresh := opt
			fresh.Dir = filepath.Join(t.TempDir(), "fresh")
			refresh(t, fresh)
			other, err := os.ReadFile(filepath.Join(generationDir(fresh.Dir, 1), storeData))
			must(t, err)
			if !bytes.Equal(one, other) {
				t.Error("the chunks differ from those of a fresh build")
			}
		})
	}
}

// A refresh that is interrupted goes on too; what changed in between is read.
func TestInterruptedRefreshGoesOn(t *testing.T) {
	opt := manyPages(t, 20)
	refresh(t, opt)
	files := map[string]string{}
	for i := range 30 {
		files[fmt.Sprintf("q%03d.md", i)] = page("New", i)
	}
	write(t, opt.Roots[0], files)
	age(t, opt.Roots[0])
	i := interrupt(t, opt, func(s Step) bool { return s.Stage == StageEmbed })
	if i.Kept != 53 || i.Files != 53 {
		t.Errorf("%+v", i)
	}
	write(t, opt.Roots[0], map[string]string{"q000.md": page("Newer", 1), "q001.md": page("Now", 2)})
	if r := refresh(t, opt); r.Resumed != 28 || r.Added != 30 {
		t.Errorf("%+v", r)
	}
	mustEqualFresh(t, opt)
}

// Damage to what an interrupted writer left costs reading, and nothing else.
func TestDamagedEarlier(t *testing.T) {
	opt := manyPages(t, 20)
	want := freshContent(t, opt)
	for _, name := range []string{readLog, storeData} {
		for part := range 8 {
			opt.Dir = filepath.Join(t.TempDir(), "index")
			kept := interrupt(t, opt, func(s Step) bool { return s.Stage == StageEmbed }).Kept
			found, err := filepath.Glob(filepath.Join(opt.Dir, "building-*", name))
			if err != nil || len(found) != 1 {
				t.Fatal(found, err)
			}
			data, err := os.ReadFile(found[0])
			must(t, err)
			if part == 7 {
				data = data[:len(data)/2]
			} else {
				data[len(data)*part/7] ^= 0x10
			}
			must(t, os.WriteFile(found[0], data, 0o600))
			if r := refresh(t, opt); r.Resumed >= kept {
				t.Errorf("%s: %d resumed of %d", name, r.Resumed, kept)
			}
			mustEqual(t, opt, want)
		}
	}
}

// What was read of other documents, or asked to be read anew, is not taken over.
func TestEarlierOfOthers(t *testing.T) {
	opt := manyPages(t, 5)
	embedding := func(s Step) bool { return s.Stage == StageEmbed }
	interrupt(t, opt, embedding)
	other := manyPages(t, 5)
	other.Dir = opt.Dir
	if r := refresh(t, other); r.Resumed != 0 {
		t.Errorf("%+v", r)
	}
	opt.Dir = filepath.Join(t.TempDir(), "index")
	interrupt(t, opt, embedding)
	opt.Rebuild = true
	if r := refresh(t, opt); r.Resumed != 0 {
		t.Errorf("%+v", r)
	}
}
