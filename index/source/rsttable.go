package source

import (
	"strings"

	"ibid/index/source/budget"
)

const lineWork = 5 // of looking at a line

// simpleTableEnd returns the line after the simple table that begins in line i: it ends with its third border, or
// with its second if a blank line follows.
func simpleTableEnd(work *budget.Budget, lines []string, i int) int {
	borders := 0
	for j := i; j < len(lines) && work.Spend(lineWork) == nil; j++ {
		if !simpleBorder.MatchString(lines[j]) {
			continue
		}
		borders++
		if borders == 3 || borders == 2 && (j+1 == len(lines) || blank(lines[j+1])) {
			return j + 1
		}
	}
	return paragraphEnd(lines, i)
}

// simpleTable returns the rows of a table whose columns stand under borders of "=", a header above the second of
// three. A line with an empty first cell continues the row above it.
func simpleTable(work *budget.Budget, lines []string) [][]string {
	starts := columnStarts(lines[0])
	if len(starts)*len(lines) > maxTableCells {
		return nil
	}
	var rows [][]string
	borders, header := 0, 0
	for i, line := range lines {
		switch {
		case simpleBorder.MatchString(line):
			if borders++; borders == 2 {
				header = len(rows)
			}
			continue
		case blank(line):
			continue
		case i > 0 && strings.Trim(line, "- ") == "": // a rule under a spanning header
			continue
		}
		row := columns([]rune(line), starts)
		if n := len(rows); n > 0 && row[0] == "" && !blank(lines[i-1]) && !simpleBorder.MatchString(lines[i-1]) {
			for j, cell := range row {
				if work.Spend(len(rows[n-1][j])+1) != nil {
					return rows
				}
				rows[n-1][j] = strings.TrimSpace(rows[n-1][j] + " " + cell)
			}
			continue
		}
		rows = append(rows, row)
	}
	if header == len(rows) { // the second border is the last
		return headless(rows)
	}
	return rows
}

// headless are rows without a header.
func headless(rows [][]string) [][]string { return append([][]string{nil}, rows...) }

// columnStarts returns where the columns under a border begin, in runes.
func columnStarts(border string) []int {
	var starts []int
	for i := range border {
		if border[i] == '=' && (i == 0 || border[i-1] == ' ') {
			starts = append(starts, i)
		}
	}
	return starts
}

func columns(line []rune, starts []int) []string {
	row := make([]string, len(starts))
	for i, start := range starts {
		end := len(line)
		if i+1 < len(starts) {
			end = min(end, starts[i+1])
		}
		if start < end {
			row[i] = rstCell(line[start:end])
		}
	}
	return row
}

// rstCell is a line of a cell, without the bar that keeps it a line of its own.
func rstCell(line []rune) string {
	return strings.TrimPrefix(strings.TrimSpace(string(line)), "| ")
}

// gridTable returns the rows of a table drawn with "+", "-" and "|". Cells that span columns keep their text in the
// first of them.
func gridTable(work *budget.Budget, lines []string) [][]string {
	var starts []int
	for i, c := range lines[0] {
		if c == '+' {
			starts = append(starts, i)
		}
	}
	if len(starts) < 2 || len(starts)*len(lines) > maxTableCells {
		return nil
	}
	width := len(starts) - 1
	var rows [][]string
	row := make([]string, width)
	header := false
	for _, line := range lines[1:] {
		cells := []rune(strings.TrimRight(line, " \t"))
		if strings.HasPrefix(line, "+") {
			header = header || strings.HasPrefix(line, "+=")
			rows = append(rows, row)
			row = make([]string, width)
			continue
		}
		if len(cells) == 0 || cells[0] != '|' {
			return nil
		}
		for i, cell := range gridCells(cells, starts) {
			if work.Spend(len(row[i])+1) != nil {
				return append(rows, row)
			}
			row[i] = strings.TrimSpace(row[i] + " " + cell)
		}
	}
	if !header {
		return headless(rows)
	}
	return rows
}

// gridCells cuts one line of a grid table at its bars. Only a bar in the place of a "+" of the border separates.
func gridCells(line []rune, starts []int) []string {
	cells := make([]string, len(starts)-1)
	column, from := 0, 1
	for i := 1; i < len(starts); i++ {
		at := min(starts[i], len(line))
		if at < len(line) && line[at] != '|' && line[at] != '+' && i+1 < len(starts) {
			continue
		}
		if from < at {
			cells[column] = rstCell(line[from:at])
		}
		column, from = i, at+1
	}
	return cells
}
