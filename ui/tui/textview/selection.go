package textview

import (
	"charm.land/lipgloss/v2"
)

// cursor is the cursor of a selection, which runs from the cluster at anchor to the one at at, both included.
type cursor struct {
	active     bool
	at, anchor int // where clusters start; the line end of an empty line
	goal       int // the column that moves between rows aim at
}

// SetSelectionStyle sets the style of the selected text. The cursor itself is shown in reverse, or, where that style
// is reverse, not in reverse.
func (v *View) SetSelectionStyle(s lipgloss.Style) { v.selected = s }

// StartSelection puts the cursor on the first mark in view, or at the start of the top row, and starts to select there.
func (v *View) StartSelection() {
	if v.text == "" {
		return
	}
	at, to := v.rows[v.top].start, -1
	for _, r := range v.visible() {
		to = r.end
	}
	first := to
	for _, m := range v.marks {
		if m.Start >= at && m.Start < first && m.Start < m.End {
			first = m.Start
		}
	}
	if first < to {
		at = first
	}
	v.cursor = cursor{active: true}
	v.place(at)
	v.cursor.anchor = v.cursor.at
}

// At is the byte offset of what is drawn in a cell of the box, or nearest to it.
func (v *View) At(row, col int) int {
	if len(v.rows) == 0 {
		return 0
	}
	n := max(min(v.top+row, len(v.rows)-1), 0)
	return v.walk(v.rows[n], func(_, at int) bool { return at > col })
}

// Select selects from one cluster to another, both included, and puts the cursor on the second.
func (v *View) Select(anchor, at int) {
	if v.text == "" {
		return
	}
	v.cursor = cursor{active: true}
	v.place(at)
	v.cursor.anchor = anchor
}

// CancelSelection takes the cursor away.
func (v *View) CancelSelection() { v.cursor = cursor{} }

// Selecting tells that there is a cursor.
func (v *View) Selecting() bool { return v.cursor.active }

// Selection returns the byte range that is selected: whole grapheme clusters, at least one. Without a cursor it is
// empty.
func (v *View) Selection() (start, end int) {
	if !v.cursor.active {
		return 0, 0
	}
	start, last := min(v.cursor.at, v.cursor.anchor), max(v.cursor.at, v.cursor.anchor)
	return start, v.after(last)
}

// MoveCursor moves the cursor down by rows and then right by characters, up and left where they are negative, and the
// text with it.
func (v *View) MoveCursor(dRow, dCol int) {
	if !v.cursor.active {
		return
	}
	if dRow != 0 {
		goal := v.cursor.goal
		n := max(min(v.find(v.cursor.at)+dRow, len(v.rows)-1), 0)
		v.place(v.walk(v.rows[n], func(_, col int) bool { return col > goal }))
		v.cursor.goal = goal
	}
	for ; dCol > 0; dCol-- {
		v.place(v.next(v.cursor.at))
	}
	for ; dCol < 0; dCol++ {
		v.place(v.previous(v.cursor.at))
	}
}

// MoveLineEnd moves the cursor to the last character of its line.
func (v *View) MoveLineEnd() {
	if v.cursor.active {
		v.place(lineEnd(v.text, v.cursor.at))
	}
}

// place puts the cursor on the cluster at a byte offset, or the nearest one before it that can be seen.
func (v *View) place(at int) {
	n := v.find(at)
	v.cursor.goal = v.rows[n].indent
	v.cursor.at = v.walk(v.rows[n], func(start, col int) bool {
		if start <= at {
			v.cursor.goal = col
		}
		return start > at
	})
	v.follow(n)
}

// walk returns the last cluster of a row, where it starts, of those before the one at which to stop.
func (v *View) walk(r row, stop func(start, col int) bool) int {
	last, col := r.start, r.indent
	for i := r.start; i < r.end; {
		n, width := cluster(v.text[i:r.end], col, v.width-r.indent)
		if stop(i, col) {
			break
		}
		last = i
		i, col = i+n, col+width
	}
	return last
}

// after returns the byte offset behind the cluster, or the line end of an empty line, at a byte offset.
func (v *View) after(at int) int {
	if end := lineEnd(v.text, at); at < end {
		n, _ := cluster(v.text[at:end], 0, v.width)
		return at + n
	}
	return min(at+1, len(v.text))
}

// next returns the first cluster in view behind the one at a byte offset; the last one is its own next.
func (v *View) next(at int) int {
	n := v.find(at)
	if i := v.after(at); i < v.rows[n].end {
		return i
	}
	if n+1 == len(v.rows) {
		return at
	}
	return v.rows[n+1].start
}

// previous is next backwards.
func (v *View) previous(at int) int {
	n := v.find(at)
	if at <= v.rows[n].start {
		if n == 0 {
			return at
		}
		n--
		at = v.rows[n].end
	}
	return v.walk(v.rows[n], func(start, _ int) bool { return start >= at })
}
