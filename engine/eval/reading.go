package eval

import (
	"cmp"
	"context"
	"crypto/sha256"
	"math"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard"
)

// The thresholds that can be calibrated.
const (
	Coverage          = "coverage"           // least share of a question that the best evidence holds
	Cosine            = "cosine"             // least cosine of a question and the best evidence, where a model measures it
	Confidence        = "confidence"         // least mean probability of a model's words
	SelectionStrength = "selection_strength" // coverage, by the best statement of a passage
	SelectionPremise  = "selection_premise"  // least support of a passage for what a question takes for granted
)

// knob is a threshold and what it does.
type knob struct {
	name  string
	at    func(*engine.Options) *float64
	open  float64 // where the gate measures, and lets pass whatever it can
	zero  bool    // 0 is a threshold as any other; else it switches the gate off
	draft bool    // the gate looks at the draft: where it refuses, the fallback may still answer
}

// onSmallest is the least threshold at which a gate is on that 0 switches off.
const onSmallest = math.SmallestNonzeroFloat64

// knobs are the thresholds that decide about the questions of a form, in the order of the gates. That of the support gate is no
// number that can be set: what the evidence does not support is taken out, and what is left answers or does not.
func knobs(f Form) []knob {
	if f == Passages {
		return []knob{
			{name: SelectionStrength, at: func(o *engine.Options) *float64 { return &o.SelectionStrength }, zero: true},
			{name: SelectionPremise, at: func(o *engine.Options) *float64 { return &o.SelectionPremise }, open: onSmallest},
		}
	}
	return []knob{
		{name: Cosine, at: func(o *engine.Options) *float64 { return &o.Cosine }, open: -1, zero: true},
		{name: Coverage, at: func(o *engine.Options) *float64 { return &o.Similarity }, zero: true},
		{name: Confidence, at: func(o *engine.Options) *float64 { return &o.Confidence }, open: onSmallest, draft: true},
	}
}

// Readings are what the gates measured of questions while no threshold refused any that it can let pass, and what became of them.
// Together with a threshold for each gate that tells which questions are refused: no threshold changes what evidence is found
// or what is drafted from it, and each gate before the draft is asked whatever the others say.
type Readings struct {
	Form      Form
	Embedder  string
	Generator string

	knobs []knob
	now   []float64 // the thresholds as they are set, by knob
	warns []bool    // the gate only warns, by knob
	asked []asked
}

// asked is a question and what was measured of it.
type asked struct {
	id         string
	answerable bool
	measured   []float64 // by knob; NaN where the gate did not measure
	refused    bool      // with every gate open
	unsure     bool      // refused with every gate open but the one for confidence, which is shut
}

// ReadGates asks the questions of a set with the gates open. Where a model tells how sure it is, they are asked once more with that
// gate shut, to learn what takes the place of the drafts that it refuses: a draft that is written again counts with the
// confidence of the one that stood at last. progress hears of each question that is done; it may be nil.
func ReadGates(ctx context.Context, set *Set, s Subject, progress func(done, total int)) (*Readings, error) {
	r := &Readings{Form: set.Form, Embedder: "none", Generator: s.Generator.Name(), knobs: knobs(set.Form)}
	if s.Index != nil {
		r.Embedder = s.Index.Embedder()
	}
	open := s
	for _, k := range r.knobs {
		now := *k.at(&s.Options)
		r.now = append(r.now, now)
		r.warns = append(r.warns, k.warns(&s.Options))
		if now > 0 || k.zero { // one that is switched off stays so
			*k.at(&open.Options) = k.open
		}
	}
	report, err := Run(ctx, set, open, Options{}, progress)
	if err != nil {
		return nil, err
	}
	sure := true
	for i := range report.Rows {
		row := &report.Rows[i]
		q := asked{id: row.ID + "\x00" + row.Question, answerable: row.Answerable, refused: row.Refused, unsure: row.Refused}
		for _, k := range r.knobs {
			x := k.reading(row)
			q.measured = append(q.measured, x)
			sure = sure && (!k.draft || math.IsNaN(x))
		}
		r.asked = append(r.asked, q)
	}
	if sure {
		return r, nil
	}
	shut := open
	shut.Options.Confidence = math.MaxFloat64
	if report, err = Run(ctx, set, shut, Options{}, progress); err != nil {
		return nil, err
	}
	for i := range report.Rows {
		r.asked[i].unsure = report.Rows[i].Refused
	}
	return r, nil
}

// reading is what a row's gate measured, NaN where it did not. Where a model measures the cosine, the gate for similarity holds
// that, and coverage has a gate of its own.
func (k *knob) reading(row *Row) float64 {
	cosine := slices.ContainsFunc(row.Gates, func(g Gate) bool { return g.Name == guard.GateCoverage })
	for _, g := range row.Gates {
		if g.Verdict == string(guard.Skipped) {
			continue
		}
		name := ""
		switch g.Name {
		case guard.GateCoverage:
			name = Coverage
		case guard.GateSimilarity:
			switch {
			case k.name == SelectionStrength:
				name = SelectionStrength
			case cosine:
				name = Cosine
			default:
				name = Coverage
			}
		case guard.GatePremise:
			name = SelectionPremise
		case guard.GateConfidence:
			name = Confidence
		}
		if name == k.name {
			return float64(g.Measured)
		}
	}
	return math.NaN()
}

// thresholds are those that are set, by knob; a gate that only warns refuses nothing.
func (r *Readings) thresholds() []float64 {
	out := slices.Clone(r.now)
	for i := range out {
		if r.warns[i] {
			out[i] = r.knobs[i].open
		}
	}
	return out
}

// lowest are the thresholds at which each gate lets pass whatever it can, by knob.
func (r *Readings) lowest() []float64 {
	out := slices.Clone(r.now)
	for i := range out {
		out[i] = min(out[i], r.knobs[i].open)
	}
	return out
}

// refuses tells what becomes of a question with these thresholds, by knob.
func (r *Readings) refuses(q *asked, thresholds []float64) bool {
	refused := q.refused
	for i := range r.knobs {
		switch {
		case !(q.measured[i] < thresholds[i]): // it passes, or was not measured
		case r.knobs[i].draft:
			refused = q.unsure
		default:
			return true
		}
	}
	return refused
}

// rates are the mistakes with these thresholds.
func (r *Readings) rates(questions []asked, thresholds []float64) Rates {
	var out Rates
	for i := range questions {
		q := &questions[i]
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

// folds deals questions into k folds, as evenly as it goes within the answerable and within the unanswerable ones. The fold of a
// question depends on the ids of the set alone, not on their order: within its class it is dealt by the hash of its id. Equal ids
// are told apart by their order.
func folds(questions []asked, k int) []int {
	type card struct {
		at  int
		sum string
	}
	out := make([]int, len(questions))
	dealt := 0
	for _, answerable := range []bool{true, false} {
		var cards []card
		for i := range questions {
			if questions[i].answerable == answerable {
				sum := sha256.Sum256([]byte(questions[i].id))
				cards = append(cards, card{i, string(sum[:])})
			}
		}
		slices.SortFunc(cards, func(a, b card) int { return cmp.Or(strings.Compare(a.sum, b.sum), cmp.Compare(a.at, b.at)) })
		for _, c := range cards {
			out[c.at] = dealt % k // the second class goes on where the first ended, so that no fold gets both remainders
			dealt++
		}
	}
	return out
}

// split returns the questions of one fold and those of the others, each in their order.
func split(questions []asked, of []int, fold int) (held, rest []asked) {
	for i := range questions {
		if of[i] == fold {
			held = append(held, questions[i])
		} else {
			rest = append(rest, questions[i])
		}
	}
	return held, rest
}
