package journal

import (
	"reflect"
	"testing"
	"time"

	"ibid/guard"
)

func at(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		panic(err)
	}
	return t
}

func TestWeeks(t *testing.T) {
	half, whole := 0.5, 1.0
	entries := []Entry{
		{Time: at("2026-01-05T00:00:00Z"), ValidationPassed: true, TotalMS: 30, ValidationMS: 3, KeywordOverlap: &half},
		{Time: at("2026-01-04T23:59:59Z"), TotalMS: 99}, // Sunday: the week before
		{Time: at("2025-12-29T00:00:00Z"), Refused: true, RefusalCode: guard.NoEvidence, TotalMS: 1},
		{Time: at("2026-01-12T00:30:00+01:00"), Refused: true, RefusalCode: guard.UncitedClaim, TotalMS: 10, ValidationMS: 1}, // still Sunday in UTC
		{Time: at("2026-01-08T10:00:00Z"), Refused: true, RefusalCode: guard.MissingTerm, TotalMS: 20},
		{Time: at("2026-01-08T10:00:00Z"), Refused: true, RefusalCode: guard.MissingTerm, TotalMS: 20, KeywordOverlap: &whole},
		{Time: at("2026-01-26T10:00:00Z"), Refused: true, RefusalCode: guard.NoEvidence, TotalMS: 5},
	}
	weeks, total := Weeks(entries, 3)
	want := []Week{
		{2026, 1, at("2025-12-29T00:00:00Z"), Tally{Questions: 2, Answered: 1, Refused: 1, Checked: 1, Reasons: []Reason{{guard.NoEvidence, 1}}, Total: Latency{1, 99, 99}}},
		{2026, 2, at("2026-01-05T00:00:00Z"), Tally{Questions: 4, Answered: 1, Refused: 3, Checked: 2, Passed: 1, Reasons: []Reason{{guard.MissingTerm, 2}, {guard.UncitedClaim, 1}},
			Overlap: Mean{0.75, 2}, Validation: Latency{1, 3, 3}, Total: Latency{20, 30, 30}}},
		{2026, 5, at("2026-01-26T00:00:00Z"), Tally{Questions: 1, Refused: 1, Reasons: []Reason{{guard.NoEvidence, 1}}, Total: Latency{5, 5, 5}}},
	}
	if !reflect.DeepEqual(weeks, want) {
		t.Errorf("got  %+v\nwant %+v", weeks, want)
	}
	if want := []Reason{{guard.MissingTerm, 2}, {guard.NoEvidence, 2}, {guard.UncitedClaim, 1}}; total.Questions != 7 || !reflect.DeepEqual(total.Reasons, want) {
		t.Errorf("in all %+v", total)
	}
	weeks, total = Weeks(entries, 1)
	if len(weeks) != 1 || weeks[0].Number != 5 || total.Questions != 1 {
		t.Errorf("the last week is %+v of %+v", weeks, total)
	}
	if weeks, total := Weeks(nil, 8); weeks != nil || !reflect.DeepEqual(total, Tally{Reasons: []Reason{}}) {
		t.Errorf("nothing is counted as %+v, %+v", weeks, total)
	}
}

func TestPercentiles(t *testing.T) {
	var hundred []float64
	for i := range 100 {
		hundred = append(hundred, float64(100-i))
	}
	for _, tt := range []struct {
		in   []float64
		want Latency
	}{
		{nil, Latency{}},
		{[]float64{7}, Latency{7, 7, 7}},
		{[]float64{2, 1}, Latency{1, 2, 2}},
		{[]float64{10, 1, 9, 2, 8, 3, 7, 4, 6, 5}, Latency{5, 9, 10}},
		{hundred, Latency{50, 90, 99}},
	} {
		if got := percentiles(tt.in); got != tt.want {
			t.Errorf("%v: got %v, want %v", tt.in, got, tt.want)
		}
	}
}
