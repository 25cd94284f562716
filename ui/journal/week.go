package journal

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"time"

	"ibid/guard"
)

// Week is what was asked in one ISO 8601 week, in UTC.
type Week struct {
	Year, Number int
	Start        time.Time // its Monday
	Tally
}

// Tally counts entries.
type Tally struct {
	Questions  int      `json:"questions"`
	Answered   int      `json:"answered"`
	Refused    int      `json:"refused"`
	Checked    int      `json:"validation_checked" jsonschema:"questions for which a draft was checked"`
	Passed     int      `json:"validation_passed" jsonschema:"of them, those that passed"`
	Reasons    []Reason `json:"refusals" jsonschema:"the most frequent first"`
	Similarity Mean     `json:"response_similarity_score"`
	Overlap    Mean     `json:"keyword_overlap_ratio"`
	Validation Latency  `json:"latency_validation_ms" jsonschema:"of the drafts"`
	Total      Latency  `json:"latency_total_ms"`
}

// Reason is how often a question was refused for one reason.
type Reason struct {
	Code  guard.RefusalCode `json:"code"`
	Count int               `json:"count"`
}

// Mean is an average of what was measured.
type Mean struct {
	Value float64
	Count int // 0: nothing was measured
}

// MarshalJSON implements json.Marshaler: the value, null for what was not measured.
func (m Mean) MarshalJSON() ([]byte, error) {
	if m.Count == 0 {
		return []byte("null"), nil
	}
	return json.Marshal(round(m.Value))
}

// Latency holds percentiles in milliseconds: the least value that so many of a hundred entries do not exceed (nearest
// rank).
type Latency struct {
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P99 float64 `json:"p99"`
}

// Weeks counts entries by week, the earliest first. Weeks without questions are left out; last is how many of the latest
// others are wanted. The Tally is of these together.
func Weeks(entries []Entry, last int) ([]Week, Tally) {
	byStart := map[time.Time][]Entry{}
	var starts []time.Time
	for _, e := range entries {
		s := monday(e.Time)
		if byStart[s] == nil {
			starts = append(starts, s)
		}
		byStart[s] = append(byStart[s], e)
	}
	slices.SortFunc(starts, time.Time.Compare)
	starts = starts[max(len(starts)-last, 0):]
	var all []Entry
	var weeks []Week
	for _, s := range starts {
		year, number := s.ISOWeek()
		weeks = append(weeks, Week{year, number, s, tally(byStart[s])})
		all = append(all, byStart[s]...)
	}
	return weeks, tally(all)
}

// monday is the start of the week that t is in.
func monday(t time.Time) time.Time {
	t = t.UTC()
	since := (int(t.Weekday()) + 6) % 7
	return time.Date(t.Year(), t.Month(), t.Day()-since, 0, 0, 0, 0, time.UTC)
}

func tally(entries []Entry) Tally {
	t := Tally{Questions: len(entries), Reasons: []Reason{}}
	counts := map[guard.RefusalCode]int{}
	var validation, total []float64
	var similarity, overlap sum
	for i := range entries {
		e := &entries[i]
		if e.Refused {
			t.Refused++
			counts[e.RefusalCode]++
		} else {
			t.Answered++
		}
		if e.Checked() {
			t.Checked++
			validation = append(validation, e.ValidationMS)
			if e.ValidationPassed {
				t.Passed++
			}
		}
		similarity.add(e.Similarity)
		overlap.add(e.KeywordOverlap)
		total = append(total, e.TotalMS)
	}
	for code, n := range counts {
		t.Reasons = append(t.Reasons, Reason{code, n})
	}
	slices.SortFunc(t.Reasons, func(a, b Reason) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Code, b.Code))
	})
	t.Similarity, t.Overlap = similarity.mean(), overlap.mean()
	t.Validation, t.Total = percentiles(validation), percentiles(total)
	return t
}

// sum adds up what was measured.
type sum struct {
	total float64
	count int
}

func (s *sum) add(x *float64) {
	if x != nil {
		s.total += *x
		s.count++
	}
}

func (s *sum) mean() Mean {
	if s.count == 0 {
		return Mean{}
	}
	return Mean{s.total / float64(s.count), s.count}
}

func percentiles(ms []float64) Latency {
	if len(ms) == 0 {
		return Latency{}
	}
	slices.Sort(ms)
	rank := func(percent float64) float64 {
		return ms[max(int(math.Ceil(percent*float64(len(ms))/100)), 1)-1]
	}
	return Latency{rank(50), rank(90), rank(99)}
}
