package cli

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"ibid/guard"
	"ibid/index"
)

const maxListed = 20 // skipped files and warnings listed; --json has all

func (a *App) indexCommand() *cobra.Command {
	var asJSON, status, rebuild bool
	cmd := &cobra.Command{
		Use:   "index [flags]",
		Short: "Read the documents, or only what changed",
		Long: `Bring the index up to date: changed files are read again, everything else costs one look. ask and search do the same
by themselves. The index is a cache: it can be deleted at any time.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.load(cmd)
			if err != nil {
				return err
			}
			opt, err := a.indexOptions(c)
			if err != nil {
				return err
			}
			if status {
				return a.indexStatus(cmd, opt, asJSON)
			}
			opt.Rebuild = rebuild
			start := time.Now()
			p := a.newProgress(asJSON)
			report, err := index.Refresh(cmd.Context(), opt, p.step)
			p.clear()
			if err != nil {
				return err
			}
			if report.Chunks == 0 {
				return noDocuments{nothingToRead(c.Docs, report)}
			}
			if asJSON {
				return writeJSON(a.Out, statusOf(opt.Dir, report))
			}
			out := a.newPage(c)
			out.indexed(report, time.Since(start))
			_, err = io.WriteString(a.Out, out.String())
			return err
		},
	}
	settingFlags(cmd, "docs", "index.dir", "index.max_text_mb", "index.max_pdf_mb", "ui.color", "ui.plain")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one ibid.index/1 object")
	cmd.Flags().BoolVar(&status, "status", false, "say where the index is and whether it is up to date; change nothing")
	cmd.Flags().BoolVar(&rebuild, "rebuild", false, "read every document anew")
	cmd.MarkFlagsMutuallyExclusive("status", "rebuild")
	return cmd
}

// statusJSON is the wire schema ibid.index/1.
type statusJSON struct {
	Schema   string       `json:"schema"`
	Dir      string       `json:"dir"`
	Files    int          `json:"files"`
	Chunks   int          `json:"chunks"`
	Added    int          `json:"added"`
	Changed  int          `json:"changed"`
	Removed  int          `json:"removed"`
	Rebuilt  string       `json:"rebuilt"`
	Skipped  []index.Skip `json:"skipped"`
	Warnings []string     `json:"warnings"`
	Stale    []string     `json:"stale"`
}

func statusOf(dir string, r index.Report) statusJSON {
	return statusJSON{"ibid.index/1", dir, r.Files, r.Chunks, r.Added, r.Changed, r.Removed, r.Rebuilt, list(r.Skipped), list(r.Warnings), list(r.Stale)}
}

func (a *App) indexStatus(cmd *cobra.Command, opt index.Options, asJSON bool) error {
	report, err := index.Status(cmd.Context(), opt)
	if err != nil && !errors.Is(err, index.ErrNoIndex) {
		return err
	}
	missing := err != nil
	if asJSON {
		return writeJSON(a.Out, statusOf(opt.Dir, report))
	}
	fmt.Fprintf(a.Out, "index    %s\n", guard.Sanitize(opt.Dir))
	switch {
	case missing:
		fmt.Fprintf(a.Out, "state    not built yet: %d files to read\n", report.Added)
	case report.Rebuilt != "":
		fmt.Fprintf(a.Out, "state    will be rebuilt: %s\n", report.Rebuilt)
	case report.Added+report.Changed+report.Removed > 0:
		fmt.Fprintf(a.Out, "state    behind: %d files new, %d changed, %d removed\n", report.Added, report.Changed, report.Removed)
	default:
		fmt.Fprintf(a.Out, "state    up to date\n")
	}
	fmt.Fprintf(a.Out, "holds    %d chunks of %d files, %d skipped\n", report.Chunks, report.Files, len(report.Skipped))
	return nil
}

func (p *page) indexed(r index.Report, took time.Duration) {
	p.line("%d chunks of %d files: %d new, %d changed, %d removed, in %s", r.Chunks, r.Files, r.Added, r.Changed, r.Removed, took.Round(10*time.Millisecond))
	if r.Rebuilt != "" {
		p.line("everything was read anew: %s", guard.Sanitize(r.Rebuilt))
	}
	for _, s := range r.Stale {
		p.line("note: %s", guard.Sanitize(s))
	}
	p.some("warning", r.Warnings)
	skipped := make([]string, len(r.Skipped))
	for i, s := range r.Skipped {
		skipped[i] = s.Path + ": " + s.Reason
	}
	p.some("skipped", skipped)
}

// some prints the first lines of a long list and how many there are.
func (p *page) some(label string, lines []string) {
	for _, l := range lines[:min(maxListed, len(lines))] {
		p.line("%s  %s", label, oneLine(guard.Sanitize(l)))
	}
	if n := len(lines) - maxListed; n > 0 {
		p.line("%s  … and %d more (--json lists all)", label, n)
	}
}
