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
	if err := json.Unmarshal([]byte(res.out), &a); err != nil {
		t.Fatalf("%s: exit code %d, %v: %s%s", question, res.code, err, res.out, res.err)
	}
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
	res := s.run(t, "symbols", "recipes", "--docs", docs, "--kind", "recipe_section", "--json")
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

// What is asked of an API can be narrowed to projects, as all else.
func TestAPIQuestionsOfOneProject(t *testing.T) {
	s := newShell(t)
	docs := handbook(t)
	for _, q := range []struct{ question, project, symbol string }{
		{"What does Parse return?", "gauge", "example.org/tidewater/gauge.Parse"},
		{"What arguments does despike take?", "handbook", "tidewater.series.despike"},
	} {
		for _, cmd := range []string{"ask", "search"} {
			o := s.run(t, cmd, "--json", "--docs", docs, "--project", q.project, q.question)
			var found struct {
				Evidence, Hits []struct{ Kind, Path, Symbol, Section string }
			}
			if err := json.Unmarshal([]byte(o.out), &found); err != nil {
				t.Fatalf("%v: %s", err, o.err)
			}
			all := append(found.Evidence, found.Hits...)
			if len(all) == 0 || all[0].Kind != "symbol_card" || all[0].Section != q.symbol {
				t.Errorf("%s: the card of %s is not first: %+v", cmd, q.symbol, all[:min(1, len(all))])
			}
			for _, e := range all {
				if inside := strings.HasPrefix(e.Path, filepath.Join(docs, "gauge")+"/"); inside != (q.project == "gauge") {
					t.Errorf("%s --project %s finds %s", cmd, q.project, e.Path)
				}
			}
		}
	}
	both := s.mustRun(t, "search", "--json", "--docs", docs, "--project", "gauge", "--project", "handbook", "despike")
	if all := s.mustRun(t, "search", "--json", "--docs", docs, "despike"); both.out != all.out {
		t.Errorf("all projects are not all documents:\n%s\n%s", both.out, all.out)
	}
	for _, cmd := range []string{"ask", "search"} {
		for _, asJSON := range []string{"--json=false", "--json=true"} {
			isError(t, s.run(t, cmd, "--docs", docs, "--project", "nosuch", asJSON, "despike"), 2, asJSON == "--json=true", "--project nosuch: there is no project of this name, but gauge, handbook", "ibid "+cmd+" --help")
		}
	}
	plain := t.TempDir()
	put(t, plain, "a.md", "# Nothing\n\nNo code.\n")
	isError(t, s.run(t, "ask", "--docs", plain, "--project", "gauge", "despike"), 2, false, "the documents belong to no project", "--help")

	// A name that the settings give one of the folders is its name.
	named := []string{"search", "--json", "--docs", docs, "What does Parse return?"}
	s.env = append(s.env, "IBID_PROJECTS=tide="+filepath.Join(docs, "gauge"))
	if o := s.mustRun(t, append(named, "--project", "tide")...); !strings.Contains(o.out, "gauge/parse.go") || strings.Contains(o.out, "tidewater/series.py") {
		t.Errorf("by a name of the settings: %s", o.out)
	}
}

// The quotas are settings: of the file, of the environment, of the command line.
func TestAPIQuotas(t *testing.T) {
	s := newShell(t)
	docs := handbook(t)
	kinds := func(args ...string) map[string]int {
		t.Helper()
		o := s.mustRun(t, append([]string{"search", "--json", "--docs", docs, "What arguments do tidewater.despike and tidewater.fit take? How is tidewater.series used?"}, args...)...)
		var found struct{ Hits []struct{ Kind string } }
		if err := json.Unmarshal([]byte(o.out), &found); err != nil {
			t.Fatalf("%v: %s", err, o.err)
		}
		count := map[string]int{}
		for _, h := range found.Hits {
			count[h.Kind]++
		}
		return count
	}
	if all := kinds(); all["symbol_card"] != 2 || all["recipe_section"]+all["tutorial_recipe"] == 0 || all["recipe"] == 0 || all["api_surface"] != 1 || all["docs"]+all["test"]+all["code"] < 4 {
		t.Fatalf("by default: %v", all)
	}
}

// An answer that cites a card is held against the card as it would be made now.
func TestSavedAnswerThatCitesACard(t *testing.T) {
	s := newShell(t)
	docs := handbook(t)
	answer := filepath.Join(s.dir, "answer.json")
	put(t, s.dir, "answer.json", s.mustRun(t, "ask", "--json", "--docs", docs, "What arguments does tidewater.despike take?").out)
	verify := func(code int, args ...string) (reasons string) {
		t.Helper()
		o := s.run(t, append([]string{"verify", "--json", answer}, args...)...)
		var v struct {
			OK        bool
			Sentences []struct{ Verdict, Reason, Note string }
			Documents []struct{ State string }
		}
		if err := json.Unmarshal([]byte(o.out), &v); err != nil || o.code != code || v.OK != (code == 0) || len(v.Sentences) < 5 {
			t.Fatalf("exit code %d, %v: %s%s", o.code, err, o.out, o.err)
		}
		for _, sentence := range v.Sentences {
			if sentence.Verdict != "supported" {
				reasons += sentence.Reason + "\n"
			}
		}
		return reasons
	}
	verify(0)
	source := filepath.Join(docs, "tidewater/series.py")
	change := func(old, new string) {
		t.Helper()
		data, err := os.ReadFile(source)
		if err != nil || strings.Count(string(data), old) == 0 {
			t.Fatalf("no %q, %v", old, err)
		}
		put(t, filepath.Dir(source), "series.py", strings.Replace(string(data), old, new, 1))
	}
	change("class Segment", "# A comment above.\nclass Segment")
	verify(0)
	change("window: int = 21", "window: int = 25")
	if got, want := verify(1), "series.py changed since; the quote is gone: line 53 now says `25` where it said `21`\n"; got != want {
		t.Errorf("another default: %q, want %q", got, want)
	}
	change("def despike(", "def unspike(")
	if got := verify(1); strings.Count(got, "\n") < 5 {
		t.Errorf("another name: %q", got)
	}
	change("def unspike(", "def despike(")
	change("window: int = 25", "window: int = 21")
	moved := filepath.Join(t.TempDir(), "moved")
	if err := os.Rename(docs, moved); err != nil {
		t.Fatal(err)
	}
	verify(0, "--docs", moved)
	verify(1)
}

// Answers about an API depend on the documents and the question alone.
func TestAPIDeterminism(t *testing.T) {
	docs := handbook(t)
	answers := func(s *shell) (all []string) {
		for _, q := range apiQuestions[:4] {
			all = append(all, s.ask(t, docs, q.question))
		}
		return append(all,
			s.mustRun(t, "search", "--json", "--why", "--docs", docs, "How is tidewater.despike used in the notebook?").out,
			s.mustRun(t, "symbols", "recipes", "--json", "--docs", docs).out,
			s.mustRun(t, "symbols", "--json", "--docs", docs, "--limit=500").out)
	}
	one, two, grown := newShell(t), newShell(t), newShell(t)
	one.env = append(one.env, "GOMAXPROCS=1")
	two.env = append(two.env, "GOMAXPROCS=2")

	// The grown index saw other sources first: one to be added, one to be changed, one to be deleted.
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(docs, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	series, fit := read("tidewater/series.py"), read("tidewater/calibration.py")
	put(t, docs, "tidewater/series.py", strings.Replace(series, "window: int = 21", "span: float = 7", 1))
	put(t, docs, "tidewater/gone.py", "def despike(gone): pass\n")
	if err := os.Remove(filepath.Join(docs, "tidewater/calibration.py")); err != nil {
		t.Fatal(err)
	}
	before := answers(grown)
	put(t, docs, "tidewater/series.py", series)
	grown.ask(t, docs, question)
	put(t, docs, "tidewater/calibration.py", fit)
	grown.ask(t, docs, question)
	if err := os.Remove(filepath.Join(docs, "tidewater/gone.py")); err != nil {
		t.Fatal(err)
	}

	want := answers(one)
	if want[0] == before[0] {
		t.Error("what was changed changes nothing")
	}
	for name, s := range map[string]*shell{"GOMAXPROCS=2": two, "a second run": one, "an index that grew": grown} {
		for i, got := range answers(s) {
			if got != want[i] {
				t.Errorf("%s: answer %d differs\ngot  %s\nwant %s", name, i, got, want[i])
			}
		}
	}
}
