package linear

import (
	"reflect"
	"strings"
	"testing"
)

// TestRead: scores are read, and nothing else is.
func TestRead(t *testing.T) {
	const text = "bias 0.5\na 1 2 3\nagainst.b -1 0 1\nbias -2\n"
	var a, b Score
	if err := Read(text, &a, &b); err != nil {
		t.Fatal(err)
	}
	if want := (Score{Names: []string{"a", "against.b"}, Bias: 0.5, Weight: []float64{1, -1}, Mean: []float64{2, 0}, Scale: []float64{3, 1}}); !reflect.DeepEqual(a, want) || b.Bias != -2 {
		t.Errorf("%+v, %+v", a, b)
	}
	for _, wrong := range []string{"", "rank 1 2 3", "bias 1\nhold.all 1 2", "bias x", "bias 0\n", strings.Repeat("bias 0\n", 3)} {
		if err := Read(wrong, &a, &b); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}

// TestOtherFeatures: a score is not asked about other features than it was fitted on.
func TestOtherFeatures(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it scores them")
		}
	}()
	s := Score{Names: []string{"a"}, Weight: []float64{1}, Mean: []float64{0}, Scale: []float64{1}}
	if got := s.Of(Features{{"a", 2}}); got != 2 {
		t.Errorf("%v", got)
	}
	s.Of(Features{{"b", 2}})
}
