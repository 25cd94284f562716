package sentence

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mask is a copy of one block, byte for byte as long as the original, in which whatever could mislead the search for
// sentence boundaries is covered by one of the bytes below, by a blank, or by a bracket, which stands for quotation
// marks and emphasis too.
type mask []byte

const (
	codeByte   = 1 // of a code span: it may start a sentence, as a capital may
	markerByte = 2 // of a citation marker: a blank, so that "claim. [c1] Next" breaks before "Next"
	stopByte   = 3 // of a full stop of another script, which no blank follows
)

var (
	numbers   = regexp.MustCompile(`^\[[0-9,–\- ]{1,38}\]`) // "…secure. [12] The …"
	reference = regexp.MustCompile(`^\[[^\[\]]{0,38}\]`)    // "…secure.[citation needed] The …", right behind a stop

	onlyMarkers = regexp.MustCompile(`^[ .]*\x02[ .\x02]*$`)                                // of a block that says nothing else
	boldLine    = regexp.MustCompile(`^[ :]*\*{2,3}(?:[^*.!?\n\x02]|\*[^*])+\*{2,3}[ :]*$`) // which stands for a heading
	startsLine  = regexp.MustCompile(`^[ *"'()\[\]{}\x02]*[\p{Lu}\p{Nd}\x01]`)              // as a sentence does
)

func newMask(text string, b block, marker Marker) mask {
	m := mask(text[b.start:b.end])
	for _, s := range CodeSpans(text[b.start:b.end]) {
		m.fill(s[0], s[1], codeByte)
	}
	for i := 0; i < len(m); {
		if c := m[i]; isAlnum(c) || c == ' ' || c == '.' || c == '\n' || c == codeByte {
			i++
			continue
		}
		end, class := m.classify(i)
		if m[i] == '[' && marker != nil {
			if after := marker(text[:b.end], b.start+i) - b.start; after > i {
				end, class = after, markerByte
			}
		}
		if class != 0 {
			m.fill(i, end, class)
		}
		i = end
	}
	m.coverLines()
	return m
}

func (m mask) fill(start, end int, c byte) { copy(m[start:end], bytes.Repeat([]byte{c}, end-start)) }

// classify returns the end of the character, or of the construct, at i and the byte that stands for it, 0 if it stays
// as it is.
func (m mask) classify(i int) (end int, class byte) {
	switch c := m[i]; {
	case c == '[':
		n := len(numbers.Find(m[i:]))
		if n == 0 && i > 0 && strings.IndexByte(".?!]", m[i-1]) >= 0 {
			n = len(reference.Find(m[i:]))
		}
		if n > 0 {
			return i + n, ' '
		}
		return i + 1, c
	case c == '_' && i > 0 && isWordByte(m[i-1]) && i+1 < len(m) && isWordByte(m[i+1]):
		return i + 1, 0 // snake_case
	case c == '_' || c == '~':
		return i + 1, '*'
	case c < ' ' || c == 0x7f:
		return i + 1, ' '
	case c < utf8.RuneSelf:
		return i + 1, 0
	}
	r, size := utf8.DecodeRune(m[i:])
	switch {
	case r == '…':
		class = '.'
	case unicode.In(r, unicode.Pi, unicode.Pf, unicode.Ps, unicode.Pe):
		class = '"'
	case unicode.IsSpace(r) || unicode.In(r, unicode.Mn, unicode.Cf):
		class = ' '
	case unicode.Is(unicode.Sentence_Terminal, r):
		class = stopByte
	}
	return i + size, class
}

// coverLines turns line ends into blanks: where a line breaks says nothing of where a sentence does. Only a line that
// ends in a citation marker keeps its end where the next one starts like a sentence, since whoever writes claims one a
// line without full stops has cited each.
func (m mask) coverLines() {
	last := byte(0) // of the line, blanks apart
	for i, c := range m {
		switch {
		case c == '\n':
			if last != markerByte || !startsLine.Match(m[i+1:]) {
				m[i] = ' '
			}
			last = 0
		case c != ' ':
			last = c
		}
	}
}

func isDigit(c byte) bool    { return c >= '0' && c <= '9' }
func isLetter(c byte) bool   { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isAlnum(c byte) bool    { return isLetter(c) || isDigit(c) }
func isWordByte(c byte) bool { return isAlnum(c) || c == '_' || c == codeByte || c >= utf8.RuneSelf }
func isGap(c byte) bool      { return c == ' ' || c == markerByte }
func isBracket(c byte) bool  { return strings.IndexByte("*\"'()[]{}", c) >= 0 }
