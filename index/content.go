package index

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/regular"
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
func (ix *Index) Projects() []string { return slices.Clone(ix.projects()) }

func (ix *Index) listProjects() []string {
	var out []string
	for _, d := range ix.documents() {
		if d.Project != "" {
			out = append(out, d.Project)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Changed tells which of some documents are gone or hold other bytes than when they were read. It reads them whole;
// those of a server that is only asked may be anywhere, and are not looked for.
func (ix *Index) Changed(ids []string) []string {
	wanted := map[string]bool{}
	for _, id := range ids {
		wanted[id] = true
	}
	var changed []string
	if ix.readOnly {
		return nil
	}
	for i := range ix.manifest.Files {
		if e := &ix.manifest.Files[i]; wanted[e.DocID] && !e.holds(ix.roots[e.Root]) {
			changed = append(changed, e.DocID)
		}
	}
	return changed
}

// holds tells whether the file below a root still has the bytes that were read.
func (e *entry) holds(root string) bool {
	real, in, at, err := openRoot(root)
	if err != nil {
		return false
	}
	defer in.Close()
	if e.Rel != "" {
		target, err := filepath.EvalSymlinks(filepath.Join(real, filepath.FromSlash(e.Rel)))
		if err != nil {
			return false
		}
		at = relative(real, target)
	}
	if !filepath.IsLocal(at) {
		return false
	}
	f, info, err := regular.Direct(in, at)
	if err != nil {
		return false
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, io.LimitReader(f, e.Size))
	return err == nil && info.Size() == e.Size && hex.EncodeToString(sum.Sum(nil)) == e.SHA256
}

// Digest stands for the documents that something can be found in: it is a hash over their ids and their bytes, hex.
// Two indexes of the same documents have the same, wherever the files are and however the indexes were made.
func (ix *Index) Digest() string {
	var documents [][2]string
	for i := range ix.manifest.Files {
		if e := &ix.manifest.Files[i]; e.Chunks > 0 {
			documents = append(documents, [2]string{e.DocID, e.SHA256})
		}
	}
	slices.SortFunc(documents, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	sum := sha256.New()
	for _, d := range documents {
		for _, s := range d {
			_ = binary.Write(sum, binary.LittleEndian, uint64(len(s))) // so that no two lists look alike
			sum.Write([]byte(s))
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Recipes lists what was derived from the documents: cards, summaries and recipes, in the order of their ids.
func (ix *Index) Recipes() ([]recipe.Entry, error) {
	if !ix.manifest.has(recipesFile) {
		return nil, nil
	}
	data, err := ix.manifest.readPart(ix.dir, recipesFile)
	if err != nil {
		return nil, err
	}
	var m recipe.Manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("%w: %s: %v", ErrCorrupt, recipesFile, err)
	}
	return m.Recipes, nil
}

// Program is the code of a derived document, whole: that of a recipe runs where its project can be imported.
func (ix *Index) Program(id string) (string, error) {
	if ix.derived == nil {
		return "", fmt.Errorf("recipe %q: %w", id, fs.ErrNotExist)
	}
	ids, err := ix.derived.IDs(id + chunkDivider)
	if err == nil && len(ids) == 0 {
		err = fmt.Errorf("recipe %q: %w", id, fs.ErrNotExist)
	}
	if err != nil {
		return "", err
	}
	var b strings.Builder
	end := -1 // of the code before, in the text of the document
	for _, id := range ids {
		r, err := ix.derived.get(id)
		if err != nil {
			return "", err
		}
		for _, block := range r.Blocks {
			if block.Kind != source.Code {
				continue
			}
			if end >= 0 { // a long block is cut at a line end, and loses no more than blank lines
				b.WriteString(strings.Repeat("\n", min(max(r.Start+block.Start-end, 1), 2)))
			}
			b.WriteString(r.Text[block.Start:block.End])
			end = r.Start + block.End
		}
	}
	return b.String() + "\n", nil
}
