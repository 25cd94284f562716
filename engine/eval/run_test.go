package eval

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/guard"
	"ibid/index"
	"ibid/index/reader"
	"ibid/index/source"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// encoder reads what is found, as main's does. Only IBID_KERNEL can make it fail.
var encoder, _ = reader.Open()

// defaults are the settings of a user who configured nothing.
func defaults() engine.Options {
	opt := engine.Defaults()
	opt.Reader = encoder
	return opt
}

// indexed makes an index of a folder.
func indexed(t *testing.T, folder string) *index.Index {
	t.Helper()
	return opened(t, index.Options{Roots: []string{folder}, Dir: t.TempDir()})
}

func opened(t *testing.T, opt index.Options) *index.Index {
	t.Helper()
	_, err := index.Refresh(context.Background(), opt, nil)
	must(t, err)
	ix, err := index.Open(opt)
	must(t, err)
	t.Cleanup(func() { ix.Close() })
	return ix
}

// pumps is a folder of two short documents.
func pumps(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"pumps.md":  "# Pumps\n\nThe Marlin pump runs at 24 volts.\n\nThe Orca pump runs at 48 volts.\n",
		"valves.md": "# Valves\n\nThe ball valve opens at 7 bar.\n",
	} {
		must(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	return folder
}

func TestRunDocuments(t *testing.T) {
	set := &Set{Name: "pumps", SHA256: "ab", Questions: []Question{
		{ID: "q1", Text: "At how many volts does the Marlin pump run?", Answerable: true,
			Gold: []Place{{DocID: "pumps", StartLine: 3, EndLine: 3}, {DocID: "gone", StartLine: 90, EndLine: 90}}, Facts: []string{"24 volts"}},
		{ID: "q2", Text: "What does the Walrus weigh?"},
	}}
	s := Subject{Index: indexed(t, pumps(t)), Generator: extract.Generator{}, Options: defaults()}
	var told []int
	report, err := Run(context.Background(), set, s, func(done, total int) { told = append(told, done, total) })
	must(t, err)
	if !slices.Equal(told, []int{1, 2, 2, 2}) {
		t.Errorf("progress %v", told)
	}
	if report.Set != "pumps" || report.SHA256 != "ab" || report.Chunks != s.Index.Len() || report.Generator != "extractive" || report.Questions != 2 || report.Answerable != 1 ||
		len(report.Warnings) != 1 || !strings.Contains(report.Warnings[0], "not indexed: gone;") {
		t.Errorf("%+v", report)
	}
	first := report.Rows[0]
	if first.Refused || !strings.Contains(first.Answer, "24 volts") {
		t.Errorf("%+v", first)
	}
	for name, want := range map[string]float64{"recall@1": 0.5, "mrr@8": 1, "hit@8": 1, "all_facts": 1, "citation_recall": 0.5, "citation_compliance": 1, "accuracy": 1} {
		if v, ok := first.Measures[name]; !ok || v != want {
			t.Errorf("%s is %v, want %v", name, v, want)
		}
	}
	second := report.Rows[1]
	if !second.Refused || second.Code == "" || second.Reason == "" {
		t.Errorf("%+v", second)
	}
	if _, ok := second.Measures["recall@8"]; ok {
		t.Error("the retrieval for an unanswerable question is measured")
	}
	if m, ok := report.Mean("accuracy"); !ok || m != (Mean{"accuracy", 1, 2}) || report.Means[0].Name != "recall@1" {
		t.Errorf("%+v", report.Means)
	}
	again, err := Run(context.Background(), set, s, nil) // everything depends on the set, the documents and the settings alone
	must(t, err)
	a, _ := json.Marshal(report)
	if b, _ := json.Marshal(again); string(a) != string(b) {
		t.Errorf("two reports:\n%s\n%s", a, b)
	}
}

func TestRunPassages(t *testing.T) {
	const passage = "The Marlin pump runs at 24 volts. It is quiet."
	set := &Set{Passages: true, Questions: []Question{
		{ID: "1", Text: "At how many volts does the Marlin pump run?", Passage: passage, Answerable: true, Texts: []string{"24 volts"}},
		{ID: "2", Text: "Who painted the Mona Lisa?", Passage: passage},
	}}
	report, err := Run(context.Background(), set, Subject{Generator: extract.Generator{}, Options: defaults()}, nil)
	must(t, err)
	for name, want := range map[string]float64{"accuracy": 1, "holds_answer": 1, "false_answer": 0} {
		if m, ok := report.Mean(name); !ok || m.Value != want {
			t.Errorf("%s is %+v, want %v", name, m, want)
		}
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
	ix := opened(t, index.Options{Roots: []string{pumps(t)}, Dir: t.TempDir(), Embedder: m})
	m.away = true
	set := &Set{Questions: []Question{{ID: "1", Text: "pump"}, {ID: "2", Text: "valve"}}}
	report, err := Run(context.Background(), set, Subject{Index: ix, Generator: extract.Generator{}, Options: defaults()}, nil)
	must(t, err)
	if len(report.Warnings) != 1 || !strings.Contains(report.Warnings[0], "nobody is there") {
		t.Errorf("warnings %q", report.Warnings)
	}
}

// broken is a Generator that fails.
type broken struct{ err error }

func (broken) Name() string { return "broken" }

func (b broken) Draft(context.Context, engine.Request, func(string)) (engine.Draft, error) {
	return engine.Draft{}, b.err
}

func TestRunFails(t *testing.T) {
	set := &Set{Passages: true, Questions: []Question{{ID: "row 7", Text: "At how many volts does the Marlin pump run?", Passage: "The Marlin pump runs at 24 volts."}}}
	away := errors.New("the model is away")
	_, err := Run(context.Background(), set, Subject{Generator: broken{away}, Options: defaults()}, nil)
	if !errors.Is(err, away) || !strings.Contains(err.Error(), "row 7") {
		t.Errorf("%v, want the question and what went wrong", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, set, Subject{Generator: broken{away}, Options: defaults()}, nil); err != context.Canceled {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}

// evidence is a chunk of the pump manual.
func evidence(key string, page int) engine.Evidence {
	return engine.Evidence{Key: key, Chunk: index.Chunk{Path: "docs/pumps.pdf",
		Chunk: source.Chunk{ID: "pumps::" + key, DocID: "pumps", StartPage: page, EndPage: page}}}
}

// answered is an answer that cites pages 3 and 7 of the pump manual.
func answered(text string) *engine.Answer {
	c1, c2 := evidence("c1", 3), evidence("c2", 7)
	return &engine.Answer{Text: text,
		Sentences: []guard.Sentence{{Text: "It runs at 24 volts.", Verdict: guard.Supported}, {Text: "It is loud.", Verdict: guard.Unsupported}},
		Citations: []engine.Citation{{Evidence: c1}, {Evidence: c2}},
		Evidence:  []engine.Evidence{c1, c2, evidence("c3", 9)}}
}

func TestAnswerMeasures(t *testing.T) {
	const text = "It runs at 1,200 volts [c1]. It is **loud** [c2]."
	refusal := &engine.Answer{Text: guard.NotFoundText, Refused: true, RefusalCode: guard.MissingTerm}
	page := func(n int) Place { return Place{DocID: "pumps", StartPage: n, EndPage: n} }
	right := scores{"accuracy": 1, "false_refusal": 0, "citation_compliance": 1, "supported": 0.5}
	wrong := scores{"accuracy": 0, "false_refusal": 1}
	bad := scores{"accuracy": 0, "false_answer": 1, "citation_compliance": 1, "supported": 0.5}
	for _, tt := range []struct {
		name  string
		of    *engine.Answer
		q     Question
		basic scores // of every question
		more  scores
	}{
		{"nothing known", answered(text), Question{Answerable: true}, right, nil},
		{"nothing cited", answered("It runs at 24 volts [c1]. It is loud."), Question{Answerable: true}, right, scores{"citation_compliance": 0}},
		{"unknown key", answered("It runs at 24 volts [c4]."), Question{Answerable: true}, right, scores{"citation_compliance": 0}},
		{"unanswerable, answered", answered(text), Question{Gold: []Place{page(3)}, Facts: []string{"1200"}}, bad, nil},
		{"unanswerable, refused", refusal, Question{NotContains: []string{"volts"}}, scores{"accuracy": 1, "false_answer": 0}, scores{"checks": 1}},
		{"gold", answered(text), Question{Answerable: true, Gold: []Place{page(3), page(4), page(5)}}, right,
			scores{"citation_precision": 0.5, "citation_recall": 1. / 3, "no_gold_cited": 0}},
		{"gold elsewhere", answered(text), Question{Answerable: true, Gold: []Place{page(4)}, Also: []Place{page(7)}}, right,
			scores{"citation_precision": 0.5, "citation_recall": 1, "no_gold_cited": 0}},
		{"no gold", answered(text), Question{Answerable: true, Gold: []Place{page(4)}}, right,
			scores{"citation_precision": 0, "citation_recall": 0, "no_gold_cited": 1}},
		{"gold, refused", refusal, Question{Answerable: true, Gold: []Place{page(3)}}, wrong, scores{"citation_recall": 0}},
		{"sentences", answered(text), Question{Answerable: true, GoldSentences: []string{"It runs at 1,200 volts."}}, right,
			scores{"sentence_precision": 0.5, "sentence_recall": 1, "units": 2}},
		{"sentences, refused", refusal, Question{Answerable: true, GoldSentences: []string{"It runs at 1,200 volts."}}, wrong, scores{"sentence_recall": 0}},
		{"corrected", answered(text), Question{CorrectionOK: true, Near: []Place{page(3), page(7)}}, bad, scores{"accuracy": 1, "false_answer": 0}},
		{"not only corrected", answered(text), Question{CorrectionOK: true, Near: []Place{page(3)}}, bad, nil},
		{"facts", answered(text), Question{Answerable: true, Facts: []string{"1200 Volts", "quiet"}}, right, scores{"facts": 0.5, "all_facts": 0}},
		{"every fact", answered(text), Question{Answerable: true, Facts: []string{"1200 volts", "volts. It"}}, right, scores{"facts": 1, "all_facts": 1}},
		{"a marker is no fact", answered(text), Question{Answerable: true, Facts: []string{"c1"}}, right, scores{"facts": 0, "all_facts": 0}},
		{"facts, refused", refusal, Question{Answerable: true, Facts: []string{"not found"}}, wrong, scores{"facts": 0, "all_facts": 0}},
		{"words", answered(text), Question{Answerable: true, ContainsAny: []string{"quiet", "LOUD"}, NotContains: []string{"hot"}}, right, scores{"checks": 1}},
		{"none of some", answered(text), Question{Answerable: true, ContainsAny: []string{"quiet"}}, right, scores{"checks": 0}},
		{"a word too many", answered(text), Question{Answerable: true, NotContains: []string{"loud"}}, right, scores{"checks": 0}},
		{"words, refused", refusal, Question{Answerable: true, NotContains: []string{"hot"}}, wrong, scores{"checks": 0}},
	} {
		got := scores{}
		(&Subject{}).measure(tt.of, &tt.q, got)
		want := maps.Clone(tt.basic)
		maps.Copy(want, tt.more)
		if !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", tt.name, got, want)
		}
	}
}

// registry declares names of pump, but for pump.fly, and that pump.stop takes no argument now.
type registry struct{}

func (registry) Resolve(pieces []code.Piece) []code.Use {
	var out []code.Use
	for _, p := range pieces {
		u := code.Use{Start: p.Start, End: p.End, Written: p.Text, Name: p.Text}
		switch p.Text {
		case "pump.fly":
			u.State = decl.Absent
		case "pump.stop":
			u.Misuse = &code.Misuse{Argument: "now"}
		}
		out = append(out, u)
	}
	return out
}

func TestInventedSymbols(t *testing.T) {
	for text, want := range map[string]float64{"`pump.start` starts it [c1].": 0, "`pump.fly` lifts it [c1]. `pump.stop` stops it [c1].": 2} {
		got := scores{}
		s := Subject{Options: engine.Options{Symbols: registry{}}}
		s.measure(answered(text), &Question{Answerable: true}, got)
		if v, ok := got["invented_symbols"]; !ok || v != want {
			t.Errorf("%q: %v, want %v", text, v, want)
		}
	}
}

// TestMeasures: names identify measures.
func TestMeasures(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range Measures() {
		if seen[m.Name] || m.Help == "" || m.Help[len(m.Help)-1] == '.' {
			t.Errorf("%+v", m)
		}
		seen[m.Name] = true
	}
}
