package source

import "strings"

// tableText renders rows as the text of a Table block: the same number of cells in every row, each cell on one
// line and free of the separator. Rows without any text are dropped. Rows that make the text longer than most bytes are
// left out, and all is false.
func tableText(rows [][]string, most int) (text string, all bool) {
	width := 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	var out strings.Builder
	cells := make([]string, width)
	for _, row := range rows {
		clear(cells)
		empty, size := true, out.Len()+len(" | ")*width
		for i, cell := range row {
			if size += len(cell); size > most {
				return out.String(), false
			}
			cells[i] = cellText(cell)
			empty = empty && cells[i] == ""
		}
		if empty {
			continue
		}
		if size > most {
			return out.String(), false
		}
		if out.Len() > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(strings.Join(cells, " | "))
	}
	return out.String(), true
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
