package session

import (
	"math"
	"slices"
	"strings"
	"time"

	"ibid/engine"
	"ibid/guard"
)

// Entry is what became of one question. What was not measured is nil. Fields are only ever added.
type Entry struct {
	Time             time.Time         `json:"time"`               // UTC, to the millisecond
	Question         string            `json:"question,omitempty"` // only where the user asked for it to be kept
	Selection        bool              `json:"selection"`          // it was asked of a selected text alone
	Refused          bool              `json:"refused"`
	RefusalCode      guard.RefusalCode `json:"refusal_code"`
	Gates            []Gate            `json:"gates"`
	ValidationPassed bool              `json:"validation_passed"`         // answered, and every sentence is supported
	Similarity       *float64          `json:"response_similarity_score"` // cosine of answer and selection
	KeywordOverlap   *float64          `json:"keyword_overlap_ratio"`     // share of the answer's words in what it cites
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
		if !a.Refused || s.KeywordOverlap != nil && *s.KeywordOverlap > 0 { // a refusal that came before the answer was compared has none
			e.KeywordOverlap = measured(s.KeywordOverlap)
		}
	case !a.Refused:
		var cited []string
		for i := range a.Citations {
			cited = append(cited, a.Citations[i].Text)
		}
		e.KeywordOverlap = new(round(guard.SelectionOverlap(a.Claims(), strings.Join(cited, "\n\n"))))
	}
	return e
}

// valid tells that every sentence is supported, and that what an answer from a selection quotes stands in it.
func valid(a *engine.Answer) bool {
	if a.Refused || len(a.Sentences) == 0 || a.Selection != nil && !a.Selection.Contained {
		return false
	}
	return !slices.ContainsFunc(a.Sentences, func(s guard.Sentence) bool { return !s.Verdict.Proven() })
}

// measured is nil for what was not.
func measured(x *float64) *float64 {
	if x == nil {
		return nil
	}
	return new(round(*x))
}

func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

func milliseconds(t engine.Took) float64 { return math.Round(float64(t)*1e3) / 1e3 }
