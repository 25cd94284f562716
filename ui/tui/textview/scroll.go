package textview

import "sort"

// ScrollBy moves the text by rows, down where n is positive, and stops at its ends.
func (v *View) ScrollBy(n int) { v.setTop(v.step(v.top, n), true) }

// Page moves by n boxes; two that follow each other share a row.
func (v *View) Page(n int) { v.ScrollBy(n * max(v.height-pageLap, 1)) }

// HalfPage moves by n halves of the box.
func (v *View) HalfPage(n int) { v.ScrollBy(n * max(v.height/2, 1)) }

// Top shows the start of the text.
func (v *View) Top() { v.setTop(place{}, true) }

// Bottom shows the end of the text.
func (v *View) Bottom() { v.setTop(v.last(), true) }

// Reveal brings the row of a byte offset into view, with a little of what is before it. Where the row is in view
// already nothing moves.
func (v *View) Reveal(offset int) {
	p := v.find(offset)
	if v.inView(p) {
		return
	}
	v.setTop(v.step(p, -min(v.height/aboveEach, maxAbove)), true)
}

// follow moves as little as is needed to bring a byte offset into view.
func (v *View) follow(offset int) {
	p := v.find(offset)
	switch {
	case p.less(v.top):
		v.setTop(p, true)
	case !v.inView(p):
		v.setTop(v.step(p, 1-v.height), true)
	}
}

// Percent tells how far the text is scrolled, from 0 to 1, measured in bytes.
func (v *View) Percent() float64 {
	if v.AtBottom() {
		return 1
	}
	end := v.row(v.lowest()).start
	return min(float64(v.row(v.top).start)/float64(end), 1)
}

// AtTop tells that the first row is in view.
func (v *View) AtTop() bool { return len(v.lines) == 0 || v.top == place{} }

// AtBottom tells that the last row is in view.
func (v *View) AtBottom() bool { return len(v.lines) == 0 || !v.top.less(v.lowest()) }

// Rows returns the number of rows of the whole text. The first call after a change of text or width wraps all of it.
func (v *View) Rows() int {
	if len(v.lines) == 0 {
		return 0
	}
	if v.rows < 0 {
		v.rows = 0
		var rows []row
		for i := range v.lines {
			if v.wrapped[i] == nil {
				start, end := v.line(i)
				rows = wrapLine(rows[:0], v.text, start, end, max(v.width, 1), v.Hang)
				v.rows += len(rows)
				continue
			}
			v.rows += len(v.wrapped[i])
		}
	}
	return v.rows
}

// setTop puts a row at the top, or the nearest one that leaves no room below the text. moved tells that this is a
// scroll step, whose place is to be kept when the box changes.
func (v *View) setTop(p place, moved bool) {
	if len(v.lines) == 0 {
		return
	}
	if low := v.lowest(); low.less(p) {
		p = low
	}
	v.top = p
	if moved {
		v.anchor = v.row(p).start
	}
}

// lowest returns the last row that may stand at the top.
func (v *View) lowest() place {
	if len(v.lines) == 0 {
		return place{}
	}
	return v.step(v.last(), 1-max(v.height, 1))
}

func (v *View) last() place {
	if len(v.lines) == 0 {
		return place{}
	}
	line := len(v.lines) - 1
	return place{line, len(v.rowsOf(line)) - 1}
}

// step returns the row n rows away from p, or the one at the end of the text in that direction.
func (v *View) step(p place, n int) place {
	if len(v.lines) == 0 {
		return p
	}
	for n > 0 {
		left := len(v.rowsOf(p.line)) - 1 - p.sub
		if n <= left || p.line == len(v.lines)-1 {
			p.sub += min(n, left)
			return p
		}
		n -= left + 1
		p = place{p.line + 1, 0}
	}
	for n < 0 {
		if -n <= p.sub || p.line == 0 {
			p.sub -= min(-n, p.sub)
			return p
		}
		n += p.sub + 1
		p.line--
		p.sub = len(v.rowsOf(p.line)) - 1
	}
	return p
}

// find returns the row of a byte offset. Blanks at which a line was wrapped count to the row before them.
func (v *View) find(offset int) place {
	if len(v.lines) == 0 {
		return place{}
	}
	line := max(sort.SearchInts(v.lines, offset+1)-1, 0)
	rows := v.rowsOf(line)
	sub := sort.Search(len(rows), func(i int) bool { return rows[i].start > offset })
	return place{line, max(sub-1, 0)}
}

// inView tells that a row is among those that the box shows.
func (v *View) inView(p place) bool {
	return !p.less(v.top) && p.less(v.end())
}

// end returns a place behind the last row in view.
func (v *View) end() place {
	if v.height == 0 {
		return v.top
	}
	p := v.step(v.top, v.height-1)
	p.sub++
	return p
}
