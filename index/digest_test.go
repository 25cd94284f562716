package index

import (
	"os"
	"path/filepath"
	"testing"
)

// TestDigest holds that a digest tells the documents and nothing else: not where they are, not what cannot be read among them.
func TestDigest(t *testing.T) {
	of := func(files map[string]string) string {
		t.Helper()
		root := t.TempDir()
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		opt := Options{Roots: []string{root}, Dir: filepath.Join(t.TempDir(), "index")}
		refresh(t, opt)
		return open(t, opt).Digest()
	}
	const pump, valve = "# Pumps\n\nThe pump runs at 24 volts.\n", "# Valves\n\nThe valve opens at 7 bar.\n"
	want := of(map[string]string{"a.md": pump, "b.md": valve})
	if got := of(map[string]string{"b.md": valve, "a.md": pump, "c.md": ""}); got != want || len(got) != 64 {
		t.Errorf("the same documents elsewhere: %s, want %s", got, want)
	}
	for name, files := range map[string]map[string]string{
		"one is gone":     {"a.md": pump},
		"one changed":     {"a.md": pump, "b.md": valve + "\nIt is new.\n"},
		"one is renamed":  {"a.md": pump, "c.md": valve},
		"two are swapped": {"a.md": valve, "b.md": pump},
	} {
		if of(files) == want {
			t.Errorf("%s, and the digest is the same", name)
		}
	}
}
