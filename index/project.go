package index

import (
	"cmp"
	"path"
	"path/filepath"
	"strings"
)

// projectFiles are the files that mark a folder as a project of its own.
var projectFiles = [...]string{"go.mod", "package.json", "pyproject.toml", "setup.py"}

// project is a folder whose documents belong together: one with a project file, or one of several roots.
type project struct {
	Root int    // index into the roots
	Rel  string // path below the root, "" for the root itself; in the manifest as encodePath writes it
	Name string `json:",omitempty"` // that somebody gave it; "" for that of its folder
}

// projectNames gives each project its name: that of its folder; where several share one, the path below the root; where
// even that is shared, the same with the name of the root. The roots are absolute.
func projectNames(projects []project, roots []string) []string {
	prefix := rootNames(roots)
	spellings := make([][3]string, len(projects))
	for i, p := range projects {
		root := printable(cmp.Or(strings.TrimSuffix(prefix[p.Root], "/"), filepath.Base(roots[p.Root])))
		rel := printable(p.Rel)
		spellings[i] = [...]string{path.Base(rel), rel, root + "/" + rel}
		if rel == "" {
			spellings[i] = [...]string{root, root, root}
		}
	}
	names := make([]string, len(projects))
	level := make([]int, len(projects))
	for i, p := range projects {
		if p.Name != "" {
			name := printable(p.Name)
			spellings[i] = [...]string{name, name, name}
		}
	}
	for range 3 {
		count := map[string]int{}
		for i := range projects {
			names[i] = spellings[i][level[i]]
			count[names[i]]++
		}
		for i := range projects {
			if count[names[i]] > 1 {
				level[i] = min(level[i]+1, 2)
			}
		}
	}
	return names
}

// projectOf is the number of the innermost project that holds a file, -1 where none does.
func projectOf(numbers map[folder]int, root int, rel string) int {
	for rel != "" {
		rel = strings.TrimPrefix(path.Dir("/"+rel), "/")
		if n, ok := numbers[folder{root, rel}]; ok {
			return n
		}
	}
	return -1
}

// folder is a folder among the documents.
type folder struct {
	root int
	rel  string
}

// numberedProjects are the numbers of projects by their folders.
func numberedProjects(projects []project) map[folder]int {
	out := make(map[folder]int, len(projects))
	for i, p := range projects {
		out[folder{p.Root, p.Rel}] = i
	}
	return out
}
