// Package linear ranks and decides by linear scores over named features. Their weights are fitted by TestRotation of
// engine/extract.
//
// A score is a sum of weights times features, each feature measured in standard deviations from its mean. Products are rounded before they are added, and sums have a fixed order, so that every
// processor gets the same score.
package linear

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Feature is one measure of something.
type Feature struct {
	Name  string
	Value float64
}

// Features are measures in the order in which they are taken.
type Features []Feature

// Add takes a measure.
func (f *Features) Add(name string, value float64) { *f = append(*f, Feature{name, value}) }

// Is takes a measure that is 1 where something holds, and 0 elsewhere.
func (f *Features) Is(name string, holds bool) { f.Add(name, One(holds)) }

// Names are those of the features.
func (f Features) Names() []string {
	out := make([]string, len(f))
	for i := range f {
		out[i] = f[i].Name
	}
	return out
}

// Values are those of the features.
func (f Features) Values() []float64 {
	out := make([]float64, len(f))
	for i := range f {
		out[i] = f[i].Value
	}
	return out
}

// One is 1 for true.
func One(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Score is a linear score over features.
type Score struct {
	Names               []string
	Bias                float64
	Mean, Scale, Weight []float64
}

// outlier is how many standard deviations a feature may speak with.
const outlier = 6

// At is the score of values, in the order of the names.
func (s *Score) At(values []float64) float64 {
	sum := s.Bias
	for i, x := range values {
		z := (x - s.Mean[i]) / s.Scale[i]
		sum += float64(s.Weight[i] * min(max(z, -outlier), outlier))
	}
	return sum
}

// Of is the score of features, which must be those that it was fitted on.
func (s *Score) Of(f Features) float64 {
	if !slices.EqualFunc(f, s.Names, func(f Feature, name string) bool { return f.Name == name }) {
		panic("the features are not those that the score was fitted on: fit it anew")
	}
	return s.At(f.Values())
}

// Read fills scores from text: of each a bias, and a line a feature with its name, weight, mean and standard deviation.
func Read(text string, into ...*Score) error {
	at := -1
	for n, line := range strings.Split(strings.TrimSpace(text), "\n") {
		f := strings.Fields(line)
		var values []float64
		for _, s := range f[min(1, len(f)):] {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil {
				return fmt.Errorf("line %d: %w", n+1, err)
			}
			values = append(values, x)
		}
		switch {
		case len(values) == 1 && f[0] == "bias" && at+1 < len(into):
			at++
			*into[at] = Score{Bias: values[0]}
		case len(values) == 3 && at >= 0:
			s := into[at]
			s.Names, s.Weight, s.Mean, s.Scale = append(s.Names, f[0]), append(s.Weight, values[0]), append(s.Mean, values[1]), append(s.Scale, values[2])
		default:
			return fmt.Errorf("line %d: not a bias, nor a feature with weight, mean and deviation", n+1)
		}
	}
	if at+1 < len(into) {
		return fmt.Errorf("%d scores where %d are wanted", at+1, len(into))
	}
	return nil
}
