package eval

import (
	"cmp"
	"math"
	"slices"
)

// Point is one threshold and the mistakes with it.
type Point struct {
	Threshold float64
	Rates
}

// curve is what becomes of questions at every threshold of one gate that makes a difference, the lowest first: one threshold in
// each gap between the values that it measured. The other thresholds stand.
func (r *Readings) curve(questions []asked, thresholds []float64, knob int) []Point {
	at := slices.Clone(thresholds)
	var out []Point
	for _, t := range candidates(r.knobs[knob], values(questions, knob)) {
		at[knob] = t
		out = append(out, Point{t, r.rates(questions, at)})
	}
	return out
}

// values are the distinct values that a gate measured, sorted.
func values(questions []asked, knob int) []float64 {
	var out []float64
	for i := range questions {
		if x := questions[i].measured[knob]; !math.IsNaN(x) {
			out = append(out, x)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// candidates are thresholds from 0 to 1, one for each way in which a threshold can part the values.
func candidates(k knob, values []float64) []float64 {
	var out []float64
	if k.zero && len(values) > 0 && values[0] <= 0 {
		out = append(out, 0)
	}
	low := 0.0
	for _, v := range values {
		if v > low {
			out = append(out, within(low, v))
			low = v
		}
	}
	if low < 1 {
		out = append(out, within(low, 1))
	}
	return out
}

// within is a number in the middle half of a gap, with as few decimals as it takes: a threshold right at a measured value would
// depend on the last digit of a single question.
func within(low, high float64) float64 {
	middle := low + (high-low)/2
	for scale := 10.0; scale <= 1e12; scale *= 10 {
		if x := math.Round(middle*scale) / scale; math.Abs(x-middle) <= (high-low)/4 {
			return x
		}
	}
	return middle
}

const (
	mostRefusals = 0.10 // share of the answerable questions that may be refused, one more of both reckoned with

	// Bearable says how many false refusals a threshold may have.
	Bearable = "at most 10%, reckoned as (refused + 1) / (answerable + 1),"
)

// bearable tells whether (refused + 1) / (answerable + 1) is at most mostRefusals. Then so few answerable questions are refused that the next one, if it is like these, is refused with a
// probability of at most mostRefusals: one more refusal is reckoned with than there is. That is the bound of conformal risk
// control (Angelopoulos et al. 2022), which holds for any number of questions; the plain share holds only for many, because the
// threshold was chosen to just keep it.
func bearable(r Rate) bool { return float64(r.Count+1) <= mostRefusals*float64(r.Of+1) }

// choose picks the point with the fewest false answers among those whose false refusals are bearable; of those the fewest false
// refusals, because a refusal that prevents nothing is a price for nothing; of equals the present one, because nothing speaks for a
// change, and then the highest threshold, which is the side that errs by refusing. It returns -1 where there is none. present is -1
// where no point parts the values as the present threshold does.
func choose(points []Point, present int) int {
	best := -1
	for i, p := range points {
		if !bearable(p.FalseRefusal) {
			continue
		}
		order := -1
		if best >= 0 {
			order = cmp.Or(cmp.Compare(p.FalseAnswer.Count, points[best].FalseAnswer.Count), cmp.Compare(p.FalseRefusal.Count, points[best].FalseRefusal.Count))
		}
		if order < 0 || order == 0 && best != present {
			best = i
		}
	}
	return best
}

// fewestMistakes is the point with the fewest mistakes of both sorts together; of equals the present one, and then the highest.
func fewestMistakes(points []Point, present int) Point {
	best := 0
	for i, p := range points {
		if order := cmp.Compare(p.mistakes(), points[best].mistakes()); order < 0 || order == 0 && best != present {
			best = i
		}
	}
	return points[best]
}

// parting is the point of a curve whose threshold parts the values that made the curve just as the given one does, -1 where none does.
func parting(points []Point, values []float64, threshold float64) int {
	below := func(t float64) int { i, _ := slices.BinarySearch(values, t); return i }
	return slices.IndexFunc(points, func(p Point) bool { return below(p.Threshold) == below(threshold) })
}

// nearest is the point of a curve whose threshold parts the values that made the curve as the given threshold does.
func nearest(points []Point, values []float64, threshold float64) int {
	below := func(t float64) int { i, _ := slices.BinarySearch(values, t); return i }
	for i, p := range points {
		if below(p.Threshold) >= below(threshold) {
			return i
		}
	}
	return len(points) - 1
}
