package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

const (
	runBefore = "testdata/eval/before"
	runAfter  = "testdata/eval/after"
)

type evalCompareSchema struct {
	Schema   string   `json:"schema"`
	A        string   `json:"a"`
	B        string   `json:"b"`
	Warnings []string `json:"warnings"`
	Sets     []struct {
		Set      string   `json:"set"`
		Shared   int      `json:"shared"`
		OnlyA    int      `json:"only_a"`
		OnlyB    int      `json:"only_b"`
		Warnings []string `json:"warnings"`
		Measures []struct {
			Measure    string   `json:"measure"`
			Lower      bool     `json:"lower_is_better"`
			A          float64  `json:"a"`
			B          float64  `json:"b"`
			Difference float64  `json:"difference"`
			Low        *float64 `json:"low"`
			High       *float64 `json:"high"`
			N          int      `json:"n"`
			Better     int      `json:"better"`
			Worse      int      `json:"worse"`
			P          float64  `json:"p"`
		} `json:"measures"`
		Changes []struct {
			ID       string        `json:"qid"`
			Question string        `json:"question"`
			Worse    []deltaSchema `json:"worse"`
			Better   []deltaSchema `json:"better"`
			Refused  bool          `json:"refused"`
			Reason   string        `json:"refusal_reason"`
		} `json:"changes"`
	} `json:"sets"`
}

type deltaSchema struct {
	Measure string  `json:"measure"`
	A       float64 `json:"a"`
	B       float64 `json:"b"`
}

func TestEvalCompareGolden(t *testing.T) {
	env := indexed(t)
	for name, args := range map[string][]string{
		"eval/compare.txt":       {runBefore, runAfter},
		"eval/compare-plain.txt": {"--plain", runAfter + "/handbook.jsonl", runBefore + "/handbook.jsonl"},
		"eval/compare.json":      {"--json", runBefore, runAfter},
	} {
		r := ibid(t, env, append([]string{"eval", "compare"}, args...)...)
		got := r.out
		if args[0] == "--json" {
			var e evalCompareSchema
			decode(t, r.out, &e)
			var buf bytes.Buffer
			if err := json.Indent(&buf, []byte(got), "", " "); err != nil {
				t.Fatal(err)
			}
			got = buf.String()
		}
		if r.code != exitAnswered || (r.err == "") != (args[0] == "--json") {
			t.Errorf("%s: exit code %d, %s", name, r.code, r.err)
		}
		golden(t, name, got)
	}
}

func TestEvalCompareFits(t *testing.T) {
	runs, err := compareRuns(runBefore, runAfter)
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{59, 99} {
		p := &page{width: width}
		p.comparisons(runs, evalMarks(false))
		fits(t, "comparison", p, false)
	}
}

// TestEvalCompareTells holds that what makes two runs hard to compare is told.
func TestEvalCompareTells(t *testing.T) {
	r := ibid(t, indexed(t), "eval", "compare", runBefore, runAfter)
	for _, want := range []string{
		"handbook: compared on the 4 questions of both runs: 1 of A alone and 0 of B alone are left out",
		"handbook: the question set changed between the runs",
		"gone is in testdata/eval/before alone",
	} {
		if !strings.Contains(r.err, want) {
			t.Errorf("%q is not told: %s", want, r.err)
		}
	}
	if r := ibid(t, indexed(t), "eval", "compare", runAfter, runAfter); r.err != "" || !strings.Contains(r.out, "no question changed") {
		t.Errorf("a run compared with itself: %s%s", r.out, r.err)
	}
}
