package eval

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
)

// resamples are drawn for a confidence interval; confidence is the share of their means that it holds.
const (
	resamples  = 2000
	confidence = 0.95
)

// bootstrap gives the bounds of the percentile bootstrap interval of the mean of values (Efron 1979). It depends on the values,
// their order and the name alone. Equal values have no width.
func bootstrap(name string, values []float64) (low, high float64) {
	if len(values) == 0 {
		return 0, 0
	}
	h := fnv.New64a()
	h.Write([]byte(name))
	random := rand.New(rand.NewPCG(h.Sum64(), resamples))
	means := make([]float64, resamples)
	for i := range means {
		sum := 0.0
		for range values {
			sum += values[random.IntN(len(values))]
		}
		means[i] = sum / float64(len(values))
	}
	slices.Sort(means)
	const tail = (1 - confidence) / 2
	return nearestRank(means, tail), nearestRank(means, 1-tail)
}

// PairedDifference is the mean of b-a, pair by pair, and the bounds of its 95% confidence interval. Both are as long.
func PairedDifference(a, b []float64) (mean, low, high float64) {
	differences := make([]float64, len(a))
	for i := range a {
		differences[i] = b[i] - a[i]
	}
	low, high = bootstrap("difference", differences)
	return average(differences), low, high
}

// average is 0 for no values. It adds in their order.
func average(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
