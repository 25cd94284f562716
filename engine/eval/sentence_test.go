package eval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestSentences(t *testing.T) {
	gold := []string{"The **air gap** is the vertical distance.", "It is 40 cm."}
	for _, tt := range []struct {
		answer            string
		also              []string
		precision, recall float64
		units             int
	}{
		{"", nil, 0, 0, 0},
		{"The air gap is the vertical distance [c1].", nil, 1, 0.5, 1},
		{"The air gap is the vertical distance [c1][c2]. It is 40 cm. [c3]", nil, 1, 1, 2},
		{"The `air gap` is the vertical distance [c1]. Gulls sit on the mast [c2].", nil, 0.5, 0.5, 2},
		{"Gulls. [c1]", nil, 0, 0, 1},
		{"As said, it is 40 cm, and that is enough for <em>gulls</em> [c1].", nil, 1, 0.5, 1},
		{"- It is 40 cm.\n- It is.\n", nil, 0.5, 0.5, 2},
		{"So [c1]:\n\n```go\ngulls()\nmore()\n```\nThe gap is forty centimetres [c2].", []string{"The gap is forty centimetres."}, 1.0 / 3, 0.5, 3},
		{"```\nopen listing", nil, 0, 0, 1},
		{"It is 40 cm [c1]. The gap is the vertical distance [c1]. The gap is forty centimetres [c2].", []string{"The gap is forty centimetres."}, 1, 1, 3},
	} {
		precision, recall, units := Sentences(tt.answer, gold, tt.also)
		if !isClose(precision, tt.precision) || !isClose(recall, tt.recall) || units != tt.units {
			t.Errorf("%q: %v %v %d, want %v %v %d", tt.answer, precision, recall, units, tt.precision, tt.recall, tt.units)
		}
	}
}

// asDefined compares the means of a run with those of sentences.py beside the corpora, which defines these measures.
func asDefined(t *testing.T, m measured, report *Report) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Log("there is no python3 to run sentences.py")
		return
	}
	var rows bytes.Buffer
	for i := range report.Rows {
		line, err := json.Marshal(&report.Rows[i])
		must(t, err)
		rows.Write(append(line, '\n'))
	}
	saved := filepath.Join(t.TempDir(), "questions.jsonl")
	must(t, os.WriteFile(saved, rows.Bytes(), 0o600))
	out, err := exec.Command(python, filepath.Join(filepath.Dir(m.path), "..", "sentences.py"), saved, m.path).CombinedOutput()
	must(t, err)
	precision, _ := report.Mean("sentence_precision")
	recall, _ := report.Mean("sentence_recall")
	units, _ := report.Mean("units")
	got := fmt.Sprintf("%d answerable, %d answered: sentence precision %.3f, recall %.3f, %.1f units an answer", recall.N, precision.N, precision.Value, recall.Value, units.Value)
	if want := strings.TrimSpace(string(out)); got != want {
		t.Errorf("%s: got  %s\nwant %s", m.name, got, want)
	}
}
