//go:build unix

package index

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// What stands among the documents may be replaced at any moment by who wrote them: by a link to a file outside or to a hidden
// one, by a FIFO, a folder by a link to another. Nothing that is not a document is ever indexed, and nothing is waited for.
func TestSwappedWhileIndexing(t *testing.T) {
	rounds := 12
	if n, err := strconv.Atoi(os.Getenv("IBID_TEST_SWAPS")); err == nil {
		rounds = n
	}
	const outside, hidden = "quicksilver", "saltpetre" // words of what must not be read
	dir := t.TempDir()
	docs := filepath.Join(dir, "docs")
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	files := map[string]string{"out/a.md": "# Out\n\n" + outside, "docs/.hide/a.md": "# Hidden\n\n" + hidden, "docs/.hide.md": "# Hidden\n\n" + hidden, "spare/a.md": "# Spare\n\nThe gauge."}
	write(t, dir, files)
	for _, name := range []string{"one", "two", "three", "four", "five", "six"} {
		write(t, docs, map[string]string{name + ".md": page(name, 1), name + "/a.md": page(name, 2), name + "/deep/a.md": page(name, 3)})
	}
	if err := os.Symlink("x", at("probe")); err != nil {
		t.Skip("no links here: ", err)
	}

	var stop atomic.Bool
	done := make(chan int)
	go func() {
		swaps := 0
		defer func() { done <- swaps }()
		// put makes something new and renames it to the place of what is there.
		put := func(target string, make func(string) error) {
			fresh := at("fresh")
			if make(fresh) != nil {
				return
			}
			if os.Rename(fresh, target) != nil { // a folder is in the way
				os.Rename(target, at("aside"))
				os.Rename(fresh, target)
				os.RemoveAll(at("aside"))
			}
			swaps++
		}
		link := func(to string) func(string) error { return func(p string) error { return os.Symlink(to, p) } }
		for !stop.Load() {
			for _, name := range []string{"two", "four", "five"} {
				file, folder := filepath.Join(docs, name+".md"), filepath.Join(docs, name)
				put(file, link(at("out/a.md")))
				put(folder, link(at("out")))
				put(file, func(p string) error { return syscall.Mkfifo(p, 0o600) })
				put(folder, link(filepath.Join(docs, ".hide")))
				put(file, link(filepath.Join(docs, ".hide.md")))
				put(folder, func(p string) error { return syscall.Mkfifo(p, 0o600) })
				put(file, func(p string) error { return os.WriteFile(p, []byte(page(name, swaps)), 0o600) })
				put(folder, func(p string) error {
					os.Mkdir(p, 0o700)
					os.Mkdir(filepath.Join(p, "deep"), 0o700)
					os.WriteFile(filepath.Join(p, "deep", "a.md"), []byte(page(name, swaps)), 0o600)
					return os.WriteFile(filepath.Join(p, "a.md"), []byte(page(name, swaps)), 0o600)
				})
			}
		}
	}()
	leaks := 0
	for round := range rounds {
		opt := Options{Roots: []string{docs}, Dir: filepath.Join(dir, "index"), Rebuild: round%2 == 0}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // far more than it takes: what hangs is ended
		ended := make(chan error, 1)
		go func() {
			_, err := Refresh(ctx, opt, nil)
			ended <- err
		}()
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("round %d: %v", round, err)
			}
		case <-time.After(2 * time.Minute):
			t.Fatalf("round %d hangs", round)
		}
		cancel()
		ix, err := Open(opt)
		if err != nil {
			t.Fatal(err)
		}
		c, err := contentOf(ix)
		ix.Close()
		if err != nil {
			t.Fatal(err)
		}
		if all := strings.Join(c.records, "\n"); strings.Contains(all, outside) || strings.Contains(all, hidden) {
			leaks++
			t.Errorf("round %d: something was read that is no document", round)
		}
	}
	stop.Store(true)
	t.Logf("%d of %d rounds read what is no document; %d swaps", leaks, rounds, <-done)
}
