package tui

import (
	"regexp"
	"slices"
	"strings"

	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"ibid/ui/text"
	"ibid/ui/tui/cells"
)

// sheet is the why sheet: how the answer came about, in words or with what was measured.
type sheet struct {
	turn    *turn
	lines   []text.Line
	plain   string // what it says, to copy
	text    viewport.Model
	numbers bool
}

// toggleSheet opens the why sheet of the current turn, or closes it.
func toggleSheet(m *Model) tea.Cmd {
	if m.sheet != nil {
		m.sheet = nil
	} else {
		openSheet(m, m.turn(), false)
	}
	return nil
}

func openSheet(m *Model, t *turn, numbers bool) {
	s := &sheet{turn: t, lines: text.Why(t.answer), text: viewport.New(), numbers: numbers}
	if !numbers {
		s.lines = inWords(s.lines)
	}
	s.plain = text.Plain(s.lines)
	m.sheet = s
	s.resize(m)
}

// inWords are the parts of a report that tell in words what others tell in numbers.
func inWords(lines []text.Line) []text.Line {
	var out []text.Line
	left := false
	for _, l := range lines {
		if len(l) == 1 && l[0].Role == text.Heading {
			left = slices.Contains([]string{"gates", "how it was made", "what to do next"}, l[0].Text)
		}
		if left {
			continue
		}
		l = slices.Clone(l)
		for i := range l {
			l[i].Text = measured.ReplaceAllString(l[i].Text, "")
		}
		out = append(out, l)
	}
	for len(out) > 0 && len(out[len(out)-1]) == 0 {
		out = out[:len(out)-1]
	}
	return out
}

// measured is the part of a reason that tells what a gate measured.
var measured = regexp.MustCompile(`: [0-9.]+, at least [0-9.]+ is needed`)

// styledLines lays lines of a report out: what a line is wrapped into stands two cells further in.
func styledLines(m *Model, lines []text.Line, width int) []string {
	styles := roleStyles(m)
	var out []string
	for _, l := range lines {
		line, indent := "", 0
		for i, s := range l {
			if i == 0 {
				indent = len(s.Text) - len(strings.TrimLeft(s.Text, " "))
			}
			line += cells.Draw(s.Text, *styles[s.Role])
		}
		hang := ""
		for _, row := range cells.Wrap(line, width-min(2, width/2)-min(indent, width/2)) {
			out = append(out, hang+row)
			hang = strings.Repeat(" ", min(indent+2, width/2))
		}
	}
	return out
}

// roleStyles are the theme's styles for the roles of a report.
func roleStyles(m *Model) map[text.Role]*lipgloss.Style {
	st := &m.theme.Styles
	return map[text.Role]*lipgloss.Style{text.Text: &st.Text, text.Heading: &st.Heading, text.Faint: &st.Muted, text.Good: &st.Good, text.Warn: &st.Warn,
		text.Bad: &st.Bad,
		text.Key: &st.Marker, text.Strong: &st.Heading}
}

// resize gives the sheet its size.
func (s *sheet) resize(m *Model) {
	width, height := m.layout.within(m.layout.body)
	s.text.SetWidth(width)
	s.text.SetHeight(height)
	s.text.SetContentLines(styledLines(m, s.lines, width))
}

// draw draws the sheet.
func (s *sheet) draw(m *Model) []string {
	return framed(m, "why", strings.TrimSuffix(below(&s.text), "·"), strings.Split(s.text.View(), "\n"), m.layout.body, true)
}

// showNearest shows the nearest evidence after a refusal.
func showNearest(m *Model) tea.Cmd {
	m.sheet = nil
	if m.evidence.follow(m); len(m.evidence.all) == 0 {
		return nil
	}
	return m.focusOn(evidencePane)
}

// askLiterally asks a follow-up as it was written, without what it was completed from.
func askLiterally(m *Model) tea.Cmd {
	return m.again(m.turn(), func(t *turn) { t.literal = true })
}

// askAgain asks a question again that failed, verifies a text again, and asks of all documents what the selected text
// does not answer. Another question is put back for the person to change.
func askAgain(m *Model) tea.Cmd {
	t := m.turn()
	if t.phase == failed || t.checks() {
		return m.again(t, func(*turn) {})
	}
	if q := text.Elsewhere(t.answer); q != "" {
		return m.again(t, func(t *turn) { t.typed, t.question.Text, t.question.Selected = q, q, nil })
	}
	m.editor.SetText(t.typed)
	return writeQuestion(m)
}
