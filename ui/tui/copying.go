package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ibid/ui/text"
)

// copyText puts text on the clipboard, in the background, since its tools may hang, and tells what is known of it. The
// terminal has what is meant for it.
func copyText(m *Model, text, what string) tea.Cmd {
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
func copyAnswer(m *Model) tea.Cmd {
	if m.sheet != nil {
		return copyText(m, m.sheet.plain, "why")
	}
	return copyText(m, text.Copy(m.turn().answer), "the answer")
}

// copyQuote copies the words that bear out the current sentence, with the place where they stand.
func copyQuote(m *Model) tea.Cmd {
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
	return copyText(m, text.Quoted(quotedPlace(m, &ev.Chunk, ev.Key), strings.Join(quotes, " … ")), "the quote") // without quotes the whole
}

// copyCode copies the code block of the current sentence. One with a symbol that does not exist, or is not used as it
// is declared, is not copied: it would be run. One whose symbols nobody could judge is, and the person is told so.
func copyCode(m *Model) tea.Cmd {
	t := m.turn()
	c := t.view.code[t.nearestCode()]
	if fault := c.fault(); fault != "" {
		m.warn("not copied: %s", fault)
		return nil
	}
	if !c.verified() {
		return copyText(m, c.Text, "the code, whose symbols are not verified")
	}
	return copyText(m, c.Text, "the code")
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
