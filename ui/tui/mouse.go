package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"ibid/ui/tui/cells"
	"ibid/ui/tui/textview"
)

// wheelLines is how far one notch of the wheel scrolls.
const wheelLines = 3

// mouse does what was pointed at. Who writes goes on writing: only a press on the question, and a selection, move the
// focus.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	switch msg.(type) {
	case tea.MouseWheelMsg:
		wheel(m, at)
	case tea.MouseClickMsg:
		m.quitting, m.notice, m.selection = false, notice{}, selection{}
		if at.Button == tea.MouseLeft {
			return pressAt(m, at.X, at.Y)
		}
	case tea.MouseMotionMsg:
		if m.selection.held {
			drag(m, at.X, at.Y)
		}
	case tea.MouseReleaseMsg:
		m.selection.held = false
	}
	return nil
}

// wheel scrolls what is under the pointer.
func wheel(m *Model, at tea.Mouse) {
	by, key := wheelLines, tea.KeyDown
	switch at.Button {
	case tea.MouseWheelDown:
	case tea.MouseWheelUp:
		by, key = -wheelLines, tea.KeyUp
	default:
		return
	}
	if m.overlay != nil {
		m.overlay.key(m, tea.KeyPressMsg{Code: key})
		return
	}
	if m.sheet != nil {
		m.sheet.text.SetYOffset(m.sheet.text.YOffset() + by)
		return
	}
	switch p, _, _, _ := m.layout.at(at.X, at.Y); p {
	case answerPane, evidencePane:
		m.textOf(p).ScrollBy(by)
	}
}

// at is the pane at a cell of the screen, and the place in it, which its border is outside of.
func (l *layout) at(x, y int) (p pane, col, row int, ok bool) {
	for p := range paneCount {
		if b := l.boxes[p]; x >= b.x && x < b.x+b.width && y >= b.y && y < b.y+b.height {
			col, row = l.into(p, x, y)
			return p, col, row, true
		}
	}
	return paneCount, 0, 0, false
}

// into is the place in a pane of a cell of the screen.
func (l *layout) into(p pane, x, y int) (col, row int) {
	b := l.boxes[p]
	if l.bordered {
		return x - b.x - 2, y - b.y - 1
	}
	return x - b.x, y - b.y
}

// pressAt does what lies under the pointer.
func pressAt(m *Model, x, y int) tea.Cmd {
	if row := y - m.layout.body.y; m.overlay != nil && row >= 0 && row < m.layout.body.height {
		if m.layout.bordered {
			row--
		}
		return m.overlay.press(m, row)
	}
	m.overlay = nil // what is beside it was pressed
	if m.layout.tabs && y == m.layout.body.y-1 {
		return m.look(answerPane + evidencePane - m.viewed) // to the other one
	}
	if m.sheet != nil && y < m.layout.body.y+m.layout.body.height {
		return nil
	}
	p, col, row, ok := m.layout.at(x, y)
	if !ok {
		return nil
	}
	switch p {
	case answerPane:
		return pressAnswer(m, col, row)
	case evidencePane:
		return pressEvidence(m, col, row)
	}
	return m.focusOn(questionPane)
}

// pressAnswer goes to the sentence under the pointer.
func pressAnswer(m *Model, col, row int) tea.Cmd {
	cmd := m.look(answerPane)
	t := m.turn()
	if t == nil {
		return cmd
	}
	at, ok := m.spotIn(answerPane, col, row)
	if !ok {
		return cmd
	}
	m.selection = selection{held: t.answer != nil, pane: answerPane, from: at}
	i := slices.IndexFunc(t.view.parts, func(parts []cells.Segment) bool {
		return slices.ContainsFunc(parts, func(s cells.Segment) bool { return s.Line == at.line && s.From <= at.col && at.col < s.To })
	})
	if i >= 0 {
		t.sentence = i
		m.evidence.follow(m)
	}
	return cmd
}

// pressEvidence chooses the piece of evidence under the pointer.
func pressEvidence(m *Model, col, row int) tea.Cmd {
	e := &m.evidence
	cmd := m.look(evidencePane)
	if i := e.first() + row; row >= 0 && row < e.list && i < len(e.all) {
		e.at = i
		e.open(m)
	} else if at, ok := m.spotIn(evidencePane, col, row); ok {
		m.selection = selection{held: true, pane: evidencePane, from: at}
	}
	return cmd
}

// textOf is the text of the answer or of the evidence.
func (m *Model) textOf(p pane) *textview.View {
	if p == answerPane {
		return &m.answer
	}
	return &m.evidence.text
}

// spotIn is the cell of a text at a place in its pane, or the nearest; ok tells that the place is in the text.
func (m *Model) spotIn(p pane, col, row int) (at spot, ok bool) {
	v := m.textOf(p)
	switch t := m.turn(); {
	case p == evidencePane:
		row -= m.evidence.list + headLines
	case t != nil:
		width, height := m.layout.inside(p)
		row -= len(answerHead(m, t, width, height))
		col -= gutter
	}
	at = spot{v.YOffset() + row, col}
	at.move(v, 0, 0)
	return at, row >= 0 && v.YOffset()+row < v.TotalLineCount()
}

// drag selects from where the mouse was pressed; beyond the edge of the text it scrolls.
func drag(m *Model, x, y int) {
	s := &m.selection
	col, row := m.layout.into(s.pane, x, y)
	at, _ := m.spotIn(s.pane, col, row)
	if s.to = at; at != s.from && !s.shown {
		if s.shown = true; s.pane == evidencePane {
			m.focusOn(evidencePane)
		}
	}
}

// toggleMouse gives the mouse to the terminal, or takes it back.
func toggleMouse(m *Model) tea.Cmd {
	m.pointing = !m.pointing
	whose := map[bool]string{true: "ibid's", false: "the terminal's"}[m.pointing]
	m.say("the mouse is %s; %s changes that", whose, m.hint(Mouse))
	return nil
}
