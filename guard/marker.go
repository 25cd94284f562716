package guard

import (
	"strconv"
	"strings"
)

// Marker is one citation marker as it stands in a text: [c1], [[c1]], [c1, c3-c5], [c1; c2].
type Marker struct {
	Keys       []string // "c1", "c3", "c4", "c5": as written, ranges expanded; nil if the marker is malformed
	Start, End int      // byte offsets into the text, brackets included
}

// Limits of a marker. What exceeds them is malformed.
const (
	maxKeyDigits = 18
	maxKeys      = 64  // in one marker, ranges expanded
	maxMarker    = 512 // bytes
	maxMalformed = 64  // bytes of what is still taken for an attempt at a marker
)

// style says how the keys of markers are written.
type style uint8

const (
	keyed    style = iota // [c1]
	numbered              // [1], [^1]
)

// MarkerAt parses the marker at text[i], which is a '['.
func MarkerAt(text string, i int) (Marker, bool) { return parseMarker(text, i, keyed) }

// parseMarker parses the marker at text[i], which is a '['. A bracket that starts like a marker and is none, such as
// [c1, page 4] or [c5-c2], is a malformed marker: it is there to be reported, not to be passed over.
func parseMarker(text string, i int, st style) (Marker, bool) {
	if i > 0 && text[i-1] == '\\' {
		return Marker{}, false
	}
	if st == numbered && isIndexed(text, i) {
		return Marker{}, false
	}
	m := Marker{Start: i}
	p := keyParser{s: text[i+1 : min(len(text), i+maxMarker)], style: st}
	double := p.eat("[")
	if st == numbered {
		p.eat("^")
	}
	p.space()
	if !p.startsKey() {
		return Marker{}, false
	}
	ok := p.list()
	p.space()
	ok = ok && p.eat("]") && (!double || p.eat("]"))
	if ok {
		m.Keys, m.End = p.keys, i+1+p.pos
	} else {
		end := strings.IndexAny(text[i+1:min(len(text), i+maxMalformed)], "]\n")
		if st == numbered || end < 0 || text[i+1+end] != ']' {
			return Marker{}, false
		}
		m.End = i + 1 + end + 1
	}
	if m.End < len(text) && text[m.End] == '(' { // [c1](url) is a link
		return Marker{}, false
	}
	return m, true
}

// isIndexed tells that the bracket at text[i] is an index, as in "a[1]" or "f(x)[2]", not a numbered marker.
func isIndexed(text string, i int) bool {
	const shortestWord = 4 // "shown[1]" is cited, "key[1]" is indexed
	n := 0
	for n < i && isLetter(text[i-n-1]) {
		n++
	}
	return n > 0 && n < shortestWord || n < i && (text[i-n-1] == '_' || text[i-n-1] == ')' || n == 0 && isDigit(text[i-1]))
}

// Canonical rewrites every well-formed marker of text to the form [c1][c3][c4], code left alone.
func Canonical(text string) string { return rewriteMarkers(text, keyed) }

// Keyed rewrites the numbered markers of a text written elsewhere, [1] or [2, 4-5], to [c1] and [c2][c4][c5], so that
// it can be checked like any other. Indices such as a[1] and whatever is code stay as they are.
func Keyed(text string) string { return rewriteMarkers(text, numbered) }

func rewriteMarkers(text string, st style) string {
	var b strings.Builder
	pos := 0
	for _, s := range split(text, st) {
		for _, m := range s.Citations {
			if len(m.Keys) == 0 {
				continue
			}
			b.WriteString(text[pos:m.Start])
			for _, key := range m.Keys {
				b.WriteString("[" + key + "]")
			}
			pos = m.End
		}
	}
	b.WriteString(text[pos:])
	return b.String()
}

type keyParser struct {
	s     string
	pos   int
	style style
	keys  []string
}

func (p *keyParser) space() { p.pos = skipBlank(p.s, p.pos, len(p.s)) }

func (p *keyParser) eat(prefix string) bool {
	if strings.HasPrefix(p.s[p.pos:], prefix) {
		p.pos += len(prefix)
		return true
	}
	return false
}

func (p *keyParser) startsKey() bool {
	rest := p.s[p.pos:]
	if p.style == keyed {
		return len(rest) > 1 && rest[0]|0x20 == 'c' && isDigit(rest[1])
	}
	return rest != "" && isDigit(rest[0])
}

// list parses keys and ranges of keys, separated by commas or semicolons.
func (p *keyParser) list() bool {
	for {
		first, ok := p.number(true)
		if !ok {
			return false
		}
		last := first
		p.space()
		if p.eat("-") || p.eat("–") || p.eat("—") {
			p.space()
			if last, ok = p.number(false); !ok || last < first {
				return false
			}
		}
		if last-first >= int64(maxKeys-len(p.keys)) {
			return false
		}
		for n := first; n <= last; n++ {
			p.keys = append(p.keys, "c"+strconv.FormatInt(n, 10))
		}
		p.space()
		if !p.eat(",") && !p.eat(";") {
			return true
		}
		p.space()
	}
}

// number parses "c12", or "12" where the letter may be left out: in numbered markers and at the end of a range.
func (p *keyParser) number(letter bool) (int64, bool) {
	if p.style == keyed && !p.eat("c") && !p.eat("C") && letter {
		return 0, false
	}
	start := p.pos
	for p.pos < len(p.s) && isDigit(p.s[p.pos]) {
		p.pos++
	}
	if p.pos == start || p.pos-start > maxKeyDigits {
		return 0, false
	}
	n, err := strconv.ParseInt(p.s[start:p.pos], 10, 64)
	return n, err == nil
}
