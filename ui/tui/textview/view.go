// Package textview shows a long text in a box: wrapped, scrolled, with marked byte ranges and a selection.
//
//	v := textview.View{Hang: true}
//	v.SetSize(40, 12)
//	v.SetText(guard.Reveal(chunk.Text))
//	v.SetMarks([]textview.Mark{{Start: 10, End: 24, Style: &highlight}})
//	fmt.Println(v.View()) // 12 lines of 40 cells
//
// The text is wrapped once for each width, into ranges of its bytes, so that a step costs what the box shows and not
// what the text holds. The viewport of bubbles wraps anew for each picture, and knows lines where marks and
// selections are of bytes.
package textview

import (
	"fmt"
	"sort"
	"strings"

	"charm.land/lipgloss/v2"
)

const (
	tabStop  = 4 // cells between tab stops
	hangStep = 2 // cells by which a continuation row stands further in than its line

	// placeholder stands for a wide character in a box one cell wide, and for a control character.
	placeholder = "▯"
)

// View is a text in a box. The zero value is an empty text in a box of no size.
type View struct {
	// Hang indents the continuation rows of a line two cells more than the line itself. It is read by SetText and
	// SetSize.
	Hang bool

	text          string
	rows          []row // of the text at this width, at least one once there is a text
	width, height int
	top           int // the first visible row
	anchor        int // byte offset that the top row shows, kept while the box changes its size

	base, selected lipgloss.Style
	marks          []Mark
	cursor         cursor
}

// Mark is a range of bytes of the text in a style of its own. A cluster of which only a part is in the range is
// marked whole.
type Mark struct {
	Start, End int
	Style      *lipgloss.Style
}

// SetText shows a text from its start, without marks and selection. The text is UTF-8 and safe for a terminal: what
// is not goes through guard.Reveal or guard.Sanitize first.
func (v *View) SetText(text string) {
	v.text = text
	v.marks, v.cursor, v.anchor = nil, cursor{}, 0
	v.rewrap()
}

// SetSize sets the box, in cells. The text that is at its top stays there.
func (v *View) SetSize(w, h int) {
	w, h = max(w, 0), max(h, 0)
	if w == v.width && h == v.height {
		return
	}
	same := w == v.width
	v.width, v.height = w, h
	if !same && v.rows != nil {
		v.rewrap()
	}
	v.top = min(v.find(v.anchor), v.lowest())
}

// Size is the box, in cells.
func (v *View) Size() (width, height int) { return v.width, v.height }

// SetBase sets the style of all text and of the empty part of the box.
func (v *View) SetBase(s lipgloss.Style) { v.base = s }

// SetMarks replaces the marks. They may overlap: of two, the later one decides what both set, and what only one of
// them sets is kept.
func (v *View) SetMarks(marks []Mark) { v.marks = marks }

// rewrap makes the rows and puts the anchor at the top again.
func (v *View) rewrap() {
	v.rows = v.rows[:0]
	for start := 0; ; {
		end := lineEnd(v.text, start)
		v.rows = wrapLine(v.rows, v.text, start, end, max(v.width, 1), v.Hang)
		if start = end + 1; start >= len(v.text) {
			break
		}
	}
	v.top = min(v.find(v.anchor), v.lowest())
}

// lineEnd is where the line ends that holds a byte offset.
func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// ScrollBy moves the text by rows, down where n is positive, and stops at its ends.
func (v *View) ScrollBy(n int) {
	if len(v.rows) == 0 {
		return
	}
	v.top = max(min(v.top+n, v.lowest()), 0)
	v.anchor = v.rows[v.top].start
}

// HalfPage moves by n halves of the box.
func (v *View) HalfPage(n int) { v.ScrollBy(n * max(v.height/2, 1)) }

// Top shows the start of the text.
func (v *View) Top() { v.ScrollBy(-len(v.rows)) }

// Bottom shows the end of the text.
func (v *View) Bottom() { v.ScrollBy(len(v.rows)) }

// Reveal brings the row of a byte offset to the middle of the box, or as near to it as the ends of the text let it.
func (v *View) Reveal(offset int) { v.ScrollBy(v.find(offset) - v.height/2 - v.top) }

// follow moves as little as is needed to bring a row into view.
func (v *View) follow(n int) {
	switch {
	case n < v.top:
		v.ScrollBy(n - v.top)
	case !v.inView(n):
		v.ScrollBy(n + 1 - v.height - v.top)
	}
}

// Percent tells how far the text is scrolled, from 0 to 1, measured in bytes.
func (v *View) Percent() float64 {
	if v.AtBottom() {
		return 1
	}
	return float64(v.rows[v.top].start) / float64(v.rows[v.lowest()].start)
}

// Place tells how far the text is scrolled, for a person; "" where all of it is in view.
func (v *View) Place() string {
	if v.AtTop() && v.AtBottom() {
		return ""
	}
	return fmt.Sprintf(" %.0f%% ", v.Percent()*100)
}

// AtTop tells that the first row is in view.
func (v *View) AtTop() bool { return v.top == 0 }

// AtBottom tells that the last row is in view.
func (v *View) AtBottom() bool { return v.top >= v.lowest() }

// lowest returns the last row that may stand at the top.
func (v *View) lowest() int { return max(len(v.rows)-max(v.height, 1), 0) }

// find returns the row of a byte offset. Blanks at which a line was wrapped count to the row before them.
func (v *View) find(offset int) int {
	return max(sort.Search(len(v.rows), func(i int) bool { return v.rows[i].start > offset })-1, 0)
}

func (v *View) inView(n int) bool { return n >= v.top && n < v.top+v.height }
