package eval

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"ibid/engine/extract"
	"ibid/index"
)

// Rotation tells what is fitted on question sets is worth on a set that it was not fitted on.
type Rotation[F any] struct {
	Fitted   F // on all sets
	Turns    []Turn[F]
	Measures []Rotated // in the order of Measures
}

// Turn is a set that was left out.
type Turn[F any] struct {
	Set     string
	Fitted  F          // on all sets but this one
	Tuned   List[Mean] // of this set, with what was fitted on all
	LeftOut List[Mean]
}

// Rotated is one measure over the sets that have it, each of which counts once.
type Rotated struct {
	Measure  string
	Lower    bool
	Sets     int
	Tuned    Number // mean over the sets
	LeftOut  Number
	Gap      Number // LeftOut less Tuned
	Worst    Number // of the sets left out
	WorstSet string
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

func TestRotate(t *testing.T) {
	var fits [][]int
	fit := func(on []int) (int, error) {
		fits = append(fits, on)
		return len(on), nil
	}
	measure := func(set int, tuned, leftOut int) (t, l []Mean, err error) {
		mean := func(x int) []Mean {
			return []Mean{{Name: "recall@8", Value: Number(x) / 4}, {Name: "false_answer", Value: Number(set) / 4}}
		}
		return mean(tuned), mean(leftOut - set), nil
	}
	r, err := Rotate([]string{"a", "b", "c"}, fit, measure)
	must(t, err)
	if want := [][]int{{0, 1, 2}, {1, 2}, {0, 2}, {0, 1}}; fmt.Sprint(fits) != fmt.Sprint(want) {
		t.Errorf("fitted on %v, want %v", fits, want)
	}
	want := []Rotated{
		{Measure: "recall@8", Sets: 3, Tuned: 0.75, LeftOut: 0.25, Gap: -0.5, Worst: 0, WorstSet: "c"},
		{Measure: "false_answer", Lower: true, Sets: 3, Tuned: 0.25, LeftOut: 0.25, Worst: 0.5, WorstSet: "c"},
	}
	if !slices.Equal(r.Measures, want) || r.Fitted != 3 || r.Turns[2].Fitted != 2 {
		t.Errorf("%+v", r)
	}
	broken := errors.New("broken")
	if _, err := Rotate([]string{"a", "b"}, func([]int) (int, error) { return 0, broken }, measure); !errors.Is(err, broken) {
		t.Error(err)
	}
}

// sample is what the questions of a set say of what is fitted: of the reranker, and of the built-in writer.
type sample struct {
	Candidates
	examples []*extract.Example
}

// readSample asks all questions of a set.
func readSample(ctx context.Context, set *Set, s Subject) (sample, error) {
	c, err := ReadCandidates(ctx, set, s)
	if err != nil {
		return sample{}, err
	}
	examples, err := ReadExamples(ctx, set, s)
	return sample{c, examples}, err
}

// fitted is what was fitted on questions.
type fitted struct {
	model    *extract.Model
	reranker *index.Reranker
}

// fitOn fits on some of the samples together.
func fitOn(samples []sample, on []int) fitted {
	var candidates []Candidates
	var examples []*extract.Example
	for _, i := range on {
		candidates = append(candidates, samples[i].Candidates)
		examples = append(examples, samples[i].examples...)
	}
	return fitted{extract.Train(examples), FitReranker(candidates)}
}

// measure runs a set with what is fitted.
func (f fitted) measure(ctx context.Context, set *Set, s Subject) (*Report, error) {
	s.Options.Reranker, s.Generator = f.reranker, extract.Generator{Model: f.model}
	return Run(ctx, set, s, Options{}, nil)
}

// rotation begins the names of floors that hold of sets that were left out.
const rotation = "left out: "

// TestRotation fits on all corpora but one of the eight, and measures on that one, for each in turn. Its floors hold of the mean over them, and
// of the worst. The corpora that .ci/corpora rebuilds are fitted on too, where they are, as are the project's own sets: without them less is
// learnt, and the floors are not held to.
func TestRotation(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("indexes eight corpora and asks some hundred questions three times")
	}
	var sets []*Set
	var names []string
	var indexes []*index.Index
	var samples []sample
	ctx, all := context.Background(), domains()
	for _, m := range all {
		set := m.load(t)
		ix := m.index(t, set)
		one, err := readSample(ctx, set, m.subject(ix))
		must(t, err)
		for _, w := range set.Warnings {
			t.Error(w)
		}
		sets, names, indexes, samples = append(sets, set), append(names, m.name), append(indexes, ix), append(samples, one)
	}
	whole := true
	for _, m := range others() {
		if !m.present() {
			t.Logf("%s is not here to be fitted on: run .ci/corpora", m.name)
			whole = false
			continue
		}
		set := m.load(t)
		one, err := readSample(ctx, set, m.subject(m.index(t, set)))
		must(t, err)
		samples = append(samples, one)
	}
	fit := func(on []int) (fitted, error) {
		on = slices.Clone(on)
		for i := len(sets); i < len(samples); i++ {
			on = append(on, i)
		}
		return fitOn(samples, on), nil
	}
	r, err := Rotate(names, fit, func(i int, tuned, leftOut fitted) (a, b []Mean, err error) {
		s := all[i].subject(indexes[i])
		with, err := tuned.measure(ctx, sets[i], s)
		if err != nil {
			return nil, nil, err
		}
		without, err := leftOut.measure(ctx, sets[i], s)
		if err != nil {
			return nil, nil, err
		}
		asDefined(t, all[i], without)
		return with.Means, without.Means, nil
	})
	must(t, err)
	var mean, worst Report
	for _, m := range r.Measures {
		t.Logf("%-20s tuned %.4f  left out %.4f  gap %+.4f  worst %.4f %s", m.Measure, m.Tuned, m.LeftOut, m.Gap, m.Worst, m.WorstSet)
		mean.Means = append(mean.Means, Mean{Name: m.Measure, Value: m.LeftOut, N: m.Sets})
		worst.Means = append(worst.Means, Mean{Name: m.Measure, Value: m.Worst, N: m.Sets})
	}
	if !whole {
		return
	}
	floors := readFloors(t)
	compare(t, rotation, &mean, floors[rotation+"mean"])
	compare(t, rotation, &worst, floors[rotation+"worst"])
	floors.write(t)
}
