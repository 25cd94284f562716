package eval

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/index"
	"ibid/index/linear"
)

// Rotation tells what is fitted on question sets is worth on a set that it was not fitted on.
type Rotation[F any] struct {
	Fitted   F         `json:"fitted"` // on all sets
	Turns    []Turn[F] `json:"sets"`
	Measures []Rotated `json:"measures"` // in the order of Measures
}

// Turn is a set that was left out.
type Turn[F any] struct {
	Set     string     `json:"set"`
	Fitted  F          `json:"fitted"` // on all sets but this one
	Tuned   List[Mean] `json:"tuned"`  // of this set, with what was fitted on all
	LeftOut List[Mean] `json:"left_out"`
}

// Rotated is one measure over the sets that have it, each of which counts once.
type Rotated struct {
	Measure  string `json:"measure"`
	Lower    bool   `json:"lower_is_better"`
	Sets     int    `json:"sets"`
	Tuned    Number `json:"tuned"` // mean over the sets
	LeftOut  Number `json:"left_out"`
	Gap      Number `json:"gap"`   // LeftOut less Tuned
	Worst    Number `json:"worst"` // of the sets left out
	WorstSet string `json:"worst_set"`
}

// Rotate fits on all sets, and on all but each in turn, and measures that one with both. fit hears the indexes of the sets that it
// may look at.
func Rotate[F any](sets []string, fit func(on []int) (F, error), measure func(set int, tuned, leftOut F) (t, l []Mean, err error)) (*Rotation[F], error) {
	var all []int
	for i := range sets {
		all = append(all, i)
	}
	r := &Rotation[F]{}
	var err error
	if r.Fitted, err = fit(all); err != nil {
		return nil, err
	}
	for i, name := range sets {
		turn := Turn[F]{Set: name}
		if turn.Fitted, err = fit(slices.Delete(slices.Clone(all), i, i+1)); err != nil {
			return nil, err
		}
		if turn.Tuned, turn.LeftOut, err = measure(i, r.Fitted, turn.Fitted); err != nil {
			return nil, err
		}
		r.Turns = append(r.Turns, turn)
	}
	for _, m := range Measures() {
		if over := rotated(r.Turns, m); over.Sets > 0 {
			r.Measures = append(r.Measures, over)
		}
	}
	return r, nil
}

// rotated is one measure over the sets.
func rotated[F any](turns []Turn[F], m Info) Rotated {
	out := Rotated{Measure: m.Name, Lower: m.Lower}
	is := func(s Mean) bool { return s.Name == m.Name }
	for _, t := range turns {
		i, j := slices.IndexFunc(t.Tuned, is), slices.IndexFunc(t.LeftOut, is)
		if i < 0 || j < 0 {
			continue
		}
		left := t.LeftOut[j].Value
		if out.Sets == 0 || m.improves(float64(left), float64(out.Worst)) {
			out.Worst, out.WorstSet = left, t.Set
		}
		out.Tuned, out.LeftOut, out.Sets = out.Tuned+t.Tuned[i].Value, out.LeftOut+left, out.Sets+1
	}
	n := Number(max(out.Sets, 1))
	out.Tuned, out.LeftOut, out.Gap = out.Tuned/n, out.LeftOut/n, (out.LeftOut-out.Tuned)/n
	return out
}

// Sample is what the questions of a set say of what is fitted: of the reranker where documents are searched, of the built-in writer where
// they show it sentences, of the thresholds of gates otherwise.
type Sample struct {
	Readings   *Readings
	Examples   []*extract.Example
	Candidates Candidates
}

// Candidates are the chunks that were considered for each question with gold places, and which of them match one.
type Candidates struct {
	Names []string // of the features
	Lists []linear.List
}

// FitReranker fits on the candidates of some samples: nil, which is the one that is shipped, where there are none.
func FitReranker(samples []Sample) *index.Reranker {
	var all Candidates
	for _, s := range samples {
		all.Lists = append(all.Lists, s.Candidates.Lists...)
		if s.Candidates.Names != nil {
			all.Names = s.Candidates.Names
		}
	}
	if len(all.Lists) == 0 {
		return nil
	}
	return index.FitReranker(all.Lists, all.Names)
}

// ReadCandidates searches for all questions of a set that have gold places.
func ReadCandidates(ctx context.Context, set *Set, s Subject) (Candidates, error) {
	var out Candidates
	for i := range set.Questions {
		q := &set.Questions[i]
		if len(q.Gold) == 0 {
			continue
		}
		query := s.query(q, 1)
		query.Explain = true
		res, err := s.Index.Search(ctx, query)
		if err != nil {
			return Candidates{}, err
		}
		var l linear.List
		for k := range res.Considered {
			if c := &res.Considered[k]; c.Features != nil {
				f := found(&c.Chunk, 0)
				l.Rows = append(l.Rows, c.Features.Values())
				l.Right = append(l.Right, slices.ContainsFunc(q.Gold, func(p Place) bool { return p.Matches(&f) }))
				out.Names = c.Features.Names()
			}
		}
		out.Lists = append(out.Lists, l)
	}
	return out, nil
}

// ReadSample asks all questions of a set.
func ReadSample(ctx context.Context, set *Set, s Subject, progress func(done, total int)) (Sample, error) {
	var out Sample
	var err error
	if s.Index != nil && set.Form == Documents && !s.Options.Omit.Rerank {
		if out.Candidates, err = ReadCandidates(ctx, set, s); err != nil {
			return out, err
		}
	}
	if _, ok := s.Generator.(extract.Generator); ok && s.Index != nil {
		if out.Examples, err = ReadExamples(ctx, set, s); err != nil || slices.ContainsFunc(out.Examples, (*extract.Example).Shows) {
			return out, err
		}
		out.Examples = nil
	}
	out.Readings, err = ReadGates(ctx, set, s, progress)
	return out, err
}

// listener keeps what a generator is asked.
type listener struct{ request *engine.Request }

func (*listener) Name() string { return "none" }

func (l *listener) Draft(_ context.Context, r engine.Request, _ func(string)) (engine.Draft, error) {
	l.request = &r
	return engine.Draft{Code: "none", Reason: "none"}, nil
}

// holds lists the sentences of the answer that a statement shows, or, where none are known, the facts that one of a gold place holds; nil
// where the documents have no answer.
func (q *Question) holds() func(ev *engine.Evidence, statement string) []int {
	if !q.Answerable {
		return nil
	}
	gold := slices.Concat(q.GoldSentences, q.AlsoSentences)
	return func(ev *engine.Evidence, statement string) []int {
		if len(gold) > 0 {
			return Shows(statement, gold)
		}
		var out []int
		for i, fact := range q.Facts {
			if HoldsFact(statement, fact) && anyMatch(q.Gold, []Found{found(&ev.Chunk, 0)}, (*Place).Matches) {
				out = append(out, i)
			}
		}
		return out
	}
}

// ReadExamples makes an example of each question whose answer is known to be in some sentences, to have some facts, or to be nowhere.
// The evidence is what the reranker of the options finds, as a rule the one that is shipped: for a set that is left out the order of the others'
// evidence is all that knows of it.
func ReadExamples(ctx context.Context, set *Set, s Subject) ([]*extract.Example, error) {
	opt := s.Options
	opt.NoSimilarity, opt.NoKeyTerms = true, true
	var out []*extract.Example
	for i := range set.Questions {
		q := &set.Questions[i]
		if q.Answerable && len(q.GoldSentences)+len(q.Facts) == 0 {
			continue
		}
		var l listener
		if _, err := engine.New(s.Index, &l, opt).Ask(ctx, q.Text, engine.Silent{}); err != nil {
			return nil, err
		}
		if l.request != nil && len(l.request.Statements) > 0 {
			out = append(out, extract.NewExample(set.SHA256, l.request, q.holds()))
		}
	}
	return out, nil
}

// Fitted is what was chosen by questions: the model of the built-in writer, or thresholds.
type Fitted struct {
	Thresholds []Setting `json:"thresholds"` // those of gates that measured something; the others stay as they are set
	Unfit      string    `json:"unfit"`      // why all stay as they are set; "" where they do not

	model    *extract.Model  // nil where no sentences of gold are known
	reranker *index.Reranker // nil for the one that is shipped
}

// rotationFolds are the parts of the questions by which a threshold is agreed on, or as many as there are questions.
const rotationFolds = 5

// Fit fits the built-in writer on some of the samples together, or else chooses the thresholds that Calibrate proposes for them. They
// are of one form.
func Fit(samples []Sample, on []int) (Fitted, error) {
	var all Readings
	var examples []*extract.Example
	var of []Sample
	for _, i := range on {
		of = append(of, samples[i])
		examples = append(examples, samples[i].Examples...)
		if r := samples[i].Readings; r != nil {
			asked := append(all.asked, r.asked...)
			all = *r
			all.asked = asked
		}
	}
	if len(examples) > 0 {
		return Fitted{Thresholds: []Setting{}, Unfit: "the built-in writer is fitted, and refuses by itself", model: extract.Train(examples), reranker: FitReranker(of)}, nil
	}
	c, err := Calibrate(&all, min(rotationFolds, len(all.asked)))
	if err != nil {
		return Fitted{}, err
	}
	out := Fitted{Thresholds: []Setting{}, Unfit: c.Unfit(), reranker: FitReranker(of)}
	for _, t := range c.Thresholds {
		if t.Possible && out.Unfit == "" {
			out.Thresholds = append(out.Thresholds, Setting{Name: t.Name, Value: t.Proposed, Warns: t.Warns})
		}
	}
	return out, nil
}

// Apply sets the thresholds and the reranker.
func (f *Fitted) Apply(form Form, o engine.Options) engine.Options {
	o.Reranker = f.reranker
	for _, k := range knobs(form) {
		if i := slices.IndexFunc(f.Thresholds, func(s Setting) bool { return s.Name == k.name }); i >= 0 {
			*k.at(&o) = f.Thresholds[i].Value
		}
	}
	return o
}

// Measure runs a set with what is fitted and with what was fitted without it, once where both are the same.
func (f *Fitted) Measure(ctx context.Context, set *Set, s Subject, leftOut Fitted, progress func(done, total int)) (tuned, left *Report, err error) {
	run := func(f *Fitted) (*Report, error) {
		with := s
		with.Options = f.Apply(set.Form, s.Options)
		if f.model != nil {
			with.Generator = extract.Generator{Model: f.model}
		}
		return Run(ctx, set, with, Options{}, progress)
	}
	if tuned, err = run(f); err != nil || f.model == leftOut.model && f.reranker == leftOut.reranker && slices.Equal(f.Thresholds, leftOut.Thresholds) {
		return tuned, tuned, err
	}
	left, err = run(&leftOut)
	return tuned, left, err
}

// Join makes one set of those of one form that ask about the same documents.
// The order is that of the first set of each.
func Join(sets []*Set) []*Set {
	var out []*Set
	at := map[Form]int{}
	for _, s := range sets {
		i, ok := at[s.Form]
		if !ok {
			at[s.Form] = len(out)
			out = append(out, s)
			continue
		}
		out[i] = joined(out[i], s)
	}
	return out
}

func joined(a, b *Set) *Set {
	sum := sha256.Sum256([]byte(a.SHA256 + b.SHA256))
	return &Set{
		Name:      strings.Join([]string{a.Name, b.Name}, " + "),
		SHA256:    hex.EncodeToString(sum[:]),
		Form:      a.Form,
		Questions: append(a.Questions[:len(a.Questions):len(a.Questions)], b.Questions...),
		Warnings:  append(a.Warnings[:len(a.Warnings):len(a.Warnings)], b.Warnings...),
	}
}
