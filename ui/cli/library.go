package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"ibid/engine"
	"ibid/index"
	"ibid/ui/config"
	"ibid/ui/tui"
)

// library keeps the index of the configured documents open and up to date. It is safe for concurrent use.
type library struct {
	app       *App
	config    *config.Config
	opt       index.Options
	engine    engine.Options
	generator engine.Generator
	notes     []string // of the models
	found     bool     // the models were looked for
	wanted    wanted

	mu     sync.Mutex // held while the index is refreshed, read or closed
	ix     *index.Index
	report index.Report
	judges *judges // of the names of an API, by the sources of ix and of the settings; nil until asked for

	watchful bool       // read what is opened whole, in the background
	verified chan error // what that found, nil where nothing was read; it is for the next question
	stop     func()     // ends it
}

func (a *App) newLibrary(c *config.Config, w wanted) (*library, error) {
	opt, err := a.indexOptions(c)
	return &library{app: a, config: c, opt: opt, wanted: w, engine: engineOptions(c), generator: a.Generator}, err
}

// models looks for the models, once; after a failure it looks again. Nothing is opened before: an index is made for one
// embedder.
func (l *library) models(ctx context.Context) error {
	if l.found {
		return nil
	}
	m, err := l.app.models(ctx, l.config, l.wanted)
	if err != nil {
		return err
	}
	l.found, l.notes, l.generator, l.opt.Embedder = true, m.notes, m.generator, m.embedderOf(l.opt.Dir)
	l.engine.Fallback, l.engine.Judge, l.engine.Rewriter = m.fallback, m.judge, m.rewriter
	return nil
}

// with brings the index up to date and runs work on it. Damage is met by one rebuild, also if it shows only while work
// reads: a flipped bit is noticed no earlier.
func (l *library) with(ctx context.Context, progress index.Progress, work func(*index.Index) error) (index.Report, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.models(ctx)
	if err == nil {
		err = l.refresh(ctx, progress)
	}
	if err == nil {
		if err = l.damage(); err == nil {
			err = work(l.ix)
		}
	}
	if !errors.Is(err, index.ErrCorrupt) {
		return l.report, err
	}
	why := err.Error()
	l.opt.Rebuild = true
	defer func() { l.opt.Rebuild = false }()
	if err = errors.Join(l.close(), l.refresh(ctx, progress)); err == nil {
		l.report.Rebuilt = why
		err = work(l.ix)
	}
	return l.report, err
}

// answer asks the open documents, and once more where a cited one holds other bytes by then than when it was read. What is behind the
// documents all the same is told in the answer, which may be wrong about them.
func (l *library) answer(ctx context.Context, progress index.Progress, ask func(*index.Index, engine.Options) (*engine.Answer, error)) (*engine.Answer, index.Report, error) {
	const tries = 2
	var answer *engine.Answer
	var report index.Report
	var changed []string
	for range tries {
		var err error
		report, err = l.with(ctx, progress, func(ix *index.Index) error {
			opt, err := l.options(ctx, progress)
			if err != nil {
				return err
			}
			if answer, err = ask(ix, opt); err != nil {
				return err
			}
			changed = ix.Changed(cited(answer))
			l.opt.Doubted = changed
			return nil
		})
		if err != nil {
			return nil, report, err
		}
		if len(changed) == 0 || len(report.Stale) > 0 { // what could not be brought up to date now would not be a moment later
			break
		}
	}
	for _, id := range changed {
		report.Stale = append(report.Stale, id+" has changed since it was read")
	}
	answer.Warnings = append(answer.Warnings, report.Stale...)
	return answer, report, l.confirm(ctx, answer)
}

// cited are the ids of the documents that an answer cites.
func cited(a *engine.Answer) []string {
	var ids []string
	for i := range a.Citations {
		ids = append(ids, a.Citations[i].DocID)
	}
	return ids
}

// refresh updates the index, and opens the newest state unless it is open. Where it cannot be written, the last good state
// answers, and the report says so.
func (l *library) refresh(ctx context.Context, progress index.Progress) error {
	report, rerr := index.Refresh(ctx, l.opt, progress)
	if rerr != nil && (errors.Is(rerr, index.ErrNoRoot) || ctx.Err() != nil) {
		return rerr
	}
	if l.ix == nil || !l.ix.Newest() {
		ix, err := index.Open(l.opt)
		switch {
		case rerr != nil && err != nil:
			return rerr
		case err != nil:
			return err
		}
		if err := l.close(); err != nil {
			return errors.Join(err, ix.Close())
		}
		l.ix = ix
		l.verify()
	}
	report.Stale = append(report.Stale, l.ix.Stale()...)
	if rerr != nil {
		report.Stale = append(report.Stale, fmt.Sprintf("the index could not be brought up to date, so what was indexed before answers: %v", rerr))
	}
	l.report = report
	if l.ix.Len() == 0 {
		return noDocuments{nothingToRead(l.opt.Roots, report)}
	}
	return nil
}

// verify begins to read the open index whole: damage to a large one does not show when it is opened.
func (l *library) verify() {
	if !l.watchful {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	found := make(chan error, 1)
	l.verified, l.stop = found, stop
	opt := l.opt
	go func() { found <- index.Verify(ctx, opt) }()
}

// damage is what verify has found so far.
func (l *library) damage() error {
	select {
	case err := <-l.verified:
		if errors.Is(err, index.ErrCorrupt) {
			return err
		}
	default:
	}
	return nil
}

func (l *library) close() error {
	if l.stop != nil {
		l.stop()
	}
	if l.ix == nil {
		return nil
	}
	err := l.ix.Close()
	l.ix, l.judges = nil, nil
	return err
}

// options are the engine's for a question to the open index, or to none.
func (l *library) options(ctx context.Context, progress index.Progress) (engine.Options, error) {
	if l.judges == nil && l.config.SymbolGate {
		r, err := l.app.registry(ctx, l.config, l.ix, progress)
		if err != nil {
			return engine.Options{}, err
		}
		l.judges = newJudges(r)
	}
	opt := l.engine
	if err := l.calibrate(&opt); err != nil {
		return engine.Options{}, err
	}
	opt.Symbols = l.judges.by()
	if l.ix != nil {
		opt.Cards = l.ix.Cards
	}
	return opt, nil
}

// calibrate sets the thresholds that were calibrated for the open documents.
func (l *library) calibrate(opt *engine.Options) error {
	documents, embedder := "", ""
	if l.ix != nil {
		var err error
		if documents, err = corpus(l.config); err != nil {
			return err
		}
		embedder = l.ix.Embedder()
	}
	thresholds(opt, l.config.WithCalibrated(documents, embedder, l.generator.Name()))
	return nil
}

// confirm adds to an answer where the user's interpreter knows its symbols otherwise.
func (l *library) confirm(ctx context.Context, a *engine.Answer) error {
	notes, err := l.judges.confirm(ctx, l.config.Inspector, a.Symbols)
	a.Warnings = append(a.Warnings, notes...)
	return err
}

// Close closes the index.
func (l *library) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.close()
}

// screenLibrary is a library as the screen asks it.
type screenLibrary struct{ *library }

// Open implements tui.Library.
func (l screenLibrary) Open(ctx context.Context, progress index.Progress) (tui.Contents, error) {
	var c tui.Contents
	report, err := l.with(ctx, progress, func(ix *index.Index) error {
		c = l.contents(ix)
		return nil
	})
	c.Report = report
	return c, l.app.forScreen(err)
}

// Ask implements tui.Library.
func (l screenLibrary) Ask(ctx context.Context, q tui.Question, progress index.Progress, listen engine.Listener) (*engine.Answer, tui.Contents, error) {
	var c tui.Contents
	answer, report, err := l.answer(ctx, progress, func(ix *index.Index, opt engine.Options) (*engine.Answer, error) {
		c = l.contents(ix)
		opt.OnlyDocuments, opt.Earlier = q.Documents, q.Earlier
		if s := q.Selected; s != nil {
			return engine.AskSelection(ctx, q.Text, s.Text, s.Origin, ix, l.generator, opt, listen)
		}
		return engine.New(ix, l.generator, opt).Ask(ctx, q.Text, listen)
	})
	c.Report = report
	if answer != nil {
		answer.Warnings = append(answer.Warnings, rebuilt(report)...)
		l.app.record(l.config, answer, true)
	}
	return answer, c, l.app.forScreen(err)
}

// Chunk implements tui.Library.
func (l screenLibrary) Chunk(id string) (index.Chunk, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ix == nil {
		return index.Chunk{}, index.ErrNoIndex
	}
	return l.ix.Chunk(id)
}

// Symbols implements tui.Library.
func (l screenLibrary) Symbols(text string, limit int) []string {
	if !l.mu.TryLock() {
		return nil
	}
	ix := l.ix
	l.mu.Unlock() // the registry stays what it is when the index is closed, and a search may take a while
	if ix == nil {
		return nil
	}
	r, err := ix.Registry()
	if r == nil || err != nil { // the next question tells of damage
		return nil
	}
	var names []string
	for _, e := range r.Search(text, limit) {
		names = append(names, e.Name)
	}
	return names
}

func (l *library) contents(ix *index.Index) tui.Contents {
	return tui.Contents{Documents: ix.Documents(), Projects: ix.Projects(), Chunks: ix.Len(), Embedder: ix.Embedder(), Generator: l.generator.Name(), Notes: slices.Concat(l.notes, rebuilt(l.report))}
}

// rebuilt says why everything was read anew, where it was.
func rebuilt(r index.Report) []string {
	if r.Rebuilt == "" {
		return nil
	}
	return []string{"everything was read anew: " + r.Rebuilt}
}

// forScreen gives an error its next step.
func (a *App) forScreen(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	f := a.failure(nil, err)
	return screenError{&tui.Problem{Message: f.message, Hint: f.hint}, err}
}

// screenError is what the screen says of an error. A conversation without a screen asks for the error itself.
type screenError struct {
	*tui.Problem
	cause error
}

func (e screenError) Unwrap() []error { return []error{e.Problem, e.cause} }
