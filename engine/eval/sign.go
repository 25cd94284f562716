package eval

import (
	"cmp"
	"math"
	"slices"
)

// SignTest is the two-sided p-value of the exact sign test: how likely it is that chance alone parts better from worse as unevenly
// as this, or more so. Ties are not counted. It is 1 where nothing changed.
func SignTest(better, worse int) float64 {
	n := better + worse
	all, _ := math.Lgamma(float64(n + 1))
	tail := 0.0
	for k := range min(better, worse) + 1 {
		in, _ := math.Lgamma(float64(k + 1))
		out, _ := math.Lgamma(float64(n - k + 1))
		tail += math.Exp(all - in - out - float64(n)*math.Ln2)
	}
	return min(1, 2*tail)
}

// holm adjusts the p-values of several tests for their number (Holm 1979): where one below a level is taken for a difference, the
// probability that any is taken wrongly is at most that level, however the tests hang together.
func holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(p[a], p[b]), cmp.Compare(a, b)) })
	out := make([]float64, len(p))
	least := 0.0
	for rank, i := range order {
		least = max(least, min(1, float64(len(p)-rank)*p[i]))
		out[i] = least
	}
	return out
}
