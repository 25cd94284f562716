package recipe

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"ibid/index/file"
	"ibid/index/source"
	"ibid/index/symbol"
	"ibid/index/symbol/decl"
)

const (
	maxText  = 5 << 20 // bytes of a file above which no recipes are made of it: nobody reads examples there
	maxWork  = 4 << 20 // bytes of recipes that are made of one file, with the work beside
	eachWork = 256     // bytes that every recipe counts for beside its own
	lookWork = 8       // declarations looked through for a recipe that count for a byte
)

// work is the making of the recipes of one file: who may stop it, and how much of it is left.
type work struct {
	ctx  context.Context
	left int
}

func newWork(ctx context.Context) *work { return &work{ctx, maxWork} }

// more tells whether another recipe may be made.
func (w *work) more() bool { return w.left > 0 && w.ctx.Err() == nil }

// made notes a recipe for which some declarations were looked through.
func (w *work) made(d *Derived, looked int) {
	w.left -= eachWork + looked/lookWork + len(d.Document.Text)
}

// readAhead is how many files, per core, are made recipes of before their turn.
const readAhead = 16

// Derive makes every derived document of some files: the recipes of tests, docstrings, Markdown pages and notebooks and
// the cards of the registry's symbols. A source file of a project is known to the
// registry by its Project and Path. Files that cannot be read give nothing; who reads them as documents says why. The
// result is sorted by ID and depends on the registry and the files alone, not on their order. Where give is not nil
// each is given to it once it is made, and comes back without its Document, so that never many of these are in
// memory. The error is give's or ctx's.
func Derive(ctx context.Context, r *symbol.Registry, files []File, names Names, give func(*Derived) error) ([]Derived, error) {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b File) int { return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Root, b.Root)) })
	m := maker{ctx: ctx, names: names.until(ctx), declared: declaredFiles(r), modules: map[string]string{}}
	for at, d := range m.declared {
		if d.Language == "go" {
			m.modules[at[0]+"\x00"+path.Dir(d.Path)] = d.Module
		}
	}
	var out []Derived
	seen := map[string]int{}
	made := func(d Derived) error {
		if seen[d.ID]++; seen[d.ID] > 1 {
			d.ID = fmt.Sprintf("%s~%d", d.ID, seen[d.ID])
		}
		if give != nil {
			if err := give(&d); err != nil {
				return err
			}
			d.Document = source.Document{}
		}
		out = append(out, d)
		return ctx.Err()
	}
	for all, err := range file.InOrder(len(files), readAhead, func(i int) ([]Derived, error) {
		f := files[i].loaded()
		if f.Text == "" || len(f.Text) > maxText {
			return nil, ctx.Err()
		}
		return m.recipes(f), ctx.Err()
	}) {
		for i := 0; err == nil && i < len(all); i++ {
			err = made(all[i])
		}
		if err != nil {
			return nil, err
		}
	}
	for d := range eachCard(ctx, r, out) {
		if err := made(d); err != nil {
			return nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.SortFunc(out, func(a, b Derived) int { return cmp.Compare(a.ID, b.ID) })
	return out, nil
}

// maker makes the recipes of files.
type maker struct {
	ctx      context.Context
	names    Names
	declared map[[2]string]*decl.File
	modules  map[string]string // qualified names of Go packages, by project and folder
}

// declaredFiles are the files of a registry by project and path.
func declaredFiles(r *symbol.Registry) map[[2]string]*decl.File {
	out := map[[2]string]*decl.File{}
	for e := range r.All {
		out[[2]string{e.Project, e.File.Path}] = e.File
	}
	return out
}

// recipes makes those of one file. Files that cannot be read have none.
func (m *maker) recipes(f File) []Derived {
	var out []Derived
	switch ext := strings.ToLower(path.Ext(f.Path)); ext {
	case ".py", ".pyi":
		if isTest(f.Path) {
			out = FromPythonTests(m.ctx, f, m.names)
		}
	case ".go":
		if strings.HasSuffix(f.Path, "_test.go") {
			out = FromGoTests(m.ctx, f, m.modules[f.Project+"\x00"+path.Dir(f.Path)], m.names)
		}
	case ".ipynb", ".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd":
		out, _ = FromPage(m.ctx, f, m.names)
	}
	if d := m.declared[[2]string{f.Project, f.Path}]; d != nil && !isTest(f.Path) {
		out = append(out, FromDocstrings(m.ctx, f, d, m.names)...)
	}
	return out
}
