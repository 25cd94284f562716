package textview

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// View returns the box: exactly as many lines as it is high, each exactly as many cells as it is wide, joined by
// "\n". A box without height or width is "".
func (v *View) View() string {
	if v.width == 0 || v.height == 0 {
		return ""
	}
	lines := make([]string, 0, v.height)
	if len(v.lines) > 0 {
		rows := v.visible()
		p := painter{view: v, spans: v.layers(rows[0].start, rows[len(rows)-1].end+1)}
		for _, r := range rows {
			lines = append(lines, p.row(r))
		}
	}
	if len(lines) < v.height {
		p := painter{view: v}
		p.pad(0)
		empty := p.out.String()
		for len(lines) < v.height {
			lines = append(lines, empty)
		}
	}
	return strings.Join(lines, "\n")
}

// visible returns the rows that the box shows, at least one.
func (v *View) visible() []row {
	rows := make([]row, 0, v.height)
	for p := v.top; p.line < len(v.lines) && len(rows) < v.height; p = (place{p.line + 1, 0}) {
		of := v.rowsOf(p.line)[p.sub:]
		rows = append(rows, of[:min(len(of), v.height-len(rows))]...)
	}
	return rows
}

// layers combines whatever styles the bytes [from, to): marks, matches, the selection and the cursor on top.
func (v *View) layers(from, to int) []span {
	marks := append([]Mark(nil), within(v.marks, from, to)...)
	marks = append(marks, v.matchMarks(from, to)...)
	if v.cursor.active {
		start, end := v.Selection()
		marks = append(marks, Mark{start, end, v.selected})
		under := v.base
		for _, s := range within(flatten(marks, from, to), v.cursor.at, v.cursor.at+1) {
			under = s.Style.Inherit(v.base)
		}
		marks = append(marks, Mark{v.cursor.at, v.cursor.at + 1, lipgloss.NewStyle().Reverse(!under.GetReverse())})
	}
	return flatten(marks, from, to)
}

// painter draws rows from the top down.
type painter struct {
	view  *View
	spans []span // those of rows already drawn are gone
	out   strings.Builder
	run   strings.Builder // text of one style that is not written yet
}

func (p *painter) row(r row) string {
	v := p.view
	p.out.Reset()
	p.run.WriteString(strings.Repeat(" ", r.indent))
	style, col := v.base, r.indent
	at := -1 // the span that style belongs to, by its start
	for i := r.start; i < r.end; {
		n, cells := cluster(v.text[i:r.end], col, v.width-r.indent)
		s, start := p.styleAt(i, i+n)
		if start != at {
			p.flush(style)
			style, at = s, start
		}
		p.write(v.text[i:i+n], cells)
		col += cells
		i += n
	}
	p.flush(style)
	if r.start == r.end && v.width > r.indent { // an empty line shows a cursor and a selection in its first cell
		if s, start := p.styleAt(r.start, r.start+1); start >= 0 {
			p.run.WriteByte(' ')
			p.flush(s)
			col++
		}
	}
	p.pad(col)
	for !isPlain(v.text[r.start:r.end]) { // a sign that joins the next one, if only a space, makes the row narrower
		col := ansi.StringWidth(p.out.String())
		if col >= v.width {
			break
		}
		p.pad(col)
	}
	return p.out.String()
}

// styleAt returns the style of the cluster text[start:end] and where its span starts, -1 without one.
func (p *painter) styleAt(start, end int) (lipgloss.Style, int) {
	for len(p.spans) > 0 && p.spans[0].End <= start {
		p.spans = p.spans[1:]
	}
	// The last span that touches the cluster: a cursor or a match may start inside it.
	at := -1
	for i := 0; i < len(p.spans) && p.spans[i].Start < end; i++ {
		at = i
	}
	if at < 0 {
		return p.view.base, -1
	}
	return p.spans[at].Style.Inherit(p.view.base), p.spans[at].Start
}

func (p *painter) write(g string, cells int) {
	switch {
	case g == "\t":
		p.run.WriteString(strings.Repeat(" ", cells))
	case g[0] < ' ' || g[0] == 0x7f || isControl(g), cells == 1 && len(g) > 1 && ansi.StringWidth(g) > 1:
		p.run.WriteString(placeholder)
	default:
		p.run.WriteString(g)
	}
}

func (p *painter) flush(s lipgloss.Style) {
	if p.run.Len() > 0 {
		before, after := codes(s)
		p.out.WriteString(before)
		p.out.WriteString(p.run.String())
		p.out.WriteString(after)
		p.run.Reset()
	}
}

// codes returns what switches a style on and off. Style.Render itself is not used on the text: it underlines rune by
// rune, which takes clusters apart.
func codes(s lipgloss.Style) (before, after string) {
	const text = "x" // is in no code
	before, after, _ = strings.Cut(s.Render(text), text)
	return before, after
}

// pad fills a row that is cells wide so far.
func (p *painter) pad(cells int) {
	p.run.WriteString(strings.Repeat(" ", max(p.view.width-cells, 0)))
	p.flush(p.view.base)
}
