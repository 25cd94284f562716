package index

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/file"
	"ibid/index/source"
	"ibid/index/symbol/recipe"
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
func (ix *Index) Documents() []DocumentInfo { return slices.Clone(ix.documents()) }

func (ix *Index) listDocuments() []DocumentInfo {
	m := ix.manifest
	names, of := projectNames(m.Projects, m.Roots), innermost(m.Projects)
	out := make([]DocumentInfo, 0, len(m.Files))
	for i := range m.Files {
		e := &m.Files[i]
		if e.Chunks == 0 {
			continue
		}
		d := DocumentInfo{ID: e.DocID, Path: e.path(ix.roots), Title: e.Title, Kind: e.Kind, Pages: e.Pages, Chunks: e.Chunks}
		if n := of(e.place); n >= 0 {
			d.Project = names[n]
		}
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b DocumentInfo) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// Unread lists what is not among the documents although nobody wanted it left out, and what of them could not be
// read; each path is below its root.
func (ix *Index) Unread() []Skip {
	var out []Skip
	name := func(p place) string { return printable(cmp.Or(p.Rel, filepath.Base(p.path(ix.roots)))) }
	for _, s := range ix.manifest.Skipped {
		if !slices.ContainsFunc(skipWanted, func(why string) bool { return strings.HasSuffix(s.Reason, why) }) {
			out = append(out, Skip{name(s.place), s.Reason})
		}
	}
	for i := range ix.manifest.Files {
		if e := &ix.manifest.Files[i]; e.Failed != "" || len(e.Warnings) > 0 {
			out = append(out, Skip{name(e.place), cmp.Or(e.Failed, strings.Join(e.Warnings[:min(2, len(e.Warnings))], "; "))})
		}
	}
	return out
}

// Projects lists the names of the projects that hold documents, sorted. A project is a folder with a go.mod,
// package.json, pyproject.toml or setup.py, or one of several folders that the index was made of; a document belongs
// to the innermost.
func (ix *Index) Projects() []string {
	names := map[string]bool{}
	for _, d := range ix.documents() {
		names[d.Project] = true
	}
	delete(names, "")
	return slices.Sorted(maps.Keys(names))
}

// Changed tells which of some documents are gone or hold other bytes than when they were read. It reads them whole;
// those of a server that is only asked may be anywhere, and are not looked for.
func (ix *Index) Changed(ids []string) (changed []string) {
	for i := range ix.manifest.Files {
		e := &ix.manifest.Files[i]
		if ix.server != nil || !slices.Contains(ids, e.DocID) {
			continue
		}
		if data, err := file.Read(e.path(ix.roots), e.Size); err != nil || digest(data) != e.SHA256 {
			changed = append(changed, e.DocID)
		}
	}
	return changed
}

// Digest stands for the documents that something can be found in: it is a hash over their ids and their bytes, hex.
// Two indexes of the same documents have the same, wherever the files are and however the indexes were made.
func (ix *Index) Digest() string {
	var documents []string
	for i := range ix.manifest.Files {
		if e := &ix.manifest.Files[i]; e.Chunks > 0 {
			documents = append(documents, fmt.Sprintf("%q %s\n", e.DocID, e.SHA256))
		}
	}
	slices.Sort(documents)
	return digest([]byte(strings.Join(documents, "")))
}

// Recipes lists what was derived from the documents, cards and recipes, in the order of their ids. The Path of each is
// that of its file on disk.
func (ix *Index) Recipes() (out []recipe.Derived, err error) {
	if ix.derived == nil {
		return nil, nil
	}
	chunks, err := ix.derived.below("")
	for _, r := range chunks {
		r.Derived.Path = r.path(ix.manifest.Roots)
		out = append(out, *r.Derived)
	}
	slices.SortStableFunc(out, func(a, b recipe.Derived) int { return strings.Compare(a.ID, b.ID) })
	return slices.CompactFunc(out, func(a, b recipe.Derived) bool { return a.ID == b.ID }), err
}

// Program is the code of a derived document, whole: that of a recipe runs where its project can be imported.
func (ix *Index) Program(id string) (string, error) {
	var chunks []*record
	var err error
	if ix.derived != nil {
		chunks, err = ix.derived.below(id + chunkDivider)
	}
	if err != nil || len(chunks) == 0 {
		return "", cmp.Or(err, fmt.Errorf("recipe %q: %w", id, fs.ErrNotExist))
	}
	return chunks[0].Program, nil
}
