package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index"
	"ibid/ui/app"
)

// --index-dir may name a folder with anything in it: ibid makes one of its own there, and touches nothing else.
func TestIndexDirIsSharedWithOthers(t *testing.T) {
	env, dir, docs := home(t), t.TempDir(), t.TempDir()
	place(t, filepath.Join(docs, "a.md"), "# Gauge\n\nA tide gauge measures the height of the sea.\n")
	theirs := []string{"gen-2024/plan.md", "gen-7/manifest.json", "building-plans/house.md", "building-12/chunks.dat", "lock"}
	for _, name := range theirs {
		place(t, filepath.Join(dir, filepath.FromSlash(name)), "precious")
	}
	for _, more := range []string{"", "b.md"} {
		if more != "" {
			place(t, filepath.Join(docs, more), "# Bench mark\n\nA bench mark is a fixed point.\n")
		}
		if r := ibid(t, env, "ask", "--docs", docs, "--index-dir", dir, "What does a tide gauge measure?"); r.code != exitAnswered {
			t.Fatalf("exit code %d: %s", r.code, r.err)
		}
	}
	for _, name := range theirs {
		if data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); err != nil || string(data) != "precious" {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
	other := t.TempDir()
	place(t, filepath.Join(other, "c.md"), "# Other\n\nA ferry is a boat.\n")
	if r := ibid(t, env, "index", "--docs", other, "--index-dir", dir); r.code != exitAnswered || strings.Contains(r.out, "anew") {
		t.Errorf("other documents: exit code %d: %s%s", r.code, r.out, r.err)
	}
	if found, _ := filepath.Glob(filepath.Join(dir, app.IndexFolder, "*", "gen-*")); len(found) != 2 {
		t.Errorf("indexes %q", found)
	}
}

// What stands where the index would be and is none, or inside the documents, is refused before anything is read or written.
func TestIndexDirRefused(t *testing.T) {
	docs, outside := t.TempDir(), t.TempDir()
	place(t, filepath.Join(docs, "a.md"), "# Gauge\n\nA tide gauge measures the height of the sea.\n")
	if err := os.Symlink(docs, filepath.Join(outside, "link")); err != nil {
		t.Skip("links cannot be made here:", err)
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(outside, app.IndexFolder)); err != nil {
		t.Fatal(err)
	}
	hash, err := index.DirFor(filepath.Join("used", app.IndexFolder), []string{docs})
	if err != nil {
		t.Fatal(err)
	}
	used := t.TempDir()
	place(t, filepath.Join(filepath.Dir(used), hash, "gen-2024", "plan.md"), "precious")
	for _, tt := range []struct {
		dir  string
		code int
		want string
	}{
		{docs, exitUsage, "inside the documents"},
		{filepath.Join(docs, "new", "folder"), exitUsage, "inside the documents"},
		{filepath.Join(outside, "link", "new"), exitUsage, "inside the documents"},
		{outside, exitFailed, "not an index of ibid: it is not a folder"},
		{filepath.Join(filepath.Dir(used), "used"), exitFailed, "gen-2024 in it was not made by ibid"},
	} {
		for _, args := range [][]string{{"ask", "What does a tide gauge measure?"}, {"index"}, {"index", "--status"}} {
			if r := ibid(t, home(t), append(args, "--docs", docs, "--index-dir", tt.dir)...); r.code != tt.code || !strings.Contains(r.err, tt.want) {
				t.Errorf("%s, %q: exit code %d: %s", tt.dir, args, r.code, r.err)
			}
		}
	}
	if list, err := os.ReadDir(docs); err != nil || len(list) != 1 {
		t.Errorf("something was written among the documents: %v, %v", list, err)
	}
}

// The cache folder is the user's own, also where it lies below the documents.
func TestCacheBelowDocuments(t *testing.T) {
	docs := t.TempDir()
	place(t, filepath.Join(docs, "a.md"), "# Gauge\n\nA tide gauge measures the height of the sea.\n")
	for range 2 {
		if r := ibid(t, []string{"HOME=" + docs}, "ask", "--docs", docs, "What does a tide gauge measure?"); r.code != exitAnswered {
			t.Errorf("exit code %d: %s", r.code, r.err)
		}
	}
}
