package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
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
			Measure    string  `json:"measure"`
			Lower      bool    `json:"lower_is_better"`
			A          float64 `json:"a"`
			B          float64 `json:"b"`
			Difference float64 `json:"difference"`
			N          int     `json:"n"`
			Better     int     `json:"better"`
			Worse      int     `json:"worse"`
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

// TestEvalCompareOfNothing holds that runs without a question in common are not said to be the same.
func TestEvalCompareOfNothing(t *testing.T) {
	var files []string
	for _, id := range []string{"1", "2"} {
		file := filepath.Join(t.TempDir(), "run.jsonl")
		if err := os.WriteFile(file, []byte(`{"qid":"`+id+`","measures":{"recall@8":1}}`), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	r := ibid(t, indexed(t), append([]string{"eval", "compare"}, files...)...)
	if r.code != exitUsage || r.out != "" || !strings.Contains(r.err, "no question in common") {
		t.Errorf("exit code %d: %s%s", r.code, r.out, r.err)
	}
}

// TestEvalCompareSettings holds that what two runs were made with is told where it differs.
func TestEvalCompareSettings(t *testing.T) {
	env, dir := indexed(t), t.TempDir()
	before, after := filepath.Join(dir, "before"), filepath.Join(dir, "after")
	for save, gate := range map[string]string{before: "true", after: "false"} {
		if r := ibid(t, env, "eval", "--docs", filepath.Join(handbook, "gauge"), "--save", save, "IBID_GUARD_SUPPORT="+gate, documentSet); r.code != exitAnswered {
			t.Fatalf("exit code %d: %s", r.code, r.err)
		}
	}
	r := ibid(t, env, "eval", "compare", before, after)
	if r.code != exitAnswered || !strings.Contains(r.err, "support gate is on in A and off in B") || strings.Contains(r.err, "the documents") {
		t.Errorf("exit code %d: %s", r.code, r.err)
	}
}

func TestEvalCompareFits(t *testing.T) {
	runs, err := compareRuns(runBefore, runAfter)
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{59, 99} {
		p := &page{width: width}
		p.comparisons(runs)
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
