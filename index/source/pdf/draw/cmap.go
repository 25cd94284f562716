package draw

import (
	"slices"

	"ibid/index/source/budget"
)

// cmap maps character codes to Unicode text (a ToUnicode map) or to character identifiers (a font's Encoding).
type cmap struct {
	lengths [5]bool // lengths[n]: some code has n bytes
	text    map[string]string
	ranges  []codeRange
	cids    []codeRange
	single  [256]bool // codes of one byte that cids has
	known   map[string]int
	work    *budget.Budget
}

// codeRange maps the codes low to high, which have the same length, to values that count up from text or cid.
type codeRange struct {
	low, high string
	text      string
	cid       int
}

const maxCodeBytes = 4

// parseCMap reads a CMap program (Adobe technical note 5014) as far as it can.
func parseCMap(work *budget.Budget, data []byte) *cmap {
	m := &cmap{text: map[string]string{}, known: map[string]int{}, work: work}
	l := NewLexer(data)
	var args []Token
	for {
		t := l.Next()
		switch {
		case t.Kind == tokenEOF, work.Spend(operatorWork) != nil:
			return m
		case t.Kind != tokenOperator:
			if len(args) < MaxCodes {
				args = append(args, t)
			}
			continue
		}
		size := cmapEntries[t.text]
		for a := args; size > 0 && len(a) >= size; a = a[size:] {
			m.add(t.text, a[:size])
		}
		args = args[:0]
	}
}

// cmapEntries are the operators that end a list of entries, with the operands of an entry.
var cmapEntries = map[string]int{"endcodespacerange": 1, "endbfchar": 2, "endbfrange": 3, "endcidchar": 2, "endcidrange": 3}

// add takes one entry of a list.
func (m *cmap) add(list string, entry []Token) {
	code := entry[0].text
	switch list {
	case "endcodespacerange":
		if n := len(code); entry[0].Kind == tokenString && n >= 1 && n <= maxCodeBytes {
			m.lengths[n] = true
		}
	case "endbfchar":
		m.setText(code, entry[1].text)
	case "endbfrange":
		m.addRange(code, entry[1].text, entry[2])
	case "endcidchar":
		m.addCIDs(code, code, entry[1].Num)
	case "endcidrange":
		m.addCIDs(code, entry[1].text, entry[2].Num)
	}
}

func (m *cmap) setText(code, utf16be string) {
	if len(m.text) < MaxCodes && len(code) <= maxCodeBytes {
		m.text[code] = decodeUTF16(utf16be[:min(len(utf16be), maxCodeText)])
	}
}

// addCIDs maps a range of codes to identifiers.
func (m *cmap) addCIDs(low, high string, cid float64) {
	if len(m.cids) >= MaxCodes || len(low) == 0 || len(low) > maxCodeBytes || len(low) != len(high) {
		return
	}
	m.cids = append(m.cids, codeRange{low: low, high: high, cid: int(cid)})
	for c := int(low[0]); len(low) == 1 && c <= int(high[0]); c++ {
		m.single[c] = true
	}
}

func (m *cmap) addRange(low, high string, to Token) {
	if len(low) > maxCodeBytes {
		return
	}
	if to.Kind == tokenArray {
		for j, x := range to.items {
			m.setText(addToCode(low, j), x.text)
		}
		return
	}
	if len(low) > 0 && len(low) == len(high) && len(m.ranges) < MaxCodes {
		m.ranges = append(m.ranges, codeRange{low: low, high: high, text: to.text[:min(len(to.text), maxCodeText)]})
	}
}

// unicode returns the text of a code.
func (m *cmap) unicode(code string) (string, bool) {
	if s, ok := m.text[code]; ok {
		return s, true
	}
	if r, ok := m.find(m.ranges, code); ok {
		s := addToCode(r.text, codeValue(code)-codeValue(r.low))
		m.setText(code, s)
		return decodeUTF16(s), true
	}
	return "", false
}

// find returns the first range that holds a code.
func (m *cmap) find(ranges []codeRange, code string) (codeRange, bool) {
	i := slices.IndexFunc(ranges, func(r codeRange) bool { return len(r.low) == len(code) && r.low <= code && code <= r.high })
	if i < 0 {
		m.work.Spend(len(ranges) / budget.ScanShare)
		return codeRange{}, false
	}
	m.work.Spend(i / budget.ScanShare)
	return ranges[i], true
}

// cid returns the character identifier of a code: the code itself where the map has no entry, as in Identity-H.
func (m *cmap) cid(code string) int {
	id, ok := m.known[code]
	if !ok {
		id = codeValue(code)
		if r, ok := m.find(m.cids, code); ok {
			id += r.cid - codeValue(r.low)
		}
		if len(m.known) < MaxCodes {
			m.known[code] = id
		}
	}
	return id
}

func codeValue(code string) int {
	v := 0
	for i := 0; i < len(code); i++ {
		v = v<<8 | int(code[i])
	}
	return v
}

// addToCode adds n to a big-endian number, keeping its length.
func addToCode(code string, n int) string {
	b := []byte(code)
	for i := len(b) - 1; i >= 0 && n > 0; i-- {
		n += int(b[i])
		b[i] = byte(n)
		n >>= 8
	}
	return string(b)
}
