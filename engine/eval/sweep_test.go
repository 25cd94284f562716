package eval

import (
	"context"
	"hash/fnv"
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
	with := func(change func(*engine.Options)) engine.Options {
		o := engine.Defaults()
		change(&o)
		return o
	}
	for _, tt := range []struct {
		name  string
		set   *Set
		s     Subject
		gates []string
	}{
		{"coverage", some(handbook, 2), Subject{Index: ix, Generator: extract.Generator{}, Options: engine.Defaults()}, []string{Coverage}},
		{"passages", passages(), Subject{Generator: extract.Generator{}, Options: engine.Defaults()}, []string{SelectionStrength, SelectionPremise}},
		{"passages, premise off", passages(), Subject{Generator: extract.Generator{}, Options: with(func(o *engine.Options) { o.SelectionPremise = 0 })}, []string{SelectionStrength}},
		{"cosine", some(handbook, 6), Subject{Index: embedded(t, folder, letters{}), Generator: extract.Generator{}, Options: with(func(o *engine.Options) { o.CosineRefuses = true })}, []string{Cosine, Coverage}},
		{"confidence", some(handbook, 6), Subject{Index: ix, Generator: unsure{}, Options: engine.Defaults()}, []string{Coverage, Confidence}},
		{"confidence, with a fallback", some(handbook, 6), Subject{Index: ix, Generator: unsure{}, Options: with(func(o *engine.Options) { o.Fallback = extract.Generator{} })}, []string{Coverage, Confidence}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Short() && tt.set.Form == Documents {
				t.Skip("only takes long")
			}
			r, err := ReadGates(context.Background(), tt.set, tt.s, nil)
			must(t, err)
			var measured []string
			for i, k := range r.knobs {
				curve := r.curve(r.thresholds(), i)
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
	at := r.thresholds()
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

func passages() *Set {
	const tower = "The Belem tower was built between 1514 and 1519 in Lisbon. It was designed by Francisco de Arruda. The tower has been a prison since 1580."
	const pump = "The Marlin pump moves water from the cistern to the tank. It runs at 24 volts and draws 3 amperes. A relief valve opens at 7 bar."
	set := &Set{Form: Passages}
	for _, q := range []struct {
		passage, text string
		answerable    bool
	}{
		{tower, "Who designed the Belem tower?", true},
		{tower, "When was the Belem tower built?", true},
		{tower, "Since when has the tower been a prison?", true},
		{tower, "Who designed the tower in 1590?", false},
		{tower, "Who burned the Belem tower down?", false},
		{tower, "Which king paid for the tower in Lisbon?", false},
		{pump, "At how many bar does the relief valve open?", true},
		{pump, "At how many volts does the Marlin pump run?", true},
		{pump, "What does the pump move from the cistern to the tank?", true},
		{pump, "How heavy is the Marlin pump?", false},
		{pump, "Why does the relief valve of the pump open at 19 bar?", false},
		{pump, "Who painted the Mona Lisa?", false},
	} {
		set.Questions = append(set.Questions, Question{ID: q.text, Text: q.text, Passage: q.passage, Answerable: q.answerable})
	}
	return set
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

// letters is an embedder for which texts differ in the letters that they have.
type letters struct{}

func (letters) Name() string    { return "letters" }
func (letters) Digest() string  { return "digest" }
func (letters) Dimensions() int { return 26 }

func (letters) Cut(head, text string) []string { return []string{head + text} }

func (letters) Embed(_ context.Context, texts []string, _ bool) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		out[i] = make([]float32, 26)
		out[i][0] = 1 // a vector has a direction
		for _, r := range text {
			if r >= 'a' && r <= 'z' {
				out[i][r-'a']++
			}
		}
	}
	return out, nil
}

// unsure is a model that writes what the extractive generator writes, and is as sure of it as the question's hash says. Of some
// questions it says that there is no answer.
type unsure struct{ extract.Generator }

func (unsure) Name() string { return "unsure" }

func (u unsure) Draft(ctx context.Context, r engine.Request, token func(string)) (engine.Draft, error) {
	d, err := u.Generator.Draft(ctx, r, token)
	h := fnv.New32a()
	h.Write([]byte(r.Question.Text))
	d.Final = false
	d.Confidence = &engine.Confidence{Mean: float64(h.Sum32()%100) / 100, Least: 1, Tokens: 9}
	return d, err
}
