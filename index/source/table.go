package source

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tableText renders rows as the text of a Table block: the same number of cells in every row, each cell on one line
// and free of the separator. Rows without any text are dropped, but for an empty header. Where the text would be
// longer than most bytes, the cells and rows that do not fit are left out, and all is false.
func tableText(rows [][]string, most int) (text string, all bool) {
	width := 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	var out strings.Builder
	all = true
	cells := make([]string, width)
	for n, row := range rows {
		clear(cells)
		empty, size := true, out.Len()+len(" | ")*width
		for i := 0; i < len(row) && all; i++ {
			size += len(row[i])
			if all = size <= most; all {
				cells[i] = cellText(row[i])
				empty = empty && cells[i] == ""
			}
		}
		if !empty || n == 0 && len(rows) > 1 {
			if n > 0 && out.Len() > 0 {
				out.WriteByte('\n')
			}
			out.WriteString(strings.Join(cells, " | "))
		}
		if !all || size > most {
			all = false
			break
		}
	}
	if strings.Trim(out.String(), " |\n") == "" {
		return "", all
	}
	return out.String(), all
}

// cellText puts a cell on one line. A bar in a cell loses the spaces around it, which only the separator has.
func cellText(s string) string {
	fields := strings.Fields(clean(s))
	if !strings.Contains(s, "|") {
		return strings.Join(fields, " ")
	}
	var out strings.Builder
	for i, field := range fields {
		if i > 0 && !strings.HasPrefix(field, "|") && !strings.HasSuffix(fields[i-1], "|") {
			out.WriteByte(' ')
		}
		out.WriteString(field)
	}
	return out.String()
}

// maxHeadRows is how many rows of names above its columns a table may have.
const maxHeadRows = 4

var (
	// quantity matches a cell that holds a number with what may stand around it: a currency, a range, a unit.
	quantity = regexp.MustCompile(`^[^\pL\d]*\d[^\pL]*(?:\s?[\pL%°µ/²³]{1,4})?$`)
	upright  = regexp.MustCompile(`^\pL\p{Ll}{2,}$`)
	unitName = regexp.MustCompile(`[(\[][^()\[\]]+[)\]]$`)
)

// withHead returns the rows of a table with its head as the first: the names of the columns, or an empty row where it
// cannot be told which they are. Every reader of tables decides by it. A row that is marked as a head (an element or
// a style says so, it is bold, or its ground is that of no other) is one, and several at the top are joined, column
// by column. Without marks the first row is a head if it holds words alone and stands over a column of numbers; of
// only two columns, the first must be of numbers or the name above the second must end with a unit: pairs of a name
// and a value, one of them a word, look the same.
func withHead(rows [][]string, marked func(row int) bool) [][]string {
	empty := func(row []string) bool { return strings.TrimSpace(strings.Join(row, "")) == "" }
	skipped := 0
	for ; len(rows) > 0 && empty(rows[0]); rows = rows[1:] {
		skipped++
	}
	for len(rows) > 0 && empty(rows[len(rows)-1]) {
		rows = rows[:len(rows)-1]
	}
	n := 0
	for n < len(rows) && !empty(rows[n]) && marked(skipped+n) {
		n++
	}
	switch {
	case len(rows) == 0:
		return nil
	case n == 0 && wordsOverNumbers(rows), n == len(rows), n > maxHeadRows: // marks on every row tell nothing
		n = 1
	case n == 0:
		return headless(rows)
	}
	head := joinedHead(rows[:n])
	if len(strings.Join(head, " | ")) > maxHeader { // too long to be repeated
		head, n = rows[0], 1
	}
	return append([][]string{head}, rows[n:]...)
}

func wordsOverNumbers(rows [][]string) bool {
	if len(rows) < 3 {
		return false
	}
	for i, name := range rows[0] {
		if !strings.ContainsFunc(name, unicode.IsLetter) && (i > 0 || name != "") || quantity.MatchString(name) {
			return false
		}
	}
	for column, name := range rows[0] {
		numbers := 0
		for _, row := range rows[1:] {
			cell := ""
			if column < len(row) {
				cell = strings.TrimSpace(row[column])
			}
			if quantity.MatchString(cell) {
				numbers++
			} else if strings.ContainsFunc(cell, unicode.IsLetter) {
				numbers = -len(rows)
			}
		}
		if numbers > 1 && (len(rows[0]) > 2 || column == 0 || unitName.MatchString(name)) {
			return true
		}
	}
	return false
}

// joinedHead joins the rows of a head. A name that goes on in the row below, and one that stands upright, a letter a
// line, is read once and as a word.
func joinedHead(rows [][]string) []string {
	head := make([]string, len(rows[0]))
	for n, row := range rows {
		for i, name := range row {
			letters := strings.Fields(name)
			if word := strings.Join(letters, ""); len(letters) == utf8.RuneCountInString(word) && upright.MatchString(word) {
				name = word
			}
			if i >= len(head) {
				head = append(head, name)
			} else if n == 0 || i >= len(rows[n-1]) || row[i] != rows[n-1][i] {
				head[i] = strings.TrimSpace(head[i] + " " + name)
			}
		}
	}
	return head
}
