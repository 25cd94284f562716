package index

import (
	"cmp"
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/durable"
	"ibid/index/lexical"
	"ibid/index/source"
	"ibid/index/symbol"
	"ibid/index/symbol/recipe"
	"ibid/index/symbol/resolve"
)

// writeDerived writes what is made from the documents: the registry of their symbols, and cards and recipes. As one of these may depend on any file of a project, all are made anew once a file has changed that they
// are made from; only the declarations of unchanged files are taken over.
func (b *builder) writeDerived(ctx context.Context) error {
	d := deriver{builder: b}
	d.collect()
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
	files    []int            // of the plan, that something may be derived from
	owner    []int            // for each of files the number of its project
	projects []symbol.Project // those that hold such files, and one for each root that has such files of its own
	registry *symbol.Registry
}

// collect finds the files that something may be derived from.
func (d *deriver) collect() {
	for i := range d.new.Files {
		if derivable(&d.new.Files[i]) {
			d.files = append(d.files, i)
		}
	}
}

// assign gives each file its project: the innermost that holds it, or its root where none does.
func (d *deriver) assign() error {
	names, of := projectNames(d.new.Projects, d.new.Roots), innermost(d.new.Projects)
	prefix := rootNames(d.new.Roots)
	at := map[place]int{}
	for _, i := range d.files {
		e := &d.new.Files[i]
		p, name := place{Root: e.Root}, ""
		if n := of(e.place); n >= 0 {
			p, name = d.new.Projects[n].place, names[n]
		} else {
			name = cmp.Or(strings.TrimSuffix(prefix[e.Root], "/"), filepath.Base(d.new.Roots[e.Root]))
		}
		n, ok := at[p]
		if !ok {
			dir := p.path(d.new.Roots)
			if e.Rel == "" { // the root is the file
				dir = filepath.Dir(dir)
			}
			name = printable(name)
			for slices.ContainsFunc(d.projects, func(p symbol.Project) bool { return p.Name == name }) {
				name += "~"
			}
			found, err := symbol.Detect(name, dir)
			if err != nil {
				return err
			}
			n = len(d.projects)
			at[p] = n
			d.projects = append(d.projects, found)
		}
		d.owner = append(d.owner, n)
	}
	return nil
}

// derivable tells whether something may be derived from a file. Nothing is from one of which secrets are withheld.
func derivable(e *entry) bool {
	if e.SHA256 == "" || e.Failed != "" || e.Withheld > 0 {
		return false
	}
	switch e.Kind {
	case source.Source, source.Test, source.Notebook:
		return true
	}
	switch strings.ToLower(path.Ext(e.Rel)) {
	case ".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd": // with code between fences
		return true
	}
	return false
}

// copyOld takes over what the old generation derived, where that was derived from the same.
func (d *deriver) copyOld(ctx context.Context) (bool, error) {
	old := d.plan.old
	if old == nil || old.Unfinished || !slices.Equal(old.Projects, d.new.Projects) {
		return false, nil
	}
	for _, i := range d.files {
		if !d.kept[i] {
			return false, nil
		}
	}
	before := 0
	for i := range old.Files {
		if derivable(&old.Files[i]) {
			before++
		}
	}
	if before != len(d.files) {
		return false, nil
	}
	names := []string{recipesFile, cardsFile}
	if old.has(symbolsFile) {
		names = append(names, symbolsFile)
	}
	if old.Derived.Documents > 0 {
		if err := lexical.Clone(filepath.Join(d.plan.dir, derivedDir, lexicalDir), filepath.Join(d.dir, derivedDir, lexicalDir)); err != nil {
			return false, corrupt(err)
		}
	}
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if err := durable.Copy(filepath.Join(d.plan.dir, name), filepath.Join(d.dir, name)); err != nil {
			return false, corrupt(err)
		}
	}
	d.new.Derived = old.Derived
	return true, nil
}

// path is where a file stands on disk, and below its project's root with slashes.
func (d *deriver) path(n int) (onDisk, below string) {
	e := &d.new.Files[d.files[n]]
	onDisk = e.place.path(d.new.Roots)
	if rel, err := filepath.Rel(d.projects[d.owner[n]].Root, onDisk); err == nil {
		below = filepath.ToSlash(rel)
	}
	return onDisk, below
}

// register makes the registry of the sources. What could not be read when the documents were is left out.
func (d *deriver) register(ctx context.Context) error {
	var sources []symbol.Source
	declares := false
	for n, i := range d.files {
		onDisk, below := d.path(n)
		if !symbol.IsSource(onDisk) && !symbol.IsDocument(onDisk) {
			continue
		}
		declares = declares || symbol.IsSource(onDisk)
		sources = append(sources, symbol.Source{Project: d.projects[d.owner[n]].Name, Path: below, Digest: d.new.Files[i].SHA256,
			Read: d.plan.files[i].content})
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
	at := map[string]int{} // of a file on disk, in the list of files
	for n, i := range d.files {
		onDisk, below := d.path(n)
		at[onDisk] = i
		p := &d.projects[d.owner[n]]
		files = append(files, recipe.File{Doc: d.new.Files[i].DocID, Root: p.Root, Path: below, Project: p.Name, Load: func() string {
			data, err := d.plan.files[i].content()
			if err != nil || digest(data) != d.new.Files[i].SHA256 {
				return "" // it changed since it was read as a document, which the next run sees
			}
			text, _ := source.Text(onDisk, data)
			return text
		}})
	}
	writer, err := lexical.Create(filepath.Join(d.dir, derivedDir, lexicalDir))
	if err != nil {
		return corrupt(err)
	}
	defer writer.Abort()
	writer.Memory = 8 << 20 // the registry takes the most of what there is
	w := &chunkWriter{lexical: writer}
	var cards []string
	all, err := recipe.Derive(ctx, d.registry, files, recipe.NamesBy(resolve.New(d.registry)), func(r *recipe.Derived) error {
		i, ok := at[filepath.Join(r.Root, filepath.FromSlash(r.Path))]
		if !ok {
			return nil // what is not of one of the documents cannot be cited
		}
		e := &d.new.Files[i]
		for n, c := range source.Chunks(r.Document, r.ID) {
			if n == 0 && r.Kind == source.SymbolCard {
				cards = append(cards, c.ID)
			}
			c.DocID, c.Symbol = e.DocID, r.Symbol
			if err := w.put(ctx, &record{Chunk: c, place: e.place, Digest: e.SHA256,
				Derived: &derivation{Project: r.Project, Cluster: r.Cluster, Mentions: r.Mentions}}, &d.new.Derived.Tokens); err != nil {
				return err
			}
			d.new.Derived.Documents++
		}
		return nil
	})
	if err != nil {
		return err
	}
	d.registry = nil // which is large, and has been used
	if err := durable.Write(filepath.Join(d.dir, recipesFile), recipe.NewManifest(all).Write); err != nil {
		return err
	}
	slices.Sort(cards)
	if err := durable.WriteBytes(filepath.Join(d.dir, cardsFile), []byte(strings.Join(cards, "\n"))); err != nil {
		return err
	}
	return w.finish(ctx)
}
