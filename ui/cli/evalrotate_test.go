package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/engine/eval"
)

// TestRotateCommand: two sets about documents of their own, one with its documents beside it.
func TestRotateCommand(t *testing.T) {
	env := home(t)
	docs, set := pumpQuestions(t, 10)
	elsewhere, other := pumpQuestions(t, 10)
	moved := filepath.Join(t.TempDir(), "manuals")
	if err := os.Rename(elsewhere, moved); err != nil {
		t.Fatal(err)
	}
	if docs != filepath.Join(filepath.Dir(set), "docs") {
		t.Fatal("the documents are not beside the set")
	}
	r := ibid(t, env, "eval", "rotate", "--json", set, other+"="+moved)
	var got struct {
		Schema string `json:"schema"`
		eval.Rotation[eval.Fitted]
	}
	d := json.NewDecoder(strings.NewReader(r.out))
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil || r.code != 0 {
		t.Fatalf("exit %d: %s%s\n%v", r.code, r.out, r.err, err)
	}
	if got.Schema != "ibid.rotation/1" || len(got.Turns) != 2 || got.Turns[1].Set != other || len(got.Turns[0].LeftOut) == 0 || len(got.Measures) == 0 || got.Measures[0].Sets != 2 {
		t.Errorf("%+v", got)
	}
	r = ibid(t, env, "eval", "rotate", set, other+"="+moved)
	for _, want := range []string{"left out", "gap", "worst", "without " + set} {
		if !strings.Contains(strings.Join(strings.Fields(r.out), " "), want) {
			t.Errorf("no %q in:\n%s", want, r.out)
		}
	}
	r = ibid(t, env, "eval", "rotate", "--retrieval-only", "--embedder", "builtin", set, other+"="+moved)
	for _, want := range []string{"left out", "without " + set + ": vectors count 0.1", "with all: vectors count 0.1"} {
		if !strings.Contains(strings.Join(strings.Fields(r.out), " "), want) {
			t.Errorf("no %q in:\n%s%s", want, r.out, r.err)
		}
	}
	passages := filepath.Join(t.TempDir(), "passages.jsonl")
	row := `{"qid": "1", "question": "What moves water?", "context": "The pump moves water.", "answers": ["The pump"]}`
	if err := os.WriteFile(passages, []byte(row), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--retrieval-only", passages, passages}, "nothing is retrieved"},
		{[]string{set}, "two or more"},
		{[]string{set, other}, "none are named"},
		{[]string{set, filepath.Join(t.TempDir(), "none.jsonl")}, "no question set"},
	} {
		if r := ibid(t, env, append([]string{"eval", "rotate"}, tt.args...)...); r.code != 2 || !strings.Contains(r.err, tt.want) {
			t.Errorf("%v: exit %d, %s", tt.args, r.code, r.err)
		}
	}
}
