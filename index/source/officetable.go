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
	ground string       // the colour that the open cell lies on
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
	t.heads = append(t.heads, false)
}

// settleHead marks the rows that are repeated on each page as the head of the table, and the first one where its style draws it otherwise
// or, of several columns, it may be drawn otherwise and holds no numbers.
func (t *officeTable) settleHead() {
	first, width := 0, len(t.current)
	for i := range min(len(t.heads), len(t.plain)) {
		t.plain[i] = t.plain[i] && !t.heads[i]
	}
	for first < len(t.rows) && t.alone[first] == width && width > 1 {
		first++
	}
	if first < len(t.rows) && t.first && (t.styled || width > 2 && !slices.ContainsFunc(t.rows[first], beginsNumber)) {
		t.plain[first] = false
	}
}

// beginsNumber reports whether a cell begins with a number.
func beginsNumber(cell string) bool {
	return strings.IndexFunc(cell, unicode.IsDigit) >= 0 && strings.IndexFunc(cell, unicode.IsDigit) <= strings.IndexFunc(cell+"a", unicode.IsLetter)
}
