package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"ibid/index/file"
)

// overwrite writes a file that a person named, whole or not at all. A link stays one, an older file keeps its mode, and
// what is no file, such as a terminal, is written to. Its errors do not name the path, which is told beside them.
func overwrite(path string, data []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := fs.FileMode(0o600)
	if info, err := os.Stat(path); err == nil {
		if mode = info.Mode().Perm(); !info.Mode().IsRegular() {
			return cause(os.WriteFile(path, data, mode))
		}
	}
	err := file.Replace(path, data)
	if err == nil {
		err = os.Chmod(path, mode)
	}
	return cause(err)
}

// writable says why no file can be made in a folder or, where there is none yet, in the one that it would be made in.
// Nothing is left behind.
func writable(dir string) error {
	for !exists(dir) && filepath.Dir(dir) != dir {
		dir = filepath.Dir(dir)
	}
	probe, err := os.CreateTemp(dir, ".ibid-*")
	if err == nil {
		err = errors.Join(probe.Close(), os.Remove(probe.Name()))
	}
	return cause(err)
}

// exists tells whether something is at a path, or whether nobody can tell.
func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// cause is an error of a file without its path.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
