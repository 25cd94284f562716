package recipe

import (
	"slices"

	"ibid/index/source"
)

// listing is a block to be added to a page.
type listing struct {
	block source.Block
	text  string
}

// inOrder sorts blocks by the line that they begin on, and keeps those of one line as they were added.
func inOrder(parts []listing) []listing {
	slices.SortStableFunc(parts, func(a, b listing) int { return a.block.StartLine - b.block.StartLine })
	return parts
}

// listings are steps of a program as blocks of code. Neighbours in a piece are one block.
func listings(p *program, pieces []cell, steps []int) []listing {
	var out []listing
	for k := 0; k < len(steps); {
		first := p.steps[steps[k]]
		last := first
		for k++; k < len(steps) && steps[k] == steps[k-1]+1 && p.steps[steps[k]].piece == first.piece; k++ {
			last = p.steps[steps[k]]
		}
		c := pieces[first.piece]
		b := source.Block{Kind: source.Code, StartLine: lineOf(c.lines, first.first), EndLine: lineOf(c.lines, last.last), Lang: inPython}
		out = append(out, listing{b, c.src[first.start:last.end]})
	}
	return out
}
