package editor

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/ui/tui/cells"
)

// buffer is a text with a cursor: a byte offset at the boundary of a grapheme cluster.
type buffer struct {
	text string
	at   int
}

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
		c, _ := cells.Cluster(s[i:])
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

// motion is where a key that moves within the text leads.
func (b *buffer) motion(key string) (to int, ok bool) {
	switch key {
	case "left", "ctrl+b":
		return b.left(), true
	case "right", "ctrl+f":
		return b.right(), true
	case "alt+b", "alt+left", "ctrl+left":
		return b.wordLeft(isWord), true
	case "alt+f", "alt+right", "ctrl+right":
		return b.wordRight(isWord), true
	case "home", "ctrl+a":
		return b.lineStart(), true
	case "end", "ctrl+e":
		return b.lineEnd(), true
	case "ctrl+home", "alt+<":
		return 0, true
	case "ctrl+end", "alt+>":
		return len(b.text), true
	}
	return 0, false
}

// deletion is the other end of what a key deletes from the cursor on.
func (b *buffer) deletion(key string) (to int, ok bool) {
	switch key {
	case "backspace", "shift+backspace", "ctrl+h":
		return b.left(), true
	case "delete", "ctrl+d":
		return b.right(), true
	case "ctrl+w", "alt+backspace", "ctrl+backspace":
		return b.wordLeft(isNotBlank), true
	case "alt+d", "alt+delete", "ctrl+delete":
		return b.wordRight(isWord), true
	case "ctrl+u":
		if to = b.lineStart(); to == b.at {
			to = b.left()
		}
		return to, true
	case "ctrl+k":
		if to = b.lineEnd(); to == b.at {
			to = b.right()
		}
		return to, true
	}
	return 0, false
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
		c, _ := cells.Cluster(b.text[after:])
		before, after = after, after+len(c)
	}
	if after == i {
		before = i
	}
	return before, after
}

// right is the boundary after the cursor.
func (b *buffer) right() int {
	c, _ := cells.Cluster(b.text[b.at:])
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
