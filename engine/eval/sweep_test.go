package eval

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/index"
)

// fewRuns is how many points of a curve are compared with real runs.
const fewRuns = 3

// TestCurveForetellsRuns: with the threshold of any point of a curve set, the questions that the curve says are refused.
func TestCurveForetellsRuns(t *testing.T) {
	handbook := fromTestdata(t, "questions.jsonl")
	folder := filepath.Join("..", "..", "testdata", "handbook")
	ix := indexed(t, folder)
	for _, tt := range []struct {
		name  string
		set   *Set
		s     Subject
		gates []string
	}{
		{"coverage", some(handbook, 2), Subject{Index: ix, Generator: extract.Generator{}, Options: engine.Defaults()}, []string{Coverage}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Short() && tt.set.Form == Documents {
				t.Skip("only takes long")
			}
			r, err := ReadGates(context.Background(), tt.set, tt.s, nil)
			must(t, err)
			var measured []string
			for i, k := range r.knobs {
				curve := r.curve(slices.Clone(r.now), i)
				if len(r.values(i)) == 0 {
					continue
				}
				measured = append(measured, k.name)
				foretold(t, r, tt.set, tt.s, i, *k.at(&tt.s.Options)) // as it is set
				for n := range fewRuns {
					foretold(t, r, tt.set, tt.s, i, curve[n*(len(curve)-1)/(fewRuns-1)].Threshold)
				}
			}
			if !slices.Equal(measured, tt.gates) {
				t.Errorf("swept are %v, want %v", measured, tt.gates)
			}
		})
	}
}

// foretold compares what the readings say of one threshold with a run.
func foretold(t *testing.T, r *Readings, set *Set, s Subject, knob int, threshold float64) {
	t.Helper()
	*r.knobs[knob].at(&s.Options) = threshold
	report, err := Run(context.Background(), set, s, Options{}, nil)
	must(t, err)
	at := slices.Clone(r.now)
	at[knob] = threshold
	for i := range report.Rows {
		if row := &report.Rows[i]; r.refuses(&r.asked[i], at) != row.Refused {
			t.Errorf("%s at %v: %q is refused: %v (%s), foretold otherwise", r.knobs[knob].name, threshold, row.Question, row.Refused, row.Reason)
		}
	}
}

func fromTestdata(t *testing.T, name string) *Set {
	t.Helper()
	set, err := Load(filepath.Join("..", "..", "testdata", name))
	must(t, err)
	return set
}

// some is every nth question of a set.
func some(set *Set, n int) *Set {
	out := *set
	out.Questions = nil
	for i := 0; i < len(set.Questions); i += n {
		out.Questions = append(out.Questions, set.Questions[i])
	}
	return &out
}

// embedded is an index whose vectors a model makes.
func embedded(t *testing.T, folder string, e index.Embedder) *index.Index {
	t.Helper()
	opt := index.Options{Roots: []string{folder}, Dir: t.TempDir(), Embedder: e}
	_, err := index.Refresh(context.Background(), opt, nil)
	must(t, err)
	ix, err := index.Open(opt)
	must(t, err)
	t.Cleanup(func() { ix.Close() })
	return ix
}
