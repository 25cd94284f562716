package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"ibid/engine/eval"
	"ibid/ui/config"
)

type ratesSchema struct {
	FalseRefusal eval.Rate `json:"false_refusal"`
	FalseAnswer  eval.Rate `json:"false_answer"`
}

type sweepSchema struct {
	Schema       string      `json:"schema"`
	Set          string      `json:"set"`
	Form         string      `json:"form"`
	Embedder     string      `json:"embedder"`
	Generator    string      `json:"generator"`
	Answerable   int         `json:"answerable"`
	Unanswerable int         `json:"unanswerable"`
	Proposed     ratesSchema `json:"proposed"`
	Open         ratesSchema `json:"open"`
	Unfit        string      `json:"unfit"`
	Lines        []string    `json:"lines"`
	Thresholds   []struct {
		Name     string      `json:"name"`
		Key      string      `json:"key"`
		Value    float64     `json:"value"`
		Now      ratesSchema `json:"now"`
		Possible bool        `json:"possible"`
		Proposed float64     `json:"proposed"`
		Rates    ratesSchema `json:"rates"`
		Curve    []struct {
			Threshold float64 `json:"threshold"`
			ratesSchema
		} `json:"curve"`
	} `json:"thresholds"`
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
		fmt.Fprintf(&questions, `{"qid":"a%d","question":"At how many volts does the %s pump run in the humid cellar?","answerable":true,"must_contain":["%d volts"]}`+"\n", i, name, 20+i)
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

func swept(t *testing.T, env []string, args ...string) sweepSchema {
	t.Helper()
	r := ibid(t, env, append([]string{"eval", "sweep", "--json"}, args...)...)
	var got sweepSchema
	d := json.NewDecoder(strings.NewReader(r.out))
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil {
		t.Fatalf("exit %d: %s%s\n%v", r.code, r.out, r.err, err)
	}
	return got
}

// TestSweep: the line that is printed is one of config.toml, and with it questions are asked as was foretold.
func TestSweep(t *testing.T) {
	env := home(t)
	docs, set := pumpQuestions(t, 12)
	const key = "guard.similarity"
	strict := append(env, "IBID_GUARD_SIMILARITY=1") // it refuses all that is not there word by word
	s := swept(t, strict, "--docs", docs, set)
	if len(s.Thresholds) != 1 || s.Thresholds[0].Key != key || !s.Thresholds[0].Possible || s.Unfit != "" || s.Embedder != "builtin" || len(s.Lines) != 1 {
		t.Fatalf("%+v", s)
	}
	if r := ibid(t, strict, "eval", "sweep", "--docs", docs, set); !strings.Contains(r.out, "for config.toml:\n  "+s.Lines[0]+"\n") {
		t.Errorf("%s%s", r.out, r.err)
	}
	dir := filepath.Join(strings.TrimPrefix(env[0], "HOME="), ".config", "ibid")
	if err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(filepath.Join(dir, "config.toml"), []byte(s.Lines[0]+"\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	want := s.Thresholds[0].Proposed
	if now := swept(t, env, "--docs", docs, set); now.Thresholds[0].Value != want || now.Thresholds[0].Now != s.Thresholds[0].Rates || len(now.Lines) > 0 {
		t.Errorf("%v: %+v", want, now)
	}
}

func TestSweepOfTooFew(t *testing.T) {
	env := home(t)
	docs, set := pumpQuestions(t, 4)
	r := ibid(t, env, "eval", "sweep", "--docs", docs, set)
	if r.code != exitAnswered || !strings.Contains(r.out, "4 answerable and 4 unanswerable questions are too few") || strings.Contains(r.out, "for config.toml") {
		t.Errorf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	for _, args := range [][]string{{"--docs", docs}, {"--docs", docs, set, set}, {"--docs", docs, filepath.Join(docs, "nowhere.jsonl")}} {
		if r := ibid(t, env, append([]string{"eval", "sweep"}, args...)...); r.code != exitUsage {
			t.Errorf("%q: exit %d: %s", args, r.code, r.err)
		}
	}
}

func TestSweepFitsItsWidth(t *testing.T) {
	docs, set := pumpQuestions(t, 12)
	for _, form := range [][]string{{"--docs", docs, set}, {"--docs", docs, "--plain", set}, {passageSet}} {
		r := ibid(t, home(t), append([]string{"eval", "sweep"}, form...)...)
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
	t := eval.Threshold{Name: name, Value: value, Now: rates(17, 3), Proposed: proposed, Rates: rates(17, 3), Possible: possible,
		Curve: []eval.Point{{Threshold: 0, Rates: rates(17, 5)}, {Threshold: 0.5, Rates: rates(17, 3)}}}
	if proposed != value {
		t.Rates = rates(4, 3)
	}
	return t
}

// TestSweepText: what is said where nothing can be proposed, where nothing is better, and where something is.
func TestSweepText(t *testing.T) {
	const kept, better, lines = "the other gates refuse 34% of the answerable questions", "\nproposed", "for config.toml:\n  x = 0.3"
	for _, tt := range []struct {
		name      string
		threshold eval.Threshold
		lines     []string
		told, not []string
	}{
		{"none is possible", madeThreshold(eval.Coverage, 0.5, 0.5, false), nil, []string{kept}, []string{better, lines}},
		{"none is better", madeThreshold(eval.Coverage, 0.5, 0.5, true), nil, []string{"no threshold is better than the present one"}, []string{kept, better, lines}},
		{"one is", madeThreshold(eval.Coverage, 0.5, 0.3, true), []string{"x = 0.3"}, []string{better, lines}, []string{kept}},
	} {
		for _, plain := range []bool{false, true} {
			p := &page{width: 99, plain: plain}
			p.sweep(&sweepJSON{Sweep: &eval.Sweep{Answerable: 50, Unanswerable: 20, Thresholds: []eval.Threshold{tt.threshold}}, Set: "q", Lines: tt.lines})
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

// TestSweptCanBeSet: what is swept is what the configuration takes, each by its key.
func TestSweptCanBeSet(t *testing.T) {
	for name, key := range thresholdKeys {
		if !slices.ContainsFunc(config.All(), func(s config.Setting) bool { return s.Key == key }) {
			t.Errorf("%s: there is no setting %s", name, key)
		}
	}
}
