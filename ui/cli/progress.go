package cli

import (
	"fmt"
	"io"
	"time"

	"ibid/index"
	"ibid/ui/config"
)

const (
	progressDelay  = 200 * time.Millisecond // work that is done by then shows nothing
	progressRedraw = 100 * time.Millisecond
	progressLine   = 5 * time.Second // between lines where standard error is no terminal
)

// progress shows the steps of long work on standard error: a line that is redrawn on a terminal, now and then a line elsewhere.
type progress struct {
	out   io.Writer
	width int  // of the terminal, 0 where lines are not redrawn
	quiet bool // says nothing
	start time.Time
	began time.Time // of the current stage
	drawn time.Time
	stage index.Stage
	shown bool
}

// newProgress shows nothing to a program that reads JSON, unless a person watches standard error. The settings are nil where they cannot
// be read.
func (a *App) newProgress(c *config.Config, asJSON bool) *progress {
	now := time.Now()
	width := terminal(a.Err)
	quiet := asJSON && width == 0
	if c != nil && c.Plain || a.getenv("TERM") == "dumb" {
		width = 0
	}
	return &progress{out: a.Err, width: width, quiet: quiet, start: now, began: now, drawn: now}
}

// step is an index.Progress.
func (p *progress) step(s index.Step) {
	now := time.Now()
	if s.Stage != p.stage {
		p.stage, p.began = s.Stage, now
	}
	every := progressRedraw
	if p.width == 0 {
		every = progressLine
	}
	if p.quiet || now.Sub(p.start) < progressDelay || now.Sub(p.drawn) < every {
		return
	}
	p.drawn = now
	if p.width > 0 {
		fmt.Fprintf(p.out, "\r\x1b[K%s", clip(p.text(s, now), p.width-1))
		p.shown = true
		return
	}
	fmt.Fprintln(p.out, p.text(s, now))
}

// text is one report: how far, how fast, how much longer.
func (p *progress) text(s index.Step, now time.Time) string {
	t := string(s.Stage)
	if s.Total == 0 {
		return t + " …"
	}
	t += fmt.Sprintf(" %d/%d", s.Done, s.Total)
	if s.Stage == index.StageRead {
		t += fmt.Sprintf(" files, %d chunks", s.Chunks)
	}
	elapsed := now.Sub(p.began)
	if s.Done > 0 && elapsed > 0 {
		rate := float64(s.Done) / elapsed.Seconds()
		left := time.Duration(float64(s.Total-s.Done) / rate * float64(time.Second)).Round(time.Second)
		t += fmt.Sprintf(", %.0f/s, %s left", rate, left)
	}
	return t
}

// clear removes the line from the terminal.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}
