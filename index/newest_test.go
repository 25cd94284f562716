package index

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

func TestNewest(t *testing.T) {
	root := t.TempDir()
	opt := Options{Roots: []string{root}, Dir: t.TempDir()}
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Refresh(context.Background(), opt, func(Step) {}); err != nil {
			t.Fatal(err)
		}
	}
	put("a.md", "The valve opens at 4 bar.")
	ix, err := Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	if !ix.Newest() {
		t.Error("just opened, and not the newest")
	}
	put("b.md", "The pump stops at 2 bar.")
	if ix.Newest() {
		t.Error("there is a newer one")
	}
}
