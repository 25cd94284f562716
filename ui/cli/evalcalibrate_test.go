package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"ibid/engine/eval"
	"ibid/ui/config"
)

type rateSchema struct {
	Count int     `json:"count"`
	Of    int     `json:"of"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

type ratesSchema struct {
	FalseRefusal rateSchema `json:"false_refusal"`
	FalseAnswer  rateSchema `json:"false_answer"`
	Accuracy     float64    `json:"accuracy"`
}

type calibrationSchema struct {
	Schema       string `json:"schema"`
	Calibrations []struct {
		Set          string      `json:"set"`
		Form         string      `json:"form"`
		Corpus       string      `json:"corpus"`
		Embedder     string      `json:"embedder"`
		Generator    string      `json:"generator"`
		Answerable   int         `json:"answerable"`
		Unanswerable int         `json:"unanswerable"`
		Folds        int         `json:"folds"`
		Now          ratesSchema `json:"now"`
		Proposed     ratesSchema `json:"proposed"`
		Open         ratesSchema `json:"open"`
		Unfit        string      `json:"unfit"`
		Written      string      `json:"written"`
		Thresholds   []struct {
			Name     string      `json:"name"`
			Key      string      `json:"key"`
			Value    float64     `json:"value"`
			Warns    bool        `json:"only_warns"`
			Now      ratesSchema `json:"now"`
			Possible bool        `json:"possible"`
			Proposed float64     `json:"proposed"`
			Rates    ratesSchema `json:"rates"`
			Held     ratesSchema `json:"cross_validated"`
			Folds    []struct {
				Threshold float64     `json:"threshold"`
				Possible  bool        `json:"possible"`
				Chosen    ratesSchema `json:"chosen_on"`
				Held      ratesSchema `json:"held_out"`
			} `json:"folds"`
			Curve []struct {
				Threshold float64 `json:"threshold"`
				ratesSchema
			} `json:"curve"`
			Fewest struct {
				Threshold float64 `json:"threshold"`
				ratesSchema
			} `json:"fewest_mistakes"`
		} `json:"thresholds"`
	} `json:"calibrations"`
}

// pumpQuestions writes documents and questions about them, and returns both paths: n answerable ones, and n that the documents
// nearly answer.
func pumpQuestions(t *testing.T, n int) (docs, set string) {
	t.Helper()
	dir := t.TempDir()
	docs, set = filepath.Join(dir, "docs"), filepath.Join(dir, "q.jsonl")
	var questions strings.Builder
	text := "# Pumps\n\n"
	for i := range n {
		name := fmt.Sprintf("A%dX", i+10)
		text += fmt.Sprintf("The %s pump runs at %d volts in the cellar.\n\n", name, 20+i)
		fmt.Fprintf(&questions, `{"qid":"a%d","question":"At how many volts does the %s pump run in the cellar?","answerable":true,"must_contain":["%d volts"]}`+"\n", i, name, 20+i)
		fmt.Fprintf(&questions, `{"qid":"u%d","question":"Which plumber painted and sold the %s pump to a neighbour in Lisbon?","answerable":false}`+"\n", i, name)
	}
	if err := os.MkdirAll(docs, 0o755); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{filepath.Join(docs, "pumps.md"): text, set: questions.String()} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return docs, set
}

func calibrated(t *testing.T, env []string, args ...string) calibrationSchema {
	t.Helper()
	r := ibid(t, env, append([]string{"eval", "calibrate", "--json"}, args...)...)
	var got calibrationSchema
	d := json.NewDecoder(strings.NewReader(r.out))
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil {
		t.Fatalf("exit %d: %s%s\n%v", r.code, r.out, r.err, err)
	}
	return got
}

// setting is a setting as `ibid config` tells it.
func setting(t *testing.T, env []string, key string, args ...string) (value float64, origin string) {
	t.Helper()
	var c struct {
		Settings []struct {
			Key    string `json:"key"`
			Value  any    `json:"value"`
			Origin string `json:"origin"`
		} `json:"settings"`
	}
	r := ibid(t, env, append([]string{"config", "--json"}, args...)...)
	if err := json.Unmarshal([]byte(r.out), &c); err != nil {
		t.Fatalf("%s: %v", r.err, err)
	}
	for _, s := range c.Settings {
		if s.Key == key {
			return s.Value.(float64), s.Origin
		}
	}
	t.Fatalf("no %s", key)
	return 0, ""
}

func TestCalibrateWrites(t *testing.T) {
	env := home(t)
	docs, set := pumpQuestions(t, 12)
	const key = "guard.similarity_threshold"
	strict := append(env, "IBID_GUARD_SIMILARITY_THRESHOLD=1") // it refuses all that is not there word by word
	first := calibrated(t, strict, "--docs", docs, set)
	if value, origin := setting(t, append(env, "IBID_DOCS="+docs), key); origin != "default" || value != 0.15 {
		t.Errorf("without --write: %v from %s", value, origin)
	}
	again := calibrated(t, strict, "--docs", docs, "--write", set)
	c := again.Calibrations[0]
	if len(c.Thresholds) != 1 || c.Thresholds[0].Key != key || !c.Thresholds[0].Possible || c.Unfit != "" || c.Written == "" || c.Embedder != "builtin" {
		t.Fatalf("%+v", c)
	}
	want := c.Thresholds[0].Proposed
	if f := first.Calibrations[0]; f.Written != "" || f.Thresholds[0].Proposed != want || want == 0.15 {
		t.Errorf("%v, and %v with --write; now %+v", f.Thresholds[0].Proposed, want, f.Now)
	}
	if value, origin := setting(t, append(env, "IBID_DOCS="+docs), key); value != want || !strings.HasPrefix(origin, c.Written) {
		t.Errorf("%v from %q, want %v", value, origin, want)
	}
	if value, origin := setting(t, append(env, "IBID_DOCS="+docs, "IBID_GUARD_SIMILARITY_THRESHOLD=0.5"), key); value != 0.5 || origin != "IBID_GUARD_SIMILARITY_THRESHOLD" {
		t.Errorf("%v from %q", value, origin)
	}
	if value, origin := setting(t, append(env, "IBID_DOCS="+filepath.Dir(docs)), key); value != 0.15 || origin != "default" {
		t.Errorf("of other documents: %v from %q", value, origin)
	}
	r := ibid(t, env, "ask", "--json", "--docs", docs, "At how many volts does the A11X pump run?")
	var a answerSchema
	if err := json.Unmarshal([]byte(r.out), &a); err != nil {
		t.Fatal(err)
	}
	asked := false
	for _, g := range a.Trace.Gates {
		if g.Name == "similarity" {
			asked = g.Threshold == want || g.Threshold == round(want)
		}
	}
	if !asked {
		t.Errorf("the question was not asked with %v: %+v", want, a.Trace.Gates)
	}
	if now := calibrated(t, env, "--docs", docs, set).Calibrations[0].Thresholds[0]; now.Value != want || now.Now != c.Thresholds[0].Rates || now.Proposed != want {
		t.Errorf("calibrated anew: %+v", now)
	}
}

func TestCalibrateRefusesToWrite(t *testing.T) {
	env := home(t)
	docs, set := pumpQuestions(t, 4)
	r := ibid(t, env, "eval", "calibrate", "--docs", docs, "--write", set)
	if r.code != exitUsage || !strings.Contains(r.err, "4 answerable and 4 unanswerable questions are too few") || !strings.Contains(r.out, "coverage") {
		t.Errorf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	if _, err := os.Stat(filepath.Join(strings.TrimPrefix(env[0], "HOME="), ".config", "ibid", "calibrated.toml")); err == nil {
		t.Error("something was written")
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--docs", docs}, "no question set"},
		{[]string{"--docs", docs, "--folds", "0", set}, "each part is judged by the others, so there are 2 or more"},
		{[]string{"--docs", docs, "--folds", "1", set}, "each part is judged by the others, so there are 2 or more"},
		{[]string{"--docs", docs, "--folds", "abc", set}, "invalid argument"},
		{[]string{"--docs", docs, "--folds", "9", set}, "8 questions, which do not make 9 parts; give --folds 8 or fewer"},
		{[]string{"--docs", docs, filepath.Join(docs, "nowhere.jsonl")}, "nowhere"},
	} {
		if r := ibid(t, env, append([]string{"eval", "calibrate"}, tt.args...)...); r.code != exitUsage || !strings.Contains(r.err, tt.want) {
			t.Errorf("%q: exit %d: %s", tt.args, r.code, r.err)
		}
	}
}

func TestCalibrateFitsItsWidth(t *testing.T) {
	docs, set := pumpQuestions(t, 12)
	for _, form := range [][]string{{"--docs", docs, set}, {"--docs", docs, "--folds", "2", "--plain", set}, {"--folds", "2", passageSet}} {
		r := ibid(t, home(t), append([]string{"eval", "calibrate"}, form...)...)
		if r.code != exitAnswered {
			t.Fatalf("%q: exit %d: %s", form, r.code, r.err)
		}
		for _, line := range strings.Split(r.out, "\n") {
			if ansi.StringWidth(line) > textWidth && !strings.Contains(line, "/") {
				t.Errorf("%d columns: %q", ansi.StringWidth(line), line)
			}
		}
	}
}

// madeThreshold is one of two, and what questions say of it.
func madeThreshold(name string, value, proposed float64, possible bool) eval.Threshold {
	rates := func(refused, answered int) eval.Rates {
		return eval.Rates{FalseRefusal: eval.Rate{Count: refused, Of: 50}, FalseAnswer: eval.Rate{Count: answered, Of: 20}}
	}
	t := eval.Threshold{Name: name, Value: value, Now: rates(17, 3), Proposed: proposed, Rates: rates(17, 3), Possible: possible, Fewest: eval.Point{Threshold: value, Rates: rates(17, 3)},
		Curve: []eval.Point{{Threshold: 0, Rates: rates(17, 5)}, {Threshold: 0.5, Rates: rates(17, 3)}}}
	if possible {
		t.Chosen = []eval.Fold{{Threshold: proposed}, {Threshold: proposed}}
		t.Held = t.Rates
	}
	if proposed != value {
		t.Rates, t.Fewest = rates(4, 3), eval.Point{Threshold: 0.7, Rates: rates(3, 2)}
	}
	return t
}

// TestCalibrationText: what is said where nothing can be proposed, where nothing is better, and where something is.
func TestCalibrationText(t *testing.T) {
	const all, few, kept = "all proposed thresholds at once", "fewest mistakes", "the other gates refuse 34% of the answerable questions"
	for _, tt := range []struct {
		name       string
		thresholds []eval.Threshold
		told, not  []string
	}{
		{"none is possible", []eval.Threshold{madeThreshold(eval.SelectionStrength, 0.5, 0.5, false), madeThreshold(eval.SelectionPremise, 0.5, 0.5, false)}, []string{kept}, []string{all, few, "\nproposed"}},
		{"none is better", []eval.Threshold{madeThreshold(eval.Cosine, 0.5, 0.5, true), madeThreshold(eval.Coverage, 0.5, 0.5, true)}, []string{"\nproposed"}, []string{all, few, kept}},
		{"one is", []eval.Threshold{madeThreshold(eval.Cosine, 0.5, 0.3, true), madeThreshold(eval.Coverage, 0.5, 0.5, true)}, []string{all, few}, []string{kept}},
	} {
		for _, plain := range []bool{false, true} {
			p := &page{width: 99, plain: plain}
			p.calibration(&calibration{Calibration: &eval.Calibration{Answerable: 50, Unanswerable: 20, Folds: 2, Thresholds: tt.thresholds}, Set: "q"})
			text := p.String()
			for _, want := range tt.told {
				if !strings.Contains(text, want) {
					t.Errorf("%s: %q is not told:\n%s", tt.name, want, text)
				}
			}
			for _, not := range tt.not {
				if strings.Contains(text, not) {
					t.Errorf("%s: %q is told:\n%s", tt.name, not, text)
				}
			}
			if strings.Contains(text, "▪") == plain {
				t.Errorf("%s: plain is %v:\n%s", tt.name, plain, text)
			}
		}
	}
}

// TestThresholdsCanBeKept: what is calibrated is what the configuration takes, each by its key.
func TestThresholdsCanBeKept(t *testing.T) {
	for name, key := range thresholdKeys {
		if _, err := config.SaveCalibrated(home(t), config.Calibrated{Corpus: "c", Embedder: "e", Thresholds: map[string]float64{key: 0.5}}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
