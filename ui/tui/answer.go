package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/engine"
	"ibid/guard"
	"ibid/themes"
	"ibid/ui/text"
	"ibid/ui/tui/markdown"
)

// answerView is an answer laid out for one width and theme.
type answerView struct {
	width int
	theme string
	lines []string
	parts [][]markdown.Segment // of each sentence of the answer
	code  []codeBlock
	top   int // the first line on the screen
}

// gutter is where the current sentence has its pointer, in cells.
const gutter = 2

// render lays the answer of a turn out, if that was not done for this width and theme.
func (m *Model) render(t *turn) tea.Cmd {
	width, _ := m.layout.inside(answerPane)
	width = max(width-gutter, 1)
	v := &t.view
	if t.answer == nil || t.answer.Refused || !m.layout.visible(answerPane) || v.width == width && v.theme == m.theme.Name {
		return nil
	}
	v.width, v.theme = width, m.theme.Name
	a, theme := t.answer, m.theme
	return func() tea.Msg {
		text, spans := sentenceSpans(a)
		var out markdown.Rendered
		err := safely(func() (err error) {
			out, err = markdown.Render(text, markdown.Options{Width: width, Style: theme.Glamour, Sentences: spans, Names: badSpans(a, text),
				Name: theme.Styles.Bad.Underline(true), Marker: theme.Styles.Marker,
				Below: func(b markdown.Block) string { return belowCode(&theme, judge(a, text, b)) }})
			return err
		})
		return done(func(m *Model) tea.Cmd {
			if v := &t.view; v.width == width && v.theme == theme.Name && t.answer != nil { // else for a size that is gone, or put away
				m.rendered(t, text, out, err)
			}
			return nil
		})
	}
}

// belowCode tells what was found out about the symbols of a code block.
func belowCode(theme *themes.Theme, c codeBlock) string {
	out := theme.Styles.Muted.Render(c.tally())
	if fault := c.fault(); fault != "" {
		out += "\n" + theme.Styles.Bad.Render(badName+" "+fault)
	}
	return out
}

// rendered shows an answer that was laid out.
func (m *Model) rendered(t *turn, text string, out markdown.Rendered, err error) {
	v := &t.view
	if err != nil {
		m.warn("the answer is shown as plain text: %v", err)
		v.lines = markdown.Plain(text, v.width)
		return
	}
	v.lines, v.parts, v.code = out.Lines, out.Sentences, nil
	for _, b := range out.Code {
		v.code = append(v.code, judge(t.answer, text, b))
	}
	m.keepSentence(t)
}

// sentenceSpans is the text of an answer as it is shown, and where in it the checked sentences stand.
func sentenceSpans(a *engine.Answer) (string, []markdown.Span) {
	said := guard.Sanitize(a.Text)
	var out []markdown.Span
	for _, s := range guard.Parse(said).Sentences {
		if s.Kind == guard.Heading && len(s.Markers) == 0 {
			continue
		}
		if len(out) == len(a.Sentences) {
			break
		}
		glyph, _ := text.SentenceMark(&a.Sentences[len(out)])
		out = append(out, markdown.Span{Start: s.Start, End: s.End, Glyph: glyph.Text})
	}
	return said, out
}

// answerLines draws the contents of the answer pane.
func (m *Model) answerLines(width, height int) []string {
	t := m.turn()
	if t == nil {
		return m.welcome(width)
	}
	head := m.answerHead(t, width, height)
	foot := m.answerFoot(t, width)
	if height < len(head)+len(foot)+3 {
		foot = nil
	}
	room := max(height-len(head)-len(foot), 0)
	body := m.answerBody(t, width, room)
	out := append(head, fill(body, width, room)...)
	return append(out, foot...)
}

// answerHead is the question above its answer.
func (m *Model) answerHead(t *turn, width, height int) []string {
	st := &m.theme.Styles
	var head []string
	for i, l := range wrap(label(t.typed), width) {
		if i == maxHeadLines || i == height/3 && i > 0 {
			head[i-1] = ansi.Truncate(head[i-1], width-1, "") + "…"
			break
		}
		head = append(head, st.Heading.Render(l))
	}
	if t.answer != nil && t.answer.Asked != "" {
		for _, l := range wrap("asked: "+label(t.answer.Asked), width) {
			head = append(head, st.Muted.Render(l))
		}
	}
	if height > len(head)+3 {
		head = append(head, "")
	}
	return head
}

// below is how many lines of an answer stand below what is shown of it.
func (m *Model) below(t *turn) int {
	width, height := m.layout.inside(answerPane)
	room := height - len(m.answerHead(t, width, height)) - len(m.answerFoot(t, width))
	if t.answer == nil || t.answer.Refused || m.sheet != nil {
		return 0
	}
	return len(t.view.lines) - t.view.top - max(room, 0)
}

const maxHeadLines = 3 // of the question above its answer

// answerBody is the visible part of what there is of an answer.
func (m *Model) answerBody(t *turn, width, height int) []string {
	st := &m.theme.Styles
	switch {
	case t.phase == failed:
		return append([]string{st.Warn.Render("no answer")}, wrap(t.problem, width)...)
	case t.phase == waiting && m.early != nil:
		return append([]string{m.busyMark() + " looking in what is read so far"}, m.progressLines(width)...)
	case t.phase == waiting:
		return append([]string{m.busyMark() + " waiting for the documents"}, m.progressLines(width)...)
	case t.phase == searching && t.answer == nil:
		return append([]string{m.busyMark() + " searching"}, m.progressLines(width)...)
	case t.phase == drafting && t.answer == nil:
		return m.draftLines(t, width, height)
	case t.answer == nil:
		return []string{m.busyMark() + " reading the session"}
	case t.answer.Refused:
		return m.refusalLines(t, width)
	case t.view.lines == nil:
		return []string{m.busyMark() + " laying out"}
	}
	v := &t.view
	v.top = min(v.top, max(len(v.lines)-height, 0))
	var out []string
	for i := v.top; i < len(v.lines) && i < v.top+height; i++ {
		out = append(out, m.answerLine(t, i))
	}
	return out
}

// answerLine is one line with the current sentence marked.
func (m *Model) answerLine(t *turn, i int) string {
	v, st := &t.view, &m.theme.Styles
	if s, ok := m.pressed.selection(i); ok {
		return "  " + markdown.Highlight(v.lines[i], []markdown.Segment{s}, st.Selection)
	}
	if t.sentence >= len(v.parts) {
		return "  " + v.lines[i]
	}
	sentence := v.parts[t.sentence]
	parts := slices.DeleteFunc(slices.Clone(sentence), func(s markdown.Segment) bool { return s.Line != i })
	pointer := st.Muted.Render("│")
	switch {
	case len(parts) == 0:
		return "  " + v.lines[i]
	case i == sentence[0].Line:
		pointer = st.MarkerCurrent.Render("▸")
	}
	return pointer + " " + markdown.Highlight(v.lines[i], parts, st.Sentence)
}

// draftLines show a draft as what it is: not verified. The last lines are the ones that grow.
func (m *Model) draftLines(t *turn, width, height int) []string {
	st := &m.theme.Styles
	head := m.busyMark() + " reading the evidence"
	if t.tokens > 0 {
		head = m.busyMark() + " draft, not verified"
	}
	out := []string{st.Draft.Render(head)}
	if t.why != "" {
		out = append(out, st.Warn.Render(ansi.Truncate("! written anew: "+label(t.why), width, "…")))
	}
	for _, r := range t.rewrites {
		told := "! rewritten: " + label(r.Reason)
		if r.Discarded != "" {
			told = "! a draft was not used: " + label(r.Discarded)
		}
		out = append(out, st.Warn.Render(ansi.Truncate(told, width, "…")))
	}
	lines := t.draft.Lines(width)
	if room := height - len(out); len(lines) > room {
		lines = lines[max(len(lines)-max(room, 0), 0):]
	}
	for _, l := range lines {
		out = append(out, st.Draft.Render(l))
	}
	return out
}

// refusalLines say what was refused, why, and what can be done.
func (m *Model) refusalLines(t *turn, width int) []string {
	st := &m.theme.Styles
	out := wrap(guard.Sanitize(t.answer.Text), width)
	for i := range out {
		out[i] = st.Bad.Render(out[i])
	}
	out = append(out, "")
	out = append(out, wrap("⊘ refused: "+label(t.answer.RefusalReason), width)...)
	out = append(out, "")
	for _, s := range m.steps(t) {
		for i, l := range wrap(s.Label, max(width-stepColumn, 1)) {
			key := fit(s.key, stepColumn)
			if i > 0 {
				key = fit("", stepColumn)
			}
			out = append(out, st.Key.Render(key)+l)
		}
	}
	if m.focus != questionPane {
		out = append(out, st.Key.Render(fit(m.hint(Write), stepColumn))+"write another question")
	}
	for _, w := range t.answer.Warnings {
		out = append(out, "")
		out = append(out, m.warningLines(w, width)...)
	}
	return out
}

// warningLines tell what an answer may lack.
func (m *Model) warningLines(warning string, width int) []string {
	lines := wrap(label(warning), max(width-2, 1))
	if len(lines) > maxNotice {
		lines = append(lines[:maxNotice-1], ansi.Truncate(lines[maxNotice-1], max(width-3, 1), "")+"…")
	}
	for i, l := range lines {
		lead := "! "
		if i > 0 {
			lead = "  "
		}
		lines[i] = m.theme.Styles.Warn.Render(lead + l)
	}
	return lines
}

const stepColumn = 7 // cells for the key of a next step

// answerFoot tells in words what the glyph of the current sentence means.
func (m *Model) answerFoot(t *turn, width int) []string {
	st := &m.theme.Styles
	if t.answer == nil || t.answer.Refused {
		return nil
	}
	var out []string
	for _, w := range t.answer.Warnings {
		out = append(out, m.warningLines(w, width)...)
	}
	if s, ok := t.current(); ok {
		glyph, word := text.SentenceMark(&s)
		line := fmt.Sprintf("%d/%d %s", t.sentence+1, len(t.answer.Sentences), m.roleStyles()[glyph.Role].Render(glyph.Text+" "+word))
		key := firstOf(s.Citations)
		if c := t.answer.Cited(key, []guard.Sentence{s}); c != nil {
			line += " · " + key + " " + engine.Place(c)
		}
		out = append(out, ansi.Truncate(line, width, "…"))
	}
	if len(out) > 0 {
		out = append([]string{st.Border.Render(strings.Repeat("─", width))}, out...)
	}
	return out
}

// welcome is what stands in the answer pane before the first question.
func (m *Model) welcome(width int) []string {
	st := &m.theme.Styles
	var out []string
	switch {
	case m.openProblem != "":
		out = append(out, st.Error.Render("✗ the documents cannot be read"), "")
		out = append(out, wrap(m.openProblem, width)...)
		return append(out, "", "enter a question to try again")
	case m.opening:
		out = append(out, m.busyMark()+" opening the documents")
		out = append(out, m.progressLines(width)...)
		out = append(out, "")
	}
	out = append(out, wrap("Ask about your documents. Every sentence of an answer is checked against what it cites; where the documents do not say, the answer is a refusal and its reason.", width)...)
	out = append(out, "")
	project := [2]string{"#name", "only this project"}
	if m.contents != nil && len(m.contents.Projects) == 0 {
		project = [2]string{m.hint(Earlier), "earlier questions"}
	}
	for _, h := range [][2]string{
		{"enter", "ask"},
		{"alt+enter", "a new line"},
		{"@name", "only this document"},
		project,
		{m.hint(NextPane), "next pane"},
		{"f1", "every action and its keys"},
	} {
		out = append(out, st.Key.Render(fit(h[0], min(10, width)))+" "+h[1])
	}
	return out
}
