package cli

import (
	"fmt"
	"io"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/ui/config"
)

// The rules of plain output: the answer first, then what proves it, then the gates' numbers on one line. Everything that came
// from a document is sanitised. Warnings go to standard error.

const (
	maxQuote     = 220 // characters of a quote under a citation
	maxNearest   = 3   // pieces of evidence shown with a refusal
	textWidth    = 100 // columns, where the terminal is not narrower
	minTextWidth = 40
)

func (a *App) printAnswer(ans *engine.Answer, report index.Report, c *config.Config, showEvidence bool) error {
	p := a.newPage(c)
	if ans.Refused {
		p.refusal(ans)
	} else {
		p.answer(ans)
	}
	if showEvidence {
		p.evidence(ans.Evidence)
	}
	for _, w := range append(append([]string(nil), ans.Warnings...), report.Stale...) {
		fmt.Fprintf(a.Err, "note: %s\n", guard.Sanitize(w))
	}
	_, err := io.WriteString(a.Out, p.String())
	return err
}

// page collects plain output.
type page struct {
	strings.Builder
	width int
	style style
}

func (a *App) newPage(c *config.Config) *page {
	width := terminal(a.Out)
	p := &page{width: textWidth, style: style{on: a.colored(c)}}
	if width > 0 && width < textWidth {
		p.width = max(width-1, minTextWidth)
	}
	return p
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

func (p *page) answer(ans *engine.Answer) {
	p.paragraphs(guard.Sanitize(ans.Text))
	p.line("")
	for _, c := range ans.Citations {
		p.line("%s %s", p.style.bold("["+c.Key+"]"), place(&c.Chunk))
		if c.Quote != "" {
			for _, l := range wrap("“"+clip(oneLine(guard.Sanitize(c.Quote)), maxQuote)+"”", p.width-5) {
				p.line("     %s", p.style.faint(l))
			}
		}
	}
	p.line("")
	p.gates(ans.Trace.Gates)
}

func (p *page) refusal(ans *engine.Answer) {
	p.line("%s", p.style.bold(guard.Sanitize(ans.Text)))
	for _, l := range wrap("because "+lowerFirst(guard.Sanitize(ans.RefusalReason)), p.width-2) {
		p.line("  %s", l)
	}
	if n := min(maxNearest, len(ans.Evidence)); n > 0 {
		p.line("")
		p.line("nearest in the documents")
		for i := range ans.Evidence[:n] {
			ev := &ans.Evidence[i]
			p.line("  %s %s", p.style.bold("["+ev.Key+"]"), place(&ev.Chunk))
			p.line("       %s", p.style.faint(clip(oneLine(guard.Sanitize(ev.Text)), p.width-8)))
		}
	}
	p.line("")
	p.gates(ans.Trace.Gates)
}

// gates prints each gate's name, number and verdict; the verdict is a word, so that nothing depends on colour.
func (p *page) gates(gates []guard.Gate) {
	parts := make([]string, len(gates))
	for i, g := range gates {
		if g.Verdict == guard.Skipped {
			parts[i] = g.Name + " skipped"
			continue
		}
		parts[i] = fmt.Sprintf("%s %.2f (needs %.2f) %s", g.Name, g.Measured, g.Threshold, g.Verdict)
	}
	p.line("%s", p.style.faint(strings.Join(parts, " · ")))
}

func (p *page) evidence(evidence []engine.Evidence) {
	for i := range evidence {
		ev := &evidence[i]
		p.line("")
		p.line("%s %s", p.style.bold("["+ev.Key+"]"), place(&ev.Chunk))
		for _, l := range strings.Split(guard.Reveal(ev.Text), "\n") {
			p.line("  %s", l)
		}
	}
}

// paragraphs wraps prose and leaves code as it is.
func (p *page) paragraphs(text string) {
	code := false
	for _, l := range strings.Split(text, "\n") {
		if strings.HasPrefix(l, "```") {
			code = !code
			continue
		}
		if code {
			p.line("    %s", l)
			continue
		}
		indent := ""
		if strings.HasPrefix(l, "- ") {
			indent = "  "
		}
		for i, w := range wrap(l, p.width) {
			if i > 0 {
				w = indent + w
			}
			p.line("%s", w)
		}
	}
}

// place is where a chunk stands, for a person.
func place(c *index.Chunk) string {
	s := c.DocID
	switch {
	case c.StartPage > 0 && c.StartPage == c.EndPage:
		s += fmt.Sprintf(", p. %d", c.StartPage)
	case c.StartPage > 0:
		s += fmt.Sprintf(", pp. %d–%d", c.StartPage, c.EndPage)
	case c.StartLine > 0:
		s += fmt.Sprintf(", lines %d–%d", c.StartLine, c.EndLine)
	}
	if n := len(c.Section); n > 0 {
		s += " · " + c.Section[n-1]
	}
	return guard.Sanitize(s)
}

func lowerFirst(s string) string {
	if s == "" || len(s) > 1 && s[1] >= 'A' && s[1] <= 'Z' {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
