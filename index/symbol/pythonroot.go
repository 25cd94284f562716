package symbol

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// PythonRoot says which Python files of a project are modules.
type PythonRoot struct {
	Folder  string   `json:"folder"`            // below the root, that would stand on sys.path; "" for the root
	Prefix  string   `json:"prefix,omitempty"`  // the package that the folder is itself
	Modules []string `json:"modules,omitempty"` // top-level packages and modules of a checkout; none where every file is a module
	From    int      `json:"from,omitempty"`    // the first version of Python 3 that it is for, 0 where it does not say
	To      int      `json:"to,omitempty"`      // the last one
}

// pythonMarkers mark a checkout of Python sources.
var pythonMarkers = [...]string{pyprojectFile, setupFile, setupConfig}

// notModules are what stands beside the modules of a checkout of Python sources.
var notModules = [...]string{"setup", "conftest", "noxfile", "tasks", "test", "tests", "testing", "doc", "docs", "example", "examples", "benchmarks", "build", "dist"}

// versionBound is one condition on the version of Python 3: >=3.9, <3.12, ==3.11.*
var versionBound = regexp.MustCompile(`(>=|<=|==|~=|<|>|)\s*3\.(\d+)(\.[\d*]+)?`)

// pythonVersions are the versions of Python 3 that a checkout is for: the one that it pins, or those that it requires.
func pythonVersions(root string) (from, to int) {
	var raw struct {
		Project struct {
			Requires string `toml:"requires-python"`
		}
	}
	_ = toml.Unmarshal([]byte(readMarker(root, pyprojectFile)), &raw)
	for _, m := range versionBound.FindAllStringSubmatch(cmp.Or(strings.TrimSpace(readMarker(root, ".python-version")), raw.Project.Requires), -1) {
		n, _ := strconv.Atoi(m[2])
		if m[1] == ">=" || m[1] == ">" || m[1] == "==" || m[1] == "~=" || m[1] == "" {
			from = n
		}
		switch {
		case m[1] == "<" && m[3] == "":
			to = n - 1
		case m[1] == "<" || m[1] == "<=" || m[1] == "==" || m[1] == "" || m[1] == "~=" && m[3] != "":
			to = n
		}
	}
	return from, to
}

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

// The files that name the programs of a Python checkout.
const (
	pyprojectFile = "pyproject.toml"
	setupFile     = "setup.py"
	setupConfig   = "setup.cfg"
)

// consoleScript is a program as setup.py and setup.cfg name it: kit = kit.cli:main.
var consoleScript = regexp.MustCompile(`([A-Za-z0-9_.-]+)\s*=\s*[A-Za-z_][\w.]*\s*:\s*[A-Za-z_]`)

// pythonPrograms are the names of the programs that a Python checkout installs, and of what it is installed as.
func pythonPrograms(root string) []string {
	var names []string
	var raw struct {
		Project struct {
			Name    string
			Scripts map[string]any
		}
		Tool struct {
			Poetry struct {
				Name    string
				Scripts map[string]any
			}
		}
	}
	if toml.Unmarshal([]byte(readMarker(root, pyprojectFile)), &raw) == nil {
		names = append(names, raw.Project.Name, raw.Tool.Poetry.Name)
		names = append(names, sortedKeys(raw.Project.Scripts)...)
		names = append(names, sortedKeys(raw.Tool.Poetry.Scripts)...)
	}
	for _, file := range [...]string{setupConfig, setupFile} {
		if _, after, ok := strings.Cut(readMarker(root, file), "console_scripts"); ok {
			for _, m := range consoleScript.FindAllStringSubmatch(after, -1) {
				names = append(names, m[1])
			}
		}
	}
	names = slices.DeleteFunc(names, func(n string) bool { return n == "" || n != filepath.Base(n) })
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return slices.Compact(names)
}
