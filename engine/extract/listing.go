package extract

import (
	"regexp"
	"strconv"

	"ibid/index/source"
)

var stepNumber = regexp.MustCompile(`(?m)^\s*([0-9]{1,3})[:.)]\s`)

// continues tells whether a listing goes on with another, on the page that follows: by the numbers of their steps.
func continues(v, next *view) bool {
	if v.Kind != source.Code || next.Kind != source.Code || next.Evidence == v.Evidence || next.ev.ID != v.ev.Next {
		return false
	}
	steps, first := stepNumber.FindAllStringSubmatch(v.Full, -1), stepNumber.FindStringSubmatch(next.Full)
	if len(steps) == 0 || first == nil {
		return false
	}
	last, _ := strconv.Atoi(steps[len(steps)-1][1])
	begins, _ := strconv.Atoi(first[1])
	return begins == last+1
}
