package engine

import (
	"fmt"
	"testing"

	"ibid/guard"
	"ibid/index"
)

// crowded is a library in which one subject fills every search: what else is asked about is found only by itself.
func crowded() *library {
	l := &library{}
	for n := 1; n <= 20; n++ {
		l.chunks = append(l.chunks, page("crowd", n, fmt.Sprintf("The pressure limit of the Marlin pump is checked on day %d of each month.", n)))
	}
	l.chunks = append(l.chunks,
		page("orca", 1, "The Orca holds 9 bar."),
		page("weather", 1, "The Heron report of the weather in spring speaks of rain and of wind, and of nothing else at all."))
	l.acronyms = []index.Acronym{{Short: "PCU", Long: "Pump Control Unit"}}
	return l
}

// A name that stands in a chunk about something else does not turn a refusal into an answer.
func TestNamesElsewhereDoNotAnswer(t *testing.T) {
	l := crowded()
	l.chunks = append(l.chunks, page("weather", 2, "Model XR-77 of the barometer fell twice in spring."))
	a := mustAsk(t, l, says("The pressure limit of the Marlin pump is checked on day 1 of each month [c1]."), reading(),
		"What is the pressure limit of the Marlin pump with XR-77?")
	if !a.Refused || a.RefusalCode != guard.MissingTerm {
		t.Errorf("got %q (%s) with %s", a.Text, a.RefusalReason, keyed(a.Evidence))
	}
}
