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
	place := quotedPlace(m, &ev.Chunk, ev.Key)
	return copyText(m, text.Quoted(place, strings.Join(quotes, " … ")), "the quote") // without quotes the whole
}
