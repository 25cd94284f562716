package textview

// cursor is the cursor of a selection, which runs from the cluster at anchor to the one at at, both included.
type cursor struct {
	active     bool
	at, anchor int // where clusters start; the line end of an empty line
	goal       int // the column that moves between rows aim at
}

// StartSelection puts the cursor on the first mark in view, or at the start of the top row, and starts to select there.
func (v *View) StartSelection() {
	if len(v.rows) == 0 {
		return
	}
	at := v.rows[v.topRow()].start
	end := v.rows[min(v.topRow()+max(v.Height(), 1), len(v.rows))-1].end
	for _, m := range v.marks {
		if m.Start >= at && m.Start < end && m.Start < m.End {
			at = m.Start
			break
		}
	}
	v.Select(at, at)
	v.cursor.anchor = v.cursor.at
}

// At is the byte offset of what is drawn in a cell of the box, or nearest to it.
func (v *View) At(row, col int) int {
	if len(v.rows) == 0 {
		return 0
	}
	return v.walk(max(min(v.YOffset()+row, len(v.rows)-1), 0), func(_, at int) bool { return at > col })
}

// Select selects from one cluster to another, both included, and puts the cursor on the second.
func (v *View) Select(anchor, at int) {
	if len(v.rows) > 0 {
		v.cursor = cursor{active: true, anchor: anchor}
		v.place(at)
	}
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
	return min(v.cursor.at, v.cursor.anchor), v.after(max(v.cursor.at, v.cursor.anchor))
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
		v.place(v.walk(n, func(_, col int) bool { return col > goal }))
		v.cursor.goal = goal
	}
	for ; dCol > 0; dCol-- {
		n, next := v.find(v.cursor.at), v.after(v.cursor.at)
		if next >= v.rows[n].end && n+1 < len(v.rows) {
			next = v.rows[n+1].start
		}
		if next < len(v.text) {
			v.place(next)
		}
	}
	for ; dCol < 0; dCol++ {
		n, at := v.find(v.cursor.at), v.cursor.at
		if at <= v.rows[n].start && n > 0 {
			n--
			at = v.rows[n].end
		}
		v.place(v.walk(n, func(start, _ int) bool { return start >= at }))
	}
}

// MoveLineEnd moves the cursor to the last character of its line.
func (v *View) MoveLineEnd() {
	if v.cursor.active {
		v.place(lineEnd(v.text, v.cursor.at))
	}
}

// place puts the cursor on the cluster at a byte offset, or the nearest one before it that can be seen, and brings it
// into view.
func (v *View) place(at int) {
	n := v.find(at)
	v.cursor.goal = 0
	v.cursor.at = v.walk(n, func(start, col int) bool {
		if start <= at {
			v.cursor.goal = col
		}
		return start > at
	})
	switch top := v.YOffset(); {
	case n < top:
		v.ScrollBy(n - top)
	case n >= top+v.Height():
		v.ScrollBy(n + 1 - v.Height() - top)
	}
}

// walk returns the last cluster of a row, where it starts, of those before the one at which to stop.
func (v *View) walk(n int, stop func(start, col int) bool) int {
	r := v.rows[n]
	last := r.start
	for i, col := r.start, 0; i < r.end && !stop(i, col); {
		last = i
		size, width := cluster(v.text[i:r.end], col)
		i, col = i+size, col+width
	}
	return last
}

// after returns the byte offset behind the cluster, or the line end of an empty line, at a byte offset.
func (v *View) after(at int) int {
	if end := lineEnd(v.text, at); at < end {
		n, _ := cluster(v.text[at:end], 0)
		return at + n
	}
	return min(at+1, len(v.text))
}
