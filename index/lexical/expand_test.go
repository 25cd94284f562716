package lexical

import (
	"errors"
	"math"
	"slices"
	"testing"
)

func TestExpand(t *testing.T) {
	query := []Clause{{"boat", 1}, {"sail", 1}}
	freqs := map[string]int{"boat": 3, "sail": 2, "keel": 2, "common": 90, "x": 1, "1999": 1, "rudder": 1}
	docFreq := func(terms []string) ([]int, error) {
		out := make([]int, len(terms))
		for i, term := range terms {
			out[i] = freqs[term]
		}
		return out, nil
	}
	feedback := []Feedback{{"boat keel keel common common common x 1999", 3}, {"rudder sail", 1}}
	got, err := Expand(query, feedback, 100, docFreq)
	if err != nil {
		t.Fatal(err)
	}
	// The model before it is scaled: boat 3·1/3, keel 3·2/3, rudder ½, sail ½; 4 in all. A tenth of the weight 2 goes to it.
	want := []Clause{{"boat", 0.9 + 0.05}, {"sail", 0.9 + 0.025}, {"keel", 0.1}, {"rudder", 0.025}}
	if !slices.EqualFunc(got, want, func(x, y Clause) bool { return x.Term == y.Term && math.Abs(x.Weight-y.Weight) < 1e-9 }) {
		t.Errorf("got %v, want %v", got, want)
	}
	if !slices.Equal(query, []Clause{{"boat", 1}, {"sail", 1}}) {
		t.Errorf("the query was changed: %v", query)
	}
}

func TestExpandWithNothing(t *testing.T) {
	none := func(terms []string) ([]int, error) { return make([]int, len(terms)), nil }
	query := []Clause{{"boat", 1}}
	for _, feedback := range [][]Feedback{nil, {{"", 1}}, {{"the of 1 22", 1}}} {
		if got, err := Expand(query, feedback, 10, none); err != nil || !slices.Equal(got, query) {
			t.Errorf("feedback %v: %v, %v", feedback, got, err)
		}
	}
	if got, err := Expand(nil, []Feedback{{"boat", 1}}, 10, none); err != nil || len(got) > 0 {
		t.Errorf("no query: %v, %v", got, err)
	}
	broken := errors.New("broken")
	fails := func([]string) ([]int, error) { return nil, broken }
	if _, err := Expand(query, []Feedback{{"boat", 1}}, 10, fails); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}
