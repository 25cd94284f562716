package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ibid/guard"
	"ibid/ui/tui/editor"
)

// key gives a key to whoever has it: what lies on top first.
func (m *Model) key(msg tea.KeyPressMsg) tea.Cmd {
	k := msg.String()
	if m.keys.is(Interrupt, k) {
		return interrupt(m)
	}
	m.quitting = false
	m.notice = notice{}
	if m.selection.shown {
		if cmd, ok := selectKey(m, k); ok {
			return cmd
		}
	}
	if m.overlay != nil {
		return m.overlay.key(m, msg)
	}
	here := m.here()
	if here == writing && k == "up" && m.editor.AtTop() && len(m.history()) > 0 {
		return m.act(Earlier)
	}
	if typed, ok := m.editor.Mention(); ok && here == writing && k == "tab" {
		return completeName(m, strings.TrimPrefix(typed, `"`))
	}
	if here == writing && m.editor.Text() == "" { // what an empty line means to a shell, and to a question with next steps
		switch t := m.turn(); {
		case k == "ctrl+d":
			return tea.Quit
		case k == "enter" && t != nil && t.answer != nil && t.answer.Refused:
			return showNearest(m)
		}
	}
	if a, ok := m.keys.find(k, here); ok {
		return m.act(a)
	}
	digit, alt := strings.CutPrefix(k, "alt+")
	switch {
	case alt && len(digit) == 1 && digit[0] >= '1' && digit[0] <= '9':
		return jumpTo(m, "c"+digit)
	case here != writing && msg.Text == "":
		return nil
	}
	m.sheet = nil // a letter that does nothing begins a question
	return tea.Batch(m.focusOn(questionPane), m.write(msg))
}

// here is where the person is, for the key map.
func (m *Model) here() place {
	switch {
	case m.sheet != nil:
		return atSheet
	case m.focus == answerPane:
		return atAnswer
	case m.focus == evidencePane:
		return atEvidence
	}
	return writing
}

// hint is the key of an action, here and now.
func (m *Model) hint(a Action) string { return m.keys.hint(a, m.here()) }

// write gives a key to the editor, which grows with its text.
func (m *Model) write(msg tea.KeyPressMsg) tea.Cmd {
	if msg.String() == "enter" {
		return m.submit(m.editor.Text())
	}
	m.editor.Press(msg)
	return m.relayout()
}

// paste goes to the editor, or to the line that is being typed.
func (m *Model) paste(msg tea.PasteMsg) tea.Cmd {
	m.quitting, m.notice = false, notice{}
	if m.overlay != nil {
		m.overlay.narrow(msg)
		return nil
	}
	// Terminals end pasted lines with "\r". guard.Sanitize would turn them too, but is slow from the first one on.
	text := guard.Sanitize(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(msg.Content))
	if editor.IsLong(text) {
		offerPaste(m, text)
	} else {
		m.editor.Insert(text)
	}
	return writeQuestion(m)
}

// first is at most n bytes of text, whole characters.
func first(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "")
}

// interrupt cancels what is under way, then clears what was written, then quits when it is asked for twice.
func interrupt(m *Model) tea.Cmd {
	switch {
	case m.quitting:
		return tea.Quit
	case m.cancel():
		m.say("cancelled")
	case m.overlay != nil || m.sheet != nil || m.selection.shown:
		m.overlay, m.sheet, m.selection = nil, nil, selection{}
	case m.editor.Text() != "" || m.about != nil:
		m.editor.SetText("")
		m.about = nil
		return m.relayout()
	default:
		m.quitting = true
		m.say("%s again quits; the session is kept", m.hint(Interrupt))
	}
	return nil
}

// goBack goes one step back, and never forward.
func goBack(m *Model) tea.Cmd {
	switch {
	case m.sheet != nil:
		m.sheet = nil
	case m.busy():
		m.cancel()
		m.say("cancelled")
	case m.zoomed:
		return zoom(m)
	case m.focus == evidencePane:
		return m.focusOn(answerPane)
	case m.focus == answerPane:
		return m.focusOn(questionPane)
	case m.about != nil:
		m.about = nil
		return m.relayout()
	}
	return nil
}

// act does what an action says, wherever it was called from.
func (m *Model) act(a Action) tea.Cmd {
	b := m.keys.of(a)
	if why := lacks(m, b.needs); why != "" {
		m.warn("%s", why)
		return nil
	}
	return b.do(m)
}

// moveBy scrolls what has the focus, or moves its cursor.
func moveBy(m *Model, a Action) {
	switch {
	case m.sheet != nil:
		scroll(&m.sheet.text, a)
	case m.viewed == evidencePane:
		scroll(&m.evidence.text.Model, a)
	default:
		moveSentence(m, a)
	}
}

// enterNext takes the step that lies nearest.
func enterNext(m *Model) tea.Cmd {
	switch {
	case m.sheet != nil:
		openSheet(m, m.sheet.turn, !m.sheet.numbers)
	case m.focus == answerPane:
		if t := m.turn(); t != nil && t.answer != nil && t.answer.Refused {
			return showNearest(m)
		}
		return m.focusOn(evidencePane)
	}
	return nil
}

// jumpTo shows a piece of evidence, and the first sentence that cites it.
func jumpTo(m *Model, key string) tea.Cmd {
	t := m.turn()
	if t == nil || !m.evidence.choose(m, key) {
		m.warn("there is no evidence %s", key)
		return nil
	}
	m.sheet = nil
	if t.answer != nil {
		for i, s := range t.answer.Sentences {
			if slices.Contains(s.Citations, key) {
				t.sentence = i
				break
			}
		}
		keepSentence(m, t)
		m.evidence.mark(m)
	}
	if !m.layout.visible(evidencePane) {
		return m.look(evidencePane)
	}
	return nil
}
