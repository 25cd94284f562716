package eval

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/index"
)

func TestAblateTellsWhatAStageIsWorth(t *testing.T) {
	ctx := context.Background()
	var texts []index.Text
	set := &Set{Name: "pumps", Form: Collection}
	for _, name := range []string{"Marlin", "Orca", "Narwhal", "Beluga", "Dugong", "Manatee", "Porpoise", "Grampus"} {
		texts = append(texts, index.Text{ID: name, Text: "The " + name + " pump moves water."})
		set.Questions = append(set.Questions, Question{ID: name, Text: "Which water does the " + name + " pump move?", Relevant: map[string]int{name: 1}})
	}
	ix, err := index.Collection(ctx, index.Options{Dir: t.TempDir()}, texts, nil)
	must(t, err)
	defer ix.Close()
	var last, total int
	a, err := Ablate(ctx, set, Subject{Index: ix, Generator: extract.Generator{}, Options: engine.Defaults()}, func(d, n int) { last, total = d, n })
	must(t, err)
	if last != total || total != 7*len(set.Questions) {
		t.Errorf("progress ended at %d of %d", last, total)
	}
	if len(a.Stages) != 6 || a.Questions != 8 || a.Embedder != ix.Embedder() {
		t.Fatalf("%+v", a)
	}
	for _, s := range a.Stages {
		if s.Off || len(s.Effects) != 3 {
			t.Errorf("%s: %+v", s.Name, s)
		}
	}
	again, err := Ablate(ctx, set, Subject{Index: ix, Generator: extract.Generator{}, Options: engine.Defaults()}, nil)
	must(t, err)
	if !reflect.DeepEqual(a, again) {
		t.Error("twice is not the same")
	}
	if _, err := Ablate(ctx, &Set{Form: Passages}, Subject{}, nil); err == nil {
		t.Error("passages have stages of retrieval")
	}
}

// TestAblateOfWhatIsOff: a stage that is switched off is switched on, and worth the same.
func TestAblateOfWhatIsOff(t *testing.T) {
	ctx := context.Background()
	set := &Set{Form: Documents, Questions: []Question{
		{ID: "1", Text: "At how many volts does the Marlin pump run?", Answerable: true, Gold: []Place{{DocID: "pumps", StartLine: 3, EndLine: 3}}, Facts: []string{"24"}},
		{ID: "2", Text: "At how many bar does the ball valve open?", Answerable: true, Gold: []Place{{DocID: "valves", StartLine: 3, EndLine: 3}}, Facts: []string{"7"}},
	}}
	ix := pumps(t)
	on := Subject{Index: ix, Generator: extract.Generator{}, Options: engine.Defaults()}
	off := on
	off.Options.Omit.Dense, off.Options.NoNeighbours = true, true
	a, err := Ablate(ctx, set, on, nil)
	must(t, err)
	b, err := Ablate(ctx, set, off, nil)
	must(t, err)
	for i, s := range b.Stages {
		if s.Off != (s.Name == "dense" || s.Name == "neighbours") {
			t.Errorf("%s is off: %v", s.Name, s.Off)
		}
		if s.Off && !reflect.DeepEqual(signs(s.Effects), signs(a.Stages[i].Effects)) {
			t.Errorf("%s: %+v, was %+v", s.Name, s.Effects, a.Stages[i].Effects)
		}
	}
}

func signs(effects []Effect) []bool {
	var out []bool
	for _, e := range effects {
		out = append(out, e.Difference >= 0)
	}
	return out
}

func TestEffect(t *testing.T) {
	rows := func(name string, values ...float64) []Row {
		var out []Row
		for _, v := range values {
			out = append(out, Row{Measures: []Measure{{name, v}}})
		}
		return append(out, Row{}) // one that does not have it
	}
	all := func(n int, x float64) []float64 { return slices.Repeat([]float64{x}, n) }
	for _, tt := range []struct {
		name, measure string
		with, without []float64
		want          Worth
		difference    float64
	}{
		{"better", "recall@8", all(8, 1), all(8, 0.25), Pays, 0.75},
		{"worse", "recall@8", all(8, 0.125), all(8, 1), Costs, -0.875},
		{"less is better", "false_refusal", all(8, 0), all(8, 1), Pays, -1},
		{"less is better, and it is more", "false_answer", all(8, 1), all(8, 0), Costs, 1},
		{"four are too few", "recall@8", all(4, 1), all(4, 0), Unshown, 1},
		{"five of five may be chance", "recall@8", all(5, 1), all(5, 0), Unshown, 1},
		{"many a little better, a few much worse", "mrr@8", append(all(20, 0.55), all(4, 0)...), append(all(20, 0.5), all(4, 0.25)...), Unshown, 0},
		{"the same", "mrr@8", []float64{1, 0.5}, []float64{1, 0.5}, Unshown, 0},
		{"now better, now worse", "mrr@8", []float64{1, 0, 1, 0}, []float64{0, 1, 0, 1}, Unshown, 0},
	} {
		e, ok := effect(tt.measure, rows(tt.measure, tt.with...), rows(tt.measure, tt.without...))
		effects := []Effect{e}
		judge(effects)
		e = effects[0]
		if !ok || e.Worth != tt.want || math.Abs(float64(e.Difference)-tt.difference) > 1e-9 || e.N != len(tt.with) || e.Better+e.Worse > e.N || e.Adjusted != e.P {
			t.Errorf("%s: %+v", tt.name, e)
		}
	}
	if _, ok := effect("recall@8", rows("mrr@8", 1), rows("mrr@8", 1)); ok {
		t.Error("a measure that no question has was compared")
	}
}

// TestJudgeReckonsWithAllMeasures: what one measure alone would show, the best of six does not.
func TestJudgeReckonsWithAllMeasures(t *testing.T) {
	lucky := Effect{Low: 0.1, High: 0.9, Better: 6, P: Number(SignTest(6, 0))} // 0.03
	one := []Effect{lucky}
	if judge(one); one[0].Worth != Pays {
		t.Errorf("alone: %+v", one[0])
	}
	six := []Effect{lucky, {P: 1}, {P: 1}, {P: 1}, {P: 1}, {P: 1}}
	if judge(six); six[0].Worth != Unshown || math.Abs(float64(six[0].Adjusted-6*lucky.P)) > 1e-12 {
		t.Errorf("of six: %+v", six[0])
	}
}

func TestWorth(t *testing.T) {
	effects := []Effect{{Measure: "recall@8", Worth: Pays}, {Measure: "mrr@8", Worth: Unshown}, {Measure: "false_answer", Worth: Costs}, {Measure: "ndcg@8", Worth: Pays}}
	if got, want := worth(effects), "pays: recall@8, ndcg@8; costs: false_answer"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	effects = effects[1:2]
	if got := worth(effects); got != string(Unshown) {
		t.Errorf("%q", got)
	}
}
