package symbol

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ibid/index/file"
)

// A registry may be named by a setting: what is no regular file is an error at once.
func TestOpenIrregular(t *testing.T) {
	for _, path := range []string{t.TempDir(), "/dev/zero"} {
		if _, err := os.Stat(path); err != nil {
			continue // no such device here
		}
		if _, err := Open(path); !errors.Is(err, file.ErrIrregular) {
			t.Errorf("%s: %v", path, err)
		}
	}
	sparse := filepath.Join(t.TempDir(), FileName)
	if err := os.WriteFile(sparse, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(sparse, maxRegistryBytes+1); err != nil {
		t.Skip("no sparse file can be made here:", err)
	}
	if _, err := Open(sparse); !errors.Is(err, file.ErrTooLarge) {
		t.Errorf("a sparse file: %v", err)
	}
}

// Sources are those of the project: a link to a file elsewhere gives nothing, before the walk and after it.
func TestCollectStaysInTheProject(t *testing.T) {
	base := t.TempDir()
	root := filepath.Join(base, "p")
	if err := os.MkdirAll(root, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"secret.py": "def secret(): pass\n", "p/a.py": "def a(): pass\n", "p/b.py": "def b(): pass\n"} {
		if err := os.WriteFile(filepath.Join(base, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{"out.py": "../secret.py", "in.py": "a.py"} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Skip("links cannot be made here:", err)
		}
	}
	sources, err := Collect(t.Context(), Project{Name: "p", Root: root, Python: &PythonRoot{}})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range sources {
		if s.Path == "b.py" { // swapped after the walk
			if err := errors.Join(os.Remove(filepath.Join(root, "b.py")), os.Symlink("../secret.py", filepath.Join(root, "b.py"))); err != nil {
				t.Fatal(err)
			}
		}
		text, err := s.Read()
		if err != nil {
			text = []byte("no")
		}
		got[s.Path] = string(text)
	}
	want := map[string]string{"a.py": "def a(): pass\n", "in.py": "def a(): pass\n", "b.py": "no"}
	if len(got) != len(want) {
		t.Errorf("got %q", got)
	}
	for path, text := range want {
		if got[path] != text {
			t.Errorf("%s: %q, want %q", path, got[path], text)
		}
	}
}
