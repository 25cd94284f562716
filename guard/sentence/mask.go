package sentence

import (
	"bytes"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mask is a copy of one block, byte for byte as long as the original, in which whatever could mislead the search for
// sentence boundaries is covered: markers become spaces, so that "claim. [c1] Next" breaks before "Next"; code spans
// become capitals; emphasis becomes brackets; line ends inside a sentence become spaces. Its memory is reused from
// block to block.
type mask struct {
	marker  Marker
	text    string // up to the end of the block
	offset  int    // of the block in it
	bytes   []byte
	markers []span // citation markers, in order, relative to the block
	spans   []span // code spans, in order, relative to the block
}

type span struct{ start, end int }

const (
	codeByte    = 'X' // stands for the bytes of code: a capital may start a sentence
	neutralByte = '0' // neither ends nor starts anything
	// maxRun bounds the run of spaces and brackets that the boundary rules see: UAX #29's rule SB8 looks ahead
	// again from each of them, which is quadratic in the length of the run.
	maxRun = 32
)

// cover prepares the mask for one block of text.
func (m *mask) cover(text string, b block) {
	s := text[b.start:b.end]
	m.bytes = append(m.bytes[:0], s...)
	m.text, m.offset, m.markers = text[:b.end], b.start, m.markers[:0]
	m.spans = codeSpans(s)
	m.coverText(s)
	if b.quoted {
		coverQuotes(m.bytes, true)
	}
	m.coverLines()
}

func (m *mask) coverText(s string) {
	code := 0
	run := 0
	for i := 0; i < len(s); {
		c := s[i]
		if isAlnum(c) || c == '.' || c == '\n' {
			run = 0
			i++
			continue
		}
		if code < len(m.spans) && i == m.spans[code].start {
			end := m.spans[code].end
			fill(m.bytes[i:end], codeByte)
			code, i, run = code+1, end, 0
			continue
		}
		end, class := m.classify(s, i)
		switch {
		case class == ' ' || isCloser(class):
			if run += end - i; run > maxRun && s[i] != '\n' {
				class = neutralByte
			}
			fill(m.bytes[i:end], class)
		case class != 0:
			run = 0
			fill(m.bytes[i:end], class)
		default:
			run = 0
		}
		i = end
	}
}

// classify returns the end of the character, or of the construct, at s[i] and the byte that stands for it, 0 if it
// stays as it is.
func (m *mask) classify(s string, i int) (end int, class byte) {
	switch c := s[i]; {
	case c == ' ' || c == '\t' || c == '\r':
		return i + 1, ' '
	case c == '[':
		if m.marker != nil {
			if end := m.marker(m.text, m.offset+i) - m.offset; end > i {
				m.markers = append(m.markers, span{i, end})
				return end, ' '
			}
		}
		if end, class := reference(s, i); class != 0 {
			return end, class
		}
		return i + 1, '['
	case c == '(' && (strings.HasPrefix(s[i:], "(...)") || strings.HasPrefix(s[i:], "(…)")):
		return i + 5, neutralByte
	case c == '*' || c == '_' || c == '~':
		n := i + runLength(s[i:], c)
		switch {
		case n == len(s) || !wordStarts(s[n]):
			return n, ')'
		case i == 0 || isBlank(s[i-1]) || isCloser(s[i-1]):
			return n, '('
		}
		return n, 0
	case c < utf8.RuneSelf:
		if isCloser(c) {
			return i + 1, c
		}
		return i + 1, 0
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	switch {
	case r == '…':
		return i + size, '.'
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		return i + size, 0
	case unicode.In(r, unicode.Pi, unicode.Pf, unicode.Ps, unicode.Pe):
		return i + size, '"'
	case unicode.IsSpace(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r):
		return i + size, ' '
	}
	return i + size, 0
}

func wordStarts(c byte) bool {
	return isAlnum(c) || c >= utf8.RuneSelf || c == '`' || c == '"' || c == '('
}

// reference recognises brackets that belong to the sentence before them although they follow its full stop, as
// numbered references do ("…secure.[citation needed] The", "…secure. [12] The"), and left-out text ("[…]").
func reference(s string, i int) (end int, class byte) {
	const maxReference = 40
	n := strings.IndexByte(s[i:min(len(s), i+maxReference)], ']')
	if n < 0 {
		return 0, 0
	}
	inner := s[i+1 : i+n]
	switch {
	case inner == "..." || inner == "…":
		return i + n + 1, neutralByte
	case i > 0 && (s[i-1] == '.' || s[i-1] == '?' || s[i-1] == '!' || s[i-1] == ']'):
		if strings.Contains(inner, "[") {
			return 0, 0
		}
		return i + n + 1, ' '
	case inner != "" && strings.Trim(inner, "0123456789,–- ") == "":
		return i + n + 1, ' '
	}
	return 0, 0
}

func fill(b []byte, c byte) {
	for i := range b {
		b[i] = c
	}
}

// codeSpans finds the code spans of s, which start and end with equally long runs of backticks.
func codeSpans(s string) (out []span) {
	var runs []span
	for at := strings.IndexByte(s, '`'); at >= 0; {
		run := span{at, at + runLength(s[at:], '`')}
		runs = append(runs, run)
		if at = strings.IndexByte(s[run.end:], '`'); at >= 0 {
			at += run.end
		}
	}
	const maxTicks = 16               // longer runs are text
	closers := make([]int, len(runs)) // of each run the next one of its length, 0 if there is none
	var next [maxTicks + 1]int
	for i := len(runs) - 1; i >= 0; i-- {
		n := min(runs[i].end-runs[i].start, maxTicks)
		closers[i], next[n] = next[n], i
	}
	for i := 0; i < len(runs); i++ {
		if j := closers[i]; j > 0 && runs[i].end-runs[i].start < maxTicks {
			out = append(out, span{runs[i].start, runs[j].end})
			i = j
		}
	}
	return out
}

// isCode tells whether the byte at i is part of a code span.
func (m *mask) isCode(i int) bool {
	n := sort.Search(len(m.spans), func(n int) bool { return m.spans[n].end > i })
	return n < len(m.spans) && m.spans[n].start <= i
}

// markerBetween tells whether a marker lies between two positions of the block.
func (m *mask) markerBetween(start, end int) bool {
	n := sort.Search(len(m.markers), func(n int) bool { return m.markers[n].start >= start })
	return n < len(m.markers) && m.markers[n].end <= end
}

// endsMarker tells whether a marker ends right before position end.
func (m *mask) endsMarker(end int) bool {
	n := sort.Search(len(m.markers), func(n int) bool { return m.markers[n].end >= end })
	return n < len(m.markers) && m.markers[n].end == end
}

// pastMarkers returns the end of the markers that follow a boundary at end: they cite the sentence before it.
func (m *mask) pastMarkers(end int) int {
	n := sort.Search(len(m.markers), func(n int) bool { return m.markers[n].start >= end })
	for ; n < len(m.markers); n++ {
		k := m.markers[n]
		if len(bytes.Trim(m.bytes[end:k.start], " ")) > 0 {
			break
		}
		end = k.end
	}
	return end
}

// onlyMarkers tells that the block holds citation markers and nothing else.
func (m *mask) onlyMarkers() bool {
	return len(m.markers) > 0 && len(bytes.Trim(m.bytes, " .")) == 0
}

// isTitle tells that the block is one line in bold, which stands for a heading.
func (m *mask) isTitle() bool {
	b := bytes.TrimRight(bytes.TrimSpace(m.bytes), ":")
	return len(m.markers) == 0 && bytes.HasPrefix(b, []byte("((")) && bytes.HasSuffix(b, []byte("))")) &&
		bytes.IndexByte(b, '\n') < 0 && bytes.Count(b, []byte("((")) == 1 && !bytes.ContainsAny(b, ".!?")
}

// coverLines turns line ends into spaces: where a line breaks says nothing of where a sentence does. Only a line that ends in a
// citation marker keeps its end where the next one starts like a sentence, since whoever writes claims one a line without full
// stops has cited each.
func (m *mask) coverLines() {
	if bytes.IndexByte(m.bytes, '\n') < 0 {
		return
	}
	start, marker := 0, 0
	for i, c := range m.bytes {
		if c != '\n' {
			continue
		}
		for marker < len(m.markers) && m.markers[marker].end <= start {
			marker++
		}
		end := start + len(bytes.TrimRight(m.bytes[start:i], " "))
		cited := false
		for k := marker; k < len(m.markers) && m.markers[k].start < i; k++ {
			cited = m.markers[k].start >= end
		}
		next := m.wordAt(i + 1)
		if !cited || next.word == "" || !(next.upper || next.digit || next.code) {
			m.bytes[i] = ' '
		}
		start = i + 1
	}
}
