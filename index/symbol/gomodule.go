package symbol

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// GoModule names the Go packages of a project.
type GoModule struct {
	Path string `json:"path"`          // in front of every import path; "" for the standard library
	Top  string `json:"top,omitempty"` // import path of the files in the root itself, where Path is empty; "" for none
}

// module is the import path of a Go file's package.
func (g *GoModule) module(file string) string {
	dir := path.Dir(file)
	if dir == "." {
		return cmp.Or(g.Path, g.Top)
	}
	return path.Join(g.Path, dir)
}

// isStandardLibrary tells whether a folder holds the sources of Go's standard library.
func isStandardLibrary(folder string) bool {
	for line := range strings.Lines(readMarker(folder, goModFile)) {
		if fields := strings.Fields(line); len(fields) == 2 && fields[0] == "module" {
			return fields[1] == "std"
		}
	}
	return false
}

// goModulePath reads the module path of a go.mod. The standard library's own has none in front of its import paths.
func goModulePath(text string) string {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		if fields := strings.Fields(line); len(fields) == 2 && fields[0] == "module" {
			if name := strings.Trim(fields[1], "\"`"); name != "std" {
				return name
			}
			return ""
		}
	}
	return ""
}

// otherPlatforms are operating systems whose variant of a declaration is shown only where there is no other.
var otherPlatforms = [...]string{
	"aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "netbsd", "openbsd", "plan9", "solaris", "wasip1", "windows", "zos",
}

// forOtherPlatforms tells by its name whether a Go file is for one of those.
func forOtherPlatforms(base string) bool {
	for _, part := range strings.Split(strings.TrimSuffix(base, ".go"), "_")[1:] {
		if slices.Contains(otherPlatforms[:], part) {
			return true
		}
	}
	return false
}
