package extract

import (
	"slices"
	"strings"

	"ibid/engine"
	"ibid/index/question"
	"ibid/index/source"
)

// table is a table of the evidence: a header row, rows, and the caption above it.
type table struct {
	evidence int
	start    int
	caption  string
	header   []string
	rows     [][]string
	place    string // the document and the section that it stands in
}

// tables finds the tables of one chunk.
func tables(evidence []engine.Evidence) []table {
	var out []table
	for n := range evidence {
		ev := &evidence[n]
		for i, b := range ev.Blocks {
			if b.Kind != source.Table {
				continue
			}
			t := table{evidence: n, start: b.Start, place: strings.Join(append([]string{ev.DocID, ev.Title}, ev.Section...), "\n")}
			if i > 0 && engine.IsCaption(ev.Text[ev.Blocks[i-1].Start:ev.Blocks[i-1].End]) {
				t.caption = engine.OneLine(ev.Text[ev.Blocks[i-1].Start:ev.Blocks[i-1].End])
			}
			for j, line := range strings.Split(ev.Text[b.Start:b.End], "\n") {
				cells := engine.Cells(line)
				if j == 0 {
					t.header = cells
				} else if len(cells) == len(t.header) {
					t.rows = append(t.rows, cells)
				}
			}
			if len(t.header) > 1 {
				out = append(out, t)
			}
		}
	}
	return out
}

// cellAnswer is a row of a table with the columns that a question asks for.
type cellAnswer struct {
	pieces []piece // the caption, then the rows
	cover  float64
	quoted bool // the question has the row's header word for word
	end    bool // the rows are the ends of a column, which no sentence can be expected to name
}

// lookup answers a question from one table: the rows whose header the question names, in the columns whose header it
// names. Nothing is returned where it names no row.
func (t *table) lookup(q question.Question, terms []question.Term, names []question.Name) (cellAnswer, bool) {
	about := question.NewBag(t.caption)
	header := make([]question.Bag, len(t.header))
	for i, h := range t.header {
		header[i] = unabbreviated(question.NewBag(h), terms)
	}
	columns := t.columns(terms, header)
	a := cellAnswer{}
	var rows []int
	rows, a.quoted = t.named(q, terms)
	if len(rows) == 0 && saysEnd.MatchString(q.Text) && t.speaksOf(names) { // of "max. power" the row that says max
		if rows = t.described(terms, header, about, true); len(rows) > 0 && saysEnd.MatchString(t.rows[rows[0]][0]) {
			columns = t.telling(rows[0], columns, terms)
		} else {
			rows = nil
		}
	}
	if len(rows) == 0 {
		if end := superlativeOf(q.Text); end != noEnd && t.speaksOf(names) {
			rows, a.end = t.extreme(end, columns), true
		}
	}
	if len(rows) == 0 && q.Kind != question.Time && t.speaksOf(names) {
		if rows = t.described(terms, header, about, howMany.MatchString(q.Text)); len(rows) > 0 {
			columns = t.telling(rows[0], columns, terms)
		}
	}
	if len(rows) == 0 {
		return cellAnswer{}, false
	}
	if a.pieces = t.pieces(rows, columns); len(a.pieces) == 0 {
		return cellAnswer{}, false
	}
	bag := about
	for _, p := range a.pieces {
		bag = bag.With(question.NewBag(p.text))
	}
	bag = bag.With(header[0])
	for _, c := range columns {
		bag = bag.With(header[c])
	}
	a.cover = bag.Coverage(a.spoken(terms))
	return a, true
}

// speaksOf tells whether a table is about something that the question names, if it names anything: its least row is no
// answer where it is the table of something else.
func (t *table) speaksOf(names []question.Name) bool {
	if len(names) == 0 {
		return true
	}
	text := t.caption + "\n" + t.place + "\n" + strings.Join(t.header, "\n")
	for _, row := range t.rows {
		text += "\n" + strings.Join(row, "\n")
	}
	s := engine.Statement{Text: text}
	return slices.ContainsFunc(names, func(n question.Name) bool { return s.Holds(&n) })
}

// pieces puts rows into words under the table's caption: "ML-KEM-768: ciphertext 1088". Nothing where a row is empty.
func (t *table) pieces(rows, columns []int) []piece {
	var out []piece
	if t.caption != "" {
		out = append(out, piece{evidence: t.evidence, start: t.start - 1, text: t.caption})
	}
	for _, r := range rows {
		var parts []string
		for _, c := range columns {
			if cell := t.rows[r][c]; cell != "" {
				parts = append(parts, strings.TrimSpace(t.header[c]+" "+cell))
			}
		}
		if len(parts) == 0 {
			return nil
		}
		out = append(out, piece{evidence: t.evidence, start: t.start + r, text: t.rows[r][0] + ": " + strings.Join(parts, ", "), item: true})
	}
	return out
}

const (
	maxTableRows    = 4 // rows quoted
	maxTableColumns = 8 // columns quoted where the question names none
)

// spoken are the terms that a row can hold: being the least or the most is shown by the row, not said in it.
func (a *cellAnswer) spoken(terms []question.Term) []question.Term {
	if !a.end {
		return terms
	}
	var out []question.Term
	for i := range terms {
		if superlativeOf(terms[i].Text) == noEnd {
			out = append(out, terms[i])
		}
	}
	return out
}

// tableLead is how much more of the question a table's row must hold than the best sentence, less where it asks for a
// number: a cell is an answer, a sentence about cells is not.
const (
	tableLead  = 0.05
	tableCover = 0.5 // the least share of the question that a row must hold
)

// fromTable answers from the table row that holds most of the question, with the best sentence beside it where that
// holds as much.
func (c *composer) fromTable() []piece {
	if c.request.Question.Kind == question.Quantity {
		if rows := c.rowPerName(); rows != nil {
			return rows
		}
	}
	var best cellAnswer
	for i := range c.tables {
		if a, ok := c.tables[i].lookup(c.request.Question, c.request.Terms, c.request.Names); ok && a.cover > best.cover && c.demand.metByRows(&a) {
			best = a
		}
	}
	if best.pieces == nil || best.cover < tableCover {
		return nil
	}
	able, _ := c.eligible()
	prose := choose(able, 1)
	for k, i := range prose {
		prose[k] = able[i].at
	}
	lead := tableLead
	if k := c.request.Question.Kind; k == question.Quantity || k == question.List || best.quoted {
		lead = -2 * tableLead
	}
	if !best.end && len(prose) > 0 && c.units[prose[0]].cover+lead > best.cover {
		return nil
	}
	c.exact = best.quoted || best.end
	out := best.pieces
	if len(prose) > 0 && c.units[prose[0]].cover >= best.cover-tableLead {
		out = append(out, c.pieces(prose)...)
	}
	return out
}

// rowPerName answers a question about several names with a row for each of them, as different tables may have them. Nothing
// where one has none.
func (c *composer) rowPerName() []piece {
	r := &c.request
	if len(r.Names) < 2 || len(r.Names) > maxTableRows {
		return nil
	}
	var out []piece
	for n := range r.Names {
		q := r.Question
		q.Identifiers = []string{r.Names[n].Text}
		terms := r.Terms
		for k := range r.Names {
			if k != n {
				q.Text = strings.ReplaceAll(q.Text, r.Names[k].Text, "")
				terms = without(terms, within(r.Names[k].Text, terms))
			}
		}
		var best cellAnswer
		for i := range c.tables {
			if a, ok := c.tables[i].lookup(q, terms, r.Names[n:n+1]); ok && a.quoted && a.cover > best.cover && c.demand.metByRows(&a) {
				best = a
			}
		}
		if best.cover < tableCover {
			return nil
		}
		out = append(out, best.pieces...)
	}
	return out
}
