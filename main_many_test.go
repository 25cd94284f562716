//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// filesEnv is how many files TestManyFiles makes.
const filesEnv = "IBID_TEST_FILES"

// TestManyFiles indexes a tree of many small files, with nothing, one file changed and one gone, and tells what each takes.
func TestManyFiles(t *testing.T) {
	n := 200
	if more, err := strconv.Atoi(os.Getenv(filesEnv)); err == nil {
		n = more
	}
	s, docs := newShell(t), t.TempDir()
	name := func(i int) string {
		return fmt.Sprintf("shelf%02d/box%d/item%06d.%s", i/1000, i/100%10, i, [...]string{"md", "txt", "py", "html", "bin"}[i%5])
	}
	for i := range n {
		text := fmt.Sprintf("Item %d is kept in box %d. It was measured in year %d and weighs %d grams.\n", i, i/100%10, 1000+i%900, i%977)
		if i%5 == 2 {
			text = fmt.Sprintf("def item_%d(weight=%d):\n    \"\"\"%s\"\"\"\n    return weight\n", i, i%977, strings.TrimSpace(text))
		}
		put(t, docs, name(i), text)
	}
	aged(t, docs)
	type state struct {
		State, Rebuilt                 string
		Files, Added, Changed, Removed int
		Skipped                        []struct{ Path, Reason string }
	}
	look := func(what string) (got state) {
		t.Helper()
		cmd := s.command("index", "--json", "--docs", docs, "--index-dir", filepath.Join(s.dir, "index"), "IBID_ENGINE_EMBEDDER=builtin")
		o := finish(t, cmd, func(cmd *exec.Cmd) error { return cmd.Run() })
		if err := json.Unmarshal([]byte(o.out), &got); err != nil || o.code != 0 {
			t.Fatalf("%s: exit code %d: %.500s%s", what, o.code, o.out, o.err)
		}
		left := 0
		for _, skip := range got.Skipped { // many of one folder are told together
			some := 1
			_, _ = fmt.Sscanf(skip.Reason, "%d entries:", &some)
			if left += some; !strings.HasSuffix(skip.Reason, "not a format that ibid reads") {
				t.Errorf("%s: %+v", what, skip)
			}
		}
		if left != n/5 {
			t.Errorf("%s: %d files of %d are left out: %.200v", what, left, n/5, got.Skipped)
		}
		used := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		t.Logf("%d files, %s: %.1f s of CPU, %d MB", n, what, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), used.Maxrss>>10)
		got.Skipped = nil
		return got
	}
	expect := func(got, want state) {
		t.Helper()
		if got.State = ""; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	readable := n - n/5
	expect(look("from nothing"), state{Files: readable, Added: readable})
	expect(look("nothing changed"), state{Files: readable})
	put(t, docs, name(6), "Item 6 was lost.\n")
	expect(look("one changed"), state{Files: readable, Changed: 1})
	if err := os.Remove(filepath.Join(docs, name(10))); err != nil {
		t.Fatal(err)
	}
	expect(look("one gone"), state{Files: readable - 1, Removed: 1})
}
