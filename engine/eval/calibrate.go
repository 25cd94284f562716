package eval

import (
	"cmp"
	"fmt"
	"slices"
)

// FewestQuestions is how many answerable and how many unanswerable questions it takes to set a threshold by them: with fewer than 9
// answerable ones a single refusal is already too many, and one of 9 unanswerable ones is more than any gate is worth.
const FewestQuestions = 10

// Calibration is what questions say of the thresholds.
type Calibration struct {
	Form         Form
	Embedder     string
	Generator    string
	Answerable   int
	Unanswerable int
	Folds        int
	Now          Rates       // with the thresholds as they are
	Proposed     Rates       // with every proposed threshold at once
	Thresholds   []Threshold // in the order of the gates; only those of gates that measured something
}

// Threshold is what questions say of one of them. The others stay as they are.
type Threshold struct {
	Name  string
	Value float64 // as it is set
	Warns bool    // below it the gate only warns
	Now   Rates   // so set

	// Proposed is the median of the thresholds that the folds chose, moved to the middle of the gap between the measured values
	// that it falls in: one that questions taken from a small set at random agree on, and that no single question's last digit
	// decides. Where the false refusals with it are not bearable over all questions, it is what all questions choose.
	// It is Value where that is better over all questions, and where nothing can be proposed: see Possible.
	Proposed float64
	Rates    Rates // of the proposed threshold on all questions
	Possible bool  // there is a threshold with bearable false refusals; else the other gates refuse too much by themselves

	Chosen []Fold // by each fold; none unless Possible
	Held   Rates  // of the folds together, each with the threshold that the others chose
	Curve  []Point
}

// Fold is a threshold chosen on all folds but one, and the mistakes with it on those and on that one.
type Fold struct {
	Threshold float64
	Possible  bool  // the others have a threshold with bearable false refusals; else Threshold is the one that is set
	Rest      Rates // of the questions that chose
	Held      Rates // of those that did not
}

// Enough tells whether there are questions enough to set a threshold by.
func (c *Calibration) Enough() bool {
	return c.Answerable >= FewestQuestions && c.Unanswerable >= FewestQuestions
}

// Calibrate chooses for each gate the threshold with the fewest false answers whose false refusals are at most 10%, of equals the
// highest (see choose), and tells by cross-validation in k folds what it is worth on questions that did not choose it.
func Calibrate(r *Readings, k int) (*Calibration, error) {
	if k < 2 || k > len(r.asked) {
		return nil, fmt.Errorf("%d questions cannot be cross-validated in %d folds; give from 2 to as many folds as there are questions", len(r.asked), k)
	}
	now := r.thresholds()
	c := &Calibration{Form: r.Form, Embedder: r.Embedder, Generator: r.Generator, Folds: k, Now: r.rates(r.asked, now)}
	c.Answerable, c.Unanswerable = c.Now.FalseRefusal.Of, c.Now.FalseAnswer.Of
	proposed := slices.Clone(now)
	of := folds(r.asked, k)
	for i := range r.knobs {
		curve := r.curve(r.asked, now, i)
		if len(values(r.asked, i)) == 0 {
			continue
		}
		t := Threshold{Name: r.knobs[i].name, Value: r.now[i], Warns: r.warns[i], Now: c.Now, Proposed: r.now[i], Rates: c.Now, Curve: curve}
		if best := choose(curve); best >= 0 {
			t.Possible = true
			t.Chosen, t.Held = r.crossValidate(now, i, of, k)
			if p := nearest(curve, values(r.asked, i), agreed(t.Chosen)); bearable(curve[p].FalseRefusal) {
				best = p
			}
			if !dominates(t.Now, curve[best].Rates) {
				t.Proposed, t.Rates = curve[best].Threshold, curve[best].Rates
			}
			proposed[i] = t.Proposed
		}
		c.Thresholds = append(c.Thresholds, t)
	}
	c.Proposed = r.rates(r.asked, proposed)
	return c, nil
}

// dominates tells whether some mistakes are fewer, of one sort and not more of the other.
func dominates(some, others Rates) bool {
	refused := cmp.Compare(some.FalseRefusal.Count, others.FalseRefusal.Count)
	answered := cmp.Compare(some.FalseAnswer.Count, others.FalseAnswer.Count)
	return refused <= 0 && answered <= 0 && refused+answered < 0
}

// crossValidate chooses a threshold without each fold in turn, and looks what becomes of that fold.
func (r *Readings) crossValidate(now []float64, knob int, of []int, k int) (chosen []Fold, together Rates) {
	for fold := range k {
		held, rest := split(r.asked, of, fold)
		f := Fold{Threshold: now[knob]}
		curve := r.curve(rest, now, knob)
		if best := choose(curve); best >= 0 {
			f.Threshold, f.Possible = curve[best].Threshold, true
		}
		at := slices.Clone(now)
		at[knob] = f.Threshold
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
	switch refused := c.Proposed.FalseRefusal; {
	case !c.Enough():
		return fmt.Sprintf("%d answerable and %d unanswerable questions are too few to set a threshold by; it takes %d of each", c.Answerable, c.Unanswerable, FewestQuestions)
	case len(c.Thresholds) == 0:
		return "no gate measured anything"
	case !possible:
		return fmt.Sprintf("no threshold of a single gate keeps the false refusals below %.0f%%: the others refuse too much by themselves", 100*mostRefusals)
	case !bearable(refused):
		return fmt.Sprintf("each threshold was chosen with the others as they are; all of them together refuse %d of %d answerable questions", refused.Count, refused.Of)
	}
	return ""
}
