package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func TestCurrent(t *testing.T) {
	dir := t.TempDir()
	must(t, mark(dir))
	for _, name := range []string{"gen-2", "gen-10", "gen-9", "gen-011", "gen-x", "gen-", "gen--3", "gen-+12", "building-77", "other"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	n, path, err := current(dir)
	if n != 10 || path != filepath.Join(dir, "gen-10") || err != nil {
		t.Error(n, path, err)
	}
	for _, empty := range []string{t.TempDir(), filepath.Join(dir, "missing")} {
		if _, _, err := current(empty); !errors.Is(err, ErrNoIndex) {
			t.Errorf("%s: %v", empty, err)
		}
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := current(file); err == nil || errors.Is(err, ErrNoIndex) {
		t.Errorf("a file as index folder: %v", err)
	}
}

// What killed writers left behind goes with the next one, and nothing else.
func TestSweep(t *testing.T) {
	opt := smallCorpus(t)
	must(t, os.Mkdir(opt.Dir, 0o700))
	must(t, mark(opt.Dir))
	write(t, opt.Dir, map[string]string{"building-1/chunks.dat": "half", "keep.txt": "not ours", "gen-0/x": "", "gen-007/x": "", "building-plans/x": ""})
	must(t, os.Mkdir(filepath.Join(opt.Dir, "building-2"), 0o700)) // killed before it wrote anything
	sweep(opt.Dir, 0)
	equal(t, "swept", generations(t, opt.Dir), []string{"building-plans", "gen-0", "gen-007", "keep.txt"})
	refresh(t, opt)
	equal(t, "after the first", generations(t, opt.Dir), []string{"building-plans", "gen-0", "gen-007", "gen-1", "keep.txt"})
	write(t, opt.Dir, map[string]string{"building-3/lexical/x": "half"})
	write(t, opt.Roots[0], map[string]string{"new.md": "# New\n\ntext"})
	refresh(t, opt)
	equal(t, "after the second", generations(t, opt.Dir), []string{"building-plans", "gen-0", "gen-007", "gen-2", "keep.txt"})
	mustEqualFresh(t, opt)
}

func TestPrivateFiles(t *testing.T) {
	opt := smallCorpus(t)
	refresh(t, opt)
	err := filepath.WalkDir(opt.Dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Without an index the second writer waits for the first, and finds its work done.
func TestConcurrentFirstRefresh(t *testing.T) {
	opt := smallCorpus(t)
	l, err := lock(context.Background(), opt.Dir, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	waiting := make(chan struct{})
	var once sync.Once
	var built int
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			r, err := Refresh(context.Background(), opt, func(s Step) {
				if s.Stage == StageWait {
					once.Do(func() { close(waiting) })
				}
			})
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if r.Built {
				built++
			}
		})
	}
	<-waiting
	l.Unlock()
	wg.Wait()
	if built != 1 {
		t.Errorf("built %d times", built)
	}
	mustEqualFresh(t, opt)
}

func TestRefreshWaitingIsCancelled(t *testing.T) {
	opt := smallCorpus(t)
	l, err := lock(context.Background(), opt.Dir, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Unlock()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err = Refresh(ctx, opt, func(s Step) {
		if s.Stage == StageWait {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// With an index there is something to answer from: the second does not wait, and says so.
func TestRefreshWhileAnotherWrites(t *testing.T) {
	opt := smallCorpus(t)
	refresh(t, opt)
	before, err := contentOf(open(t, opt))
	if err != nil {
		t.Fatal(err)
	}
	l, err := lock(context.Background(), opt.Dir, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r := refresh(t, opt); len(r.Stale) != 0 || r.Busy {
		t.Errorf("nothing changed: %+v", r)
	}
	write(t, opt.Roots[0], map[string]string{"one.md": "# New"})
	r, err := Refresh(context.Background(), opt, func(s Step) {
		if s.Stage == StageWait {
			t.Error("waits although there is something to answer from")
		}
	})
	if err != nil || r.Built || !r.Busy || len(r.Stale) != 1 || !strings.Contains(r.Stale[0], ErrBusy.Error()) || r.Files != 5 {
		t.Errorf("%+v", r)
	}
	after, err := contentOf(open(t, opt))
	if err != nil || !slices.Equal(before.hits, after.hits) {
		t.Errorf("the old index does not answer: %v", err)
	}
	l.Unlock()
	if r := refresh(t, opt); !r.Built || r.Busy || len(r.Stale) != 0 {
		t.Errorf("%+v", r)
	}
}

// An index that stays open answers as before, after its files are gone.
func TestOpenIndexOutlivesItsGeneration(t *testing.T) {
	opt := smallCorpus(t)
	refresh(t, opt)
	ix := open(t, opt)
	before, err := contentOf(ix)
	if err != nil {
		t.Fatal(err)
	}
	write(t, opt.Roots[0], map[string]string{"one.md": "# New"})
	refresh(t, opt)
	after, err := contentOf(ix)
	if err != nil || !slices.Equal(before.hits, after.hits) || !slices.Equal(before.records, after.records) {
		t.Error("the old generation changed under its reader", err)
	}
}

func TestExplain(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("write: %w", syscall.ENOSPC), "the disk is full at /x: free some space, or keep the index elsewhere with --index-dir: write: "},
		{&fs.PathError{Op: "mkdir", Path: "/x", Err: syscall.EACCES}, "cannot write to /x: allow it, or keep the index elsewhere with --index-dir: mkdir /x: "},
		{syscall.EROFS, "cannot write to /x: allow it"},
		{context.Canceled, "context canceled"},
	} {
		got := explain("/x", tt.err)
		if !errors.Is(got, tt.err) || !strings.HasPrefix(got.Error(), tt.want) {
			t.Errorf("%v: %v", tt.err, got)
		}
	}
	if explain("/x", nil) != nil {
		t.Error("an error out of nothing")
	}
}

func TestReadOnlyCache(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root writes everywhere")
	}
	opt := smallCorpus(t)
	parent := filepath.Dir(opt.Dir)
	chmod(t, parent, 0o500)
	_, err := Refresh(context.Background(), opt, nil)
	if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "--index-dir") {
		t.Errorf("no index: %v", err)
	}
	if err := os.Chmod(parent, 0o700); err != nil {
		t.Fatal(err)
	}
	refresh(t, opt)
	chmod(t, opt.Dir, 0o500)
	chmod(t, filepath.Join(opt.Dir, lockFile), 0o400)
	// Nothing to write: the index answers. New times are no reason to fail either.
	then := time.Now().Add(-30 * time.Minute)
	if err := os.Chtimes(filepath.Join(opt.Roots[0], "one.md"), then, then); err != nil {
		t.Fatal(err)
	}
	refresh(t, opt)
	open(t, opt)
	write(t, opt.Roots[0], map[string]string{"new.md": "# New"})
	if _, err := Refresh(context.Background(), opt, nil); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "--index-dir") {
		t.Errorf("with an index: %v", err)
	}
}
