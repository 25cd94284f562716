package eval

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"ibid/engine"
	"ibid/guard"
)

// Coverage is the threshold that can be swept: the least share of a question that the best evidence holds.
const Coverage = "coverage"

// knob is a threshold and what it does.
type knob struct {
	name string
	at   func(*engine.Options) *float64
}

// knobs are the thresholds that decide about the questions of a form, in the order of the gates. That of the support
// gate is no number that can be set: what the evidence does not support is taken out, and what is left answers or
// does not.
func knobs(f Form) []knob {
	if f == Passages {
		return nil
	}
	return []knob{{name: Coverage, at: func(o *engine.Options) *float64 { return &o.Similarity }}}
}

// Readings are what the gates measured of questions while no threshold refused any that it can let pass, and what
// became of them. Together with a threshold for each gate that tells which questions are refused: no threshold
// changes what evidence is found or what is drafted from it, and each gate before the draft is asked whatever the
// others say.
type Readings struct {
	Form      Form
	Embedder  string
	Generator string

	knobs []knob
	now   []float64 // the thresholds as they are set, by knob
	asked []asked
}

// asked is a question and what was measured of it.
type asked struct {
	id         string
	answerable bool
	measured   []float64 // by knob; NaN where the gate did not measure
	refused    bool      // with every gate open
}

// ReadGates asks the questions of a set with the gates open. progress hears of each question that is done; it
// may be nil.
func ReadGates(ctx context.Context, set *Set, s Subject, progress func(done, total int)) (*Readings, error) {
	r := &Readings{Form: set.Form, Embedder: "none", Generator: s.Generator.Name(), knobs: knobs(set.Form)}
	if s.Index != nil {
		r.Embedder = s.Index.Embedder()
	}
	open := s
	for _, k := range r.knobs {
		r.now = append(r.now, *k.at(&s.Options))
		*k.at(&open.Options) = 0
	}
	report, err := Run(ctx, set, open, Options{}, progress)
	if err != nil {
		return nil, err
	}
	for i := range report.Rows {
		row := &report.Rows[i]
		q := asked{id: row.ID + "\x00" + row.Question, answerable: row.Answerable, refused: row.Refused}
		for _, k := range r.knobs {
			q.measured = append(q.measured, k.reading(row))
		}
		r.asked = append(r.asked, q)
	}
	return r, nil
}

// reading is what a row's gate measured, NaN where it did not. Where a model measures the cosine, the gate for
// similarity holds that, and coverage has a gate of its own, which comes after it.
func (k *knob) reading(row *Row) float64 {
	measured := math.NaN()
	for _, g := range row.Gates {
		if g.Verdict != string(guard.Skipped) && (g.Name == guard.GateCoverage || g.Name == guard.GateSimilarity) {
			measured = float64(g.Measured)
		}
	}
	return measured
}

// lowest are the thresholds at which each gate lets pass whatever it can, by knob.
func (r *Readings) lowest() []float64 {
	return make([]float64, len(r.now))
}

// refuses tells what becomes of a question with these thresholds, by knob.
func (r *Readings) refuses(q *asked, thresholds []float64) bool {
	for i := range r.knobs {
		if q.measured[i] < thresholds[i] { // which NaN is not
			return true
		}
	}
	return q.refused
}

// rates are the mistakes with these thresholds.
func (r *Readings) rates(thresholds []float64) Rates {
	var out Rates
	for i := range r.asked {
		q := &r.asked[i]
		refused := r.refuses(q, thresholds)
		if q.answerable {
			out.FalseRefusal.Of++
			if refused {
				out.FalseRefusal.Count++
			}
		} else {
			out.FalseAnswer.Of++
			if !refused {
				out.FalseAnswer.Count++
			}
		}
	}
	return out
}

// FewestQuestions is how many answerable and how many unanswerable questions it takes to set a threshold by. With
// fewer than 9 answerable ones no threshold is bearable, even if none is refused; with 9 one that refuses none is,
// with 19 one that refuses one.
const FewestQuestions = 10

// Sweep is what becomes of questions at every threshold of refusal.
type Sweep struct {
	Form         Form            `json:"form"`
	Embedder     string          `json:"embedder"`
	Generator    string          `json:"generator"`
	Answerable   int             `json:"answerable"`
	Unanswerable int             `json:"unanswerable"`
	Proposed     Rates           `json:"proposed"`   // with every proposed threshold at once
	Open         Rates           `json:"open"`       // with every threshold at its lowest: what gates refuse that have none
	Thresholds   List[Threshold] `json:"thresholds"` // in the order of the gates; only those of gates that measured something
}

// Threshold is what becomes of questions at each value of one threshold. The others stay as they are.
type Threshold struct {
	Name     string      `json:"name"`
	Key      string      `json:"key"`      // of the setting, where the caller names it
	Value    float64     `json:"value"`    // as it is set
	Now      Rates       `json:"now"`      // so set
	Proposed float64     `json:"proposed"` // see choose; Value where nothing is better, and where nothing can be proposed
	Rates    Rates       `json:"rates"`    // of the proposed threshold
	Possible bool        `json:"possible"` // there is a threshold with bearable false refusals; else the other gates refuse too much by themselves
	Curve    List[Point] `json:"curve"`
}

// Point is one threshold and the mistakes with it.
type Point struct {
	Threshold float64 `json:"threshold"`
	Rates
}

// Sweep tells of each gate what each threshold would do, and which has the fewest false answers with bearable false
// refusals (see bearable and choose). It was chosen by these very questions: of others expect less.
func (r *Readings) Sweep() *Sweep {
	now := r.now
	rates := r.rates(now)
	s := &Sweep{Form: r.Form, Embedder: r.Embedder, Generator: r.Generator, Answerable: rates.FalseRefusal.Of, Unanswerable: rates.FalseAnswer.Of, Open: r.rates(r.lowest())}
	proposed := slices.Clone(now)
	for i := range r.knobs {
		measured := r.values(i)
		if len(measured) == 0 {
			continue
		}
		curve := r.curve(now, i)
		t := Threshold{Name: r.knobs[i].name, Value: r.now[i], Now: rates, Proposed: r.now[i], Rates: rates, Curve: curve}
		present := parting(curve, measured, t.Value)
		if best := choose(curve, present); best >= 0 {
			t.Possible, t.Rates = true, curve[best].Rates
			if best != present {
				t.Proposed = curve[best].Threshold
			}
			proposed[i] = t.Proposed
		}
		s.Thresholds = append(s.Thresholds, t)
	}
	s.Proposed = r.rates(proposed)
	return s
}

// Unfit says why the proposed thresholds should not be taken, "" where they may be: too few questions, or too many
// false refusals.
func (s *Sweep) Unfit() string {
	possible := slices.ContainsFunc(s.Thresholds, func(t Threshold) bool { return t.Possible })
	switch all, open := s.Proposed.FalseRefusal, s.Open.FalseRefusal; {
	case s.Answerable < FewestQuestions || s.Unanswerable < FewestQuestions:
		return fmt.Sprintf("%d answerable and %d unanswerable questions are too few to set a threshold by; it takes %d of each", s.Answerable, s.Unanswerable, FewestQuestions)
	case len(s.Thresholds) == 0:
		return "no gate measured anything"
	case !possible && bearable(open):
		return fmt.Sprintf("no threshold of a single gate keeps the false refusals to %s because the other gates refuse too much by themselves; set one of the thresholds lower by hand, and sweep the others again", Bearable)
	case !possible:
		return fmt.Sprintf("with every threshold at its lowest, %d of %d answerable questions are refused still, and %s are wanted; the gates that do it have no threshold: they look for names that are missing, and for what the evidence does not support. `ibid eval --save DIR` tells of each question why it is refused", open.Count, open.Of, Bearable)
	case !bearable(all):
		return fmt.Sprintf("each threshold was chosen with the others as they are; all of them together refuse %d of %d answerable questions, and %s are wanted; set one of them by hand, and sweep again", all.Count, all.Of, Bearable)
	}
	return ""
}

// curve is what becomes of questions at every threshold of one gate that makes a difference, the lowest first: one
// threshold in each gap between the values that it measured. The other thresholds stand.
func (r *Readings) curve(thresholds []float64, knob int) []Point {
	at := slices.Clone(thresholds)
	var out []Point
	for _, t := range candidates(r.values(knob)) {
		at[knob] = t
		out = append(out, Point{t, r.rates(at)})
	}
	return out
}

// values are the distinct values that a gate measured, sorted.
func (r *Readings) values(knob int) []float64 {
	var out []float64
	for i := range r.asked {
		if x := r.asked[i].measured[knob]; !math.IsNaN(x) {
			out = append(out, x)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// candidates are thresholds from 0 to 1, one for each way in which a threshold can part the values.
func candidates(values []float64) []float64 {
	var out []float64
	if len(values) > 0 && values[0] <= 0 {
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

// within is a number in the middle half of a gap, with as few decimals as it takes: a threshold right at a measured
// value would depend on the last digit of a single question.
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

// bearable tells whether (refused + 1) / (answerable + 1) is at most mostRefusals. Then so few answerable questions
// are refused that the next one, if it is like these, is refused with a probability of at most mostRefusals: one more
// refusal is reckoned with than there is. That is the bound of conformal risk control (Angelopoulos et al. 2022),
// which holds for any number of questions; the plain share holds only for many, because the threshold was chosen to
// just keep it.
func bearable(r Rate) bool { return float64(r.Count+1) <= mostRefusals*float64(r.Of+1) }

// choose picks the point with the fewest false answers among those whose false refusals are bearable; of those the
// fewest false refusals, because a refusal that prevents nothing is a price for nothing; of equals the present one,
// because nothing speaks for a change, and then the highest threshold, which is the side that errs by refusing. It
// returns -1 where there is none. present is -1 where no point parts the values as the present threshold does.
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

// parting is the point of a curve whose threshold parts the values that made the curve just as the given one does, -1
// where none does.
func parting(points []Point, values []float64, threshold float64) int {
	below := func(t float64) int { i, _ := slices.BinarySearch(values, t); return i }
	return slices.IndexFunc(points, func(p Point) bool { return below(p.Threshold) == below(threshold) })
}
