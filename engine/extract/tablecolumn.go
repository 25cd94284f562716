package extract

import (
	"math"
	"slices"
	"strings"

	"ibid/index/question"
)

// every lists the columns behind the first, as many as are quoted.
func (t *table) every() []int {
	var out []int
	for i := 1; i < len(t.header) && i <= maxTableColumns; i++ {
		out = append(out, i)
	}
	return out
}

// telling adds to the columns those whose cell in a row says something of the question, in their order: by them one can tell
// that it is the row.
func (t *table) telling(row int, columns []int, terms []question.Term) []int {
	var out []int
	for _, i := range t.every() {
		if slices.Contains(columns, i) || question.NewBag(t.rows[row][i]).Coverage(terms) > 0 {
			out = append(out, i)
		}
	}
	return out
}

// columns picks the columns whose header holds the most of the question; all of them where
// no header holds anything.
func (t *table) columns(terms []question.Term, header []question.Bag) []int {
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
func (t *table) distinct(i int, score []float64, terms []question.Term, header []question.Bag) bool {
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

// minAbbreviation is the fewest letters that can stand for a word in a table's header: "sig" for signature.
const minAbbreviation = 3

// unabbreviated adds all of the question's terms that a header abbreviates.
func unabbreviated(header question.Bag, terms []question.Term) question.Bag {
	added := question.Bag{}
	for h := range header {
		for k := range terms {
			if k > 0 && (runTogether(h, &terms[k-1], &terms[k]) || initials(h, &terms[k-1], &terms[k])) {
				added[terms[k-1].Whole], added[terms[k].Whole] = true, true
			}
			if len(h) >= minAbbreviation && strings.HasPrefix(terms[k].Whole, h) && !strings.ContainsAny(terms[k].Whole, "0123456789") {
				added[terms[k].Whole] = true
			}
		}
	}
	return header.With(added)
}

// runTogether tells whether a header is made of the beginnings of two words that follow each other: "keygen" of key
// generation.
func runTogether(header string, a, b *question.Term) bool {
	for i := minAbbreviation; i <= len(header)-minAbbreviation; i++ {
		if strings.HasPrefix(strings.ToLower(a.Text), header[:i]) && strings.HasPrefix(strings.ToLower(b.Text), header[i:]) {
			return true
		}
	}
	return false
}

// initials tells whether a header is made of the first letters of two words that follow each other: "pk" of public key.
func initials(header string, a, b *question.Term) bool {
	return len(header) == 2 && strings.HasPrefix(strings.ToLower(a.Text), header[:1]) && strings.HasPrefix(strings.ToLower(b.Text), header[1:])
}
