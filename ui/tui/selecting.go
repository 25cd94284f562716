package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/engine"
	"ibid/guard"
	"ibid/ui/tui/cells"
	"ibid/ui/tui/editor"
	"ibid/ui/tui/textview"
)

// selection is what is selected of the answer or of the evidence, with the mouse or with keys: from one cell to
// another, both included.
type selection struct {
	pane     pane
	from, to spot
	held     bool // the mouse is down
	shown    bool // something is selected; else it begins where the mouse is moved
}

// spot is a cell of the lines of an answer, or of the rows of the evidence.
type spot struct{ line, col int }

// in tells that something is selected in a pane.
func (s *selection) in(p pane) bool { return s.shown && s.pane == p }

// ends are the first cell and the last.
func (s *selection) ends() (a, b spot) {
	if s.from.line > s.to.line || s.from.line == s.to.line && s.from.col > s.to.col {
		return s.to, s.from
	}
	return s.from, s.to
}

const maxColumns = 1 << 16 // more than a terminal has

// segment is the part of a line that is selected.
func (s *selection) segment(p pane, line int) (cells.Segment, bool) {
	a, b := s.ends()
	out := cells.Segment{Line: line, To: maxColumns}
	if line == a.line {
		out.From = a.col
	}
	if line == b.line {
		out.To = b.col + 1
	}
	return out, s.in(p) && line >= a.line && line <= b.line
}

// startSelection begins to select text of the evidence, at the quote if it is on the screen.
func startSelection(m *Model) tea.Cmd {
	cmd := m.focusOn(evidencePane)
	v := &m.evidence.text
	at := spot{line: v.YOffset()}
	if n, col := v.Cell(max(m.evidence.quoted, 0)); m.evidence.quoted >= 0 && n >= v.YOffset() && n < v.YOffset()+v.Height() {
		at = spot{n, col}
	}
	at.move(v, 0, 0)
	m.selection = selection{pane: evidencePane, from: at, to: at, shown: true}
	return cmd
}

// selectKey does what a key says of what is selected. It tells whether the key was about it; any other leaves it.
func selectKey(m *Model, k string) (tea.Cmd, bool) {
	s := &m.selection
	switch {
	case m.keys.is(CopyAnswer, k):
		return copyText(m, selectedText(m), "the selected text"), true
	case k == "enter":
		return askSelection(m), true
	case m.keys.is(Back, k):
		*s = selection{}
		return nil, true
	case m.keys.is(Select, k) && s.pane == evidencePane: // it begins here
		s.from = s.to
		return nil, true
	}
	v := m.textOf(s.pane)
	switch k {
	case "right":
		s.to.move(v, 0, 1)
	case "left":
		s.to.move(v, 0, -1)
	case "down":
		s.to.move(v, 1, 0)
	case "up":
		s.to.move(v, -1, 0)
	case "end": // of the paragraph
		for s.to.line+1 < v.TotalLineCount() && v.Line(s.to.line+1) != "" {
			s.to.move(v, 1, 0)
		}
		s.to.move(v, 0, ansi.StringWidth(v.Line(s.to.line))-1-s.to.col)
	case "home":
		s.to.move(v, 0, -s.to.col)
	case "pgdown":
		s.to.move(v, v.Height(), 0)
	case "pgup":
		s.to.move(v, -v.Height(), 0)
	default:
		*s = selection{}
		return nil, false
	}
	return nil, true
}

// move moves a cell of a text, over the ends of rows, and what is shown of it with it.
func (c *spot) move(v *textview.View, lines, columns int) {
	last := v.TotalLineCount() - 1
	if last < 0 {
		*c = spot{}
		return
	}
	width := func() int { return max(ansi.StringWidth(v.Line(c.line)), 1) }
	c.line = min(max(c.line+lines, 0), last)
	switch c.col += columns; {
	case c.col < 0 && c.line > 0:
		c.line--
		c.col = width() - 1
	case c.col >= width() && columns > 0 && c.line < last:
		c.line, c.col = c.line+1, 0
	}
	c.col = min(max(c.col, 0), width()-1)
	if top := v.YOffset(); c.line < top {
		v.ScrollBy(c.line - top)
	} else if under := c.line - top - v.Height() + 1; under > 0 {
		v.ScrollBy(under)
	}
}

// selected is the range of the text that is selected.
func (e *evidenceView) selected(s *selection) textview.Range {
	a, b := s.ends()
	return textview.Range{From: e.text.At(a.line, a.col).From, To: e.text.At(b.line, b.col).To}
}

// selectedText is what is selected: of the evidence as it was written, of the answer as it is shown.
func selectedText(m *Model) string {
	if m.selection.pane == evidencePane {
		ev, _ := m.evidence.chosen()
		of := m.evidence.selected(&m.selection)
		return guard.Reveal(ev.Text[of.From:of.To])
	}
	var out strings.Builder
	for i := range m.answer.TotalLineCount() {
		s, ok := m.selection.segment(answerPane, i)
		switch text := strings.TrimSpace(ansi.Cut(ansi.Strip(m.answer.Line(i)), s.From, s.To)); {
		case !ok:
		case text == "": // between two blocks
			out.WriteByte('\n')
		default:
			if said := out.String(); said != "" && !strings.HasSuffix(said, "\n") {
				out.WriteByte(' ')
			}
			out.WriteString(text)
		}
	}
	return strings.TrimSpace(out.String())
}

// askSelection lets the next question be about the selected text alone.
func askSelection(m *Model) tea.Cmd {
	about := &Selected{Text: selectedText(m), Origin: "the answer"}
	if strings.TrimSpace(about.Text) == "" {
		m.warn("nothing is selected: move with the arrow keys")
		return nil
	}
	if ev, ok := m.evidence.chosen(); ok && m.selection.pane == evidencePane {
		about.Origin = engine.Place(&ev.Chunk)
		about.Source = placeAt(m, &ev.Chunk, m.evidence.selected(&m.selection).From)
	}
	m.selection = selection{}
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
	lines := 1 + strings.Count(strings.TrimRight(pasted, "\n"), "\n")
	title := fmt.Sprintf("pasted text: %s, %s", guard.Count(lines, "line"), guard.Count(len(pasted), "byte"))
	m.overlay = newChoice(m, title, []item{
		{id: "ask", title: "ask about this text"},
		{id: "verify", title: "verify it, sentence by sentence"},
		{id: "insert", title: "insert it into the question"},
	}, func(m *Model, it item) tea.Cmd {
		switch it.id {
		case "ask":
			return askAbout(m, &Selected{Text: pasted, Origin: "pasted text"})
		case "verify":
			return checkText(m, pasted)
		}
		if left := m.editor.Insert(pasted); left > 0 {
			m.warn("%s left out: a question holds %d", guard.Count(left, "character"), editor.MaxRunes)
		}
		return m.relayout()
	})
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
