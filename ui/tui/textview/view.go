// Package textview shows a long text in a box: wrapped, scrolled, with marked byte ranges and a selection.
//
//	v := textview.New()
//	v.SetSize(40, 12)
//	v.SetText(guard.Reveal(chunk.Text))
//	v.SetMarks([]textview.Mark{{Start: 10, End: 24, Style: &highlight}})
//	fmt.Println(v.View()) // 12 lines of 40 cells
//
// The viewport of bubbles holds the rows and scrolls them. Two things are done here: the rows are made, since its soft
// wrap cuts words and measures the whole text for each picture; and marks and selections are drawn, since its highlights
// go through the whole text at each change, count wide characters otherwise, and cannot overlap.
package textview

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"charm.land/bubbles/v2/viewport"
	"charm.land/lipgloss/v2"

	"ibid/ui/tui/cells"
)

const tabStop = 4 // cells between tab stops

// View is a text in a box. Make one with New.
type View struct {
	viewport.Model // of the rows
	text           string
	rows           []row // of the text at this width
	anchor         int   // byte offset that the top row shows, kept while the box changes its size
	selected       lipgloss.Style
	marks          []Mark
	cursor         cursor
}

// Mark is a range of bytes of the text in a style of its own. A cluster of which only a part is in the range is
// marked whole.
type Mark struct {
	Start, End int
	Style      *lipgloss.Style
}

// New is an empty text in a box of no size.
func New() View { return View{Model: viewport.New()} }

// SetText shows a text from its start, without marks and selection. The text is UTF-8 and safe for a terminal: what
// is not goes through guard.Reveal or guard.Sanitize first.
func (v *View) SetText(text string) {
	v.text = text
	v.marks, v.cursor, v.anchor = nil, cursor{}, 0
	v.rewrap()
}

// SetSize sets the box, in cells. The text that is at its top stays there.
func (v *View) SetSize(width, height int) {
	same := width == v.Width()
	v.SetWidth(max(width, 0))
	v.SetHeight(max(height, 0))
	if !same {
		v.rewrap()
	}
	v.SetYOffset(v.find(v.anchor))
}

// SetStyles sets the style of all text, and that of what is selected.
func (v *View) SetStyles(base, selected lipgloss.Style) { v.Style, v.selected = base, selected }

// SetMarks replaces the marks. They may overlap: of two, the later one decides what both set, and what only one of
// them sets is kept.
func (v *View) SetMarks(marks []Mark) { v.marks = marks }

// rewrap makes the rows and puts the anchor at the top again.
func (v *View) rewrap() {
	v.rows = v.rows[:0]
	for start := 0; start < len(v.text); {
		end := lineEnd(v.text, start)
		v.rows = wrapLine(v.rows, v.text, start, end, max(v.Width(), 1))
		start = end + 1
	}
	lines := make([]string, len(v.rows))
	for i, r := range v.rows {
		lines[i] = expandTabs(v.text[r.start:r.end])
	}
	v.SetContentLines(lines)
	v.SetYOffset(v.find(v.anchor))
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
	v.SetYOffset(v.YOffset() + n)
	if len(v.rows) > 0 {
		v.anchor = v.rows[v.topRow()].start
	}
}

// topRow is the first row in the box, the last of all where the box has no height.
func (v *View) topRow() int { return min(v.YOffset(), len(v.rows)-1) }

// Reveal brings the row of a byte offset to the middle of the box, or as near to it as the ends of the text let it.
func (v *View) Reveal(offset int) { v.ScrollBy(v.find(offset) - v.Height()/2 - v.YOffset()) }

// Place tells how far the text is scrolled, for a person; "" where all of it is in view.
func (v *View) Place() string {
	if v.AtTop() && v.AtBottom() {
		return ""
	}
	return fmt.Sprintf(" %.0f%% ", v.ScrollPercent()*100)
}

// find returns the row of a byte offset. Blanks at which a line was wrapped count to the row before them.
func (v *View) find(offset int) int {
	return max(sort.Search(len(v.rows), func(i int) bool { return v.rows[i].start > offset })-1, 0)
}

// View returns the box: exactly as many lines as it is high, each exactly as many cells as it is wide, joined by
// "\n". A box without height or width is "".
func (v *View) View() string {
	if v.Width() == 0 || v.Height() == 0 {
		return ""
	}
	lines := cells.Box(strings.Split(v.Model.View(), "\n"), v.Width(), v.Height(), "")
	marks := v.marks
	if v.cursor.active {
		start, end := v.Selection()
		marks = append(slices.Clip(marks), Mark{start, end, &v.selected})
	}
	for i := range lines {
		n := v.YOffset() + i
		if n >= len(v.rows) {
			break
		}
		for _, m := range marks {
			if r := v.rows[n]; m.Start < m.End && m.Start <= r.end && m.End > r.start {
				from, to := v.cellsOf(r, m.Start, m.End)
				lines[i] = cells.Highlight(lines[i], []cells.Segment{{From: from, To: to}}, *m.Style)
			}
		}
	}
	return strings.Join(lines, "\n")
}

// cellsOf are the cells that a range of bytes takes in a row; an empty row shows it in its first one.
func (v *View) cellsOf(r row, start, end int) (from, to int) {
	from = -1
	for i, col := r.start, 0; i < r.end; {
		n, width := cluster(v.text[i:r.end], col)
		if i < end && i+n > start {
			if from < 0 {
				from = col
			}
			to = col + width
		}
		i, col = i+n, col+width
	}
	if r.start == r.end {
		return 0, 1
	}
	return max(from, 0), to
}
