// Package textview shows a long text in a box: wrapped, scrolled, with marked byte ranges, a selection and a search.
//
//	v := textview.View{Hang: true}
//	v.SetSize(40, 12)
//	v.SetText(guard.Reveal(chunk.Text))
//	v.SetMarks([]textview.Mark{{Start: 10, End: 24, Style: highlight}})
//	fmt.Println(v.View()) // 12 lines of 40 cells
//
// A line is wrapped when it first comes into view, so that a step costs what the box shows and not what the text holds.
package textview

import (
	"strings"

	"charm.land/lipgloss/v2"
)

const (
	tabStop   = 4 // cells between tab stops
	hangStep  = 2 // cells by which a continuation row stands further in than its line
	pageLap   = 1 // rows that two pages share
	maxAbove  = 3 // rows of context above what Reveal shows
	aboveEach = 4 // one row of context for so many rows of the box

	// placeholder stands for a wide character in a box one cell wide, and for a control character.
	placeholder = "▯"
)

// View is a text in a box. The zero value is an empty text in a box of no size.
type View struct {
	// Hang indents the continuation rows of a line two cells more than the line itself. It is read by SetText and
	// SetSize.
	Hang bool

	text    string
	lines   []int   // where each line of the text starts
	wrapped [][]row // the rows of each line, nil until they are needed
	rows    int     // of the whole text, -1 until they are counted

	width, height int
	top           place
	anchor        int // byte offset that the top row shows, kept while the box changes its size

	base, selected, match, current lipgloss.Style

	marks  []span
	cursor cursor
	search search
}

// place is a row of the text: the line, and which of its rows.
type place struct{ line, sub int }

func (p place) less(q place) bool { return p.line < q.line || p.line == q.line && p.sub < q.sub }

// SetText shows a text from its start, without marks, selection and matches. The text is UTF-8 and safe for a terminal: what
// is not goes through guard.Reveal or guard.Sanitize first.
func (v *View) SetText(text string) {
	v.text = text
	v.lines = append(v.lines[:0], 0)
	for pos := 0; ; {
		i := strings.IndexByte(text[pos:], '\n')
		if i < 0 || pos+i+1 == len(text) {
			break
		}
		pos += i + 1
		v.lines = append(v.lines, pos)
	}
	v.marks, v.cursor, v.search = nil, cursor{}, search{}
	v.anchor = 0
	v.rewrap()
}

// Text returns what SetText was given; the byte offsets of marks and selections are offsets into it.
func (v *View) Text() string { return v.text }

// SetSize sets the box, in cells. The text that is at its top stays there.
func (v *View) SetSize(w, h int) {
	w, h = max(w, 0), max(h, 0)
	if w == v.width && h == v.height {
		return
	}
	same := w == v.width
	v.width, v.height = w, h
	if same {
		v.setTop(v.find(v.anchor), false)
		return
	}
	v.rewrap()
}

// SetBase sets the style of all text and of the empty part of the box.
func (v *View) SetBase(s lipgloss.Style) { v.base = s }

// rewrap forgets the rows and puts the anchor at the top again.
func (v *View) rewrap() {
	v.wrapped = make([][]row, len(v.lines))
	v.rows = -1
	v.setTop(v.find(v.anchor), false)
}

// line returns the byte range of a line without its line end.
func (v *View) line(i int) (start, end int) {
	start, end = v.lines[i], len(v.text)
	if i+1 < len(v.lines) {
		end = v.lines[i+1]
	}
	if end > start && v.text[end-1] == '\n' {
		end--
	}
	return start, end
}

// rowsOf returns the rows of a line, at least one.
func (v *View) rowsOf(line int) []row {
	if v.wrapped[line] == nil {
		start, end := v.line(line)
		v.wrapped[line] = wrapLine(nil, v.text, start, end, max(v.width, 1), v.Hang)
	}
	return v.wrapped[line]
}

func (v *View) row(p place) row { return v.rowsOf(p.line)[p.sub] }
