package index

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"ibid/index/file"
)

// Refresh makes the index equal to the documents on disk. An unchanged tree costs one stat per file; otherwise the
// files that changed are read, and a new generation takes the place of the old one, which stays whole until then.
// Where another process is writing the index, Refresh waits for it as long as the options say, and reports StageWait;
// then it leaves the work to that and reports Busy: what was indexed before can be opened and searched. With nothing
// to open it waits until the context ends. A progress of nil is allowed.
//
// With an external embedder, only chunks that it has not seen before are embedded. What it returns is kept beside the
// generations, batch by batch: where it fails, the context ends or the process is killed, the next run goes on from
// there. A first index is made in parts that can be opened meanwhile, and where a writer is interrupted or killed the
// next one goes on from the last.
//
// Another embedder than before gives every chunk a new vector, and Reembedded says so.
func Refresh(ctx context.Context, opt Options, progress Progress) (_ Report, err error) {
	defer file.Catch(&err)
	if progress == nil {
		progress = func(Step) {}
	}
	if opt.served() {
		return pull(ctx, opt, progress)
	}
	r, err := update(ctx, opt, progress)
	if err != nil || opt.Server == nil || r.Busy {
		return r, err
	}
	return r, publish(ctx, opt, r, progress)
}

// update makes the index in the folder equal to the documents.
func update(ctx context.Context, opt Options, progress Progress) (Report, error) {
	progress(Step{Stage: StageScan})
	p, err := makePlan(ctx, opt)
	if err != nil {
		return Report{}, err
	}
	defer p.close()
	if p.nothing() {
		p.settle(ctx)
		return p.report(), nil
	}
	wait := opt.Wait
	if p.first {
		wait = forever
	}
	l, err := lock(ctx, opt.Dir, wait, progress)
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
		defer p.close()
		if p.nothing() {
			return p.report(), nil
		}
	}
	b := &builder{opt: opt, plan: p, progress: progress}
	err = b.build(ctx)
	if p.old != nil && errors.Is(err, ErrCorrupt) { // what was taken over is damaged
		p.old, p.Rebuilt = nil, err.Error()
		if err = p.compare(ctx); err == nil {
			err = b.build(ctx)
		}
	}
	if err != nil {
		return Report{}, explain(opt.Dir, err)
	}
	r := p.report()
	r.Built, r.Added = true, r.Added+r.Resumed
	r.describe(b.new, opt.Roots)
	r.manifest, r.dir = b.new, generationDir(opt.Dir, p.generation+1)
	return r, nil
}

// plan is the difference between the documents on disk and the newest generation.
type plan struct {
	Report     // what is known before anything is read; its dir is the folder of that generation
	opt        Options
	roots      []string // absolute
	embedder   embedderState
	generation int       // number of the newest generation, 0 for none
	old        *manifest // nil: read everything
	first      bool      // no generation is whole
	checked    bool      // the checksums of old are known to hold
	tree
	before  []int // for each file its old entry, or -1
	keep    []int // the same where that still holds
	gone    []int // the old entries of files that are no longer there
	touched bool  // old entries got new times, for bytes that are the same
}

func makePlan(ctx context.Context, opt Options) (*plan, error) {
	p := &plan{opt: opt}
	err := together(
		func() (err error) { p.tree, err = walk(ctx, opt); return err },
		func() error { return p.load(ctx) })
	if err == nil {
		err = p.compare(ctx)
	}
	if err != nil {
		p.close()
	}
	return p, err
}

// load reads the manifest of the newest generation, or says why there is none that can be built upon.
func (p *plan) load(ctx context.Context) error {
	opt := &p.opt
	var err error
	if p.roots, err = absolute(opt.Roots); err != nil {
		return err
	}
	p.embedder = opt.state()
	err = newest(opt.Dir, func(n int, dir string) (err error) {
		p.generation, p.dir = n, dir
		if p.old, err = loadManifest(dir); err == nil && opt.Verify {
			err = verify(ctx, dir, p.old.Parts)
		}
		return err
	})
	p.first = err != nil || p.old.First
	switch {
	case errors.Is(err, ErrNoIndex):
		return nil
	case err != nil && !errors.Is(err, ErrCorrupt):
		return err
	case err != nil:
		p.old, p.Rebuilt = nil, err.Error()
	case opt.Rebuild:
		p.old, p.Rebuilt = nil, "asked for"
	case !slices.Equal(p.old.Roots, p.roots):
		p.old, p.Rebuilt, p.first = nil, "it holds other documents", true
	default:
		p.Reembedded = p.old.Embedder.changed(p.embedder)
	}
	return nil
}

// compare matches the files on disk with the old entries. Only where the time of a file says nothing is the file read.
func (p *plan) compare(ctx context.Context) error {
	known := map[place]int{}
	p.Added, p.Changed, p.Resumed = 0, 0, 0
	for i := 0; p.old != nil && i < len(p.old.Files); i++ {
		known[p.old.Files[i].place] = i
	}
	p.before, p.keep = make([]int, len(p.files)), make([]int, len(p.files))
	for i := range p.files {
		f := &p.files[i]
		p.before[i], p.keep[i] = -1, -1
		j, ok := known[f.place]
		if !ok {
			p.Added++
			continue
		}
		delete(known, f.place)
		p.before[i] = j
		e := &p.old.Files[j]
		if e.unchanged(f) && !slices.Contains(p.opt.Doubted, e.DocID) {
			p.keep[i] = j
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		racy := f.racy() // before the file is read: what comes after has a new time, or is racy
		if !e.sameBytes(f) {
			p.Changed++
			continue
		}
		p.keep[i] = j
		if e.stamp != f.stamp || e.Racy != racy && e.SHA256 != "" {
			e.stamp, e.Racy, p.touched = f.stamp, racy || e.SHA256 == "", true
		}
	}
	p.gone = slices.Sorted(maps.Values(known))
	p.Removed = len(p.gone)
	if p.old != nil && p.old.First {
		p.Resumed = len(p.files) - p.Added - p.Changed
	}
	return nil
}

// goOn takes what was made of the plan so far for the old generation. waits tells which of its files have changed.
func (p *plan) goOn(m *manifest, waits []bool, dir string) {
	j := 0 // both are in the same order
	for i := range p.files {
		p.before[i], p.keep[i] = -1, -1
		if j == len(m.Files) || m.Files[j].place != p.files[i].place {
			continue
		}
		if p.before[i] = j; !waits[j] {
			p.keep[i] = j
		}
		j++
	}
	p.old, p.dir, p.checked, p.gone = m, dir, true, nil
	p.generation++
}

func (p *plan) nothing() bool {
	return p.old != nil && !p.old.Unfinished && p.Added+p.Changed+p.Removed == 0 && p.Reembedded == "" &&
		slices.Equal(p.projects, p.old.Projects)
}

// settle notes in the manifest what changed around documents that did not: their times and what was skipped;
// and removes what killed writers left, which nobody needs any more. Where it cannot, the next run looks
// again, at the price of reading those files.
func (p *plan) settle(ctx context.Context) {
	same := !p.touched && slices.Equal(p.skips, p.old.Skipped)
	if same && litter(p.opt.Dir, p.generation) == nil {
		return
	}
	p.old.Skipped = p.skips
	l, err := lock(ctx, p.opt.Dir, 0, nil)
	if err != nil {
		return
	}
	defer l.Unlock()
	if n, _, err := current(p.opt.Dir); err != nil || n != p.generation {
		return
	}
	if !same {
		_ = p.old.save(p.dir)
	}
	sweep(p.opt.Dir, p.generation)
}

func (p *plan) report() Report {
	r := p.Report
	r.manifest = p.old
	r.describe(cmp.Or(p.old, &manifest{Skipped: p.skips}), p.opt.Roots)
	return r
}

// describe says what a generation holds, and what it does not.
func (r *Report) describe(m *manifest, roots []string) {
	r.Files, r.Chunks = len(m.Files), m.Chunks
	r.Skipped, r.Warnings = nil, nil
	for _, s := range summarize(m.Skipped, maxListed) {
		r.Skipped = append(r.Skipped, Skip{Path: printable(s.path(roots)), Reason: s.Reason})
	}
	for i := range m.Files {
		e := &m.Files[i]
		if e.Failed != "" {
			r.Skipped = append(r.Skipped, Skip{Path: printable(e.path(roots)), Reason: e.Failed})
		}
		for _, w := range e.Warnings {
			r.Warnings = append(r.Warnings, e.DocID+": "+w)
		}
	}
	slices.SortFunc(r.Skipped, func(a, b Skip) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
}

// Status reads the index whole and says how it stands to the documents, without changing anything; ErrNoIndex where
// there is none.
func Status(ctx context.Context, opt Options) (Report, error) {
	opt.Verify = true
	if opt.served() {
		return pull(ctx, opt, func(Step) {})
	}
	p, err := makePlan(ctx, opt)
	if err != nil {
		return Report{}, err
	}
	defer p.close()
	if p.generation == 0 {
		return p.report(), ErrNoIndex
	}
	return p.report(), nil
}
