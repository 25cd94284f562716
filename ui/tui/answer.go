package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/engine"
	"ibid/guard"
	"ibid/ui/text"
	"ibid/ui/tui/cells"
	"ibid/ui/tui/markdown"
)

// answerView is an answer laid out for one width and theme.
type answerView struct {
	width int
	theme string
	lines []string
	parts [][]cells.Segment // of each sentence of the answer
	top   int               // the first line on the screen
}

// gutter is where the current sentence has its pointer, in cells.
const gutter = 2

// renderAnswer lays the answer of a turn out, if that was not done for this width and theme.
func renderAnswer(m *Model, t *turn) tea.Cmd {
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
			out, err = markdown.Render(text, markdown.Options{Width: width, Style: theme.Glamour, Sentences: spans, Marker: theme.Styles.Marker})
			return err
		})
		return done(func(m *Model) tea.Cmd {
			if v := &t.view; v.width == width && v.theme == theme.Name && t.answer != nil { // else for a size that is gone, or put away
				rendered(m, t, text, out, err)
			}
			return nil
		})
	}
}

// rendered shows an answer that was laid out.
func rendered(m *Model, t *turn, text string, out markdown.Rendered, err error) {
	v := &t.view
	if err != nil {
		m.warn("the answer is shown as plain text: %v", err)
		v.lines = markdown.Plain(text, v.width)
		return
	}
	v.lines, v.parts = out.Lines, out.Sentences
	keepSentence(m, t)
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
func answerLines(m *Model, width, height int) []string {
	t := m.turn()
	if t == nil {
		return welcomeLines(m, width)
	}
	head := answerHead(m, t, width, height)
	foot := answerFoot(m, t, width)
	if height < len(head)+len(foot)+3 {
		foot = nil
	}
	room := max(height-len(head)-len(foot), 0)
	body := answerBody(m, t, width, room)
	out := append(head, fill(body, width, room)...)
	return append(out, foot...)
}

// answerHead is the question above its answer.
func answerHead(m *Model, t *turn, width, height int) []string {
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
		for _, l := range wrap("understood as: "+label(t.answer.Asked)+" · "+m.hint(AskLiterally)+" asks it as written", width) {
			head = append(head, st.Muted.Render(l))
		}
	}
	if height > len(head)+3 {
		head = append(head, "")
	}
	return head
}

// linesBelow is how many lines of an answer stand below what is shown of it.
func linesBelow(m *Model, t *turn) int {
	width, height := m.layout.inside(answerPane)
	room := height - len(answerHead(m, t, width, height)) - len(answerFoot(m, t, width))
	if t.answer == nil || t.answer.Refused || m.sheet != nil {
		return 0
	}
	return len(t.view.lines) - t.view.top - max(room, 0)
}

const maxHeadLines = 3 // of the question above its answer

// answerBody is the visible part of what there is of an answer.
func answerBody(m *Model, t *turn, width, height int) []string {
	st := &m.theme.Styles
	switch {
	case t.phase == failed:
		return append([]string{st.Warn.Render("no answer")}, wrap(t.problem, width)...)
	case t.phase == waiting && m.early != nil:
		return []string{m.busyMark() + " looking in what is read so far"}
	case t.phase == waiting:
		return []string{m.busyMark() + " waiting for the documents"}
	case t.phase == searching && t.answer == nil:
		return []string{m.busyMark() + " searching"}
	case t.phase == drafting && t.answer == nil:
		return draftLines(m, t, width, height)
	case t.answer == nil:
		return []string{m.busyMark() + " reading the session"}
	case t.answer.Refused:
		return refusalLines(m, t, width)
	case t.view.lines == nil:
		return []string{m.busyMark() + " laying out"}
	}
	v := &t.view
	v.top = min(v.top, max(len(v.lines)-height, 0))
	var out []string
	for i := v.top; i < len(v.lines) && i < v.top+height; i++ {
		out = append(out, answerLine(m, t, i))
	}
	return out
}

// answerLine is one line with the current sentence marked.
func answerLine(m *Model, t *turn, i int) string {
	v, st := &t.view, &m.theme.Styles
	if s, ok := m.selection.segment(answerPane, i); ok {
		return "  " + cells.Highlight(v.lines[i], []cells.Segment{s}, st.Selection)
	}
	if t.sentence >= len(v.parts) {
		return "  " + v.lines[i]
	}
	sentence := v.parts[t.sentence]
	parts := slices.DeleteFunc(slices.Clone(sentence), func(s cells.Segment) bool { return s.Line != i })
	pointer := st.Muted.Render("│")
	switch {
	case len(parts) == 0:
		return "  " + v.lines[i]
	case i == sentence[0].Line:
		pointer = st.MarkerCurrent.Render("▸")
	}
	return pointer + " " + cells.Highlight(v.lines[i], parts, st.Sentence)
}

// draftLines show a draft as what it is: not verified. The last lines are the ones that grow.
func draftLines(m *Model, t *turn, width, height int) []string {
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
	lines := markdown.Plain(guard.Sanitize(t.draft), width)
	if room := height - len(out); len(lines) > room {
		lines = lines[max(len(lines)-max(room, 0), 0):]
	}
	for _, l := range lines {
		out = append(out, st.Draft.Render(l))
	}
	return out
}

// warningLines tell what an answer may lack.
func warningLines(m *Model, warning string, width int) []string {
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

// answerFoot tells in words what the glyph of the current sentence means.
func answerFoot(m *Model, t *turn, width int) []string {
	st := &m.theme.Styles
	if t.answer == nil || t.answer.Refused {
		return nil
	}
	var out []string
	for _, w := range t.answer.Warnings {
		out = append(out, warningLines(m, w, width)...)
	}
	if s, ok := t.current(); ok {
		glyph, word := text.SentenceMark(&s)
		line := fmt.Sprintf("%d/%d %s", t.sentence+1, len(t.answer.Sentences), roleStyles(m)[glyph.Role].Render(glyph.Text+" "+word))
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

const greeting = "Ask about your documents. Every sentence of an answer is checked against what it cites; where the documents " +
	"do not say, the answer is a refusal and its reason."

// welcomeLines is what stands in the answer pane before the first question.
func welcomeLines(m *Model, width int) []string {
	st := &m.theme.Styles
	var out []string
	if m.openProblem != "" {
		out = append(out, st.Error.Render("✗ the documents cannot be read"), "")
		out = append(out, wrap(m.openProblem, width)...)
		return append(out, "", "enter a question to try again")
	}
	out = append(append(out, wrap(greeting, width)...), "")
	for _, h := range [][2]string{
		{"enter", "ask"},
		{"@name", "only this document"},
		{m.hint(Earlier), "earlier questions"},
		{"f1", "every action and its keys"},
	} {
		out = append(out, st.Key.Render(fit(h[0], min(7, width)))+" "+h[1])
	}
	return out
}
