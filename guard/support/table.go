package support

import (
	"regexp"
	"slices"
	"strings"

	"ibid/guard"
	"ibid/guard/sentence"
)

// table is a run of rows whose cells are separated by " | ", the header rows apart.
type table struct {
	caption sequence
	about   sequence // caption, heading and title
	header  []cell   // by column; empty cells if there is none
	rows    []row
}

type row struct {
	start, end int
	cells      []cell
	filled     int // cells that are not empty
}

// cell is the content of a table's cell.
type cell struct {
	text  string
	at    int // in the passage
	atoms sequence
}

// Limits of the tables that are compared cell by cell.
const (
	maxTableRows    = 2000
	maxTableColumns = 60
	maxCellWords    = 12 // of a cell that is a value or a name, not prose
	maxValueWords   = 2  // content words of a cell that is a number; "95% confidence interval" is a heading
)

// readTables reads the tables of the passage, and the sentences in their cells.
func (p *Prepared) readTables() {
	var rows []row
	delimiter := 0          // rows before the line that sets off the header
	caption, last := "", "" // last is the last line of text
	flush := func() {
		if len(rows) > 0 {
			p.addTable(rows, delimiter, strings.TrimSpace(caption))
		}
		rows, delimiter = nil, 0
	}
	start := 0
	for line := range strings.Lines(p.Text) {
		r, ok := p.readRow(start, strings.TrimRight(line, "\n"))
		if ok = ok && !p.inProse(start); ok && len(rows) > 0 && (len(r.cells) != len(rows[0].cells) || len(rows) == maxTableRows) {
			flush()
		}
		switch {
		case sentence.IsDelimiterRow(strings.TrimSpace(line)):
			delimiter = len(rows)
		case !ok:
			if flush(); strings.TrimSpace(line) != "" {
				last = line
			}
		case len(rows) == 0 && r.filled < 2: // a rule, or a caption across the columns
			last = strings.Trim(line, "| \n")
		case r.filled > 0:
			if len(rows) == 0 {
				caption = last
			}
			rows = append(rows, r)
		}
		start += len(line)
	}
	flush()
}

// inProse tells whether a place is known to be in a paragraph, where a bar parts no cells.
func (p *Prepared) inProse(at int) bool {
	within := func(b sentence.Span) bool { return b.Kind == guard.Prose && b.Start <= at && at < b.End }
	return slices.ContainsFunc(p.Blocks, within)
}

// readRow reads a line as a row. A bar at both ends is a frame; one at the start alone leaves the first cell empty.
func (p *Prepared) readRow(start int, line string) (row, bool) {
	trimmed := strings.TrimSpace(line)
	framed := strings.HasPrefix(trimmed, "|")
	if !strings.Contains(line, " | ") && !framed || strings.Trim(trimmed, "|-: \t") == "" {
		return row{}, false
	}
	r := row{start: start, end: start + len(line)}
	from := start + strings.Index(line, trimmed)
	if framed && strings.HasSuffix(trimmed, "|") && len(trimmed) > 1 {
		from, trimmed = from+1, trimmed[1:len(trimmed)-1]
	}
	bar := tightBar
	if strings.Contains(trimmed, " | ") {
		bar = spacedBar
	}
	pos := 0
	for _, at := range append(bar.FindAllStringIndex(trimmed, maxTableColumns), []int{len(trimmed), len(trimmed)}) {
		said := strings.TrimSpace(trimmed[pos:at[0]])
		place := from + pos + strings.Index(trimmed[pos:], said)
		r.cells = append(r.cells, cell{text: said, at: place, atoms: read(said, place)})
		r.filled += min(1, len(said))
		pos = at[1]
	}
	return r, len(r.cells) > 1 && len(r.cells) <= maxTableColumns
}

// What parts the cells of a row. One between two characters parts nothing where others stand in spaces.
var (
	tightBar  = regexp.MustCompile(`\|`)
	spacedBar = regexp.MustCompile(`[ \t]\|[ \t]?|\|[ \t]`)
)

// isValue tells the cells that begin with a number and say little besides.
func (c *cell) isValue() bool {
	a := c.atoms
	if len(a) > 1 && (a[0].is(mark) || a[0].op != 0) {
		a = a[1:]
	}
	return len(a) > 0 && a[0].is(number) && len(a) < maxCellWords && a.contentCount() <= maxValueWords
}

// isHeading tells the cells that may head a column.
func (c *cell) isHeading() bool {
	return !c.isValue() && len(strings.Fields(c.text)) <= maxCellWords && !strings.HasSuffix(c.text, ".")
}

// addTable adds a table of rows that have as many cells each, of which some are known to be its header. Where none is,
// the first row is if it has no values.
func (p *Prepared) addTable(rows []row, head int, caption string) {
	if head == 0 && len(rows) > 1 && !slices.ContainsFunc(rows[0].cells, func(c cell) bool { return !c.isHeading() }) {
		head = 1
	}
	t := table{rows: rows[head:], caption: read(caption, 0)}
	t.about = join(t.caption, join(p.titles...))
	heading := -1 // the last one before the table
	for i := range p.sentences[:p.prose] {
		if s := &p.sentences[i]; s.kind == guard.Heading && s.start < rows[0].start {
			heading = i
		}
	}
	if heading >= 0 {
		t.about = join(t.about, p.sentences[heading].atoms)
	}
	t.header = make([]cell, len(rows[0].cells))
	if head > 0 {
		t.header = rows[0].cells
	}
	p.tables = append(p.tables, t)
	p.readCells(&t, rows, heading)
}

// readCells adds the rows of a table and the sentences in its cells: what those speak of is in the row's first cell and
// in the heading of the column.
func (p *Prepared) readCells(t *table, rows []row, heading int) {
	add := func(start int, text string, kind guard.Kind, atoms sequence, cell ...int) int {
		p.sentences = append(p.sentences, segment{start: start, end: start + len(text), kind: kind, atoms: atoms,
			heading: heading, lead: -1, item: -1, bound: -1, cell: cell})
		return len(p.sentences) - 1
	}
	columns := make([]int, len(t.header))
	for c, h := range t.header {
		columns[c] = add(h.at, p.Text[h.at:min(h.at+len(h.text), len(p.Text))], guard.Heading, h.atoms)
	}
	for i, r := range rows {
		if len(p.sentences) >= maxSentences {
			return
		}
		var whole sequence
		for _, c := range r.cells {
			whole = append(append(whole, c.atoms...), comma(c.at))
		}
		add(r.start, p.Text[r.start:r.end], guard.Row, whole.trim())
		if i < len(rows)-len(t.rows) { // of the header
			continue
		}
		key := r.cells[0]
		first := add(key.at, key.text, guard.Heading, key.atoms)
		for c, cell := range r.cells {
			if c == 0 || cell.isValue() {
				continue
			}
			for _, s := range guard.SplitBlock(cell.text, guard.Prose) {
				at, said := cell.at+s.Start, cell.text[s.Start:s.End]
				add(at, said, guard.Row, read(said, at), first, columns[c])
			}
		}
	}
}
