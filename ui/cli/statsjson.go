package cli

import (
	"ibid/ui/journal"
	"ibid/ui/wire"
)

// statsJSON is the wire schema ibid.stats/1. Fields are only ever added.
type statsJSON struct {
	Schema string     `json:"schema"`
	Log    string     `json:"log"` // the file
	Weeks  []weekJSON `json:"weeks"`
	All    tallyJSON  `json:"all"` // of these weeks
}

type weekJSON struct {
	Week  string `json:"week"`  // ISO 8601
	Start string `json:"start"` // its Monday
	tallyJSON
}

type tallyJSON struct {
	Questions  int          `json:"questions"`
	Answered   int          `json:"answered"`
	Refused    int          `json:"refused"`
	Checked    int          `json:"validation_checked"` // drafts
	Passed     int          `json:"validation_passed"`
	Reasons    []reasonJSON `json:"refusals"` // the most frequent first
	Similarity *float64     `json:"response_similarity_score"`
	Overlap    *float64     `json:"keyword_overlap_ratio"`
	Validation latencyJSON  `json:"latency_validation_ms"` // of the drafts
	Total      latencyJSON  `json:"latency_total_ms"`
}

type reasonJSON struct {
	Code  string `json:"code"`
	Count int    `json:"count"`
}

type latencyJSON struct {
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P99 float64 `json:"p99"`
}

func statsOf(path string, weeks []journal.Week, all journal.Tally) statsJSON {
	return statsJSON{
		Schema: "ibid.stats/1",
		Log:    path,
		Weeks: wire.Each(weeks, func(w journal.Week) weekJSON {
			return weekJSON{weekName(&w), w.Start.Format("2006-01-02"), tallyOf(w.Tally)}
		}),
		All: tallyOf(all),
	}
}

func tallyOf(t journal.Tally) tallyJSON {
	return tallyJSON{
		Questions: t.Questions, Answered: t.Answered, Refused: t.Refused, Checked: t.Checked, Passed: t.Passed,
		Reasons:    wire.Each(t.Reasons, func(r journal.Reason) reasonJSON { return reasonJSON{string(r.Code), r.Count} }),
		Similarity: meanOf(t.Similarity), Overlap: meanOf(t.Overlap),
		Validation: latencyJSON(t.Validation), Total: latencyJSON(t.Total),
	}
}

// meanOf is null for what was not measured.
func meanOf(m journal.Mean) *float64 {
	if m.Count == 0 {
		return nil
	}
	x := round(m.Value)
	return &x
}
