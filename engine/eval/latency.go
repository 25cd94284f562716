package eval

import (
	"math"
	"slices"
)

// latency is the percentiles of times in milliseconds. Times that are 0 were not taken.
func latency(times []float64) Latency {
	taken := slices.DeleteFunc(slices.Clone(times), func(t float64) bool { return t == 0 })
	if len(taken) == 0 {
		return Latency{}
	}
	slices.Sort(taken)
	return Latency{P50: nearestRank(taken, 0.5), P90: nearestRank(taken, 0.9), P99: nearestRank(taken, 0.99)}
}

// nearestRank is the least of the sorted values that at least a share p of them does not exceed. There is at least one.
func nearestRank(sorted []float64, p float64) float64 {
	n := int(math.Ceil(p*float64(len(sorted)) - roundingSlack))
	return sorted[min(max(n, 1), len(sorted))-1]
}

// roundingSlack keeps a product that is whole but for its last bits from being rounded up.
const roundingSlack = 1e-9
