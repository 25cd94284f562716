package eval

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestLoad(t *testing.T) {
	const text = "\ufeff" + `{"qid": "a", "question": "What is it?", "kind": "definition", "gold": [{"doc_id": "guide", "start_page": 2, "end_page": 3}, {"doc_id": "log.go", "start_line": 7, "path": "x"}, {"doc_id": "all", "start_page": null}], "gold_answer": null, "must_contain": ["wave"], "contains_any": ["sea", "ocean"], "not_contains": ["lake"], "note": 1, "title": {}}

{"qid": "b", "question": "Never?", "answerable": false, "gold": [], "must_contain": null}` + "\r\n"
	set, err := parse("set.jsonl", []byte(text))
	must(t, err)
	want := []Question{{
		ID: "a", Text: "What is it?", Answerable: true,
		Gold:  []Place{{DocID: "guide", StartPage: 2, EndPage: 3}, {DocID: "log.go", StartLine: 7, EndLine: 7}, {DocID: "all"}},
		Facts: []string{"wave"}, ContainsAny: []string{"sea", "ocean"}, NotContains: []string{"lake"},
	}, {ID: "b", Text: "Never?", Gold: []Place{}}}
	if !reflect.DeepEqual(set.Questions, want) || set.Passages || set.Name != "set.jsonl" || len(set.SHA256) != 64 {
		t.Errorf("got  %+v\nwant %+v", set, want)
	}
	set, err = parse("set.jsonl", []byte(`{"qid": "a", "question": "How many?", "context": "One.", "answers": ["one"]}`))
	must(t, err)
	if q := set.Questions[0]; !set.Passages || q.Passage != "One." || !reflect.DeepEqual(q.Texts, []string{"one"}) {
		t.Errorf("%+v", q)
	}
}

func TestLoadMistakes(t *testing.T) {
	const good = `{"qid": "a", "question": "What?"}` + "\n"
	place := func(p string) string {
		return good + `{"qid": "b", "question": "Where?", "gold": [{"doc_id": "x"}, ` + p + `]}`
	}
	for _, tt := range []struct{ text, want string }{
		{" \n\n", "set.jsonl holds no questions"},
		{good + "qid: a", "set.jsonl:2: no question: invalid character"},
		{good + "\n" + `{"qid": "b"`, "set.jsonl:3: no question: unexpected EOF"},
		{`[{"qid": "a"}]`, "set.jsonl:1: no question: json: cannot unmarshal array"},
		{`null`, `set.jsonl:1: no "qid"`},
		{good + good[:len(good)-1] + "{}", "set.jsonl:2: more than one JSON object"},
		{good + "{\"qid\": \"\xff\", \"question\": \"What?\"}", "set.jsonl:2: the line is not valid UTF-8"},
		{`{"question": "What?"}`, `set.jsonl:1: no "qid"`},
		{good + good, `set.jsonl:2: the qid "a" is that of line 1 already`},
		{`{"qid": "a", "question": " \t"}`, `set.jsonl:1: no "question"`},
		{`{"qid": "a", "question": "What?", "answerable": "yes"}`, "set.jsonl:1: no question: json: cannot unmarshal string"},
		{`{"qid": "a", "question": "What?", "must_contian": ["x"]}`, `set.jsonl:1: no question: json: unknown field "must_contian"`},
		{good + `{"qid": "b", "question": "What?", "context": "x"}`, `set.jsonl:2: all rows have a "context" or none has`},
		{`{"qid": "b", "question": "What?", "context": "x"}` + "\n" + good, `set.jsonl:2: all rows have a "context" or none has`},
		{place(`{"start_page": 1}`), `set.jsonl:2: place 2: no "doc_id"`},
		{place(`{"doc_id": "x", "start_line": -1}`), "set.jsonl:2: place 2: pages and lines are counted from 1"},
		{place(`{"doc_id": "x", "start_page": 3, "end_page": 2}`), "set.jsonl:2: place 2: pages and lines are counted from 1"},
		{place(`{"doc_id": "x", "end_line": 2}`), "set.jsonl:2: place 2: pages and lines are counted from 1"},
		{place(`{"doc_id": "x", "start_page": 3, "start_line": 3}`), "set.jsonl:2: place 2: pages and lines; a document has either"},
	} {
		if _, err := parse("set.jsonl", []byte(tt.text)); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.text, err, tt.want)
		}
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none.jsonl")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Load(t.TempDir()); err == nil {
		t.Error("a folder is loaded")
	}
}

// TestLoadOwn loads the question sets that the project keeps, and those of the development data.
func TestLoadOwn(t *testing.T) {
	top := filepath.Join("..", "..")
	data := filepath.Join(top, "..", "shared", "data")
	paths, _ := filepath.Glob(filepath.Join(top, "testdata", "corpora", "*", "questions.jsonl"))
	more, _ := filepath.Glob(filepath.Join(data, "domains", "*", "questions.jsonl"))
	paths = append(append(paths, more...), filepath.Join(top, "testdata", "questions.jsonl"), filepath.Join(top, "testdata", "standards.jsonl"),
		filepath.Join(top, "testdata", "standards-unseen.jsonl"), filepath.Join(data, "nist-pqc", "questions.jsonl"),
		filepath.Join(data, "nist-pqc", "questions-more.jsonl"), filepath.Join(data, "squad2", "dev.jsonl"))
	for _, path := range paths {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && strings.HasPrefix(path, data) {
			t.Logf("no development data at %s", path)
			continue
		}
		set, err := Load(path)
		must(t, err)
		for _, q := range set.Questions {
			if scored := len(q.Gold)+len(q.Texts) > 0; scored && !q.Answerable {
				t.Errorf("%s: %s is not answerable, and has an answer", path, q.ID)
			}
		}
	}
}

// FuzzQuestions checks that whatever loads holds the contract of a Set, and that whatever does not says where it is wrong.
func FuzzQuestions(f *testing.F) {
	f.Add([]byte(`{"qid": "a", "question": "What?", "gold": [{"doc_id": "x", "start_page": 1, "end_page": 2}], "must_contain": ["x"]}`))
	f.Add([]byte(`{"qid": "1", "question": "What?", "context": "x", "answers": ["x"]}` + "\n" + `{"qid": "b", "question": "?", "context": "y"}`))
	f.Add([]byte("\ufeff[]\n{}\nnull\n\xff\n{\"qid\": \"a\"}"))
	f.Add([]byte(`{"qid": "a", "question": "What?", "gold": [{"doc_id": "x", "start_line": 9007199254740993}, {"doc_id": "x", "end_line": -1}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		set, err := parse("set.jsonl", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "set.jsonl") {
				t.Errorf("a mistake without its file: %v", err)
			}
			return
		}
		seen := map[string]bool{}
		for _, q := range set.Questions {
			if seen[q.ID] || strings.TrimSpace(q.ID) == "" || strings.TrimSpace(q.Text) == "" || set.Passages != (q.Passage != "") {
				t.Errorf("the question %+v", q)
			}
			seen[q.ID] = true
			for _, p := range q.Gold {
				pages, lines := p.StartPage > 0, p.StartLine > 0
				if p.DocID == "" || pages && lines || p.StartPage > p.EndPage || p.StartLine > p.EndLine || p.EndPage > 0 != pages || p.EndLine > 0 != lines {
					t.Errorf("the place %+v", p)
				}
			}
		}
	})
}
