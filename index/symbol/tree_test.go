package symbol

import (
	"ibid/index/symbol/decl"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree writes files below a new folder: each is a line "-- path --" and the text up to the next.
func tree(t testing.TB, archive string) string {
	t.Helper()
	root := t.TempDir()
	grow(t, root, archive)
	return root
}

func grow(t testing.TB, root, archive string) {
	t.Helper()
	for _, part := range strings.Split("\n"+archive, "\n-- ")[1:] {
		name, text, ok := strings.Cut(part, " --\n")
		if !ok {
			name, text = strings.TrimSuffix(part, " --"), ""
		}
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// registry reads the projects of some roots, named by their order: "a", "b" …
func registry(t testing.TB, old *Registry, roots ...string) *Registry {
	t.Helper()
	var projects []Project
	var sources []Source
	for i, root := range roots {
		p, err := Detect(string(rune('a'+i)), root)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Collect(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		projects, sources = append(projects, p), append(sources, s...)
	}
	r, err := Build(t.Context(), projects, sources, old, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// names is a row of a test of lookups: what a name leads to, as "origin kind", or "absent", "foreign", "unread".
type names map[string]string

func (n names) check(t *testing.T, r *Registry) {
	t.Helper()
	for _, name := range sortedKeys(n) {
		e, finding, why := r.Lookup(name)
		got := outcome(e, finding)
		if got != n[name] {
			t.Errorf("%s: %s (%s), want %s", name, got, why, n[name])
		}
		if finding == decl.Found && e.Name != name {
			t.Errorf("%s was found as %s", name, e.Name)
		}
		if (finding == decl.Found) != (why == "") {
			t.Errorf("%s: %s, because %q", name, got, why)
		}
	}
}

func outcome(e Entry, finding decl.Finding) string {
	switch finding {
	case decl.Found:
		return e.Origin + " " + string(e.Kind())
	case decl.Absent:
		return "absent"
	case decl.Foreign:
		return "foreign"
	}
	return "unread"
}
