package pdf

import (
	"slices"
	"strings"
	"unicode/utf16"

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
	l := &lexer{data: data}
	var args []token
	for {
		t := l.next()
		switch {
		case t.kind == tokenEOF, work.Spend(operatorWork) != nil:
			return m
		case t.kind != tokenOperator:
			if len(args) < maxCodes {
				args = append(args, t)
			}
			continue
		}
		switch t.text {
		case "endcodespacerange":
			for _, a := range args {
				if a.kind == tokenString && len(a.text) >= 1 && len(a.text) <= 4 {
					m.lengths[len(a.text)] = true
				}
			}
		case "endbfchar":
			for i := 0; i+1 < len(args); i += 2 {
				m.setText(args[i].text, args[i+1].text)
			}
		case "endbfrange":
			for i := 0; i+2 < len(args); i += 3 {
				m.addRange(args[i].text, args[i+1].text, args[i+2])
			}
		case "endcidchar":
			for i := 0; i+1 < len(args); i += 2 {
				m.addCIDs(args[i].text, args[i].text, args[i+1].num)
			}
		case "endcidrange":
			for i := 0; i+2 < len(args); i += 3 {
				m.addCIDs(args[i].text, args[i+1].text, args[i+2].num)
			}
		}
		args = args[:0]
	}
}

func (m *cmap) setText(code, utf16be string) {
	if len(m.text) < maxCodes && len(code) <= maxCodeBytes {
		m.text[code] = decodeUTF16(utf16be[:min(len(utf16be), maxCodeText)])
	}
}

// addCIDs maps a range of codes to identifiers.
func (m *cmap) addCIDs(low, high string, cid float64) {
	if len(m.cids) >= maxCodes || len(low) == 0 || len(low) > maxCodeBytes || len(low) != len(high) {
		return
	}
	m.cids = append(m.cids, codeRange{low: low, high: high, cid: int(cid)})
	for c := int(low[0]); len(low) == 1 && c <= int(high[0]); c++ {
		m.single[c] = true
	}
}

func (m *cmap) addRange(low, high string, to token) {
	if len(low) > maxCodeBytes {
		return
	}
	if to.kind == tokenArray {
		for j, x := range to.items {
			m.setText(addToCode(low, j), x.text)
		}
		return
	}
	if len(low) > 0 && len(low) == len(high) && len(m.ranges) < maxCodes {
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
		m.work.Spend(len(ranges) / scanShare)
		return codeRange{}, false
	}
	m.work.Spend(i / scanShare)
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
		if len(m.known) < maxCodes {
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

func decodeUTF16(s string) string {
	if len(s) == 1 {
		return string(rune(s[0]))
	}
	units := make([]uint16, 0, len(s)/2)
	for i := 0; i+1 < len(s); i += 2 {
		units = append(units, uint16(s[i])<<8|uint16(s[i+1]))
	}
	return string(utf16.Decode(units))
}

// textString decodes a text string of a document: UTF-16 or UTF-8 with a byte order mark, else PDFDocEncoding, of
// which only the part that equals Latin-1 and the common quotes and dashes are told apart.
func textString(s string) string {
	switch {
	case strings.HasPrefix(s, "\xfe\xff"):
		return decodeUTF16(s[2:])
	case strings.HasPrefix(s, "\xef\xbb\xbf"):
		return strings.ToValidUTF8(s[3:], "\uFFFD")
	}
	// PDFDocEncoding 0x80–0x9E, ISO 32000-1 annex D.2.
	high := []rune("•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž")
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 0x80 && int(c-0x80) < len(high):
			out.WriteRune(high[c-0x80])
		case c == 0xA0:
			out.WriteRune('€')
		default:
			out.WriteRune(rune(c))
		}
	}
	return out.String()
}
