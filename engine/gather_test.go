package engine

import (
	"fmt"
	"slices"
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

func TestRounds(t *testing.T) {
	tests := []struct {
		name, question string
		rounds         int
		stop           Stop
		queries        []string // of the rounds after the first
		joined         string   // id of a chunk that only a further round finds
	}{
		{"everything is there", "What is the pressure limit of the Marlin pump?", 1, StopEnough, nil, ""},
		{"a side of a comparison", "What is the difference between the pressure limit of the Marlin pump and the Orca?", 2, StopEnough, []string{"Orca"}, "orca::p0001"},
		{"what no document has", "What is the pressure limit of the Marlin pump in Atlantis?", 1, StopEnough, nil, ""},
		{"a side that no document has", "What is the difference between the Marlin pump and the Walrus?", 2, StopNothing, []string{"Walrus"}, ""},
	}
	for _, tt := range tests {
		a := mustAsk(t, crowded(), says("x"), reading(), tt.question)
		var queries []string
		for _, s := range a.Trace.Steps {
			if s.Action == Reretrieve {
				queries = append(queries, s.Query)
				if s.Reason == "" || s.Round < 2 {
					t.Errorf("%s: step %+v", tt.name, s)
				}
			}
		}
		if a.Trace.Rounds != tt.rounds || a.Trace.Stop != tt.stop || !slices.Equal(queries, tt.queries) {
			t.Errorf("%s: %d rounds, stopped for %q, searched for %q; want %d, %q, %q", tt.name, a.Trace.Rounds, a.Trace.Stop, queries, tt.rounds, tt.stop, tt.queries)
		}
		if tt.joined != "" && !slices.ContainsFunc(a.Evidence, func(e Evidence) bool { return e.ID == tt.joined }) {
			t.Errorf("%s: %s is not among %s", tt.name, tt.joined, keyed(a.Evidence))
		}
		if first := a.Trace.Steps[0]; first.Action != Retrieve || first.Query != tt.question || first.Round != 1 {
			t.Errorf("%s: first step %+v", tt.name, first)
		}
	}
}

// A further round adds behind what is there: the keys of the first round stay what they are.
func TestRoundsOnlyAdd(t *testing.T) {
	const question = "What is the difference between the pressure limit of the Marlin pump and the Orca?"
	a := mustAsk(t, crowded(), says("x"), reading(), question)
	if last := a.Evidence[len(a.Evidence)-1]; len(a.Evidence) != a.Trace.Steps[0].Found+1 || last.ID != "orca::p0001" {
		t.Errorf("%d chunks became %s", a.Trace.Steps[0].Found, keyed(a.Evidence))
	}
}

// A name that stands in a chunk about something else does not turn a refusal into an answer.
func TestRoundsDoNotOpenGates(t *testing.T) {
	l := crowded()
	l.chunks = append(l.chunks, page("weather", 2, "Model XR-77 of the barometer fell twice in spring."))
	a := mustAsk(t, l, says("The pressure limit of the Marlin pump is checked on day 1 of each month [c1]."), reading(),
		"What is the pressure limit of the Marlin pump with XR-77?")
	if !a.Refused || a.RefusalCode != guard.MissingTerm {
		t.Errorf("got %q (%s) with %s", a.Text, a.RefusalReason, keyed(a.Evidence))
	}
}
