package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"ibid/engine"
	"ibid/index"
	"ibid/index/weaviate"
	"ibid/ui/config"
)

// Library keeps the index of the configured documents open and up to date. It is safe for concurrent use.
type Library struct {
	app       *App
	config    *config.Config
	opt       index.Options
	unnamed   error // in place of the documents
	engine    engine.Options
	generator engine.Generator
	notes     []string  // of the models
	found     bool      // the models were looked for
	away      bool      // their server was not there
	looked    time.Time // when they were looked for last
	wanted    Wanted

	mu     sync.Mutex // held while the index is refreshed, read or closed
	ix     *index.Index
	report index.Report
	judges *Judges // of the names of an API, by the sources of ix and of the settings; nil until asked for

	watchful bool       // read what is opened whole, in the background
	verified chan error // what that found, nil where nothing was read; it is for the next question
	stop     func()     // ends it
}

// NewLibrary is the library of the configured documents; nothing is opened yet.
func (a *App) NewLibrary(c *config.Config, w Wanted) (*Library, error) {
	opt, err := a.IndexOptions(c)
	var unnamed error
	if errors.As(err, new(NoDocuments)) {
		err, unnamed = nil, err // until they are asked
	}
	if opt.Only = w.Only; w.Only != nil && err == nil { // it holds less, and is another one
		var narrowed string
		narrowed, err = index.DirFor("", w.Only)
		opt.Dir += "-" + narrowed
		unnamed = nil // the narrower ones are named
	}
	return &Library{app: a, config: c, opt: opt, unnamed: unnamed, wanted: w, engine: EngineOptions(c), generator: a.Generator}, err
}

const (
	modelsAgain = 10 * time.Second // how long a server that was not there, or late, is not looked for
	modelsWait  = time.Second      // how long it may then take: somebody waits for an answer that comes without it
)

// FindModels looks for the models, once; after a failure, and where there was no server, it looks again. Nothing is opened before: an
// index is made for one embedder, and keeps the one that it was made for.
func (l *Library) FindModels(ctx context.Context) error {
	again := l.away && time.Since(l.looked) >= modelsAgain
	if l.found && !again {
		return nil
	}
	if again {
		within, stop := context.WithTimeout(ctx, modelsWait)
		defer stop()
		ctx = within
	}
	m, err := l.app.Models(ctx, l.config, l.wanted)
	l.looked = time.Now()
	if err != nil && !l.found {
		return err
	} else if err != nil {
		return nil
	}
	if e := m.EmbedderOf(l.opt.Dir); !l.found || l.opt.Embedder != nil {
		l.opt.Embedder = e
	}
	l.found, l.away, l.notes, l.generator = true, m.noServer, m.Notes, m.Generator
	l.engine.Fallback, l.engine.Judge = m.Fallback, m.Judge
	return nil
}

// With brings the index up to date and runs work on it. Damage is met by one rebuild, also if it shows only while work
// reads: a flipped bit is noticed no earlier.
func (l *Library) With(ctx context.Context, progress index.Progress, work func(*index.Index) error) (index.Report, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.FindModels(ctx)
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

// Answer asks the open documents, and once more where a cited one holds other bytes by then than when it was read. What is behind the
// documents all the same is told in the answer, which may be wrong about them.
func (l *Library) Answer(ctx context.Context, progress index.Progress, ask func(*index.Index, engine.Options) (*engine.Answer, error)) (*engine.Answer, index.Report, error) {
	const tries = 2
	var answer *engine.Answer
	var report index.Report
	var changed []string
	for range tries {
		var err error
		report, err = l.With(ctx, progress, func(ix *index.Index) error {
			opt, err := l.Options(ctx, progress)
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
	return answer, report, nil
}

const earlyDelay = 500 * time.Millisecond // before which most documents are open

// Early answers while With is at work, from what was indexed before or, where nothing was, from what has been read so far, by this process
// or another. It goes on looking until something answers or the context ends. The documents' own sentences answer: the models may
// still be looked for.
func (l *Library) Early(ctx context.Context, ask func(*index.Index, engine.Options) (*engine.Answer, error)) (*engine.Answer, error) {
	opt, err := l.app.IndexOptions(l.config)
	if err != nil {
		return nil, err
	}
	seen := 0                                    // chunks that did not answer
	for wait := earlyDelay; ; wait += wait / 2 { // each look takes from the time of the reading
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
		ix, err := index.Open(opt)
		again := "what was indexed before answers; it is asked again when the documents are read"
		if errors.Is(err, index.ErrNoIndex) {
			again = "it is asked again when all are"
			ix, err = index.Partial(ctx, opt)
		}
		if err != nil { // nothing yet, or it was swept away meanwhile
			continue
		}
		var answer *engine.Answer
		if ix.Len() > seen {
			seen = ix.Len()
			answer, err = ask(ix, EngineOptions(l.config))
		} else {
			wait *= 2 // it holds as many as it can, or the reader is at a long one
		}
		notes := append(ix.Stale(), again)
		if err = errors.Join(err, ix.Close()); err == nil && answer != nil && !answer.Refused {
			answer.Warnings = append(answer.Warnings, strings.Join(notes, "; "))
			return answer, nil
		}
	}
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
func (l *Library) refresh(ctx context.Context, progress index.Progress) error {
	if l.unnamed != nil {
		return l.unnamed
	}
	report, rerr := index.Refresh(ctx, l.opt, progress)
	if away := (*weaviate.Error)(nil); rerr != nil && (errors.Is(rerr, index.ErrNoRoot) || errors.As(rerr, &away) || ctx.Err() != nil) {
		return rerr
	}
	if l.ix == nil || !l.ix.Newest() {
		opt := l.opt
		opt.After = &report
		ix, err := index.Open(opt)
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
		return NoDocuments(NothingToRead(l.opt.Roots, report))
	}
	return nil
}

// verify begins to read the open index whole: damage to a large one does not show when it is opened.
func (l *Library) verify() {
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
func (l *Library) damage() error {
	select {
	case err := <-l.verified:
		if errors.Is(err, index.ErrCorrupt) {
			return err
		}
	default:
	}
	return nil
}

func (l *Library) close() error {
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

// Options are the engine's for a question to the open index, or to none.
func (l *Library) Options(ctx context.Context, progress index.Progress) (engine.Options, error) {
	if l.judges == nil && l.config.SymbolGate {
		r, err := l.app.Registry(ctx, l.config, l.ix, progress)
		if err != nil {
			return engine.Options{}, err
		}
		l.judges = NewJudges(r)
	}
	opt := l.engine
	if err := l.calibrate(&opt); err != nil {
		return engine.Options{}, err
	}
	opt.Symbols = l.judges.by("")
	if l.ix != nil {
		opt.Cards = l.ix.Cards
	}
	return opt, nil
}

// calibrate sets the thresholds that were calibrated for the open documents.
func (l *Library) calibrate(opt *engine.Options) error {
	documents, embedder := "", ""
	if l.ix != nil {
		var err error
		if documents, err = Corpus(l.config); err != nil {
			return err
		}
		embedder = l.ix.Embedder()
	}
	thresholds(opt, l.config.WithCalibrated(documents, embedder, l.generator.Name()))
	return nil
}

// Close closes the index.
func (l *Library) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.close()
}

// Generator is what writes the answers, once the models were looked for.
func (l *Library) Generator() engine.Generator { return l.generator }

// Notes are what a person should know of the models.
func (l *Library) Notes() []string { return l.notes }

// Report is what bringing the index up to date found the last time.
func (l *Library) Report() index.Report { return l.report }

// Digest stands for the open documents, as they were asked last; "" while the library is at work.
func (l *Library) Digest() (digest string) {
	_ = l.idle(func() error { digest = l.ix.Digest(); return nil })
	return digest
}

// Dir is the folder of the index.
func (l *Library) Dir() string { return l.opt.Dir }

// Watch has what is opened read whole in the background: damage is met at the next question.
func (l *Library) Watch() { l.watchful = true }

// Chunk is a chunk of the open index.
func (l *Library) Chunk(id string) (index.Chunk, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ix == nil {
		return index.Chunk{}, index.ErrNoIndex
	}
	return l.ix.Chunk(id)
}

// Symbols are at most limit names that the sources of the open index declare and that are like a text; none while it is at work.
func (l *Library) Symbols(text string, limit int) []string {
	var ix *index.Index
	if l.idle(func() error { ix = l.ix; return nil }) != nil {
		return nil
	}
	return Symbols(ix)(text, limit) // the registry stays what it is when the index is closed, and a search may take a while
}

// Symbols looks names up that the sources of an index declare.
func Symbols(ix *index.Index) func(text string, limit int) []string {
	return func(text string, limit int) []string {
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
}

// Rebuilt says why everything was read anew, where it was.
func Rebuilt(r index.Report) []string {
	if r.Rebuilt == "" {
		return nil
	}
	return []string{"everything was read anew: " + r.Rebuilt}
}
