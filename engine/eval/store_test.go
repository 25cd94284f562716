package eval

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ibid/engine"
)

func TestRowJSON(t *testing.T) {
	row := Row{ID: "q1", Question: "Is 1 < 2?", Kind: "why", Answerable: true, Refused: true, Code: "missing_terms", Reason: "r", Answer: "a",
		Measures: []Measure{{"recall@1", 1.0 / 3}, {"all_facts", 1}},
		Hits:     []Found{{ChunkID: "c", DocID: "d", StartPage: 1, EndPage: 2, Score: 1.23456}},
		Cited:    []Found{{Symbol: "f.Read"}},
		Gates:    []Gate{{"cosine", Number(math.NaN()), 0.7, "skipped"}}, Times: Times{1.5, 2.00001}}
	data, err := json.Marshal(row)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"measures":{"all_facts":1,"recall@1":0.3333333333333333}`,
		`"hits":[{"chunk_id":"c","doc_id":"d","start_page":1,"end_page":2,"start_line":0,"end_line":0,"symbol":"","score":1.2346}]`,
		`"gates":[{"name":"cosine","measured":null,"threshold":0.7,"verdict":"skipped"}]`,
		`"timings_ms":{"search":1.5,"answer":2}`,
	} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%s is not in %s", want, data)
		}
	}
	var back Row
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	row.Hits, row.Cited, row.Gates, row.Times = nil, nil, nil, Times{}
	if !reflect.DeepEqual(back, row) {
		t.Errorf("got %+v, want %+v", back, row)
	}
}

func TestFileNames(t *testing.T) {
	for _, tt := range []struct{ sets, want []string }{
		{[]string{"a/questions.jsonl", "ir/scifact/"}, []string{"questions", "scifact"}},
		{[]string{"squad/dev.jsonl", "symbols/dev.jsonl", "x.jsonl"}, []string{"squad-dev", "symbols-dev", "x"}},
		{[]string{"a.jsonl", "a.jsonl"}, []string{"set-a", "set-a-2"}},
		{[]string{"..", "/"}, []string{"set", "set-2"}},
		{[]string{".hidden.jsonl"}, []string{"hidden"}},
	} {
		if tt.sets[0] == ".." {
			tt.want = FileNames(tt.sets) // only that they differ and stay in the folder matters
			if tt.want[0] == tt.want[1] {
				t.Errorf("%q are both called %q", tt.sets, tt.want[0])
			}
		}
		got := FileNames(tt.sets)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.sets, got, tt.want)
		}
		for _, name := range got {
			if !filepath.IsLocal(name) || strings.ContainsRune(name, filepath.Separator) || strings.HasPrefix(name, ".") {
				t.Errorf("%q is no name of a file", name)
			}
		}
	}
}

func TestOpenSaved(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := OpenSaved(dir); err == nil || !strings.Contains(err.Error(), "holds no saved set") {
		t.Errorf("an empty folder: %v", err)
	}
	write("b.jsonl", `{"qid":"1","measures":{"facts":0.5,"recall@8":1,"unknown":2}}`+"\n\n"+`{"qid":"2","measures":{}}`)
	write("b.summary.json", `{"sha256":"ab","set":"x/b.jsonl"}`)
	write("a.jsonl", "")
	write(".hidden.jsonl", "not JSON")
	got, err := OpenSaved(dir)
	want := []Saved{{Name: "a"}, {Name: "b", Report: Report{SHA256: "ab", Set: "x/b.jsonl", Rows: []Row{{ID: "1", Measures: []Measure{{"recall@8", 1}, {"facts", 0.5}}}, {ID: "2"}}}}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	if got, err := OpenSaved(filepath.Join(dir, "b.jsonl")); err != nil || !reflect.DeepEqual(got, want[1:]) {
		t.Errorf("one file: got %+v, %v", got, err)
	}
	for text, told := range map[string]string{
		"\n{\"qid\":1}":                                  "c.jsonl:2",
		`{"qid":"1"}`:                                    "c.jsonl:1",
		`{"measures":{}}`:                                "c.jsonl:1",
		`{"qid":"1","mea `:                               "c.jsonl:1",
		`{"qid":"1","measures":{"facts":1.5}}`:           "c.jsonl:1",
		`{"qid":"1","measures":{"facts":-0.5}}`:          "c.jsonl:1",
		`{"qid":"1","measures":{"invented_symbols":-1}}`: "c.jsonl:1",
		`{"qid":"1","measures":{"facts":1e309}}`:         "c.jsonl:1",
		"{\"qid\":\"1\",\"measures\":{}}\n\n{\"qid\":\"1\",\"measures\":{}}": "c.jsonl:3 has the qid \"1\" of line 1",
	} {
		write("c.jsonl", text)
		if _, err := OpenSaved(dir); err == nil || !strings.Contains(err.Error(), told) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestChanged: a run that differs in more than its answers tells in what.
func TestChanged(t *testing.T) {
	run := func(change func(*Subject), s Subject) *Report {
		if change != nil {
			change(&s)
		}
		under := s.conditions(Documents, true)
		return &Report{SHA256: "a", Embedder: "builtin", Generator: "extractive", Conditions: under}
	}
	one := Subject{Index: pumps(t), Options: engine.Defaults(), Version: "v1"}
	for _, tt := range []struct {
		change func(*Subject)
		want   []string
	}{
		{nil, nil},
		{func(s *Subject) { s.Version = "v2" }, []string{"the version of ibid is v1 in A and v2 in B"}},
		{func(s *Subject) { s.Version = "" }, nil},
		{func(s *Subject) { s.Options.Hits = 20 }, []string{"the number of hits is 8 in A and 20 in B"}},
		{func(s *Subject) { s.Options.Similarity = 0.4 }, []string{"the threshold coverage is 0.15 in A and 0.4 in B"}},
		{func(s *Subject) { s.Index = indexed(t, filepath.Join("..", "..", "testdata", "handbook", "gauge")) }, []string{"the documents changed between the runs"}},
	} {
		if got := Changed(run(nil, one), run(tt.change, one)); !slices.Equal(got, tt.want) {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
	if got := Changed(&Report{}, run(nil, one)); got != nil {
		t.Errorf("of what is not told: %q", got)
	}
	if got := Changed(run(nil, one), &Report{SHA256: "b", Embedder: "model", Generator: "model"}); len(got) != 3 {
		t.Errorf("%q", got)
	}
}

func TestPair(t *testing.T) {
	set := func(name, sum string) Saved { return Saved{Name: name, Report: Report{SHA256: sum}} }
	pairs, onlyA, onlyB := Pair(
		[]Saved{set("x", "1"), set("dev", "2"), set("gone", ""), set("y", "3")},
		[]Saved{set("squad-dev", "2"), set("new", ""), set("y", "4"), set("x", "5")})
	var got []string
	for _, p := range pairs {
		got = append(got, p[0].Name+"="+p[1].Name)
	}
	if !slices.Equal(got, []string{"x=x", "dev=squad-dev", "y=y"}) || !slices.Equal(onlyA, []string{"gone"}) || !slices.Equal(onlyB, []string{"new"}) {
		t.Errorf("%q, %q, %q", got, onlyA, onlyB)
	}
	if pairs, _, _ := Pair([]Saved{set("x", "1")}, []Saved{set("y", "2")}); len(pairs) != 1 {
		t.Errorf("two lone sets: %d pairs", len(pairs))
	}
}
