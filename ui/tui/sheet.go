package tui

import (
	"strings"

	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"ibid/ui/text"
	"ibid/ui/tui/cells"
)

const (
	sheetShare  = 45 // percent of the panes that the why sheet covers
	sheetLeast  = 12 // lines; where that is not to be had it covers all
	sheetNarrow = 80 // columns; narrower screens give it everything
)

// sheet is the why sheet: how the answer came about.
type sheet struct {
	turn   *turn
	plain  string // what it says, to copy
	lines  []text.Line
	text   viewport.Model
	height int
}

// toggleSheet opens the why sheet of the current turn, or closes it.
func (m *Model) toggleSheet() tea.Cmd {
	if m.sheet != nil {
		m.sheet = nil
	} else {
		m.openSheet(m.turn())
	}
	return nil
}

func (m *Model) openSheet(t *turn) {
	var keys []string
	for _, st := range m.steps(t) {
		keys = append(keys, fit(st.key, len(m.hint(Enter))))
	}
	s := &sheet{turn: t, lines: text.Why(t.answer, keys...), text: viewport.New()}
	s.plain = text.Plain(s.lines)
	m.sheet = s
	s.resize(m)
}

// styled lays lines of a report out: what a line is wrapped into stands two cells further in.
func (m *Model) styled(lines []text.Line, width int) []string {
	styles := m.roleStyles()
	var out []string
	for _, l := range lines {
		line, indent := "", 0
		for i, s := range l {
			if i == 0 {
				indent = len(s.Text) - len(strings.TrimLeft(s.Text, " "))
			}
			line += cells.Draw(s.Text, *styles[s.Role])
		}
		hang := min(indent+2, width/2)
		rows := cells.Wrap(line, width)
		if len(rows) > 1 {
			first := rows[0]
			rows = append([]string{first}, cells.Wrap(strings.Join(rows[1:], " "), max(width-hang, 1))...)
			for k := 1; k < len(rows); k++ {
				rows[k] = strings.Repeat(" ", hang) + rows[k]
			}
		}
		out = append(out, rows...)
	}
	return out
}

// roleStyles are the theme's styles for the roles of a report.
func (m *Model) roleStyles() map[text.Role]*lipgloss.Style {
	st := &m.theme.Styles
	return map[text.Role]*lipgloss.Style{text.Text: &st.Text, text.Heading: &st.Heading, text.Faint: &st.Muted, text.Good: &st.Good, text.Warn: &st.Warn,
		text.Bad: &st.Bad,
		text.Key: &st.Marker, text.Strong: &st.Heading}
}

// resize gives the sheet the lower part of the panes, or all of them on a small screen.
func (s *sheet) resize(m *Model) {
	body := m.layout.body
	s.height = max(body.height*sheetShare/100, sheetLeast)
	if body.width < sheetNarrow || s.height > body.height-4 {
		s.height = body.height
	}
	width, height := body.width, s.height
	if m.layout.bordered {
		width, height = width-4, height-2
	}
	s.text.SetWidth(max(width, 0))
	s.text.SetHeight(max(height, 0))
	s.text.SetContentLines(m.styled(s.lines, max(width, 1)))
}

// cover draws the sheet over the lower part of the panes.
func (s *sheet) cover(m *Model, body []string) []string {
	st := &m.theme.Styles
	lines := strings.Split(s.text.View(), "\n")
	if m.layout.bordered {
		lines = drawPane("why", "", lines, m.layout.body.width, s.height, heavyBorder, st.BorderFocus, st.BorderFocus)
	} else {
		lines = fill(lines, m.layout.body.width, s.height)
	}
	return append(body[:max(len(body)-s.height, 0):max(len(body)-s.height, 0)], lines...)
}

// step is something to do after a refusal, and the key that does it.
type step struct {
	text.Step
	key string
}

// steps are what can be done after the refusal of a turn.
func (m *Model) steps(t *turn) []step {
	if t == nil || t.answer == nil {
		return nil
	}
	var out []step
	for _, s := range text.Next(t.answer) {
		key := m.hint(Enter)
		if s.Question != "" {
			key = m.hint(AskAgain)
		}
		out = append(out, step{s, key})
	}
	return out
}

// firstStep shows the nearest evidence after a refusal.
func (m *Model) firstStep(t *turn) tea.Cmd {
	m.sheet = nil
	for _, s := range m.steps(t) {
		if s.Evidence != "" && m.evidence.choose(m, s.Evidence) {
			return m.look(evidencePane)
		}
	}
	return nil
}

// askAgain asks a question again that failed, and of all documents one that the selected text does not answer.
func (m *Model) askAgain() tea.Cmd {
	t := m.turn()
	if t.phase == failed {
		return m.again(t, t.typed)
	}
	for _, s := range m.steps(t) {
		if s.Question != "" {
			return m.again(t, s.Question)
		}
	}
	// Another question is put back for the person to change.
	m.sheet = nil
	m.editor.SetText(t.typed)
	return m.focusOn(questionPane)
}
