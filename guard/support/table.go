package support

import (
	"slices"
	"strings"
	"unicode"

	"ibid/guard"
	"ibid/guard/sentence"
	"ibid/guard/words"
)

// table is a run of rows whose cells are separated by " | ", the header rows apart.
type table struct {
	about  map[string]bool // the words of caption, heading and title
	units  sequence        // caption and header, where units are given
	header []cell          // by column, all header rows taken together; nil if there is none
	rows   []row
	title  string // the caption as it is written
}

type row struct {
	start, end int
	cells      []cell
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
	maxValueWords   = 2  // content words of a cell that is a number, itself among them; more are a heading, "95% confidence interval"
	maxHeaderWords  = 9
	maxHeaderRows   = 3
)

// readTables reads the tables of the passage, and the sentences in their cells.
func (p *Prepared) readTables() {
	if !strings.Contains(p.Text, "|") {
		return
	}
	var rows []row
	delimiter := 0 // rows before the line that sets off the header
	caption := ""
	last := "" // line of text
	flush := func() {
		if len(rows) > 0 {
			p.addTable(rows, delimiter, caption)
		}
		rows, delimiter = nil, 0
	}
	for start := 0; start < len(p.Text); {
		end := len(p.Text)
		if n := strings.IndexByte(p.Text[start:], '\n'); n >= 0 {
			end = start + n
		}
		line := p.Text[start:end]
		r, ok := p.readRow(start, end)
		switch ok = ok && !p.inProse(start); {
		case sentence.IsDelimiterRow(strings.TrimSpace(line)):
			delimiter = len(rows)
		case !ok:
			flush()
			if strings.TrimSpace(line) != "" {
				last = line
			}
		case len(r.named()) == 0: // a rule
		case len(r.named()) == 1 && len(r.cells) > 1 && len(rows) == 0: // a caption across the columns
			last = r.named()[0].text
		default:
			if len(rows) > 0 && (len(r.cells) != len(rows[0].cells) || len(rows) == maxTableRows) {
				flush()
			}
			if len(rows) == 0 {
				caption = last
			}
			rows = append(rows, r)
		}
		start = end + 1
	}
	flush()
}

// inProse tells whether a place is known to be in a paragraph, where a bar parts no cells.
func (p *Prepared) inProse(at int) bool {
	n, found := slices.BinarySearchFunc(p.Blocks, at, func(b sentence.Span, at int) int { return b.Start - at })
	if !found {
		n--
	}
	return n >= 0 && at < p.Blocks[n].End && p.Blocks[n].Kind == guard.Prose
}

// readRow reads a line as a row. A bar at both ends is a frame; one at the start alone leaves the first cell empty.
func (p *Prepared) readRow(start, end int) (row, bool) {
	line := p.Text[start:end]
	if !strings.Contains(line, " | ") && !strings.HasPrefix(strings.TrimSpace(line), "|") || sentence.IsDelimiterRow(strings.TrimSpace(line)) {
		return row{}, false
	}
	trimmed := strings.TrimSpace(line)
	from := start + strings.Index(line, trimmed)
	if strings.HasPrefix(trimmed, "|") && strings.HasSuffix(trimmed, "|") && len(trimmed) > 1 {
		from++
		trimmed = trimmed[1 : len(trimmed)-1]
	}
	r, spaced := row{start: start, end: end}, strings.Contains(trimmed, " | ")
	for rest, more := trimmed, true; more; {
		var part string
		part, rest, more = cutCell(rest, spaced)
		said := strings.TrimSpace(part)
		at := from + strings.Index(part, said)
		r.cells = append(r.cells, cell{text: said, at: at, atoms: p.parser.read(said, at)})
		from += len(part) + 1
	}
	return r, len(r.cells) > 1 && len(r.cells) <= maxTableColumns
}

// cutCell cuts a row behind its first cell. An escaped bar parts nothing, nor does one between two characters where
// others stand in spaces.
func cutCell(row string, spaced bool) (cell, rest string, more bool) {
	for i := range len(row) {
		inside := i > 0 && i+1 < len(row) && row[i-1] != ' ' && row[i+1] != ' '
		if row[i] == '|' && (i == 0 || row[i-1] != '\\') && !(spaced && inside) {
			return row[:i], row[i+1:], true
		}
	}
	return row, "", false
}

// named lists the cells that are not empty.
func (r *row) named() []cell {
	var out []cell
	for _, c := range r.cells {
		if c.text != "" {
			out = append(out, c)
		}
	}
	return out
}

// isValue tells the cells that begin with a number.
func (c *cell) isValue() bool {
	return len(c.atoms) > 0 && len(c.atoms) <= maxCellWords && (c.atoms[0].is(number) || len(c.atoms) > 1 && (c.atoms[0].is(mark) || c.atoms[0].op != 0) && c.atoms[1].is(number))
}

func (r *row) numeric() bool {
	for i := range r.cells[1:] {
		if c := &r.cells[i+1]; c.isValue() && c.atoms.contentCount() <= maxValueWords {
			return true
		}
	}
	return false
}

// addTable adds a table of rows that have as many cells each.
func (p *Prepared) addTable(rows []row, delimiter int, caption string) {
	p.rows = append(p.rows, rows...)
	head, told := delimiter, true
	if head == 0 {
		head, told = headerRows(rows)
	}
	t := table{title: strings.TrimSpace(caption), rows: rows[head:]}
	if !told {
		t.rows = rows
	}
	t.units = p.parser.read(t.title, 0)
	t.about = t.units.into(make(map[string]bool))
	t.about = p.title.into(t.about)
	heading := p.headingAt(rows[0].start)
	if heading >= 0 {
		t.about = p.sentences[heading].atoms.into(t.about)
	}
	if head > 0 {
		t.header = make([]cell, len(rows[0].cells))
		for c := range t.header {
			h := &t.header[c]
			for _, r := range rows[:head] {
				if h.text == "" {
					h.at = r.cells[c].at
				}
				h.text = strings.TrimSpace(h.text + " " + r.cells[c].text)
				h.atoms = append(h.atoms, r.cells[c].atoms...)
			}
			t.units = append(t.units, h.atoms...)
		}
	}
	p.tables = append(p.tables, t)
	p.readCells(&t, heading)
}

// headerRows is how many of the rows are the header of a table that does not set it off: a first row without values,
// and those below it that name no row. In a table without values the first row may be one or not, which is not told:
// then it is read as both.
func headerRows(rows []row) (n int, told bool) {
	if len(rows) < 2 || !rows[0].short() || rows[0].numeric() {
		return 0, true
	}
	for n := range rows {
		if rows[n].numeric() {
			head := 1
			for head < min(n, maxHeaderRows) && rows[head].cells[0].text == "" {
				head++
			}
			return head, true
		}
	}
	return 1, rows[0].cells[0].text == "" || len(rows[0].cells) > 2
}

func (r *row) short() bool {
	for _, c := range r.cells {
		if len(strings.Fields(c.text)) > maxCellWords || strings.HasSuffix(c.text, ".") {
			return false
		}
	}
	return true
}

// headingAt is the last heading before a place, -1 if there is none.
func (p *Prepared) headingAt(at int) int {
	found := -1
	for i := range p.sentences {
		if p.sentences[i].start >= at {
			break
		}
		if p.sentences[i].kind == guard.Heading {
			found = i
		}
	}
	return found
}

// readCells adds the sentences that stand in the cells of a table: what they speak of is in the row's first cell and
// in the heading of the column.
func (p *Prepared) readCells(t *table, heading int) {
	columns := make([]int, len(t.header))
	for c := range t.header {
		columns[c] = len(p.sentences)
		h := &t.header[c]
		p.sentences = append(p.sentences, segment{start: h.at, end: min(h.at+len(h.text), len(p.Text)), kind: guard.Heading, atoms: h.atoms, heading: heading, lead: -1, column: -1, first: -1, bound: -1})
	}
	for _, r := range t.rows {
		if len(p.sentences) >= maxSentences {
			return
		}
		var whole sequence
		for c := range r.cells {
			whole = append(append(whole, r.cells[c].atoms...), comma(r.cells[c].at))
		}
		p.sentences = append(p.sentences, segment{start: r.start, end: r.end, kind: guard.Row, atoms: whole.trim(), heading: heading, lead: -1, column: -1, first: -1, bound: -1})
		first := len(p.sentences)
		key := &r.cells[0]
		p.sentences = append(p.sentences, segment{start: key.at, end: key.at + len(key.text), kind: guard.Heading, atoms: key.atoms, heading: heading, lead: -1, column: -1, first: -1, bound: -1})
		for c := range r.cells[1:] {
			if len(strings.Fields(r.cells[c+1].text)) < 4 {
				continue
			}
			column := -1
			if t.header != nil {
				column = columns[c+1]
			}
			said := r.cells[c+1].text
			for _, s := range guard.SplitBlock(said, guard.Prose) {
				at := r.cells[c+1].at
				p.sentences = append(p.sentences, segment{start: at + s.Start, end: at + s.End, kind: guard.Row, atoms: p.parser.read(said[s.Start:s.End], at+s.Start),
					heading: heading, lead: -1, column: column, first: first, bound: -1})
			}
		}
	}
}

// reading is how a claim may be read off a table: its row, and the columns of the cells that it names.
type reading struct {
	row     int
	columns []int
	spans   [][2]int // of the claim's atoms, by column
}

// readOff finds the row and the cells that a claim reads off a table. The claim has all words of the row's first
// cell; of each cell that it has, it names the column as well or the cell says what no other column does; what else
// it says is in caption and heading.
//
// wrong is the cell that stands where the claim names another value.
func (t *table) readOff(claim sequence) (got reading, wrong *wrongCell, ok bool) {
	for i := range claim {
		if a := &claim[i]; a.op&^plainOperators != 0 && !t.says(a) {
			return reading{}, nil, false
		}
	}
	for r := range t.rows {
		key := t.rows[r].cells[0].atoms
		if len(key) == 0 || len(key) > maxCellWords || !claim.holds(key) || t.longerKey(claim, r) {
			continue
		}
		cols := t.columnsNamed(claim, r)
		if found, ok := t.readRow(claim, r, cols); ok {
			return found, nil, true
		}
		if w := t.wrongCell(claim, r, cols); w != nil && wrong == nil {
			wrong = w
		}
	}
	return got, wrong, false
}

// plainOperators say nothing of a cell's value.
const plainOperators = words.Equals | words.Exactly | words.By

// says tells whether an operator stands in the table itself, as "at least" does in a cell.
func (t *table) says(op *atom) bool {
	for r := range t.rows {
		for c := range t.rows[r].cells {
			if t.rows[r].cells[c].atoms.operator(op.op) {
				return true
			}
		}
	}
	return t.units.operator(op.op)
}

// holds tells whether a sequence has all that another is about.
func (s sequence) holds(words sequence) bool {
	any := false
	for i := range words {
		if w := &words[i]; !w.is(glue|mark) || w.is(content) {
			any = true
			if s.placeOf(w) < 0 {
				return false
			}
		}
	}
	return any
}

// count is how often a sequence has an atom.
func (s sequence) count(a *atom) int {
	n := 0
	for i := range s {
		if s[i].same(a) {
			n++
		}
	}
	return n
}

// longerKey tells whether another row's name that has the words of this one's, and more, stands in the claim.
func (t *table) longerKey(claim sequence, r int) bool {
	key := t.rows[r].cells[0].atoms
	for k := range t.rows {
		other := t.rows[k].cells[0].atoms
		if k != r && len(other) > len(key) && other.holds(key) && claim.holds(other) {
			return true
		}
	}
	return false
}

// columnsNamed lists the columns whose headings the claim names: all words that set the heading apart from the others'.
// One whose words are part of a longer named one's is not meant.
func (t *table) columnsNamed(claim sequence, r int) []int {
	var named []int
	key := t.rows[r].cells[0].atoms
	for c := 1; c < len(t.header); c++ {
		own, any := t.ownWords(c), false
		ok := true
		for _, a := range own {
			ok = ok && (claim.placeOf(&a) >= 0 && (key.placeOf(&a) < 0 || claim.count(&a) > key.count(&a)) || a.isUnit())
			any = any || !a.isUnit()
		}
		if ok && any {
			named = append(named, c)
		}
	}
	var out []int
	for _, c := range named {
		longer := false
		for _, k := range named {
			longer = longer || k != c && len(t.header[k].atoms) > len(t.header[c].atoms) && t.header[k].atoms.holds(t.header[c].atoms)
		}
		if !longer {
			out = append(out, c)
		}
	}
	return out
}

// ownWords are the words of a heading that no other heading has; all of them if there are none.
func (t *table) ownWords(c int) sequence {
	var own, all sequence
	for _, a := range t.header[c].atoms {
		if !a.is(content) {
			continue
		}
		all = append(all, a)
		shared := false
		for k := 1; k < len(t.header); k++ {
			shared = shared || k != c && t.header[k].atoms.placeOf(&a) >= 0
		}
		if !shared {
			own = append(own, a)
		}
	}
	if len(own) == 0 {
		return all
	}
	return own
}

// readRow reads the cells of a row off the claim.
func (t *table) readRow(claim sequence, r int, named []int) (reading, bool) {
	got := reading{row: r}
	row := &t.rows[r]
	taken := make([]bool, len(claim)) // what the row's name, the cells and their headings account for
	again := make([]bool, len(claim)) // of that, what the claim has once more than the row's name: a cell may say it too
	given := make([]bool, len(claim)) // what a cell gives
	for i := range claim {
		taken[i] = !claim[i].is(content) || words.Reading.Has(claim[i].id) || row.cells[0].atoms.placeOf(&claim[i]) >= 0
		if t.header != nil && t.header[0].atoms.placeOf(&claim[i]) >= 0 {
			taken[i] = true
		}
		again[i] = claim[i].is(content) && claim.count(&claim[i]) > row.cells[0].atoms.count(&claim[i])
	}
	for c := 1; c < len(row.cells); c++ {
		atoms := row.cells[c].atoms
		if len(atoms) == 0 || len(atoms) > maxCellWords {
			continue
		}
		if named != nil && !slices.Contains(named, c) {
			continue
		}
		if named == nil && !t.ownValue(r, c) {
			continue
		}
		from := t.cellIn(claim, func(i int) bool { return given[i] || taken[i] && !again[i] }, c, atoms)
		if from < 0 {
			continue
		}
		for i := from; i < from+len(atoms); i++ {
			taken[i], given[i] = true, true
		}
		got.columns, got.spans = append(got.columns, c), append(got.spans, [2]int{from, from + len(atoms)})
	}
	if len(got.columns) == 0 || len(named) > 0 && len(got.columns) != len(named) {
		return got, false
	}
	for i := range claim {
		a := &claim[i]
		if a.op&^plainOperators != 0 && !given[i] && row.cells[0].atoms.placeOf(a) < 0 && !t.inHeadings(a, got.columns) {
			return got, false
		}
		if taken[i] || a.isUnit() && t.units.placeOf(a) >= 0 || t.about[a.id] || rowWords(a) {
			continue
		}
		if !t.inHeadings(a, got.columns) {
			return got, false
		}
	}
	return got, t.inOrder(claim, &got)
}

// cellIn is where the claim has what a cell says, in a row; -1 if it has not. A number may have the unit that the
// heading or the caption gives.
func (t *table) cellIn(claim sequence, taken func(int) bool, c int, atoms sequence) int {
search:
	for i := 0; i+len(atoms) <= len(claim); i++ {
		for k := range atoms {
			a, b := &claim[i+k], &atoms[k]
			if taken(i+k) && a.is(content) && !words.Reading.Has(a.id) || !(a.same(b) || a.is(mark) && b.is(mark) && !a.is(content) && !b.is(content) || a.is(number) && b.is(number) && t.withUnit(a, b, c)) {
				continue search
			}
		}
		return i
	}
	return -1
}

// withUnit tells whether a number of the claim is that of a cell in the unit of its heading or of the caption.
func (t *table) withUnit(claim, cell *atom, c int) bool {
	q, p := claim.quantity, cell.quantity
	if p.dim != "" || q.dim == "" || q.ordinal || p.ordinal {
		return false
	}
	u, ok := words.Unit{}, false
	if t.header != nil {
		u, ok = unitIn(t.header[c].atoms)
	}
	if !ok {
		u, ok = unitIn(t.units)
	}
	p.dim, p.lo, p.hi, p.alt = u.Dimension, p.lo*u.Factor, p.hi*u.Factor, p.lo*u.Factor
	return ok && q.same(p)
}

// ownValue tells whether what a cell says stands in no other column.
func (t *table) ownValue(r, c int) bool {
	for k := range t.rows {
		for x := 1; x < len(t.rows[k].cells); x++ {
			if x != c && t.rows[k].cells[x].text == t.rows[r].cells[c].text {
				return false
			}
		}
	}
	return true
}

func (t *table) inHeadings(a *atom, columns []int) bool {
	for _, c := range columns {
		if t.header != nil && t.header[c].atoms.placeOf(a) >= 0 {
			return true
		}
	}
	return false
}

// inOrder tells whether the claim names the headings in the order of the cells that it gives.
func (t *table) inOrder(claim sequence, got *reading) bool {
	if len(got.columns) < 2 || t.header == nil {
		return true
	}
	for i := range got.columns {
		for k := range got.columns[:i] {
			head := func(c int) int {
				for _, a := range t.ownWords(c) {
					if n := claim.placeOf(&a); n >= 0 {
						return n
					}
				}
				return -1
			}
			a, b := head(got.columns[k]), head(got.columns[i])
			if a >= 0 && b >= 0 && (a < b) != (got.spans[k][0] < got.spans[i][0]) {
				return false
			}
		}
	}
	return true
}

// marked tells whether a cell may give a value with the mark of a note behind it: 250^9 is 250 with note 9, or a power.
func marked(cell, value string) bool {
	base, mark, ok := strings.Cut(strings.TrimSpace(cell), "^")
	return ok && base == value && len(mark) <= 2
}

// wrongCell is a cell of row r that gives another value than the claim does: that of a column which the claim names
// beside a number, or one in whose column the claim reads another row's.
func (t *table) wrongCell(claim sequence, r int, named []int) *wrongCell {
	row := &t.rows[r]
	for k := range t.rows {
		if k != r && claim.holds(t.rows[k].cells[0].atoms) && !row.cells[0].atoms.holds(t.rows[k].cells[0].atoms) {
			return nil // it compares two rows
		}
	}
	for _, col := range named {
		if a := t.given(claim, r, col, len(named) == 1); a != nil && !marked(row.cells[col].text, a.norm) {
			return &wrongCell{table: t, row: row, column: col, cell: &row.cells[col], said: sequence{*a}}
		}
	}
	var rest sequence // what the claim says of the row
	for i := range claim {
		a := &claim[i]
		if !a.is(content) || a.is(verb) || rowWords(a) || t.about[a.id] || words.Light.Has(a.norm) || row.cells[0].atoms.placeOf(a) >= 0 || t.header != nil && t.header[0].atoms.placeOf(a) >= 0 || t.inHeadings(a, named) {
			continue
		}
		rest = append(rest, *a)
	}
	if len(rest) == 0 || slices.ContainsFunc(row.cells[1:], func(c cell) bool { return c.has(rest) > 0 }) {
		return nil
	}
	for k := range t.rows {
		for c := 1; c < len(row.cells); c++ {
			if n := len(row.cells[c].atoms); 0 < n && n <= maxCellWords && len(t.rows[k].cells[c].atoms) <= maxCellWords && len(rest) == t.rows[k].cells[c].has(rest) {
				return &wrongCell{table: t, row: row, column: c, cell: &row.cells[c], said: rest}
			}
		}
	}
	return nil
}

// has counts the words that a cell has.
func (c *cell) has(words sequence) int {
	n := 0
	for i := range words {
		if c.atoms.placeOf(&words[i]) >= 0 {
			n++
		}
	}
	return n
}

// given is the number that a claim gives for a cell with another one: the nearest to the column's heading, and where
// several columns are named one that another cell of the column or of the row has; nil if there is none.
func (t *table) given(claim sequence, r, col int, alone bool) *atom {
	c := &t.rows[r].cells[col]
	if !c.isValue() {
		return nil
	}
	head := -1
	for _, a := range t.ownWords(col) {
		if head = claim.placeOf(&a); head >= 0 {
			break
		}
	}
	for k := range t.header {
		if !alone && k != col && head >= 0 && t.header[k].atoms.placeOf(&claim[head]) >= 0 {
			return nil // it does not tell the two apart
		}
	}
	var out *atom
	nearest := len(claim)
	for i := range claim {
		a := &claim[i]
		if !a.is(number) || t.rows[r].cells[0].atoms.placeOf(a) >= 0 || t.header[col].atoms.placeOf(a) >= 0 {
			continue
		}
		if t.equals(c, a, col) {
			if alone {
				return nil
			}
			a = nil
		}
		if d := max(i-head, head-i); d < nearest {
			nearest, out = d, a
		}
	}
	if out == nil || alone {
		return out
	}
	for k := range t.rows {
		for x := 1; x < len(t.rows[k].cells); x++ {
			if (x == col || k == r) && t.equals(&t.rows[k].cells[x], out, x) {
				return out
			}
		}
	}
	return nil
}

// equals tells whether a cell of a column has a number, in its own unit or in the table's.
func (t *table) equals(c *cell, a *atom, col int) bool {
	return slices.ContainsFunc(c.atoms, func(b atom) bool {
		return b.is(number) && (a.same(&b) || t.withUnit(a, &b, col) || a.quantity.dim == "" && nearly(a.quantity.raw, b.quantity.raw))
	})
}

// polarity of a cell, or of a mark, that says yes or no.
func polarity(text string) (yes, ok bool) {
	switch strings.TrimFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r < unicode.MaxLatin1 || r == '¹' || r == '²' }) {
	case "yes", "y", "✓", "✔", "heavy_check_mark", "true", "✅", "supported":
		return true, true
	case "no", "n", "✗", "✘", "x", "false", "❌", "not supported":
		return false, true
	}
	return false, false
}

// yesNo reads a claim off cells that say yes or no: it names the row and the columns, and affirms or denies as each
// of them does. wrong is the first cell that says the opposite.
func (t *table) yesNo(claim sequence) (got reading, wrong *wrongCell, ok bool) {
	if t.header == nil {
		return got, nil, false
	}
	negated := false
	for i := range claim {
		if a := &claim[i]; a.op&negatives != 0 {
			negated = true
		} else if yes, ok := polarity(a.norm); ok && a.is(mark) { // "is ✗"
			negated = negated != !yes
		} else if a.op&^words.By != 0 {
			return got, nil, false
		}
	}
	for r := range t.rows {
		key := t.rows[r].cells[0].atoms
		if len(key) == 0 || !claim.holds(key) || t.longerKey(claim, r) {
			continue
		}
		named := t.columnsNamed(claim, r)
		if len(named) == 0 || !t.accounted(claim, r, named) {
			continue
		}
		same := 0
		for _, c := range named {
			switch y, ok := polarity(t.rows[r].cells[c].text); {
			case ok && y != negated:
				same++
			case ok && wrong == nil && claim.find(0, len(claim), "or", "while", ";") < 0 && !claim.operator(words.But):
				wrong = &wrongCell{table: t, row: &t.rows[r], column: c, cell: &t.rows[r].cells[c], said: claim}
			}
		}
		if same == len(named) {
			return reading{row: r, columns: named}, nil, true
		}
	}
	return got, wrong, false
}

// accounted tells whether all that a claim is about is in the row's name, the headings named, the caption or the title.
func (t *table) accounted(claim sequence, r int, columns []int) bool {
	for i := range claim {
		a := &claim[i]
		if _, tick := polarity(a.norm); a.is(mark) && tick {
			continue
		}
		if a.is(content) && !rowWords(a) && t.rows[r].cells[0].atoms.placeOf(a) < 0 && !t.inHeadings(a, columns) && !t.about[a.id] {
			return false
		}
	}
	return true
}

// wrongCell is the cell that stands where a claim gives another value.
type wrongCell struct {
	passage int
	table   *table
	row     *row
	column  int
	cell    *cell
	said    sequence // of the claim
}

// reason says what the table has where the claim has something else.
func (w *wrongCell) reason(claim string) string {
	out := "says " + clip(claim, w.said) + "; the table gives " + w.cell.text + " for " + w.row.cells[0].text
	if w.table.header != nil {
		out += ", " + w.table.header[w.column].text
	}
	return out
}

// readOff proves a claim from a row of a table of the passage, or tells which cell says otherwise.
func (p *Prepared) readOff(passage int, claim sequence) (q Quote, wrong *wrongCell, ok bool) {
	for k := range p.tables {
		t := &p.tables[k]
		for _, read := range [...]func(sequence) (reading, *wrongCell, bool){t.readOff, t.yesNo} {
			got, w, ok := read(claim)
			if ok {
				return p.quote(passage, t.rows[got.row].start, t.rows[got.row].end), nil, true
			}
			if w != nil && wrong == nil {
				w.passage, wrong = passage, w
			}
		}
	}
	return q, wrong, false
}

// isUnit tells the words that name a unit.
func (a *atom) isUnit() bool {
	_, ok := words.UnitOf(a.norm)
	return ok && !a.is(number)
}

// unitIn is the unit that a heading or a caption counts in.
func unitIn(s sequence) (words.Unit, bool) {
	for i := range s {
		if u, ok := words.UnitOf(s[i].norm); ok && !s[i].is(number) {
			return u, true
		}
	}
	return words.Unit{}, false
}

// rowWords tells the words that a sentence needs to read a cell out.
func rowWords(a *atom) bool {
	return words.Reading.Has(a.id) || words.Attribution.Has(a.id) || words.ClassNoun.Has(a.id) || a.norm == "number" || a.norm == "cell" || a.norm == "respectively" || a.norm == "length" || a.norm == "size" || a.norm == "long"
}

// wrongRow finds the row whose name a claim that is a row of cells begins with, and the first cell in which they differ.
func (p *Prepared) wrongRow(passage int, claim string) *wrongCell {
	said, ok := (&Prepared{Passage: guard.Passage{Text: claim}, parser: p.parser}).readRow(0, len(claim))
	if !ok {
		return nil
	}
	for k := range p.tables {
		t := &p.tables[k]
		for r := range t.rows {
			row := &t.rows[r]
			if len(row.cells) != len(said.cells) || row.cells[0].text != said.cells[0].text {
				continue
			}
			for c := range row.cells {
				if row.cells[c].text != said.cells[c].text && said.cells[c].text != "" {
					return &wrongCell{passage: passage, table: t, row: row, column: c, cell: &row.cells[c], said: said.cells[c].atoms}
				}
			}
		}
	}
	return nil
}
