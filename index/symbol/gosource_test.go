package symbol

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// goRegistry is the registry of Go's standard library; the test is skipped where its sources are absent.
func goRegistry(t testing.TB) *Registry {
	root := filepath.Join(runtime.GOROOT(), "src")
	if _, err := os.Stat(filepath.Join(root, "fmt", "print.go")); err != nil {
		t.Skip("no sources of Go")
	}
	return build(t, "go", root)
}

func build(t testing.TB, name, root string) *Registry {
	p, err := Detect(name, root)
	if err != nil {
		t.Fatal(err)
	}
	sources, err := Collect(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Build(t.Context(), []Project{p}, sources, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGoStandardLibrary(t *testing.T) {
	r := goRegistry(t)
	for _, c := range []struct{ name, origin string }{
		{"net/http.Server.Shutdown", ""},
		{"bufio.ReadWriter.Peek", "bufio.Reader.Peek"},
		{"testing.T.Errorf", "testing.common.Errorf"},
		{"os.FileMode", "io/fs.FileMode"},
		{"os.FileMode.IsDir", "io/fs.FileMode.IsDir"},
	} {
		e, finding, why := r.Lookup(c.name)
		if c.origin == "" {
			c.origin = c.name
		}
		if finding != Found || e.Name != c.name || e.Origin != c.origin {
			t.Errorf("%s: %v %q from %q, want %q: %s", c.name, finding, e.Name, e.Origin, c.origin, why)
		}
	}
}

func BenchmarkBuildGo(b *testing.B) {
	for b.Loop() {
		goRegistry(b)
	}
}
