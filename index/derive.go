package index

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/file"
	"ibid/index/lexical"
	"ibid/index/source"
	"ibid/index/symbol"
	"ibid/index/symbol/recipe"
	"ibid/index/symbol/resolve"
)

// derivedDir is the part of a generation with what was made from the documents: symbol cards, recipes.
const derivedDir = "derived"

const (
	symbolsFile = "symbols.json" // what the sources declare
	cardsFile   = "cards"        // the ids of the first chunks of symbol cards, a line each, sorted

	chunkDivider = "::" // before the place and before the number of a chunk, behind the id of what it is of
)

// writeDerived writes what is made from the documents: the registry of their symbols, and cards and recipes. As one of
// these may depend on any file of a project, all are made anew once a file has changed that they are made from; only
// the declarations of unchanged files are taken over.
func (b *builder) writeDerived(ctx context.Context) error {
	d := deriver{builder: b}
	for i := range b.new.Files {
		if derivable(&b.new.Files[i]) {
			d.files = append(d.files, origin{number: i, entry: &b.new.Files[i]})
		}
	}
	if len(d.files) == 0 {
		return nil
	}
	if ok, err := d.copyOld(ctx); ok || err != nil {
		return err
	}
	if err := d.assign(); err != nil {
		return err
	}
	if err := d.register(ctx); err != nil {
		return err
	}
	return d.derive(ctx)
}

// deriver makes the derived part of one generation.
type deriver struct {
	*builder
	files    []origin
	projects []symbol.Project // those that hold such files, and one for each root that has such files of its own
	registry *symbol.Registry
}

// origin is a file that something may be derived from.
type origin struct {
	*entry
	number        int // in the plan
	project       symbol.Project
	onDisk, below string // where it stands, and below its project's root with slashes
}

// assign gives each file its project: the innermost that holds it, or its root where none does.
func (d *deriver) assign() error {
	all, roots := slices.Clone(d.new.Projects), d.new.Roots
	for i := range roots {
		if root := (place{Root: i}); !slices.ContainsFunc(all, func(p project) bool { return p.place == root }) {
			all = append(all, project{place: root})
		}
	}
	names, of, found := projectNames(all, roots), innermost(all), map[int]symbol.Project{}
	for i := range d.files {
		f := &d.files[i]
		n := of(f.child("it"))
		if _, ok := found[n]; !ok {
			dir := all[n].path(roots)
			if f.Rel == "" { // the root is the file
				dir = filepath.Dir(dir)
			}
			for slices.ContainsFunc(d.projects, func(p symbol.Project) bool { return p.Name == names[n] }) {
				names[n] += "~"
			}
			p, err := symbol.Detect(names[n], dir)
			if err != nil {
				return err
			}
			found[n], d.projects = p, append(d.projects, p)
		}
		f.project, f.onDisk = found[n], f.path(roots)
		f.below = relative(f.project.Root, f.onDisk)
	}
	return nil
}

// markdown is written in files that end so, with code between fences.
var markdown = strings.Fields(".md .markdown .mdown .mkd .mdx .qmd .rmd")

// derivable tells whether something may be derived from a file. Nothing is from one of which secrets are withheld.
func derivable(e *entry) bool {
	hasCode := e.Kind == source.Source || e.Kind == source.Test || e.Kind == source.Notebook ||
		slices.Contains(markdown, strings.ToLower(path.Ext(e.Rel)))
	return hasCode && e.SHA256 != "" && e.Failed == "" && e.Withheld == 0
}

// copyOld takes over what the old generation derived, where that was derived from the same.
func (d *deriver) copyOld(ctx context.Context) (bool, error) {
	from := fmt.Appendf(nil, "%v\n", d.new.Projects)
	for _, f := range d.files {
		from = fmt.Appendf(from, "%d %q %q %s %s\n", f.Root, f.Rel, f.DocID, f.Kind, f.SHA256)
	}
	d.new.From = digest(from)
	old := d.plan.old
	if old == nil || old.From != d.new.From {
		return false, nil
	}
	if old.Derived.Documents > 0 {
		if err := lexical.Clone(filepath.Join(d.plan.dir, derivedDir, lexicalDir), filepath.Join(d.dir, derivedDir, lexicalDir)); err != nil {
			return false, corrupt(err)
		}
	}
	for _, name := range []string{cardsFile, symbolsFile} {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if old.part(name) == nil {
			continue
		}
		if err := file.Copy(filepath.Join(d.plan.dir, name), filepath.Join(d.dir, name)); err != nil {
			return false, corrupt(err)
		}
	}
	d.new.Derived = old.Derived
	return true, nil
}

// register makes the registry of the sources. What could not be read when the documents were is left out.
func (d *deriver) register(ctx context.Context) error {
	var sources []symbol.Source
	declares := false
	for _, f := range d.files {
		isSource := symbol.IsSource(f.onDisk)
		declares = declares || isSource
		if isSource || symbol.IsDocument(f.onDisk) {
			sources = append(sources, symbol.Source{Project: f.project.Name, Path: f.below, Digest: f.SHA256, Read: d.plan.files[f.number].content})
		}
	}
	if !declares {
		d.registry = symbol.Join()
		return nil
	}
	var old *symbol.Registry
	if d.plan.old != nil {
		old, _ = symbol.Open(filepath.Join(d.plan.dir, symbolsFile)) // one that is missing or damaged is made anew
	}
	var err error
	if d.registry, err = symbol.Build(ctx, d.projects, sources, old, func(done, total int) {
		d.progress(Step{Stage: StageSymbols, Done: done, Total: total})
	}); err != nil {
		return err
	}
	return d.registry.Save(filepath.Join(d.dir, symbolsFile))
}

// derive makes the derived documents and writes their chunks, their lexical index and their manifest.
func (d *deriver) derive(ctx context.Context) error {
	d.progress(Step{Stage: StageDerive})
	var files []recipe.File
	at := map[string]*entry{} // by where it stands on disk
	for _, f := range d.files {
		at[f.onDisk] = f.entry
		files = append(files, recipe.File{Doc: f.DocID, Root: f.project.Root, Path: f.below, Project: f.project.Name, Load: func() string {
			data, err := d.plan.files[f.number].content()
			if err != nil || digest(data) != f.SHA256 {
				return "" // it changed since it was read as a document, which the next run sees
			}
			text, _ := source.Text(f.onDisk, data)
			return text
		}})
	}
	writer, err := lexical.OpenWriter(filepath.Join(d.dir, derivedDir, lexicalDir))
	if err != nil {
		return corrupt(err)
	}
	defer writer.Abort()
	w := &chunkWriter{lexical: writer}
	var cards []string
	if _, err = recipe.Derive(ctx, d.registry, files, recipe.NamesBy(resolve.New(d.registry)), func(r *recipe.Derived) error {
		e := at[filepath.Join(r.Root, filepath.FromSlash(r.Path))]
		if e == nil {
			return nil // what is not of one of the documents cannot be cited
		}
		for n, c := range source.Chunks(r.Document, r.ID) {
			c.DocID, c.Symbol = e.DocID, r.Symbol
			put := &record{Chunk: c, place: e.place, Digest: e.SHA256, Derived: r}
			if n == 0 {
				put.Program = strings.TrimRight(r.Program(), "\n") + "\n"
				if r.Kind == source.SymbolCard {
					cards = append(cards, c.ID)
				}
			}
			if err := w.put(ctx, put, &d.new.Derived.Tokens); err != nil {
				return err
			}
			d.new.Derived.Documents++
		}
		return nil
	}); err != nil {
		return err
	}
	d.registry = nil // which is large, and has been used
	slices.Sort(cards)
	if err := file.WriteBytes(filepath.Join(d.dir, cardsFile), []byte(strings.Join(cards, "\n"))); err != nil {
		return err
	}
	return w.finish(ctx)
}
