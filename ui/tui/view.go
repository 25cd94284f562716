package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
	"ibid/ui/text"
)

const (
	maxEditorShare = 2 // the editor takes at most one line in so many
	overlayWidth   = 96
	overlayHeight  = 28
	maxNotice      = 3 // lines
	tabsWidth      = 28
	hintBetween    = " · "
	leastStatus    = 12 // cells of the status; in less it would say nothing
	listFrame      = 3  // lines of a list beside its items: border, filter
)

func (m *Model) busyMark() string { return m.spinner.View() }

// View implements tea.Model.
func (m *Model) View() tea.View {
	lines, cursor := m.screen()
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen = true
	v.WindowTitle = "ibid"
	if m.pointing {
		v.MouseMode = tea.MouseModeCellMotion // shift leaves it to the terminal
	}
	v.Cursor = cursor
	return v
}

// screen draws everything: exactly as many lines as the terminal has, each exactly as wide.
func (m *Model) screen() ([]string, *tea.Cursor) {
	if m.width <= 0 || m.height <= 0 {
		return nil, nil
	}
	l := &m.layout
	blocks := make([][]string, len(l.shown))
	for i, p := range l.shown {
		blocks[i] = m.drawPane(p)
	}
	body := beside(blocks...)
	if m.sheet != nil {
		body = m.sheet.cover(m, body)
	}
	if l.strip {
		body = append(body, m.drawPane(questionPane)...)
	}
	if m.overlay != nil {
		body = m.cover(body)
	}
	var out []string
	if l.header {
		out = append(out, m.header())
	}
	if l.tabs {
		out = append(out, m.tabs())
	}
	out = append(out, body...)
	if l.status {
		out = append(out, m.status())
	}
	if told := m.noticeLines(); len(told) > 0 {
		copy(out[len(out)-len(told):], told)
	}
	return out, m.cursor()
}

// noticeLines are what the person is told: in place of the status line, and of the lines above it where one does not
// do.
func (m *Model) noticeLines() []string {
	if m.notice.text == "" {
		return nil
	}
	style, glyph := m.theme.Styles.Text, "  "
	if m.notice.bad {
		style, glyph = m.theme.Styles.Warn, "! "
	}
	lines := wrap(m.notice.text, max(m.width-len(glyph), 1))
	if room := min(maxNotice, m.height); len(lines) > room {
		lines = lines[:room]
		lines[room-1] += "…"
	}
	for i, l := range lines {
		lines[i] = fit(glyph+style.Render(l), m.width)
		glyph = "  "
	}
	return lines
}

func (m *Model) drawPane(p pane) []string {
	width, height := m.layout.inside(p)
	var lines []string
	note := ""
	switch p {
	case questionPane:
		lines = m.questionLines(width, height)
	case answerPane:
		lines = m.answerLines(width, height)
		if t := m.turn(); t != nil {
			note = fmt.Sprintf(" %d/%d ", m.chosen+1, len(m.turns))
			if more := m.below(t); more > 0 {
				note = fmt.Sprintf(" %s below ·%s", guard.Count(more, "line"), note)
			}
		}
	case evidencePane:
		lines = m.evidence.lines(m, width, height)
		if len(m.evidence.all) > 0 {
			note = m.evidence.text.Place()
		}
	}
	b := m.layout.boxes[p]
	if !m.layout.bordered {
		return fill(lines, b.width, b.height)
	}
	line, edge, name := lightBorder, m.theme.Styles.Border, m.theme.Styles.Muted
	if p == m.focus && (m.sheet == nil || p == questionPane) && m.overlay == nil {
		line, edge, name = heavyBorder, m.theme.Styles.BorderFocus, m.theme.Styles.Title
	}
	return drawPane(p.String(), note, lines, b.width, b.height, line, edge, name)
}

// placeEditor gives the editor its size in the question pane.
func (m *Model) placeEditor() {
	width, height := m.layout.inside(questionPane)
	limit := height - len(m.aboutLines(width))
	if len(m.turns) > 0 && !m.layout.strip {
		limit = max(height/maxEditorShare, min(height, 2))
	}
	m.editor.SetSize(width, min(m.editor.Height(width, limit), limit))
}

// questionLines draws the editor and the questions of the session.
func (m *Model) questionLines(width, height int) []string {
	st := &m.theme.Styles
	out := m.aboutLines(width)
	out = append(out, strings.Split(m.editor.View(), "\n")...)
	first, row, room := m.listed(width, height)
	if room < 0 {
		return out
	}
	out = append(fill(out, width, row-1), st.Muted.Render("earlier"))
	for i := first; i < len(m.turns) && i < first+room; i++ {
		t := m.turns[i]
		glyph, _ := t.mark()
		pointer, style := " ", st.Text
		if i == m.chosen {
			pointer, style = "▸", st.Heading
		}
		number := fmt.Sprintf("%s%d ", pointer, i+1)
		text := label(t.typed)
		if t.question.Selected != nil {
			text = "⧉ " + text // about a selected text
		}
		out = append(out, number+ends(style.Render(ansi.Truncate(text, max(width-len(number)-3, 1), "…")), glyph, max(width-ansi.StringWidth(number), 0)))
	}
	return out
}

// listed are the earlier questions in the question pane: the first, its row, and how many have room there, negative
// for no list.
func (m *Model) listed(width, height int) (first, row, room int) {
	row = len(m.aboutLines(width)) + 1 + strings.Count(m.editor.View(), "\n") + 2 // a blank line and a title
	room = height - row
	if len(m.turns) == 0 {
		room = -1
	}
	return min(max(m.chosen-room/2, 0), max(len(m.turns)-room, 0)), row, room
}

// aboutLines tell that the next question is about a selected text alone.
func (m *Model) aboutLines(width int) []string {
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
	y += len(m.aboutLines(width))
	if x >= width || y >= height {
		return nil
	}
	if m.layout.bordered {
		x, y = x+2, y+1
	}
	return tea.NewCursor(b.x+x, b.y+y)
}

// header says what is asked: the documents, and what reads and writes.
func (m *Model) header() string {
	st := &m.theme.Styles
	left := " ibid  " + label(strings.Join(m.opt.Roots, ", "))
	if c := m.contents; c != nil {
		left += fmt.Sprintf(" · %s, %s", guard.Count(len(c.Documents), "document"), guard.Count(c.Chunks, "chunk"))
		if n := len(c.State.Skipped); n > 0 {
			left += fmt.Sprintf(", %d skipped", n)
		}
		if c.Embedder != "none" {
			left += " · " + label(c.Embedder)
		}
		left += " · " + label(c.Generator)
	}
	const help = "f1 help "
	return st.Title.Render(fit(ends(ansi.Truncate(left, max(m.width-len(help)-1, 0), "…"), help, m.width), m.width))
}

// tabs name the panes where only one fits.
func (m *Model) tabs() string {
	st := &m.theme.Styles
	var parts []string
	for _, p := range []pane{answerPane, evidencePane} {
		style := st.Tab
		if p == m.viewed {
			style = st.TabActive
		}
		parts = append(parts, style.Render(m.tab(p)))
	}
	return fit(strings.Join(parts, ""), m.width)
}

func (m *Model) tab(p pane) string {
	switch name := p.String(); {
	case p == m.viewed:
		return "[" + name + "]"
	case m.width < tabsWidth:
		return " " + name[:1] + " "
	default:
		return " " + name + " "
	}
}

// tabAt is the pane whose name stands at a column.
func (m *Model) tabAt(x int) pane {
	if x < len(m.tab(answerPane)) {
		return answerPane
	}
	return evidencePane
}

// status is the last line: what is under way or what came of the question, and the keys.
func (m *Model) status() string {
	st := &m.theme.Styles
	left := ""
	switch t := m.turn(); {
	case m.opening:
		left = m.busyMark() + " " + m.progressText()
	case m.run != nil && m.asking.phase == searching:
		left = m.busyMark() + " " + m.progressText()
	case m.run != nil && m.asking.writer != "":
		left = m.busyMark() + " " + m.writing(m.asking)
	case t != nil && t.answer != nil:
		left = t.outcome()
	case m.contents != nil && len(m.contents.State.Stale) > 0:
		left = st.Warn.Render("! " + label(m.contents.State.Stale[0]))
	}
	hints := m.hints()
	for len(hints) > 1 && ansi.StringWidth(strings.Join(hints, hintBetween))+2 > m.width { // the last is the way out
		hints = hints[1:]
	}
	keys := strings.Join(hints, hintBetween)
	if room := m.width - ansi.StringWidth(keys) - 4; room < leastStatus {
		left = ""
	} else {
		if ansi.StringWidth(left) > room {
			left = inShort.Replace(left)
		}
		left = ansi.Truncate(left, room, "…")
	}
	return fit(" "+ends(left, st.Muted.Render(keys)+" ", max(m.width-1, 0)), m.width)
}

// inShort is what became of a question where there is no room for all words.
var inShort = strings.NewReplacer(text.NotJudged, "", "checked against the documents · ", "")

// writing is who writes a draft, and how fast.
func (m *Model) writing(t *turn) string {
	says := label(t.writer)
	if t.tokens > 0 {
		says += ", " + guard.Count(t.tokens, "token")
		if s := m.now().Sub(t.drafted).Seconds(); s >= 1 {
			says += fmt.Sprintf(", %.0f a second", float64(t.tokens)/s)
		}
	}
	return says
}

// hints are the keys that matter most here, the way out last.
func (m *Model) hints() []string {
	quit, read := m.hint(Quit)+" quit", m.hint(Back)+" read"
	if m.focus == questionPane {
		quit = "ctrl+d quit"
	}
	switch {
	case m.overlay != nil:
		return []string{m.hint(Back) + " back"}
	case m.evidence.selecting() || m.pressed.selected:
		return []string{m.hint(Enter) + " ask about it", "y copy", m.hint(Back) + " leave"}
	case m.busy():
		return []string{m.hint(Help) + " help", m.hint(Back) + " cancel", m.hint(Interrupt) + " quit"}
	case m.focus == questionPane && m.editor.Busy():
		return []string{"↑↓ choose", "enter take", m.hint(Back) + " close"}
	case m.focus == questionPane && m.editor.Text() != "":
		return []string{"enter ask", read, m.hint(Interrupt) + " clear"}
	case m.sheet != nil:
		return []string{m.hint(Back) + " close", m.hint(CopyAnswer) + " copy", quit}
	case m.focus == questionPane && m.turn() == nil:
		return []string{"enter ask", m.hint(Help) + " help", quit}
	case m.focus == questionPane:
		return []string{read, m.hint(Why) + " why", quit}
	case m.focus == evidencePane:
		return []string{m.hint(Select) + " select", m.hint(Write) + " ask", quit}
	}
	return []string{m.hint(Why) + " why", m.hint(Write) + " ask", quit}
}

// progressText is how far reading the documents has come.
func (m *Model) progressText() string {
	if m.reading == nil {
		return "searching"
	}
	return m.reading.String()
}

// progressLines show it as a bar.
func (m *Model) progressLines(width int) []string {
	if m.reading == nil {
		return nil
	}
	out := append([]string{""}, wrap(m.progressText(), width)...)
	if share := m.reading.Share(); share > 0 && width > 2*len(" 100%") {
		st := &m.theme.Styles
		room := min(width-len(" 100%"), 40)
		full := int(share * float64(room))
		out = append(out, st.BarFull.Render(strings.Repeat("█", full))+st.BarEmpty.Render(strings.Repeat("░", room-full))+fmt.Sprintf(" %d%%", int(100*share)))
	}
	return out
}

// cover draws the overlay in a box over the panes.
func (m *Model) cover(body []string) []string {
	st := &m.theme.Styles
	b, bordered := m.overlayBox()
	if !bordered {
		return over(body, fill(m.overlay.view(m, b.width, b.height), b.width, b.height), b, m.layout.body.width)
	}
	lines := m.overlay.view(m, b.width-4, b.height-2)
	title := ""
	switch o := m.overlay.(type) {
	case *dialog:
		title = o.title
	case *choice:
		title = o.title
	}
	return over(body, drawPane(title, "", lines, b.width, b.height, heavyBorder, st.BorderFocus, st.Title), b, m.layout.body.width)
}

// over puts lines over others at a place.
func over(body, lines []string, b box, width int) []string {
	out := append([]string(nil), body...)
	for i, l := range lines {
		out[b.y+i] = ansi.Cut(body[b.y+i], 0, b.x) + l + ansi.Cut(body[b.y+i], b.x+b.width, width)
	}
	return out
}

// overlayBox is the place of the overlay in the panes, and whether it has a border there.
func (m *Model) overlayBox() (b box, bordered bool) {
	width, height := m.layout.body.width, m.layout.panes()
	b = box{width: min(width, overlayWidth), height: min(height, overlayHeight)}
	switch o := m.overlay.(type) {
	case *dialog:
		b.height = min(height, len(o.view(m, max(b.width-4, 1), height-2))+2)
	case *choice:
		b.height = min(b.height, max(len(o.list.Items()), 1)+listFrame)
	}
	b.x, b.y = (width-b.width)/2, (height-b.height)/2
	return b, b.width >= borderedWidth && b.height >= 3
}
