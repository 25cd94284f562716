package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/index"
)

// pumps is an index of two short documents.
func pumps(t *testing.T) *index.Index {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"pumps.md":  "# Pumps\n\nThe Marlin pump runs at 24 volts.\n\nThe Orca pump runs at 48 volts.\n",
		"valves.md": "# Valves\n\nThe ball valve opens at 7 bar.\n",
	} {
		must(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	return indexed(t, folder)
}

func TestRunDocuments(t *testing.T) {
	set := &Set{Name: "pumps", SHA256: "ab", Form: Documents, Warnings: []string{"line 3"}, Questions: []Question{
		{ID: "q1", Kind: "number", Text: "At how many volts does the Marlin pump run?", Answerable: true,
			Gold: []Place{{DocID: "pumps", StartLine: 3, EndLine: 3}, {DocID: "valves", StartLine: 90, EndLine: 90}}, Facts: []string{"24 volts"}},
		{ID: "q2", Text: "What does the Walrus weigh?"},
	}}
	s := Subject{Index: pumps(t), Generator: extract.Generator{}, Options: engine.Defaults()}
	var told []int
	report, err := Run(context.Background(), set, s, Options{}, func(done, total int) { told = append(told, done, total) })
	must(t, err)
	if !slices.Equal(told, []int{1, 2, 2, 2}) {
		t.Errorf("progress %v", told)
	}
	if report.Set != "pumps" || report.SHA256 != "ab" || report.Chunks != s.Index.Len() || report.Generator != "extractive" || len(report.Warnings) != 1 ||
		report.Questions != 2 {
		t.Errorf("%+v", report)
	}
	first := report.Rows[0]
	if first.Refused || !strings.Contains(first.Answer, "24 volts") || len(first.Cited) == 0 || len(first.Gates) == 0 || first.Times.Search == 0 || first.Times.Answer == 0 {
		t.Errorf("%+v", first)
	}
	for name, want := range map[string]float64{"recall@1": 0.5, "mrr@8": 1, "hit@8": 1, "near_page@8": 1, "document@8": 1, "all_facts": 1, "citation_recall": 0.5,
		"citation_compliance": 1, "accuracy": 1} {
		if v, ok := first.Value(name); !ok || v != want {
			t.Errorf("%s is %v, want %v", name, v, want)
		}
	}
	second := report.Rows[1]
	if !second.Refused || second.Code == "" || second.Reason == "" {
		t.Errorf("%+v", second)
	}
	if _, ok := second.Value("recall@8"); ok {
		t.Error("the retrieval for an unanswerable question is measured")
	}
}

func TestRunRetrievalOnly(t *testing.T) {
	set := &Set{Form: Documents, Questions: []Question{{ID: "q1", Text: "Which valve opens at 7 bar?", Answerable: true, Gold: []Place{{DocID: "valves"}}}}}
	report, err := Run(context.Background(), set, Subject{Index: pumps(t), Options: engine.Defaults()}, Options{RetrievalOnly: true}, nil)
	must(t, err)
	if r := report.Rows[0]; len(r.Hits) == 0 || r.Times.Answer != 0 || r.Answer != "" || report.Generator != "" {
		t.Errorf("%+v", r)
	}
	if _, ok := report.Mean("accuracy"); ok {
		t.Error("an answer is measured")
	}
	if _, err := Run(context.Background(), &Set{Form: Passages}, Subject{}, Options{RetrievalOnly: true}, nil); err == nil {
		t.Error("there is nothing to retrieve, and no error")
	}
}

func TestRunPassages(t *testing.T) {
	const passage = "The Marlin pump runs at 24 volts. It is quiet."
	set := &Set{Form: Passages, Questions: []Question{
		{ID: "1", Text: "At how many volts does the Marlin pump run?", Passage: passage, Answerable: true, Texts: []string{"24 volts"}},
		{ID: "2", Text: "Who painted the Mona Lisa?", Passage: passage},
	}}
	report, err := Run(context.Background(), set, Subject{Generator: extract.Generator{}, Options: engine.Defaults()}, Options{}, nil)
	must(t, err)
	for name, want := range map[string]float64{"accuracy": 1, "holds_answer": 1, "exact": 0, "false_answer": 0} {
		if m, ok := report.Mean(name); !ok || m.Value != Number(want) {
			t.Errorf("%s is %+v, want %v", name, m, want)
		}
	}
	if m, _ := report.Mean("f1"); m.N != 1 || m.Value <= 0 || m.Value >= 1 {
		t.Errorf("f1 %+v", m)
	}
}

// model is an embedder outside of ibid that can fail.
type model struct{ away bool }

func (*model) Name() string    { return "model" }
func (*model) Digest() string  { return "digest" }
func (*model) Dimensions() int { return 2 }

func (*model) Cut(head, text string) []string { return []string{head + text} }

func (m *model) Embed(_ context.Context, texts []string, _ bool) ([][]float32, error) {
	if m.away {
		return nil, errors.New("nobody is there")
	}
	out := make([][]float32, len(texts))
	for i := range out {
		out[i] = []float32{1, float32(len(texts[i]))}
	}
	return out, nil
}

// TestRunWarns: results that something was missing for do not look like those that nothing was.
func TestRunWarns(t *testing.T) {
	m := &model{}
	folder := t.TempDir()
	must(t, os.WriteFile(filepath.Join(folder, "pumps.md"), []byte("A pump.\n"), 0o600))
	ix := embedded(t, folder, m)
	m.away = true
	set := &Set{Form: Documents, Warnings: []string{"line 3"}, Questions: []Question{{ID: "1", Text: "pump"}, {ID: "2", Text: "valve"}}}
	report, err := Run(context.Background(), set, Subject{Index: ix, Options: engine.Defaults()}, Options{RetrievalOnly: true}, nil)
	must(t, err)
	if len(report.Warnings) != 2 || !strings.Contains(report.Warnings[1], "nobody is there") || len(set.Warnings) != 1 {
		t.Errorf("warnings %q, of the set %q", report.Warnings, set.Warnings)
	}
}

// broken is a Generator that fails.
type broken struct{ err error }

func (broken) Name() string { return "broken" }

func (b broken) Draft(context.Context, engine.Request, func(string)) (engine.Draft, error) {
	return engine.Draft{}, b.err
}

func TestRunFails(t *testing.T) {
	set := &Set{Form: Passages, Questions: []Question{{ID: "row 7", Text: "At how many volts does the Marlin pump run?", Passage: "The Marlin pump runs at 24 volts."}}}
	away := errors.New("the model is away")
	_, err := Run(context.Background(), set, Subject{Generator: broken{away}, Options: engine.Defaults()}, Options{}, nil)
	if !errors.Is(err, away) || !strings.Contains(err.Error(), "row 7") {
		t.Errorf("%v, want the question and what went wrong", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, set, Subject{Generator: broken{away}, Options: engine.Defaults()}, Options{}, nil); err != context.Canceled {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}

// TestRunTwice: everything but the times depends on the set, the documents and the settings alone.
func TestRunTwice(t *testing.T) {
	if testing.Short() {
		t.Skip("indexes the handbook twice")
	}
	set, err := Load(filepath.Join("..", "..", "testdata", "questions.jsonl"))
	must(t, err)
	set.Questions = set.Questions[:20]
	var reports [2]*Report
	var kept [2][]byte // a bound that there is not is NaN, which is equal to nothing but as it is kept
	for i := range reports {
		s := Subject{Index: indexed(t, filepath.Join("..", "..", "testdata", "handbook")), Generator: extract.Generator{}, Options: engine.Defaults()}
		reports[i], err = Run(context.Background(), set, s, Options{}, nil)
		must(t, err)
		for j := range reports[i].Rows {
			reports[i].Rows[j].Times = Times{}
		}
		reports[i].Summarise()
		kept[i], err = json.Marshal(reports[i])
		must(t, err)
	}
	if !reflect.DeepEqual(reports[0].Rows, reports[1].Rows) || !bytes.Equal(kept[0], kept[1]) {
		t.Errorf("two reports:\n%s\n%s", kept[0], kept[1])
	}
}
