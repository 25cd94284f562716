package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"ibid/engine"
	"ibid/index"
	"ibid/ui/config"
)

const (
	textWidth    = 100 // columns of text, where the terminal is not narrower
	minTextWidth = 40
)

// page collects plain output.
type page struct {
	strings.Builder
	width int // of text
	wide  int // of tables, where they may be wider than text
	style style
}

func (a *App) newPage(styled bool) *page {
	p := &page{width: textWidth, style: style{on: styled}}
	if width := terminal(a.Out); width > textWidth {
		p.wide = width - 1
	} else if width > 0 {
		p.width = max(width-1, minTextWidth)
	}
	return p
}

// show prints what a command found: as one JSON object where that is asked for, else as text.
func (a *App) show(c *config.Config, asJSON bool, object any, text func(*page)) error {
	if asJSON {
		return writeJSON(a.Out, object)
	}
	p := a.styledPage(c)
	text(p)
	return a.print(p)
}

// print writes the page.
func (a *App) print(p *page) error {
	if _, err := io.WriteString(a.Out, p.String()); err != nil {
		return outputError{err}
	}
	return nil
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// hang writes text behind a label and wraps it; the lines that follow stand below the first one's text.
func (p *page) hang(label, text string, set func(string) string) {
	indent := ansi.StringWidth(label)
	for i, l := range wrap(text, max(p.width-indent, 1)) {
		if i > 0 {
			label = strings.Repeat(" ", indent)
		}
		if set != nil {
			l = set(l)
		}
		p.line("%s", strings.TrimRight(label+l, " "))
	}
}

// note tells something beside the answer, on standard error.
func (a *App) note(format string, args ...any) {
	fmt.Fprintf(a.Err, "note: %s\n", clean(fmt.Sprintf(format, args...)))
}

// behind says below an answer why it may not be that of the documents as they are.
func (p *page) behind(r index.Report) {
	for _, s := range r.Stale {
		p.hang("note: ", "this may be behind the documents: "+clean(s), nil)
	}
}

// beside tells what goes with an answer and is not on its page.
func (a *App) beside(answer *engine.Answer, r index.Report) {
	for _, w := range answer.Warnings {
		if !slices.Contains(r.Stale, w) {
			a.note("%s", w)
		}
	}
	r.Stale = nil
	a.notes(r)
}

// notes tells what bringing the index up to date found.
func (a *App) notes(r index.Report) {
	for _, s := range r.Stale {
		a.note("%s", s)
	}
	if r.Reembedded != "" {
		a.note("every text got new vectors: %s", r.Reembedded)
	}
	for _, s := range rebuilt(r) {
		a.note("%s", s)
	}
	if r.Built && len(r.Skipped)+len(r.Warnings) > 0 {
		a.note("some files were left out or read in part; `ibid index --status` lists them and why")
	}
}

func (a *App) styledPage(c *config.Config) *page { return a.newPage(a.colored(c)) }

// count is a number of things, in words that fit it.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
