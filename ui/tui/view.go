package tui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/progress"
	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
	"ibid/index/file"
)

const (
	maxEditorShare = 2 // the editor takes at most one line in so many
	maxNotice      = 3 // lines
	hintBetween    = " · "
	barWidth       = 24 // of the progress of reading, with its percentage
	leastStatus    = 12 // cells of the status; in less it would say nothing
)

func (m *Model) busyMark() string { return m.spinner.View() }

// View implements tea.Model.
func (m *Model) View() (v tea.View) {
	defer file.Catch(&m.fault)
	lines, cursor := screen(m)
	content := strings.Join(lines, "\n")
	if m.ascii {
		content = inASCII.Replace(content)
	}
	v = tea.NewView(content)
	v.AltScreen = true
	v.WindowTitle = "ibid"
	if m.pointing {
		v.MouseMode = tea.MouseModeCellMotion // shift leaves it to the terminal
	}
	v.Cursor = cursor
	return v
}

// inASCII draws frames and signs with what a terminal without Unicode has.
var inASCII = strings.NewReplacer("╭", "+", "╮", "+", "╰", "+", "╯", "+", "┏", "#", "┓", "#", "┗", "#", "┛", "#", "─", "-", "━", "=", "│", "|", "┃", "#",
	"┼", "+", "▸", ">", "›", ">", "·", "-", "…", "~", "⊘", "!", "↪", ">", "•", "*", "⧉", "#", "█", "#", "▌", "#", "░", ".", "◐", "-", "◓", "\\", "◑", "|", "◒", "/",
	"✓", "+", "≈", "~", "❝", "\"", "✗", "x", "○", "o", "“", "\"", "”", "\"", "–", "-", "↑", "^", "↓", "v")

// screen draws everything: exactly as many lines as the terminal has, each exactly as wide.
func screen(m *Model) ([]string, *tea.Cursor) {
	if m.width <= 0 || m.height <= 0 {
		return nil, nil
	}
	l := &m.layout
	var body []string
	switch {
	case m.overlay != nil:
		body = m.overlay.draw(m)
	case m.sheet != nil:
		body = m.sheet.draw(m)
	default:
		body = paneLines(m, l.shown[0])
		for _, p := range l.shown[1:] {
			for i, line := range paneLines(m, p) {
				body[i] += line
			}
		}
	}
	if l.strip {
		body = append(body, paneLines(m, questionPane)...)
	}
	var out []string
	if l.header {
		out = append(out, header(m))
	}
	if l.tabs {
		out = append(out, tabLine(m))
	}
	out = append(out, body...)
	if l.status {
		out = append(out, statusLine(m))
	}
	if told := noticeLines(m); len(told) > 0 {
		copy(out[len(out)-len(told):], told)
	}
	return out, m.cursor()
}

// noticeLines are what the person is told: in place of the status line, and of the lines above it where one does not
// do.
func noticeLines(m *Model) []string {
	if m.notice.text == "" {
		return nil
	}
	style, glyph := m.theme.Styles.Text, "  "
	if m.notice.bad {
		style, glyph = m.theme.Styles.Warn, "! "
	}
	lines := wrapTo(m.notice.text, max(m.width-len(glyph), 1), min(maxNotice, m.height))
	for i, l := range lines {
		lines[i] = fit(glyph+style.Render(l), m.width)
		glyph = "  "
	}
	return lines
}

func paneLines(m *Model, p pane) []string {
	width, height := m.layout.inside(p)
	var lines []string
	note := ""
	switch p {
	case questionPane:
		lines = append(aboutLines(m, width), m.editor.View()...)
		if p != m.focus && len(m.history()) > 0 || m.editor.Text() == "" && len(m.history()) > 0 {
			note = " " + m.hint(Earlier) + " earlier questions "
		}
	case answerPane:
		lines = answerLines(m, width)
		if t := m.turn(); t != nil {
			note = below(&m.answer.Model) + fmt.Sprintf(" %d/%d ", m.chosen+1, len(m.turns))
		}
	case evidencePane:
		lines = m.evidence.lines(m, width, height)
		if n := len(m.evidence.all); n > 0 {
			note = below(&m.evidence.text.Model) + fmt.Sprintf(" %d/%d ", m.evidence.at+1, n)
		}
	}
	focused := p == m.focus && (m.sheet == nil || p == questionPane) && m.overlay == nil
	return framed(m, p.String(), note, lines, m.layout.boxes[p], focused)
}

// framed draws lines in a box, with a border where there is room for one.
func framed(m *Model, title, note string, lines []string, b box, focused bool) []string {
	if !m.layout.bordered {
		return fill(lines, b.width, b.height)
	}
	line, edge, name := lightBorder, m.theme.Styles.Border, m.theme.Styles.Muted
	if focused {
		line, edge, name = heavyBorder, m.theme.Styles.BorderFocus, m.theme.Styles.Title
	}
	return drawPane(title, note, lines, b.width, b.height, line, edge, name)
}

// below tells how much stands below what is in view, "" for nothing.
func below(v *viewport.Model) string {
	n := v.TotalLineCount() - v.YOffset() - v.Height()
	if n <= 0 {
		return ""
	}
	return " " + guard.Count(n, "line") + " below ·"
}

// placeEditor gives the editor its size in the question pane.
func (m *Model) placeEditor() {
	width, height := m.layout.inside(questionPane)
	m.editor.SetSize(width, max(height-len(aboutLines(m, width)), 0))
}

// aboutLines tell that the next question is about a selected text alone.
func aboutLines(m *Model, width int) []string {
	if m.about == nil {
		return nil
	}
	st := &m.theme.Styles
	about := fmt.Sprintf("⧉ about %s of %s", guard.Count(len([]rune(m.about.Text)), "character"), label(m.about.Origin))
	out := []string{st.Warn.Render(ansi.Truncate(about, width, "…"))}
	return append(out, st.Muted.Render(ansi.Truncate("  “"+label(first(m.about.Text, 4*width))+"”", width, "…")))
}

// cursor is where the terminal's cursor stands: in the editor, while it has the focus.
func (m *Model) cursor() *tea.Cursor {
	if m.focus != questionPane || m.overlay != nil || !m.layout.visible(questionPane) {
		return nil
	}
	x, y, ok := m.editor.Cursor()
	if !ok {
		return nil
	}
	b := m.layout.boxes[questionPane]
	width, height := m.layout.inside(questionPane)
	y += len(aboutLines(m, width))
	if x >= width || y >= height {
		return nil
	}
	if m.layout.bordered {
		x, y = x+2, y+1
	}
	return tea.NewCursor(b.x+x, b.y+y)
}

// header says what is asked: the documents, and what reads and writes.
func header(m *Model) string {
	st := &m.theme.Styles
	left := " ibid  " + label(strings.Join(m.opt.Roots, ", "))
	if c := m.contents; c != nil {
		left += " · " + guard.Count(len(c.Documents), "document")
		if n := len(c.State.Skipped); n > 0 {
			left += fmt.Sprintf(", %d skipped", n)
		}
		left += " · " + label(c.Generator)
	}
	const help = "f1 help "
	return st.Title.Render(fit(ends(ansi.Truncate(left, max(m.width-len(help)-1, 0), "…"), help, m.width), m.width))
}

// tabLine names the panes where only one fits.
func tabLine(m *Model) string {
	st := &m.theme.Styles
	if m.viewed == answerPane {
		return fit(st.TabActive.Render("[answer]")+st.Tab.Render(" evidence "), m.width)
	}
	return fit(st.Tab.Render(" answer ")+st.TabActive.Render("[evidence]"), m.width)
}

// statusLine is the last line: what is under way or what came of the question, and the keys.
func statusLine(m *Model) string {
	st := &m.theme.Styles
	left := ""
	switch t := m.turn(); {
	case m.opening:
		left = m.busyMark() + " " + progressText(m)
	case m.run != nil && m.asking.phase == searching:
		left = m.busyMark() + " " + progressText(m)
	case m.run != nil && m.asking.writer != "":
		left = m.busyMark() + " " + writingText(m.asking)
	case t != nil && t.answer != nil && !t.answer.Refused:
		left = t.outcome()
	case m.contents != nil && len(m.contents.State.Stale) > 0:
		left = st.Warn.Render("! " + label(m.contents.State.Stale[0]))
	}
	h := help.New()
	h.ShortSeparator = hintBetween
	h.Styles.ShortKey, h.Styles.ShortDesc, h.Styles.ShortSeparator = st.Key, st.Muted, st.Muted
	hints := hints(m)
	keys := h.ShortHelpView(hints)
	for len(hints) > 1 && ansi.StringWidth(keys)+2 > m.width { // the last is the way out
		hints = hints[1:]
		keys = h.ShortHelpView(hints)
	}
	room := m.width - ansi.StringWidth(keys) - 4
	if settled := m.run == nil && !m.opening; room < leastStatus || settled && ansi.StringWidth(left) > room { // a part of it would tell little
		left = ""
	}
	left = ansi.Truncate(left, max(room, 0), "…")
	return fit(" "+ends(left, keys+" ", max(m.width-1, 0)), m.width)
}

// writingText is who writes a draft, why it is not the first one, and how far it was checked.
func writingText(t *turn) string {
	says := label(t.writer)
	switch {
	case t.draft != "" && len(t.checked) == 0:
		says += " · draft, not verified"
	case t.draft != "":
		says += " · draft, checked up to the last sign"
	case t.why != "":
		says += " · written anew: " + label(t.why)
	}
	if t.tokens > 0 {
		says += ", " + guard.Count(t.tokens, "token")
	}
	return says
}

// hints are the three keys that matter most here, the way out last.
func hints(m *Model) []key.Binding {
	hint := func(a Action, does string) key.Binding { return shown(m.hint(a), does) }
	back := hint(Back, "back")
	t := m.turn()
	refused := t != nil && t.answer != nil && t.answer.Refused
	switch here := m.here(); {
	case m.overlay != nil:
		return []key.Binding{shown("enter", "choose"), back}
	case m.selection.shown:
		return []key.Binding{hint(Enter, "ask about it"), hint(CopyAnswer, "copy"), hint(Back, "leave")}
	case here == atSheet && m.sheet.numbers:
		return []key.Binding{hint(Enter, "in words"), hint(CopyAnswer, "copy"), back}
	case here == atSheet:
		return []key.Binding{hint(Enter, "numbers"), hint(CopyAnswer, "copy"), back}
	case m.busy():
		return []key.Binding{hint(Help, "help"), hint(Back, "cancel")}
	case here == writing && m.editor.Text() != "":
		if _, ok := m.editor.Mention(); ok {
			return []key.Binding{shown("enter", "ask"), shown("tab", "choose a document"), hint(Interrupt, "clear")}
		}
		return []key.Binding{shown("enter", "ask"), shown("alt+enter", "new line"), hint(Interrupt, "clear")}
	case here == writing && t == nil:
		return []key.Binding{shown("enter", "ask"), hint(Earlier, "earlier"), shown("ctrl+d", "quit")}
	case here == writing && refused:
		return []key.Binding{hint(AskAgain, "ask again"), hint(Why, "why"), shown("ctrl+d", "quit")}
	case here == writing:
		return []key.Binding{hint(NextPane, "read"), hint(Why, "why"), shown("ctrl+d", "quit")}
	case here == atEvidence:
		return []key.Binding{hint(CopyAnswer, "copy"), hint(OpenSource, "open"), hint(Select, "select"), back}
	case refused:
		return []key.Binding{hint(AskAgain, "ask again"), hint(Why, "why"), back}
	}
	return []key.Binding{hint(Enter, "evidence"), hint(Why, "why"), back}
}

// shown is a key with what it does, for the line of hints.
func shown(keys, does string) key.Binding {
	return key.NewBinding(key.WithKeys(keys), key.WithHelp(keys, does))
}

// progressText is how far reading the documents has come.
func progressText(m *Model) string {
	if m.reading == nil {
		return "searching"
	}
	text := m.reading.String()
	if share := m.reading.Share(); share > 0 {
		st := &m.theme.Styles
		bar := progress.New(progress.WithWidth(barWidth), progress.WithColors(st.BarFull.GetForeground()))
		bar.EmptyColor = st.BarEmpty.GetForeground()
		text += " " + bar.ViewAs(share)
	}
	return text
}
