package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"ibid/engine"
	"ibid/guard"
	"ibid/ui/text"
)

const (
	refusalColumn = 10 // cells for what a line of a refusal tells
	maxLeftOut    = 3  // files that are named
	maxNearest    = 4  // lines of the nearest statement
)

// refusalLines tell once what is missing, the nearest that was found, what was left out, and what can be done.
func refusalLines(m *Model, t *turn, width int) []string {
	st, a := &m.theme.Styles, t.answer
	var out []string
	for _, l := range wrap("⊘ "+guard.Sanitize(a.Text), width) {
		out = append(out, st.Bad.Render(l))
	}
	out = append(out, "")
	column := refusalColumn
	if width < 3*refusalColumn { // a screen for a few words a line
		column = 0
	}
	room := width - column
	tell := func(name string, lines ...string) {
		for _, l := range lines {
			out = append(out, st.Muted.Render(fit(name, column))+l)
			name = ""
		}
	}
	tell("missing", wrap(missing(a), room)...)
	if q := a.Nearest; a.Known(q.Key) != nil {
		lines := wrapTo("“"+label(guard.Reveal(q.Text))+"”", room, maxNearest)
		tell("nearest", append([]string{ansi.Truncate(engine.Place(&a.Known(q.Key).Chunk), room, "…")}, lines...)...)
	}
	out = append(out, "")
	again := "change the question and ask again"
	if text.Elsewhere(a) != "" {
		again = "ask all documents instead"
	}
	tell(m.hint(AskAgain), again)
	if len(a.Evidence) > 0 {
		tell(m.hint(Enter), "show the nearest in its place")
	}
	if c := m.contents; c != nil && len(c.State.Skipped) > 0 {
		out = append(out, "")
		var names []string
		for _, s := range c.State.Skipped[:min(len(c.State.Skipped), maxLeftOut)] {
			names = append(names, label(s.Path)+" ("+label(s.Reason)+")")
		}
		if more := len(c.State.Skipped) - maxLeftOut; more > 0 {
			names = append(names, fmt.Sprintf("and %d more", more))
		}
		tell("left out", wrap(strings.Join(names, ", "), room)...)
	}
	for _, w := range a.Warnings {
		out = append(append(out, ""), warningLines(m, w, width)...)
	}
	return out
}

// missing is why an answer was refused, in words. The numbers stand in the why sheet.
func missing(a *engine.Answer) string {
	why, _, _ := strings.Cut(a.RefusalReason, "; nearest: ")
	return label(measured.ReplaceAllString(why, ""))
}
