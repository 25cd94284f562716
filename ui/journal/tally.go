package journal

import "slices"

// Tally counts entries.
type Tally struct {
	Questions, Answered, Refused int

	Checked, Passed     int      // drafts that were checked, and those of them of which every sentence is supported
	Similarity, Overlap *float64 // means of what was measured, nil where nothing was
	TotalMS             float64  // the median of whole questions
}

// Count counts entries.
func Count(entries []Entry) Tally {
	t := Tally{Questions: len(entries)}
	var similarity, overlap []*float64
	var total []float64
	for i := range entries {
		e := &entries[i]
		if e.Refused {
			t.Refused++
		} else {
			t.Answered++
		}
		if e.Checked() {
			t.Checked++
			if e.ValidationPassed {
				t.Passed++
			}
		}
		similarity, overlap, total = append(similarity, e.Similarity), append(overlap, e.KeywordOverlap), append(total, e.TotalMS)
	}
	t.Similarity, t.Overlap = mean(similarity), mean(overlap)
	if len(total) > 0 {
		slices.Sort(total)
		t.TotalMS = total[(len(total)-1)/2]
	}
	return t
}

// mean is the average of what was measured.
func mean(values []*float64) *float64 {
	sum, n := 0.0, 0
	for _, v := range values {
		if v != nil {
			sum += *v
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return measured(sum / float64(n))
}
