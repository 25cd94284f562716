package extract

import (
	"slices"
	"sort"

	"ibid/index/question"
)

const (
	redundant    = 0.55 // factor on the overlap with what is already said
	keepShare    = 0.62 // a further sentence must reach this share of the best one's score
	maxSentences = 4
)

// choose picks the best units: the best one, then those that add most (maximal marginal relevance, Carbonell and
// Goldstein 1998), as long as they come close to the best.
func choose(us []unit, want int) []int {
	order := make([]int, 0, len(us))
	for i := range us {
		order = append(order, i)
	}
	sort.SliceStable(order, func(a, b int) bool { return us[order[a]].score > us[order[b]].score })
	if len(order) == 0 {
		return nil
	}
	picked := []int{order[0]}
	best := us[order[0]].score
	for len(picked) < want {
		next, value := -1, 0.0
		for _, i := range order {
			if us[i].score < keepShare*best {
				break
			}
			if slices.Contains(picked, i) {
				continue
			}
			v := us[i].score
			for _, p := range picked {
				v = min(v, us[i].score-redundant*overlap(us[i].Bag, us[p].Bag))
			}
			if next < 0 || v > value {
				next, value = i, v
			}
		}
		if next < 0 || value < keepShare*best-redundant*0.5 {
			break
		}
		picked = append(picked, next)
	}
	return picked
}

// overlap is the share of the smaller bag that the other one holds.
func overlap(a, b question.Bag) float64 {
	if len(b) < len(a) {
		a, b = b, a
	}
	if len(a) == 0 {
		return 0
	}
	n := 0
	for t := range a {
		if b[t] {
			n++
		}
	}
	return float64(n) / float64(len(a))
}
