package source

import (
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
)

// readCSV reads comma-separated values; tabs and semicolons separate as well. The first row is the header unless it holds a number.
func readCSV(b *builder, text string) {
	first, _, _ := strings.Cut(text, "\n")
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = -1, true, false
	for _, comma := range ";\t" {
		if strings.Count(first, string(comma)) > strings.Count(first, string(r.Comma)) {
			r.Comma = comma
		}
	}
	var rows [][]string
	var lines []int
	for {
		row, err := r.Read()
		if err != nil || b.markup.Spend(tokenWork*len(row)) != nil {
			break
		}
		if !slices.ContainsFunc(row, func(cell string) bool { return !blank(cell) }) {
			continue
		}
		line, _ := r.FieldPos(0)
		rows, lines = append(rows, row), append(lines, line)
	}
	b.ended = b.markup.Err()
	if len(rows) == 0 {
		return
	}
	if slices.ContainsFunc(rows[0], isNumber) {
		rows, lines = headless(rows), append([]int{1}, lines...)
	}
	last := 1 + strings.Count(strings.TrimRight(text, "\n"), "\n")
	b.table(Block{Kind: Table, StartLine: lines[0], EndLine: last}, rows, lines...)
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	return err == nil
}
