package source

import "strings"

// tableText renders rows as the text of a Table block: the same number of cells in every row, each cell on one
// line and free of the separator. Rows without any text are dropped.
func tableText(rows [][]string) string {
	width := 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	var out strings.Builder
	for _, row := range rows {
		cells := make([]string, width)
		empty := true
		for i, cell := range row {
			cells[i] = cellText(cell)
			empty = empty && cells[i] == ""
		}
		if empty {
			continue
		}
		if out.Len() > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(strings.Join(cells, " | "))
	}
	return out.String()
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
