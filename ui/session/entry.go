package session

import (
	"math"
	"slices"
	"strings"
	"time"

	"ibid/engine"
	"ibid/guard"
)

// Entry is what became of one question. Fields are only ever added.
type Entry struct {
	Time             time.Time         `json:"time"`               // UTC, to the millisecond
	Question         string            `json:"question,omitempty"` // only where the user asked for it to be kept
	Selection        bool              `json:"selection"`          // it was asked of a selected text alone
	Refused          bool              `json:"refused"`
	RefusalCode      guard.RefusalCode `json:"refusal_code"`
	Gates            []Gate            `json:"gates"`
	ValidationPassed bool              `json:"validation_passed"`         // answered, and every sentence is supported; the quotes of an answer from a selection stand in it
	Similarity       *float64          `json:"response_similarity_score"` // cosine of answer and selection; nil where not measured
	KeywordOverlap   *float64          `json:"keyword_overlap_ratio"`     // share of the answer's words that the cited text has; nil where not measured
	ValidationMS     float64           `json:"latency_validation_ms"`
	TotalMS          float64           `json:"latency_total_ms"`
	Generator        string            `json:"generator"`
	Embedder         string            `json:"embedder"`
}

// Gate is one gate's decision.
type Gate struct {
	Name      string            `json:"name"`
	Measured  float64           `json:"measured"`
	Threshold float64           `json:"threshold"`
	Verdict   guard.GateVerdict `json:"verdict"`
}

// NewEntry measures an answer that was given at a time. It has no Question.
func NewEntry(a *engine.Answer, at time.Time) Entry {
	e := Entry{
		Time: at.UTC().Truncate(time.Millisecond), Selection: a.Selection != nil,
		Refused: a.Refused, RefusalCode: a.RefusalCode, Gates: []Gate{},
		ValidationPassed: valid(a),
		ValidationMS:     milliseconds(a.Timings.Guard), TotalMS: milliseconds(a.Timings.Total),
		Generator: a.Generator, Embedder: a.Embedder,
	}
	for _, g := range a.Trace.Gates {
		e.Gates = append(e.Gates, Gate{g.Name, round(g.Measured), g.Threshold, g.Verdict})
	}
	switch s := a.Selection; {
	case s != nil:
		e.ValidationMS = milliseconds(a.Timings.Guard + s.Latency)
		e.Similarity = measured(s.Similarity)
		if !a.Refused || s.KeywordOverlap > 0 { // a refusal that came before the answer was compared has none
			e.KeywordOverlap = measured(s.KeywordOverlap)
		}
	case !a.Refused:
		e.KeywordOverlap = measured(guard.SelectionOverlap(a.Text, cited(a)).Ratio)
	}
	return e
}

func valid(a *engine.Answer) bool {
	if a.Refused || len(a.Sentences) == 0 || a.Selection != nil && !a.Selection.Contained {
		return false
	}
	return !slices.ContainsFunc(a.Sentences, func(s engine.Sentence) bool { return s.Verdict != guard.Supported })
}

// cited is the text of all that an answer cites.
func cited(a *engine.Answer) string {
	texts := make([]string, len(a.Citations))
	for i := range a.Citations {
		texts[i] = a.Citations[i].Text
	}
	return strings.Join(texts, "\n\n")
}

// measured is nil for what is not a number.
func measured(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	x = round(x)
	return &x
}

func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

func milliseconds(d time.Duration) float64 {
	return math.Round(float64(d)/float64(time.Millisecond)*1e3) / 1e3
}
