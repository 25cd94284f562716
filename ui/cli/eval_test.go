package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"ibid/engine/eval"
)

// The sets of testdata/eval: questions about the handbook, and rows with their passages.
const (
	documentSet = "testdata/eval/questions.jsonl"
	passageSet  = "testdata/eval/passages.jsonl"
)

type evalSchema struct {
	Schema string          `json:"schema"`
	Sets   []evalSetSchema `json:"sets"`
	Missed []struct {
		Set     string  `json:"set"`
		Measure string  `json:"measure"`
		Value   float64 `json:"value"`
		Bound   float64 `json:"bound"`
		Lower   bool    `json:"lower_is_better"`
	} `json:"missed"`
}

type evalSetSchema struct {
	Set        string           `json:"set"`
	SHA256     string           `json:"sha256"`
	Form       string           `json:"form"`
	Embedder   string           `json:"embedder"`
	Generator  string           `json:"generator"`
	Documents  int              `json:"documents"`
	Chunks     int              `json:"chunks"`
	Questions  int              `json:"questions"`
	Answerable int              `json:"answerable"`
	Means      []evalMeanSchema `json:"means"`
	Kinds      []struct {
		Kind      string           `json:"kind"`
		Questions int              `json:"questions"`
		Means     []evalMeanSchema `json:"means"`
	} `json:"kinds"`
	Warnings []string `json:"warnings"`
	Times    struct {
		Search percentilesSchema `json:"search"`
		Answer percentilesSchema `json:"answer"`
	} `json:"timings_ms"`
	Conditions struct {
		Version    string `json:"version"`
		Documents  string `json:"documents_sha256"`
		Hits       int    `json:"hits"`
		Thresholds []struct {
			Name  string  `json:"name"`
			Value float64 `json:"value"`
		} `json:"thresholds"`
		Off []string `json:"off"`
	} `json:"conditions"`
}

type evalMeanSchema struct {
	Measure string   `json:"measure"`
	Value   float64  `json:"value"`
	Low     *float64 `json:"low"`
	High    *float64 `json:"high"`
	N       int      `json:"n"`
}

type percentilesSchema struct {
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P99 float64 `json:"p99"`
}

func (s *evalSetSchema) mean(measure string) float64 {
	for _, m := range s.Means {
		if m.Measure == measure {
			return m.Value
		}
	}
	return -1
}

var evalTimes = regexp.MustCompile(`"timings_ms":\{("search":\{[^}]*\},"answer":\{[^}]*\}|[^}]*)\}`)

// TestEval runs all forms of sets, twice: only the times may differ, and an index that is there is not made again.
func TestEval(t *testing.T) {
	env := indexed(t)
	dir, save := t.TempDir(), filepath.Join(t.TempDir(), "new", "run")
	args := []string{"eval", "--json", "--docs", handbook, "--index-dir", dir, "--save", save, documentSet, passageSet}
	first := ibid(t, env, args...)
	if first.code != exitAnswered || first.err != "" {
		t.Fatalf("exit code %d: %s", first.code, first.err)
	}
	var e evalSchema
	decode(t, first.out, &e)
	if e.Schema != "ibid.eval/1" || len(e.Sets) != 2 || len(e.Missed) > 0 {
		t.Fatalf("%+v", e)
	}
	for i, want := range []evalSetSchema{
		{Set: documentSet, Form: "documents", Embedder: "builtin", Generator: "extractive", Documents: 24, Questions: 5, Answerable: 4},
		{Set: passageSet, Form: "passages", Generator: "extractive", Questions: 2, Answerable: 1},
	} {
		got := e.Sets[i]
		if got.Set != want.Set || got.Form != want.Form || got.Generator != want.Generator || got.Documents != want.Documents || got.Questions != want.Questions ||
			got.Answerable != want.Answerable || len(got.SHA256) != 64 || (got.Chunks > 0) != (want.Documents > 0) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	for _, set := range e.Sets { // what is measured, a bound must not be refused for
		for _, m := range set.Means {
			if why := unmeasurable(m.Measure, eval.Form(set.Form), eval.Options{}); why != "" {
				t.Errorf("%s has %s: %s", set.Set, m.Measure, why)
			}
		}
	}
	for i, want := range []map[string]float64{{"false_answer": 0, "false_refusal": 0.25}, {"accuracy": 1, "holds_answer": 1}} {
		for measure, value := range want {
			if got := e.Sets[i].mean(measure); got != value {
				t.Errorf("%s: %s is %v, want %v", e.Sets[i].Set, measure, got, value)
			}
		}
	}
	rows := saved(t, save)

	second := ibid(t, env, args...)
	if got, want := evalTimes.ReplaceAllString(second.out, ""), evalTimes.ReplaceAllString(first.out, ""); got != want {
		t.Errorf("the second run differs:\n%s\n%s", got, want)
	}
	again := saved(t, save)
	for name, text := range rows {
		if evalTimes.ReplaceAllString(again[name], "") != evalTimes.ReplaceAllString(text, "") {
			t.Errorf("%s differs in the second run:\n%s\n%s", name, again[name], text)
		}
	}
	for i, name := range []string{"questions", "passages"} {
		var set, summary any
		err := errors.Join(json.Unmarshal([]byte(again[name+".summary.json"]), &summary), json.Unmarshal([]byte(second.out), &set))
		if got, want := compact(t, summary), compact(t, set.(map[string]any)["sets"].([]any)[i]); err != nil || got != want {
			t.Errorf("%s.summary.json holds\n%s\nwant\n%s (%v)", name, got, want, err)
		}
		if got := strings.Count(again[name+".jsonl"], "\n"); got != e.Sets[i].Questions {
			t.Errorf("%s.jsonl has %d lines", name, got)
		}
	}
	if len(again) != 4 {
		t.Errorf("%d files were saved", len(again))
	}
}

// saved are the files of a folder.
func saved(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name()] = string(data)
	}
	return out
}

func compact(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// lacking makes documents of which the first hit can be no more than half of what is relevant to the only question of a set, and a set
// whose only question is answerable by word alone.
func lacking(t *testing.T) (docs, half, refused string) {
	t.Helper()
	dir := t.TempDir()
	docs, half, refused = filepath.Join(dir, "docs"), filepath.Join(dir, "half.jsonl"), filepath.Join(dir, "refused.jsonl")
	err := os.Mkdir(docs, 0o700)
	for path, text := range map[string]string{
		filepath.Join(docs, "a.md"): "A tide gauge measures the height of the sea.\n",
		filepath.Join(docs, "b.md"): "The height of the sea is a level.\n",
		half:                        `{"qid":"q","question":"What measures the height of the sea?","gold":[{"doc_id":"a"},{"doc_id":"b"}]}`,
		refused:                     `{"qid":"1","context":"A stilling well is a vertical pipe.","question":"What is the price of helium?","answers":["9"]}`,
	} {
		err = errors.Join(err, os.WriteFile(path, []byte(text), 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	return docs, half, refused
}

func TestEvalBounds(t *testing.T) {
	env := indexed(t)
	docs, half, refused := lacking(t)
	for _, tt := range []struct {
		bounds string
		code   int
		told   string // on standard error
	}{
		{"recall@1=0.5", exitAnswered, ""},
		{"recall@1=.6", exitRefused, "ibid: " + half + ": recall@1 is 0.5000, under 0.6\n"},
		{"accuracy=0, false_refusal=1", exitAnswered, ""},
		{"false_refusal=0.25", exitRefused, "ibid: " + refused + ": false_refusal is 1.0000, over 0.25\n"},
		{"half:recall@1=0.5,half.jsonl:ndcg@1=1,refused.jsonl:accuracy=0,refused:accuracy=0," + refused + ":accuracy=0", exitAnswered, ""},
		{"recall@1=0.9,half:recall@1=0.8", exitRefused, "ibid: " + half + ": recall@1 is 0.5000, under 0.9\nibid: " + half + ": recall@1 is 0.5000, under 0.8\n"},
		{"recal@8=1", exitUsage, `no such measure: "recal@8"; did you mean recall@8?`},
		{"beauty=1", exitUsage, "no such measure: \"beauty\"; `ibid eval --help` lists all"},
		{"foo=1", exitUsage, "no such measure: \"foo\"; `ibid eval --help` lists all"},
		{"recall@8", exitUsage, "a bound is MEASURE=NUMBER or SET:MEASURE=NUMBER"},
		{"", exitUsage, "a bound is MEASURE=NUMBER"},
		{":recall@8=0.5", exitUsage, "no set before the colon"},
		{"/:recall@8=0.5", exitUsage, "no set before the colon"},
		{"recall@8=NaN", exitUsage, `"NaN" is not a number`},
		{"recall@8=Inf", exitUsage, `"Inf" is not a number`},
		{"recall@8=high", exitUsage, `"high" is not a number`},
		{"recall@8=8e-1", exitUsage, `"8e-1" is not a number`},
		{"recall@8=0x1p-1", exitUsage, `"0x1p-1" is not a number`},
		{"recall@8=-0.1", exitUsage, `"-0.1" is not a number`},
		{"recall@8=", exitUsage, `"" is not a number`},
		{"recall@8=80", exitUsage, "80 is not from 0 to 1, as recall@8 is"},
		{"absent:recall@8=1", exitUsage, "no set is named absent; there is " + refused + ", " + half},
		{"alf:recall@8=0.5", exitUsage, "no set is named alf"},
		{"refused:recall@8=0", exitUsage, "recall@8 cannot be measured; " + refused + ": its questions bring their passages along"},
	} {
		r := ibid(t, env, "eval", "--docs", docs, "--fail-under", tt.bounds, refused, half)
		if r.code != tt.code || !strings.Contains(r.err, tt.told) || (r.err == "") != (tt.told == "") {
			t.Errorf("%s: exit code %d, %s", tt.bounds, r.code, r.err)
		}
		if (r.out == "") != (tt.code == exitUsage) {
			t.Errorf("%s: on standard output: %q", tt.bounds, r.out)
		}
	}
	for _, tt := range []struct {
		bounds string
		args   []string
	}{
		{"accuracy=0", []string{"--retrieval-only", "--docs", handbook, documentSet}},
		{"f1=0", []string{"--docs", handbook, documentSet}},
	} {
		r := ibid(t, env, append([]string{"eval", "--fail-under", tt.bounds}, tt.args...)...)
		if r.code != exitUsage || r.out != "" || !strings.Contains(r.err, "cannot be measured") {
			t.Errorf("%s: exit code %d, %s%s", tt.bounds, r.code, r.out, r.err)
		}
	}
	r := ibid(t, env, "eval", "--json", "--fail-under=recall@1=0.75", "--fail-under=accuracy=0", "--docs", docs, refused, half)
	var e evalSchema
	decode(t, r.out, &e)
	if r.code != exitRefused || r.err != "" || len(e.Missed) != 1 || e.Missed[0].Set != half || e.Missed[0].Measure != "recall@1" || e.Missed[0].Bound != 0.75 || e.Missed[0].Lower {
		t.Errorf("exit code %d, %s, %+v", r.code, r.err, e.Missed)
	}
}

// TestEvalUnguarded holds that what was measured is printed also where a bound turns out to guard nothing.
func TestEvalUnguarded(t *testing.T) {
	_, _, refused := lacking(t)
	const told = "--fail-under guards nothing: no question had f1, false_answer; "
	r := ibid(t, home(t), "eval", "--fail-under", "accuracy=0.5,f1=0.5,false_answer=0.1", refused)
	if r.code != exitUsage || !strings.Contains(r.out, "accuracy") || !strings.Contains(r.err, "accuracy is 0.0000, under 0.5\n") || !strings.Contains(r.err, "ibid: "+told) {
		t.Errorf("exit code %d, %s%s", r.code, r.out, r.err)
	}
	r = ibid(t, home(t), "eval", "--json", "--fail-under", "accuracy=0.5,f1=0.5,false_answer=0.1", refused)
	var e evalSchema
	decode(t, r.out, &e)
	var fault errorSchema
	decode(t, r.err, &fault)
	if r.code != exitUsage || len(e.Sets) != 1 || len(e.Missed) != 1 || !strings.HasPrefix(fault.Message, told) {
		t.Errorf("exit code %d, %s%s", r.code, r.out, r.err)
	}
}

func TestEvalMistakes(t *testing.T) {
	env := indexed(t)
	file := filepath.Join(t.TempDir(), "file")
	bad := filepath.Join(t.TempDir(), "bad.jsonl")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.WriteFile(bad, []byte("{\"qid\":\"1\"\n[]\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		exit int
		code string
		told string
	}{
		{nil, exitUsage, "usage", "no question set"},
		{[]string{"absent.jsonl"}, exitUsage, "usage", "absent.jsonl"},
		{[]string{bad}, exitUsage, "usage", "bad.jsonl:2"},
		{[]string{documentSet}, exitUsage, "usage", "say which with --docs"},
		{[]string{passageSet, "--retrieval-only"}, exitUsage, "usage", "leave --retrieval-only out"},
		{[]string{passageSet, "--save", filepath.Join(file, "below")}, exitUsage, "usage", "below lies below a file"},
		{[]string{passageSet, "--save", file}, exitUsage, "usage", "file is a file; give a folder"},
		{[]string{passageSet, "--save", unwritable(t)}, exitUsage, "usage", "cannot be written to: "},
		{[]string{"compare", passageSet}, exitUsage, "usage", "accepts 2 arg(s), received 1"},
		{[]string{"compair", "a", "b"}, exitUsage, "usage", "no question set and no command is named compair; did you mean `ibid eval compare`?"},
		{[]string{"compare", "absent", "absent"}, exitUsage, "usage", "absent"},
		{[]string{"compare", t.TempDir(), "testdata/eval/after"}, exitUsage, "usage", "holds no saved set"},
		{[]string{"compare", documentSet, "testdata/eval/after"}, exitUsage, "usage", "questions.jsonl:1 is no row"},
	} {
		r := ibid(t, env, append([]string{"eval", "--json"}, tt.args...)...)
		var e errorSchema
		decode(t, r.err, &e)
		if r.code != tt.exit || e.Code != tt.code || !strings.Contains(e.Message, tt.told) || e.Hint == "" || r.out != "" {
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

// TestEvalManyMistakes holds that each mistake of a set has a line of its own, and that in JSON they are one message.
func TestEvalManyMistakes(t *testing.T) {
	set := filepath.Join(t.TempDir(), "bad.jsonl")
	if err := os.WriteFile(set, []byte("[]\n{\"qid\":\"1\"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const first, second = ":1: a list where a JSON object is wanted; write one on each line", `:2: no "question", or an empty one`
	r := ibid(t, home(t), "eval", set)
	if want := "ibid: " + set + " is not a question set:\n      " + set + first + "\n      " + set + second + "\n      see `ibid eval --help`\n"; r.code != exitUsage || r.err != want {
		t.Errorf("exit code %d, %s", r.code, r.err)
	}
	r = ibid(t, home(t), "eval", "--json", set)
	var e errorSchema
	decode(t, r.err, &e)
	if want := set + " is not a question set: " + set + first + "; " + set + second; r.code != exitUsage || e.Message != want {
		t.Errorf("exit code %d, %+v", r.code, e)
	}
}

// TestEvalOtherFiles holds that what is no text is not read as questions.
func TestEvalOtherFiles(t *testing.T) {
	for text, kind := range map[string]string{
		"%PDF-1.7\n%\xe2\xe3\n":          "application/pdf",
		"PK\x03\x04rest":                 "application/zip",
		"\x00\x01\x02 anything":          "application/octet-stream",
		"\xff\xfe{\x00\"\x00q\x00\"\x00": "text/plain; charset=utf-16le",
	} {
		set := filepath.Join(t.TempDir(), "set")
		if err := os.WriteFile(set, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		r := ibid(t, home(t), "eval", set)
		if want := "ibid: " + set + " is not a question set: it is " + kind + "; "; r.code != exitUsage || !strings.HasPrefix(r.err, want) || strings.Count(r.err, "\n") != 2 {
			t.Errorf("%q: exit code %d, %s", text, r.code, r.err)
		}
	}
}

// TestEvalOtherDocuments holds that documents which gold places name and the index has not are told of.
func TestEvalOtherDocuments(t *testing.T) {
	r := ibid(t, indexed(t), "eval", "--docs", filepath.Join(handbook, "gauge"), documentSet)
	if want := "sensor-standard, glossary; is --docs right?"; r.code != exitAnswered || !strings.Contains(r.err, want) {
		t.Errorf("exit code %d, %s", r.code, r.err)
	}
}

// TestEvalUnsaved holds that what was measured is printed also where it cannot be kept.
func TestEvalUnsaved(t *testing.T) {
	save := t.TempDir()
	if err := os.MkdirAll(filepath.Join(save, "passages.jsonl", "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	r := ibid(t, indexed(t), "eval", "--save", save, passageSet)
	if r.code != exitFailed || !strings.Contains(r.err, "ibid: --save "+save+": ") || !strings.Contains(r.err, "anything that was printed is whole") || !strings.Contains(r.out, "holds_answer") {
		t.Errorf("exit code %d, %s%s", r.code, r.out, r.err)
	}
	if files, err := os.ReadDir(save); err != nil || len(files) != 1 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}

func TestEvalInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	save := t.TempDir()
	var out, errs bytes.Buffer
	face := App{Out: &out, Err: &errs, Env: indexed(t)}
	if code := face.Run(ctx, []string{"eval", "--save", save, passageSet}); code != exitInterrupted || out.Len() > 0 || errs.String() != "ibid: interrupted\n      what was asked is not kept, but for sets that --save has written whole; run the command again to ask everything anew\n" {
		t.Errorf("exit code %d, %q, %q", code, &out, &errs)
	}
	if files := saved(t, save); len(files) > 0 {
		t.Errorf("saved %q", files)
	}
}

func TestEvalCompletion(t *testing.T) {
	for typed, want := range map[string]string{"ndcg@1": "ndcg@1=\t", "recall@8=1,false_a": "recall@8=1,false_answer=\t", "x:ho": "x:holds_answer=\t"} {
		r := ibid(t, indexed(t), "__complete", "eval", "--fail-under", typed)
		if !strings.HasPrefix(r.out, want) {
			t.Errorf("%s: %s", typed, r.out)
		}
	}
}

// madeReport has everything that a report may have, and numbers that nothing else changes.
func madeReport() *eval.Report {
	r := &eval.Report{Set: "papers/questions.jsonl", Form: eval.Documents, Embedder: "builtin", Generator: "extractive", Documents: 6, Chunks: 1234}
	add := func(id, kind, question string, answerable bool, reason string, m ...eval.Measure) {
		r.Rows = append(r.Rows, eval.Row{ID: id, Kind: kind, Question: question, Answerable: answerable, Refused: reason != "", Reason: reason, Measures: m, Times: eval.Times{Search: 12.3, Answer: 123.4}})
	}
	measures := func(recall, facts, refused float64) []eval.Measure {
		return []eval.Measure{{Name: "recall@8", Value: recall}, {Name: "ndcg@8", Value: recall / 2}, {Name: "citation_precision", Value: recall}, {Name: "all_facts", Value: facts}, {Name: "false_refusal", Value: refused}}
	}
	add("q1", "acronym", "What does MLWE mean?", true, "", measures(1, 1, 0)...)
	add("q2", "why", "Why is the error small, and what would happen to the decryption failure rate if it were not as small as the standard says?", true, "“Why” is nowhere\nin the evidence", measures(0, 0, 1)...)
	add("q\x1b[31m3", "why", "Why \x1b[31mred?", true, "", measures(0.5, 0, 0)...)
	add("n1", "none", "Who 漢字 it?", false, "", eval.Measure{Name: "false_answer", Value: 1})
	for _, id := range "abcdefgh" {
		add("x"+string(id), "none", "Who "+string(id)+"?", false, "", eval.Measure{Name: "false_answer", Value: 1})
	}
	r.Summarise()
	return r
}

func TestEvaluationGolden(t *testing.T) {
	for _, tt := range []struct {
		name        string
		width, wide int
		plain       bool
	}{{"eval/report.txt", 99, 0, false}, {"eval/report-60.txt", 59, 0, false}, {"eval/report-140.txt", 100, 139, false}, {"eval/report-plain.txt", 99, 0, true}} {
		p := &page{width: tt.width, wide: tt.wide, plain: tt.plain}
		p.evaluations([]*eval.Report{madeReport()}, nil)
		fits(t, tt.name, p, tt.plain)
		golden(t, tt.name, p.String())
	}
}

// fits holds that no line is wider than the page, that nothing in it moves a terminal, and that plain output is plain.
func fits(t *testing.T, name string, p *page, plain bool) {
	t.Helper()
	for line := range strings.Lines(p.String()) {
		line = strings.TrimSuffix(line, "\n")
		if width := max(p.width, p.wide); ansi.StringWidth(line) > width {
			t.Errorf("%s: wider than %d columns: %s", name, width, line)
		}
		if strings.ContainsRune(line, '\x1b') {
			t.Errorf("%s: not sanitised: %q", name, line)
		}
		if plain && strings.ContainsAny(line, "↓→–") {
			t.Errorf("%s: not plain: %s", name, line)
		}
	}
}
