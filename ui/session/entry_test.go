package session

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
)

func answered(verdicts ...guard.Verdict) *engine.Answer {
	a := &engine.Answer{
		Text:      "The gauge is levelled twice a year [c1].",
		Citations: []engine.Citation{{Evidence: engine.Evidence{Key: "c1", Chunk: index.Chunk{Chunk: source.Chunk{Text: "A gauge is levelled each spring."}}}}},
		Trace:     engine.Trace{Gates: []guard.Gate{guard.SupportGate(1, 1, 0)}},
		Timings:   engine.Timings{Guard: engine.Took(1.5), Total: engine.Took(20)},
		Generator: "extractive", Embedder: "built-in",
	}
	for _, v := range verdicts {
		a.Sentences = append(a.Sentences, guard.Sentence{Text: "The gauge is levelled twice a year.", Verdict: v})
	}
	return a
}

func refused(code guard.RefusalCode, gates ...guard.Gate) *engine.Answer {
	return &engine.Answer{Text: guard.NotFoundText, Refused: true, RefusalCode: code, Trace: engine.Trace{Gates: gates}}
}

func selected(a *engine.Answer, s engine.Selection) *engine.Answer {
	a.Selection = &s
	return a
}

func TestNewEntry(t *testing.T) {
	null := math.NaN()
	for _, tt := range []struct {
		name                string
		answer              *engine.Answer
		passed, checked     bool
		similarity, overlap float64 // NaN for null
	}{
		{"supported", answered(guard.Supported, guard.Supported), true, true, null, 0.5}, // “gauge” and “levelled” of four words
		{"one unsupported, gate off", answered(guard.Supported, guard.Unsupported), false, true, null, 0.5},
		{"one unchecked", answered(guard.Unchecked), false, true, null, 0.5},
		{"no evidence", refused(guard.NoEvidence, guard.MeasureGate(guard.GateAnswered, 0.1, 0.28)), false, false, null, null},
		{"unsupported claim", refused(guard.UnsupportedClaim, guard.SupportGate(0, 1, 0)), false, true, null, null},
		{"uncited", refused(guard.UncitedClaim), false, true, null, null},
		{"selection", selected(answered(guard.Supported), engine.Selection{Contained: true, Similarity: new(0.81234), KeywordOverlap: new(0.9)}), true, true, 0.8123, 0.9},
		{"selection, no embedder", selected(answered(guard.Supported), engine.Selection{Contained: true, KeywordOverlap: new(1.0)}), true, true, null, 1},
		{"selection, quote elsewhere", selected(answered(guard.Supported), engine.Selection{KeywordOverlap: new(1.0)}), false, true, null, 1},
		{"selection, refused by the first pass", selected(refused(guard.OutsideSelection, guard.SupportGate(1, 1, 0)), engine.Selection{Contained: true, Similarity: new(0.2), KeywordOverlap: new(0.1)}), false, true, 0.2, 0.1},
		{"selection, refused before", selected(refused(guard.OutsideSelection), engine.Selection{}), false, false, null, null},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := NewEntry(tt.answer, noon.Add(1234567*time.Nanosecond).In(time.FixedZone("far", 3600)))
			if e.ValidationPassed != tt.passed {
				t.Errorf("passed %v, want %v", e.ValidationPassed, tt.passed)
			}
			for name, v := range map[string]struct {
				got  *float64
				want float64
			}{"similarity": {e.Similarity, tt.similarity}, "overlap": {e.KeywordOverlap, tt.overlap}} {
				if v.got == nil != math.IsNaN(v.want) || v.got != nil && *v.got != v.want {
					t.Errorf("%s: %v, want %v", name, v.got, v.want)
				}
			}
			if e.Refused != tt.answer.Refused || e.RefusalCode != tt.answer.RefusalCode || e.Selection != (tt.answer.Selection != nil) || len(e.Gates) != len(tt.answer.Trace.Gates) {
				t.Errorf("%+v", e)
			}
			if got, _ := json.Marshal(e.Time); string(got) != `"2026-03-04T12:00:00.001Z"` {
				t.Errorf("time %s", got)
			}
		})
	}
}

func TestLatency(t *testing.T) {
	a := answered(guard.Supported)
	if e := NewEntry(a, noon); e.ValidationMS != 1.5 || e.TotalMS != 20 {
		t.Errorf("%v and %v ms", e.ValidationMS, e.TotalMS)
	}
	a.Selection = &engine.Selection{Latency: engine.Took(2)}
	if e := NewEntry(a, noon); e.ValidationMS != 3.5 {
		t.Errorf("with a selection: %v ms", e.ValidationMS)
	}
}
