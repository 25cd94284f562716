package extract

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"ibid/engine"
	"ibid/index"
	"ibid/index/source"
)

// table is a table of the evidence: a header row, rows, and the caption above it.
type table struct {
	evidence int
	start    int
	caption  string
	header   []string
	rows     [][]string
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
			t := table{evidence: n, start: b.Start}
			if i > 0 && engine.IsCaption(ev.Text[ev.Blocks[i-1].Start:ev.Blocks[i-1].End]) {
				t.caption = engine.OneLine(ev.Text[ev.Blocks[i-1].Start:ev.Blocks[i-1].End])
			}
			for j, line := range strings.Split(ev.Text[b.Start:b.End], "\n") {
				cells := strings.Split(line, " | ")
				for k := range cells {
					cells[k] = strings.TrimSpace(strings.Trim(strings.TrimSpace(cells[k]), "|"))
				}
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

// superlative says which end of a column a question asks for.
type superlative int

const (
	noEnd superlative = iota
	least
	most
)

var (
	leastForm = regexp.MustCompile(`(?i)\b(?:smallest|lowest|least|minimum|minimal|shortest|fewest|cheapest|fastest|slowest rate|earliest)\b`)
	mostForm  = regexp.MustCompile(`(?i)\b(?:largest|biggest|highest|most|maximum|maximal|longest|greatest|latest)\b`)
)

func superlativeOf(q string) superlative {
	switch {
	case leastForm.MatchString(q):
		return least
	case mostForm.MatchString(q):
		return most
	}
	return noEnd
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
func (t *table) lookup(q index.Question, terms []engine.Term) (cellAnswer, bool) {
	about := engine.NewBag(t.caption)
	header := make([]engine.Bag, len(t.header))
	for i, h := range t.header {
		header[i] = unabbreviated(engine.NewBag(h), terms)
	}
	columns := t.columns(terms, header, about)
	a := cellAnswer{}
	var rows []int
	rows, a.quoted = t.named(q, terms)
	if len(rows) == 0 {
		if end := superlativeOf(q.Text); end != noEnd {
			rows, a.end = t.extreme(end, columns), true
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
		bag = bag.With(engine.NewBag(p.text))
	}
	for _, c := range columns {
		bag = bag.With(header[c])
	}
	a.cover = bag.Coverage(a.spoken(terms))
	return a, true
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

// minAbbreviation is the fewest letters that can stand for a word in a table's header: "sig" for signature.
const minAbbreviation = 3

// unabbreviated adds the question's terms that a header abbreviates.
func unabbreviated(header engine.Bag, terms []engine.Term) engine.Bag {
	for h := range header {
		for k := range terms {
			if len(h) >= minAbbreviation && strings.HasPrefix(terms[k].Whole, h) {
				return header.With(engine.Bag{terms[k].Whole: true})
			}
		}
	}
	return header
}

const (
	maxTableRows    = 4 // rows quoted
	maxTableColumns = 8 // columns quoted where the question names none
)

// columns picks the columns whose header holds the most of the question beyond what the caption holds; all of them
// where no header holds anything.
func (t *table) columns(terms []engine.Term, header []engine.Bag, about engine.Bag) []int {
	score := make([]float64, len(header))
	best := 0.0
	for i := 1; i < len(header); i++ {
		for k := range terms {
			score[i] += terms[k].Weight * header[i].Match(&terms[k])
		}
		best = math.Max(best, score[i])
	}
	var out []int
	for i := 1; i < len(header); i++ {
		if best == 0 && len(out) < maxTableColumns || best > 0 && score[i] > 0 && t.distinct(i, score, terms, header) {
			out = append(out, i)
		}
	}
	return out
}

// distinct keeps a column unless another one holds all that it holds of the question, and more.
func (t *table) distinct(i int, score []float64, terms []engine.Term, header []engine.Bag) bool {
	for j := 1; j < len(header); j++ {
		if j == i || score[j] <= score[i] {
			continue
		}
		covered := true
		for k := range terms {
			covered = covered && header[i].Match(&terms[k]) <= header[j].Match(&terms[k])
		}
		if covered {
			return false
		}
	}
	return true
}

// spoken are the terms that a row can hold: being the least or the most is shown by the row, not said in it.
func (a *cellAnswer) spoken(terms []engine.Term) []engine.Term {
	if !a.end {
		return terms
	}
	var out []engine.Term
	for i := range terms {
		if superlativeOf(terms[i].Text) == noEnd {
			out = append(out, terms[i])
		}
	}
	return out
}

// named lists the rows whose first cell the question names: word for word, or else every content word of it.
func (t *table) named(q index.Question, terms []engine.Term) (rows []int, quoted bool) {
	if out := t.matching(func(cell string) bool { return t.quoted(cell, q) }); len(out) > 0 {
		return out, true
	}
	return t.matching(func(cell string) bool {
		return !strings.ContainsAny(cell, "0123456789") && asked(cell, terms)
	}), false
}

// matching lists the rows whose first cell passes; none where they are too many, because then the name tells no row
// from another.
func (t *table) matching(pass func(cell string) bool) []int {
	var out []int
	for i, row := range t.rows {
		if row[0] != "" && pass(row[0]) {
			out = append(out, i)
		}
	}
	if len(out) > maxTableRows {
		return nil
	}
	return out
}

// quoted tells whether the question holds a cell word for word, or the cell one of its identifiers that has a number.
func (t *table) quoted(cell string, q index.Question) bool {
	if index.ContainsWord(q.Text, cell) {
		return true
	}
	for _, id := range q.Identifiers {
		if strings.ContainsAny(id, "0123456789") && index.ContainsWord(cell, id) {
			return true
		}
	}
	return false
}

// asked tells whether every term of a cell is one of the question's.
func asked(cell string, terms []engine.Term) bool {
	stems := engine.Stems(cell)
	for _, s := range stems {
		found := false
		for k := range terms {
			found = found || terms[k].Whole == s || contains(terms[k].Parts, s)
		}
		if !found {
			return false
		}
	}
	return len(stems) > 0
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// extreme lists the rows with the least or the largest number in the first column that the question names.
func (t *table) extreme(end superlative, columns []int) []int {
	for _, c := range columns {
		best, rows := math.NaN(), []int(nil)
		for i, row := range t.rows {
			x, err := strconv.ParseFloat(strings.ReplaceAll(strings.ReplaceAll(row[c], ",", ""), " ", ""), 64)
			if err != nil {
				continue
			}
			switch {
			case math.IsNaN(best) || end == least && x < best || end == most && x > best:
				best, rows = x, []int{i}
			case x == best:
				rows = append(rows, i)
			}
		}
		if len(rows) > 0 && len(rows) <= maxTableRows && len(t.rows) > len(rows) {
			return rows
		}
	}
	return nil
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
	var best cellAnswer
	for i := range c.tables {
		if a, ok := c.tables[i].lookup(c.request.Question, c.request.Terms); ok && a.cover > best.cover {
			best = a
		}
	}
	if best.pieces == nil || best.cover < tableCover {
		return nil
	}
	prose := choose(c.units, 1)
	lead := tableLead
	if k := c.request.Question.Kind; k == index.Quantity || k == index.List || best.quoted {
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
