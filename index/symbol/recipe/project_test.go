package recipe

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ibid/index/source"
	"ibid/index/symbol"
	"ibid/index/symbol/resolve"
)

// project reads the sources and documents below a folder.
func project(t testing.TB, name, root string) (*symbol.Registry, []File) {
	t.Helper()
	p, err := symbol.Detect(name, root)
	if err != nil {
		t.Fatal(err)
	}
	sources, err := symbol.Collect(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := symbol.Build(context.Background(), []symbol.Project{p}, sources, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var files []File
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if text, err := source.Text(rel, data); err == nil {
			files = append(files, File{Doc: rel, Root: root, Path: rel, Project: name, Text: text})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r, files
}

// derive makes everything that there is of a project.
func derive(t testing.TB, name, root string) []Derived {
	t.Helper()
	r, files := project(t, name, root)
	out, err := Derive(context.Background(), r, files, NamesBy(resolve.New(r)), nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func ofKinds(all []Derived, kinds ...source.Kind) []Derived {
	return slices.DeleteFunc(slices.Clone(all), func(d Derived) bool { return !slices.Contains(kinds, d.Kind) })
}

// TestProjects holds what is derived of small projects against golden files.
func TestProjects(t *testing.T) {
	for _, tt := range []struct{ name, root string }{
		{"harbour", "testdata/harbour"},
		{"tidewater", "../../../testdata/handbook"},
		{"gauge", "../../../testdata/handbook/gauge"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			all := derive(t, tt.name, tt.root)
			check(t, all)
			golden(t, tt.name+"-cards.txt", shown(ofKinds(all, source.SymbolCard)))
			golden(t, tt.name+"-recipes.txt", shown(ofKinds(all, source.Recipe, source.RecipeSection)))
		})
	}
}

// TestOrder: the order in which files are given changes nothing, and ids are unique and sorted.
func TestOrder(t *testing.T) {
	r, files := project(t, "tidewater", "../../../testdata/handbook")
	names := NamesBy(resolve.New(r))
	want, err := Derive(context.Background(), r, files, names, nil)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(files)
	got, err := Derive(context.Background(), r, files, names, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("files in another order give something else")
	}
	if !slices.IsSortedFunc(want, func(a, b Derived) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("not sorted by ID")
	}
	for i := 1; i < len(want); i++ {
		if want[i].ID == want[i-1].ID {
			t.Errorf("two have the id %s", want[i].ID)
		}
	}
}

// TestLines: the lines of a block of code are where the original has it.
func TestLines(t *testing.T) {
	r, files := project(t, "tidewater", "../../../testdata/handbook")
	all, err := Derive(context.Background(), r, files, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string][]string{}
	for _, f := range files {
		texts[f.Path] = strings.Split(f.Text, "\n")
	}
	for _, d := range all {
		lines := texts[d.Path]
		if d.EndLine > len(lines) {
			t.Errorf("%s ends on line %d of %d", d.ID, d.EndLine, len(lines))
			continue
		}
		for _, b := range d.Document.Blocks {
			if b.Kind != source.Code || d.Kind != source.Recipe || strings.HasSuffix(d.Path, ".ipynb") {
				continue
			}
			first, _, _ := strings.Cut(d.Document.Text[b.Start:b.End], "\n")
			if there := lines[b.StartLine-1]; !strings.Contains(there, strings.TrimSpace(first)) && !strings.HasPrefix(first, "import ") && !strings.HasPrefix(first, "from ") {
				t.Errorf("%s: line %d is %q, not %q", d.ID, b.StartLine, there, first)
			}
		}
	}
}
