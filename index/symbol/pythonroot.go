package symbol

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// PythonRoot says which Python files of a project are modules.
type PythonRoot struct {
	Folder  string   `json:"folder"`            // below the root, that would stand on sys.path; "" for the root
	Prefix  string   `json:"prefix,omitempty"`  // the package that the folder is itself
	Modules []string `json:"modules,omitempty"` // top-level packages and modules of a checkout; none where every file is a module
}

// pythonMarkers mark a checkout of Python sources.
var pythonMarkers = [...]string{pyprojectFile, setupFile, setupConfig}

// notModules are what stands beside the modules of a checkout of Python sources.
var notModules = [...]string{"setup", "conftest", "noxfile", "tasks", "test", "tests", "testing", "doc", "docs", "example", "examples", "benchmarks", "build", "dist"}

// pythonCheckout finds the folder of a checkout that would be on sys.path, and the modules there.
func pythonCheckout(root string, entries []fs.DirEntry) *PythonRoot {
	const src = "src"
	if inside, err := os.ReadDir(filepath.Join(root, src)); err == nil && !isPackage(filepath.Join(root, src)) {
		for _, e := range inside {
			if e.IsDir() && isIdentifier(e.Name()) || strings.HasSuffix(e.Name(), ".py") {
				return &PythonRoot{Folder: src}
			}
		}
	}
	p := &PythonRoot{Modules: []string{}}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() {
			if !isPackage(filepath.Join(root, name)) {
				continue
			}
		} else if ext := path.Ext(name); ext == ".py" || ext == ".pyi" {
			name = strings.TrimSuffix(name, ext)
		} else {
			continue
		}
		if isIdentifier(name) && !slices.Contains(notModules[:], name) && !slices.Contains(p.Modules, name) {
			p.Modules = append(p.Modules, name)
		}
	}
	return p
}

func isPackage(folder string) bool {
	for _, file := range [...]string{"__init__.py", "__init__.pyi"} {
		if _, err := os.Stat(filepath.Join(folder, file)); err == nil {
			return true
		}
	}
	return false
}

// module names a Python file as it is imported from the folder on sys.path.
func (p *PythonRoot) module(file string) string {
	if p.Folder != "" {
		below, ok := strings.CutPrefix(file, p.Folder+"/")
		if !ok {
			return ""
		}
		file = below
	}
	parts := strings.Split(strings.TrimSuffix(file, path.Ext(file)), "/")
	if parts[len(parts)-1] == "__init__" {
		parts = parts[:len(parts)-1]
	}
	for _, part := range parts {
		if !isIdentifier(part) {
			return ""
		}
	}
	if p.Modules != nil && (len(parts) == 0 || !slices.Contains(p.Modules, parts[0])) {
		return ""
	}
	if p.Prefix != "" {
		parts = append([]string{p.Prefix}, parts...)
	}
	return strings.Join(parts, ".")
}

// The files that mark a checkout of Python sources.
const (
	pyprojectFile = "pyproject.toml"
	setupFile     = "setup.py"
	setupConfig   = "setup.cfg"
)
