//go:build unix

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
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

func (s *shell) askJSON(t *testing.T, docs, question string) asked {
	t.Helper()
	res := s.run(t, "ask", "--json", "--docs", docs, question)
	var a asked
	res.into(t, &a)
	return a
}

func TestAPIQuestions(t *testing.T) {
	s, docs := newShell(t), handbook(t)
	for _, q := range apiQuestions {
		a := s.askJSON(t, docs, q.question)
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
		if a := s.askJSON(t, docs, q); !a.Refused {
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
	docs := handbook(t)
	res := s.run(t, "symbols", "recipes", "--docs", docs, "section:", "--json")
	var list struct {
		Recipes []struct{ ID, Title, Program string }
	}
	if err := json.Unmarshal([]byte(res.out), &list); err != nil || len(list.Recipes) < 4 {
		t.Fatalf("%d section recipes, %v: %s", len(list.Recipes), err, res.err)
	}
	for _, r := range list.Recipes {
		if printed := s.mustRun(t, "symbols", "recipes", "--docs", docs, r.ID); printed.out != r.Program {
			t.Errorf("%s is printed as\n%s\nand is\n%s", r.ID, printed.out, r.Program)
		}
		run := exec.Command(python, "-c", r.Program)
		run.Env = append(s.env, "PYTHONPATH="+docs, "PYTHONDONTWRITEBYTECODE=1")
		if out, err := run.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s\n%s", r.ID, err, out, r.Program)
		}
	}
}

// What is asked of an API can be narrowed to projects, as all else: by the name of a folder, or the one that the settings give it.
func TestAPIQuestionsOfOneProject(t *testing.T) {
	s, docs := newShell(t), handbook(t)
	s.env = append(s.env, "IBID_PROJECTS=tide="+filepath.Join(docs, "gauge"))
	for _, q := range []struct{ question, project, symbol string }{
		{"What does Parse return?", "tide", "example.org/tidewater/gauge.Parse"},
		{"What arguments does despike take?", "handbook", "tidewater.series.despike"},
	} {
		for _, cmd := range []string{"ask", "search"} {
			o := s.run(t, cmd, "--json", "--docs", docs, "--project", q.project, q.question)
			var found struct {
				Evidence, Hits []struct{ Kind, Path, Section string }
			}
			o.into(t, &found)
			all := append(found.Evidence, found.Hits...)
			if len(all) == 0 || all[0].Kind != "symbol_card" || all[0].Section != q.symbol {
				t.Errorf("%s: the card of %s is not first: %+v", cmd, q.symbol, all[:min(1, len(all))])
			}
			for _, e := range all {
				if inside := strings.HasPrefix(e.Path, filepath.Join(docs, "gauge")+"/"); inside != (q.project == "tide") {
					t.Errorf("%s --project %s finds %s", cmd, q.project, e.Path)
				}
			}
			isError(t, s.run(t, cmd, "--docs", docs, "--project", "nosuch", "x"), 2, false, "--project nosuch: there is no project of this name, but", "ibid "+cmd+" --help")
		}
	}
}

// A saved answer holds as long as its documents say the same, wherever they are.
func TestSavedAnswer(t *testing.T) {
	s, docs := newShell(t), handbook(t)
	put(t, s.dir, "answer.json", s.mustRun(t, "ask", "--json", "--docs", docs, "What arguments does tidewater.despike take?").out)
	verify := func(code int, says string, args ...string) {
		t.Helper()
		if o := s.run(t, append([]string{"verify", "answer.json"}, args...)...); o.code != code || !strings.Contains(strings.Join(strings.Fields(o.out), " "), says) {
			t.Errorf("exit code %d: %s%s", o.code, o.out, o.err)
		}
	}
	source := string(must(os.ReadFile(filepath.Join(docs, "tidewater/series.py"))))
	put(t, docs, "tidewater/series.py", "# A comment above.\n"+source)
	verify(0, "")
	put(t, docs, "tidewater/series.py", strings.Replace(source, "window: int = 21", "window: int = 25", 1))
	verify(1, "series.py changed since; the quote is gone; says 21; the source says 25")
	put(t, docs, "tidewater/series.py", source)
	moved := filepath.Join(t.TempDir(), "moved")
	done(t, os.Rename(docs, moved))
	verify(0, "", "--docs", moved)
	verify(1, "")
}
