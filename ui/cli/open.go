package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ibid/engine"
	"ibid/index"
	"ibid/ui/config"
)

// documents is an open index and what refreshing it found.
type documents struct {
	*index.Index
	report index.Report
}

func (a *App) indexOptions(c *config.Config) (index.Options, error) {
	opt := index.Options{Roots: c.Docs, Dir: c.IndexDir, MaxTextBytes: int64(c.MaxTextMB) << 20, MaxPDFBytes: int64(c.MaxPDFMB) << 20}
	if opt.Dir != "" {
		return opt, nil
	}
	cache, err := config.CacheDir(a.Env)
	if err != nil {
		return opt, err
	}
	opt.Dir, err = index.DirFor(cache, c.Docs)
	return opt, err
}

// withDocuments brings the index up to date, opens it and runs work on it. Damage is met by one rebuild, also if it shows only
// while work reads: a flipped bit is noticed no earlier.
func (a *App) withDocuments(ctx context.Context, c *config.Config, asJSON bool, work func(*documents) error) (index.Report, error) {
	opt, err := a.indexOptions(c)
	if err != nil {
		return index.Report{}, err
	}
	p := a.newProgress(c, asJSON)
	d, err := open(ctx, opt, p)
	if err == nil {
		p.clear()
		err = errors.Join(work(d), d.Close())
	}
	if errors.Is(err, index.ErrCorrupt) {
		why := err.Error()
		opt.Rebuild = true
		if d, err = open(ctx, opt, p); err == nil {
			p.clear()
			d.report.Rebuilt = why
			err = errors.Join(work(d), d.Close())
		}
	}
	p.clear()
	if err != nil {
		return index.Report{}, err
	}
	return d.report, nil
}

// open refreshes and opens the index. Where it cannot be written, the last good state answers, and the report says so.
func open(ctx context.Context, opt index.Options, p *progress) (*documents, error) {
	report, rerr := index.Refresh(ctx, opt, p.step)
	if rerr != nil && (errors.Is(rerr, index.ErrNoRoot) || ctx.Err() != nil) {
		return nil, rerr
	}
	ix, err := index.Open(opt)
	switch {
	case rerr != nil && err != nil:
		return nil, rerr
	case err != nil:
		return nil, err
	case rerr != nil:
		report.Stale = append(report.Stale, fmt.Sprintf("the index could not be brought up to date, so what was indexed before answers: %v", rerr))
	}
	if ix.Len() == 0 {
		return nil, errors.Join(noDocuments{nothingToRead(opt.Roots, report)}, ix.Close())
	}
	return &documents{ix, report}, nil
}

// nothingToRead explains an empty index.
func nothingToRead(docs []string, r index.Report) string {
	msg := "no documents to read in " + strings.Join(docs, ", ")
	if n := len(r.Skipped); n > 0 {
		msg += fmt.Sprintf(" (%d left out, the first: %s: %s)", n, r.Skipped[0].Path, r.Skipped[0].Reason)
	}
	return msg
}

// engineOptions are the engine's settings as configured.
func engineOptions(c *config.Config) engine.Options {
	o := engine.Defaults()
	o.Hits, o.Chunks, o.Characters = c.Hits, c.Chunks, c.Characters
	o.NoRerank, o.NoSimilarity, o.NoKeyTerms, o.NoSupport = !c.Rerank, !c.SimilarityGate, !c.KeyTermGate, !c.SupportGate
	o.Similarity, o.RefusalText = c.Similarity, c.RefusalText
	return o
}
