package eval

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"ibid/index"
)

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

// TestFit: sets that agree on a gap are fitted by it, and a set too few by itself helps to.
func TestFit(t *testing.T) {
	readings := func(low, high float64) Sample {
		r := &Readings{Form: Passages, knobs: knobs(Passages)[:1], now: []float64{0}, warns: []bool{false}}
		for i := range 12 {
			x := low
			if i%2 == 0 {
				x = high
			}
			r.asked = append(r.asked, asked{id: fmt.Sprint(low, i), answerable: i%2 == 0, measured: []float64{x}})
		}
		return Sample{Readings: r}
	}
	one, err := Fit([]Sample{readings(0.2, 0.8)}, []int{0})
	must(t, err)
	if one.Unfit == "" || len(one.Thresholds) > 0 {
		t.Errorf("six of each are enough: %+v", one)
	}
	two, err := Fit([]Sample{readings(0.2, 0.8), readings(0.3, 0.7)}, []int{0, 1})
	must(t, err)
	if two.Unfit != "" || len(two.Thresholds) != 1 || two.Thresholds[0].Value <= 0.3 || two.Thresholds[0].Value > 0.7 {
		t.Errorf("%+v", two)
	}
	var options = measured{}.subject(nil).Options
	if got := two.Apply(Passages, options).SelectionStrength; got != two.Thresholds[0].Value {
		t.Errorf("%v is set", got)
	}
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
	var samples []Sample
	ctx, all := context.Background(), domains()
	for _, m := range all {
		set := m.load(t)
		ix := m.index(t, set)
		sample, err := ReadSample(ctx, set, m.subject(ix), nil)
		must(t, err)
		for _, w := range set.Warnings {
			t.Error(w)
		}
		sets, names, indexes, samples = append(sets, set), append(names, m.name), append(indexes, ix), append(samples, sample)
	}
	whole := true
	for _, m := range others() {
		if !m.present() {
			t.Logf("%s is not here to be fitted on: run .ci/corpora", m.name)
			whole = false
			continue
		}
		set := m.load(t)
		sample, err := ReadSample(ctx, set, m.subject(m.index(t, set)), nil)
		must(t, err)
		samples = append(samples, sample)
	}
	fit := func(on []int) (Fitted, error) {
		on = slices.Clone(on)
		for i := len(sets); i < len(samples); i++ {
			on = append(on, i)
		}
		return Fit(samples, on)
	}
	r, err := Rotate(names, fit, func(i int, tuned, leftOut Fitted) (a, b []Mean, err error) {
		s := all[i].subject(indexes[i])
		t1, l1, err := tuned.Measure(ctx, sets[i], s, leftOut, nil)
		if err == nil {
			asDefined(t, all[i], l1)
			a, b = t1.Means, l1.Means
		}
		return a, b, err
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

// TestRotateShares: a set on which vectors alone do well does not choose the share that it is measured with.
func TestRotateShares(t *testing.T) {
	weighed := func(values ...Number) (w Weighed) {
		for _, v := range values {
			w = append(w, []Mean{{Name: "recall@8", Value: 1}, {Name: shareMeasure, Value: v}})
		}
		return w
	}
	r, err := RotateShares([]string{"a", "b", "c"}, []Weighed{
		weighed(.50, .60, .50, .50, .50, .50),
		weighed(.50, .60, .50, .50, .50, .50),
		weighed(.10, .10, .10, .10, .10, .90),
	})
	must(t, err)
	if got := []Share{r.Fitted, r.Turns[0].Fitted, r.Turns[1].Fitted, r.Turns[2].Fitted}; !slices.Equal(got, []Share{{.8}, {.8}, {.8}, {.2}}) {
		t.Errorf("fitted %v", got)
	}
	want := Rotated{Measure: shareMeasure, Sets: 3, Tuned: (.5 + .5 + .9) / 3, LeftOut: (.5 + .5 + .1) / 3, Gap: (.1 - .9) / 3, Worst: .1, WorstSet: "c"}
	if got := r.Measures[1]; fmt.Sprintf("%.4v", got) != fmt.Sprintf("%.4v", want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
