package textview

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/ui/tui/cells"
)

// View returns the box: exactly as many lines as it is high, each exactly as many cells as it is wide, joined by
// "\n". A box without height or width is "".
func (v *View) View() string {
	if v.width == 0 || v.height == 0 {
		return ""
	}
	rows := v.visible()
	p := painter{view: v}
	if len(rows) > 0 {
		from, to := rows[0].start, rows[len(rows)-1].end+1
		marks := v.marks
		if v.cursor.active {
			start, end := v.Selection()
			marks = append(slices.Clip(marks), Mark{start, end, &v.selected})
		}
		for _, m := range marks {
			if m.Start < min(to, m.End) && m.End > from {
				p.marks = append(p.marks, m)
			}
		}
	}
	lines := make([]string, v.height)
	for i := range lines {
		if i < len(rows) {
			lines[i] = p.row(rows[i])
		} else {
			lines[i] = p.blank(v.width)
		}
	}
	return strings.Join(lines, "\n")
}

// visible returns the rows that the box shows.
func (v *View) visible() []row { return v.rows[v.top:min(v.top+v.height, len(v.rows))] }

// painter draws rows.
type painter struct {
	view  *View
	marks []Mark // that touch them
	on    []int  // of marks, those at the last cluster
}

func (p *painter) row(r row) string {
	v := p.view
	var out, run strings.Builder // run has one style and is not written yet
	run.WriteString(strings.Repeat(" ", r.indent))
	style, col := v.base, r.indent
	flush := func() {
		out.WriteString(cells.Draw(run.String(), style))
		run.Reset()
	}
	p.on = p.on[:0]
	at := false // the cursor
	for i := r.start; i < r.end; {
		n, width := cluster(v.text[i:r.end], col, v.width-r.indent)
		if here := v.cursorIn(i, i+n); p.changed(i, i+n) || here != at {
			flush()
			style, at = p.style(here), here
		}
		run.WriteString(printed(v.text[i:i+n], width))
		col += width
		i += n
	}
	flush()
	if r.start == r.end && v.width > r.indent { // an empty line shows a cursor and a selection in its first cell
		if p.changed(r.start, r.start+1); len(p.on) > 0 || v.cursorIn(r.start, r.start+1) {
			out.WriteString(cells.Draw(" ", p.style(v.cursorIn(r.start, r.start+1))))
			col++
		}
	}
	out.WriteString(p.blank(v.width - col))
	for !isPlain(v.text[r.start:r.end]) { // a sign that joins the next one, if only a space, makes the row narrower
		missing := v.width - ansi.StringWidth(out.String())
		if missing <= 0 {
			break
		}
		out.WriteString(p.blank(missing))
	}
	return out.String()
}

func (v *View) cursorIn(start, end int) bool {
	return v.cursor.active && v.cursor.at >= start && v.cursor.at < end
}

// changed notes the marks that touch the cluster text[start:end] and tells whether they are others than those at the
// one before.
func (p *painter) changed(start, end int) bool {
	k, same := 0, true
	for i, m := range p.marks {
		if m.Start >= end || m.End <= start {
			continue
		}
		if k == len(p.on) {
			p.on, same = append(p.on, i), false
		} else if p.on[k] != i {
			p.on[k], same = i, false
		}
		k++
	}
	same = same && k == len(p.on)
	p.on = p.on[:k]
	return !same
}

// style combines the marks noted last. The cursor is in reverse or, where the text is that, not.
func (p *painter) style(cursor bool) lipgloss.Style {
	style := lipgloss.NewStyle()
	for _, i := range slices.Backward(p.on) {
		style = style.Inherit(*p.marks[i].Style)
	}
	style = style.Inherit(p.view.base)
	if cursor {
		style = style.Reverse(!style.GetReverse())
	}
	return style
}

// printed is what is drawn of a cluster in so many cells.
func printed(g string, width int) string {
	switch {
	case g == "\t":
		return strings.Repeat(" ", width)
	case g[0] < ' ' || g[0] == 0x7f || isControl(g), width == 1 && len(g) > 1 && ansi.StringWidth(g) > 1:
		return placeholder
	}
	return g
}

func (p *painter) blank(width int) string {
	return cells.Draw(strings.Repeat(" ", max(width, 0)), p.view.base)
}
