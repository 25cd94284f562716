package engine

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"ibid/guard"
	"ibid/index"
)

// measured is a library whose hits were measured by a model. Only the question itself is near its hits by cosine.
type measured struct {
	*library
	question string
	cosine   float64 // of the first hit; of the others less
	by       string
	warning  string
	fail     error // of any search but the question's
}

func (m measured) Search(ctx context.Context, q index.Query) (index.Result, error) {
	res, err := m.library.Search(ctx, q)
	if q.Text != m.question && m.fail != nil {
		return index.Result{}, m.fail
	}
	res.Embedder = m.by
	if m.warning != "" {
		res.Warnings = []string{m.warning}
	}
	for i := range res.Hits {
		switch {
		case m.by == "":
		case q.Text != m.question:
			res.Hits[i].Cosine = 1
		default:
			res.Hits[i].Cosine = m.cosine - float64(i)/100
		}
	}
	return res, err
}

func TestCosine(t *testing.T) {
	const gates = "keywords key_terms similarity "
	offTopic := "Which quarterly revenue, dividend, bonus, salary, pension, turnover and forecast did the shareholders, directors and auditors of the pump expect?"
	tests := []struct {
		name, question string
		cosine         float64
		by             string
		opt            Options
		code           guard.RefusalCode
		reason         string
		gates          string
	}{
		{"near", pumpQuestion, .81, "ollama/nomic", Defaults(), "", "", gates + "coverage confidence support"},
		{"just", pumpQuestion, minCosine, "ollama/nomic", Defaults(), "", "", gates + "coverage confidence support"},
		{"far", pumpQuestion, .34, "ollama/nomic", Defaults(), "", "", gates + "coverage confidence support"},
		{"near, but it holds nothing of it", offTopic, .99, "ollama/nomic", Defaults(), guard.WeakEvidence, "holds too little", gates + "coverage"},
		{"no number", pumpQuestion, math.NaN(), "ollama/nomic", Defaults(), "", "", gates + "coverage confidence support"},
		{"nobody measured", pumpQuestion, 0, "", Defaults(), "", "", gates + "confidence support"},
	}
	for _, tt := range tests {
		l := measured{library: pumps(), question: tt.question, cosine: tt.cosine, by: tt.by}
		a := mustAsk(t, l, says(honest), tt.opt, tt.question)
		var names []string
		for _, g := range a.Trace.Gates {
			names = append(names, g.Name)
		}
		if got := strings.Join(names, " "); a.RefusalCode != tt.code || !strings.Contains(a.RefusalReason, tt.reason) || got != tt.gates {
			t.Errorf("%s: %q %q after %s; want %q %q after %s", tt.name, a.RefusalCode, a.RefusalReason, got, tt.code, tt.reason, tt.gates)
		}
		g, _ := gateNamed(a, guard.GateSimilarity)
		if tt.by != "" && g.Verdict != guard.Skipped && (g.Threshold != minCosine || !strings.Contains(g.Detail, tt.by)) {
			t.Errorf("%s: %+v", tt.name, g)
		}
	}
}

// Only the question itself is measured: what a further search is near to is another question.
func TestCosineOfFurtherRounds(t *testing.T) {
	const question = "What is the difference between the pressure limit of the Marlin pump and the Orca?"
	l := measured{library: crowded(), question: question, cosine: .3, by: "ollama/nomic"}
	opt := Defaults()
	a := mustAsk(t, l, says("x"), opt, question)
	if g, _ := gateNamed(a, guard.GateSimilarity); a.Trace.Rounds != 2 || g.Measured != .3 || g.Verdict != guard.Warn {
		t.Errorf("%d rounds, %+v", a.Trace.Rounds, g)
	}
}

// What could not be done as it should is told once, with an answer and with a refusal.
func TestWarningsOfASearch(t *testing.T) {
	const warning = "the documents were searched by their words alone, because ollama/nomic failed: EOF"
	for _, question := range []string{pumpQuestion, "What is the difference between the pressure limit of the Marlin pump and the Orca?", "Who painted Guernica?"} {
		a := mustAsk(t, measured{library: pumps(), question: question, warning: warning}, says(honest), Defaults(), question)
		if n := len(slices.DeleteFunc(slices.Clone(a.Warnings), func(w string) bool { return w != warning })); n != 1 {
			t.Errorf("%q: warns %q", question, a.Warnings)
		}
	}
}

// A further search that fails is an error as the first one is.
func TestFurtherSearchFails(t *testing.T) {
	const question = "What is the difference between the pressure limit of the Marlin pump and the Orca?"
	broken := errors.New("the disk is on fire")
	if _, err := New(measured{library: crowded(), question: question, fail: broken}, says("x"), Defaults()).Ask(context.Background(), question, Silent{}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
