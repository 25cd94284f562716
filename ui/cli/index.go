package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"ibid/index"
	"ibid/ui/app"
)

const maxListed = 20 // files left out and warnings listed; --json has all

func (a *App) indexCommand() *cobra.Command {
	var status, rebuild bool
	cmd := a.command(&cobra.Command{
		Use:   "index [flags] [PATH…]",
		Short: "Read the documents, or only what changed",
		Long:  `Bring the index up to date: changed files are read again, everything else costs one look. ask and search do the same by themselves, but for the vectors that find a text by its meaning: they are made here and by the screen, and used once all are there. The index is a cache: it can be deleted at any time.`,
		Example: `  ibid index ~/papers
  ibid index --status ~/papers`,
		Args: documentPaths,
	}, "ibid.index/1 object", func(ctx context.Context, r *call) error {
		r.config.Name(r.args)
		opt, err := a.shared().IndexOptions(r.config)
		if err != nil {
			return err
		}
		start := time.Now()
		m, err := a.shared().Models(ctx, r.config, app.Wanted{})
		if err != nil {
			return err
		}
		opt.Embedder = m.EmbedderOf(opt.Dir)
		var report index.Report
		state := upToDate
		if status {
			report, err = index.Status(ctx, opt)
			state = stateOf(report, err)
			if errors.Is(err, index.ErrNoIndex) {
				err = nil
			}
		} else {
			opt.Rebuild, opt.Verify = rebuild, true
			report, err = index.Refresh(ctx, opt, r.progress.step)
			if err == nil && report.Chunks == 0 {
				err = app.NoDocuments(app.NothingToRead(r.config.Docs, report))
			} else if err == nil {
				err = index.Embed(ctx, opt, r.progress.step)
			}
		}
		if err != nil {
			return err
		}
		if len(report.Stale) > 0 {
			state = behind
		}
		took := time.Since(start)
		err = r.show(statusOf(opt.Dir, state, report), func(p *page) {
			if status {
				p.status(opt.Dir, state, report)
			} else {
				p.refreshed(report, took)
			}
			p.leftOut(report)
		})
		r.tell(m.Notes)
		if report.Reembedded != "" {
			r.note("every text gets new vectors: %s", report.Reembedded)
		}
		r.tell(report.Stale)
		return err
	}, documentSettings, screenSettings)
	cmd.Flags().BoolVar(&status, "status", false, "read the index whole, say where it is, whether it is up to date and what was left out; change nothing")
	cmd.Flags().BoolVar(&rebuild, "rebuild", false, "read every document anew")
	cmd.MarkFlagsMutuallyExclusive("status", "rebuild")
	return cmd
}

// How an index stands to its documents.
const (
	missing  = "missing"
	damaged  = "rebuild" // it cannot be used, or holds other documents
	behind   = "behind"
	upToDate = "up_to_date"
)

func stateOf(r index.Report, err error) string {
	switch {
	case errors.Is(err, index.ErrNoIndex):
		return missing
	case r.Rebuilt != "":
		return damaged
	case r.Added+r.Changed+r.Removed > 0:
		return behind
	}
	return upToDate
}

// statusJSON is the wire schema ibid.index/1. Fields are only ever added.
type statusJSON struct {
	Schema     string       `json:"schema"`
	Dir        string       `json:"dir"`
	State      string       `json:"state"`
	Files      int          `json:"files"`
	Chunks     int          `json:"chunks"`
	Added      int          `json:"added"`
	Changed    int          `json:"changed"`
	Removed    int          `json:"removed"`
	Rebuilt    string       `json:"rebuilt" jsonschema:"why everything is read anew, \"\" where it is not"`
	Skipped    []index.Skip `json:"skipped"`
	Warnings   []string     `json:"warnings"`
	Stale      []string     `json:"stale"`
	Reembedded string       `json:"reembedded" jsonschema:"why every text gets new vectors, \"\" where only new ones do"`
	Resumed    int          `json:"resumed" jsonschema:"files that were not read again, because an interrupted run had read them"`
}

func statusOf(dir, state string, r index.Report) statusJSON {
	return statusJSON{"ibid.index/1", dir, state, r.Files, r.Chunks, r.Added, r.Changed, r.Removed, r.Rebuilt, r.Skipped, r.Warnings, r.Stale, r.Reembedded, r.Resumed}
}

func (p *page) status(dir, state string, r index.Report) {
	p.line("index  %s", clean(dir))
	switch state {
	case missing:
		p.line("state  not built yet: %d files to read", r.Added)
		return
	case damaged:
		p.hang("state  ", "will be read anew: "+clean(r.Rebuilt), nil)
	case behind:
		p.line("state  behind: %d files new, %d changed, %d gone", r.Added, r.Changed, r.Removed)
	default:
		p.line("state  up to date")
	}
	p.line("holds  %d chunks of %d files", r.Chunks, r.Files)
}

func (p *page) refreshed(r index.Report, took time.Duration) {
	p.line("%d chunks of %d files: %d new, %d changed, %d gone; %s", r.Chunks, r.Files, r.Added, r.Changed, r.Removed, took.Round(10*time.Millisecond))
	if r.Resumed > 0 {
		p.line("%s of an interrupted run were not read again", count(r.Resumed, "file"))
	}
	if r.Rebuilt != "" {
		p.hang("", "everything was read anew: "+clean(r.Rebuilt), nil)
	}
}

// leftOut lists what is not in the index, and what was lost inside files that are.
func (p *page) leftOut(r index.Report) {
	p.some("warnings", r.Warnings)
	p.some("left out", each(r.Skipped, func(s index.Skip) string { return s.Path + ": " + s.Reason }))
}

// some prints the first lines of a list and how many more there are.
func (p *page) some(title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	p.line("")
	p.line("%s", p.style.bold(fmt.Sprintf("%s (%d)", title, len(lines))))
	for _, l := range lines[:min(maxListed, len(lines))] {
		p.hang("  ", clean(l), nil)
	}
	if n := len(lines) - maxListed; n > 0 {
		p.line("  … and %d more; --json lists all", n)
	}
}
