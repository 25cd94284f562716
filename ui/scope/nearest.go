package scope

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// nearest are the names that differ least from what was typed, by no more than a third of its characters; things of the
// other kind that are called exactly so come first.
func (c *catalog) nearest(m mention) []*name {
	type near struct {
		name     *name
		distance int
	}
	typed := []rune(fold(m.name))
	most := len(typed)/3 + 1
	var found []near
	for _, n := range c.names {
		best := most + 1
		for _, f := range n.forms {
			if n.sigil == m.sigil && abs(utf8.RuneCountInString(f)-len(typed)) <= most {
				best = min(best, distance(typed, []rune(f)))
			}
		}
		if best <= most {
			found = append(found, near{n, best})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	out := c.other(m)
	for _, f := range found {
		out = append(out, f.name)
	}
	return out
}

func abs(n int) int { return max(n, -n) }

// distance is the number of characters to insert, remove or replace to make one name the other (Levenshtein).
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := diagonal
			if x != y {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
