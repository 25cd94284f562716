package extract

import (
	"slices"
	"testing"

	"ibid/engine"
	"ibid/index/question"
	"ibid/index/source"
)

// Of a list of arguments the one that is asked for is shown, whole, whether the question has its name or its words.
func TestEntryOfCard(t *testing.T) {
	lines := []struct {
		block int
		text  string
	}{
		{0, "The arguments of `Window`:"},
		{1, "`width` (int, optional): window length."},
		{1, "Defaults to 100 samples."},
		{2, "`model` (str, optional): segment model."},
		{3, "`min_size` (int, optional): least segment length."},
	}
	var units []engine.Statement
	for _, l := range lines {
		s := &engine.Statement{Block: l.block, Kind: source.Item, Text: l.text, Bag: question.NewBag(l.text), List: 1}
		if l.block == 0 {
			s.Kind, s.List, s.Leads = source.Paragraph, 0, 1
		}
		units = append(units, *s)
	}
	var ev engine.Evidence
	ev.Symbol = "signal.Window"
	for asked, want := range map[string][]int{
		"What is the default window length of Window?": {1, 2},
		"What is model for in Window?":                 {3},
		"What arguments does Window take?":             {0, 1, 2, 3, 4},
		"Which segments does it see?":                  {3, 4},
	} {
		q := question.Parse(asked)
		terms := q.Terms()
		for i := range terms {
			terms[i].Weight = 1
		}
		c := composer{request: engine.Request{Question: q, Terms: terms, Evidence: []engine.Evidence{ev}, Statements: units}}
		if got := c.withItems([]int{0}); !slices.Equal(got, want) {
			t.Errorf("%q: entries %v, want %v", asked, got, want)
		}
	}
}
