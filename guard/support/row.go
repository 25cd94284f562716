package support

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard"
	"ibid/guard/sentence"
)

// readOut finds the table row, or the entry of a glossary, that a sentence reads out, cell for cell: of a row the
// row's first cell, a colon, and columns in their order, each as its header and its value. "ML-KEM-768: ciphertext
// 1088" says nothing that the row does not, whatever words its headers are made of.
func readOut(claim string, evidence []*Prepared) (Quote, bool) {
	claim = strings.TrimSuffix(oneLine(claim), ".")
	for n, p := range evidence {
		for k := range p.tables {
			t := &p.tables[k]
			if len(t.header) == 2 && readsEntry(claim, t.header) { // it is no header where names are explained
				h := &t.header[1]
				return p.quote(n, t.header[0].at, h.at+len(h.text)), true
			}
			header := t.header
			if header == nil { // to read a row out is to take the first one for it
				header = t.rows[0].cells
			}
			for i := range t.rows {
				if r := &t.rows[i]; len(r.cells) == 2 && readsEntry(claim, r.cells) || readsCells(claim, header, r.cells) {
					return p.quote(n, r.start, r.end), true
				}
			}
		}
	}
	return Quote{}, false
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// readsEntry tells whether a sentence is a glossary's entry, "name | explanation", up to the end of a sentence of it.
func readsEntry(claim string, cells []cell) bool {
	name := oneLine(cells[0].text)
	said, ok := strings.CutPrefix(claim, name+": ")
	if !ok || name == "" || said == "" {
		return false
	}
	text := oneLine(cells[1].text)
	return strings.HasPrefix(text, said) && slices.ContainsFunc(guard.SplitBlock(text, guard.Prose), func(s sentence.Span) bool {
		return s.End >= len(said) && strings.Trim(text[len(said):s.End], ".") == ""
	})
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

// readsCells tells whether a sentence is the first cell of a row, a colon, and columns in their order; the list's
// mark may have taken the first cell away.
func readsCells(claim string, header, cells []cell) bool {
	rest, _ := strings.CutPrefix(claim, oneLine(cells[0].text)+": ")
	for c := 1; c < len(cells); c++ {
		said := strings.TrimSuffix(oneLine(cells[c].text), ".")
		if said == "" {
			continue
		}
		after, ok := strings.CutPrefix(rest, strings.TrimSpace(oneLine(header[c].text)+" "+said))
		after = strings.TrimPrefix(after, ".")
		switch {
		case !ok:
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
