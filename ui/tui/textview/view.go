// Package textview shows a text of a document in a box: made safe, wrapped, scrolled, with marked byte ranges.
//
//	v := textview.New()
//	v.SetSize(40, 12)
//	v.Show(chunk.Text, nil)
//	v.SetMarks([]textview.Range{{From: 10, To: 24}}, style)
//	fmt.Println(v.View()) // 12 lines of 40 cells
//
// Every cell knows the bytes that it shows (rows.go), so that marks and what is selected are ranges of the text as it
// was written. The viewport of bubbles scrolls. Two things are done here: the rows are made, since its soft wrap cuts
// words and measures the whole text for each picture; and marks are drawn, since its highlights go through the whole
// text at each change, and count wide characters otherwise.
package textview

import (
	"slices"
	"sort"

	"charm.land/bubbles/v2/viewport"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/ui/tui/cells"
)

// View is a text in a box. Make one with New.
type View struct {
	viewport.Model // scrolls the rows
	text           string
	flows          []Range
	rows           []row // of the text at this width
	given          bool  // they are laid out elsewhere
	marks          []Range
	marked         lipgloss.Style
}

// Range is a range of bytes of the text.
type Range struct{ From, To int }

// New is an empty text in a box of no size.
func New() View {
	v := View{Model: viewport.New()}
	v.layOut()
	return v
}

// Show shows a text from its start, without marks. In a flow, which is a paragraph, line ends are blanks: where the
// source breaks its lines is not where the screen does.
func (v *View) Show(text string, flows []Range) {
	if v.marks = nil; text != v.text || !slices.Equal(flows, v.flows) {
		v.text, v.flows = text, flows
		v.layOut()
	}
	v.GotoTop()
}

// ShowRows shows rows that were laid out elsewhere, as far down as before. The offset of a row is its number.
func (v *View) ShowRows(lines []string) {
	v.rows, v.given = v.rows[:0], true
	for i, l := range lines {
		v.rows = append(v.rows, row{l, []int{i}})
	}
	v.SetContentLines(slices.Repeat([]string{" "}, len(v.rows)))
}

// SetSize sets the box, in cells. The text that is at its top stays there.
func (v *View) SetSize(width, height int) {
	top, same := 0, width == v.Width()
	if n := v.YOffset(); n < len(v.rows) {
		top = v.rows[n].from()
	}
	v.SetWidth(max(width, 0))
	v.SetHeight(max(height, 0))
	if !same && !v.given {
		v.layOut()
		v.SetYOffset(v.Row(top))
	}
	v.ScrollBy(0)
}

// SetMarks replaces the marks.
func (v *View) SetMarks(marks []Range, style lipgloss.Style) { v.marks, v.marked = marks, style }

// ScrollBy moves the text by rows, down where n is positive, and stops at its ends.
func (v *View) ScrollBy(n int) { v.SetYOffset(v.YOffset() + n) }

// Reveal brings the row of a byte offset to the middle of the box, or as near to it as the ends of the text let it.
func (v *View) Reveal(offset int) { v.SetYOffset(v.Row(offset) - v.Height()/2) }

// Row is the row of a byte offset. Blanks at which a line was wrapped count to the row before them.
func (v *View) Row(offset int) int {
	return max(sort.Search(len(v.rows), func(i int) bool { return v.rows[i].from() > offset })-1, 0)
}

// Line is what a row shows.
func (v *View) Line(n int) string { return v.rows[n].shown }

// Cell is where a byte offset is drawn.
func (v *View) Cell(offset int) (n, col int) {
	n = v.Row(offset)
	col, _ = v.rows[n].columns(Range{offset, offset + 1})
	return n, col
}

// At is what is drawn in a cell of a row, empty behind its end.
func (v *View) At(n, col int) Range {
	r := &v.rows[n]
	i := len(ansi.Truncate(r.shown, col, ""))
	if i == len(r.shown) {
		return Range{r.at[i], r.at[i]}
	}
	next := i + sort.Search(len(r.shown)-i, func(k int) bool { return r.at[i+k] > r.at[i] })
	return Range{r.at[i], r.at[next]}
}

// View returns the box: exactly as many lines as it is high, each exactly as many cells as it is wide. A box without
// height or width has none.
func (v *View) View() []string {
	if v.Width() == 0 || v.Height() == 0 {
		return nil
	}
	lines := make([]string, v.Height())
	for i := range lines {
		if n := v.YOffset() + i; n < len(v.rows) {
			lines[i] = v.rows[n].shown
		}
		lines[i] = cells.Draw(cells.Fit(lines[i], v.Width(), ""), v.Style)
		if n := v.YOffset() + i; n < len(v.rows) {
			lines[i] = cells.Highlight(lines[i], v.rows[n].parts(v.marks), v.marked)
		}
	}
	return lines
}
