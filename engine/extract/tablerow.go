package extract

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ibid/index/question"
)

// superlative says which end of a column a question asks for.
type superlative int

const (
	noEnd superlative = iota
	least
	most
)

var (
	saysEnd   = regexp.MustCompile(`(?i)\b(?:max|min)(?:\b|imum|imal)`)
	leastForm = regexp.MustCompile(`(?i)\b(?:smallest|lowest|least|minimum|minimal|shortest|fewest|cheapest|earliest)\b`)
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

// named lists the rows whose first cell the question names: word for word, or else every content word of it.
func (t *table) named(q question.Question, terms []question.Term) (rows []int, quoted bool) {
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
func (t *table) quoted(cell string, q question.Question) bool {
	if question.ContainsWord(q.Text, cell) {
		return true
	}
	for _, id := range q.Identifiers {
		if strings.ContainsAny(id, "0123456789") && question.ContainsWord(cell, id) {
			return true
		}
	}
	return false
}

// asked tells whether every term of a cell is one of the question's.
func asked(cell string, terms []question.Term) bool {
	stems := question.Stems(cell)
	for _, s := range stems {
		found := false
		for k := range terms {
			found = found || terms[k].Whole == s || slices.Contains(terms[k].Parts, s)
		}
		if !found {
			return false
		}
	}
	return len(stems) > 0
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

const (
	rowCover = 0.65 // the least share of the question that a row must hold which the question does not name
	rowOwn   = 0.35 // of that, what must stand in its own cells
	rowLead  = 0.1  // how much more than the next one it must hold
)

var numeric = regexp.MustCompile(`^[0-9][0-9., ]*$`)

// described is the row whose cells say most of what the question says, as those of a setting's description do. Nothing
// where two rows say it alike, or where it has no number and one is asked for.
func (t *table) described(terms []question.Term, header []question.Bag, about question.Bag, counts bool) []int {
	for i := range header {
		about = about.With(header[i])
	}
	best, value, second := -1, 0.0, 0.0
	for i, row := range t.rows {
		own := question.NewBag(row...).With(unabbreviated(question.NewBag(row[0]), terms))
		v := about.With(own).Coverage(terms)
		if own.Coverage(terms) < rowOwn || v < rowCover || counts && !slices.ContainsFunc(row[1:], numeric.MatchString) {
			continue
		}
		if v > value {
			best, value, second = i, v, value
		} else {
			second = math.Max(second, v)
		}
	}
	if best < 0 || value-second < rowLead {
		return nil
	}
	return []int{best}
}
