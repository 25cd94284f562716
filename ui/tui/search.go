package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/ui/tui/cells"
	"ibid/ui/tui/markdown"
)

// search looks for words in the answer or the evidence, whichever is viewed.
type search struct {
	query  cells.Query
	typing bool
	at     int // of the matches of what is viewed
}

// match is where the words of a search stand: bytes of the evidence, or cells of a line of the answer.
type match struct{ line, from, to int }

// startSearch lets words be typed that are looked for in what is viewed.
func (m *Model) startSearch() tea.Cmd {
	m.sheet, m.search = nil, search{typing: true}
	m.find()
	return m.focusOn(m.viewed)
}

// searchKey edits the words. What they find is shown at once.
func (m *Model) searchKey(msg tea.KeyPressMsg) {
	switch k := msg.String(); {
	case k == "enter":
		m.search.typing = false
		if n := len(m.matches()); n == 0 && m.search.query.Text != "" {
			m.warn("“%s” is nowhere in this %s", m.search.query.Text, m.viewed)
			m.endSearch()
		}
	case m.keys.is(Back, k):
		m.endSearch()
	case m.search.query.Press(msg):
		m.search.at = 0
		m.find()
		m.reveal()
	}
}

func (m *Model) endSearch() {
	m.search = search{}
	m.find()
}

// matches are the places in what is viewed.
func (m *Model) matches() []match {
	if t := m.turn(); m.viewed == answerPane && t != nil {
		return t.view.found
	} else if m.viewed == evidencePane {
		return m.evidence.found
	}
	return nil
}

// find looks through the answer and the evidence that are shown.
func (m *Model) find() {
	words := m.search.query.Text
	m.evidence.found = nil
	for _, at := range cells.AllFold(m.evidence.clean.text, words) {
		m.evidence.found = append(m.evidence.found, match{0, at[0], at[1]})
	}
	m.evidence.highlight(m)
	if t := m.turn(); t != nil {
		t.view.found = nil
		for i, l := range t.view.lines {
			plain := ansi.Strip(l)
			for _, at := range cells.AllFold(plain, words) {
				from := ansi.StringWidth(plain[:at[0]])
				t.view.found = append(t.view.found, match{i, from, from + ansi.StringWidth(plain[at[0]:at[1]])})
			}
		}
	}
}

// seek goes on to the next match, or back to the one before; at the ends it goes round.
func seek(by int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		n := len(m.matches())
		if n == 0 {
			m.warn("“%s” is nowhere in this %s", m.search.query.Text, m.viewed)
			return nil
		}
		m.search.at = (m.search.at + by + n) % n
		m.reveal()
		return nil
	}
}

// reveal brings the current match to the middle of its pane.
func (m *Model) reveal() {
	found := m.matches()
	if m.search.at >= len(found) {
		return
	}
	at := found[m.search.at]
	if m.viewed == evidencePane {
		m.evidence.text.Reveal(at.from)
		return
	}
	_, height := m.layout.inside(answerPane)
	m.turn().view.top = max(at.line-height/2, 0)
}

// segments are the matches in a line of the answer.
func (v *answerView) segments(line int) []markdown.Segment {
	var out []markdown.Segment
	for _, f := range v.found {
		if f.line == line {
			out = append(out, markdown.Segment{Line: line, From: f.from, To: f.to})
		}
	}
	return out
}

// searchText is the search in the status line, "" where there is none.
func (m *Model) searchText() string {
	s := &m.search
	cursor := ""
	switch {
	case s.typing:
		cursor = "▏"
	case s.query.Text == "":
		return ""
	}
	out := "/" + s.query.Text + cursor
	if n := len(m.matches()); s.query.Text != "" {
		out += fmt.Sprintf("  %d of %d", min(s.at+1, n), n)
	}
	return out
}

func lacksSearch(m *Model) string {
	if m.search.query.Text == "" {
		return "nothing was searched for; " + m.hint(Search) + " does"
	}
	return ""
}
