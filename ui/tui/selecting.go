package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	tea "charm.land/bubbletea/v2"

	"ibid/engine"
	"ibid/guard"
)

func (e *evidenceView) selecting() bool { return e.text.Selecting() }

// startSelection begins to select text of the evidence, at the quote if it is on the screen.
func startSelection(m *Model) tea.Cmd {
	if m.focus != evidencePane {
		m.focusOn(evidencePane)
	}
	m.evidence.text.StartSelection()
	return nil
}

// selectKey moves the end of the selection. It tells whether the key was one of its own.
func selectKey(m *Model, k string) (tea.Cmd, bool) {
	v := &m.evidence.text
	switch k {
	case "right":
		v.MoveCursor(0, 1)
	case "left":
		v.MoveCursor(0, -1)
	case "j", "down":
		v.MoveCursor(1, 0)
	case "k", "up":
		v.MoveCursor(-1, 0)
	case "$", "end":
		v.MoveLineEnd()
	case "y":
		from, to := v.Selection()
		return copyText(m, m.evidence.clean.original(from, to), "the selected text"), true
	default:
		return nil, false
	}
	return nil, true
}

// takeSelection lets the next question be about the selected text alone.
func takeSelection(m *Model) tea.Cmd {
	from, to := m.evidence.text.Selection()
	selected := m.evidence.clean.original(from, to)
	from, _ = m.evidence.clean.span(from, to)
	if strings.TrimSpace(selected) == "" {
		m.warn("nothing is selected: move with the arrow keys")
		return nil
	}
	about := &Selected{Text: selected}
	if ev, ok := m.evidence.chosen(); ok {
		about.Origin = engine.Place(&ev.Chunk)
		about.Source, _ = placeAt(m, &ev.Chunk, from)
	}
	m.evidence.text.CancelSelection()
	return askAbout(m, about)
}

// askAbout lets the next question be about a text alone, and says what of it will count.
func askAbout(m *Model, s *Selected) tea.Cmd {
	m.about = s
	if cut := guard.Truncate(s.Text); cut.Truncated {
		m.warn("only the first %d tokens of it count", cut.Tokens)
	}
	return m.focusOn(questionPane)
}

// offerPaste asks what to do with a long text that was pasted.
func offerPaste(m *Model, pasted string) {
	pasted = guard.Sanitize(pasted)
	lines := 1 + strings.Count(strings.TrimRight(pasted, "\n"), "\n")
	m.overlay = newChoice(m, "pasted text", []item{
		{id: "ask", title: "ask about this text", keys: "a"},
		{id: "verify", title: "verify it, sentence by sentence", keys: "v"},
		{id: "insert", title: "insert it into the question", keys: "i"},
	}, func(m *Model, it item) tea.Cmd {
		switch it.id {
		case "ask":
			return askAbout(m, &Selected{Text: pasted, Origin: "pasted text"})
		case "verify":
			return checkText(m, pasted)
		}
		m.editor.InsertPaste(pasted)
		m.placeEditor()
		return nil
	})
	m.overlay.words = fmt.Sprintf("%s, %s.\n\n%s", guard.Count(lines, "line"), guard.Count(len(pasted), "byte"), label(first(pasted, 300)))
}

// checkText holds the sentences of a text against the documents.
func checkText(m *Model, text string) tea.Cmd {
	if m.busy() {
		m.warn("an answer is being made; esc cancels it")
		return nil
	}
	title := "verify: " + ansi.Truncate(label(first(text, 4*maxTitle)), maxTitle, "…")
	return m.begin(&turn{typed: title, narrowed: true, question: Question{Text: title, Selected: &Selected{Text: text, Origin: checkOrigin, Check: true}}})
}

const maxTitle = 80 // cells of a text that is verified, as a question
