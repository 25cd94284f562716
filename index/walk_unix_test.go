//go:build unix

package index

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
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
