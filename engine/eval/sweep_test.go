package eval

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
)

// TestSweepForetellsRuns: with any threshold set, the mistakes are those that were foretold.
func TestSweepForetellsRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the questions of the handbook several times")
	}
	set, err := Load(filepath.Join("..", "..", "testdata", "questions.jsonl"))
	must(t, err)
	set.Questions = slices.Concat(set.Questions[:15], set.Questions[len(set.Questions)-15:])
	s := Subject{Index: indexed(t, filepath.Join("..", "..", "testdata", "handbook")), Generator: extract.Generator{}, Options: engine.Defaults()}
	swept, err := SweepSimilarity(context.Background(), set, s, nil)
	must(t, err)
	if swept.Now != engine.DefaultSimilarity || len(swept.Points) != steps+1 || swept.Unfit != "" {
		t.Errorf("%+v", swept)
	}
	for _, i := range []int{3, 10, 16} {
		s.Options.Similarity = swept.Points[i].Threshold
		report, err := Run(context.Background(), set, s, nil)
		must(t, err)
		if got := at(report.Rows, 0); got.FalseRefusals != swept.Points[i].FalseRefusals || got.FalseAnswers != swept.Points[i].FalseAnswers {
			t.Errorf("%+v, foretold %+v", got, swept.Points[i])
		}
	}
}

// TestPropose: the threshold in the gap, the present one where it is as good, and none where that takes too much.
func TestPropose(t *testing.T) {
	rows := func(refused, n int) (out []Row) {
		for i := range n {
			out = append(out, Row{Answerable: true, Refused: i < refused, coverage: 0.61 + float64(i)/100})
		}
		for i := range 20 {
			out = append(out, Row{coverage: 0.11 + float64(i)/100, Refused: i == 0})
		}
		return append(out, Row{Refused: true, coverage: math.Inf(1)})
	}
	for _, tt := range []struct {
		name  string
		rows  []Row
		now   float64
		want  float64
		unfit string
	}{
		{"the gap", rows(0, 38), 0.15, 0.6, ""},
		{"as good as any", rows(0, 38), 0.42, 0.42, ""},
		{"too few", rows(0, 9), 0.15, 0.15, "9 answerable and 21 unanswerable questions are too few"},
		{"the other gates", rows(8, 38), 0.15, 0.15, "the other gates refuse 8 of 38 answerable questions"},
	} {
		s := propose(tt.rows, tt.now)
		if s.Proposed != tt.want || !strings.HasPrefix(s.Unfit, tt.unfit) || (s.Unfit == "") != (tt.unfit == "") {
			t.Errorf("%s: %v, %s", tt.name, s.Proposed, s.Unfit)
		}
	}
}
