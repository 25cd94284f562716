package linear

import (
	"math"
	"strings"
	"testing"
)

// TestRead: scores are read as they are written, and nothing else is.
func TestRead(t *testing.T) {
	const text = "bias 0.5\na 1 2 3\nagainst.b -1 0 1\nbias -2\n"
	var a, b Score
	if err := Read(text, &a, &b); err != nil {
		t.Fatal(err)
	}
	if got := Write(&a, &b); got != text {
		t.Errorf("%q is written as %q", text, got)
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

// TestFit: what tells right from wrong gets its weight, within the bounds of its name, whichever loss fits it.
func TestFit(t *testing.T) {
	names := []string{"tells", "against.tells", "kind.tells", "sure.silent", "misleads"}
	var lists []List
	var rows [][]float64
	var yes []bool
	for i := range 20 {
		noise := float64(i%3) - 1
		right, wrong := []float64{1 + noise, 0, 1, 0, 0}, []float64{noise, 1, 0, 0, 1}
		lists = append(lists, List{[][]float64{wrong, right}, []bool{false, true}})
		rows, yes = append(rows, right, wrong), append(yes, true, false)
	}
	lists = append(lists, List{[][]float64{{9, 9, 9, 9, 9}}, []bool{false}}) // nothing to learn from
	for name, s := range map[string]Score{"rank": Rank(lists, names, 1, nil), "odds": Odds(rows, yes, names, 1, true)} {
		w := s.Weight
		if w[0] <= 0 || w[1] >= 0 || w[2] <= 0 || w[3] != leastSure || w[4] != 0 {
			t.Errorf("%s: %v", name, w)
		}
		if right, wrong := s.At(rows[0]), s.At(rows[1]); right <= wrong || math.IsNaN(right) {
			t.Errorf("%s: %v for right and %v for wrong", name, right, wrong)
		}
	}
}
