package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ProjectFile is what a project's file does with the settings.
type ProjectFile struct {
	Path string   // absolute, links resolved
	Sets []string // keys, in the order of the file
}

// projectKeys are all that a project's file may set. It may have come with somebody else's documents.
var projectKeys = []string{"docs", "projects", "ui.theme", "engine.generator", "engine.fallback", "guard.unproven"}

// readProject reads the project's file of a folder; nil and nothing where there is none.
func readProject(dir string) (*ProjectFile, []byte, error) {
	path := filepath.Join(dir, projectFile)
	data, err := readFile(path)
	if data == nil || err != nil {
		return nil, nil, err
	}
	at, err := resolve(dir)
	if err != nil {
		return nil, nil, &Error{path, err.Error()}
	}
	return &ProjectFile{Path: filepath.Join(at, projectFile)}, data, nil
}

// notForProjects says why a project's file in a folder may not give one of its settings a value, "" where it may.
func (s Setting) notForProjects(dir string, value any) string {
	may := ""
	switch s.Key {
	case "docs", "projects":
		paths := slices.Clone(value.([]string))
		for i := range paths {
			if _, path, named := strings.Cut(paths[i], "="); named && s.Key == "projects" {
				paths[i] = path
			}
		}
		if !Inside(dir, paths) {
			may = "name what is inside its folder"
		}
	case "engine.generator":
		may = unless(value, "extractive")
	case "engine.fallback":
		may = unless(value, "refuse")
	case "guard.unproven":
		may = unless(value, "quote")
	}
	if may == "" {
		return ""
	}
	return fmt.Sprintf("a project file may only %s: set %s, or write it in your own config.toml instead", may, s.Env())
}

func unless(value any, narrowest string) string {
	if value == narrowest {
		return ""
	}
	return "make this " + narrowest
}

// Inside tells whether all paths are a folder or lie in it, links resolved.
func Inside(dir string, paths []string) bool {
	root, err := resolve(dir)
	return err == nil && !slices.ContainsFunc(paths, func(p string) bool {
		at, err := resolve(p)
		if err != nil {
			return true
		}
		rel, err := filepath.Rel(root, at)
		return err != nil || !filepath.IsLocal(rel)
	})
}

// resolve is a path without links, from the root. What is not there yet stands below what is; a link to nowhere is an
// error.
func resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	at, err := filepath.EvalSymlinks(path)
	if _, there := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) || there == nil || filepath.Dir(path) == path {
		return at, err
	}
	above, err := resolve(filepath.Dir(path))
	return filepath.Join(above, filepath.Base(path)), err
}
