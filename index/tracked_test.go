package index

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestTracked reads what git tracks though a .gitignore names it, in each version of git's index.
func TestTracked(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("needs git")
	}
	for _, version := range []string{"2", "3", "4"} {
		dir := t.TempDir()
		write(t, dir, map[string]string{
			"docs/.gitignore":         "notes/\n*.txt\n",
			"docs/notes/kept.md":      "kept",
			"docs/notes/deep/kept.md": "kept",
			"docs/notes/lost.md":      "lost",
			"docs/notes/.gitignore":   "",
			"docs/notes/out/lost.md":  "lost",
			"docs/notes/out/own.md":   "lost",
			"docs/notes/.ibidignore":  "own.md\n",
			"docs/kept.txt":           "kept",
			"docs/lost.txt":           "lost",
			"docs/a/ordinary.md":      "ordinary",
			strings.Repeat("d/", 60) + strings.Repeat("n", 80) + ".md": "long",
		})
		for _, args := range [][]string{
			{"init", "-q"}, {"update-index", "--index-version", version}, {"add", "d"},
			{"add", "-f", "docs/notes/kept.md", "docs/notes/deep/kept.md", "docs/notes/out/own.md", "docs/kept.txt"}, {"update-index", "--index-version", version},
		} {
			if out, err := exec.Command(git, append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
				t.Fatalf("git %v: %v\n%s", args, err, out)
			}
		}
		tree, err := walk(t.Context(), Options{Roots: []string{dir}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range tree.files {
			if strings.HasPrefix(f.Rel, "docs/") {
				got = append(got, f.Rel)
			}
		}
		tree.close()
		want := []string{"docs/a/ordinary.md", "docs/kept.txt", "docs/notes/deep/kept.md", "docs/notes/kept.md"}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("version %s: %q, want %q", version, got, want)
		}
		data, err := os.ReadFile(filepath.Join(dir, ".git/index"))
		if err != nil {
			t.Fatal(err)
		}
		if all := parseGitIndex(data); len(all) != 5 {
			t.Errorf("version %s: %q", version, all)
		}
	}
}

func FuzzGitIndex(f *testing.F) {
	f.Add([]byte("DIRC\x00\x00\x00\x02\x00\x00\x00\x01" + strings.Repeat("\x00", 60) + "\x00\x04a.md\x00\x00\x00\x00"))
	f.Add([]byte("DIRC\x00\x00\x00\x04\x00\x00\x00\x02" + strings.Repeat("\x00", 60) + "\x00\x04\x00a.md\x00" + strings.Repeat("\x00", 60) + "\x00\x04\x04b.md\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range parseGitIndex(data) {
			if name == "" || strings.Contains(name, "\x00") {
				t.Errorf("%q", name)
			}
		}
	})
}
