//go:build unix

package main

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// flipsEnv is how many bytes TestFlippedBytes flips, cuts at and takes away.
const flipsEnv = "IBID_TEST_FLIPS"

// rebuilt is what an answer may say of its index.
var rebuilt = regexp.MustCompile(`,"rebuilt":"(?:[^"\\]|\\.)*"`)

// tides are small documents of prose and source, written long ago.
func tides(t *testing.T) string {
	t.Helper()
	docs := t.TempDir()
	put(t, docs, "gauge.md", "# Tide gauge\n\nA tide gauge bench mark (TGBM) is levelled each spring. Its error is at most 2 mm.\n")
	put(t, docs, "tide.py", "def despike(record, width=3):\n    \"\"\"Takes the spikes out of a record.\"\"\"\n    return record\n")
	put(t, docs, "pyproject.toml", "[project]\nname = \"tide\"\n")
	aged(t, docs)
	return docs
}

// TestFlippedBytes damages an index anywhere, and asks: each run answers what it answered before, byte for byte, and what it leaves is whole.
func TestFlippedBytes(t *testing.T) {
	flips := 12
	if n, err := strconv.Atoi(os.Getenv(flipsEnv)); err == nil {
		flips = n
	}
	s, docs := newShell(t), tides(t)
	dir, whole := filepath.Join(t.TempDir(), "index"), filepath.Join(t.TempDir(), "whole")
	run := func(args ...string) string {
		o := s.run(t, append(args, "--json", "--docs", docs, "--index-dir", dir, "IBID_ENGINE_EMBEDDER=builtin")...)
		return fmt.Sprint(o.code, rebuilt.ReplaceAllString(timings.ReplaceAllString(o.out, ""), ""))
	}
	commands := [][]string{{"ask", "When is a tide gauge bench mark levelled?"}, {"search", "spikes of a record"}, {"symbols", "despike"}, {"ask", "What does despike take?"}}
	var want []string
	for _, c := range commands {
		want = append(want, run(c...))
	}
	if err := os.CopyFS(whole, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	var files []string
	if err := filepath.WalkDir(whole, func(path string, e fs.DirEntry, err error) error {
		if info, ierr := e.Info(); ierr == nil && info.Mode().IsRegular() && info.Size() > 0 {
			rel, _ := filepath.Rel(whole, path)
			files = append(files, rel)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(4, 2))
	for i := range flips {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		file := files[rng.IntN(len(files))]
		path := filepath.Join(dir, file)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		at := rng.IntN(len(data))
		what := fmt.Sprintf("byte %d of %s ", at, file)
		switch i % 8 {
		case 0:
			what, err = what+"and all behind it is gone", os.WriteFile(path, data[:at], 0o600)
		case 1:
			what, err = file+" is gone", os.Remove(path)
		default:
			data[at] ^= 1 << rng.IntN(8)
			what, err = what+"is flipped", os.WriteFile(path, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		first := i % len(commands)
		if got := run(commands[first]...); got != want[first] {
			t.Errorf("%s: %q: %s", what, commands[first], difference(got, want[first]))
		}
		if i%16 == 0 { // what is left
			for j, c := range commands {
				if got := run(c...); got != want[j] {
					t.Errorf("%s, afterwards: %q: %s", what, c, difference(got, want[j]))
				}
			}
			if found, _ := filepath.Glob(filepath.Join(dir, "ibid-index", "*", "building-*")); len(found) > 0 {
				t.Errorf("%s: %q is left", what, found)
			}
		}
	}
}

// difference shows two texts from where they part.
func difference(got, want string) string {
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	at = max(0, at-40)
	return fmt.Sprintf("…%.300s\nnot …%.300s", got[at:], want[at:])
}
