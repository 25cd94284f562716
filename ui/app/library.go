package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"ibid/engine"
	"ibid/engine/ollama"
	"ibid/index"
	"ibid/index/weaviate"
	"ibid/ui/config"
)

// Library keeps the index of the configured documents open and up to date. It is safe for concurrent use.
type Library struct {
	app      *App
	config   *config.Config
	opt      index.Options
	unnamed  error // in place of the documents
	wanted   Wanted
	watchful bool // read what is opened whole, in the background

	turn     *semaphore.Weighted // of one,  whoever looks for models, refreshes the index or closes it: these alone exclude each other
	found    bool                // the models were looked for
	away     bool                // their server was not there
	looked   time.Time           // when they were looked for last
	verified chan error          // what reading the open index whole found, nil where nothing was read; it is for the next question
	stop     func()              // ends that, and the making of vectors
	beside   sync.WaitGroup      // of both, and of measuring the judge
	asking   sync.RWMutex        // held to read while a question is answered: the judge is measured between questions
	quit     func()              // ends that; nil where it was not begun

	mu        sync.Mutex // of what follows; it is held for no longer than that takes to read or to set
	engine    engine.Options
	generator engine.Generator
	notes     []string // of the models
	judge     *ollama.Judge
	report    index.Report
	opened    *opened // nil where nothing is

	judging *semaphore.Weighted // of one,  whoever reads what the sources declare
	judges  *Judges             // of the names of an API, by the sources of judged and of the settings; nil until asked for
	judged  *index.Index
}

// opened is an index that several may read at once. It is closed when another has taken its place and nobody reads it
// any more.
type opened struct {
	*index.Index
	readers sync.WaitGroup // joined under the library's mu, while it is the open one
}

// NewLibrary is the library of the configured documents; nothing is opened yet.
func (a *App) NewLibrary(c *config.Config, w Wanted) (*Library, error) {
	opt, err := a.IndexOptions(c)
	var unnamed error
	if errors.As(err, new(NoDocuments)) {
		err, unnamed = nil, err // until they are asked
	}
	return &Library{app: a, config: c, opt: opt, unnamed: unnamed, wanted: w, engine: a.EngineOptions(c), generator: a.Generator,
		turn: semaphore.NewWeighted(1), judging: semaphore.NewWeighted(1)}, err
}

const (
	modelsAgain = 10 * time.Second // how long a server that was not there, or late, is not looked for
	modelsWait  = time.Second      // how long it may then take: somebody waits for an answer that comes without it
)

// FindModels looks for the models, once; after a failure, and where there was no server, it looks again. Nothing is
// opened before: an index is made for one embedder, and keeps the one that it was made for.
func (l *Library) FindModels(ctx context.Context) error {
	if err := l.turn.Acquire(ctx, 1); err != nil {
		return err
	}
	defer l.turn.Release(1)
	return l.findModels(ctx)
}

func (l *Library) findModels(ctx context.Context) error {
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
	l.mu.Lock()
	defer l.mu.Unlock()
	l.found, l.away, l.notes, l.generator = true, m.noServer, m.Notes, m.Generator
	l.engine.Fallback, l.engine.TellDoubts = m.Fallback, m.Generator != l.app.Generator
	if l.engine.Judge = nil; m.Judge != nil { // a nil *Judge would be no nil Judge
		l.engine.Judge = m.Judge
		l.measure(m.Judge)
	}
	l.judge = m.Judge
	return nil
}

// With brings the index up to date and runs work on it, beside whatever else reads it. Damage is met by one rebuild,
// also if it shows only while work reads: a flipped bit is noticed no earlier.
func (l *Library) With(ctx context.Context, progress index.Progress, work func(*index.Index) error) (index.Report, error) {
	return l.with(ctx, progress, nil, work)
}

// with is With, where the times of the doubted documents prove nothing.
func (l *Library) with(ctx context.Context, progress index.Progress, doubted []string, work func(*index.Index) error) (index.Report, error) {
	ix, report, err := l.fresh(ctx, progress, doubted, nil, "")
	if err == nil {
		err = l.read(ix, work)
	}
	if errors.Is(err, index.ErrCorrupt) {
		if ix, report, err = l.fresh(ctx, progress, nil, ix, err.Error()); err == nil {
			err = l.read(ix, work)
		}
	}
	return report, err
}

// fresh is the index, brought up to date and counted as read; with an error, the one that is open. It is made anew
// where there is a why and the damaged one is still open: somebody else may have done so.
func (l *Library) fresh(ctx context.Context, progress index.Progress, doubted []string, damaged *opened, why string) (*opened, index.Report, error) {
	if err := l.turn.Acquire(ctx, 1); err != nil {
		return nil, index.Report{}, err
	}
	defer l.turn.Release(1)
	err := l.findModels(ctx)
	opt := l.opt
	opt.Doubted = doubted
	if opt.Rebuild = why != "" && damaged == l.opened; opt.Rebuild && damaged != nil {
		go l.replace(nil).close()
	}
	if err == nil {
		err = l.refresh(ctx, opt, progress, why)
	}
	if err == nil && why == "" {
		err = l.damage()
	}
	if err != nil {
		return l.opened, l.Report(), err
	}
	return l.enter(), l.Report(), nil
}

// read runs work on an index that was counted as read.
func (l *Library) read(ix *opened, work func(*index.Index) error) error {
	defer ix.readers.Done()
	return work(ix.Index)
}

// AskFunc asks an open index with the engine's options for it.
type AskFunc func(*index.Index, engine.Options) (*engine.Answer, error)

// Answer asks the open documents, and once more where a cited one holds other bytes by then than when it was read.
// What is behind the documents all the same is told in the answer, which may be wrong about them, with the state of
// the index.
func (l *Library) Answer(ctx context.Context, progress index.Progress, ask AskFunc) (*engine.Answer, error) {
	const tries = 2
	var answer *engine.Answer
	var report index.Report
	var changed []string
	for range tries {
		var err error
		report, err = l.with(ctx, progress, changed, func(ix *index.Index) error {
			opt, err := l.Options(ctx, ix, progress)
			if err != nil {
				return err
			}
			l.asking.RLock()
			answer, err = ask(ix, opt)
			l.asking.RUnlock()
			if err != nil {
				return err
			}
			if answer.Refused && answer.Selection == nil && answer.RefusalCode != "" {
				tellUnread(answer, ix)
			}
			var cited []string
			for i := range answer.Citations {
				cited = append(cited, answer.Citations[i].DocID)
			}
			changed = ix.Changed(cited)
			return nil
		})
		if err != nil {
			return nil, err
		}
		if len(changed) == 0 || len(report.Stale) > 0 { // what could not be brought up to date now would not be a moment later
			break
		}
	}
	for _, id := range changed {
		report.Stale = append(report.Stale, id+" has changed since it was read")
	}
	answer.Warnings = append(answer.Warnings, report.Stale...)
	report.Chunks = answer.Index.Chunks // a selected text is no index
	answer.Index = report.State
	return answer, nil
}

const earlyDelay = 500 * time.Millisecond // before which most documents are open

// Early answers while With is at work, from what was indexed before or, where nothing was, from the parts that are
// finished, by this process or another. It goes on looking until something answers or the context ends. The documents'
// own sentences answer: the models may still be looked for.
func (l *Library) Early(ctx context.Context, ask AskFunc) (*engine.Answer, error) {
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
		if err != nil { // nothing yet
			continue
		}
		again := "what was indexed before answers; it is asked again when the documents are read"
		if ix.Partial() {
			again = "it is asked again when all are"
		}
		var answer *engine.Answer
		if ix.Len() > seen {
			seen = ix.Len()
			answer, err = ask(ix, l.app.EngineOptions(l.config))
		} else {
			wait *= 2 // the next part takes longer
		}
		notes := append(ix.Stale(), again)
		if err = errors.Join(err, ix.Close()); err == nil && answer != nil && !answer.Refused {
			answer.Warnings = append(answer.Warnings, strings.Join(notes, "; "))
			return answer, nil
		}
	}
}

// refresh updates the index, and opens the newest state unless it is open. Where it cannot be written, the last good
// state answers, and the report says so, and why everything was read anew where that is known.
func (l *Library) refresh(ctx context.Context, opt index.Options, progress index.Progress, why string) error {
	if l.unnamed != nil {
		return l.unnamed
	}
	report, rerr := index.Refresh(ctx, opt, progress)
	if away := (*weaviate.Error)(nil); rerr != nil && (errors.Is(rerr, index.ErrNoRoot) || errors.As(rerr, &away) || ctx.Err() != nil) {
		return rerr
	}
	if l.opened == nil || !l.opened.Newest() {
		opt.After = &report
		ix, err := index.Open(opt)
		switch {
		case rerr != nil && err != nil:
			return rerr
		case err != nil:
			return err
		}
		if old := l.replace(&opened{Index: ix}); old != nil {
			go old.close()
		}
		l.verify()
	}
	report.Stale = append(report.Stale, l.opened.Stale()...)
	if rerr != nil {
		report.Stale = append(report.Stale, fmt.Sprintf("the index could not be brought up to date, so what was indexed before answers: %v", rerr))
	}
	report.Rebuilt = cmp.Or(why, report.Rebuilt)
	l.mu.Lock()
	l.report = report
	l.mu.Unlock()
	if l.opened.Len() == 0 {
		return NoDocuments(NothingToRead(l.opt.Roots, report))
	}
	return nil
}

// replace puts an index, or nil, in the place of the open one, which it returns.
func (l *Library) replace(ix *opened) *opened {
	if l.stop != nil {
		l.stop()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	old := l.opened
	l.opened = ix
	return old
}

// close closes an index that was replaced, when nobody reads it any more.
func (ix *opened) close() error {
	ix.readers.Wait()
	return ix.Close()
}

// verify begins to read the open index whole: damage to a large one does not show when it is opened. Then the reader
// makes its vectors.
func (l *Library) verify() {
	if !l.watchful {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	found := make(chan error, 1)
	l.verified, l.stop = found, stop
	opt := l.opt
	_, _ = l.opened.Registry() // while its file is there: who reads the index when another takes its place asks for it later
	l.beside.Go(func() {
		err := index.Verify(ctx, opt)
		if found <- err; err == nil {
			_ = index.Embed(ctx, opt, nil) // the next index goes on with it
		}
	})
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

// Options are the engine's for a question to an open index, or to none.
func (l *Library) Options(ctx context.Context, ix *index.Index, progress index.Progress) (engine.Options, error) {
	judges, err := l.judgesOf(ctx, ix, progress)
	if err != nil {
		return engine.Options{}, err
	}
	opt := look(l, &l.engine)
	if ix != nil {
		opt.Cards = ix.Cards
	}
	opt.Symbols = judges.by("")
	return opt, nil
}

// judgesOf are those of the names of an API by the sources of an index, or of none, and of the settings.
func (l *Library) judgesOf(ctx context.Context, ix *index.Index, progress index.Progress) (*Judges, error) {
	if !l.config.SymbolGate {
		return nil, nil
	}
	if err := l.judging.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer l.judging.Release(1)
	if l.judges == nil || l.judged != ix {
		r, err := l.app.Registry(ctx, l.config, ix, progress)
		if err != nil {
			return nil, err
		}
		l.judges, l.judged = NewJudges(r), ix
	}
	return l.judges, nil
}

// Close closes the index, when nobody reads it any more.
func (l *Library) Close() error {
	_ = l.turn.Acquire(context.Background(), 1) // which does not end
	defer l.turn.Release(1)
	ix := l.replace(nil)
	if l.quit != nil {
		l.quit()
	}
	l.beside.Wait()
	if ix != nil {
		return ix.close()
	}
	return nil
}

// Generator is what writes the answers, once the models were looked for.
func (l *Library) Generator() engine.Generator { return look(l, &l.generator) }

// Notes are what a person should know of the models.
func (l *Library) Notes() []string { return look(l, &l.notes) }

// NotesOn are what a person should know of the models behind an answer.
func (l *Library) NotesOn(a *engine.Answer) []string {
	notes := l.Notes()
	if j := look(l, &l.judge); j != nil && !l.watchful && a.Generator == l.Generator().Name() {
		if r, measured := j.Rates(); !measured {
			notes = append(slices.Clip(notes), r.Model+" was not measured as a judge yet, so what it holds for borne out is not shown; `ibid doctor` measures it")
		}
	}
	return notes
}

// measure begins to ask a judge about claims whose truth is known, where that was not done and whoever opened the
// library stays a while.
func (l *Library) measure(j *ollama.Judge) {
	if _, measured := j.Rates(); measured || !l.watchful || l.quit != nil {
		return
	}
	ctx, quit := context.WithCancel(context.Background())
	l.quit = quit
	l.beside.Go(func() {
		_, _ = j.Measure(ctx, func(int, int) error { // what fails is asked again when the program starts the next time
			l.asking.Lock()
			defer l.asking.Unlock()
			return ctx.Err()
		})
	})
}

// Report is what bringing the index up to date found the last time.
func (l *Library) Report() index.Report { return look(l, &l.report) }

// look reads what mu guards.
func look[T any](l *Library, v *T) T {
	l.mu.Lock()
	defer l.mu.Unlock()
	return *v
}

// Dir is the folder of the index.
func (l *Library) Dir() string { return l.opt.Dir }

// Watch has what is opened read whole in the background: damage is met at the next question.
func (l *Library) Watch() { l.watchful = true }

// enter is the open index, for who then reads it; nil where none is open.
func (l *Library) enter() *opened {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.opened != nil {
		l.opened.readers.Add(1)
	}
	return l.opened
}

// Rebuilt says why everything was read anew, where it was.
func Rebuilt(r index.State) []string {
	if r.Rebuilt == "" {
		return nil
	}
	return []string{"everything was read anew: " + r.Rebuilt}
}
