// Package sentence is the one cutter of sentences, and the one folding of characters. Retrieval, choosing, checking
// and quoting all cut a text as Split does, so that what one of them calls a statement is one to the others.
package sentence

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
}

// Marker returns where the citation marker ends that opens at text[i], a '[', or 0 if none does. It is called for
// each bracket in the order of the text, code apart, and what it takes for a marker belongs to the sentence before
// it.
type Marker func(text string, i int) int

// Split cuts Markdown, or the plain text of a document, into sentences, in order and without overlap. What is between
// them is white space and marks of structure. A list item, a table row and a heading never share a sentence with
// their neighbours, and a line break inside a paragraph is a blank, so that a text says the same at any width. marker
// may be nil. Split takes time linear in len(text).
func Split(text string, marker Marker) (out []Span) {
	text = strings.TrimRight(Unquoted("\n" + text)[1:], blanks)
	for _, b := range blocks(text) {
		out = appendBlock(out, text, b, marker)
	}
	return out
}

// Block cuts text that is known to be one block of a kind: no line of it is taken for a mark of structure, but for
// the mark of an Item at its start.
func Block(text string, kind Kind, marker Marker) []Span {
	b := block{kind, 0, len(text)}
	if body := strings.TrimLeft(text, blanks); kind == Item {
		n, _ := itemMark(strings.TrimRight(body, blanks))
		b.start = len(text) - len(body) + n
	}
	return appendBlock(nil, text, b, marker)
}

// appendBlock cuts one block into sentences.
func appendBlock(out []Span, text string, b block, marker Marker) []Span {
	if b.kind == Code {
		return append(out, Span{b.start, b.end, Code})
	}
	m := newMask(text, b, marker)
	if n := len(out); n > 0 && onlyMarkers.Match(m) && (out[n-1].Kind == Prose || out[n-1].Kind == Item) {
		out[n-1].End = b.end // a paragraph of nothing but markers cites the sentence before it
		return out
	}
	if b.kind == Prose && boldLine.Match(m) {
		b.kind = Heading
	}
	start := 0
	for i := range m {
		next, ok := len(m), i == len(m)-1
		if !ok && i >= start && b.kind != Row && b.kind != Heading {
			next, ok = m.boundary(start, i)
		}
		if !ok {
			continue
		}
		said := strings.TrimLeft(text[b.start+start:b.start+next], blanks)
		from := b.start + next - len(said)
		if said = strings.TrimRight(said, blanks); said != "" {
			out = append(out, Span{from, from + len(said), b.kind})
		}
		start = next
	}
	return out
}

// boundary tells whether a sentence that started at start ends at i, and where the next one starts. Sentences end at
// a stop, brackets and white space, as in Unicode's UAX #29: not before a lower-case letter, whatever figures stand
// between, nor before a comma or a dash. What technical prose writes otherwise is below.
func (m mask) boundary(start, i int) (next int, ok bool) {
	c := m[i]
	if c != '.' && c != '!' && c != '?' && c != stopByte && c != '\n' {
		return 0, false
	}
	after := m.skip(i+1, isBracket)
	next = m.skip(after, isGap)
	r, _ := utf8.DecodeRune(m[next:])
	spaced := next > after
	switch {
	case c == '\n':
		return m.skip(i+1, isGap), true
	case next == len(m) || r == '\n':
		return next, true
	case strings.ContainsRune(",;:-–—、，：；.!?\x03", r):
		return 0, false
	case c == stopByte:
		return next, true
	case !spaced: // "f().Close", "a?b=c": technical prose has stops inside words
		return 0, false
	}
	word, end := m.wordAt(next)
	cited := bytes.IndexByte(m[i:next], markerByte) >= 0
	if c != '.' {
		return next, cited || !small.MatchString(word)
	}
	before := m.wordBefore(i)
	short := words.AbbreviationOf(before)
	ellipsis := i > 0 && m[i-1] == '.'
	if ellipsis && (m[i+1] == ']' || m[i+1] == ')') { // "[...]" leaves something out
		return 0, false
	}
	if m.lowerFollows(next) {
		// A sentence starts in lower case behind a marker, and with kubectl, or behind a word that is no abbreviation.
		cited = cited || i > 0 && m[i-1] == markerByte
		plain := after == i+1 && (identifier.MatchString(word) || plainWord.MatchString(before) || m[max(0, i-1)] == codeByte)
		known := short != words.NotAbbreviated || ellipsis
		return next, small.MatchString(word) && !known && (cited || plain && !initial.MatchString(before))
	}
	switch {
	case ellipsis:
		return next, true
	case i-start < maxLabel && IsEnumerator(strings.TrimSpace(string(m[start:i]))): // they say nothing alone
		return 0, false
	case short == words.NeverLast,
		short == words.BeforeNumber && (digit.MatchString(word) || label.MatchString(word)),
		short == words.BeforeName && !opens(word) && !cited:
		return 0, false
	case short == words.BeforeLower:
		return next, capital.MatchString(word)
	case initial.MatchString(before) && !cited:
		further, _ := m.wordAt(end)
		named := m.nameBefore(start, i-len(before)) || capital.MatchString(further)
		return next, !initials.MatchString(word) && (opens(word) || !named)
	}
	return next, true
}

const (
	maxWord  = 32 // bytes of a word that are looked at
	maxLabel = 24 // bytes of the longest "Table 3" or "3.2.1" that is glued to the sentence after it
)

// skip returns the first place from i on where is does not hold.
func (m mask) skip(i int, is func(byte) bool) int {
	for i < len(m) && is(m[i]) {
		i++
	}
	return i
}

// lowerFollows tells that the first letter from i on, in the same sentence, is in lower case.
func (m mask) lowerFollows(i int) bool {
	end := func(r rune) bool { return unicode.IsLetter(r) || strings.ContainsRune(".!?\n\x01\x03", r) }
	r, _ := utf8.DecodeRune(m[i+max(0, bytes.IndexFunc(m[i:], end)):])
	return unicode.IsLower(r)
}

// What a word begins with, and what it is for that. codeByte is a capital.
var (
	capital    = regexp.MustCompile(`^[\p{Lu}\x01]`)
	small      = regexp.MustCompile(`^\p{Ll}`)
	digit      = regexp.MustCompile(`^\p{Nd}`)
	initials   = regexp.MustCompile(`^\p{Lu}\.`)
	label      = regexp.MustCompile(`^\p{Lu}(?:[0-9.]|[,;:)*]*$)`)                               // "B", "A.2", "C3"
	identifier = regexp.MustCompile(`^\p{Ll}(?:.*[_(\-\p{Lu}\p{Nd}]|.*\.[^.,;:)*])`)             // "kubectl.exe", "gRPC"
	plainWord  = regexp.MustCompile(`^[A-Za-z]{5,}$`)                                            // no short form
	initial    = regexp.MustCompile(`^[A-Z](?:\.-[A-Z])?$`)                                      // of a name: "J", "J.-P"
	enumerator = regexp.MustCompile(`^[()\[\]*]*(?:[.-]*[0-9][0-9.-]*|[a-z]|[ivx]+)[()\[\]*]*$`) // "3.2", "(a)", "iv"
	labelled   = regexp.MustCompile(`^(\S+?)\.? (?:[A-Z]|[A-Z]?[.-]*[0-9][0-9.-]*)$`)            // "Table 3", "Appendix A"
)

// IsEnumerator recognises a number or a label that opens a sentence.
func IsEnumerator(text string) bool {
	m := labelled.FindStringSubmatch(text)
	return enumerator.MatchString(text) || m != nil && words.Label.Has(strings.ToLower(m[1]))
}

// wordAt returns the word behind brackets and blanks, and where it ends.
func (m mask) wordAt(i int) (word string, end int) {
	i = m.skip(i, func(c byte) bool { return isGap(c) || isBracket(c) })
	for end = i; end < len(m) && end-i < maxWord && !isGap(m[end]) && m[end] != '\n'; {
		end++
	}
	return string(m[i:end]), end
}

// opens tells that a word usually starts a sentence and no name, where it has a capital.
func opens(word string) bool {
	return strings.HasPrefix(word, "\x01") || words.Opener.Has(strings.ToLower(strings.TrimRight(word, ",:;")))
}

// wordBefore returns the word, inner full stops included, that ends at the full stop at stop.
func (m mask) wordBefore(stop int) string {
	i := stop
	for i > 0 && stop-i < maxWord && (m[i-1] >= utf8.RuneSelf || isAlnum(m[i-1]) || m[i-1] == '.' || m[i-1] == '-') {
		i--
	}
	return string(m[i:stop])
}

// nameBefore tells that what precedes an initial looks like the start of a person's name, or of "Pub. L. 116-283".
func (m mask) nameBefore(start, end int) bool {
	before := bytes.TrimRight(m[start:end], " .\x02")
	if len(before) == 0 || isBracket(before[len(before)-1]) || before[len(before)-1] == ',' {
		return true
	}
	word := m.wordBefore(start + len(before))
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r) && !words.Label.Has(strings.ToLower(word)) ||
		slices.Contains([]string{"by", "and", "with", "from", "after", "see"}, word)
}
