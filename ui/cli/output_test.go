package cli

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOverwriteLeavesNothingElse(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	for _, text := range []string{"old", "new"} {
		if err := overwrite(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := overwrite(dir, []byte("x")); err == nil {
		t.Error("a folder was replaced")
	}
	if err := writable(filepath.Join(dir, "not", "there")); err != nil {
		t.Error(err)
	}
	if err := writable(filepath.Join(path, "below")); err == nil {
		t.Error("a file is taken for a folder")
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if hidden, _ := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) != 1 || len(hidden) > 0 {
		t.Errorf("left behind: %q %q, %v", left, hidden, err)
	}
	if got, _ := os.ReadFile(path); string(got) != "new" {
		t.Errorf("%q", got)
	}
}
