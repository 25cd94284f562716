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

// answerView is an answer, or a draft of one, laid out.
type answerView struct {
	of      layoutOf
	lines   []string
	parts   [][]cells.Segment // of each sentence, and of what is not checked yet of a draft
	drawing bool              // in the background
	top     int               // the first line on the screen
	below   int               // lines that stand below those in view
}

// layoutOf tells one layout of a turn from others.
type layoutOf struct {
	width          int
	theme          string
	final          bool // it is the answer
	drafts         int  // which draft it is
	draft, checked int  // how much there is of it
}

// gutter is where the current sentence has its pointer, in cells.
const gutter = 2

// signed is a sentence of what is shown, with its sign.
type signed struct {
	markdown.Span
	role text.Role
}

// renderAnswer lays the answer of a turn out, or what there is of a draft, if that was not done already.
func renderAnswer(m *Model, t *turn) tea.Cmd {
	width, _ := m.layout.inside(answerPane)
	of := layoutOf{max(width-gutter, 1), m.theme.Name, t.answer != nil, t.drafts, len(t.draft), len(t.checked)}
	if t.refused || t.answer == nil && t.draft == "" || !m.layout.visible(answerPane) || t.view.drawing || t.view.of == of {
		return nil
	}
	t.view.drawing = true
	said, sentences := t.said()
	opt := markdown.Options{Width: of.width, Style: m.theme.Glamour, Marker: m.theme.Styles.Marker}
	for _, s := range sentences {
		opt.Sentences = append(opt.Sentences, s.Span)
	}
	return func() tea.Msg {
		var out markdown.Rendered
		err := safely(func() (err error) {
			out, err = markdown.Render(said, opt)
			return err
		})
		return done(func(m *Model) tea.Cmd {
			t.view.drawing = false
			if of.final == (t.answer != nil) && of.drafts == t.drafts && of.draft <= len(t.draft) { // else of what is void
				t.view.of = of
				rendered(m, t, out, sentences, err)
			}
			return renderAnswer(m, t) // there may be more by now
		})
	}
}

// rendered shows what was laid out, each sign in its colour. What could not be is shown as plain text.
func rendered(m *Model, t *turn, out markdown.Rendered, sentences []signed, err error) {
	v := &t.view
	if v.lines, v.parts = out.Lines, out.Sentences; err != nil {
		m.warn("the answer is shown as plain text: %v", err)
		said, _ := t.said()
		v.lines = wrap(strings.ReplaceAll(said, "\t", " "), v.of.width)
	}
	for i, parts := range v.parts {
		if sign := ansi.StringWidth(sentences[i].Glyph); sign > 0 && len(parts) > 0 {
			at := parts[len(parts)-1]
			at.From = at.To - sign
			v.lines[at.Line] = cells.Highlight(v.lines[at.Line], []cells.Segment{at}, *roleStyles(m)[sentences[i].role])
		}
	}
	if t.sentence > 0 {
		keepSentence(m, t)
	}
}

// said is what is shown of a turn: its answer, or what there is of a draft; and its sentences, each behind its start and
// with its sign. What is not checked yet of a draft is the last, without one.
func (t *turn) said() (string, []signed) {
	var out []signed
	sign := func(start, end int, s *guard.Sentence) {
		glyph, _ := text.SentenceMark(s)
		out = append(out, signed{markdown.Span{Start: start, End: end, Glyph: glyph.Text}, glyph.Role})
	}
	if t.answer == nil {
		var b strings.Builder
		at := 0
		for _, c := range t.checked {
			start := b.Len()
			b.WriteString(guard.Sanitize(t.draft[at:c.end]))
			sign(start, b.Len(), &guard.Sentence{Verdict: c.verdict})
			at = c.end
		}
		start := b.Len()
		b.WriteString(guard.Sanitize(t.draft[at:]))
		return b.String(), append(out, signed{Span: markdown.Span{Start: start, End: b.Len()}})
	}
	said := guard.Sanitize(t.answer.Text)
	for _, s := range guard.Parse(said).Sentences {
		if s.Kind == guard.Heading && len(s.Markers) == 0 {
			continue
		}
		if len(out) == len(t.answer.Sentences) {
			break
		}
		sign(s.Start, s.End, &t.answer.Sentences[len(out)])
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

const maxHeadLines = 3 // of the question above its answer

// answerBody is the visible part of what there is of an answer.
func answerBody(m *Model, t *turn, width, height int) []string {
	st := &m.theme.Styles
	v := &t.view
	switch {
	case t.refused && t.answer != nil:
		return refusalLines(m, t, width)
	case v.lines != nil:
	case t.phase == failed:
		return append([]string{st.Warn.Render("no answer")}, wrap(t.problem, width)...)
	default:
		return []string{m.busyMark() + " " + t.underWay(m)}
	}
	v.top = max(min(v.top, len(v.lines)-height), 0)
	v.below = len(v.lines) - v.top - height
	var out []string
	for i := v.top; i < len(v.lines) && i < v.top+height; i++ {
		out = append(out, answerLine(m, t, i))
	}
	return out
}

// underWay is what is done for a turn of which nothing is to be seen yet.
func (t *turn) underWay(m *Model) string {
	switch {
	case t.phase == waiting && m.early != nil:
		return "looking in what is read so far"
	case t.phase == waiting:
		return "waiting for the documents"
	case t.phase == searching:
		return "searching"
	case t.phase == drafting:
		return "reading the evidence"
	case t.answer == nil:
		return "reading the session"
	}
	return "laying out"
}

// answerLine is one line with the current sentence marked.
func answerLine(m *Model, t *turn, i int) string {
	v, st := &t.view, &m.theme.Styles
	if s, ok := m.selection.segment(answerPane, i); ok {
		return "  " + cells.Highlight(v.lines[i], []cells.Segment{s}, st.Selection)
	}
	if t.answer == nil && len(v.parts) > 0 { // the rest of a draft
		rest := slices.DeleteFunc(slices.Clone(v.parts[len(v.parts)-1]), func(s cells.Segment) bool { return s.Line != i })
		return "  " + cells.Highlight(v.lines[i], rest, st.Draft)
	}
	if t.sentence >= len(v.parts) || len(v.parts[t.sentence]) == 0 {
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

// draftFoot tells how far a draft was checked: what becomes of it, or that it was left there.
func draftFoot(m *Model, t *turn, width int) []string {
	st := &m.theme.Styles
	var out []string
	switch {
	case t.phase == failed && len(t.checked) > 0:
		return warningLines(m, "unfinished: "+t.problem+"; what stands here was checked", width)
	case t.phase != drafting:
		return nil
	}
	if t.why != "" {
		out = append(out, st.Warn.Render(ansi.Truncate("! written anew: "+label(t.why), width, "…")))
	}
	switch {
	case len(t.checked) > 0:
		out = append(out, ansi.Truncate(m.busyMark()+" "+st.Draft.Render("draft, checked up to the last sign"), width, "…"))
	case t.draft != "":
		out = append(out, ansi.Truncate(m.busyMark()+" "+st.Draft.Render("draft, not verified"), width, "…"))
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
	if t.refused {
		return nil
	}
	out := draftFoot(m, t, width)
	if t.answer != nil {
		for _, w := range t.answer.Warnings {
			out = append(out, warningLines(m, w, width)...)
		}
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
	keys := fmt.Sprintf("@name asks one document, %s shows earlier questions, f1 every action and its keys.", m.hint(Earlier))
	for _, l := range wrap(keys, width) {
		out = append(out, st.Muted.Render(l))
	}
	return out
}
