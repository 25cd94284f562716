package source

import (
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// csvCommas are the delimiters that are tried. Of two that cut a file equally well the comma is the
// decimal one.
const csvCommas = "\t;|,"

var (
	csvSeparator = regexp.MustCompile(`^"?sep=([^\n"\x{FFFD}])"? *\n`)
	csvComment   = regexp.MustCompile(`^[ \t]*[#%]+(?:[^,;|\t]|$)`) // "#" may name a column
	csvValue     = regexp.MustCompile(`^[-+−±~≈<>≤≥(]?\s*\p{Sc}?\s*[-+−]?[.,]?\d`)
	csvYear      = regexp.MustCompile(`^\s*(?:1[5-9]|20)\d\d\s*$`)
)

// csvTable is a delimited text: rows that hold text, and the line that each is on.
type csvTable struct {
	rows  [][]string
	lines []int
	width int     // of most rows
	even  float64 // how well the delimiter cuts the text, 0 to 1
}

// readCSV reads delimited values. The delimiter is the one that a line "sep=;" names or else the
// one that cuts the rows most evenly. Comments and titles above the rows are paragraphs.
func readCSV(b *builder, text string) {
	first, commas := 1, csvCommas
	if m := csvSeparator.FindStringSubmatch(text); m != nil {
		text, commas, first = text[len(m[0]):], m[1], 2
	}
	var comments []string
	rest := text
	for line := range strings.Lines(text) {
		if !blank(line) && !csvComment.MatchString(line) {
			break
		}
		comments, rest = append(comments, strings.Trim(line, "#% \t\n")), rest[len(line):]
	}
	if blank(rest) { // what begins all lines is no mark of a comment
		comments, rest = nil, text
	}
	at := first + len(comments)
	var t csvTable
	var comma rune
	for _, c := range commas {
		if tried := splitCSV(b, rest, c, at); tried.even >= t.even {
			t, comma = tried, c
		}
	}
	if b.ended = b.markup.Err(); len(t.rows) == 0 {
		return
	}
	var above csvTable
	for len(t.rows) > 1 && t.above(full(t.rows[0])) {
		above.rows, above.lines = append(above.rows, t.rows[0]), append(above.lines, t.lines[0])
		t.rows, t.lines = t.rows[1:], t.lines[1:]
	}
	headed := t.headed()
	if n := len(comments) - 1; n >= 0 && !headed && len(above.rows) == 0 { // the last comment may be the head
		if head := splitCSV(b, comments[n], comma, at-1); head.width == t.width && t.width > 1 && head.headed() {
			t.rows, t.lines = slices.Concat(head.rows, t.rows), slices.Concat(head.lines, t.lines)
			comments, headed = comments[:n], true
		}
	}
	for i, line := range comments {
		b.add(Block{Kind: Paragraph, StartLine: first + i, EndLine: first + i}, line)
	}
	for i, row := range above.rows { // "Station: Nordhavn"
		text := full(row)[0]
		if values := full(row)[1:]; len(values) > 0 {
			text = strings.TrimRight(text, ": ") + ": " + strings.Join(values, ", ")
		}
		b.add(Block{Kind: Paragraph, StartLine: above.lines[i], EndLine: above.lines[i]}, text)
	}
	t.add(b, headed, at+strings.Count(strings.TrimRight(rest, "\n"), "\n"))
}

// above reports whether the first row, of which cells hold text, is no part of the table: it is
// half empty, or tells about it.
func (t *csvTable) above(cells []string) bool {
	sparse := 2*len(cells) <= t.width && (t.width > 2 || len(t.rows[0]) < t.width)
	return sparse || len(cells) == 2 && t.width > 2 && strings.HasSuffix(cells[0], ":")
}

// full are the cells of a row that hold text.
func full(row []string) []string { return slices.DeleteFunc(slices.Clone(row), blank) }

// splitCSV reads the rows of a text whose first line has the number line.
func splitCSV(b *builder, text string, comma rune, line int) (t csvTable) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.TrimLeadingSpace = comma, -1, true, comma != '\t'
	widths := map[int]int{}
	cells, clean := 0, 0 // all, and those that hold no other delimiter
	for {
		row, err := r.Read()
		if err != nil || b.markup.Spend(tokenWork*len(row)) != nil {
			break
		}
		if len(full(row)) == 0 {
			continue
		}
		n, _ := r.FieldPos(0)
		if last := len(row) - 1; comma == '|' && last > 1 && blank(row[0]) && blank(row[last]) { // a frame
			row = row[1:last]
		}
		t.rows, t.lines = append(t.rows, row), append(t.lines, line+n-1)
		if widths[len(row)]++; widths[len(row)] > widths[t.width] {
			t.width = len(row)
		}
		for _, cell := range row {
			if cells++; !strings.ContainsAny(cell, ";|\t") && !strings.Contains(cell, ", ") {
				clean++
			}
		}
	}
	if t.width > 1 {
		share := float64(widths[t.width]) / float64(len(t.rows))
		t.even = share * share * (1 - 1/float64(t.width)) * float64(clean) / float64(cells)
	}
	return t
}

// add adds the rows, of which the last is on line last.
func (t *csvTable) add(b *builder, headed bool, last int) {
	uneven := 0
	for i := len(t.rows) - 1; i >= 0; i-- {
		if len(t.rows[i]) != t.width {
			uneven = t.lines[i]
		}
	}
	if uneven > 0 {
		b.warn(fmt.Sprintf("some rows have more or fewer cells than the others, the first on line %d", uneven))
	}
	if !headed {
		t.rows, t.lines = headless(t.rows), append([]int{t.lines[0]}, t.lines...)
	}
	b.table(Block{Kind: Table, StartLine: t.lines[0], EndLine: last}, t.rows, t.lines...)
}

// headed tells whether the first row names the columns: it holds no value, unless years, and
// nothing that comes again in its column.
func (t *csvTable) headed() bool {
	head := t.rows[0]
	if slices.ContainsFunc(head, func(cell string) bool { return isValue(cell) && !csvYear.MatchString(cell) }) {
		return false
	}
	for n, row := range t.rows[1:] {
		for i, cell := range row[:min(len(row), len(head))] {
			again := cell == head[i] && !blank(cell) && !slices.Equal(row, head)
			if again || n == 0 && csvYear.MatchString(cell) && csvYear.MatchString(head[i]) {
				return false
			}
		}
	}
	return len(t.rows) > 1 || !slices.ContainsFunc(head, isValue)
}

// isValue reports whether a cell is a number, perhaps with a unit, a date or the like, and no name
// with a digit in it.
func isValue(cell string) bool {
	digits, letters := 0, 0
	for _, r := range cell {
		if unicode.IsDigit(r) {
			digits++
		} else if unicode.IsLetter(r) {
			letters++
		}
	}
	return csvValue.MatchString(strings.TrimSpace(cell)) && letters <= digits+2
}
