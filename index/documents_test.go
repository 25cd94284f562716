package index

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/index/source"
)

func TestDocuments(t *testing.T) {
	opt := Options{Roots: []string{"../testdata/handbook"}, Dir: filepath.Join(t.TempDir(), "index")}
	refresh(t, opt)
	ix := open(t, opt)
	docs := ix.Documents()
	if !slices.IsSortedFunc(docs, func(a, b DocumentInfo) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("not in the order of ids")
	}
	chunks := 0
	for _, d := range docs {
		chunks += d.Chunks
		if _, err := os.Stat(d.Path); err != nil || d.Title == "" || d.Chunks == 0 || d.Project == "" {
			t.Errorf("%+v: %v", d, err)
		}
	}
	if chunks != ix.Len() {
		t.Errorf("%d chunks of %d", chunks, ix.Len())
	}
	at := func(id string) DocumentInfo {
		for _, d := range docs {
			if d.ID == id {
				return d
			}
		}
		t.Errorf("no document %q", id)
		return DocumentInfo{}
	}
	if d := at("sensor-standard"); d.Pages == 0 || d.Kind != source.Docs || filepath.Base(d.Path) != "sensor-standard.pdf" {
		t.Errorf("%+v", d)
	}
	if d := at("gauge/gauge_test.go"); d.Pages != 0 || d.Kind != source.Test || d.Project != "gauge" {
		t.Errorf("%+v", d)
	}
	equal(t, "projects", ix.Projects(), []string{"gauge", "handbook"})
}

// projectsOf maps the documents of an index to their projects.
func projectsOf(ix *Index) map[string]string {
	out := map[string]string{}
	for _, d := range ix.Documents() {
		out[d.ID] = d.Project
	}
	return out
}

func TestProjects(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"notes/top.md": "text", "notes/deep/er/low.md": "text",
		"mono/go.mod": "module x", "mono/a.md": "text", "mono/libs/api/pyproject.toml": "", "mono/libs/api/doc/b.md": "text",
		"mono/services/api/package.json": "{}", "mono/services/api/c.md": "text", "mono/empty/setup.py": "", "mono/go.mod.d/d.md": "text",
		"other/notes/setup.py": "", "other/notes/e.md": "text", "alone.md": "text",
	})
	if err := os.Mkdir(filepath.Join(dir, "notes", "go.mod"), 0o700); err != nil { // a folder marks nothing
		t.Fatal(err)
	}
	root := func(names ...string) Options {
		opt := Options{Dir: filepath.Join(t.TempDir(), "index")}
		for _, n := range names {
			opt.Roots = append(opt.Roots, filepath.Join(dir, n))
		}
		return opt
	}
	tests := []struct {
		name  string
		roots Options
		want  map[string]string
	}{
		{"one root that is none", root("notes"), map[string]string{"top": "", "deep/er/low": ""}},
		{"one root that is one", root("mono"), map[string]string{"a": "mono", "go.mod.d/d": "mono", "libs/api/doc/b": "libs/api", "services/api/c": "services/api",
			"services/api/package.json": "services/api"}},
		{"several roots", root("notes", "mono", "alone.md"), map[string]string{"notes/top": "notes", "notes/deep/er/low": "notes", "mono/a": "mono",
			"mono/libs/api/doc/b": "libs/api", "alone": ""}},
		{"roots of the same name", root("notes", "other/notes"), map[string]string{"notes/top": "notes", "notes-2/e": "notes-2"}},
		{"a root and a folder below of the same name", root("other", "notes"), map[string]string{"notes/top": "notes", "other/notes/e": "other/notes"}},
	}
	for _, tt := range tests {
		refresh(t, tt.roots)
		ix := open(t, tt.roots)
		got := projectsOf(ix)
		for id, want := range tt.want {
			if p, ok := got[id]; p != want || !ok {
				t.Errorf("%s: %s is in %q (%v), want %q", tt.name, id, p, ok, want)
			}
		}
		if _, ok := got["empty/setup.py"]; ok {
			t.Errorf("%s: an empty file is a document", tt.name)
		}
		for _, p := range ix.Projects() {
			if !slices.Contains(slices.Collect(maps.Values(got)), p) {
				t.Errorf("%s: %q holds nothing", tt.name, p)
			}
		}
	}
}

// A project file that comes or goes changes what the documents belong to. It costs a new generation, for what
// is derived from source code goes by the names of its projects.
func TestProjectsAreNoticed(t *testing.T) {
	projectsAreNoticed(t, true)
	projectsAreNoticed(t, false)
}

func projectsAreNoticed(t *testing.T, hasSource bool) {
	t.Helper()
	opt := smallCorpus(t)
	if !hasSource {
		if err := os.Remove(filepath.Join(opt.Roots[0], "sub", "gauge.py")); err != nil {
			t.Fatal(err)
		}
	}
	refresh(t, opt)
	equal(t, "before", open(t, opt).Projects(), nil)
	write(t, opt.Roots[0], map[string]string{"sub/package.json": "{}", "sub/bad\xff/go.mod": "module m", "sub/bad\xff/x.md": "text"})
	refresh(t, opt)
	if got := projectsOf(open(t, opt)); got["sub/three"] != "sub" || got["sub/bad_/x"] != "bad_" || got["one"] != "" {
		t.Errorf("after: %q", got)
	}
	write(t, opt.Roots[0], map[string]string{"go.mod": "module m"})
	if r := refresh(t, opt); !r.Built {
		t.Errorf("%+v", r)
	}
	if got := projectsOf(open(t, opt)); got["one"] != "docs" || got["sub/three"] != "sub" {
		t.Errorf("with a root: %q", got)
	}
	mustEqualFresh(t, opt)
	if err := os.Remove(filepath.Join(opt.Roots[0], "go.mod")); err != nil {
		t.Fatal(err)
	}
	refresh(t, opt)
	if got := projectsOf(open(t, opt)); got["one"] != "" {
		t.Errorf("gone: %q", got)
	}
	mustEqualFresh(t, opt)
}
