package source

import (
	"strings"

	"ibid/guard/sentence"
)

// Statement is a run of a chunk that is read by itself: a sentence, a row of a table or its header, a listing.
type Statement struct {
	Start, End int    // byte offsets in the chunk's text
	Text       string // on one line; of a listing its first line
}

// mostOfLabel is how many words the sentence at the head of a paragraph may have that is read with the next one, as the
// term of a glossary's entry: alone neither says what it is about.
const mostOfLabel = 5

// Statements cuts a chunk into what a reader scores, in its order. Headings say nothing by themselves.
func (c *Chunk) Statements() []Statement {
	var out []Statement
	add := func(start, end int) {
		if text := strings.Join(strings.Fields(c.Text[start:end]), " "); text != "" {
			out = append(out, Statement{start, end, text})
		}
	}
	for _, b := range c.Blocks {
		text := c.Text[b.Start:b.End]
		switch b.Kind {
		case Heading:
		case Code:
			first, _, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
			out = append(out, Statement{b.Start, b.End, strings.Join(strings.Fields(first), " ")})
		case Table:
			at := b.Start
			for _, row := range strings.SplitAfter(text, "\n") {
				add(at, at+len(row))
				at += len(row)
			}
		default:
			kind := sentence.Prose
			if b.Kind == Item {
				kind = sentence.Item
			}
			label := 0 // where it starts
			for i, s := range sentence.Block(text, kind, func(string, int) int { return 0 }) {
				short := i == 1 && len(strings.Fields(text[:s.Start])) <= mostOfLabel // "Stilling well. A vertical pipe …"
				if n := len(out); short && n > 0 && out[n-1].Start == b.Start+label {
					out, s.Start = out[:n-1], label
				}
				label = s.Start
				add(b.Start+s.Start, b.Start+s.End)
			}
		}
	}
	return out
}
