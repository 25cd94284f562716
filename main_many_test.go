//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// An index is brought up to date by what changed alone, and says what that was, in a tree of many small files, some of which it cannot read.
func TestManyFiles(t *testing.T) {
	const n = 200
	s, docs := newShell(t), t.TempDir()
	name := func(i int) string {
		return fmt.Sprintf("shelf%02d/box%d/item%06d.%s", i/1000, i/100%10, i, [...]string{"md", "txt", "py", "html", "bin"}[i%5])
	}
	for i := range n {
		put(t, docs, name(i), fmt.Sprintf("# Item %d is kept in box %d. It was measured in year %d and weighs %d grams.\n", i, i/100%10, 1000+i%900, i%977))
	}
	aged(t, docs)
	const readable = n - n/5
	for _, tt := range []struct {
		name                           string
		change                         func() error
		files, added, changed, removed int
	}{
		{"from nothing", func() error { return nil }, readable, readable, 0, 0},
		{"nothing changed", func() error { return nil }, readable, 0, 0, 0},
		{"one changed", func() error { return os.WriteFile(filepath.Join(docs, name(6)), []byte("Item 6 was lost.\n"), 0o600) }, readable, 0, 1, 0},
		{"one gone", func() error { return os.Remove(filepath.Join(docs, name(10))) }, readable - 1, 0, 0, 1},
	} {
		done(t, tt.change())
		var got struct {
			Rebuilt                        string
			Files, Added, Changed, Removed int
			Skipped                        []struct{ Path, Reason string }
		}
		o := s.mustRun(t, "index", "--json", "--docs", docs)
		done(t, json.Unmarshal([]byte(o.out), &got))
		if got.Files != tt.files || got.Added != tt.added || got.Changed != tt.changed || got.Removed != tt.removed || got.Rebuilt != "" {
			t.Errorf("%s: %.300s", tt.name, o.out)
		}
		left := 0
		for _, skip := range got.Skipped { // many of one folder are told together
			some := 1
			_, _ = fmt.Sscanf(skip.Reason, "%d entries:", &some)
			left += some
		}
		if left != n/5 {
			t.Errorf("%s: %d files of %d are left out: %.200v", tt.name, left, n/5, got.Skipped)
		}
	}
}
