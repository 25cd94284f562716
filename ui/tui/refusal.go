package tui

import (
	"fmt"
	"regexp"
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
	leastWords    = 4  // of a statement; fewer are a heading
)

// refusalLines tell once what is missing, the nearest that was found, what was left out, and what can be done.
func refusalLines(m *Model, t *turn, width int) []string {
	st, a := &m.theme.Styles, t.answer
	var out []string
	for _, l := range wrap("⊘ "+guard.Sanitize(a.Text), width) {
		out = append(out, st.Bad.Render(l))
	}
	out = append(out, "")
	tell := func(name string, lines ...string) {
		for i, l := range lines {
			if width < 3*refusalColumn { // a screen for a few words a line
				out = append(out, l)
				continue
			}
			if i > 0 {
				name = ""
			}
			out = append(out, st.Muted.Render(fit(name, refusalColumn))+l)
		}
	}
	room := width
	if width >= 3*refusalColumn {
		room -= refusalColumn
	}
	nearest := t.nearest
	tell("missing", wrap(t.missing, room)...)
	if ev := a.Known(nearest.Key); ev != nil {
		lines := wrap("“"+label(guard.Reveal(nearest.Text))+"”", room)
		if len(lines) > maxNearest {
			lines = append(lines[:maxNearest-1], lines[maxNearest-1]+"…")
		}
		tell("nearest", append([]string{ansi.Truncate(engine.Place(&ev.Chunk), room, "…")}, lines...)...)
	}
	out = append(out, "")
	again := "change the question and ask again"
	if text.Elsewhere(a) != "" {
		again = "ask all documents instead"
	}
	tell(m.hint(AskAgain), again)
	if nearest.Key != "" {
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

// nearestIn is where a reason tells the nearest statement.
var nearestIn = regexp.MustCompile(`(?s); nearest: “(.*)”\.?$`)

// refusal is why an answer was refused, in words, and the nearest statement, with no key where nothing was found. The
// numbers stand in the why sheet.
func refusal(a *engine.Answer) (why string, nearest guard.Quote) {
	why, told := a.RefusalReason, ""
	if m := nearestIn.FindStringSubmatch(why); m != nil {
		why, told = strings.TrimSuffix(why, m[0]), strings.TrimRight(m[1], "….")
	}
	asked, most := words(a.Question), -1
	for i := range a.Evidence {
		ev := &a.Evidence[i]
		for _, s := range guard.Parse(ev.Text).Sentences {
			shared := 0
			for w := range words(s.Text) {
				if asked[w] {
					shared++
				}
			}
			if told != "" && strings.HasPrefix(s.Text, told) {
				shared = len(s.Text) // it is the one that is told
			}
			if shared > most && len(strings.Fields(s.Text)) >= leastWords && (i == 0 || told != "") {
				nearest, most = guard.Quote{Key: ev.Key, Text: s.Text, Span: [2]int{s.Start, s.End}}, shared
			}
		}
	}
	return label(measured.ReplaceAllString(why, "")), nearest
}

// words are the words of a text, in one case.
func words(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(strings.ToLower(text)) {
		out[strings.Trim(w, ".,;:?!()")] = true
	}
	return out
}
