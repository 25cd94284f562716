package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"ibid/engine/eval"
	"ibid/ui/app"
)

// The sets of testdata/eval: questions about the handbook, and rows with their passages; and two runs.
const (
	documentSet = "testdata/eval/questions.jsonl"
	passageSet  = "testdata/eval/passages.jsonl"
	runBefore   = "testdata/eval/before.json"
	runAfter    = "testdata/eval/after.json"
)

// TestEval runs both forms of sets, and the first one twice: it is the same, and --save has what --json prints.
func TestEval(t *testing.T) {
	env, dir, save := indexed(t), t.TempDir(), filepath.Join(t.TempDir(), "run.json")
	args := []string{"eval", "--json", "--docs", handbook, "--index-dir", dir, "--save", save, documentSet}
	first := ibid(t, env, args...)
	if first.code != exitAnswered || first.err != "" {
		t.Fatalf("exit code %d: %s", first.code, first.err)
	}
	var e struct {
		Schema string `json:"schema"`
		eval.Report
	}
	parsed(t, first.out, &e)
	if e.Schema != "ibid.eval/2" || e.Set != documentSet || e.Embedder != "none" || e.Generator != "extractive" || e.Documents != 24 || e.Questions != 5 ||
		e.Answerable != 4 || len(e.SHA256) != 64 || e.Chunks == 0 || len(e.Rows) != 5 || e.Version == "" {
		t.Errorf("%+v", e)
	}
	if m, _ := e.Mean("false_refusal"); m.Value != 0.25 {
		t.Errorf("%+v", m)
	}
	if data, err := os.ReadFile(save); err != nil || string(data) != first.out {
		t.Errorf("saved is %s, %v", data, err)
	}
	if second := ibid(t, env, args...); second.out != first.out {
		t.Errorf("the second run differs:\n%s\n%s", second.out, first.out)
	}
	if r := ibid(t, env, "eval", "compare", save, save); r.code != exitAnswered || !strings.Contains(r.out, "no question changed") || r.err != "" {
		t.Errorf("a run compared with itself: exit code %d, %s%s", r.code, r.out, r.err)
	}
	r := ibid(t, env, "eval", "--json", passageSet)
	parsed(t, r.out, &e)
	if m, _ := e.Mean("holds_answer"); r.code != exitAnswered || m.Value != 1 || e.Questions != 2 || e.Documents != 0 {
		t.Errorf("exit code %d, %+v", r.code, e)
	}
}

func parsed(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}

func TestEvalMistakes(t *testing.T) {
	env := indexed(t)
	file, bad := filepath.Join(t.TempDir(), "file"), filepath.Join(t.TempDir(), "bad.jsonl")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.WriteFile(bad, []byte("\n[]\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		told string
	}{
		{nil, "arg(s)"},
		{[]string{"absent.jsonl"}, "absent.jsonl"},
		{[]string{bad}, "bad.jsonl:2"},
		{[]string{documentSet}, "say which with --docs"},
		{[]string{passageSet, "--save", filepath.Join(file, "below")}, "cannot be written: "},
		{[]string{passageSet, "--save", unwritable(t) + "/run.json"}, "cannot be written: "},
		{[]string{"compare", runBefore}, "accepts 2 arg(s), received 1"},
		{[]string{"compare", "absent", runAfter}, "absent"},
		{[]string{"compare", documentSet, runAfter}, "questions.jsonl is not what"},
	} {
		r := ibid(t, env, append([]string{"eval", "--json"}, tt.args...)...)
		var e app.Error
		decode(t, r.err, &e)
		if r.code != exitUsage || e.Code != "usage" || !strings.Contains(e.Message, tt.told) || e.Hint == "" || r.out != "" {
			t.Errorf("%q: exit code %d, %+v, %q", tt.args, r.code, e, r.out)
		}
	}
}

// unwritable is a folder that nobody can make or write into.
func unwritable(t *testing.T) string {
	t.Helper()
	if _, err := os.Stat("/proc/self"); err == nil {
		return "/proc/ibid"
	}
	dir := filepath.Join(t.TempDir(), "closed")
	if err := os.Mkdir(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestEvalOtherDocuments holds that documents which gold places name and the index has not are told of.
func TestEvalOtherDocuments(t *testing.T) {
	r := ibid(t, indexed(t), "eval", "--docs", filepath.Join(handbook, "gauge"), documentSet)
	if want := "glossary, sensor-standard; is --docs right?"; r.code != exitAnswered || !strings.Contains(r.err, want) {
		t.Errorf("exit code %d, %s", r.code, r.err)
	}
}

// TestEvalUnsaved holds that what was measured is printed also where it cannot be kept.
func TestEvalUnsaved(t *testing.T) {
	save := filepath.Join(t.TempDir(), "run.json")
	if err := os.MkdirAll(filepath.Join(save, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	r := ibid(t, indexed(t), "eval", "--save", save, passageSet)
	if r.code != exitFailed || !strings.Contains(r.err, "ibid: --save "+save+": ") || !strings.Contains(r.err, "anything that was printed is whole") || !strings.Contains(r.out, "holds_answer") {
		t.Errorf("exit code %d, %s%s", r.code, r.out, r.err)
	}
	if files, err := os.ReadDir(filepath.Dir(save)); err != nil || len(files) != 1 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}

func TestEvalInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	save := t.TempDir()
	var out, errs bytes.Buffer
	face := App{Out: &out, Err: &errs, Env: indexed(t)}
	if code := face.Run(ctx, []string{"eval", "--save", filepath.Join(save, "run.json"), passageSet}); code != exitInterrupted || out.Len() > 0 ||
		errs.String() != "ibid: interrupted\n      what was asked is not kept; run the command again to ask everything anew\n" {
		t.Errorf("exit code %d, %q, %q", code, &out, &errs)
	}
	if files, err := os.ReadDir(save); err != nil || len(files) > 0 {
		t.Errorf("saved %v, %v", files, err)
	}
}

// madeReport has everything that a report may have, and numbers that nothing else changes.
func madeReport() *eval.Report {
	r := &eval.Report{Set: "papers/questions.jsonl", Embedder: "builtin", Generator: "extractive", Documents: 6, Chunks: 1234, Questions: 12, Answerable: 3,
		Means: []eval.Mean{{Name: "recall@8", Value: 0.5, N: 3}, {Name: "all_facts", Value: 1. / 3, N: 3}, {Name: "false_answer", Value: 1, N: 9}}}
	add := func(id, question, reason string, m map[string]float64) {
		r.Rows = append(r.Rows, eval.Row{ID: id, Question: question, Refused: reason != "", Reason: reason, Measures: m})
	}
	add("q1", "What does MLWE mean?", "", map[string]float64{"false_refusal": 0, "all_facts": 1})
	add("q2", "Why is the error small, and what would happen to the decryption failure rate if it were not as small as the standard says?", "“Why” is nowhere\nin the evidence",
		map[string]float64{"false_refusal": 1, "all_facts": 0})
	add("q\x1b[31m3", "Why \x1b[31mred?", "", map[string]float64{"all_facts": 0})
	add("n1", "Who 漢字 it?", "", map[string]float64{"false_answer": 1})
	for _, id := range "abcdefgh" {
		add("x"+string(id), "Who "+string(id)+"?", "", map[string]float64{"false_answer": 1})
	}
	return r
}

func TestEvalGolden(t *testing.T) {
	from, err := eval.Open(runBefore)
	to, err2 := eval.Open(runAfter)
	if err = errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	for _, plain := range []bool{false, true} {
		report, compared := &page{width: 99, plain: plain}, &page{width: 99, plain: plain}
		report.evaluation(madeReport())
		compared.comparison(&comparedJSON{"", runBefore, runAfter, eval.Compare(from, to)})
		fits(t, "report", report, plain)
		fits(t, "comparison", compared, plain)
		if !plain {
			golden(t, "eval/report.txt", report.String())
			golden(t, "eval/compare.txt", compared.String())
		}
	}
}

// fits holds that no line is wider than the page, that nothing in it moves a terminal, and that plain output is plain.
func fits(t *testing.T, name string, p *page, plain bool) {
	t.Helper()
	for line := range strings.Lines(p.String()) {
		line = strings.TrimSuffix(line, "\n")
		if ansi.StringWidth(line) > p.width {
			t.Errorf("%s: wider than %d columns: %s", name, p.width, line)
		}
		if strings.ContainsRune(line, '\x1b') {
			t.Errorf("%s: not sanitised: %q", name, line)
		}
		if plain && strings.ContainsAny(line, "↓→–") {
			t.Errorf("%s: not plain: %s", name, line)
		}
	}
}

// TestEvalCompare holds that what makes two runs hard to compare is told, and that runs without a question in common
// are not said to be the same.
func TestEvalCompare(t *testing.T) {
	env := indexed(t)
	r := ibid(t, env, "eval", "compare", "--json", runBefore, runAfter)
	var c struct {
		Schema, A, B string
		eval.Comparison
	}
	parsed(t, r.out, &c)
	if c.Schema != "ibid.evalcompare/2" || c.A != runBefore || c.Shared != 4 || c.OnlyA != 1 || len(c.Changes) != 3 || len(c.Warnings) == 0 {
		t.Errorf("exit code %d: %+v", r.code, c)
	}
	if r := ibid(t, env, "eval", "compare", runBefore, runAfter); r.code != exitAnswered || !strings.Contains(r.err, "the least probability is 0.15 in A and 0.4 in B") {
		t.Errorf("exit code %d: %s", r.code, r.err)
	}
	other := filepath.Join(t.TempDir(), "run.json")
	if err := os.WriteFile(other, []byte(`{"rows":[{"qid":"other","measures":{"recall@8":1}}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	r = ibid(t, env, "eval", "compare", runBefore, other)
	if r.code != exitUsage || r.out != "" || !strings.Contains(r.err, "no question in common") {
		t.Errorf("exit code %d: %s%s", r.code, r.out, r.err)
	}
}
