package eval

import "math"

// Rate is how many of some questions.
type Rate struct{ Count, Of int }

// Value is the share, 0 of none.
func (r Rate) Value() float64 {
	if r.Of == 0 {
		return 0
	}
	return float64(r.Count) / float64(r.Of)
}

// Interval is the 95% confidence interval of the share by Wilson's score (Wilson 1927), which holds for few questions and near 0
// and 1 too. Of no questions nothing is known.
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

func (r Rate) plus(o Rate) Rate { return Rate{r.Count + o.Count, r.Of + o.Of} }

// Rates are the mistakes of refusing.
type Rates struct {
	FalseRefusal Rate // answerable questions that were refused
	FalseAnswer  Rate // unanswerable ones that were answered
}

// Accuracy is the share of the questions that were answered or refused as they should be.
func (r Rates) Accuracy() float64 {
	wrong := r.FalseRefusal.plus(r.FalseAnswer)
	return 1 - wrong.Value()
}

func (r Rates) mistakes() int { return r.FalseRefusal.Count + r.FalseAnswer.Count }

func (r Rates) plus(o Rates) Rates {
	return Rates{r.FalseRefusal.plus(o.FalseRefusal), r.FalseAnswer.plus(o.FalseAnswer)}
}
