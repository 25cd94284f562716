package support

import (
	"math"
	"slices"
	"strconv"

	"ibid/guard/words"
)

// comparison is two cells of which a claim says how they differ.
type comparison struct {
	rows, columns [2]int // of the greater or the smaller one, as the claim says, and of what it is compared with
	at            int    // in the claim, what parts the two
	number        *atom  // by how much or how many times; nil where it does not say
	holds         bool
}

// comparison finds the two cells that a claim compares: of two rows in one column that it names, or of one row in
// two. Nothing is left in the claim but names, headings, and the words of comparing.
func (t *table) comparison(claim sequence) (c comparison, ok bool) {
	c.at = claim.find(0, len(claim), "<gt>", "<lt>")
	for i := range claim {
		switch a := &claim[i]; {
		case a.is(multiple):
			if c.number = a; c.at < 0 {
				c.at = i
			}
		case a.is(operator) && !a.is(preposition) && i != c.at && a.id != "<about>" && a.id != "<but>" && a.id != "<although>":
			return c, false
		}
	}
	if c.at < 1 || t.header == nil || !t.compares(claim, &c) {
		return c, false
	}
	var named sequence
	for x := range 2 {
		named = append(append(named, t.rows[c.rows[x]].cells[0].atoms...), t.header[c.columns[x]].atoms...)
	}
	named = append(named, t.header[0].atoms...)
	for i := range claim {
		a := &claim[i]
		switch {
		case named.placeOf(a) >= 0 || a == c.number:
		case a.is(number) && c.number == nil && i == c.at-1:
			c.number = a
		case a.is(number):
			return c, false
		case a.is(content) && !t.about[a.id] && !rowWords(a) && !a.isUnit() && !words.Computed.Has(a.norm) && !slices.Contains([]string{"larg", "big", "high", "long", "much", "mani"}, a.id):
			return c, false
		}
	}
	return c, t.differ(claim, &c)
}

// compares finds the rows and the columns of a comparison.
func (t *table) compares(claim sequence, c *comparison) bool {
	var rows []int
	for r := range t.rows {
		if key := t.rows[r].cells[0].atoms; len(key) > 0 && len(key) <= maxCellWords && claim.holds(key) && !t.longerKey(claim, r) {
			rows = append(rows, r)
		}
	}
	var columns []int
	if len(rows) > 0 {
		columns = t.columnsNamed(claim, rows[0])
	}
	for col := 1; col < len(t.header) && len(columns) == 0 && len(rows) == 2; col++ {
		if t.rows[rows[0]].cells[col].isValue() {
			columns = append(columns, col)
		}
	}
	var one, other sequence // what tells the two apart
	switch {
	case len(rows) == 2 && len(columns) == 1:
		columns = append(columns, columns[0])
		one, other = t.rows[rows[0]].cells[0].atoms, t.rows[rows[1]].cells[0].atoms
	case len(rows) == 1 && len(columns) == 2:
		rows = append(rows, rows[0])
		one, other = t.ownWords(columns[0]), t.ownWords(columns[1])
	default:
		return false
	}
	a, b := claim.placeOfOwn(one, other), claim.placeOfOwn(other, one)
	switch {
	case 0 <= a && a < c.at && c.at < b:
		c.rows, c.columns = [2]int{rows[0], rows[1]}, [2]int{columns[0], columns[1]}
	case 0 <= b && b < c.at && c.at < a:
		c.rows, c.columns = [2]int{rows[1], rows[0]}, [2]int{columns[1], columns[0]}
	default:
		return false
	}
	return true
}

// placeOfOwn is where a sequence has the first word of a name that another name has not; -1 if nowhere.
func (s sequence) placeOfOwn(name, other sequence) int {
	for i := range name {
		if a := &name[i]; !a.is(glue|mark) && other.placeOf(a) < 0 {
			return s.placeOf(a)
		}
	}
	return -1
}

// aboutTimes is the share by which a ratio may be off where the claim says "about".
const aboutTimes = 0.1

// differ tells whether both cells are numbers, and sets whether they differ as the claim says.
func (t *table) differ(claim sequence, c *comparison) bool {
	var cells [2]*atom
	for x := range cells {
		cell := &t.rows[c.rows[x]].cells[c.columns[x]]
		for i := range cell.atoms {
			if cell.atoms[i].is(number) {
				if cells[x] != nil {
					return false
				}
				cells[x] = &cell.atoms[i]
			}
		}
		if cells[x] == nil || !cell.isValue() {
			return false
		}
	}
	a, b := cells[0].quantity, cells[1].quantity
	if a.dim != b.dim || a.lo != a.hi || b.lo != b.hi {
		return false
	}
	switch claim[c.at].id {
	case "<gt>":
		c.holds = a.lo > b.lo
	case "<lt>":
		c.holds = a.lo < b.lo
	default:
		c.holds = true
	}
	if c.number == nil {
		return true
	}
	if c.number.is(multiple) {
		ratio := a.lo / b.lo
		if claim.at(c.at, "<lt>") {
			ratio = b.lo / a.lo
		}
		off := math.Abs(ratio/c.number.quantity.lo - 1)
		c.holds = c.holds && (off < numberTolerance || off <= aboutTimes && claim.find(0, len(claim), "<about>") >= 0)
		return true
	}
	d := atom{trait: content | number, quantity: a}
	d.quantity.lo = math.Abs(a.lo - b.lo)
	d.quantity.hi, d.quantity.alt, d.quantity.raw = d.quantity.lo, d.quantity.lo, math.Abs(a.raw-b.raw)
	c.holds = c.holds && (c.number.same(&d) || t.withUnit(c.number, &d, c.columns[0]) || c.number.quantity.dim == "" && nearly(c.number.quantity.raw, d.quantity.raw))
	return true
}

// compared is what the table has of two cells that a claim compares.
func (t *table) compared(c *comparison) string {
	out := ""
	for x := range 2 {
		r, col := &t.rows[c.rows[x]], c.columns[x]
		if out != "" {
			out += " and "
		}
		out += r.cells[col].text + " for " + r.cells[0].text + ", " + t.header[col].text
	}
	return out
}

// counted is a number that was counted.
func counted(n, at int) atom {
	v := float64(n)
	return atom{id: "#", norm: strconv.Itoa(n), trait: content | number, quantity: quantity{lo: v, hi: v, alt: v, raw: v}, start: at, end: at}
}
