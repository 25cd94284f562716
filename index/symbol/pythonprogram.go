package symbol

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

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
