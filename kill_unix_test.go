//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// killsEnv is how many runs TestKilledAtAnyMoment kills.
const killsEnv = "IBID_TEST_KILLS"

// TestKilledAtAnyMoment kills runs that make an index, bring one up to date and hold a conversation, and looks whether anything is lost:
// the index answers as one made afresh, what was read is not read again, and each answer that was printed is in the session.
func TestKilledAtAnyMoment(t *testing.T) {
	kills := 6
	if n, err := strconv.Atoi(os.Getenv(killsEnv)); err == nil {
		kills = n
	} else if testing.Short() {
		kills = 3
	}
	s := newShell(t)
	const files = 240
	docs := t.TempDir()
	for i := range files {
		var b strings.Builder
		for j := range 6 {
			fmt.Fprintf(&b, "## Part %d\n\nItem %d of shelf %d holds box%d and tag%d, which nobody has opened since year %d.\n\n", j, i, j, i*7+j, i*j, 1000+i)
		}
		put(t, docs, fmt.Sprintf("shelf-%04d.md", i), b.String())
	}
	aged(t, docs)
	rng := rand.New(rand.NewPCG(5, 8))
	cache := filepath.Join(s.dir, "index")
	args := func(command ...string) []string {
		return append(command, "--docs", docs, "--index-dir", cache, "IBID_ENGINE_EMBEDDER=builtin")
	}
	start := time.Now()
	s.mustRun(t, args("index")...)
	whole := time.Since(start) // moments are drawn from the time that things take here
	killed, resumed, turns := 0, 0, 0
	// kill starts a run and kills it at some moment; what it printed until then.
	kill := func(within time.Duration, stdin string, command ...string) string {
		s.stdin = stdin
		cmd := s.command(args(command...)...)
		s.stdin = ""
		var out bytes.Buffer
		cmd.Stdout = &out
		done(t, cmd.Start())
		time.Sleep(time.Duration(rng.Int64N(int64(within))))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
			killed++
		}
		return out.String()
	}
	hits := func(dir string) string {
		o := s.run(t, "search", "--json", "--docs", docs, "--index-dir", dir, "IBID_INDEX_VECTORS=none", "shelf 7 box77")
		if o.code != 0 {
			t.Fatal(o.err)
		}
		return regexp.MustCompile(`"timings_ms":\{[^}]*\}`).ReplaceAllString(o.out, "")
	}
	for round := range kills {
		switch round % 3 {
		case 0: // a first index
			done(t, os.RemoveAll(cache))
			kill(whole, "", "index")
		case 1: // a refresh
			for i := range 30 {
				put(t, docs, fmt.Sprintf("shelf-%04d.md", i), fmt.Sprintf("# Shelf %d\n\nIn round %d shelf %d holds box%d.\n", i, round, i, i*11))
			}
			aged(t, docs)
			kill(whole, "", "index")
		case 2: // a conversation
			s.run(t, args("index")...)
			printed := strings.Count(kill(whole, strings.Repeat("What does shelf 7 hold?\n", 400), "--plain"), "copied word for word")
			if got := answersKept(t, s); got < turns+printed {
				t.Errorf("round %d: %d answers are kept, %d were printed", round, got, turns+printed)
			} else {
				turns = got
			}
			continue
		}
		before := filesRead(t, s, args)
		var r struct{ Files, Added, Changed, Resumed int }
		o := s.run(t, args("index", "--json")...)
		if err := json.Unmarshal([]byte(o.out), &r); err != nil || r.Files != files {
			t.Fatalf("round %d: %d files: %s%s", round, r.Files, o.out, o.err)
		}
		if r.Added+r.Changed > 0 && round%3 == 0 && r.Resumed < before { // else it was killed when all was done
			t.Errorf("round %d: %d files had been read, %d were taken over", round, before, r.Resumed)
		}
		resumed += r.Resumed
		if round%6 < 2 {
			if got, want := hits(cache), hits(filepath.Join(t.TempDir(), "fresh")); got != want {
				t.Errorf("round %d: differs from a fresh index\n%s\n%s", round, got, want)
			}
		} else {
			hits(cache)
		}
		left, _ := filepath.Glob(filepath.Join(cache, "ibid-index", "*", "building-*"))
		if generations, _ := filepath.Glob(filepath.Join(cache, "ibid-index", "*", "gen-*")); len(generations) != 1 || len(left) > 0 {
			t.Errorf("round %d: %q and %q are left", round, generations, left)
		}
	}
	if killed == 0 {
		t.Error("no run was killed in time")
	}
	t.Logf("%d of %d runs were killed while they worked: %d files were not read again, %d answers kept", killed, kills, resumed, turns)
}

// aged moves documents back in time: one that has just been written may change without a new time, and is read again.
func aged(t *testing.T, dir string) {
	t.Helper()
	if err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if at := time.Now(); err == nil && at.Sub(info.ModTime()) < 10*time.Second {
			err = os.Chtimes(path, at, at.Add(-time.Minute))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// filesRead is how many files the index holds that a killed run left.
func filesRead(t *testing.T, s *shell, args func(...string) []string) int {
	t.Helper()
	var r struct{ Files int }
	if o := s.run(t, args("index", "--status", "--json")...); o.out != "" {
		done(t, json.Unmarshal([]byte(o.out), &r))
	}
	return r.Files
}

// answersKept counts the answers in all sessions, which must all be readable.
func answersKept(t *testing.T, s *shell) int {
	t.Helper()
	if o := s.run(t, "sessions"); o.code != 0 || strings.Contains(o.err, "note") {
		t.Errorf("exit code %d: %s", o.code, o.err)
	}
	logs := must(filepath.Glob(filepath.Join(s.env[0][len("HOME="):], ".local", "state", "ibid", "sessions", "*.jsonl")))
	n := 0
	for _, path := range logs {
		data := must(os.ReadFile(path))
		n += bytes.Count(data, []byte(`{"type":"answered"`))
	}
	return n
}
