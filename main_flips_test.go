//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
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
	done(t, os.CopyFS(whole, os.DirFS(dir)))
	var files []string
	done(t, filepath.WalkDir(whole, func(path string, e fs.DirEntry, err error) error {
		if info, ierr := e.Info(); ierr == nil && info.Mode().IsRegular() && info.Size() > 0 {
			rel, _ := filepath.Rel(whole, path)
			files = append(files, rel)
		}
		return err
	}))
	rng := rand.New(rand.NewPCG(4, 2))
	for i := range flips {
		done(t, os.RemoveAll(dir))
		done(t, os.CopyFS(dir, os.DirFS(whole)))
		file := files[rng.IntN(len(files))]
		path := filepath.Join(dir, file)
		data := must(os.ReadFile(path))
		at := rng.IntN(len(data))
		what := fmt.Sprintf("byte %d of %s ", at, file)
		switch i % 8 {
		case 0:
			what += "and all behind it is gone"
			done(t, os.WriteFile(path, data[:at], 0o600))
		case 1:
			what = file + " is gone"
			done(t, os.Remove(path))
		default:
			what += "is flipped"
			data[at] ^= 1 << rng.IntN(8)
			done(t, os.WriteFile(path, data, 0o600))
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

// TestFlippedSession damages the file of a session anywhere: the other one is listed as it was, and what follows is kept.
func TestFlippedSession(t *testing.T) {
	s, docs := newShell(t), tides(t)
	talk := func(question string, flags ...string) {
		t.Helper()
		s.stdin = question + "\n"
		s.mustRun(t, append(flags, "--plain", docs)...)
	}
	talk("When is a tide gauge bench mark levelled?")
	logs, err := filepath.Glob(filepath.Join(strings.TrimPrefix(s.env[0], "HOME="), ".local", "state", "ibid", "sessions", "*.jsonl"))
	if err != nil || len(logs) != 1 {
		t.Fatal(logs, err)
	}
	talk("What does despike take?")
	data := must(os.ReadFile(logs[0]))
	rng := rand.New(rand.NewPCG(6, 1))
	for i := range 12 {
		damaged, at := bytes.Clone(data), rng.IntN(len(data))
		if damaged[at] ^= 1 << rng.IntN(8); i%4 == 0 {
			damaged = damaged[:at]
		}
		done(t, os.WriteFile(logs[0], damaged, 0o600))
		if o := s.run(t, "sessions"); o.code != 0 || !strings.Contains(o.out, "What does despike take?") {
			t.Errorf("byte %d: exit code %d: %s%s", at, o.code, o.out, o.err)
		}
	}
	talk("Which error does a bench mark have?", "--continue")
	if o := s.mustRun(t, "sessions"); !strings.Contains(o.out, "  2  What does despike take?") {
		t.Errorf("what follows is not kept: %s%s", o.out, o.err)
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
