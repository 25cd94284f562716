package eval

import (
	"math"
	"math/rand/v2"
	"slices"
)

const (
	resamples  = 2000 // drawn for a confidence interval
	confidence = 0.95 // share of their means that it holds
	seed       = 1979 // of the draws, for all measures: they depend on the number of values alone
	fewest     = 5    // values that say something of how far their mean is off
)

// interval gives the bounds of the 95% confidence interval of the mean of the values of a measure. Values that all are 0 or 1 have
// Wilson's, which holds for few questions and near 0 and 1 too. Others have that of the bootstrap over the questions, and none, which
// is NaN, where there are fewer than 5 or all are equal: the bootstrap would be certain of them.
func (m Info) interval(values []float64) (low, high float64) {
	if hits, ok := truths(values); ok && !m.Count {
		return hits.Interval()
	}
	if len(values) > 0 && slices.Min(values) == slices.Max(values) {
		return math.NaN(), math.NaN()
	}
	return bootstrap(values)
}

// truths counts those that are 1; false where one is neither 0 nor 1, and of none.
func truths(values []float64) (Rate, bool) {
	r := Rate{Of: len(values)}
	for _, v := range values {
		switch v {
		case 0:
		case 1:
			r.Count++
		default:
			return Rate{}, false
		}
	}
	return r, r.Of > 0
}

// bootstrap gives the bounds of the percentile bootstrap interval of the mean of values (Efron 1979), NaN of fewer than 5. It depends
// on the values and their order alone, so that what has equal values has an equal interval.
func bootstrap(values []float64) (low, high float64) {
	if len(values) < fewest {
		return math.NaN(), math.NaN()
	}
	random := rand.New(rand.NewPCG(seed, resamples))
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

// PairedDifference is the mean of b-a, pair by pair, and the bounds of its 95% confidence interval, which are NaN for fewer than 5
// pairs. Both are as long.
func PairedDifference(a, b []float64) (mean, low, high float64) {
	differences := make([]float64, len(a))
	for i := range a {
		differences[i] = b[i] - a[i]
	}
	low, high = bootstrap(differences)
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
