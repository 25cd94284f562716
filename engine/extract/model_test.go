package extract

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"ibid/engine"
	"ibid/index/linear"
	"ibid/index/source"
)

// TestWeights: the weights that are shipped keep the signs that are fixed beforehand, and are written as they are read.
func TestWeights(t *testing.T) {
	m, err := readModel(weights)
	must(t, err)
	if got := write(&m.rank, &m.more, &m.answers); got != weights {
		t.Error("what is read is written otherwise")
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "index", "reranker.txt"))
	must(t, err)
	var reranker linear.Score
	must(t, linear.Read(string(text), &reranker))
	for _, l := range []*linear.Score{&m.rank, &m.answers, &reranker} {
		if len(l.Names) == 0 {
			t.Error("a score has no features")
		}
		for i, name := range l.Names {
			lower, upper := bounds(name)
			if w := l.Weight[i]; w < lower || w > upper {
				t.Errorf("%s has weight %v, not within %v and %v", name, w, lower, upper)
			}
		}
	}
}

// TestStepsContinue: a listing goes on where the numbers of its steps do, in the chunk that follows.
func TestStepsContinue(t *testing.T) {
	m := listingsOf(t, "Algorithm 1\n1: a\n2: b\n", "3: c\n4: d\n", "7: e\n")
	for _, tt := range []struct {
		from, to int
		want     bool
	}{{0, 1, true}, {1, 2, false}, {1, 0, false}, {0, 0, false}} {
		if got := continues(&m[tt.from], &m[tt.to]); got != tt.want {
			t.Errorf("%d goes on with %d: %v", tt.from, tt.to, got)
		}
	}
}

// listingsOf are listings of chunks that follow each other.
func listingsOf(t *testing.T, texts ...string) []view {
	t.Helper()
	var out []view
	for i, text := range texts {
		ev := &engine.Evidence{}
		ev.ID, ev.Next = strconv.Itoa(i), strconv.Itoa(i+1)
		out = append(out, view{Statement: &engine.Statement{Evidence: i, Kind: source.Code, Full: text}, ev: ev})
	}
	return out
}

// TestOpening: of statements whose scores lie close together the one that is nearest to the question comes first; one that the question
// looks up, or that is far better by its words, stays there, and so does the best where the model fails.
func TestOpening(t *testing.T) {
	statements := []engine.Statement{{Text: "near by words"}, {Text: "near by meaning"}, {Text: "far"}}
	cosines := map[string]float64{"near by words": .2, "near by meaning": .9, "far": .3}
	similar := func(_ context.Context, texts []string) (out []float64) {
		for _, text := range texts {
			out = append(out, cosines[text])
		}
		return out
	}
	for _, tt := range []struct {
		name    string
		similar func(context.Context, []string) []float64
		scores  []float64
		looked  map[int]bool
		want    int
	}{
		{"no model", nil, []float64{2, 1, 0}, nil, 0},
		{"near", similar, []float64{2, 1, 0}, nil, 1},
		{"far better by words", similar, []float64{5, 1, 0}, nil, 0},
		{"looked up", similar, []float64{2, 1, 0}, map[int]bool{0: true}, 0},
		{"failing", func(context.Context, []string) []float64 { return nil }, []float64{1, 2, 0}, nil, 1},
	} {
		c := composer{request: engine.Request{Similar: tt.similar}}
		m := &meter{looked: tt.looked}
		for i := range statements {
			m.views = append(m.views, view{Statement: &statements[i]})
		}
		if got := c.opening(t.Context(), m, tt.scores); got != tt.want {
			t.Errorf("%s: %d comes first, want %d", tt.name, got, tt.want)
		}
	}
}
