package layout

import (
	"cmp"
	"math"
	"slices"

	"ibid/index/source/budget"
	"ibid/index/source/pdf/draw"
)

// frame is a region of a page that ruling lines mark as a table.
type frame struct {
	x0, y0, x1, y1 float64
	levels         []draw.Rule // from top to bottom
	uprights       []draw.Rule
}

func (f *frame) holds(l line) bool {
	mid := l.y + 0.3*l.size
	return mid > f.y0 && mid < f.y1 && l.x1 > f.x0 && l.x0 < f.x1
}

// frames finds the tables among ruling lines: connected rules of both directions, and level rules of the same extent
// one below the other with aligned cells between them (the style without upright rules).
func frames(work *budget.Budget, rules []draw.Rule, lines []line) []frame {
	var out []frame
	var loose []draw.Rule
	for _, group := range connected(work, rules) {
		if f := frameOf(group); f.isGrid(work) {
			out = append(out, f)
		} else {
			loose = append(loose, f.levels...)
		}
	}
	out = append(out, stacked(work, loose, lines)...)
	slices.SortStableFunc(out, func(a, b frame) int { return cmp.Compare(b.y1, a.y1) })
	return out
}

// span returns the lines in a frame, if there are two or more that follow each other and are not yet taken.
func (f *frame) span(lines []line, taken []bool) (from, to int, ok bool) {
	from, inside := -1, 0
	for i := range lines {
		if !f.holds(lines[i]) {
			continue
		}
		if taken[i] {
			return 0, 0, false
		}
		if from < 0 {
			from = i
		}
		to = i + 1
		inside++
	}
	return from, to, inside >= 2 && inside == to-from
}

// isGrid tells the rules of a table from a drawing: two level rules go through it from side to side.
func (f *frame) isGrid(work *budget.Budget) bool {
	const share = 0.75 // of the width, since some writers leave gaps between the cells' rules
	if len(f.levels) < 2 || len(f.uprights) == 0 {
		return false
	}
	var ys []float64
	for _, r := range f.levels {
		ys = append(ys, r.Y0)
	}
	through := 0
	for _, y := range cluster(ys, ruleSnap) {
		if work.Spend(len(f.levels)/4) != nil {
			return false
		}
		if f.reach(y) >= share*(f.x1-f.x0) {
			through++
		}
	}
	return through >= 2
}

// reach is the length of the level rules at a height, where they lie on each other counted once.
func (f *frame) reach(y float64) float64 {
	var at []draw.Rule
	for _, r := range f.levels {
		if math.Abs(r.Y0-y) <= ruleSnap {
			at = append(at, r)
		}
	}
	slices.SortStableFunc(at, func(a, b draw.Rule) int { return cmp.Compare(a.X0, b.X0) })
	length, end := 0.0, math.Inf(-1)
	for _, r := range at {
		length += max(0, r.X1-max(r.X0, end))
		end = max(end, r.X1)
	}
	return length
}

func frameOf(rules []draw.Rule) frame {
	f := frame{x0: rules[0].X0, y0: rules[0].Y0, x1: rules[0].X1, y1: rules[0].Y1}
	for _, r := range rules {
		f.x0, f.x1 = min(f.x0, r.X0), max(f.x1, r.X1)
		f.y0, f.y1 = min(f.y0, r.Y0), max(f.y1, r.Y1)
		if r.Level() {
			f.levels = append(f.levels, r)
		} else {
			f.uprights = append(f.uprights, r)
		}
	}
	slices.SortStableFunc(f.levels, func(a, b draw.Rule) int { return cmp.Compare(b.Y0, a.Y0) })
	return f
}

func sameEnds(a, b draw.Rule) bool {
	return math.Abs(a.X0-b.X0) <= draw.RuleWidth && math.Abs(a.X1-b.X1) <= draw.RuleWidth
}

// connected groups rules that touch each other.
func connected(work *budget.Budget, rules []draw.Rule) [][]draw.Rule {
	parent := make([]int, len(rules))
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	// Rules in order of their left end, so that a rule need only look at those that start before its right end.
	order := make([]int, len(rules))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rules[a].X0, rules[b].X0) })
	const maxPairs = 4_000_000 // drawings with tens of thousands of strokes are not tables
	pairs := 0
	for i, a := range order {
		for _, b := range order[i+1:] {
			p, q := rules[a], rules[b]
			if q.X0 > p.X1+ruleSnap {
				break
			}
			if pairs++; pairs > maxPairs {
				return nil
			}
			if pairs%budget.ScanShare == 0 && work.Spend(budget.ScanShare/2) != nil {
				return nil
			}
			if p.Y0 <= q.Y1+ruleSnap && q.Y0 <= p.Y1+ruleSnap {
				parent[find(b)] = find(a)
			}
		}
	}
	index := map[int]int{}
	var out [][]draw.Rule
	for i, r := range rules {
		root := find(i)
		k, ok := index[root]
		if !ok {
			k = len(out)
			index[root] = k
			out = append(out, nil)
		}
		out[k] = append(out[k], r)
	}
	return out
}

// stacked makes frames of level rules with the same ends. Between two neighbours of one frame stand lines of which
// some have cells, in the columns of the lines further up, and no caption.
func stacked(work *budget.Budget, levels []draw.Rule, lines []line) []frame {
	const minWidth = 60 // points
	levels = slices.Clone(levels)
	slices.SortStableFunc(levels, func(a, b draw.Rule) int { return cmp.Compare(b.Y0, a.Y0) })
	used := make([]bool, len(levels))
	var out []frame
	for i, top := range levels {
		if used[i] || top.X1-top.X0 < minWidth {
			continue
		}
		if work.Spend((len(levels)-i)/4) != nil {
			break
		}
		group := []draw.Rule{top}
		for j := i + 1; j < len(levels); j++ {
			r, last := levels[j], group[len(group)-1]
			if used[j] || !sameEnds(r, top) {
				continue
			}
			above := linesBetween(work, lines, group[max(0, len(group)-manyLines)], last)
			if !cellsBetween(work, lines, last, r, between(coverage(work, above, cellGap))) {
				break
			}
			group = append(group, r)
			used[j] = true
		}
		if len(group) >= 2 {
			out = append(out, frameOf(group))
		}
	}
	return out
}

func linesBetween(work *budget.Budget, lines []line, top, bottom draw.Rule) []line {
	f := frameOf([]draw.Rule{top, bottom})
	work.Spend(len(lines))
	return slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return !f.holds(l) })
}

// cellsBetween reports whether the lines between two rules look like rows: at least one, a third of them with cells.
// A heading or prose has text over the gutters of the table above it, which may be nil.
func cellsBetween(work *budget.Budget, lines []line, top, bottom draw.Rule, gutters []extent) bool {
	rows := 0
	lines = linesBetween(work, lines, top, bottom)
	for i := range lines {
		l := &lines[i]
		if work.Spend(wordsWork+len(l.words)) != nil || isCaption(l.text()) || isListingTitle(l.text()) {
			return false
		}
		if len(l.segments(cellGap)) > 1 && !slices.ContainsFunc(gutters, func(g extent) bool {
			return goesOver(l.segments(tightGap), g)
		}) {
			rows++
		}
	}
	return rows > 0 && 3*rows >= len(lines) || len(lines) == 0 && top.Y0-bottom.Y0 < ruleSnap
}

// cluster sorts values and merges neighbours closer than snap into their mean.
func cluster(values []float64, snap float64) []float64 {
	values = slices.Clone(values)
	slices.Sort(values)
	var out []float64
	sum, n := 0.0, 0
	for i, v := range values {
		if n > 0 && v-values[i-1] > snap {
			out = append(out, sum/float64(n))
			sum, n = 0, 0
		}
		sum += v
		n++
	}
	if n > 0 {
		out = append(out, sum/float64(n))
	}
	return out
}
