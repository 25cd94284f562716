package source

import (
	"slices"
	"strconv"
	"strings"
)

// At is the chunk with the place of a part of it: the lines and pages from the first to the last that its spans, byte
// offsets in Text, stand on, and the section and symbol that they stand in. Where those are several, the innermost
// part of Section names each once, in the order of the text: "4.2 Layout; 4.3 Reading". The place is that of the
// whole chunk where its blocks do not tell, and for what is made from a document.
func (c *Chunk) At(spans ...[2]int) Chunk {
	out := *c
	switch c.Kind {
	case SymbolCard, Recipe, RecipeSection, TutorialRecipe, RecipeCard:
		return out
	}
	var in []Block // what the spans hold of the blocks
	for _, b := range c.Blocks {
		start, end := b.End, b.Start
		for _, s := range spans {
			if from, to := max(s[0], b.Start), min(s[1], b.End); from < to {
				start, end = min(start, from), max(end, to)
			}
		}
		if start < end {
			if b.Turn > 0 && b.Turn < end {
				out.EndPage = b.Page + 1
			}
			end = start + len(strings.TrimRight(c.Text[start:end], "\n"))
			b.StartLine, b.EndLine = b.lines(func(from, to int) int { return strings.Count(c.Text[from:to], "\n") }, start, end)
			in = append(in, b)
		}
	}
	if len(in) == 0 {
		return out
	}
	if in[0].StartLine > 0 {
		out.StartLine, out.EndLine = in[0].StartLine, in[0].EndLine
	}
	out.Section, out.Symbol = sections(in), ""
	for _, b := range in {
		out.EndLine = max(out.EndLine, b.EndLine)
		if out.Symbol == "" {
			out.Symbol = b.Symbol
		}
	}
	return out
}

// longestLabel is how many bytes are printed on a page in the place of its number, at most: what is longer is none.
const longestLabel = 20

// Printed is what is printed on the first and the last page of a chunk; "" where that is their numbers, or not known
// of both.
func (c *Chunk) Printed() (first, last string) {
	n := c.EndPage - c.StartPage
	if c.StartPage < 1 || n < 0 || n >= len(c.Labels) {
		return "", ""
	}
	first, last = c.Labels[0], c.Labels[n]
	numbers := first == strconv.Itoa(c.StartPage) && last == strconv.Itoa(c.EndPage)
	if numbers || first == "" || last == "" || max(len(first), len(last)) > longestLabel {
		return "", ""
	}
	return first, last
}

// lines are those of what stands from start to end, a part of the block: the lines of the whole block where lines of
// text and lines of the file do not correspond. Breaks counts the line breaks between two offsets.
func (b *Block) lines(breaks func(from, to int) int, start, end int) (first, last int) {
	if b.StartLine == 0 || breaks(b.Start, b.End) != b.EndLine-b.StartLine {
		return b.StartLine, b.EndLine
	}
	first = b.StartLine + breaks(b.Start, start)
	return first, first + breaks(start, end)
}

// sections is the section of blocks. Of several it is what they have in common above, and their names.
func sections(blocks []Block) []string {
	path := blocks[0].Section
	var names []string
	for _, b := range blocks {
		if n := len(b.Section); n > 0 && !slices.Contains(names, b.Section[n-1]) {
			names = append(names, b.Section[n-1])
		}
	}
	if len(names) < 2 {
		return path
	}
	above := max(len(path)-1, 0)
	for _, b := range blocks {
		above = min(above, max(len(b.Section)-1, 0))
		for i := range above {
			if b.Section[i] != path[i] {
				above = i
				break
			}
		}
	}
	return append(slices.Clone(path[:above]), strings.Join(names, "; "))
}
