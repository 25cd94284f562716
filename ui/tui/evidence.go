package tui

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/viewport"
	"github.com/charmbracelet/x/ansi"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
	"ibid/ui/tui/cells"
	"ibid/ui/tui/textview"
)

// maxListShare is the part of the evidence pane that its list may take: one in so many lines.
const maxListShare = 3

const headLines = 2 // between the list and the text: a rule and the place

// evidenceView is the list of evidence and the text of the chosen piece.
type evidenceView struct {
	all    []engine.Evidence
	at     int // of all
	text   textview.View
	list   int // lines of the list
	quoted int // where the first mark begins, -1 where there is none
}

// load shows the evidence of a turn, at the place that its current sentence cites.
func (e *evidenceView) load(m *Model, t *turn) {
	e.all, e.at = t.found(), 0
	e.resize(m)
	e.follow(m)
}

// chosen is the piece of evidence under the cursor.
func (e *evidenceView) chosen() (*engine.Evidence, bool) {
	if e.at < 0 || e.at >= len(e.all) {
		return nil, false
	}
	return &e.all[e.at], true
}

// choose shows the evidence of a key.
func (e *evidenceView) choose(m *Model, key string) bool {
	i := slices.IndexFunc(e.all, func(ev engine.Evidence) bool { return ev.Key == key })
	if i < 0 {
		return false
	}
	e.at = i
	e.open(m)
	return true
}

// follow shows what the current sentence cites.
func (e *evidenceView) follow(m *Model) {
	t := m.turn()
	if t == nil {
		return
	}
	key := ""
	if s, ok := t.current(); ok {
		key = firstOf(s.Citations)
	}
	if q := t.quotes(); len(q) > 0 && q[0].Key != "" {
		key = q[0].Key
	}
	if key == "" || !e.choose(m, key) {
		e.open(m)
	}
}

// step chooses the next or the previous piece of evidence.
func (e *evidenceView) step(m *Model, by int) {
	e.at = min(max(e.at+by, 0), max(len(e.all)-1, 0))
	e.open(m)
}

// open puts the text of what is chosen into the view.
func (e *evidenceView) open(m *Model) {
	if m.selection.pane == evidencePane { // of another text
		m.selection = selection{}
	}
	text, flows := "", []textview.Range(nil)
	if ev, ok := e.chosen(); ok {
		text = ev.Text
		for _, b := range ev.Blocks {
			if b.Kind == source.Paragraph || b.Kind == source.Item {
				flows = append(flows, textview.Range{From: b.Start, To: b.End})
			}
		}
	}
	e.text.Show(text, flows)
	e.mark(m)
}

// mark highlights the words that bear out the current sentence, and scrolls to them.
func (e *evidenceView) mark(m *Model) {
	var marks []textview.Range
	t := m.turn()
	ev, ok := e.chosen()
	if t != nil && ok {
		for _, q := range t.quotes() {
			if q.Key == ev.Key && q.Span[0] < q.Span[1] {
				marks = append(marks, textview.Range{From: q.Span[0], To: q.Span[1]})
			}
		}
	}
	e.text.SetMarks(marks, m.theme.Styles.Quote)
	if e.quoted = -1; len(marks) > 0 {
		e.quoted = slices.MinFunc(marks, func(a, b textview.Range) int { return a.From - b.From }).From
		e.text.Reveal(e.quoted)
	}
}

// resize divides the pane between the list and the text.
func (e *evidenceView) resize(m *Model) {
	width, height := m.layout.inside(evidencePane)
	e.list = min(len(e.all), height/maxListShare)
	if e.list > 0 && height-e.list < 4 {
		e.list = min(1, height)
	}
	e.text.Style = m.theme.Styles.Text
	hidden := e.text.Height() == 0
	e.text.SetSize(width, max(height-e.list-headLines, 0))
	if hidden && e.quoted >= 0 {
		e.text.Reveal(e.quoted)
	}
}

// lines draws the pane.
func (e *evidenceView) lines(m *Model, width, height int) []string {
	if len(e.all) == 0 {
		return wrap("The evidence of an answer stands here.", width)
	}
	var out []string
	for i := e.first(); i < e.first()+e.list && i < len(e.all); i++ {
		out = append(out, e.row(m, &e.all[i], i == e.at, width))
	}
	out = append(out, m.theme.Styles.Border.Render(strings.Repeat("─", width)))
	out = append(out, ansi.Truncate(e.place(m), width, "…"))
	for i, l := range e.text.View() {
		if s, ok := m.selection.segment(evidencePane, e.text.YOffset()+i); ok {
			l = cells.Highlight(l, []cells.Segment{s}, m.theme.Styles.Selection)
		}
		out = append(out, l)
	}
	return out
}

// first is the first of the pieces that the list has room for.
func (e *evidenceView) first() int {
	return min(max(e.at-e.list/2, 0), max(len(e.all)-e.list, 0))
}

// row is one piece of evidence in the list: key, place, section. The why sheet has its ranks and its score.
func (e *evidenceView) row(m *Model, ev *engine.Evidence, chosen bool, width int) string {
	st := &m.theme.Styles
	pointer, key := " ", st.Marker
	if chosen {
		pointer, key = "▸", st.MarkerCurrent
	}
	use := " "
	if t := m.turn(); t != nil && t.answer != nil && !t.checks() && slices.ContainsFunc(t.answer.Citations, func(c engine.Citation) bool { return c.Key == ev.Key }) {
		use = "✓" // the answer cites it
	}
	left := pointer + key.Render(fmt.Sprintf("%-3s", ev.Key)) + use + " "
	return ansi.Truncate(left+rowPlace(&ev.Chunk), width, "…")
}

// rowPlace is where a chunk stands, in a row: what tells it from the others comes first.
func rowPlace(c *index.Chunk) string {
	place := label(c.DocID) + " " + engine.Locator(c)
	if made := engine.Made(c); made != "" {
		place = made + " · " + place
	}
	if section := engine.Section(c); section != "" {
		place += " · " + section
	}
	return place
}

// place is the line above the text.
func (e *evidenceView) place(m *Model) string {
	st := &m.theme.Styles
	ev, ok := e.chosen()
	switch {
	case m.selection.in(evidencePane):
		return st.Selection.Render(" selecting ") + " " + guard.Count(len([]rune(selectedText(m))), "character")
	case !ok:
		return ""
	}
	return st.Heading.Render(ev.Key + " " + engine.Place(quotedPlace(m, &ev.Chunk, ev.Key)))
}

// quotedPlace is a chunk of the evidence with the place of what the current sentence quotes of it.
func quotedPlace(m *Model, c *index.Chunk, key string) *index.Chunk {
	if s, ok := m.turn().current(); ok {
		if q := m.turn().answer.Cited(key, []guard.Sentence{s}); q != nil {
			return q
		}
	}
	return c
}

// scroll moves a text as an action says.
func scroll(v *viewport.Model, a Action) {
	switch a {
	case Down:
		v.ScrollDown(1)
	case Up:
		v.ScrollUp(1)
	case HalfDown:
		v.HalfPageDown()
	case HalfUp:
		v.HalfPageUp()
	case Top:
		v.GotoTop()
	case Bottom:
		v.GotoBottom()
	}
}
