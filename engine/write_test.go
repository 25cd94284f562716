package engine

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"ibid/guard"
)

// A draft with problems is written once more, and the better of the two is kept.
func TestRedraft(t *testing.T) {
	const (
		partly = pressure + " [c1]. A relief valve opens at 70 bar [c1]."
		whole  = pressure + " [c1]. " + valve + " [c1]."
		opens  = " “A relief valve opens at 7 bar” [c1]."
		wrong  = "The pressure of the Marlin pump may not exceed 60 bar [c1]."
	)
	tests := []struct{ name, first, second, text, step string }{
		{"nothing to mend", whole, "never asked for", whole, ""},
		{"mended", partly, whole, whole, "takes its place"},
		{"mended from nothing", wrong, whole, whole, "takes its place"},
		{"mended in part", wrong, partly, honest + opens, "takes its place"},
		{"the same again", partly, partly, honest + opens, "the same again"},
		{"nothing", partly, "", honest + opens, "no better"},
		{"a refusal", partly, guard.NotFoundText, honest + opens, "no better"},
		{"off the subject", partly, "The operator shall wear gloves [c4].", honest + opens, "stands beside the question"},
		{"wrong twice", wrong, "The pressure of the Marlin pump may not exceed 61 bar [c1].", quoted, "takes its place"},
	}
	for _, tt := range tests {
		a := mustAsk(t, pumps(), mends(tt.first, tt.second), reading(), pumpQuestion)
		if a.Text != tt.text {
			t.Errorf("%s: got %q (%s), want %q", tt.name, a.Text, a.RefusalReason, tt.text)
		}
		var steps []string
		for _, s := range a.Trace.Steps {
			if s.Action == Redraft {
				steps = append(steps, s.Reason)
			}
		}
		if got := strings.Join(steps, "|"); len(steps) > 1 || (tt.step == "") != (got == "") || !strings.Contains(got, tt.step) {
			t.Errorf("%s: steps %q, want %q", tt.name, got, tt.step)
		}
		if tt.step == "takes its place" {
			if r := a.Trace.Rewrites[0]; r.Stage != StageRedraft || r.Before != tt.first || r.After != tt.second {
				t.Errorf("%s: the redraft is recorded as %+v", tt.name, r)
			}
		}
		checkAnswer(t, tt.name, a)
	}
}

// The generator is told what is wrong with which sentence; one that is final is not asked.
func TestRepairRequest(t *testing.T) {
	const draft = pressure + " [c1]. It runs at 24 volts. A relief valve opens at 70 bar [c1]."
	var seen Request
	mustAsk(t, pumps(), script{draft: Draft{Text: draft}, seen: &seen}, reading(), pumpQuestion)
	if r := seen.Repair; r == nil || r.Draft != draft || len(r.Problems) != 2 || r.Problems[0].Sentence != "It runs at 24 volts." ||
		!strings.Contains(r.Problems[0].Reason, "no citation") || !strings.Contains(r.Problems[1].Reason, "70 bar") {
		t.Errorf("got %+v", r)
	}
	seen = Request{}
	mustAsk(t, pumps(), script{draft: Draft{Text: draft, Final: true}, seen: &seen}, reading(), pumpQuestion)
	if seen.Repair != nil {
		t.Error("a final draft was to be repaired")
	}
}

// A model's own refusal stands; an error is never hidden.
func TestFallback(t *testing.T) {
	broken := errors.New("the runner was killed")
	refusing := script{draft: Draft{Code: guard.WeakEvidence, Reason: "no sentence gives it", Final: true}}
	wrong := says("The harbour office of Trieste bakes bread [c1].")
	tests := []struct {
		name      string
		generator Generator
		fallback  script
		answered  bool
		code      guard.RefusalCode
		err       error
	}{
		{"declined", says(guard.NotFoundText), says(honest), false, guard.GeneratorRefused, nil},
		{"wrong", wrong, says(honest), true, "", nil},
		{"wrong, fallback refuses", wrong, refusing, false, guard.UnsupportedClaim, nil},
		{"wrong, fallback wrong", wrong, wrong, false, guard.UnsupportedClaim, nil},
		{"not sure", script{draft: Draft{Text: honest, Confidence: &Confidence{Mean: 0.1, Least: 1, Tokens: 9}}}, says(honest), true, "", nil},
		{"the generator fails", script{err: broken}, says(honest), false, "", broken},
		{"the fallback fails", wrong, script{err: broken}, false, "", broken},
	}
	for _, tt := range tests {
		opt := reading()
		opt.Fallback = fallback{tt.fallback}
		a, err := New(pumps(), tt.generator, opt).Ask(context.Background(), pumpQuestion, Silent{})
		if tt.err != nil {
			if !errors.Is(err, tt.err) {
				t.Errorf("%s: got %v, %v", tt.name, a, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if a.Refused == tt.answered || a.RefusalCode != tt.code || (a.Generator == "fallback") != tt.answered {
			t.Errorf("%s: got %q by %s (%s)", tt.name, a.Text, a.Generator, a.RefusalReason)
		}
		if last := a.Trace.Steps[len(a.Trace.Steps)-1]; tt.code != guard.GeneratorRefused && (last.Action != UseFallback || last.Reason == "") {
			t.Errorf("%s: last step %+v", tt.name, last)
		}
		checkAnswer(t, tt.name, a)
	}
}

func TestConfidence(t *testing.T) {
	sure := Confidence{Mean: 0.9, Least: 0.8, LeastToken: " 6", Tokens: 12}
	with := func(change func(*Confidence)) *Confidence { c := sure; change(&c); return &c }
	tests := []struct {
		name       string
		confidence *Confidence
		change     func(*Options)
		verdict    guard.GateVerdict
		detail     string
	}{
		{"sure", &sure, nil, guard.Pass, "0.90"},
		{"just sure", with(func(c *Confidence) { c.Mean = minConfidence }), nil, guard.Pass, "0.60"},
		{"not sure", with(func(c *Confidence) { c.Mean = 0.59 }), nil, guard.Refuse, "0.59"},
		{"no number", with(func(c *Confidence) { c.Mean = math.NaN() }), nil, guard.Refuse, "not sure"},
		{"a weak number", with(func(c *Confidence) { c.Least = 0.1 }), nil, guard.Warn, "“6”: 0.10"},
		{"a weak number that nothing else checks", with(func(c *Confidence) { c.Least = 0.1 }), func(o *Options) { o.Gates.Support = false }, guard.Refuse, "“6”"},
		{"none reported", nil, nil, guard.Skipped, "script reports no probabilities"},
		{"nothing measured", with(func(c *Confidence) { c.Tokens = 0 }), nil, guard.Skipped, "no words"},
	}
	for _, tt := range tests {
		opt := reading()
		if tt.change != nil {
			tt.change(&opt)
		}
		a := mustAsk(t, pumps(), script{draft: Draft{Text: honest, Confidence: tt.confidence}}, opt, pumpQuestion)
		g, ok := gateNamed(a, guard.GateConfidence)
		if !ok || g.Verdict != tt.verdict || !strings.Contains(g.Detail, tt.detail) {
			t.Errorf("%s: got %+v", tt.name, g)
		}
		if a.Refused != (tt.verdict == guard.Refuse) || a.Refused && a.RefusalCode != guard.LowConfidence {
			t.Errorf("%s: refused %v, %s", tt.name, a.Refused, a.RefusalCode)
		}
		if warned := len(a.Warnings) > 0; warned != (tt.verdict == guard.Warn) {
			t.Errorf("%s: warnings %q", tt.name, a.Warnings)
		}
	}
}
