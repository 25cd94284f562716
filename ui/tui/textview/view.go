// Package textview shows a long text in a box: wrapped, scrolled, with marked byte ranges.
//
//	v := textview.New()
//	v.SetSize(40, 12)
//	v.SetText(guard.Reveal(chunk.Text))
//	v.SetMarks([]textview.Mark{{Start: 10, End: 24, Style: &highlight}})
//	fmt.Println(v.View()) // 12 lines of 40 cells
//
// The viewport of bubbles holds the rows and scrolls them. Two things are done here: the rows are made, since its soft
// wrap cuts words and measures the whole text for each picture; and marks are drawn, since its highlights go through the
// whole text at each change, count wide characters otherwise, and cannot overlap.
package textview

import (
	"fmt"
	"sort"
	"strings"

	"charm.land/bubbles/v2/viewport"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/ui/tui/cells"
)

// View is a text in a box. Make one with New.
type View struct {
	viewport.Model // of the rows
	text           string
	rows           []row // of the text at this width
	anchor         int   // byte offset that the top row shows, kept while the box changes its size
	marks          []Mark
}

// row is where in the text a row stands. The blanks at which a line was wrapped belong to no row.
type row struct{ start, end int }

// Mark is a range of bytes of the text in a style of its own. A cluster of which only a part is in the range is
// marked whole.
type Mark struct {
	Start, End int
	Style      *lipgloss.Style
}

// New is an empty text in a box of no size.
func New() View {
	v := View{Model: viewport.New()}
	v.rewrap()
	return v
}

// SetText shows a text from its start, without marks. The text is UTF-8, without tabs, and safe for a terminal: what is
// not goes through guard.Reveal or guard.Sanitize first.
func (v *View) SetText(text string) {
	v.text = text
	v.marks, v.anchor = nil, 0
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
	v.SetYOffset(v.Row(v.anchor))
}

// SetMarks replaces the marks. They may overlap: of two, the later one decides what both set, and what only one of
// them sets is kept.
func (v *View) SetMarks(marks []Mark) { v.marks = marks }

// rewrap makes the rows and puts the anchor at the top again.
func (v *View) rewrap() {
	v.rows = v.rows[:0]
	var lines []string
	at := 0
	for line := range strings.SplitSeq(strings.TrimSuffix(v.text, "\n"), "\n") {
		end := at + len(line)
		for _, part := range cells.Wrap(line, v.Width()) {
			for !strings.HasPrefix(v.text[at:end], part) { // over blanks
				at++
			}
			v.rows = append(v.rows, row{at, at + len(part)})
			lines = append(lines, part)
			at += len(part)
		}
		at = end + 1
	}
	v.SetContentLines(lines)
	v.SetYOffset(v.Row(v.anchor))
}

// ScrollBy moves the text by rows, down where n is positive, and stops at its ends.
func (v *View) ScrollBy(n int) {
	v.SetYOffset(v.YOffset() + n)
	if n := v.YOffset(); n < len(v.rows) {
		v.anchor = v.rows[n].start
	}
}

// Reveal brings the row of a byte offset to the middle of the box, or as near to it as the ends of the text let it.
func (v *View) Reveal(offset int) { v.ScrollBy(v.Row(offset) - v.Height()/2 - v.YOffset()) }

// Place tells how far the text is scrolled, for a person; "" where all of it is in view.
func (v *View) Place() string {
	if v.AtTop() && v.AtBottom() {
		return ""
	}
	return fmt.Sprintf(" %.0f%% ", v.ScrollPercent()*100)
}

// Row is the row of a byte offset. Blanks at which a line was wrapped count to the row before them.
func (v *View) Row(offset int) int {
	return max(sort.Search(len(v.rows), func(i int) bool { return v.rows[i].start > offset })-1, 0)
}

// Line is the text of a row.
func (v *View) Line(n int) string { return v.text[v.rows[n].start:v.rows[n].end] }

// Cell is where a byte offset is drawn.
func (v *View) Cell(at int) (n, col int) {
	n = v.Row(at)
	return n, ansi.StringWidth(v.text[v.rows[n].start:min(at, v.rows[n].end)])
}

// At is the range of bytes of what is drawn in a cell of a row, empty behind its end.
func (v *View) At(n, col int) (start, end int) {
	start = v.rows[n].start + len(ansi.Truncate(v.Line(n), col, ""))
	if end = v.rows[n].end; start < end {
		cluster, _ := cells.Cluster(v.text[start:end])
		end = start + len(cluster)
	}
	return start, end
}

// LastRow is the last row of the line that a row is of.
func (v *View) LastRow(n int) int {
	for n+1 < len(v.rows) && !strings.Contains(v.text[v.rows[n].end:v.rows[n+1].start], "\n") {
		n++
	}
	return n
}

// View returns the box: exactly as many lines as it is high, each exactly as many cells as it is wide. A box without
// height or width has none.
func (v *View) View() []string {
	if v.Width() == 0 || v.Height() == 0 {
		return nil
	}
	lines := cells.Box(strings.Split(v.Model.View(), "\n"), v.Width(), v.Height(), "")
	for i := range lines {
		n := v.YOffset() + i
		if n >= len(v.rows) {
			break
		}
		for _, m := range v.marks {
			if r := v.rows[n]; m.Start < m.End && m.Start < r.end && m.End > r.start {
				from := ansi.StringWidth(v.text[r.start:max(m.Start, r.start)])
				to := max(ansi.StringWidth(v.text[r.start:min(m.End, r.end)]), from+1)
				lines[i] = cells.Highlight(lines[i], []cells.Segment{{From: from, To: to}}, *m.Style)
			}
		}
	}
	return lines
}
