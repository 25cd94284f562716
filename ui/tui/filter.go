package tui

import (
	tea "charm.land/bubbletea/v2"

	"ibid/guard"
)

// filterKey edits the filter.
func (e *evidenceView) filterKey(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	switch k := msg.String(); {
	case k == "enter", k == "tab":
		e.filtering = false
		e.resize(m)
	case m.keys.is(Back, k):
		e.stopFilter(m)
	case k == "backspace":
		if r := []rune(e.query); len(r) > 0 {
			e.query = string(r[:len(r)-1])
			e.filter(m)
		}
	case k == "ctrl+u":
		e.query = ""
		e.filter(m)
	case k == "down":
		e.step(m, 1)
	case k == "up":
		e.step(m, -1)
	case msg.Text != "":
		e.query += guard.Sanitize(msg.Text)
		e.at = 0
		e.filter(m)
	}
	return nil
}

func (e *evidenceView) stopFilter(m *Model) {
	if e.filtering {
		e.filtering, e.query = false, ""
		e.filter(m)
	}
}
