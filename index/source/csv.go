package source

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// csvCommas are the delimiters that are tried. Of two that cut a file equally well the comma is the decimal one.
const csvCommas = "\t;|,"

var (
	csvSeparator = regexp.MustCompile(`^"?sep=([^\n])"? *\n`)
	csvComment   = regexp.MustCompile(`^[ \t]*[#%]+`)
	csvValue     = regexp.MustCompile(`^[-+−±~≈<>≤≥(]?\s*\p{Sc}?\s*[-+−]?[.,]?\d`)
	csvYear      = regexp.MustCompile(`^(?:1[5-9]|20)\d\d$`)
)

// csvTable is a delimited text with the line of each of its rows. Rows without any text are not among them.
type csvTable struct {
	rows  [][]string
	lines []int
	width int // of most rows
}

// readCSV reads delimited values. The delimiter is the one that a line "sep=;" names or else the one that cuts the rows most evenly.
// Comments and titles above the rows are paragraphs, and so are notes below them.
func readCSV(b *builder, text string) {
	at, commas := 1, csvCommas
	if m := csvSeparator.FindStringSubmatch(text); m != nil && !strings.Contains("\"\uFFFD", m[1]) {
		text, commas, at = text[len(m[0]):], m[1], 2
	}
	var comments []string
	rest := text
	for line := range strings.Lines(text) {
		if mark := csvComment.FindString(line); !blank(line) && (mark == "" || strings.ContainsAny(line[len(mark):][:1], csvCommas)) {
			break
		}
		comments, rest = append(comments, strings.TrimRight(line, "\n")), rest[len(line):]
	}
	if blank(rest) { // what begins all lines is no mark of a comment
		comments, rest = nil, text
	}
	first := at + len(comments)
	var t csvTable
	var comma rune
	best := 0.0
	for _, c := range commas {
		tried := splitCSV(b, rest, c, first)
		if score := tried.evenness(); score > best || best == 0 {
			t, comma, best = tried, c, score
		}
	}
	if b.ended = b.markup.Err(); len(t.rows) == 0 {
		return
	}
	t.trim()
	above, below := t.apart()
	headed := t.headed()
	if n := len(comments) - 1; n >= 0 && !headed && len(above.rows) == 0 { // the last comment may be the head
		head := splitCSV(b, uncommented(comments[n]), comma, first-1)
		if head.width == t.width && head.width > 1 && head.headed() {
			t.rows, t.lines = slices.Concat(head.rows, t.rows), slices.Concat(head.lines, t.lines)
			comments, headed = comments[:n], true
		}
	}
	for i, line := range comments {
		b.add(Block{Kind: Paragraph, StartLine: at + i, EndLine: at + i}, uncommented(line))
	}
	above.add(b)
	last := first + strings.Count(strings.TrimRight(rest, "\n"), "\n")
	if len(below.lines) > 0 {
		last = below.lines[0] - 1
	}
	if len(t.rows) > 0 {
		t.warnUneven(b)
		rows, lines := t.rows, t.lines
		if !headed {
			rows, lines = headless(rows), append([]int{lines[0]}, lines...)
		}
		b.table(Block{Kind: Table, StartLine: lines[0], EndLine: last}, rows, lines...)
	}
	below.add(b)
}

func uncommented(line string) string { return strings.TrimSpace(csvComment.ReplaceAllString(line, "")) }

// splitCSV reads the rows of a text whose first line has the number line. Where a quotation mark does not pair, its line is a row.
func splitCSV(b *builder, text string, comma rune, line int) (t csvTable) {
	reader := func(s string) *csv.Reader {
		r := csv.NewReader(strings.NewReader(s))
		r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = comma, -1, comma != '\t'
		return r
	}
	r, start := reader(text), int64(0)
	for {
		row, err := r.Read()
		if err == io.EOF || b.markup.Spend(tokenWork*(1+len(row))) != nil {
			break
		}
		at := 1
		if stray := (*csv.ParseError)(nil); errors.As(err, &stray) {
			at = stray.StartLine
			b.markup.Spend(fragmentWork/tokenWork + int(r.InputOffset()-start))
			alone, rest, _ := strings.Cut(strings.TrimLeft(text[start:], "\n"), "\n")
			lazy := reader(alone)
			lazy.LazyQuotes = true
			if row, _ = lazy.Read(); len(t.rows) == 0 || len(row) != len(t.rows[0]) {
				row = strings.Split(alone, string(comma))
			}
			text, start, r = rest, 0, reader(rest)
		} else {
			at, _ = r.FieldPos(0)
			start = r.InputOffset()
		}
		if slices.ContainsFunc(row, func(cell string) bool { return !blank(cell) }) {
			t.rows, t.lines = append(t.rows, row), append(t.lines, line+at-1)
		}
		if start == 0 {
			line += at
		}
	}
	widths := map[int]int{}
	for _, row := range t.rows {
		if n := len(row); t.width == 0 || widths[n]+1 > widths[t.width] {
			t.width = n
		}
		widths[len(row)]++
	}
	return t
}

// evenness tells how well a delimiter cuts a text, 0 to 1: how many rows have the same number of cells, how many cells that are, and how
// few of them hold what may be the delimiter.
func (t *csvTable) evenness() float64 {
	even, cells, clean := 0, 0, 0
	for _, row := range t.rows {
		if len(row) == t.width {
			even++
		}
		for _, cell := range row {
			if cells++; !strings.ContainsAny(cell, ";|\t") && !strings.Contains(cell, ", ") {
				clean++
			}
		}
	}
	if even == 0 {
		return 0
	}
	share := float64(even) / float64(len(t.rows))
	return share * share * (1 - 1/float64(t.width)) * float64(clean) / float64(cells)
}

// trim removes the columns at both sides that are empty in all rows: of a frame, and of delimiters at the ends of lines.
func (t *csvTable) trim() {
	first, last := t.width, 0
	for _, row := range t.rows {
		full := func(cell string) bool { return !blank(cell) }
		first = min(first, slices.IndexFunc(row, full))
		for i := len(row); i > last; i-- {
			if full(row[i-1]) {
				last = i
			}
		}
	}
	for i, row := range t.rows {
		t.rows[i] = row[min(first, len(row)):min(last, len(row))]
	}
	t.width = min(last, t.width) - first
}

// apart takes off what stands above the head, rows that are filled to less than a half, and below the rows, lines that are not cut.
func (t *csvTable) apart() (above, below csvTable) {
	if t.width < 2 {
		return above, below
	}
	filled := func(row []string) (n int) {
		for _, cell := range row {
			if !blank(cell) {
				n++
			}
		}
		return n
	}
	cut := func(from, to int) csvTable { return csvTable{rows: t.rows[from:to], lines: t.lines[from:to]} }
	head := max(0, slices.IndexFunc(t.rows, func(row []string) bool {
		return 2*filled(row) > t.width || len(row) == t.width && t.width == 2
	}))
	end := len(t.rows)
	for end > head+1 && len(t.rows[end-1]) == 1 {
		end--
	}
	above, below = cut(0, head), cut(end, len(t.rows))
	t.rows, t.lines = t.rows[head:end], t.lines[head:end]
	return above, below
}

// add adds each row as a paragraph: "Station: Nordhavn".
func (t *csvTable) add(b *builder) {
	for i, row := range t.rows {
		cells := slices.DeleteFunc(slices.Clone(row), blank)
		text := strings.Join(cells, ", ")
		if len(cells) > 1 {
			text = strings.TrimRight(cells[0], ": ") + ": " + strings.Join(cells[1:], ", ")
		}
		b.add(Block{Kind: Paragraph, StartLine: t.lines[i], EndLine: t.lines[i]}, cellText(text))
	}
}

// warnUneven counts the rows that have more or fewer cells than the others.
func (t *csvTable) warnUneven(b *builder) {
	n, line := 0, 0
	for i, row := range t.rows {
		if len(row) != t.width {
			if n++; n == 1 {
				line = t.lines[i]
			}
		}
	}
	switch {
	case n == 1:
		b.warn(fmt.Sprintf("line %d: the row has more or fewer cells than the others", line))
	case n > 1:
		b.warn(fmt.Sprintf("%d rows, the first on line %d, have more or fewer cells than the others", n, line))
	}
}

// headed tells whether the first row names the columns: it holds no value, unless it counts years, and nothing that comes again in its
// column.
func (t *csvTable) headed() bool {
	values, years := 0, 0
	for _, cell := range t.rows[0] {
		if isValue(cell) {
			values++
		}
		if csvYear.MatchString(strings.TrimSpace(cell)) {
			years++
		}
	}
	again := false
	for n, row := range t.rows[1:] {
		if slices.Equal(row, t.rows[0]) {
			continue
		}
		for i, cell := range row[:min(len(row), len(t.rows[0]))] {
			again = again || cell == t.rows[0][i] && !blank(cell)
			if n == 0 && csvYear.MatchString(strings.TrimSpace(cell)) {
				years--
			}
		}
	}
	return !again && (values == 0 || values == years && years > 1)
}

// isValue reports whether a cell is a number, perhaps with a unit, a date or the like and no name with a digit in it.
func isValue(cell string) bool {
	cell = strings.TrimSpace(cell)
	if !csvValue.MatchString(cell) {
		return false
	}
	digits, letters := 0, 0
	for _, r := range cell {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return letters <= digits+2
}
