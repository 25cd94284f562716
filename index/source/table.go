package source

import "strings"

// tableText renders rows as the text of a Table block: the same number of cells in every row, each cell on one
// line and free of the separator. Rows without any text are dropped, but for an empty header. Where the text would be longer than most bytes, the
// cells and rows that do not fit are left out, and all is false.
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
