package cli

import (
	"context"
	"errors"
	"fmt"

	"ibid/engine"
	"ibid/index"
	"ibid/ui/config"
)

// documents is an open index and what refreshing it found.
type documents struct {
	*index.Index
	report index.Report
	opt    index.Options
}

func (a *App) indexOptions(c *config.Config) (index.Options, error) {
	dir := c.IndexDir
	if dir == "" {
		cache, err := config.CacheDir(a.Env)
		if err != nil {
			return index.Options{}, err
		}
		if dir, err = index.DirFor(cache, c.Docs); err != nil {
			return index.Options{}, err
		}
	}
	return index.Options{Roots: c.Docs, Dir: dir, MaxTextBytes: int64(c.MaxTextMB) << 20, MaxPDFBytes: int64(c.MaxPDFMB) << 20}, nil
}

// open brings the index up to date and opens it. A damaged one is rebuilt once; where it cannot be written, the last
// good state answers, with a warning.
func (a *App) open(ctx context.Context, c *config.Config, quiet bool) (*documents, error) {
	opt, err := a.indexOptions(c)
	if err != nil {
		return nil, err
	}
	p := a.newProgress(quiet)
	defer p.clear()
	report, err := index.Refresh(ctx, opt, p.step)
	if err != nil && !errors.Is(err, index.ErrNoRoot) && ctx.Err() == nil {
		if old, oerr := index.Open(opt); oerr == nil {
			report.Stale = append(report.Stale, fmt.Sprintf("the index could not be brought up to date (%v); what was indexed before answers", err))
			return &documents{old, report, opt}, nil
		}
	}
	if err != nil {
		return nil, err
	}
	ix, err := index.Open(opt)
	if errors.Is(err, index.ErrCorrupt) {
		if report, err = a.rebuild(ctx, opt, err, p); err == nil {
			ix, err = index.Open(opt)
		}
	}
	if err != nil {
		return nil, err
	}
	if ix.Len() == 0 {
		ix.Close()
		return nil, noDocuments{nothingToRead(c.Docs, report)}
	}
	return &documents{ix, report, opt}, nil
}

func (a *App) rebuild(ctx context.Context, opt index.Options, cause error, p *progress) (index.Report, error) {
	opt.Rebuild = true
	report, err := index.Refresh(ctx, opt, p.step)
	report.Rebuilt = cause.Error()
	return report, err
}

// withRebuild runs work on an open index, and once more on a rebuilt one if it meets damage: a flipped bit shows only when it is read.
func (a *App) withRebuild(ctx context.Context, d *documents, quiet bool, work func(*documents) error) error {
	err := work(d)
	if !errors.Is(err, index.ErrCorrupt) {
		return errors.Join(err, d.Close())
	}
	d.Close()
	p := a.newProgress(quiet)
	defer p.clear()
	if d.report, err = a.rebuild(ctx, d.opt, err, p); err != nil {
		return err
	}
	if d.Index, err = index.Open(d.opt); err != nil {
		return err
	}
	defer d.Close()
	p.clear()
	return work(d)
}

// nothingToRead explains an empty index.
func nothingToRead(docs []string, r index.Report) string {
	msg := fmt.Sprintf("no documents to read in %s", joined(docs))
	if n := len(r.Skipped); n > 0 {
		msg += fmt.Sprintf(" (%d skipped, the first: %s: %s)", n, r.Skipped[0].Path, r.Skipped[0].Reason)
	}
	return msg
}

func joined(paths []string) string {
	out := ""
	for i, p := range paths {
		if i > 0 {
			out += ", "
		}
		out += p
	}
	return out
}

// engineOptions are the engine's settings as configured.
func engineOptions(c *config.Config) engine.Options {
	o := engine.Defaults()
	o.Hits, o.Chunks, o.Characters = c.Hits, c.Chunks, c.Characters
	o.NoRerank, o.NoSimilarity, o.NoKeyTerms, o.NoSupport = !c.Rerank, !c.SimilarityGate, !c.KeyTermGate, !c.SupportGate
	o.Similarity, o.RefusalText = c.Similarity, c.RefusalText
	return o
}

