package index

import (
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/source"
)

// DocumentInfo is one document of an index.
type DocumentInfo struct {
	ID      string
	Path    string // of the file, starting with the root as the user wrote it
	Title   string
	Kind    source.Kind
	Pages   int // 0 where the format has none
	Chunks  int
	Project string // the name of the innermost project that holds it, "" where none does
}

// Documents lists the documents that something can be found in, in the order of their ids. It reads none of them.
func (ix *Index) Documents() []DocumentInfo {
	m := ix.manifest
	names := projectNames(m.Projects, m.Roots)
	numbers := numberedProjects(m.Projects)
	out := make([]DocumentInfo, 0, len(m.Files))
	for i := range m.Files {
		e := &m.Files[i]
		if e.Chunks == 0 {
			continue
		}
		d := DocumentInfo{ID: e.DocID, Path: filepath.Join(ix.roots[e.Root], filepath.FromSlash(e.Rel)), Title: e.Title, Kind: e.Kind, Pages: e.Pages, Chunks: e.Chunks}
		if n := projectOf(numbers, e.Root, e.Rel); n >= 0 {
			d.Project = names[n]
		}
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b DocumentInfo) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// Projects lists the names of the projects that hold documents, sorted. A project is a folder with a go.mod, package.json,
// pyproject.toml or setup.py, or one of several folders that the index was made of; a document belongs to the innermost.
func (ix *Index) Projects() []string { return slices.Clone(ix.projects()) }

// projects lists the names of the projects that hold documents, sorted.
func (m *manifest) projects() []string {
	names, numbers := projectNames(m.Projects, m.Roots), numberedProjects(m.Projects)
	holds := make([]bool, len(names))
	for i := range m.Files {
		e := &m.Files[i]
		if e.Chunks == 0 {
			continue
		}
		if n := projectOf(numbers, e.Root, e.Rel); n >= 0 {
			holds[n] = true
		}
	}
	var out []string
	for n, name := range names {
		if holds[n] && name != "" {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
