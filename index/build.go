package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/crash"
	"ibid/index/source"
)

// Refresh makes the index equal to the documents on disk. An unchanged tree costs one stat per file; otherwise the
// files that changed are read, and a new generation takes the place of the old one, which stays whole until then.
// Where another process is writing the index, Refresh leaves it to that and reports Busy: what was indexed before can be
// opened and searched meanwhile. It waits only if there is nothing to open, and reports StageWait until it need not or the
// context ends. A progress of nil is allowed.
//
// With an external embedder, only chunks that it has not seen before are embedded. What it returns is kept beside the
// generations, batch by batch: where it fails, the context ends or the process is killed, the next run goes on from there.
// Another embedder than before gives every chunk a new vector, and Reembedded says so; the vectors of the last two are kept.
func Refresh(ctx context.Context, opt Options, progress Progress) (_ Report, err error) {
	defer crash.Catch(&err)
	if progress == nil {
		progress = func(Step) {}
	}
	progress(Step{Stage: StageScan})
	p, err := makePlan(ctx, opt)
	if err != nil {
		return Report{}, err
	}
	if p.nothing() {
		p.settle(ctx, opt)
		return p.report(), nil
	}
	l, err := lock(ctx, opt.Dir, p.old == nil, progress)
	if err != nil {
		if errors.Is(err, ErrBusy) {
			r := p.report()
			r.Busy = true
			r.Stale = append(r.Stale, ErrBusy.Error()+"; what was indexed before answers")
			return r, nil
		}
		return Report{}, err
	}
	defer l.Unlock()
	if n, _, err := current(opt.Dir); err != nil && !errors.Is(err, ErrNoIndex) || n != p.generation || p.old == nil {
		// Somebody may have done the work while this process waited or looked.
		if p, err = makePlan(ctx, opt); err != nil {
			return Report{}, err
		}
		if p.nothing() {
			return p.report(), nil
		}
	}
	sweep(opt.Dir, p.generation)
	b := &builder{opt: opt, plan: p, progress: progress}
	if err := b.run(ctx); err != nil {
		return Report{}, explain(opt.Dir, err)
	}
	r := p.report()
	r.Built = true
	r.Reembedded = cmp.Or(r.Reembedded, b.healed)
	r.describe(b.new, opt.Roots)
	return r, nil
}

// plan is the difference between the documents on disk and the newest generation.
type plan struct {
	roots      []string  // as the user wrote them
	generation int       // number of the newest generation, 0 for none
	dir        string    // its folder
	old        *manifest // nil: read everything
	why        string    // why old is nil although there is a generation
	tree
	keep    []int  // for each file the old entry that still holds, or -1
	reembed string // why the vectors of old do not serve, "" where they do
	touched bool   // old entries got new times, for bytes that are the same
	added   int
	changed int
	removed int
}

func makePlan(ctx context.Context, opt Options) (*plan, error) {
	p := &plan{roots: opt.Roots}
	if err := together(
		func() (err error) { p.tree, err = walk(ctx, opt); return err },
		func() error { return p.load(opt) },
	); err != nil {
		return nil, err
	}
	return p, p.compare(ctx)
}

// load reads the manifest of the newest generation, or says why there is none that can be built upon.
func (p *plan) load(opt Options) error {
	roots, err := absolute(opt.Roots)
	if err != nil {
		return err
	}
	embedder, err := opt.embedder()
	if err != nil {
		return err
	}
	for range openTries {
		p.generation, p.dir, err = current(opt.Dir)
		if errors.Is(err, ErrNoIndex) {
			return nil
		}
		if err != nil {
			return err
		}
		if p.old, err = loadManifest(p.dir); err == nil {
			break
		}
		if n, _, cerr := current(opt.Dir); cerr != nil || n == p.generation {
			break // damaged, not replaced
		}
	}
	switch {
	case err != nil:
		p.old, p.why = nil, err.Error()
	case opt.Rebuild:
		p.old, p.why = nil, "asked for"
	case p.old.Schema != schema:
		p.old, p.why = nil, "it was written by another version of ibid"
	case !slices.Equal(p.old.Roots, roots):
		p.old, p.why = nil, "it holds other documents"
	default:
		p.reembed = p.old.Embedder.changed(embedder)
	}
	return nil
}

// compare matches the files on disk with the old entries. Only where the time of a file says nothing is the file read.
func (p *plan) compare(ctx context.Context) error {
	type place struct {
		root int
		rel  string
	}
	known := map[place]int{}
	p.added, p.changed, p.removed = 0, 0, 0
	if p.old != nil {
		for i := range p.old.Files {
			known[place{p.old.Files[i].Root, p.old.Files[i].Rel}] = i
		}
		p.removed = len(p.old.Files)
	}
	p.keep = make([]int, len(p.files))
	for i := range p.files {
		f := &p.files[i]
		p.keep[i] = -1
		j, ok := known[place{f.root, f.rel}]
		if !ok {
			p.added++
			continue
		}
		p.removed--
		e := &p.old.Files[j]
		if e.unchanged(f) {
			p.keep[i] = j
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		racy := f.racy() // before the file is read: what comes after has a new time, or is racy
		if !e.sameBytes(f) {
			p.changed++
			continue
		}
		p.keep[i] = j
		if mtime := f.mtime.UnixNano(); e.Mtime != mtime || e.Racy != racy && e.SHA256 != "" {
			e.Mtime, e.Racy, p.touched = mtime, racy || e.SHA256 == "", true
		}
	}
	return nil
}

func (p *plan) nothing() bool {
	return p.old != nil && p.added+p.changed+p.removed == 0 && p.reembed == "" && !p.renamed()
}

// renamed tells that projects came, went or got other names, and that something was derived by their names.
func (p *plan) renamed() bool {
	return (p.old.has(symbolsFile) || p.old.Derived.Documents > 0) && !slices.Equal(p.projects, p.old.Projects)
}

// settle notes in the manifest what changed around documents that did not: their times, what was skipped, the projects. Where it
// cannot, the next run looks again, at the price of reading those files.
func (p *plan) settle(ctx context.Context, opt Options) {
	if !p.touched && slices.Equal(p.skips, p.old.Skipped) && slices.Equal(p.projects, p.old.Projects) {
		return
	}
	p.old.Skipped, p.old.Projects = p.skips, p.projects
	l, err := lock(ctx, opt.Dir, false, nil)
	if err != nil {
		return
	}
	defer l.Unlock()
	if n, _, err := current(opt.Dir); err == nil && n == p.generation {
		_ = p.old.save(p.dir)
	}
}

func (p *plan) report() Report {
	r := Report{Added: p.added, Changed: p.changed, Removed: p.removed, Reembedded: p.reembed}
	if p.generation > 0 && p.old == nil {
		r.Rebuilt = p.why
	}
	if p.old != nil {
		r.describe(p.old, p.roots)
	} else {
		r.describe(&manifest{Skipped: p.skips}, p.roots)
	}
	return r
}

// describe says what a generation holds, and what it does not.
func (r *Report) describe(m *manifest, roots []string) {
	r.Files, r.Chunks = len(m.Files), m.Chunks
	r.Skipped, r.Warnings = nil, nil
	for _, s := range m.Skipped {
		r.Skipped = append(r.Skipped, Skip{Path: below(roots[s.Root], s.Rel), Reason: s.Reason})
	}
	for i := range m.Files {
		e := &m.Files[i]
		if e.Failed != "" {
			r.Skipped = append(r.Skipped, Skip{Path: below(roots[e.Root], e.Rel), Reason: e.Failed})
		}
		for _, w := range e.Warnings {
			r.Warnings = append(r.Warnings, e.DocID+": "+w)
		}
	}
	slices.SortFunc(r.Skipped, func(a, b Skip) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
}

// below is the printable path of what stands at rel below a root.
func below(root, rel string) string {
	return printable(filepath.Join(root, filepath.FromSlash(rel)))
}

// builder writes one new generation.
type builder struct {
	opt      Options
	plan     *plan
	progress Progress
	new      *manifest
	dir      string // building folder
	origin   []int  // for each row of the new store the old row it was copied from, or -1
	healed   string // what was wrong with the kept vectors, "" where nothing was
}

func (b *builder) run(ctx context.Context) (err error) {
	if b.dir, err = os.MkdirTemp(b.opt.Dir, buildingPrefix); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(b.dir)
		}
	}()
	roots, err := absolute(b.opt.Roots)
	if err != nil {
		return err
	}
	b.new = &manifest{Schema: schema, Roots: roots, Skipped: b.plan.skips, Projects: b.plan.projects}
	if err = b.writeChunks(ctx); err != nil {
		return err
	}
	if err = b.writeVectors(ctx); err != nil {
		return err
	}
	if err = b.writeDerived(ctx); err != nil {
		return err
	}
	b.progress(Step{Stage: StageSave})
	if b.new.Parts, err = partsOf(b.dir); err != nil {
		return err
	}
	if err = b.new.save(b.dir); err != nil {
		return err
	}
	return commit(b.opt.Dir, b.dir, b.plan.generation+1)
}

// parsed is one file after reading.
type parsed struct {
	entry  entry
	chunks []source.Chunk
	err    error // only of the kind that ends the whole build
}

// read turns a file into chunks. What is wrong with the file goes into its entry; nothing about one file stops the others.
func read(ctx context.Context, f *file) (p parsed) {
	p.entry = entry{Root: f.root, Rel: f.rel, DocID: f.docID, Size: f.size, Mtime: f.mtime.UnixNano(), Racy: f.racy()}
	data, err := os.ReadFile(f.path)
	if err != nil {
		p.entry.Failed = unreadable(err)
		p.entry.Racy = true // no new time tells that it can be read again
		return p
	}
	p.entry.SHA256 = digest(data)
	if err := p.parse(ctx, f, data); err != nil {
		p.chunks, p.err = nil, ctx.Err()
		p.entry.Failed = strings.ReplaceAll(err.Error(), "\n", "; ") // one line in a report
	}
	return p
}

// parse fills in what the bytes of a file say. A reader that crashes is an error of that file.
func (p *parsed) parse(ctx context.Context, f *file, data []byte) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("its reader crashed (%v): please report this file", v)
		}
	}()
	doc, err := source.Read(ctx, f.path, data)
	if err != nil {
		return err
	}
	p.chunks = source.Chunks(doc, f.docID)
	var pairs []Acronym
	for i := range p.chunks {
		pairs = append(pairs, Harvest(&p.chunks[i])...)
	}
	p.entry.Acronyms = aggregate(pairs)
	p.entry.Title, p.entry.Kind, p.entry.Pages = doc.Title, doc.Kind, doc.Pages
	p.entry.Warnings, p.entry.Chunks = doc.Warnings, len(p.chunks)
	return nil
}

// Status says how the index stands to the documents without changing anything; ErrNoIndex where there is none.
func Status(ctx context.Context, opt Options) (Report, error) {
	p, err := makePlan(ctx, opt)
	if err != nil {
		return Report{}, err
	}
	if p.generation == 0 {
		return p.report(), ErrNoIndex
	}
	return p.report(), nil
}
