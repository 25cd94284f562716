package scope

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"ibid/ui/config/keyfile"
)

// nearest are the names that differ least from what was typed, by no more than a third of its characters; things of the
// other kind that are called exactly so come first.
func (c *catalog) nearest(m mention) []*name {
	type near struct {
		name     *name
		distance int
	}
	typed := fold(m.name)
	long, most := utf8.RuneCountInString(typed), keyfile.Near(typed)
	var found []near
	for _, n := range c.names {
		best := most + 1
		for _, f := range n.forms {
			if n.sigil == m.sigil && abs(utf8.RuneCountInString(f)-long) <= most {
				best = min(best, keyfile.Distance(typed, f))
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
