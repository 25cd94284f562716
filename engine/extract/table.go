package extract

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ibid/engine"
	"ibid/index/question"
	"ibid/index/source"
)

var (
	leastForm = regexp.MustCompile(`(?i)\b(?:smallest|lowest|least|minimum|minimal|min|shortest|fewest|cheapest|earliest)\b`)
	mostForm  = regexp.MustCompile(`(?i)\b(?:largest|biggest|highest|most|maximum|maximal|max|longest|greatest|latest)\b`)
)

const (
	maxColumns = 8 // of a row that are quoted where the question names none
	mostLooked = 4 // rows that a question looks up
)

// names tells whether the question holds the first cell of a row, word for word or by its words, or the cell one of
// its names that has a number.
func (m *meter) names(cell string) bool {
	if question.ContainsWord(m.Question.Text, strings.Trim(cell, "`*")) {
		return true
	}
	for _, id := range m.Question.Identifiers {
		if strings.ContainsAny(id, "0123456789") && question.ContainsWord(cell, id) {
			return true
		}
	}
	stems := question.Stems(cell)
	return len(stems) > 0 && !strings.ContainsAny(cell, "0123456789") && !slices.ContainsFunc(stems, func(s string) bool {
		return !slices.ContainsFunc(m.Terms, func(t question.Term) bool { return t.Whole == s || slices.Contains(t.Parts, s) })
	})
}

// looksUp is the share of the question that a row must hold, with its header and what it stands under, that answers it to the letter.
const looksUp = 0.65

// lookUp lists what a question names: the row whose first cell it has, in a column whose header it has; the row with the least or the largest
// number of that column, where it asks for that; the listing that it gives the number of. Nothing where there are too many.
func (m *meter) lookUp() map[int]bool {
	out := map[int]bool{}
	asked := slices.DeleteFunc(slices.Clone(m.Terms), func(t question.Term) bool { return leastForm.MatchString(t.Text) || mostForm.MatchString(t.Text) })
	sign := one(mostForm.MatchString(m.Question.Text)) - one(leastForm.MatchString(m.Question.Text))
	for from := 0; from < len(m.views); {
		v, to := &m.views[from], from+1
		for v.Kind == source.Table && to < len(m.views) && m.views[to].Kind == source.Table && m.views[to].List == v.List {
			to++
		}
		var rows []int
		switch {
		case v.Kind == source.Code && len(m.Question.References) > 0 && m.refersTo(v):
			rows = []int{from}
		case len(out) < mostInPart && m.inPart(v):
			rows = []int{from}
		case v.Kind == source.Table && len(m.columns(v, false)) > 0:
			for i := from; i < to; i++ {
				if m.names(cell(&m.views[i])) {
					rows = append(rows, i)
				}
			}
			if len(rows) == 0 && sign != 0 {
				rows = m.extreme(from, to, sign)
			}
			rows = slices.DeleteFunc(rows, func(i int) bool {
				r := &m.views[i]
				return coverage(asked, r.Bag, unabbreviated(r.lead, m.Terms), r.head) < looksUp || len(m.Names) > 0 && !slices.ContainsFunc(m.Names, func(n question.Name) bool { return r.Holds(&n) })
			})
		}
		for _, i := range rows[:min(len(rows), mostLooked+1)] {
			out[i] = true
		}
		from = to
	}
	if len(out) > mostLooked {
		return nil
	}
	return out
}

// mostInPart is how many statements of a part that the question names by its number answer it: the first ones.
const mostInPart = 2

// inPart tells whether a statement begins a part of a document that the question names by its number, or stands under its heading:
// "Clause 2.1", where the number is in front of the title or of the text.
func (m *meter) inPart(v *view) bool {
	asked := slices.ContainsFunc(m.Names, func(n question.Name) bool { return n.Part != "" })
	if !asked || v.Kind == source.Heading || v.Kind == source.Code {
		return false
	}
	block := func(b int) string { return strings.TrimSpace(v.ev.Text[v.ev.Blocks[b].Start:v.ev.Blocks[b].End]) }
	titles, b := []string{block(v.Block)}, v.Block
	for b >= 0 && v.ev.Blocks[b].Kind != source.Heading {
		b--
	}
	if b >= 0 {
		titles = append(titles, block(b))
	} else if n := len(v.ev.Section); n > 0 {
		titles = append(titles, v.ev.Section[n-1])
	}
	return slices.ContainsFunc(titles, func(title string) bool {
		return slices.ContainsFunc(m.Names, func(n question.Name) bool {
			rest := strings.TrimPrefix(strings.TrimPrefix(title, n.Text), n.Part)
			return n.Part != "" && rest != title && strings.IndexAny(strings.TrimPrefix(rest, "."), " \t:") == 0
		})
	})
}

func (m *meter) extreme(from, to int, sign float64) []int {
	for _, c := range m.columns(&m.views[from], false) {
		best, rows := math.Inf(-1), []int(nil)
		for i := from; i < to; i++ {
			cells := engine.Cells(m.views[i].Text)
			if c >= len(cells) {
				continue
			}
			x, err := strconv.ParseFloat(strings.NewReplacer(",", "", " ", "").Replace(cells[c]), 64)
			switch {
			case err != nil:
			case sign*x > best:
				best, rows = sign*x, []int{i}
			case sign*x == best:
				rows = append(rows, i)
			}
		}
		if len(rows) > 0 && len(rows) <= mostLooked && len(rows) < to-from {
			return rows
		}
	}
	return nil
}

// columns are those of a row behind the first whose header the question names, and with telling those whose cell says something of it.
func (m *meter) columns(v *view, telling bool) []int {
	header, cells := engine.Cells(v.Header), engine.Cells(v.Text)
	score, best := make([]float64, len(header)), 0.0
	bags := make([]question.Bag, len(header))
	for i := 1; i < len(header); i++ {
		bags[i] = unabbreviated(question.NewBag(header[i]), m.Terms)
		score[i] = coverage(m.Terms, bags[i])
		best = max(best, score[i])
	}
	var out []int
	for i := 1; i < len(header); i++ {
		if best > 0 && score[i] > 0 && m.distinct(i, score, bags) || telling && best > 0 && i < len(cells) && question.NewBag(cells[i]).Coverage(m.Terms) > 0 {
			out = append(out, i)
		}
	}
	return out
}

// distinct keeps a column unless another one holds all that it holds of the question, and more.
func (m *meter) distinct(i int, score []float64, bags []question.Bag) bool {
	for j := 1; j < len(bags); j++ {
		if score[j] > score[i] && !slices.ContainsFunc(m.Terms, func(t question.Term) bool { return bags[i].Match(&t) > bags[j].Match(&t) }) {
			return false
		}
	}
	return true
}

// words is a row in the columns that the question names: "ML-KEM-768: ciphertext 1088".
func (m *meter) words(v *view) piece {
	s := *v.Statement
	if columns, cells, header := m.columns(v, true), engine.Cells(s.Text), engine.Cells(s.Header); len(cells) == len(header) && len(columns) > 0 {
		row, head := []string{cells[0]}, []string{header[0]}
		for _, c := range columns[:min(len(columns), maxColumns)] {
			if cells[c] != "" {
				row, head = append(row, cells[c]), append(head, header[c])
			}
		}
		if cut := strings.Join(row, " | "); len(row) > 1 {
			s.Text, s.Header = cut, strings.Join(head, " | ")
		}
	}
	return piece{evidence: v.Evidence, start: v.Start, text: s.Said(), item: true}
}

// minAbbreviation is the fewest letters that can stand for a word in a table's header: "sig" for signature.
const minAbbreviation = 3

// unabbreviated adds all of the question's terms that a header abbreviates.
func unabbreviated(header question.Bag, terms []question.Term) question.Bag {
	added := question.Bag{}
	for h := range header {
		for k := range terms {
			if k > 0 && shortens(h, &terms[k-1], &terms[k]) {
				added[terms[k-1].Whole], added[terms[k].Whole] = true, true
			}
			if len(h) >= minAbbreviation && strings.HasPrefix(terms[k].Whole, h) && !strings.ContainsAny(terms[k].Whole, "0123456789") {
				added[terms[k].Whole] = true
			}
		}
	}
	return header.With(added)
}

// shortens tells whether a header is made of the beginnings of two words that follow each other, "keygen" of key generation, or of their
// first letters, "pk" of public key.
func shortens(header string, a, b *question.Term) bool {
	for i := 1; i < len(header); i++ {
		if (len(header) == 2 || i >= minAbbreviation && i <= len(header)-minAbbreviation) &&
			strings.HasPrefix(strings.ToLower(a.Text), header[:i]) && strings.HasPrefix(strings.ToLower(b.Text), header[i:]) {
			return true
		}
	}
	return false
}

// cell is the first of a row.
func cell(v *view) string { return engine.Cells(v.Text)[0] }
