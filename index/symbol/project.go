package symbol

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/file"
	"ibid/index/symbol/language"
)

// Project is a root of sources, and how the files below it are named.
type Project struct {
	Name string `json:"name"` // as it was given
	Root string `json:"root"` // its folder

	Python     *PythonRoot  `json:"python,omitempty"`     // nil where its Python files are no modules
	Go         *GoModule    `json:"go,omitempty"`         // nil where its Go files are no packages
	JavaScript *NodePackage `json:"javascript,omitempty"` // nil where its JavaScript files are no modules
}

// ErrNoProject is returned for a root of sources that is missing or no folder.
var ErrNoProject = errors.New("no such folder of sources")

// The files that mark a checkout.
const (
	goModFile       = "go.mod"
	packageJSONFile = "package.json"
	maxMarkerBytes  = 1 << 20 // what is longer was not written by hand, and is not read
)

// Detect finds out how the files below a folder are named: from pyproject.toml, setup.py, go.mod and package.json
// where one of them is there, as a source root of every language where none is. The error wraps ErrNoProject.
func Detect(name, root string) (Project, error) {
	p := Project{Name: name, Root: root}
	if src := filepath.Join(root, "src"); readMarker(root, goModFile) == "" && isStandardLibrary(src) { // GOROOT
		p.Root, root = src, src
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		return p, fmt.Errorf("%w: %s: name a source root or a checkout (%w)", ErrNoProject, root, err)
	}
	has := func(file string) bool {
		return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == file && !e.IsDir() })
	}
	if has(goModFile) {
		p.Go = &GoModule{Path: goModulePath(readMarker(root, goModFile))}
	}
	if has(packageJSONFile) {
		p.JavaScript = nodePackage(readMarker(root, packageJSONFile), root)
	}
	if slices.ContainsFunc(pythonMarkers[:], has) {
		p.Python = pythonCheckout(root, entries)
	}
	if p.Go == nil && p.JavaScript == nil && p.Python == nil {
		p.Go = &GoModule{Top: filepath.Base(root)}
		p.JavaScript = &NodePackage{Name: filepath.Base(root)}
		p.Python = &PythonRoot{}
		if has("__init__.py") {
			p.Python.Prefix = filepath.Base(root)
		}
	}
	return p, nil
}

// Module is the qualified name of the module that a file of the project belongs to, "" where it belongs to none. The
// path is slash-separated, below the root.
func (p *Project) Module(file string) string {
	family := language.FamilyOf(file)
	switch {
	case skippedPath(file, family):
		return ""
	case family == language.Python && p.Python != nil:
		return p.Python.module(file)
	case family == language.Go && p.Go != nil:
		return p.Go.module(file)
	case family == language.Script && p.JavaScript != nil:
		return p.JavaScript.module(file)
	}
	return ""
}

// skippedFolders hold no sources of the project, whatever its language.
var skippedFolders = [...]string{"site-packages", "dist-packages", "__pycache__", "node_modules", "bower_components"}

// skippedFolder tells whether a folder is left out, with all that is below.
func skippedFolder(name string) bool {
	return strings.HasPrefix(name, ".") || slices.Contains(skippedFolders[:], name)
}

// skippedPath tells whether a file is left out for a folder that it is in, or for its own name.
func skippedPath(file string, family language.Family) bool {
	dir, base := path.Split(file)
	for name := range strings.SplitSeq(strings.TrimSuffix(dir, "/"), "/") {
		if skippedFolder(name) {
			return true
		}
		if family == language.Go && (name == "vendor" || name == "testdata" || strings.HasPrefix(name, "_")) {
			return true
		}
	}
	return family == language.Go && (strings.HasSuffix(base, "_test.go") || strings.HasPrefix(base, "_") || strings.HasPrefix(base, "."))
}

// readMarker is the text of a marker file, "" where it cannot be read: the project is then named after its folder.
func readMarker(root, name string) string {
	text, _ := file.ReadIn(root, name, maxMarkerBytes)
	return string(text)
}
