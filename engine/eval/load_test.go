package eval

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// written writes a set's files below a new folder and returns that.
func written(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// loaded loads a file of questions; dir is what its path starts with in messages.
func loaded(t *testing.T, text string) (set *Set, path string, err error) {
	t.Helper()
	path = filepath.Join(written(t, map[string]string{"set.jsonl": text}), "set.jsonl")
	set, err = Load(path)
	return set, path, err
}

// wantMessage compares a message, or a list of them one a line, without the folder of the test.
func wantMessage(t *testing.T, dir, got, want string) {
	t.Helper()
	if got = strings.ReplaceAll(got, dir+string(filepath.Separator), ""); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestLoadQuestions(t *testing.T) {
	const text = "\ufeff" + `{"qid": "a", "question": "What is it?", "kind": "definition", "project": "sea", "gold": [
{"doc_id": "guide", "start_page": 2, "end_page": 3}, {"doc_id": "guide", "start_page": 2, "end_page": 3}, {"doc_id": "log.go", "start_line": 7},
{"symbol": "sea.Wave"}, {"doc_id": "sea.py", "start_line": 4, "end_line": 9, "symbol": "sea.Wave"}, {"doc_id": "all", "start_page": null}],
"gold_answer": "A wave.", "must_contain": ["wave", " "], "contains": "Wave", "contains_any": ["sea", "ocean"], "not_contains": "lake",
"want_sources": ["guide"], "symbols_must_exist": true, "require_symbols": ["sea.Wave"], "forbid_symbols": "sea.Lake", "note": 1, "title": {}}

{"id": 12, "question": "Never?", "answerable": false, "gold": [], "must_contain": null, "contains": ""}` + "\r\n"
	set, path, err := loaded(t, strings.NewReplacer("[\n", "[", ",\n", ",").Replace(text))
	if err != nil {
		t.Fatal(err)
	}
	want := []Question{{
		ID: "a", Text: "What is it?", Kind: "definition", Project: "sea", Answerable: true,
		Gold: []Place{{DocID: "guide", StartPage: 2, EndPage: 3}, {DocID: "guide", StartPage: 2, EndPage: 3}, {DocID: "log.go", StartLine: 7, EndLine: 7},
			{Symbol: "sea.Wave"}, {DocID: "sea.py", StartLine: 4, EndLine: 9, Symbol: "sea.Wave"}, {DocID: "all"}},
		GoldAnswer: "A wave.", Facts: []string{"wave"}, Contains: []string{"Wave"}, ContainsAny: []string{"sea", "ocean"}, NotContains: []string{"lake"},
		WantSources: []string{"guide"}, Symbols: SymbolRule{MustExist: true, Require: []string{"sea.Wave"}, Forbid: []string{"sea.Lake"}},
	}, {ID: "12", Text: "Never?"}}
	if !reflect.DeepEqual(set.Questions, want) {
		t.Errorf("got  %+v\nwant %+v", set.Questions, want)
	}
	if set.Form != Documents || set.Name != path || len(set.Warnings) > 0 {
		t.Errorf("form %q, name %q, warnings %q", set.Form, set.Name, set.Warnings)
	}
}

func TestLoadPassages(t *testing.T) {
	for _, tt := range []struct {
		row        string
		answerable bool
		texts      []string
	}{
		{`"answers": ["one", "two", "one"]`, true, []string{"one", "two"}},
		{`"answers": []`, false, nil},
		{`"answers": [""]`, false, nil},
		{`"answers": null`, true, nil},
		{`"title": "x"`, true, nil},
		{`"answers": {"text": ["one", "one"], "answer_start": [4, 9]}`, true, []string{"one"}},
		{`"answers": {"text": [], "answer_start": []}`, false, nil},
		{`"answers": {"text": "one"}`, true, []string{"one"}},
		{`"answers": [{"text": "one", "answer_start": 4}, {"text": "two"}]`, true, []string{"one", "two"}},
		{`"answers": "one"`, true, []string{"one"}},
		{`"answers": ["plausible"], "answerable": false`, false, []string{"plausible"}},
		{`"answers": [], "answerable": true`, true, nil},
	} {
		set, _, err := loaded(t, `{"qid": "a", "question": "How many?", "context": " One or two.\n", `+tt.row+"}")
		if err != nil {
			t.Errorf("%s: %v", tt.row, err)
			continue
		}
		want := []Question{{ID: "a", Text: "How many?", Passage: " One or two.\n", Answerable: tt.answerable, Texts: tt.texts}}
		if set.Form != Passages || !reflect.DeepEqual(set.Questions, want) || len(set.Warnings) > 0 {
			t.Errorf("%s: form %q, warnings %q\ngot  %+v\nwant %+v", tt.row, set.Form, set.Warnings, set.Questions, want)
		}
	}
}

func TestLoadMistakes(t *testing.T) {
	const good = `{"qid": "a", "question": "What?"}` + "\n"
	place := func(p string) string {
		return `{"qid": "b", "question": "Where?", "gold": [{"doc_id": "x"}, ` + p + `]}`
	}
	for _, tt := range []struct{ name, text, want string }{
		{"empty", " \n\n", `set.jsonl holds no questions; write one JSON object on each line`},
		{"no JSON", good + "qid: a", `set.jsonl:2: not valid JSON at byte 1: invalid character 'q' looking for beginning of value; write one object on each line`},
		{"cut off", good + "\n" + `{"qid": "b"`, `set.jsonl:3: not valid JSON at byte 11: unexpected end of JSON input; write one object on each line`},
		{"list", `[{"qid": "a"}]`, `set.jsonl:1: a list where a JSON object is wanted; write one on each line`},
		{"null", `null`, `set.jsonl:1: null where a JSON object is wanted; write one on each line`},
		{"encoding", good + "{\"qid\": \"\xff\", \"question\": \"What?\"}", `set.jsonl:2: the line is not valid UTF-8; save the file in this encoding`},
		{"no id", `{"question": "What?"}`, `set.jsonl:1: no "qid"; give each question one of its own, by which it is found again`},
		{"id", `{"qid": ["a"], "question": "What?"}`, `set.jsonl:1: "qid" is a list where a text or a number is wanted`},
		{"twice", good + good, `set.jsonl:2: the qid "a" is that of line 1 already; give each question one of its own`},
		{"no question", `{"qid": "a"}`, `set.jsonl:1: no "question", or an empty one`},
		{"blank question", `{"qid": "a", "question": " \t"}`, `set.jsonl:1: no "question", or an empty one`},
		{"answerable", `{"qid": "a", "question": "What?", "answerable": "yes"}`, `set.jsonl:1: "answerable" is a text where true or false is wanted`},
		{"facts", `{"qid": "a", "question": "What?", "must_contain": [1]}`, `set.jsonl:1: "must_contain" is a list where a text or a list of texts is wanted`},
		{"answers", `{"qid": "a", "question": "What?", "context": "x", "answers": 3}`, `set.jsonl:1: "answers" is the number 3 where a list of texts or of objects with a text is wanted`},
		{"context", `{"qid": "a", "question": "What?", "context": ""}`, `set.jsonl:1: an empty "context"; write the passage that the question is asked of`},
		{"mixed", good + `{"qid": "b", "question": "What?", "context": "x"}`, `set.jsonl:2: a "context", which the rows before do not have; keep questions about passages in a set of their own`},
		{"mixed the other way", `{"qid": "b", "question": "What?", "context": "x"}` + "\n" + good, `set.jsonl:2: no "context", which the rows before have; keep questions about passages in a set of their own`},
		{"gold", `{"qid": "a", "question": "What?", "gold": {"doc_id": "x"}}`, `set.jsonl:1: "gold" is an object where a list of places is wanted`},
		{"place", place(`"y"`), `set.jsonl:1: place 2 in "gold": a text where a JSON object is wanted; write one on each line`},
		{"no document", place(`{"start_page": 1}`), `set.jsonl:1: place 2 in "gold": no "doc_id" and no "symbol"; name the document`},
		{"lines of no document", place(`{"symbol": "a.b", "start_line": 1}`), `set.jsonl:1: place 2 in "gold": no "doc_id"; name the document that the pages or lines are of`},
		{"page 0", place(`{"doc_id": "x", "start_page": 0, "end_page": 1}`), `set.jsonl:1: place 2 in "gold": "start_page" is 0; pages are counted from 1`},
		{"line -1", place(`{"doc_id": "x", "start_line": -1}`), `set.jsonl:1: place 2 in "gold": "start_line" is -1; lines are counted from 1`},
		{"backwards", place(`{"doc_id": "x", "start_page": 3, "end_page": 2}`), `set.jsonl:1: place 2 in "gold": "start_page" 3 comes after "end_page" 2`},
		{"end alone", place(`{"doc_id": "x", "end_line": 2}`), `set.jsonl:1: place 2 in "gold": "end_line" without "start_line"`},
		{"both", place(`{"doc_id": "x", "start_page": 3, "start_line": 3}`), `set.jsonl:1: place 2 in "gold": pages and lines; a document has either, leave out the others`},
		{"half a page", place(`{"doc_id": "x", "start_page": 1.5}`), `set.jsonl:1: place 2 in "gold": "gold.start_page" is the number 1.5 where a whole number is wanted`},
		{"several", "x\n" + good + "\n[]", "set.jsonl:1: not valid JSON at byte 1: invalid character 'x' looking for beginning of value; write one object on each line\n" +
			"set.jsonl:4: a list where a JSON object is wanted; write one on each line"},
		{"many", strings.Repeat("[]\n", 99), strings.Join(numbered("set.jsonl:%d: a list where a JSON object is wanted; write one on each line", 10), "\n") +
			"\nset.jsonl was not read further"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set, path, err := loaded(t, tt.text)
			if err == nil || set != nil {
				t.Fatalf("loaded: %+v", set)
			}
			wantMessage(t, filepath.Dir(path), err.Error(), tt.want)
		})
	}
}

func numbered(format string, n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf(format, i+1))
	}
	return out
}

func TestLoadUnknownFields(t *testing.T) {
	set, path, err := loaded(t, `{"qid": "a", "question": "What?", "Kind": "x", "author": "me"}
{"qid": "b", "question": "What?", "author": "me", "gold": [{"doc_id": "x", "page": 1}, {"doc_id": "x", "page": 2}]}

{"qid": "c", "question": "What?", "author": "me", "\u202e\n": 1}`)
	if err != nil {
		t.Fatal(err)
	}
	wantMessage(t, filepath.Dir(path), strings.Join(set.Warnings, "\n"), `set.jsonl:1: the field "Kind" is not known and was ignored (rows: 1)
set.jsonl:1: the field "author" is not known and was ignored (rows: 3)
set.jsonl:2: the field "gold.page" is not known and was ignored (rows: 1)
set.jsonl:4: the field "\u202e\n" is not known and was ignored (rows: 1)`)
	if set.Questions[0].Kind != "" {
		t.Errorf("the unknown field was read: %q", set.Questions[0].Kind)
	}
}

func TestLoadLongLines(t *testing.T) {
	long := strings.Repeat("x", 3<<20) // more than any scanner takes unless told
	set, _, err := loaded(t, `{"qid": "a", "question": "What?", "context": "`+long+`"}`+"\n"+`{"qid": "b", "question": "What?", "context": "y"}`)
	if err != nil || len(set.Questions) != 2 || set.Questions[0].Passage != long || set.Questions[1].Passage != "y" {
		t.Fatalf("a line of %d bytes: %v", len(long), err)
	}
	if testing.Short() {
		return // reads 64 MB
	}
	l := &loader{sum: sha256.New()}
	endless := io.MultiReader(strings.NewReader("{}\n"), bytes.NewReader(bytes.Repeat([]byte("x"), maxLineBytes+1)))
	err = l.lines("set.jsonl", endless, func(position, []byte) error { return nil })
	if !errors.Is(err, errLongLine) || !strings.HasPrefix(err.Error(), "set.jsonl:2: ") {
		t.Errorf("a line that is too long: %v", err)
	}
}

func TestLoadNothing(t *testing.T) {
	dir := t.TempDir()
	if _, err := Load(filepath.Join(dir, "none.jsonl")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), "is a folder and no question set") {
		t.Error(err)
	}
}

func TestLoadSum(t *testing.T) {
	const text = "\r\n" + `{"qid": "a", "question": "What?"}` + "\n\n"
	set, _, err := loaded(t, text)
	sum := sha256.Sum256([]byte(text))
	if err != nil || set.SHA256 != hex.EncodeToString(sum[:]) {
		t.Errorf("sum %s of a file, error %v", set.SHA256, err)
	}
}

// TestLoadOwn loads the question sets that the project keeps, and those of the development data.
func TestLoadOwn(t *testing.T) {
	top := filepath.Join("..", "..")
	data := filepath.Join(top, "..", "shared", "data")
	for _, tt := range []struct {
		path                  string
		form                  Form
		questions, answerable int
	}{
		{filepath.Join(top, "testdata", "questions.jsonl"), Documents, 112, 74},
		{filepath.Join(data, "nist-pqc", "questions.jsonl"), Documents, 24, 21},
		{filepath.Join(data, "nist-pqc", "questions-more.jsonl"), Documents, 50, 36},
		{filepath.Join(data, "domains", "got", "questions.jsonl"), Documents, 24, 16},
		{filepath.Join(data, "domains", "grant", "questions.jsonl"), Documents, 24, 16},
		{filepath.Join(data, "domains", "sqlite", "questions.jsonl"), Documents, 24, 16},
		{filepath.Join(data, "squad2", "dev.jsonl"), Passages, 400, 200},
	} {
		t.Run(filepath.Base(filepath.Dir(tt.path))+"/"+filepath.Base(tt.path), func(t *testing.T) {
			if _, err := os.Stat(tt.path); errors.Is(err, fs.ErrNotExist) && strings.HasPrefix(tt.path, data) {
				t.Skipf("no development data at %s", tt.path)
			}
			set, err := Load(tt.path)
			if err != nil {
				t.Fatal(err)
			}
			answerable := 0
			for _, q := range set.Questions {
				if q.Answerable {
					answerable++
				}
				if scored := len(q.Gold)+len(q.Texts) > 0; scored && !q.Answerable {
					t.Errorf("%s is not answerable, and has an answer", q.ID)
				}
			}
			if set.Form != tt.form || len(set.Questions) != tt.questions || answerable != tt.answerable {
				t.Errorf("%s with %d questions, %d of them answerable", set.Form, len(set.Questions), answerable)
			}
			for _, w := range set.Warnings {
				t.Error(w)
			}
		})
	}
}

// FuzzQuestions checks that whatever loads holds the contract of a Set, and that whatever does not says where it is wrong.
func FuzzQuestions(f *testing.F) {
	f.Add([]byte(`{"qid": "a", "question": "What?", "gold": [{"doc_id": "x", "start_page": 1, "end_page": 2}], "must_contain": ["x"]}`))
	f.Add([]byte(`{"qid": 1, "question": "What?", "context": "x", "answers": {"text": ["x"]}}` + "\n" + `{"id": "b", "question": "?", "context": "y", "answers": [{"text": "z"}]}`))
	f.Add([]byte(`{"qid": "a", "question": "What?", "x": 1, "gold": [{"symbol": "a.b", "y": null}]}`))
	f.Add([]byte("\ufeff[]\n{}\nnull\n\xff\n{\"qid\": \"a\"}"))
	f.Add([]byte(`{"qid": "a", "question": "What?", "gold": [{"doc_id": "x", "start_line": 9007199254740993}, {"doc_id": "x", "end_line": -1}], "answers": [null, [], 1e400]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		read := func() (*Set, error) {
			l := &loader{sum: sha256.New(), set: Set{Name: "set.jsonl"}}
			if err := l.lines("set.jsonl", bytes.NewReader(data), newQuestions(l).row); err != nil {
				return nil, err
			}
			return l.finish()
		}
		set, err := read()
		if again, err2 := read(); !reflect.DeepEqual(set, again) || fmt.Sprint(err) != fmt.Sprint(err2) {
			t.Fatalf("read twice: %+v %v, %+v %v", set, err, again, err2)
		}
		if err != nil {
			lines := strings.Split(err.Error(), "\n")
			for _, line := range lines {
				if !strings.HasPrefix(line, "set.jsonl") {
					t.Errorf("a mistake without its file: %q", line)
				}
			}
			if len(lines) > maxMistakes+1 {
				t.Errorf("%d mistakes at once", len(lines))
			}
			return
		}
		seen := map[string]bool{}
		for _, q := range set.Questions {
			if seen[q.ID] || strings.TrimSpace(q.ID) == "" || strings.TrimSpace(q.Text) == "" || (set.Form == Passages) != (q.Passage != "") {
				t.Errorf("the question %+v of %s", q, set.Form)
			}
			seen[q.ID] = true
			for _, p := range q.Gold {
				pages, lines := p.StartPage > 0, p.StartLine > 0
				if p.DocID == "" && (p.Symbol == "" || pages || lines) || pages && lines || p.StartPage > p.EndPage || p.StartLine > p.EndLine || p.EndPage > 0 != pages || p.EndLine > 0 != lines {
					t.Errorf("the place %+v", p)
				}
			}
		}
	})
}
