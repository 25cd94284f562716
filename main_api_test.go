//go:build unix

package main

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

// apiQuestions are about the packages of the handbook, each with the symbol whose card must stand first.
var apiQuestions = []struct{ question, symbol, says string }{
	{"What arguments does tidewater.despike take?", "tidewater.series.despike", "window: int = 21"},
	{"What does load_segment return?", "tidewater.series.load_segment", "returns `Segment`"},
	{"Which errors does Gauge.record raise?", "tidewater.gauge.Gauge.record", "`GaugeError`"},
	{"How do I call tidewater.fit?", "tidewater.calibration.fit", "fix_scale"},
	{"What is the signature of encode_frame?", "tidewater.frames.encode_frame", `def encode_frame(frame_type: FrameType, payload: bytes = b"") -> bytes`},
	{"What does sea_level_anomaly return?", "tidewater.series.sea_level_anomaly", "list[float]"},
	{"What parameters does decode_frame accept?", "tidewater.frames.decode_frame", "`data`"},
	{"What is the default of max_skip in read_frame?", "tidewater.frames.read_frame", "`128`"},
	{"What does Segment.tidal_range do?", "tidewater.series.Segment.tidal_range", "highest usable level minus the lowest"},
	{"In Go, what does gauge.Parse return?", "example.org/tidewater/gauge.Parse", "`*Segment`"},
}

// asked is an answer as a program reads it.
type asked struct {
	Answer        string
	Refused       bool
	RefusalReason string `json:"refusal_reason"`
	Citations     []struct {
		Path      string
		StartLine int `json:"start_line"`
		EndLine   int `json:"end_line"`
	}
	Evidence []struct {
		Kind, Symbol, Text string
		DocID              string `json:"doc_id"`
		ChunkID            string `json:"chunk_id"`
	}
	Symbols []struct{ Name, Verdict string }
}

func (s *shell) askJSON(t *testing.T, question string, flags ...string) asked {
	t.Helper()
	res := s.run(t, append([]string{"ask", "--json", "--docs", handbook(t), question}, flags...)...)
	var a asked
	if err := json.Unmarshal([]byte(res.out), &a); err != nil {
		t.Fatalf("%s: exit code %d, %v: %s%s", question, res.code, err, res.out, res.err)
	}
	return a
}

func TestAPIQuestions(t *testing.T) {
	s := newShell(t)
	for _, q := range apiQuestions {
		a := s.askJSON(t, q.question)
		if len(a.Evidence) == 0 || a.Evidence[0].Kind != "symbol_card" || a.Evidence[0].Symbol != q.symbol {
			t.Errorf("%s: the card of %s is not first: %+v", q.question, q.symbol, a.Evidence[:min(1, len(a.Evidence))])
			continue
		}
		if a.Refused || !strings.Contains(a.Answer, q.says) {
			t.Errorf("%s: %q is not in %q (%s)", q.question, q.says, a.Answer, a.RefusalReason)
		}
		for _, sym := range a.Symbols {
			if sym.Verdict == "unknown" || sym.Verdict == "misused" {
				t.Errorf("%s: %s is %s in an answer of the documents' own words", q.question, sym.Name, sym.Verdict)
			}
		}
	}
	for _, q := range []string{"What does the parameter sigma of tidewater.despike do?", "What arguments does tidewater.predict take?"} {
		if a := s.askJSON(t, q); !a.Refused {
			t.Errorf("%s: %q", q, a.Answer)
		}
	}
}

// The program of a notebook's section, as ibid shows it, runs: what it needs of earlier sections stands before it.
func TestSectionRecipeRuns(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to run the recipe with")
	}
	s := newShell(t)
	res := s.run(t, "recipes", "--docs", handbook(t), "--kind", "recipe_section", "--json")
	var list struct {
		Recipes []struct{ ID, Title, Program string }
	}
	if err := json.Unmarshal([]byte(res.out), &list); err != nil || len(list.Recipes) < 4 {
		t.Fatalf("%d section recipes, %v: %s", len(list.Recipes), err, res.err)
	}
	for _, r := range list.Recipes {
		run := exec.Command(python, "-c", r.Program)
		run.Env = append(s.env, "PYTHONPATH="+handbook(t), "PYTHONDONTWRITEBYTECODE=1")
		if out, err := run.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s\n%s", r.ID, err, out, r.Program)
		}
	}
}
