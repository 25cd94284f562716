package textview

import (
	"slices"
	"sort"

	"charm.land/lipgloss/v2"
)

// Mark is a range of bytes of the text in a style of its own. A cluster of which only a part is in the range is
// marked whole.
type Mark struct {
	Start, End int
	Style      lipgloss.Style
}

// span is a Mark that overlaps no other of its list.
type span = Mark

// SetMarks replaces the marks. They may overlap: of two, the later one decides what both set, and what only one of
// them sets is kept. Offsets outside the text are cut off.
func (v *View) SetMarks(marks []Mark) { v.marks = flatten(marks, 0, len(v.text)) }

// flatten cuts marks, clipped to [from, to), into spans in order, in which the styles of overlapping ones are combined.
func flatten(marks []Mark, from, to int) []span {
	type edge struct {
		at, mark int
		opens    bool
	}
	var edges []edge
	for i, m := range marks {
		start, end := max(m.Start, from), min(m.End, to)
		if start < end {
			edges = append(edges, edge{start, i, true}, edge{end, i, false})
		}
	}
	slices.SortStableFunc(edges, func(a, b edge) int { return a.at - b.at })
	var out []span
	var open []int // marks that are open, in order
	for i, e := range edges {
		if n := sort.SearchInts(open, e.mark); e.opens {
			open = slices.Insert(open, n, e.mark)
		} else {
			open = slices.Delete(open, n, n+1)
		}
		if i+1 == len(edges) || edges[i+1].at == e.at || len(open) == 0 {
			continue
		}
		style := marks[open[len(open)-1]].Style
		for _, below := range slices.Backward(open[:len(open)-1]) {
			style = style.Inherit(marks[below].Style)
		}
		out = append(out, span{e.at, edges[i+1].at, style})
	}
	return out
}

// within returns the spans that overlap [from, to).
func within(spans []span, from, to int) []span {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > from })
	j := i + sort.Search(len(spans)-i, func(j int) bool { return spans[i+j].Start >= to })
	return spans[i:j]
}
