package index

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"ibid/index/source"
)

// Refresh makes the index equal to the documents on disk. An unchanged tree costs one stat per file; otherwise the
// files that changed are read, and a new generation takes the place of the old one, which stays whole until then.
// A progress of nil is allowed.
func Refresh(ctx context.Context, opt Options, progress Progress) (Report, error) {
	if progress == nil {
		progress = func(Step) {}
	}
	progress(Step{Stage: StageScan})
	p, err := makePlan(ctx, opt)
	if err != nil {
		return Report{}, err
	}
	if p.nothing() {
		return p.report(), nil
	}
	l, err := lock(ctx, opt.Dir, p.old == nil, progress)
	if err != nil {
		if errors.Is(err, ErrBusy) {
			r := p.report()
			r.Stale = append(r.Stale, ErrBusy.Error()+"; what was indexed before answers")
			return r, nil
		}
		return Report{}, err
	}
	defer l.Unlock()
	// Somebody may have done the work while this process waited or looked.
	if p, err = makePlan(ctx, opt); err != nil || p.nothing() {
		return p.report(), err
	}
	sweep(opt.Dir, p.generation)
	b := &builder{opt: opt, plan: p, progress: progress}
	if err := b.run(ctx); err != nil {
		return Report{}, explain(opt.Dir, err)
	}
	r := p.report()
	r.Chunks, r.Files, r.Built = b.new.Chunks, len(b.new.Files), true
	r.Warnings = append(r.Warnings, fileWarnings(b.new)...)
	r.Skipped = skipped(b.new)
	return r, nil
}

// plan is the difference between the documents on disk and the newest generation.
type plan struct {
	generation int       // number of the newest generation, 0 for none
	dir        string    // its folder
	old        *manifest // nil: read everything
	why        string    // why old is nil although there is a generation
	files      []file
	skips      []Skip
	keep       []int // for each file the old entry that still holds, or -1
	added      int
	changed    int
	removed    int
}

func makePlan(ctx context.Context, opt Options) (*plan, error) {
	p := &plan{}
	var err error
	if p.files, p.skips, err = walk(ctx, opt); err != nil {
		return p, err
	}
	roots, err := absolute(opt.Roots)
	if err != nil {
		return p, err
	}
	p.generation, p.dir, err = current(opt.Dir)
	switch {
	case errors.Is(err, ErrNoIndex):
	case err != nil:
		return p, err
	case opt.Rebuild:
		p.why = "asked for"
	default:
		p.old, err = loadManifest(p.dir)
		switch {
		case err != nil:
			p.old, p.why = nil, err.Error()
		case p.old.Schema != schema:
			p.old, p.why = nil, "it was written by another version of ibid"
		case !slices.Equal(p.old.Roots, roots):
			p.old, p.why = nil, "it holds other documents"
		}
	}
	p.compare()
	return p, nil
}

// compare matches the files on disk with the old entries.
func (p *plan) compare() {
	type place struct {
		root int
		rel  string
	}
	known := map[place]int{}
	if p.old != nil {
		for i := range p.old.Files {
			known[place{p.old.Files[i].Root, p.old.Files[i].Rel}] = i
		}
		p.removed = len(p.old.Files)
	}
	p.keep = make([]int, len(p.files))
	for i := range p.files {
		p.keep[i] = -1
		j, ok := known[place{p.files[i].root, p.files[i].rel}]
		switch {
		case !ok:
			p.added++
		case p.old.Files[j].same(&p.files[i]):
			p.removed--
			p.keep[i] = j
		default:
			p.removed--
			p.changed++
		}
	}
}

func (p *plan) nothing() bool {
	return p.old != nil && p.added+p.changed+p.removed == 0 && slices.Equal(p.skips, p.old.Skipped)
}

func (p *plan) report() Report {
	r := Report{Added: p.added, Changed: p.changed, Removed: p.removed, Skipped: p.skips}
	if p.generation > 0 && p.old == nil {
		r.Rebuilt = p.why
	}
	if p.old != nil {
		r.Files, r.Chunks = len(p.old.Files), p.old.Chunks
		r.Skipped = skipped(p.old)
		r.Warnings = fileWarnings(p.old)
	}
	return r
}

// skipped lists the files that the walk left out and those that could not be read.
func skipped(m *manifest) []Skip {
	out := slices.Clone(m.Skipped)
	for i := range m.Files {
		if e := &m.Files[i]; e.Failed != "" {
			out = append(out, Skip{Path: filepath.Join(m.Roots[e.Root], filepath.FromSlash(e.Rel)), Reason: e.Failed})
		}
	}
	return out
}

func fileWarnings(m *manifest) []string {
	var out []string
	for i := range m.Files {
		for _, w := range m.Files[i].Warnings {
			out = append(out, m.Files[i].DocID+": "+w)
		}
	}
	return out
}

// builder writes one new generation.
type builder struct {
	opt      Options
	plan     *plan
	progress Progress
	new      *manifest
	dir      string // building folder
	origin   []int  // for each row of the new store the old row it was copied from, or -1
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
	b.new = &manifest{Schema: schema, Roots: roots, Limits: [2]int64{b.opt.MaxTextBytes, b.opt.MaxPDFBytes}, Skipped: b.plan.skips}
	if err = b.writeChunks(ctx); err != nil {
		return err
	}
	if err = b.writeVectors(ctx); err != nil {
		return err
	}
	b.progress(Step{Stage: StageSave})
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
	p.entry = entry{Root: f.root, Rel: f.rel, DocID: f.docID, Size: f.size, Mtime: f.mtime.UnixNano(), Racy: time.Since(f.mtime) < racyWindow}
	defer func() {
		if v := recover(); v != nil {
			p.chunks = nil
			p.entry.Failed = fmt.Sprintf("its reader crashed (%v); please report this file\n%s", v, debug.Stack())
		}
	}()
	data, err := os.ReadFile(f.path)
	if err != nil {
		p.entry.Failed = "cannot be read: " + reason(err)
		p.entry.Racy = true // try again next time
		return p
	}
	sum := sha256.Sum256(data)
	p.entry.SHA256 = hex.EncodeToString(sum[:])
	doc, err := source.Read(ctx, f.path, data)
	if err != nil {
		if ctx.Err() != nil {
			p.err = ctx.Err()
		}
		p.entry.Failed = err.Error()
		return p
	}
	p.chunks = source.Chunks(doc, f.docID)
	p.entry.Title, p.entry.Warnings, p.entry.Chunks = doc.Title, doc.Warnings, len(p.chunks)
	return p
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
