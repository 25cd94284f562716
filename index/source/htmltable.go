package source

import (
	"slices"
	"strings"

	"ibid/index/source/budget"
)

// Limits on what a page can make of a table.
const (
	maxSpan       = 100
	maxTableCells = 1 << 20
)

// htmlTable collects the cells of a table. A cell that spans columns or rows is repeated in each, so that every
// value stands in the row and under the header that it belongs to.
type htmlTable struct {
	rows    [][]string
	alone   []int  // of each row, the columns of its only cell, 0 where it has others
	plain   []bool // the row holds what is no header
	first   int    // line of the start tag
	depth   int    // of the element, counted from 1
	cells   int
	open    bool   // in a cell
	turns   bool   // it holds a link to the next page
	current []cell // the cells that reach down from earlier rows, by column
	span    int    // columns of the open cell
}

// cell is a cell that is repeated in the next rows.
type cell struct {
	text string
	rows int // that are still to come
}

func (t *htmlTable) openRow() {
	t.open = false
	t.fill()
	t.rows, t.alone = append(t.rows, nil), append(t.alone, 0)
	t.plain = append(t.plain, false)
	t.fill()
}

// fill copies down the cells of earlier rows into the columns that come next.
func (t *htmlTable) fill() {
	if len(t.rows) == 0 {
		return
	}
	row := &t.rows[len(t.rows)-1]
	for len(*row) < len(t.current) && t.current[len(*row)].rows > 0 {
		c := &t.current[len(*row)]
		c.rows--
		*row = append(*row, c.text)
		t.cells++
	}
}

func (t *htmlTable) openCell(columns, rows int) {
	if t.cells > maxTableCells {
		t.open = false
		return
	}
	if len(t.rows) == 0 {
		t.openRow()
	}
	t.fill()
	n := len(t.rows) - 1
	row := &t.rows[n]
	if t.alone[n] = 0; len(*row) == 0 {
		t.alone[n] = columns
	}
	for range columns {
		if len(*row) == len(t.current) {
			t.current = append(t.current, cell{})
		}
		t.current[len(*row)] = cell{rows: rows - 1}
		*row = append(*row, "")
	}
	t.cells += columns
	t.open, t.span = true, columns
}

// write appends text to the open cell. It reports false where none is open.
func (t *htmlTable) write(work *budget.Budget, text string, header bool) bool {
	if !t.open {
		return false
	}
	n := len(t.rows) - 1
	t.plain[n] = t.plain[n] || !header
	row := t.rows[n]
	first := len(row) - t.span
	if work.Spend(len(row[first])+t.span) != nil {
		return true
	}
	text = strings.TrimSpace(row[first] + " " + text)
	for i := first; i < len(row); i++ {
		row[i], t.current[i].text = text, text
	}
	return true
}

// parts are the rows below a header, which is empty where the table has none, and what stands above and below them in a
// row of its own: a title, notes.
func (t *htmlTable) parts() (above []string, rows [][]string, below []string) {
	width := len(t.current)
	note := func(i int) bool { return t.alone[i] == width && width > 1 }
	first, end := 0, len(t.rows)
	for ; first < end && note(first); first++ {
		above = append(above, t.rows[first][0])
	}
	for ; first < end && note(end-1); end-- {
		below = append(below, t.rows[end-1][0])
	}
	slices.Reverse(below)
	rows = t.rows[first:end]
	for i := range rows {
		if note(first + i) { // the rows that follow are about it
			clear(rows[i][1:])
		}
	}
	if len(rows) == 0 {
		return above, nil, below
	}
	return above, withHead(rows, func(i int) bool {
		i += first
		return !note(i) && !t.plain[i]
	}), below
}

// parts adds what a table consists of.
func (b *builder) parts(block Block, t *htmlTable) {
	above, rows, below := t.parts()
	for _, text := range above {
		b.add(block, text)
	}
	block.Kind = Table
	b.table(block, rows)
	block.Kind = Paragraph
	for _, text := range below {
		b.add(block, text)
	}
}

// widen lets the open cell, of one column, span so many.
func (t *htmlTable) widen(columns int) {
	row := &t.rows[len(t.rows)-1]
	*row = (*row)[:len(*row)-t.span]
	t.openCell(columns, 1)
}

// goOn fills the open cell with what stands above it.
func (t *htmlTable) goOn() {
	if n := len(t.rows); n > 1 {
		row, above := t.rows[n-1], t.rows[n-2]
		for i := len(row) - t.span; i < min(len(row), len(above)); i++ {
			row[i] = above[i]
		}
	}
}
