package tui

import (
	"sort"
	"strings"

	"ibid/guard"
)

// cleaned is a text made safe for the terminal, and where its lines came from.
type cleaned struct {
	raw, text string
	from, to  []int // where each line starts in raw and in text
}

// clean reveals what cannot be seen in a document's text, line by line, so that places in the one can be found in the other.
func clean(raw string) cleaned {
	c := cleaned{raw: raw}
	var b strings.Builder
	b.Grow(len(raw))
	for start := 0; start <= len(raw); {
		end := len(raw)
		if i := strings.IndexByte(raw[start:], '\n'); i >= 0 {
			end = start + i
		}
		c.from, c.to = append(c.from, start), append(c.to, b.Len())
		b.WriteString(guard.Reveal(raw[start:end]))
		if end < len(raw) {
			b.WriteByte('\n')
		}
		start = end + 1
	}
	c.text = b.String()
	return c
}

// at is the place in the text of a place in the raw text. A line that is shown as it is keeps its places; in another, the
// text before the place is made safe the same way.
func (c *cleaned) at(offset int) int {
	offset = min(max(offset, 0), len(c.raw))
	i := sort.SearchInts(c.from, offset+1) - 1
	before := guard.Reveal(c.raw[c.from[i]:offset])
	return min(c.to[i]+len(before), len(c.text))
}
