package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"

	"ibid/guard/words"
)

// Kind is the role of a sentence in its text.
type Kind uint8

// The roles.
const (
	Prose   Kind = iota
	Item         // a sentence of a list item, or of a numbered step
	Row          // one table row, whole
	Heading      // a heading, the header row of a table
	Code         // one fenced code block, fences included
)

// String returns the name that messages use.
func (k Kind) String() string {
	return [...]string{Prose: "sentence", Item: "list item", Row: "table row", Heading: "heading", Code: "code block"}[k]
}

// Span is one sentence of a text, or what stands for one: a list item's sentence, a table row, a heading, a block of
// code.
type Span struct {
	Start, End int // byte offsets; citation markers behind the full stop are included, list marks and "#" are not
	Kind       Kind
	Quoted     bool // the lines behind the first begin with the ">" of a quotation
}

// Marker returns where the citation marker ends that opens at text[i], a '[', or 0 if none does. It is called for
// each bracket in the order of the text, code apart, and what it takes for a marker belongs to the sentence before
// it.
type Marker func(text string, i int) int

// Split cuts Markdown, or the plain text of a document, into sentences, in order and without overlap. What is between
// them is white space and marks of structure. A list item, a table row and a heading never share a sentence with
// their neighbours, and a line break inside a paragraph is a blank, so that a text says the same at any width. marker
// may be nil. Split takes time linear in len(text).
//
// Boundaries are those of Unicode's UAX #29, corrected for technical prose: see joins and opens.
func Split(text string, marker Marker) []Span {
	m := mask{marker: marker}
	var out []Span
	for _, b := range blocks(text) {
		out = m.block(out, text, b)
	}
	return out
}

// Block cuts text that is known to be one block of a kind: no line of it is taken for a mark of structure, but for
// the mark of an Item at its start.
func Block(text string, kind Kind, marker Marker) []Span {
	b := block{kind: kind, end: trimBlank(text, 0, len(text))}
	b.start = skipBlank(text, 0, b.end)
	if kind == Item && b.start < b.end {
		n, _ := itemMark(text[b.start:b.end])
		b.start += n
	}
	if b.start == b.end {
		return nil
	}
	m := mask{marker: marker}
	return m.block(nil, text, b)
}

// block cuts one block and appends its sentences.
func (m *mask) block(out []Span, text string, b block) []Span {
	if b.kind == Code {
		return append(out, Span{b.start, b.end, Code, b.quoted})
	}
	m.cover(text, b)
	if n := len(out); n > 0 && m.onlyMarkers() && (out[n-1].Kind == Prose || out[n-1].Kind == Item) {
		out[n-1].End = b.end // a paragraph of nothing but markers cites the sentence before it
		return out
	}
	if b.kind == Row || b.kind == Heading {
		return m.emit(out, text, b, 0, len(m.bytes))
	}
	if b.kind == Prose && m.isTitle() {
		b.kind = Heading
	}
	return m.split(out, text, b)
}

// split cuts one block into sentences.
func (m *mask) split(out []Span, text string, b block) []Span {
	start, pos := 0, 0
	iter := sentences.FromBytes(m.bytes)
	for iter.Next() {
		end := pos + len(iter.Value())
		for i := pos; i < end; i++ { // stops that UAX #29 passed over
			if i >= start && m.bytes[i] == '.' {
				if next, ok := m.opens(i, end); ok {
					out = m.emit(out, text, b, start, next)
					start = next
				}
			}
		}
		pos = end
		if end > start && (end == len(m.bytes) || !m.joins(start, end)) {
			end = m.pastMarkers(end)
			out = m.emit(out, text, b, start, end)
			start = end
		}
	}
	return out
}

// emit appends the sentence in m.bytes[start:end], unless nothing is in it.
func (m *mask) emit(out []Span, text string, b block, start, end int) []Span {
	start, end = start+b.start, end+b.start
	for start < end && (isBlank(text[start]) || text[start] == '>' && m.bytes[start-b.start] == ' ') {
		start++
	}
	end = trimBlank(text, start, end)
	if start == end {
		return out
	}
	return append(out, Span{start, end, b.kind, b.quoted})
}

// joins tells that the boundary that UAX #29 sees at end, in a sentence that began at start, is none.
func (m *mask) joins(start, end int) bool {
	stop := end - 1
	for stop > start && m.bytes[stop] == ' ' {
		stop--
	}
	spaced := stop < end-1
	for stop > start && isCloser(m.bytes[stop]) {
		stop--
	}
	c := m.bytes[stop]
	if c != '.' && c != '!' && c != '?' {
		return false // a line end that was kept, or the full stop of another script
	}
	if !spaced { // "f().Close", "a?b=c": technical prose has stops inside words
		return true
	}
	next := m.wordAt(end)
	cited := m.markerBetween(stop, end)
	if c != '.' {
		return next.lower && !cited
	}
	if stop > start && m.bytes[stop-1] == '.' {
		return false // an ellipsis before a capital
	}
	word := m.wordBefore(stop)
	if label := m.bytes[start:stop]; IsEnumerator(strings.TrimSpace(string(label[:min(len(label), maxLabel)]))) && len(label) < maxLabel {
		return true // "3.2.", "(a).", "Table 3." say nothing alone
	}
	switch words.AbbreviationOf(word) {
	case words.NeverLast:
		return true
	case words.BeforeNumber:
		if next.digit || next.label {
			return true
		}
	case words.BeforeName:
		if !next.opener() && !cited {
			return true
		}
	case words.BeforeLower:
		return !next.upper && !next.code
	}
	if isInitial(word) {
		return !cited && (next.initial || !next.opener() &&
			(m.nameBefore(start, stop-len(word)) || m.wordAt(next.end).upper))
	}
	return false
}

// opens tells that a sentence starts after the full stop at stop although a lower-case letter follows, which
// UAX #29 takes for the middle of a sentence: "… is done. kubectl applies …". It returns where it starts.
func (m *mask) opens(stop, end int) (next int, ok bool) {
	next = stop + 1
	for next < end && isCloser(m.bytes[next]) {
		next++
	}
	closed := next > stop+1
	gap := next
	for next < end && m.bytes[next] == ' ' {
		next++
	}
	if next == gap || next == end {
		return 0, false
	}
	word := m.wordBefore(stop)
	cited := m.markerBetween(stop, next) || m.endsMarker(stop)
	w := m.wordAt(next)
	switch {
	case !w.lower, words.AbbreviationOf(word) != words.NotAbbreviated, isInitial(word) && !cited, stop > 0 && m.bytes[stop-1] == '.':
		return 0, false
	case cited:
		return next, true
	case closed:
		return 0, false // «He said "stop." and left.»
	}
	return next, w.identifier || isPlainWord(word)
}

// isPlainWord tells that word is too long and too regular to be an abbreviation that nobody listed.
func isPlainWord(word string) bool {
	const shortest = 5
	for i := range len(word) {
		if !isLetter(word[i]) {
			return false
		}
	}
	return len(word) >= shortest
}

// following describes the word after a boundary.
type following struct {
	word                                                  string
	end                                                   int // where it ends, or is cut off
	upper, lower, digit, code, label, identifier, initial bool
}

func (m *mask) wordAt(i int) following {
	var w following
	for i < len(m.bytes) && (m.bytes[i] == ' ' || isCloser(m.bytes[i])) {
		i++
	}
	j := i
	for j < len(m.bytes) && j-i < maxWord && m.bytes[j] != ' ' && m.bytes[j] != '\n' {
		j++
	}
	w.word, w.end = string(m.bytes[i:j]), j
	r, size := utf8.DecodeRuneInString(w.word)
	w.upper, w.lower, w.digit = unicode.IsUpper(r), unicode.IsLower(r), unicode.IsDigit(r)
	w.code = i < len(m.bytes) && m.isCode(i)
	rest := strings.TrimRight(w.word[min(size, len(w.word)):], ".,;:)")
	w.label = w.upper && (rest == "" || isDigit(rest[0]) || rest[0] == '.')
	w.initial = w.upper && strings.HasPrefix(w.word[size:], ".")
	w.identifier = w.code || w.lower && strings.ContainsFunc(rest, func(r rune) bool {
		return r == '_' || r == '(' || r == '.' || r == '-' || unicode.IsUpper(r) || unicode.IsDigit(r)
	})
	return w
}

// opener tells that a capitalised word usually starts a sentence rather than a name.
func (w following) opener() bool {
	return w.code || w.upper && words.Opener.Has(strings.ToLower(strings.TrimRight(w.word, ",:;")))
}

// wordBefore returns the word, inner full stops included, that ends at the full stop at stop.
func (m *mask) wordBefore(stop int) string {
	i := stop
	for i > 0 && stop-i < maxWord && (m.bytes[i-1] >= 0x80 || isAlnum(m.bytes[i-1]) || m.bytes[i-1] == '.' || m.bytes[i-1] == '-') {
		i--
	}
	return string(m.bytes[i:stop])
}

// nameBefore tells that what precedes an initial looks like the start of a person's name.
func (m *mask) nameBefore(start, end int) bool {
	for end > start && m.bytes[end-1] == ' ' {
		end--
	}
	if end == start || isCloser(m.bytes[end-1]) || m.bytes[end-1] == ',' {
		return true
	}
	if m.bytes[end-1] == '.' {
		word := m.wordBefore(end - 1)
		return isInitial(word) || words.AbbreviationOf(word) == words.NeverLast
	}
	switch word := m.wordBefore(end); word {
	case "by", "and", "with", "from", "after", "see":
		return true
	default:
		r, _ := utf8.DecodeRuneInString(word)
		return unicode.IsUpper(r) && !words.Label.Has(strings.ToLower(word))
	}
}

const (
	maxWord  = 32 // bytes of a word that are looked at
	maxLabel = 24 // bytes of the longest "Table 3" or "3.2.1" that is glued to the sentence after it
)

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isAlnum(c byte) bool  { return isLetter(c) || isDigit(c) }

// isCloser covers the brackets and quotes around a word; mask turns those beyond ASCII into '"'.
func isCloser(c byte) bool {
	switch c {
	case '"', '\'', '(', ')', '[', ']', '{', '}':
		return true
	}
	return false
}

// isInitial recognises the initial of a name: one capital, or several joined by hyphens and stops ("J.-P").
func isInitial(word string) bool {
	return len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' ||
		len(word) == 4 && word[1:3] == ".-" && word[0] <= 'Z' && word[3] <= 'Z'
}

// IsEnumerator recognises a number or a label that opens a sentence: "3.2", "(a)", "iv", "Table 3", "Appendix A".
func IsEnumerator(label string) bool {
	noun, number, labelled := strings.Cut(label, " ")
	if !labelled {
		number = strings.Trim(noun, "()[]")
		return number != "" && (isSectionNumber(number) || len(number) == 1 && number[0] >= 'a' && number[0] <= 'z' ||
			strings.Trim(number, "ivx") == "")
	}
	return words.Label.Has(strings.ToLower(strings.TrimSuffix(noun, "."))) && (isSectionNumber(number) ||
		number != "" && number[0] >= 'A' && number[0] <= 'Z' && (len(number) == 1 || isSectionNumber(number[1:])))
}

// isSectionNumber recognises digits with single stops or hyphens between them: "3", "4.2", "7-1".
func isSectionNumber(s string) bool {
	digits := 0
	for i := range len(s) {
		if isDigit(s[i]) {
			digits++
		} else if s[i] != '.' && s[i] != '-' {
			return false
		}
	}
	return digits > 0
}
