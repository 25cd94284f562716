package editor

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// move moves the cursor, or through the history from the first and the last row.
func (e *Editor) move(k tea.KeyPressMsg) bool {
	b := &e.buf
	switch {
	case key.Matches(k, e.keys.Up):
		e.vertical(-1)
		return true
	case key.Matches(k, e.keys.Down):
		e.vertical(+1)
		return true
	case key.Matches(k, e.keys.Left):
		b.at = b.left()
	case key.Matches(k, e.keys.Right):
		b.at = b.right()
	case key.Matches(k, e.keys.WordLeft):
		b.moveTo(b.wordLeft(isWord))
	case key.Matches(k, e.keys.WordRight):
		b.moveTo(b.wordRight(isWord))
	case key.Matches(k, e.keys.LineStart):
		b.at = b.lineStart()
	case key.Matches(k, e.keys.LineEnd):
		b.at = b.lineEnd()
	case key.Matches(k, e.keys.TextStart):
		b.at = 0
	case key.Matches(k, e.keys.TextEnd):
		b.at = len(b.text)
	default:
		return false
	}
	e.goal = -1
	return true
}

// vertical moves by one row, keeping the column where the rows are long enough for it.
func (e *Editor) vertical(step int) {
	n := rowOf(e.rows, e.buf.at)
	if n+step < 0 || n+step >= len(e.rows) {
		e.browse(step)
		return
	}
	if e.goal < 0 {
		e.goal = columnOf(e.buf.text, e.rows[n], e.buf.at)
	}
	e.buf.at = offsetAt(e.buf.text, e.rows, n+step, e.goal)
}
