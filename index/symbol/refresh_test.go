package symbol

import (
	"context"
	"ibid/index/symbol/decl"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func sourcesAt(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func has(t *testing.T, r *Registry, name string, want decl.Finding) {
	t.Helper()
	if _, got, why := r.Lookup(name); got != want {
		t.Errorf("%s: %v (%s), want %v", name, got, why, want)
	}
}

func TestRefresh(t *testing.T) {
	root, cache := t.TempDir(), filepath.Join(t.TempDir(), "new", "r.json")
	sourcesAt(t, root, map[string]string{"tide.py": "def level(): pass\n", "wind.py": "def gust(): pass\n"})
	p, err := Detect("sea", root)
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	refresh := func() *Registry {
		t.Helper()
		read = 0
		r, err := Refresh(context.Background(), []Project{p}, cache, func(done, total int) { read = total })
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	has(t, refresh(), "tide.level", decl.Found)
	if r := refresh(); read != 0 {
		t.Error("unchanged sources were looked at again")
	} else {
		has(t, r, "wind.gust", decl.Found)
	}

	sourcesAt(t, root, map[string]string{"tide.py": "def height(): pass\n"})
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(root, "tide.py"), later, later); err != nil {
		t.Fatal(err)
	}
	r := refresh()
	has(t, r, "tide.height", decl.Found)
	has(t, r, "tide.level", decl.Absent)

	if err := os.Remove(filepath.Join(root, "wind.py")); err != nil {
		t.Fatal(err)
	}
	if _, got, _ := refresh().Lookup("wind.gust"); got == decl.Found {
		t.Error("a function of a file that is gone is found")
	}

	if err := os.WriteFile(cache, []byte("{\"schema\":"), 0o600); err != nil {
		t.Fatal(err)
	}
	has(t, refresh(), "tide.height", decl.Found)
}

func TestJoin(t *testing.T) {
	build := func(name string, files map[string]string) *Registry {
		root := t.TempDir()
		sourcesAt(t, root, files)
		p, err := Detect(name, root)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Refresh(context.Background(), []Project{p}, filepath.Join(t.TempDir(), "r.json"), nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	sea := build("sea", map[string]string{"tide.py": "import land\nlevel = land.height\n"})
	land := build("land", map[string]string{"land.py": "def height(): pass\n"})
	other := build("sea", map[string]string{"shadow.py": "x = 1\n"})
	r := Join(sea, land, other)
	if got := r.Projects(); len(got) != 2 || got[0].Name != "sea" || got[1].Name != "land" {
		t.Fatalf("projects %+v", got)
	}
	has(t, r, "land.height", decl.Found)
	has(t, r, "tide.level", decl.Found)
	has(t, r, "shadow.x", decl.Foreign)
	has(t, sea, "land.height", decl.Foreign)
}
