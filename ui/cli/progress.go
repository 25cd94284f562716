package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/ui/config"
)

const (
	progressDelay  = 200 * time.Millisecond // work that is done by then shows nothing
	progressRedraw = 100 * time.Millisecond
	progressLine   = 5 * time.Second // between lines where standard error is no terminal
)

// progress shows the steps of long work on standard error: a line that is redrawn on a terminal, now and then a line
// elsewhere. It is the engine.Listener of somebody who reads text.
type progress struct {
	out   io.Writer
	width int  // of the terminal, 0 where lines are not redrawn
	quiet bool // says nothing
	start time.Time
	drawn time.Time
	shown bool

	writer string // of the draft
	words  int    // of the draft
}

// newProgress shows nothing to a program that reads JSON, unless a person watches standard error. The settings are
// nil where they cannot be read.
func (a *App) newProgress(c *config.Config, asJSON bool) *progress {
	now := time.Now()
	width := terminal(a.Err)
	quiet := asJSON && width == 0
	if c != nil && c.Plain || a.getenv("TERM") == "dumb" {
		width = 0
	}
	return &progress{out: a.Err, width: width, quiet: quiet, start: now, drawn: now}
}

// step is an index.Progress.
func (p *progress) step(s index.Step) {
	p.draw(time.Now(), s.String)
}

// draw shows a line, where it is time for one.
func (p *progress) draw(now time.Time, text func() string) {
	every := progressRedraw
	if p.width == 0 {
		every = progressLine
	}
	if p.quiet || now.Sub(p.start) < progressDelay || now.Sub(p.drawn) < every {
		return
	}
	p.drawn = now
	if p.width > 0 {
		fmt.Fprintf(p.out, "\r\x1b[K%s", clip(text(), p.width-1))
		p.shown = true
		return
	}
	fmt.Fprintln(p.out, text())
}

// clear removes the line from the terminal.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}

// Retrieved implements engine.Listener.
func (p *progress) Retrieved([]engine.Evidence) {}

// Drafting implements engine.Listener.
func (p *progress) Drafting(writer, _ string) { p.writer, p.words = writer, 0 }

// Token implements engine.Listener.
func (p *progress) Token(text string) {
	p.words += len(strings.Fields(text))
	p.draw(time.Now(), func() string {
		return clean(fmt.Sprintf("%s writes: about %d words, not checked yet", p.writer, p.words))
	})
}

// Checked implements engine.Listener.
func (p *progress) Checked(int, guard.Verdict) {}
