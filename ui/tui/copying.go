package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ibid/ui/text"
)

// copy puts text on the clipboard, in the background, since its tools may hang, and tells what is known of it. The
// terminal has what is meant for it.
func (m *Model) copy(text, what string) tea.Cmd {
	return func() tea.Msg {
		r := m.clip.Copy(m.ctx, text)
		return done(func(m *Model) tea.Cmd {
			m.say("%s: %s", what, r.Message)
			m.notice.bad = r.Err != nil
			if r.OSC52 == "" {
				return nil
			}
			return tea.SetClipboard(r.OSC52)
		})
	}
}

// copyAnswer copies the answer with its references, or the why sheet where that is open.
func (m *Model) copyAnswer() tea.Cmd {
	if m.sheet != nil {
		return m.copy(m.sheet.plain, "why")
	}
	return m.copy(text.Copy(m.turn().answer), "the answer")
}

// copyQuote copies the words that bear out the current sentence, with the place where they stand.
func (m *Model) copyQuote() tea.Cmd {
	ev, ok := m.evidence.chosen()
	if !ok {
		return nil
	}
	var quotes []string
	for _, q := range m.turn().quotes() {
		if q.Key == ev.Key {
			quotes = append(quotes, q.Text)
		}
	}
	return m.copy(text.Quoted(m.quoted(&ev.Chunk, ev.Key), strings.Join(quotes, " … ")), "the quote") // without quotes the whole
}

// copyCode copies the code block of the current sentence. One with a symbol that does not exist, or is not used as it
// is declared, is not copied: it would be run. One whose symbols nobody could judge is, once the person was told so.
func (m *Model) copyCode() tea.Cmd {
	t := m.turn()
	c := t.view.code[t.nearestCode()]
	if fault := c.fault(); fault != "" {
		m.warn("not copied: %s", fault)
		return nil
	}
	if c.verified() {
		return m.copy(c.Text, "the code")
	}
	m.overlay = &dialog{
		title: "copy code",
		lines: []string{"The symbols of this code are not verified.", c.tally() + "."},
		choices: []answerTo{{"c", "copy it all the same", func(m *Model) tea.Cmd {
			return m.copy(c.Text, "the code, not verified")
		}}},
	}
	return nil
}

// nearestCode is the block that stands at the current sentence or after it.
func (t *turn) nearestCode() int {
	line, _ := t.view.line(t.sentence)
	for i, c := range t.view.code {
		if c.Line+c.Lines > line {
			return i
		}
	}
	return len(t.view.code) - 1
}
