package session_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ibid/ui/session"
)

func TestSearch(t *testing.T) {
	st := session.Open(t.TempDir())
	a := ask(t, st, start, "How is the Élan probe calibrated?")
	must(t, a.Answer(answer("", "It is calibrated once a year against a staff", "Each PROBE is calibrated against a levelled staff, once a year")))
	must(t, a.Ask(session.Asked{At: start, Text: "And its office?"}))
	must(t, a.Answer(answer("", "It stands in the o\ufb03ce", "kept at the \ufb01rst floor")))
	b := ask(t, st, start.Add(time.Hour), "What is a naïve probe?")
	must(t, b.Fail("probe: cancelled"))
	type found struct{ turn, where, snippet string } // the snippet: a piece of it
	for query, want := range map[string][]found{
		"probe":           {{"b1", session.InQuestion, "What is a naïve probe?"}, {"a1", session.InEvidence, "Each PROBE is"}},
		"ELAN year":       {{"a1", session.InAnswer, "It is calibrated once a year"}},
		"élan year":       {{"a1", session.InAnswer, "It is calibrated once a year"}},
		"levelled  STAFF": {{"a1", session.InEvidence, "against a levelled staff"}},
		"office FIRST":    {{"a2", session.InAnswer, "o\ufb03ce"}},
		"first floor":     {{"a2", session.InEvidence, "kept at the \ufb01rst floor"}},
		"naive":           {{"b1", session.InQuestion, "naïve"}},
		"naive office":    nil, // of different turns
		"cancelled":       nil,
		" ":               nil,
	} {
		matches, warnings, err := st.Search(query)
		must(t, err)
		if len(warnings) > 0 {
			t.Error(warnings)
		}
		ok := slices.EqualFunc(matches, want, func(m session.Match, want found) bool {
			name := "a"
			if m.Session.ID == b.ID {
				name = "b"
			}
			return name+strconv.Itoa(m.Turn) == want.turn && m.Where == want.where && strings.Contains(m.Snippet, want.snippet)
		})
		if !ok {
			t.Errorf("%q: %+v, want %+v", query, matches, want)
		}
	}
}

func BenchmarkSessions(b *testing.B) {
	st := session.Open(b.TempDir())
	long := answer("Why?", "Because of the gauge", "The gauge is levelled against the staff.")
	long.Evidence[0].Text += strings.Repeat(" The gauge is levelled against the staff.", 1_500)
	for i := range 100 {
		s := begin(b, st, start.Add(time.Duration(i)*time.Minute))
		for range 10 {
			must(b, s.Ask(session.Asked{At: start, Text: "Why?"}))
			must(b, s.Answer(long))
		}
	}
	b.Run("list", func(b *testing.B) {
		for b.Loop() {
			_, _, err := st.List()
			must(b, err)
		}
	})
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			_, _, err := st.Search("gauge because")
			must(b, err)
		}
	})
}
