package source

import (
	"slices"
	"strings"
	"unicode"
)

// officeTable is a table with what tells whether it has a head.
type officeTable struct {
	htmlTable
	heads  []bool       // of each row: it is repeated on each page
	styled bool         // the style of the table draws the first row otherwise than the rest
	first  bool         // the first row may be drawn otherwise; word processors say so of nearly all tables
	shaded bool         // the open cell, or its row, lies on a colour
	merged bool         // the open cell goes on from the row above
	after  []officePart // what cells hold that is no text of theirs
}

// startTable opens a table, in a flow of its own where it stands in another.
func (o *officeReader) startTable(name string) *officeTable {
	if o.flush(); o.flow.table != nil {
		if o.open(name); o.deeper > 0 {
			return o.flow.table
		}
	}
	o.flow.table = &officeTable{}
	return o.flow.table
}

// stopTable closes the table that an element of that name opened.
func (o *officeReader) stopTable(name string) {
	if o.deeper > 0 || o.flow.name == name {
		inner := o.close(name)
		o.flow.after = append(o.flow.after, inner...)
		return
	}
	o.flush()
	o.endTable()
}

// endTable adds the open table and what was found in it.
func (o *officeReader) endTable() {
	t := o.flow.table
	if t == nil {
		return
	}
	o.flow.table = nil
	t.settleHead()
	o.put(officePart{table: t, level: -1})
	for _, p := range t.after {
		o.put(p)
	}
}

func (t *officeTable) startRow() {
	t.openRow()
	t.heads, t.shaded = append(t.heads, false), false
}

// settleHead decides which rows are the head of the table: those that are repeated on each page, a first row that is bold or shaded
// where others are not, or one that may be and names what the columns hold. Several rows of a head become one.
func (t *officeTable) settleHead() {
	first, width := 0, len(t.current)
	for first < len(t.rows) && t.alone[first] == width && width > 1 {
		first++
	}
	rest := len(t.rows) - first
	if rest == 0 {
		return
	}
	repeated := 0
	for first+repeated < min(len(t.heads), len(t.rows)) && t.heads[first+repeated] {
		repeated++
	}
	emphasised := !t.plain[first] && slices.Contains(t.plain[first:], true)
	head := repeated > 0 || emphasised || t.first && (t.styled || nameColumns(t.rows[first:]))
	t.plain[first] = !head || rest < 2
	if repeated < 2 && emphasised && spans(t.rows[first]) && !t.plain[first+1] {
		repeated = 2 // groups of columns, and the columns
	}
	if repeated < 2 || repeated >= rest {
		return
	}
	joined := make([]string, 0, width)
	for c := range t.rows[first] {
		var names []string
		for _, row := range t.rows[first : first+repeated] {
			if c < len(row) && row[c] != "" && !slices.Contains(names, row[c]) {
				names = append(names, row[c])
			}
		}
		joined = append(joined, strings.Join(names, " "))
	}
	last := first + repeated - 1
	t.rows[last], t.alone[last], t.plain[last] = joined, 0, false
	t.rows = slices.Delete(t.rows, first, last)
	t.alone, t.plain = slices.Delete(t.alone, first, last), slices.Delete(t.plain, first, last)
}

// spans reports whether a cell of a row stands in several columns.
func spans(row []string) bool {
	for i := 1; i < len(row); i++ {
		if row[i] != "" && row[i] == row[i-1] {
			return true
		}
	}
	return false
}

// nameColumns reports whether the first of rows reads like names of columns: it holds no numbers but years, and of two columns only where
// the second then holds nothing but numbers of one kind. What it tells apart is "Owner, Port" from "Length, 12 m".
func nameColumns(rows [][]string) bool {
	head := rows[0]
	if len(head) < 2 || len(rows) < 3 {
		return false
	}
	for i, cell := range head {
		isYear := len(cell) == 4 && (strings.HasPrefix(cell, "19") || strings.HasPrefix(cell, "20"))
		if beginsNumber(cell) && (i == 0 || len(head) == 2 || !isYear) {
			return false
		}
	}
	if len(head) > 2 {
		return true
	}
	unit := ""
	for i, row := range rows[1:] {
		if len(row) < 2 || !beginsNumber(row[1]) || strings.Contains(row[0], "(") {
			return false
		}
		u := strings.Trim(row[1], "0123456789.,+-−– ")
		if i > 0 && u != unit {
			return false
		}
		unit = u
	}
	return true
}

// beginsNumber reports whether a cell begins with a number.
func beginsNumber(cell string) bool {
	cell = strings.TrimLeft(cell, "+-−–<>≤≥~±$€£ ")
	return cell != "" && unicode.IsDigit([]rune(cell[:min(len(cell), 8)])[0])
}
