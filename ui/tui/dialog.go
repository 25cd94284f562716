package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
)

// dialog asks the person one thing.
type dialog struct {
	title   string
	lines   []string
	choices []answerTo
}

// answerTo is one answer to a dialog.
type answerTo struct {
	key, label string
	do         func(*Model) tea.Cmd
}

func (d *dialog) key(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	k := msg.String()
	if m.keys.is(Back, k) {
		m.overlay = nil
		return nil
	}
	for _, c := range d.choices {
		if k == c.key {
			m.overlay = nil
			return c.do(m)
		}
	}
	return nil
}

func (d *dialog) view(m *Model, width, height int) []string {
	st := &m.theme.Styles
	var out []string
	for _, l := range d.lines {
		out = append(out, wrap(guard.Sanitize(strings.ReplaceAll(l, "\t", "    ")), width)...)
	}
	below := len(d.choices) + 2
	if room := max(height-below, 1); len(out) > room {
		out = append(out[:room-1], "…")
	}
	out = append(out, "")
	for _, c := range append(d.choices[:len(d.choices):len(d.choices)], answerTo{key: m.hint(Back), label: "leave it"}) {
		out = append(out, ansi.Truncate(st.Key.Render(fit(c.key, 6))+" "+c.label, width, "…"))
	}
	return out
}
