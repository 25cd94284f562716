//go:build unix

package index

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestWalkSpecialFiles(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.md"), 0o600); err != nil {
		t.Skip("no pipes here: ", err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, ".gitignore"), 0o600); err != nil { // reading it would hang
		t.Fatal(err)
	}
	ids, skips := walked(t, Options{Roots: []string{dir}})
	equal(t, "files", ids, nil)
	equal(t, "skips", skips, []string{"pipe.md: not a regular file"})
}

func TestWalkUnreadableFolder(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root reads everything")
	}
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.md": "a", "locked/b.md": "b", "rules/.gitignore": "c.md", "rules/c.md": "c"})
	chmod(t, filepath.Join(dir, "locked"), 0)
	chmod(t, filepath.Join(dir, "rules", ".gitignore"), 0)
	ids, skips := walked(t, Options{Roots: []string{dir}})
	equal(t, "files", ids, []string{"a", "rules/c"})
	equal(t, "skips", skips, []string{"locked: unreadable folder: permission denied", "rules/.gitignore: its patterns are not applied: permission denied"})
}

// A project file that is a FIFO is none that could be read, and is not waited for.
func TestRefreshSpecialProjectFiles(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	write(t, opt.Roots[0], map[string]string{"tide/tide.py": "def level():\n    return 1\n"})
	for _, name := range []string{"pyproject.toml", "go.mod", "package.json", "setup.cfg"} {
		if err := syscall.Mkfifo(filepath.Join(opt.Roots[0], "tide", name), 0o600); err != nil {
			t.Skip("no pipes here: ", err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"name": "quicksilver"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	write(t, opt.Roots[0], map[string]string{"web/index.js": "export function level() {}\n"})
	if err := os.Symlink("../../package.json", filepath.Join(opt.Roots[0], "web", "package.json")); err != nil {
		t.Skip("no links here: ", err)
	}
	ended := make(chan Report)
	go func() { ended <- refresh(t, opt) }()
	select {
	case <-ended:
	case <-time.After(2 * time.Minute):
		t.Fatal("it hangs")
	}
	r, err := open(t, opt).Registry()
	if err != nil {
		t.Fatal(err)
	}
	found := r.Search("level", 9)
	if len(found) != 2 {
		t.Errorf("%d symbols, want one of each source", len(found))
	}
	for _, e := range found {
		if strings.Contains(e.Name, "quicksilver") {
			t.Errorf("%s has a name from outside", e.Name)
		}
	}
}
