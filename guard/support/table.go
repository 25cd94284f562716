package support

import (
	"strings"

	"ibid/guard/words"

	"ibid/guard"
)

// table is a run of rows whose cells are separated by " | ", the header rows first.
type table struct {
	start, end int     // byte offsets in the passage
	header     []*cell // by column: all header rows taken together
	rows       []tableRow
}

type tableRow struct {
	start, end int
	cells      []*cell
}

// cell is the content of a table cell.
type cell struct {
	text string
	statement
}

// maxValueTokens is the length up to which a cell that begins with a number is a value, not prose.
const maxValueTokens = 6

func (c *cell) isValue() bool {
	return len(c.quantities) > 0 && len(c.toks) <= maxValueTokens && c.toks[0].kind == numberToken
}

// Limits of the tables that are checked by cell.
const (
	maxTableRows    = 2000
	maxTableColumns = 60
)

// findTables reads the tables of a text.
func (l *lexicon) findTables(text string) []table {
	if !strings.Contains(text, "|") {
		return nil
	}
	var out []table
	var rows []tableRow
	flush := func() {
		if t, ok := newTable(rows); ok {
			out = append(out, t)
		}
		rows = nil
	}
	for start := 0; start < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n
		}
		row, ok := l.readRow(text, start, end)
		if !ok && !guard.IsDelimiterRow(strings.TrimSpace(text[start:end])) || ok && len(rows) > 0 && len(row.cells) != len(rows[0].cells) || len(rows) == maxTableRows {
			flush()
		}
		if ok {
			rows = append(rows, row)
		}
		start = end + 1
	}
	flush()
	return out
}

func (l *lexicon) readRow(text string, start, end int) (tableRow, bool) {
	line := strings.TrimSpace(text[start:end])
	if !strings.Contains(line, " | ") && !strings.HasPrefix(line, "|") || guard.IsDelimiterRow(line) {
		return tableRow{}, false
	}
	line = strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")
	row := tableRow{start: start, end: end}
	for part := range strings.SplitSeq(line, "|") {
		part = strings.TrimSpace(part)
		row.cells = append(row.cells, &cell{text: part, statement: l.analyse(part, 0)})
	}
	return row, len(row.cells) > 1 && len(row.cells) <= maxTableColumns
}

// newTable makes a table of rows, which have as many cells each. The header ends before the first row with a number in
// other than its first cell.
func newTable(rows []tableRow) (table, bool) {
	if len(rows) < 2 {
		return table{}, false
	}
	head := 1
	if numeric(rows[0]) {
		head = 0
	}
	for head > 0 && head < len(rows)-1 && !numeric(rows[head]) && anyNumeric(rows[head+1:]) {
		head++
	}
	t := table{start: rows[0].start, end: rows[len(rows)-1].end, rows: rows[head:]}
	t.header = make([]*cell, len(rows[0].cells))
	for c := range t.header {
		h := &cell{}
		for _, r := range rows[:head] {
			h.text = strings.TrimSpace(h.text + " " + r.cells[c].text)
			h.toks = append(h.toks, r.cells[c].toks...)
		}
		t.header[c] = h
	}
	return t, true
}

func numeric(r tableRow) bool {
	for _, c := range r.cells[1:] {
		if c.isValue() {
			return true
		}
	}
	return false
}

func anyNumeric(rows []tableRow) bool {
	for _, r := range rows {
		if numeric(r) {
			return true
		}
	}
	return false
}

// checkTables checks the quantities of the claim that a table of the cited passages has: a value must stand in the row
// and in the column that the claim names.
func (cmp *comparison) checkTables() {
	for i, w := range cmp.span {
		if i > 0 && cmp.span[i-1].passage == w.passage {
			continue
		}
		p := cmp.evidence[w.passage]
		for k := range p.tables {
			if t := &p.tables[k]; cmp.quotesTable(p, t) {
				for _, q := range cmp.claim.quantities {
					cmp.checkCell(t, q, w.passage)
				}
			}
		}
	}
}

// quotesTable tells whether a statement of the span is a row of the table.
func (cmp *comparison) quotesTable(p *Prepared, t *table) bool {
	for i, w := range cmp.span {
		if cmp.evidence[w.passage] == p && cmp.source[i].start >= t.start && cmp.source[i].start < t.end {
			return true
		}
	}
	return false
}

func (cmp *comparison) checkCell(t *table, q quantity, passage int) {
	if q.dim != words.NoDimension && !cmp.namesUnit(q, passage) && cmp.namesOtherUnit(q, passage) {
		return // not what the table counts in; the numbers are compared with their units elsewhere
	}
	row, okRow := cmp.named(q, len(t.rows), func(r int) *cell { return t.rows[r].cells[0] })
	col, okCol := cmp.named(q, len(t.header)-1, func(c int) *cell { return t.header[c+1] })
	col++
	if okCol && t.header[col].countsOther(q) {
		return // six bar are not six volts, whatever the cell says
	}
	switch {
	case okRow && okCol:
		want := t.rows[row].cells[col]
		if holds(want, q) {
			cmp.markCell(q)
			cmp.markHeading(t.rows[row].cells[0])
			cmp.markHeading(t.header[col])
			return
		}
		if want.isValue() {
			cmp.find(fatal, q.from, q.to, "says "+cmp.quantityText(q)+"; the table gives "+want.text+" for "+t.rows[row].cells[0].text+", "+t.header[col].text)
		}
	case okRow:
		for _, c := range t.rows[row].cells[1:] {
			if holds(c, q) {
				cmp.checkHeading(q)
				cmp.markCell(q)
				return
			}
		}
		for r := range t.rows {
			for c, other := range t.rows[r].cells[1:] {
				if r != row && holds(other, q) {
					cmp.find(fatal, q.from, q.to, "the table gives "+cmp.quantityText(q)+" for "+t.rows[r].cells[0].text+"; "+t.rows[row].cells[0].text+" has "+t.rows[row].cells[c+1].text)
					return
				}
			}
		}
	}
}

// checkHeading looks, for a value whose column the claim does not name, for a word that would have to be a column.
func (cmp *comparison) checkHeading(q quantity) {
	for i := range cmp.claim.toks {
		u := &cmp.claim.toks[i]
		if u.weight >= wordWeight && cmp.links[i].src < 0 && u.quantity < 0 && u.part == cmp.claim.toks[q.from].part {
			cmp.find(grave, i, i+1, "the table has no column “"+u.text+"”")
			return
		}
	}
}

func (cmp *comparison) markCell(q quantity) {
	for i := q.from; i < q.to; i++ {
		cmp.proved[i] = true
	}
}

// markHeading takes the words of a proved value's row and column for borne out: the header is not part of the row.
func (cmp *comparison) markHeading(c *cell) {
	for i := range cmp.claim.toks {
		for k := range c.toks {
			if cmp.claim.toks[i].stem != "" && cmp.claim.toks[i].stem == c.toks[k].stem {
				cmp.proved[i] = true
			}
		}
	}
}

// namesOtherUnit tells whether the passage names another unit of the dimension of q.
func (cmp *comparison) namesOtherUnit(q quantity, passage int) bool {
	for _, st := range cmp.evidence[passage].statements {
		for i := range st.toks {
			if u, ok := words.UnitNamed(st.toks[i].norm); ok && u.Dimension == q.dim {
				return true
			}
		}
	}
	return false
}

// countsOther tells whether a heading names a unit, and of another dimension than that of q.
func (c *cell) countsOther(q quantity) bool {
	if q.dim == words.NoDimension {
		return false
	}
	other := false
	for i := range c.toks {
		if u, ok := words.UnitOf(c.toks[i].text); ok && u.Dimension != words.NoDimension {
			if u.Dimension == q.dim {
				return false
			}
			other = true
		}
	}
	return other
}

// holds tells whether the cell has the quantity; the unit may stand in the header or the caption.
func holds(c *cell, q quantity) bool {
	if !c.isValue() || q.bound == moreThan || q.bound == lessThan { // a value is neither more nor less than itself
		return false
	}
	for _, p := range c.quantities {
		if sameQuantity(q, p) || p.dim == words.NoDimension && q.lo == q.hi && nearly(q.raw, p.lo) {
			return true
		}
	}
	return false
}

// named returns which of n headings the claim names, the nearest to q if it names several. A heading is named if the
// claim has all its words; one that is part of a longer named one ("key", "public key") does not count.
func (cmp *comparison) named(q quantity, n int, heading func(int) *cell) (int, bool) {
	best, bestWeight, bestDistance := -1, float32(0), 0
	for k := range n {
		h := heading(k)
		weight, distance, ok := cmp.namesHeading(q, h)
		if !ok {
			continue
		}
		if best < 0 || distance < bestDistance || distance == bestDistance && weight > bestWeight {
			best, bestWeight, bestDistance = k, weight, distance
		}
	}
	return best, best >= 0
}

// namesHeading tells whether the claim has the words of a heading, and how far from q the nearest of them stands.
func (cmp *comparison) namesHeading(q quantity, h *cell) (weight float32, distance int, ok bool) {
	distance = len(cmp.claim.toks) + 1
	for j := range h.toks {
		u := &h.toks[j]
		if u.weight == 0 || u.light || words.IsUnit(u.text) {
			continue
		}
		nearest := -1
		for i := range cmp.claim.toks {
			if i >= q.from && i < q.to {
				continue
			}
			same := u.kind == numberToken && cmp.claim.toks[i].kind == numberToken && u.norm == cmp.claim.toks[i].norm
			if m, opposite := match(&cmp.claim.toks[i], u); same || m >= sameRoot && !opposite {
				d := abs(i - q.from)
				if cmp.claim.toks[i].part != cmp.claim.toks[q.from].part {
					d += len(cmp.claim.toks) // another part speaks of another value
				}
				if nearest < 0 || d < nearest {
					nearest = d
				}
			}
		}
		if nearest < 0 {
			return 0, 0, false
		}
		weight += u.weight
		distance = min(distance, nearest)
	}
	return weight, distance, weight > 0
}
