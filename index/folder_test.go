package index

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// What stands in the place of an index and is none stays as it is, and is neither read nor written.
func TestForeignFolders(t *testing.T) {
	built := smallCorpus(t)
	refresh(t, built)
	link := func(target string) func(string) error {
		return func(path string) error { return os.Symlink(target, path) }
	}
	for name, tt := range map[string]struct {
		make func(dir string) error
		why  string
	}{
		"a folder of the user's": {func(dir string) error {
			return errors.Join(os.MkdirAll(filepath.Join(dir, "gen-2024"), 0o700), os.WriteFile(filepath.Join(dir, "gen-2024", "plan.md"), []byte("plan"), 0o600))
		}, "gen-2024 in it was not made by ibid"},
		"other files": {func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, "thesis.md"), []byte("x"), 0o600))
		}, "thesis.md in it was not made by ibid"},
		"a marker of another program": {func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, markerFile), []byte(marker[:43]+"\n"), 0o600),
				os.WriteFile(filepath.Join(dir, "thesis.md"), []byte("x"), 0o600))
		}, "thesis.md in it was not made by ibid"},
		"a link to an index": {link(built.Dir), "it is not a folder"},
		"a link to nowhere":  {link(filepath.Join(t.TempDir(), "nowhere")), "it is not a folder"},
		"a lock that is a link": {func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o700), mark(dir), os.Symlink(filepath.Join(built.Roots[0], "one.md"), filepath.Join(dir, lockFile)))
		}, lockFile + " in it was not made by ibid"},
		"a marker that is a link": {func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o700), os.Symlink(filepath.Join(built.Dir, markerFile), filepath.Join(dir, markerFile)))
		}, markerFile + " in it was not made by ibid"},
		"a generation that is a link": {func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o700), mark(dir), os.Symlink(generationDir(built.Dir, 1), generationDir(dir, 1)))
		}, "gen-1 in it was not made by ibid"},
		"a folder for building that is a link": {func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o700), mark(dir), os.Symlink(built.Roots[0], filepath.Join(dir, "building-1")))
		}, "building-1 in it was not made by ibid"},
		"kept vectors that are a link": {func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o700), mark(dir), os.Symlink(built.Roots[0], filepath.Join(dir, keptDir)))
		}, keptDir + " in it was not made by ibid"},
		"a folder that all can write to": {func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o700), mark(dir), os.Chmod(dir, 0o777))
		}, "everybody can write to it"},
		"a folder of another user": {func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o700), mark(dir), os.Chown(dir, 4711, 4711))
		}, "it belongs to another user"},
	} {
		t.Run(name, func(t *testing.T) {
			if runtime.GOOS == "windows" || os.Getuid() != 0 && strings.Contains(name, "another user") {
				t.Skip("needs what only root can do, on Unix")
			}
			opt := Options{Roots: built.Roots, Dir: filepath.Join(t.TempDir(), "index")}
			must(t, tt.make(opt.Dir))
			before := listing(t, filepath.Dir(opt.Dir))
			source := listing(t, filepath.Dir(built.Dir))
			_, refreshed := Refresh(context.Background(), opt, nil)
			_, opened := Open(opt)
			_, status := Status(context.Background(), opt)
			for what, err := range map[string]error{"Refresh": refreshed, "Open": opened, "Status": status, "Verify": Verify(context.Background(), opt)} {
				if !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), tt.why) || !strings.Contains(err.Error(), "--index-dir") {
					t.Errorf("%s: %v", what, err)
				}
			}
			sweep(opt.Dir, 0)
			equal(t, "the folder", listing(t, filepath.Dir(opt.Dir)), before)
			equal(t, "what the links lead to", listing(t, filepath.Dir(built.Dir)), source)
		})
	}
}

// listing names everything below a folder.
func listing(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil {
			names = append(names, path+" "+e.Type().String())
		}
		return err
	}))
	return names
}

// An index of a version that wrote no marker is one, and gets it with the next change; so is one whose marker is damaged.
func TestIndexWithoutMarker(t *testing.T) {
	opt := smallCorpus(t)
	refresh(t, opt)
	for i, damage := range []func(path string) error{os.Remove, func(path string) error { return os.WriteFile(path, []byte("x"), 0o600) }} {
		must(t, damage(filepath.Join(opt.Dir, markerFile)))
		if i == 0 {
			must(t, os.WriteFile(filepath.Join(opt.Dir, markerTemp), []byte("killed"), 0o600))
		}
		if r, err := Status(context.Background(), opt); err != nil || r.Rebuilt != "" {
			t.Errorf("%+v, %v", r, err)
		}
		write(t, opt.Roots[0], map[string]string{"new.md": page("New", i)})
		refresh(t, opt)
		if !marked(opt.Dir) {
			t.Error("no marker")
		}
		mustEqualFresh(t, opt)
	}
}
