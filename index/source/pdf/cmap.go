package pdf

import (
	"strings"
	"unicode/utf16"
)

// cmap maps character codes to Unicode text (a ToUnicode map) or to character identifiers (a font's Encoding).
type cmap struct {
	lengths [5]bool // lengths[n]: some code has n bytes
	text    map[string]string
	ranges  []codeRange
	cids    []codeRange
}

// codeRange maps the codes low to high, which have the same length, to values that count up from text or cid.
type codeRange struct {
	low, high string
	text      string
	cid       int
}

// parseCMap reads a CMap program (Adobe technical note 5014) as far as it can.
func parseCMap(data []byte) *cmap {
	m := &cmap{text: map[string]string{}}
	l := &lexer{data: data}
	var args []token
	for {
		t := l.next()
		switch {
		case t.kind == tokenEOF:
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
				m.cids = append(m.cids, codeRange{low: args[i].text, high: args[i].text, cid: int(args[i+1].num)})
			}
		case "endcidrange":
			for i := 0; i+2 < len(args); i += 3 {
				m.cids = append(m.cids, codeRange{low: args[i].text, high: args[i+1].text, cid: int(args[i+2].num)})
			}
		}
		args = args[:0]
	}
}

func (m *cmap) setText(code, utf16be string) {
	if len(m.text) < maxCodes {
		m.text[code] = decodeUTF16(utf16be)
	}
}

func (m *cmap) addRange(low, high string, to token) {
	if to.kind == tokenArray {
		for j, x := range to.items {
			m.setText(addToCode(low, j), x.text)
		}
		return
	}
	if len(low) > 0 && len(low) == len(high) && len(m.ranges) < maxCodes {
		m.ranges = append(m.ranges, codeRange{low: low, high: high, text: to.text})
	}
}

// unicode returns the text of a code.
func (m *cmap) unicode(code string) (string, bool) {
	if s, ok := m.text[code]; ok {
		return s, true
	}
	for _, r := range m.ranges {
		if len(r.low) == len(code) && r.low <= code && code <= r.high {
			s := decodeUTF16(addToCode(r.text, codeValue(code)-codeValue(r.low)))
			m.setText(code, addToCode(r.text, codeValue(code)-codeValue(r.low)))
			return s, true
		}
	}
	return "", false
}

// cid returns the character identifier of a code: the code itself where the map has no entry, as in Identity-H.
func (m *cmap) cid(code string) int {
	for _, r := range m.cids {
		if len(r.low) == len(code) && r.low <= code && code <= r.high {
			return r.cid + codeValue(code) - codeValue(r.low)
		}
	}
	return codeValue(code)
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
