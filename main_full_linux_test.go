package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// fullEnv makes TestDiskFullAtEveryWrite grow the disk by one block a round, instead of some.
const fullEnv = "IBID_TEST_FULL"

// disk is a small file system.
type disk struct{ dir string }

// empty mounts it anew.
func (d disk) empty(t *testing.T) {
	t.Helper()
	_ = syscall.Unmount(d.dir, syscall.MNT_DETACH)
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", 0, "size=64m,mode=0700"); err != nil {
		t.Skipf("a full disk needs a small file system, which root can mount: %v", err)
	}
}

// room leaves room for some blocks beside what is there.
func (d disk) room(t *testing.T, blocks int) {
	t.Helper()
	var now syscall.Statfs_t
	done(t, syscall.Statfs(d.dir, &now))
	size := (int(now.Blocks-now.Bfree) + blocks) * int(now.Bsize)
	done(t, syscall.Mount("tmpfs", d.dir, "tmpfs", syscall.MS_REMOUNT, fmt.Sprint("size=", size)))
}

// files are those on the disk, with what they hold.
func (d disk) files(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	done(t, filepath.WalkDir(d.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(d.dir, path)
		out[rel] = string(data)
		return err
	}))
	return out
}

// TestDiskFullAtEveryWrite gives what ibid writes a block more of the disk each round, from none until it has enough: until then there is
// a clear error with a next step, what was there before is as it was, and no temporary file stays.
func TestDiskFullAtEveryWrite(t *testing.T) {
	d := disk{t.TempDir()}
	t.Cleanup(func() { _ = syscall.Unmount(d.dir, syscall.MNT_DETACH) })
	step := 3
	if os.Getenv(fullEnv) != "" {
		step = 1
	}
	docs := tides(t)
	elsewhere, built := filepath.Join(t.TempDir(), "index"), filepath.Join(t.TempDir(), "index") // with all the room that they need
	const asks = "When is a tide gauge bench mark levelled?"
	questions := filepath.Join(t.TempDir(), "set.jsonl")
	put(t, filepath.Dir(questions), "set.jsonl", `{"qid":"a","question":"`+asks+`","answerable":true,"gold":[{"doc_id":"gauge","start_line":1,"end_line":3}],"must_contain":["spring"]}`+"\n")
	big := strings.Repeat("old ", 3000)
	at := func(name string) string { return filepath.Join(d.dir, name) }
	base := []string{"--docs", docs, "IBID_ENGINE_EMBEDDER=builtin"}
	from := func(dir string, args ...string) []string { return append(append(args, base...), "--index-dir", dir) }
	for _, tt := range []struct {
		name   string
		before map[string]string // files that are there
		args   []string
		stdin  string
		state  bool   // HOME is on the disk
		grows  bool   // there is an index on the disk, and the documents have changed since
		answer bool   // it is printed all the same, with a note, and the exit code is 0
		step   int    // blocks a round
		makes  string // a file that is there at the end
	}{
		{name: "index", args: from(at("index"), "index"), step: step},
		{name: "ask with no index", args: from(at("index"), "ask", asks), step: step},
		{name: "refresh", args: from(at("index"), "index"), grows: true, step: step},
		{name: "ask after a change", args: from(at("index"), "ask", asks), grows: true, answer: true, step: step},
		{name: "output", args: from(elsewhere, "ask", "--format", "html", "--output", at("answer.html"), asks), before: map[string]string{"answer.html": big}, makes: "answer.html"},
		{name: "eval", args: from(elsewhere, "eval", questions, "--save", at("set.json")), before: map[string]string{"set.json": big}, makes: "set.json"},
		{name: "session", args: from(elsewhere, "--plain"), stdin: asks + "\n", state: true, answer: true},
		{name: "log", args: from(elsewhere, "ask", asks), state: true, answer: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newShell(t)
			if tt.state {
				s.env[0] = "HOME=" + at("home")
			}
			s.stdin = tt.stdin
			s.env = append(s.env, "TMPDIR="+t.TempDir())
			s.run(t, from(elsewhere, "index")...)
			if tt.grows {
				s.env = append(s.env, "IBID_INDEX_VECTORS=none") // of what is grown the words are published first
				s.run(t, from(built, "index")...)
				put(t, docs, "tide.md", strings.Repeat("# Tides\n\nA spring tide follows the full moon. The neap tide follows it by a week.\n\n", 40))
				defer os.Remove(filepath.Join(docs, "tide.md"))
			}
			fails := 0
			for blocks := 0; ; blocks += max(tt.step, 1) {
				d.empty(t)
				put(t, d.dir, "filler", "a tmpfs of no bytes has no end")
				for name, text := range tt.before {
					put(t, d.dir, name, text)
				}
				if tt.state {
					done(t, os.Mkdir(at("home"), 0o700))
				}
				if tt.grows {
					done(t, os.CopyFS(at("index"), os.DirFS(built)))
				}
				before := d.files(t)
				d.room(t, blocks)
				o := s.run(t, tt.args...)
				left := d.files(t)
				for name := range left {
					if strings.Contains(name, ".ibid-") || strings.HasSuffix(name, ".new") || strings.Contains(name, "building-") {
						t.Errorf("%d blocks: %s is left", blocks, name)
					}
				}
				full := strings.Contains(o.out+o.err, "no space left")
				if tt.answer && (o.code != 0 || !strings.Contains(o.out, "spring")) {
					t.Errorf("%d blocks: there is no answer: exit code %d: %s%s", blocks, o.code, o.out, o.err)
				}
				if o.code == 0 && !full {
					if tt.makes != "" && left[tt.makes] == "" {
						t.Errorf("%d blocks: %s is not there: %s%s", blocks, tt.makes, o.out, o.err)
					}
					if blocks == 0 {
						t.Logf("nothing is written: %s", o.err)
					}
					break
				}
				fails++
				if fails == 1 || testing.Verbose() && fails%10 == 0 {
					t.Logf("%d blocks, exit code %d:\n%s", blocks, o.code, o.err)
				}
				if !full || tt.answer == (o.code != 0) || !tt.answer && o.code != 3 && o.code != 2 || strings.Contains(o.err, "--rebuild") || !tt.answer && strings.Count(o.err, "\n") < 2 {
					t.Fatalf("%d blocks: exit code %d: %s", blocks, o.code, o.err)
				}
				for name, text := range before {
					if left[name] != text {
						t.Errorf("%d blocks: %s is not what it was: %d bytes of %d", blocks, name, len(left[name]), len(text))
					}
				}
				if tt.state { // what is there can be read
					d.room(t, 64)
					if o := s.run(t, "sessions"); o.code != 0 || o.err != "" {
						t.Errorf("%d blocks: sessions: exit code %d: %s", blocks, o.code, o.err)
					}
				}
				if blocks > 4000 {
					t.Fatal("there is never enough room")
				}
			}
			t.Logf("%d rounds failed", fails)
		})
	}
}
