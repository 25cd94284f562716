package cli

import (
	"regexp"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/ui/text"
)

// The rules of plain output: the answer first, then what proves it, then what came of it in words; `--json` has the
// numbers.

const (
	maxQuote   = 220 // columns of a quote under a citation
	maxNearest = 3   // pieces of evidence shown with a refusal
)

// answer prints an answer with what it cites, or a refusal with what comes nearest.
func (p *page) answer(ans *engine.Answer) {
	if ans.Refused {
		p.refusal(ans)
		p.suggestions(ans.Selection)
		return
	}
	p.prose(guard.Sanitize(ans.Text))
	p.line("")
	for i := range ans.Citations {
		c := &ans.Citations[i]
		label := "[" + c.Key + "] "
		p.hang(p.style.bold(label), engine.Place(&c.Chunk), nil)
		if c.Quote != "" {
			quote := "“" + clip(clean(c.Quote), maxQuote) + "”"
			p.hang(strings.Repeat(" ", len(label)), quote, p.style.faint)
		}
	}
	p.line("")
	p.hang("", text.Outcome(ans), p.style.faint)
}

func (p *page) refusal(ans *engine.Answer) {
	p.line("%s", p.style.bold(guard.Sanitize(ans.Text)))
	p.hang("  ", "because "+lowerFirst(clean(ans.RefusalReason)), nil)
	if n := min(maxNearest, len(ans.Evidence)); n > 0 {
		p.line("")
		p.line("%s", nearest(ans))
		for i := range ans.Evidence[:n] {
			ev := &ans.Evidence[i]
			label := "  [" + ev.Key + "] "
			p.hang(p.style.bold(label), engine.Place(&ev.Chunk), nil)
			p.line("%*s%s", len(label), "", p.style.faint(clip(clean(ev.Text), p.width-len(label))))
		}
	}
}

// nearest heads the evidence that did not suffice.
func nearest(ans *engine.Answer) string {
	if ans.Selection != nil {
		return "what was selected"
	}
	return "nearest in the documents"
}

func (p *page) evidence(evidence []engine.Evidence) {
	for i := range evidence {
		ev := &evidence[i]
		p.line("")
		p.hang(p.style.bold("["+ev.Key+"] "), engine.Place(&ev.Chunk), nil)
		for _, l := range strings.Split(strings.TrimRight(guard.Reveal(ev.Text), "\n"), "\n") {
			p.line("  %s", l)
		}
	}
}

var (
	fence    = regexp.MustCompile("^ *(```+|~~~+)")
	listItem = regexp.MustCompile(`^ *(?:[-*+]|[0-9]+[.)]) +`)
)

// prose wraps Markdown for reading and leaves code and tables as they are.
func (p *page) prose(text string) {
	code := "" // the fence of the block we are in
	for _, l := range strings.Split(text, "\n") {
		mark := strings.TrimSpace(fence.FindString(l))
		switch {
		case code != "" && strings.HasPrefix(mark, code) && strings.TrimSpace(l) == mark:
			code = ""
		case code != "":
			p.line("    %s", l)
		case mark != "":
			code = mark
		case strings.HasPrefix(l, "|"):
			p.line("%s", l)
		default:
			item := listItem.FindString(l)
			p.hang(item, l[len(item):], nil)
		}
	}
}
