package support

import (
	"cmp"
	"slices"
	"strings"

	"ibid/guard"
	"ibid/guard/words"
)

// reading holds a claim against one row of a table, whose name it has.
type reading struct {
	*table
	row     *row
	claim   sequence
	used    []bool // atoms of the claim that the row's name or a value accounts for
	columns []int  // whose headings the claim names, in the order in which it does
	rest    []int  // atoms of the claim that must be values
}

// readOff proves a claim from a row of a table, or tells which cell says otherwise; nil if none does.
func (e passages) readOff(text string, claim sequence) (out *Result) {
	for n, p := range e {
		for k := range p.tables {
			t := &p.tables[k]
			for i := range t.rows {
				r := reading{table: t, claim: claim, row: &t.rows[i]}
				q := p.quote(n, r.row.start, r.row.end)
				if r.out(text) {
					right := proven(q)
					return &right
				}
				if !r.names() {
					continue
				}
				c, said := r.wrong()
				if r.gives() {
					right := proven(q, guard.Step{Kind: TableCell, Source: q.Text})
					return &right
				}
				if said != nil && out == nil {
					place := strings.TrimSuffix(r.row.cells[0].text+", "+t.header[c].text, ", ")
					out = &Result{Verdict: guard.Contradicted, Quotes: []Quote{q},
						Reason: "says " + clip(text, said) + "; the table gives " + r.row.cells[c].text + " for " + place}
				}
			}
		}
	}
	return out
}

// out tells whether a claim reads the row out: its first cell, a colon, and columns in their order, each as its header and
// its value. "ML-KEM-768: ciphertext 1088" says nothing that the row does not, whatever words its headers are made of.
func (r *reading) out(claim string) bool {
	claim = bareEnd(oneLine(claim))
	name := oneLine(r.row.cells[0].text) + ": "
	rest, named := strings.CutPrefix(claim, name)
	if !named {
		rest, named = strings.CutPrefix(claim, oneLine(r.header[0].text)+" "+name)
	}
	for c := 1; named && c < len(r.row.cells); c++ {
		said := strings.TrimSpace(oneLine(r.header[c].text) + " " + bareEnd(oneLine(r.row.cells[c].text)))
		if rest == said {
			return true
		}
		if r.row.cells[c].text != "" {
			rest = strings.TrimPrefix(rest, said+", ")
		}
	}
	return false
}

// names tells whether the claim names the row, and no other whose name has more words; it finds the columns that the
// claim names, and what it says besides.
func (r *reading) names() bool {
	key := r.row.cells[0].atoms
	if len(key) == 0 || len(key) > maxCellWords || !r.claim.holds(key) {
		return false
	}
	for i := range r.rows {
		if other := r.rows[i].cells[0].atoms; len(other) > len(key) && other.holds(key) && r.claim.holds(other) {
			return false
		}
	}
	r.used = make([]bool, len(r.claim))
	for k := range key {
		if i := r.place(&key[k]); i >= 0 {
			r.used[i] = true
		}
	}
	r.findColumns()
	for i := range r.claim {
		if !r.used[i] && !r.idle(&r.claim[i]) {
			r.rest = append(r.rest, i)
		}
	}
	return true
}

// place is where the claim has an atom that is not used, or -1.
func (r *reading) place(a *atom) int {
	for i := range r.claim {
		if !r.used[i] && r.claim[i].like(a) {
			return i
		}
	}
	return -1
}

// findColumns lists the columns that the claim names.
func (r *reading) findColumns() {
	places := make(map[int]int)
	for c := 1; c < len(r.header); c++ {
		if place := r.placeOfHeading(c); place >= 0 {
			r.columns, places[c] = append(r.columns, c), place
		}
	}
	if r.columns == nil && len(r.row.cells) == 2 { // it need not be told which
		r.columns = []int{1}
	}
	slices.SortStableFunc(r.columns, func(a, b int) int { return cmp.Compare(places[a], places[b]) })
}

// placeOfHeading is where the claim has the first of the words of a heading, -1 if it has not all of them, units aside.
func (r *reading) placeOfHeading(c int) int {
	first := -1
	for _, a := range r.header[c].atoms {
		if !a.is(content) || a.isUnit() {
			continue
		}
		place := r.place(&a)
		if place < 0 {
			return -1
		}
		if first < 0 || place < first {
			first = place
		}
	}
	return first
}

// idle tells what a claim needs to read a cell out, and what stands above the cell. No operator is, unless it stands in
// the heading.
func (r *reading) idle(a *atom) bool {
	for _, c := range append([]int{0}, r.columns...) {
		if r.header[c].atoms.placeOf(a) >= 0 {
			return true
		}
	}
	if a.op&^(words.Exactly|words.By) != 0 {
		return false
	}
	return !a.is(content) || words.Reading.Has(a.id) || words.ClassNoun.Has(a.id) ||
		r.about.placeOf(a) >= 0 && !a.is(number) || r.row.cells[0].atoms.placeOf(a) >= 0
}

// gives tells whether the claim has what the cells of the columns say that it names, in their order, and says nothing
// else.
func (r *reading) gives() bool {
	at := -1
	for _, c := range r.columns {
		place := r.find(c)
		if place <= at {
			return false
		}
		at = place
	}
	return r.columns != nil && !slices.ContainsFunc(r.rest, func(i int) bool { return !r.used[i] })
}

// find is where the claim has what a cell says, in a row, which is used then; -1 if it has not. A number may have the
// unit that the heading or the caption gives.
func (r *reading) find(c int) int {
	atoms := r.row.cells[c].atoms
	if len(atoms) == 0 {
		return -1
	}
search:
	for i := 0; i+len(atoms) <= len(r.claim); i++ {
		for k := range atoms {
			a, b := &r.claim[i+k], &atoms[k]
			marks := a.is(mark) && b.is(mark) && a.free() && b.free()
			if r.used[i+k] || !marks && !a.same(b) && !r.sameWithUnit(a, b, c) {
				continue search
			}
		}
		for k := range atoms {
			r.used[i+k] = true
		}
		return i
	}
	return -1
}

// sameWithUnit tells whether a number of the claim is that of a cell in the unit of its heading or of the caption.
func (t *table) sameWithUnit(claim, cell *atom, c int) bool {
	if !claim.is(number) || !cell.is(number) || cell.quantity.dim != "" || claim.quantity.dim == "" {
		return false
	}
	for _, s := range [...]sequence{t.header[c].atoms, t.caption} {
		if i := s.index((*atom).isUnit); i >= 0 {
			u, _ := words.UnitOf(s[i].text)
			return claim.quantity.same(cell.quantity.in(u))
		}
	}
	return false
}

// wrong finds the column that the claim names and gives another number for than its cell.
func (r *reading) wrong() (column int, said sequence) {
	for _, i := range r.rest {
		said = append(said, r.claim[i])
	}
	if len(said) != len(r.columns) || said.index(func(a *atom) bool { return !a.is(number) }) >= 0 {
		return 0, nil
	}
	for k, c := range r.columns {
		cell := &r.row.cells[c]
		equal := func(b *atom) bool { return said[k].same(b) || r.sameWithUnit(&said[k], b, c) }
		if cell.isValue() && cell.atoms.index(equal) < 0 {
			return c, said[k : k+1]
		}
	}
	return 0, nil
}

// holds tells whether a sequence has all that another is about.
func (s sequence) holds(words sequence) bool {
	about := func(a *atom) bool { return a.is(content) || !a.is(glue|mark) }
	return words.index(about) >= 0 && words.index(func(a *atom) bool { return about(a) && s.placeOf(a) < 0 }) < 0
}

// bareEnd is a text without the stops behind it.
func bareEnd(text string) string { return strings.TrimRight(text, ".!?;:,”\"") }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
