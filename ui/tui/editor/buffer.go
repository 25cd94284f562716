package editor

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// buffer is a text with a cursor: a byte offset at the boundary of a grapheme cluster.
type buffer struct {
	text string
	at   int
}

// cluster returns the grapheme cluster that s starts with, and its width in cells.
func cluster(s string) (string, int) {
	// Between printable ASCII there is always a boundary: a fifth of the cost in most text.
	if isPlain(s, 0) && (len(s) == 1 || isPlain(s, 1)) {
		return s[:1], 1
	}
	return ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
}

func isPlain(s string, i int) bool { return i < len(s) && s[i] >= ' ' && s[i] < 0x7f }

// insert puts s at the cursor, cut so that the text has at most limit bytes. It returns how many characters were cut.
func (b *buffer) insert(s string, limit int) (left int) {
	if room := max(limit-len(b.text), 0); len(s) > room {
		fits := boundary(s[:min(len(s), room+utf8.UTFMax)], room)
		left = utf8.RuneCountInString(s[fits:])
		s = s[:fits]
	}
	b.text = b.text[:b.at] + s + b.text[b.at:]
	b.moveTo(b.at + len(s))
	return left
}

// boundary returns the last boundary between clusters of s that is not after limit.
func boundary(s string, limit int) int {
	i := 0
	for i < len(s) {
		c, _ := cluster(s[i:])
		if i+len(c) > limit {
			break
		}
		i += len(c)
	}
	return i
}

// cut deletes a range of bytes that stands between boundaries.
func (b *buffer) cut(from, to int) {
	b.text = b.text[:from] + b.text[to:]
	b.moveTo(from)
}

// moveTo puts the cursor at i or, where an edit has joined what is around it into one cluster, behind that.
func (b *buffer) moveTo(i int) {
	_, b.at = b.around(i)
}

// around returns the boundaries next to i: both are i if it is one.
func (b *buffer) around(i int) (before, after int) {
	before = strings.LastIndexByte(b.text[:i], '\n') + 1
	after = before
	for after < i {
		c, _ := cluster(b.text[after:])
		before, after = after, after+len(c)
	}
	if after == i {
		before = i
	}
	return before, after
}

// right is the boundary after the cursor.
func (b *buffer) right() int {
	c, _ := cluster(b.text[b.at:])
	return b.at + len(c)
}

// left is the boundary before the cursor.
func (b *buffer) left() int {
	before, _ := b.around(max(b.at-1, 0))
	return before
}

// lineStart is where the cursor's line begins. A line ends at a newline, however it is wrapped.
func (b *buffer) lineStart() int { return strings.LastIndexByte(b.text[:b.at], '\n') + 1 }

// lineEnd is where the cursor's line ends.
func (b *buffer) lineEnd() int {
	if n := strings.IndexByte(b.text[b.at:], '\n'); n >= 0 {
		return b.at + n
	}
	return len(b.text)
}

// wordLeft is the start of the word at or before the cursor. in tells what words are made of.
func (b *buffer) wordLeft(in func(rune) bool) int {
	s := b.text[:b.at]
	s = strings.TrimRightFunc(s, func(r rune) bool { return !in(r) })
	before, _ := b.around(len(strings.TrimRightFunc(s, in)))
	return before
}

// wordRight is the end of the word at or after the cursor.
func (b *buffer) wordRight(in func(rune) bool) int {
	s := b.text[b.at:]
	s = strings.TrimLeftFunc(s, func(r rune) bool { return !in(r) })
	_, after := b.around(len(b.text) - len(strings.TrimLeftFunc(s, in)))
	return after
}

// isWord covers what a motion by words passes as one. Marks and joiners belong to the letter before them.
func isWord(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return r == '_' || r == nonJoiner || r == joiner || unicode.In(r, unicode.L, unicode.N, unicode.M)
}

func isNotBlank(r rune) bool { return !unicode.IsSpace(r) }

// indexFold returns where sub, in lower case, first occurs in s without regard to case: a range of bytes, -1 if nowhere.
func indexFold(s string, sub []rune) (from, to int) {
	for i := range s {
		if n := prefixFold(s[i:], sub); n >= 0 {
			return i, i + n
		}
	}
	if len(sub) == 0 {
		return 0, 0
	}
	return -1, -1
}

// prefixFold returns how many bytes of s are sub without regard to case, -1 if s does not start with it.
func prefixFold(s string, sub []rune) int {
	n := 0
	for _, want := range sub {
		r, size := utf8.DecodeRuneInString(s[n:])
		if size == 0 || unicode.ToLower(r) != want {
			return -1
		}
		n += size
	}
	return n
}

// fold is the form of what is typed that indexFold takes.
func fold(s string) []rune {
	runes := []rune(s)
	for i, r := range runes {
		runes[i] = unicode.ToLower(r)
	}
	return runes
}
