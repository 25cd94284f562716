package extract_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/guard"
)

// squadQuestion is a question on a paragraph that may or may not answer it.
type squadQuestion struct {
	QID, Context, Question string
	Answerable             bool
	Answers                []string
}

func squad(t *testing.T) []squadQuestion {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "data", "squad2", "dev.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no development data at ../shared/data/squad2")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []squadQuestion
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<22)
	for sc.Scan() {
		var q squadQuestion
		if err := json.Unmarshal(sc.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		out = append(out, q)
	}
	return out
}

func askSelection(t *testing.T, question, text string) *engine.Answer {
	t.Helper()
	a, err := engine.AskSelection(context.Background(), question, text, "selection", nil, extract.Generator{}, engine.Defaults(), engine.Silent{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestSelectedTextAccuracy asks each question of its paragraph: half of them the paragraph answers, the others only
// look as if it did.
func TestSelectedTextAccuracy(t *testing.T) {
	if testing.Short() {
		t.Skip("measures answers, which -short leaves out")
	}
	const floorAccuracy, floorContained = 0.60, 0.90
	var answered, refused, contained, n [2]int
	for _, q := range squad(t) {
		a := askSelection(t, q.Question, q.Context)
		k := 0
		if q.Answerable {
			k = 1
		}
		n[k]++
		if a.Refused {
			refused[k]++
			continue
		}
		answered[k]++
		for _, x := range q.Answers {
			if strings.Contains(strings.ToLower(a.Text), strings.ToLower(x)) {
				contained[k]++
				break
			}
		}
	}
	accuracy := float64(answered[1]+refused[0]) / float64(n[0]+n[1])
	t.Logf("answerable: %d of %d answered, %d of those hold the gold answer; unanswerable: %d of %d refused; accuracy %.4f",
		answered[1], n[1], contained[1], refused[0], n[0], accuracy)
	if accuracy < floorAccuracy {
		t.Errorf("accuracy %.4f, floor %.2f", accuracy, floorAccuracy)
	}
	if share := float64(contained[1]) / float64(answered[1]); share < floorContained {
		t.Errorf("%.4f of the answers hold the gold answer, floor %.2f", share, floorContained)
	}
}

// TestSelectedTextScope asks twenty questions of their own paragraph and twenty of a paragraph on something else.
func TestSelectedTextScope(t *testing.T) {
	const each, floorIn, floorOut = 20, 15, 19
	var in, own, foreign int
	qs := squad(t)
	for i, q := range qs {
		if !q.Answerable || in == each {
			continue
		}
		in++
		if !askSelection(t, q.Question, q.Context).Refused {
			own++
		}
		a := askSelection(t, q.Question, qs[(i+len(qs)/2)%len(qs)].Context)
		if a.Refused {
			foreign++
			if a.Text != guard.NotInSelection || a.RefusalCode != guard.OutsideSelection || a.RefusalReason == "" || len(a.Citations) > 0 {
				t.Errorf("%q: not a proper refusal: %+v", q.Question, a)
			}
		}
	}
	t.Logf("in scope: %d of %d answered; out of scope: %d of %d refused", own, each, foreign, each)
	if own < floorIn || foreign < floorOut {
		t.Errorf("in scope %d (floor %d), out of scope %d (floor %d)", own, floorIn, foreign, floorOut)
	}
}
