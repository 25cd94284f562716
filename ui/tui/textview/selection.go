package textview

import (
	"strings"
	"unicode"

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
	at := v.row(v.top).start
	rows := v.visibleRange()
	for _, m := range within(v.marks, rows.start, rows.end) {
		if m.Start >= rows.start {
			at = m.Start
			break
		}
	}
	v.cursor = cursor{active: true}
	v.place(at)
	v.cursor.anchor = v.cursor.at
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
		v.place(v.inColumn(v.step(v.find(v.cursor.at), dRow), goal))
		v.cursor.goal = goal
	}
	for ; dCol > 0; dCol-- {
		v.place(v.next(v.cursor.at))
	}
	for ; dCol < 0; dCol++ {
		v.place(v.previous(v.cursor.at))
	}
}

// MoveWord moves the cursor to the start of the nth word after it, or before it where n is negative. It stops at the
// ends of the text.
func (v *View) MoveWord(n int) {
	if !v.cursor.active {
		return
	}
	at := v.cursor.at
	for ; n > 0; n-- {
		rest := v.text[at:]
		rest = strings.TrimLeftFunc(strings.TrimLeftFunc(rest, isWord), isBetween)
		at = len(v.text) - len(rest)
	}
	for ; n < 0; n++ {
		at = len(strings.TrimRightFunc(strings.TrimRightFunc(v.text[:at], isBetween), isWord))
	}
	v.place(at)
}

// MoveLineStart moves the cursor to the start of its line.
func (v *View) MoveLineStart() {
	if v.cursor.active {
		v.place(v.lines[v.find(v.cursor.at).line])
	}
}

// MoveLineEnd moves the cursor to the last character of its line.
func (v *View) MoveLineEnd() {
	if v.cursor.active {
		_, end := v.line(v.find(v.cursor.at).line)
		v.place(end)
	}
}

// place puts the cursor on the cluster at a byte offset, or the nearest one before it that can be seen.
func (v *View) place(at int) {
	p := v.find(at)
	r := v.row(p)
	col, i, last := r.indent, r.start, r.start
	for i < r.end {
		n, cells := cluster(v.text[i:r.end], col, v.width-r.indent)
		last = i
		if i+n > at || i+n >= r.end {
			break
		}
		i, col = i+n, col+cells
	}
	v.cursor.at, v.cursor.goal = last, col
	v.follow(last)
}

// inColumn returns the cluster of a row that covers a column, or its last one.
func (v *View) inColumn(p place, goal int) int {
	r := v.row(p)
	at, col := r.start, r.indent
	for i := r.start; i < r.end && col <= goal; {
		n, cells := cluster(v.text[i:r.end], col, v.width-r.indent)
		at = i
		i, col = i+n, col+cells
	}
	return at
}

// after returns the byte offset behind the cluster, or the line end of an empty line, at a byte offset.
func (v *View) after(at int) int {
	line := v.find(at).line
	if _, end := v.line(line); at < end {
		n, _ := cluster(v.text[at:end], 0, v.width)
		return at + n
	}
	return min(at+1, len(v.text))
}

// next returns the first cluster in view behind the one at a byte offset; the last one is its own next.
func (v *View) next(at int) int {
	p := v.find(at)
	if i := v.after(at); i < v.row(p).end {
		return i
	}
	if p == v.last() {
		return at
	}
	return v.row(v.step(p, 1)).start
}

// previous is next backwards.
func (v *View) previous(at int) int {
	p := v.find(at)
	if at <= v.row(p).start {
		if p == (place{}) {
			return at
		}
		p = v.step(p, -1)
		at = v.row(p).end
	}
	r := v.row(p)
	last := r.start
	for i := r.start; i < at && i < r.end; {
		last = i
		n, _ := cluster(v.text[i:r.end], 0, v.width)
		i += n
	}
	return last
}

func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_'
}

func isBetween(r rune) bool { return !isWord(r) }

// visibleRange is the text that the box shows.
func (v *View) visibleRange() row {
	if v.height == 0 {
		return row{}
	}
	rows := v.visible()
	return row{start: rows[0].start, end: rows[len(rows)-1].end}
}
