package eval

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// FewestQuestions is how many answerable and how many unanswerable questions it takes to set a threshold by. With fewer than 9
// answerable ones no threshold is bearable, even if none is refused; with 9 one that refuses none is, with 19 one that refuses one.
const FewestQuestions = 10

// Calibration is what questions say of the thresholds.
type Calibration struct {
	Form         Form            `json:"form"`
	Embedder     string          `json:"embedder"`
	Generator    string          `json:"generator"`
	Answerable   int             `json:"answerable"`
	Unanswerable int             `json:"unanswerable"`
	Folds        int             `json:"folds"`
	Now          Rates           `json:"now"`        // with the thresholds as they are
	Proposed     Rates           `json:"proposed"`   // with every proposed threshold at once
	Open         Rates           `json:"open"`       // with every threshold at its lowest: what gates refuse that have none
	Thresholds   List[Threshold] `json:"thresholds"` // in the order of the gates; only those of gates that measured something
}

// Threshold is what questions say of one of them. The others stay as they are.
type Threshold struct {
	Name  string  `json:"name"`
	Key   string  `json:"key"`        // of the setting, where the caller names it
	Value float64 `json:"value"`      // as it is set
	Warns bool    `json:"only_warns"` // below it the gate only warns
	Now   Rates   `json:"now"`        // so set

	// Proposed is the median of the thresholds that the folds chose, moved to the middle of the gap between the measured values
	// that it falls in: one that questions taken from a small set at random agree on, and that no single question's last digit
	// decides. Where the false refusals with it are not bearable over all questions, it is what all questions choose.
	// It is Value where nothing is better over all questions, and where nothing can be proposed: see Possible.
	Proposed float64 `json:"proposed"`
	Rates    Rates   `json:"rates"`    // of the proposed threshold on all questions
	Possible bool    `json:"possible"` // there is a threshold with bearable false refusals; else the other gates refuse too much by themselves

	Chosen List[Fold]  `json:"folds"`           // by each fold; none unless Possible
	Held   Rates       `json:"cross_validated"` // of the folds together, each with the threshold that the others chose
	Curve  List[Point] `json:"curve"`
	Fewest Point       `json:"fewest_mistakes"` // the fewest mistakes of both sorts together; of equals Value, and then the highest
}

// Fold is a threshold chosen on all folds but one, and the mistakes with it on those and on that one.
type Fold struct {
	Threshold float64 `json:"threshold"`
	Possible  bool    `json:"possible"`  // the others have a threshold with bearable false refusals; else Threshold is the one that is set
	Rest      Rates   `json:"chosen_on"` // of the questions that chose
	Held      Rates   `json:"held_out"`  // of those that did not
}

// Enough tells whether there are questions enough to set a threshold by.
func (c *Calibration) Enough() bool {
	return c.Answerable >= FewestQuestions && c.Unanswerable >= FewestQuestions
}

// Calibrate chooses for each gate the threshold with the fewest false answers whose false refusals are bearable, of equals the one
// that is set and then the highest (see bearable and choose), and tells by cross-validation in k folds what it is worth on questions
// that did not choose it.
func Calibrate(r *Readings, k int) (*Calibration, error) {
	if k < 2 || k > len(r.asked) {
		return nil, fmt.Errorf("%d questions cannot be cross-validated in %d folds; give from 2 to as many folds as there are questions", len(r.asked), k)
	}
	now := r.thresholds()
	c := &Calibration{Form: r.Form, Embedder: r.Embedder, Generator: r.Generator, Folds: k, Now: r.rates(r.asked, now)}
	c.Open = r.rates(r.asked, r.lowest())
	c.Answerable, c.Unanswerable = c.Now.FalseRefusal.Of, c.Now.FalseAnswer.Of
	proposed := slices.Clone(now)
	of := folds(r.asked, k)
	for i := range r.knobs {
		measured := values(r.asked, i)
		if len(measured) == 0 {
			continue
		}
		curve := r.curve(r.asked, now, i)
		present := parting(curve, measured, r.now[i])
		t := Threshold{Name: r.knobs[i].name, Value: r.now[i], Warns: r.warns[i], Now: c.Now, Proposed: r.now[i], Rates: c.Now, Curve: curve}
		if best := choose(curve, present); best >= 0 {
			t.Possible = true
			t.Chosen, t.Held = r.crossValidate(now, i, of, k)
			if p := nearest(curve, measured, agreed(t.Chosen)); bearable(curve[p].FalseRefusal) {
				best = p
			}
			if present >= 0 && noWorse(curve[present].Rates, curve[best].Rates) {
				best = present
			}
			t.Proposed, t.Rates = curve[best].Threshold, curve[best].Rates
			if best == present {
				t.Proposed = t.Value
			}
			proposed[i] = t.Proposed
		}
		t.Fewest = fewestMistakes(curve, present)
		if present >= 0 && t.Fewest == curve[present] {
			t.Fewest.Threshold = t.Value
		}
		c.Thresholds = append(c.Thresholds, t)
	}
	c.Proposed = r.rates(r.asked, proposed)
	return c, nil
}

// noWorse tells whether some mistakes are not more than others, of neither sort.
func noWorse(some, others Rates) bool {
	return some.FalseRefusal.Count <= others.FalseRefusal.Count && some.FalseAnswer.Count <= others.FalseAnswer.Count
}

// crossValidate chooses a threshold without each fold in turn, and looks what becomes of that fold.
func (r *Readings) crossValidate(now []float64, knob int, of []int, k int) (chosen []Fold, together Rates) {
	for fold := range k {
		held, rest := split(r.asked, of, fold)
		f := Fold{Threshold: r.now[knob]}
		curve := r.curve(rest, now, knob)
		present := parting(curve, values(rest, knob), f.Threshold)
		if best := choose(curve, present); best >= 0 {
			f.Possible = true
			if best != present {
				f.Threshold = curve[best].Threshold
			}
		}
		at := slices.Clone(now)
		if f.Possible {
			at[knob] = f.Threshold
		}
		f.Rest, f.Held = r.rates(rest, at), r.rates(held, at)
		chosen, together = append(chosen, f), together.plus(f.Held)
	}
	return chosen, together
}

// agreed is the median of the thresholds that the folds chose, the upper one of two.
func agreed(chosen []Fold) float64 {
	t := make([]float64, len(chosen))
	for i, f := range chosen {
		t[i] = f.Threshold
	}
	slices.Sort(t)
	return t[len(t)/2]
}

// Unfit says why the proposed thresholds should not be taken, "" where they may be: too few questions, or too many false refusals.
func (c *Calibration) Unfit() string {
	possible := slices.ContainsFunc(c.Thresholds, func(t Threshold) bool { return t.Possible })
	switch all, open := c.Proposed.FalseRefusal, c.Open.FalseRefusal; {
	case !c.Enough():
		return fmt.Sprintf("%d answerable and %d unanswerable questions are too few to set a threshold by; it takes %d of each", c.Answerable, c.Unanswerable, FewestQuestions)
	case len(c.Thresholds) == 0:
		return "no gate measured anything"
	case !possible && bearable(open):
		return fmt.Sprintf("no threshold of a single gate keeps the false refusals to %s because the other gates refuse too much by themselves; set one of the thresholds lower by hand, and calibrate the others again", Bearable)
	case !possible:
		return fmt.Sprintf("with every threshold at its lowest, %d of %d answerable questions are refused still, and %s are wanted; the gates that do it have no threshold: they look for names that are missing, and for what the evidence does not support. `ibid eval --save DIR` tells of each question why it is refused", open.Count, open.Of, Bearable)
	case !bearable(all):
		return fmt.Sprintf("each threshold was chosen with the others as they are; all of them together refuse %d of %d answerable questions, and %s are wanted; set one of them by hand, and calibrate again", all.Count, all.Of, Bearable)
	}
	return ""
}

// Point is one threshold and the mistakes with it.
type Point struct {
	Threshold float64
	Rates
}

// MarshalJSON implements json.Marshaler. The threshold keeps its digits: a rounded one would part the questions otherwise.
func (p Point) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Threshold float64 `json:"threshold"`
		printedRates
	}{p.Threshold, p.printed()})
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
