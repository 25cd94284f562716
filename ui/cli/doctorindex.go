package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ibid/index"
	"ibid/ui/app"
)

// documents looks at the index of the configured documents, and whether a place for indexes can be written to.
func (d *doctor) documents(ctx context.Context, e index.Embedder) error {
	opt, err := d.app.shared().IndexOptions(d.config)
	if err != nil {
		c := failed("index", err)
		if errors.As(err, new(app.NoDocuments)) {
			c.Health = healthWarning
		}
		d.add(c)
		return nil
	}
	opt.Embedder = e
	report, err := index.Status(ctx, opt)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c := check{Name: "index", Health: healthOK}
	switch {
	case errors.Is(err, index.ErrNoIndex) && report.Added == 0:
		c.Health = healthWarning
		c.Found, c.Next = app.NothingToRead(d.config.Docs, report), classify(nil, app.NoDocuments("")).hint
	case errors.Is(err, index.ErrNoIndex):
		c.Found = fmt.Sprintf("not built yet: %s to read", count(report.Added, "file"))
		c.Next = "the first question builds it; `ibid index` does it now"
	case err != nil:
		c = c.failed(err)
	case report.Rebuilt != "":
		c.Health, c.Found = healthWarning, "will be read anew: "+report.Rebuilt
		if strings.HasPrefix(report.Rebuilt, index.ErrCorrupt.Error()) { // not just of another version or other documents
			c.Health = healthBroken
		}
		c.Next = classify(nil, index.ErrCorrupt).hint
	default:
		return d.generation(c, opt, report)
	}
	d.add(c)
	return nil
}

// generation opens an index that Status found to be whole, and looks at what it holds.
func (d *doctor) generation(c check, opt index.Options, r index.Report) error {
	ix, err := index.Open(opt)
	if err != nil {
		d.add(c.failed(err))
		return nil
	}
	c.Found = fmt.Sprintf("up to date: %s of %s", count(r.Chunks, "chunk"), count(r.Files, "file"))
	if r.Added+r.Changed+r.Removed > 0 {
		c.Found = fmt.Sprintf("behind: %d files new, %d changed, %d gone; it holds %s of %s",
			r.Added, r.Changed, r.Removed, count(r.Chunks, "chunk"), count(r.Files, "file"))
		c.Next = "the next question reads them; `ibid index` does it now"
	}
	if e := ix.Embedder(); e != "none" {
		c.Found += "; its vectors are of " + e
	}
	if len(r.Skipped)+len(r.Warnings) > 0 {
		c.Found += fmt.Sprintf("; left out: %d, read in part: %d; `ibid index --status` lists them", len(r.Skipped), len(r.Warnings))
	}
	if r.Reembedded != "" {
		c.Health = healthWarning
		c.Found += "; " + r.Reembedded
		c.Next = "every chunk gets another vector with the next question, or now with `ibid index`; engine.embedder says what makes them"
	}
	d.add(c)
	return ix.Close()
}
