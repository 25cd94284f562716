package eval

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Rate is how many of some questions.
type Rate struct {
	Count int `json:"count"`
	Of    int `json:"of"`
}

// Value is the share, 0 of none.
func (r Rate) Value() float64 {
	if r.Of == 0 {
		return 0
	}
	return float64(r.Count) / float64(r.Of)
}

// Interval is the 95% confidence interval of the share by Wilson's score (Wilson 1927), which holds for few questions
// and near 0 and 1 too. Of no questions nothing is known.
func (r Rate) Interval() (low, high float64) {
	if r.Of == 0 {
		return 0, 1
	}
	const z = 1.959963984540054 // of the normal distribution, for 95%
	n, p := float64(r.Of), r.Value()
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, middle-half), min(1, middle+half)
}

// Rates are the mistakes of refusing.
type Rates struct {
	FalseRefusal Rate `json:"false_refusal"` // answerable questions that were refused
	FalseAnswer  Rate `json:"false_answer"`  // unanswerable ones that were answered
}

const (
	resamples  = 2000 // drawn for a confidence interval
	confidence = 0.95 // share of their means that it holds
	seed       = 1979 // of the draws, for all measures: they depend on the number of values alone
	fewest     = 5    // values that say something of how far their mean is off
)

// interval gives the bounds of the 95% confidence interval of the mean of the values of a measure. Values that all
// are 0 or 1 have Wilson's, which holds for few questions and near 0 and 1 too. Others have that of the bootstrap
// over the questions, and none, which is NaN, where there are fewer than 5 or all are equal: the bootstrap would be
// certain of them.
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

// bootstrap gives the bounds of the percentile bootstrap interval of the mean of values (Efron 1979), NaN of fewer
// than 5. It depends on the values and their order alone, so that what has equal values has an equal interval.
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

// latency is the percentiles of times in milliseconds. Times that are 0 were not taken.
func latency(times []float64) Latency {
	taken := slices.DeleteFunc(slices.Clone(times), func(t float64) bool { return t == 0 })
	if len(taken) == 0 {
		return Latency{}
	}
	slices.Sort(taken)
	at := func(p float64) Number { return Number(nearestRank(taken, p)) }
	return Latency{P50: at(0.5), P90: at(0.9), P99: at(0.99)}
}

// nearestRank is the least of the sorted values that at least a share p of them does not exceed. There is at least one.
func nearestRank(sorted []float64, p float64) float64 {
	n := int(math.Ceil(p*float64(len(sorted)) - roundingSlack))
	return sorted[min(max(n, 1), len(sorted))-1]
}

// roundingSlack keeps a product that is whole but for its last bits from being rounded up.
const roundingSlack = 1e-9
