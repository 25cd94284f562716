package support

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard"
)

// readOut finds the table row, or the entry of a glossary, that a sentence reads out, cell for cell: of a row the row's first cell, a colon, and columns in
// their order, each as its header and its value. "ML-KEM-768: ciphertext 1088" says nothing that the row does not,
// whatever words its headers are made of.
func readOut(claim string, evidence []*Prepared) (Quote, bool) {
	claim = strings.TrimSuffix(strings.Join(strings.Fields(claim), " "), ".")
	for n, p := range evidence {
		var header []string
		for start := 0; start < len(p.Text) && strings.Contains(p.Text, "|"); {
			end := len(p.Text)
			if i := strings.IndexByte(p.Text[start:], '\n'); i >= 0 {
				end = start + i
			}
			switch cells := rowCells(p.Text[start:end]); {
			case len(cells) < 2:
				header = nil
			case len(cells) == 2 && readsEntry(claim, cells):
				return Quote{Passage: n, Start: start, End: end, Text: p.Text[start:end]}, true
			case len(cells) != len(header):
				header = cells
			case readsCells(claim, header, cells):
				return Quote{Passage: n, Start: start, End: end, Text: p.Text[start:end]}, true
			}
			start = end + 1
		}
	}
	return Quote{}, false
}

// readsEntry tells whether a sentence is a glossary's entry, "name | explanation", up to the end of a sentence of it.
func readsEntry(claim string, cells []string) bool {
	said, ok := strings.CutPrefix(claim, cells[0]+": ")
	if !ok || cells[0] == "" || said == "" {
		return false
	}
	rest, ok := strings.CutPrefix(cells[1], said)
	return ok && (rest == "" || rest == "." || strings.HasPrefix(rest, ". "))
}

// withoutColon is "name explanation" for "name: Explanation", as a glossary prints it that sets its names apart by
// their place or type alone.
func withoutColon(claim string) string {
	name, said, ok := strings.Cut(claim, ": ")
	if first, _ := utf8.DecodeRuneInString(said); !ok || !unicode.IsUpper(first) {
		return claim
	}
	return name + " " + said
}

// rowCells are the cells of a line, with single spaces; nil where the line is no row.
func rowCells(line string) []string {
	if !strings.Contains(line, " | ") && !strings.HasPrefix(line, "|") || guard.IsDelimiterRow(strings.TrimSpace(line)) {
		return nil
	}
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i := range cells {
		cells[i] = strings.Join(strings.Fields(cells[i]), " ")
	}
	return cells
}

func readsCells(claim string, header, cells []string) bool {
	rest, ok := strings.CutPrefix(claim, cells[0]+": ")
	if !ok || cells[0] == "" {
		return false
	}
	for c := 1; c < len(cells); c++ {
		after, ok := strings.CutPrefix(rest, strings.TrimSpace(header[c]+" "+cells[c]))
		switch {
		case !ok || cells[c] == "":
			continue
		case after == "":
			return true
		}
		if next, ok := strings.CutPrefix(after, ", "); ok {
			rest = next
		}
	}
	return false
}
