package file

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := os.WriteFile(path, []byte("four"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := Read(path, 4); err != nil || string(data) != "four" {
		t.Errorf("a file as large as allowed: %q, %v", data, err)
	}
	if _, err := Read(path, 3); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a larger one: %v", err)
	}
	if _, err := Read(dir, 3); !errors.Is(err, ErrIrregular) {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Read(filepath.Join(dir, "b"), 3); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing one: %v", err)
	}
	if _, err := Read(os.DevNull, 3); !errors.Is(err, ErrIrregular) {
		t.Errorf("a device: %v", err)
	}
}

func TestOpenIn(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "outside"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	inside := filepath.Join(dir, "inside")
	if err := os.Mkdir(inside, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(inside, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"out": "../outside", "in": "file"} {
		if err := os.Symlink(target, filepath.Join(inside, name)); err != nil {
			t.Skip("links cannot be made here:", err)
		}
	}
	root, err := os.OpenRoot(inside)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for name, want := range map[string]string{"file": "", "in": "", "out": "escapes"} {
		f, _, err := OpenIn(root, name)
		if err == nil {
			f.Close()
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

func TestDirect(t *testing.T) {
	dir := t.TempDir()
	for _, folder := range []string{"in/real/deep", "in/.hidden/deep"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(folder)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(folder), "a.md"), []byte(folder), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{"in/linked": ".hidden", "in/real/linked": "../.hidden/deep", "in/real/deep/b.md": "a.md", "in/out": "../.."} {
		if err := os.Symlink(filepath.FromSlash(target), filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Skip("links cannot be made here:", err)
		}
	}
	root, err := os.OpenRoot(filepath.Join(dir, "in"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if data, err := ReadDirect(root, "real/deep/a.md", 100); err != nil || string(data) != "in/real/deep" {
		t.Errorf("%q, %v", data, err)
	}
	for name, want := range map[string]error{
		"linked/deep/a.md": ErrMoved, "real/linked/a.md": ErrMoved, "real/deep/b.md": ErrIrregular, "real/deep": ErrIrregular,
		"out/in/real/deep/a.md": ErrMoved, "real/deep/c.md": os.ErrNotExist,
	} {
		if f, _, err := OpenDirect(root, name); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
			if err == nil {
				f.Close()
			}
		}
	}
}
