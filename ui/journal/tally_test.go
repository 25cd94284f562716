package journal

import (
	"reflect"
	"testing"

	"ibid/guard"
)

func TestCount(t *testing.T) {
	half, whole, mean := 0.5, 1.0, 0.75
	got := Count([]Entry{
		{ValidationPassed: true, TotalMS: 30, KeywordOverlap: &half},
		{TotalMS: 99},
		{Refused: true, RefusalCode: guard.NoEvidence, TotalMS: 1},
		{Refused: true, RefusalCode: guard.UncitedClaim, TotalMS: 10, KeywordOverlap: &whole},
	})
	if want := (Tally{Questions: 4, Answered: 2, Refused: 2, Checked: 3, Passed: 1, Overlap: &mean, TotalMS: 10}); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := Count(nil); !reflect.DeepEqual(got, Tally{}) {
		t.Errorf("nothing is counted as %+v", got)
	}
}
