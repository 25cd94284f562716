package verify

import (
	"slices"
	"strings"

	"ibid/engine"
)

// flat is a text with its white space made even, for looking things up whatever the line breaks.
type flat struct {
	text string
	at   []int // byte offset in the original of each byte
}

func flatten(text string) flat {
	var b strings.Builder
	b.Grow(len(text))
	f := flat{at: make([]int, 0, len(text))}
	end := 0 // of the word before
	for word := range strings.FieldsSeq(text) {
		start := end + strings.Index(text[end:], word)
		if b.Len() > 0 {
			b.WriteByte(' ')
			f.at = append(f.at, start-1)
		}
		b.WriteString(word)
		for i := range len(word) {
			f.at = append(f.at, start+i)
		}
		end = start + len(word)
	}
	f.text = b.String()
	return f
}

// find returns the offset of a text in the original, at or after from; -1 if it is not there.
func (f flat) find(text string, from int) int {
	text = engine.OneLine(text)
	if text == "" {
		return -1
	}
	i, _ := slices.BinarySearch(f.at, from)
	if n := strings.Index(f.text[i:], text); n >= 0 {
		return f.at[i+n]
	}
	return -1
}
