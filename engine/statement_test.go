package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"ibid/index"
	"ibid/index/question"
	"ibid/index/source"
)

func statementsOf(chunks ...index.Chunk) []Statement {
	var ev []Evidence
	for _, c := range chunks {
		ev = append(ev, Evidence{Chunk: c})
	}
	return statements(ev, nil)
}

func lines(ss []Statement) []string {
	out := []string{}
	for _, s := range ss {
		out = append(out, s.Text)
	}
	return out
}

func TestStatements(t *testing.T) {
	tests := []struct {
		name       string
		paragraphs []string
		want       string // joined by " / "
	}{
		{"sentences on one line each", []string{"The pump moves\nwater to the tank. The valve opens at 7 bar."},
			"The pump moves water to the tank. / The valve opens at 7 bar."},
		{"headings say nothing", []string{"# The limits of the pump", "The valve opens at 7 bar."}, "The valve opens at 7 bar."},
		{"items", []string{"- The first of two items", "- The second of two items"}, "- The first of two items / - The second of two items"},
		{"rows without their header", []string{"| Model | Pressure\nMarlin | 6\nOrca | 9"}, "Marlin | 6 / Orca | 9"},
		{"a listing by its title", []string{"~ Algorithm 1 Prime\n1: open the valve\n2: wait"}, "Algorithm 1 Prime"},
		{"a listing with what leads in to it", []string{"Example 11.1. A crontab entry", "~ 0 4 * * * prime\n# daily", "For example:", "~ pumpctl stop\nexit"}, "Example 11.1. A crontab entry / For example:"},
		{"short items of a list that something leads in to", []string{"In stock:", "- red", "- blue"}, "In stock: / - red / - blue"},
		{"short items", []string{"- red", "- blue"}, ""},
		{"labels", []string{"Too short."}, ""},
		{"a run-on that nobody reads", []string{strings.Repeat("word ", longestStatement/4) + "end."}, ""},
		{"an unfinished line inside the page is whole", []string{"The operator closes the main valve", "The pump stops by itself."},
			"The operator closes the main valve / The pump stops by itself."},
		{"an item at the end of the page is whole", []string{"- The operator closes the main valve"}, "- The operator closes the main valve"},
	}
	for _, tt := range tests {
		c := page("pump", 1, tt.paragraphs...)
		ss := statementsOf(c)
		got := strings.Join(lines(ss), " / ")
		want := strings.ReplaceAll(tt.want, "- ", "")
		if strings.ReplaceAll(got, "- ", "") != want {
			t.Errorf("%s: got %q, want %q", tt.name, got, want)
		}
		for _, s := range ss {
			if !strings.HasPrefix(OneLine(c.Text[s.Start:]), s.Text) {
				t.Errorf("%s: %q is not at %d", tt.name, s.Text, s.Start)
			}
		}
	}
}

// Documents without pages are cut between blocks, so that every sentence in them is whole.
func TestStatementsWithoutPages(t *testing.T) {
	c := page("notes", 1, "the valve opens at 7 bar. The operator who sees the alarm has to")
	c.StartPage, c.EndPage, c.StartLine, c.EndLine = 0, 0, 1, 1
	if got := len(statementsOf(c)); got != 2 {
		t.Errorf("%d statements, want 2", got)
	}
}

func TestStatementContext(t *testing.T) {
	ss := statementsOf(pumps().chunks[:3]...)
	tests := []struct{ text, near string }{
		{"It runs at 24 volts and draws 3 amperes.", "pump\nThe pump manual\nOverview\nThe Marlin pump moves water from the cistern to the tank."},
		{"The pressure of the Marlin pump may not exceed 6 bar.", "pump\nThe pump manual\nLimits\n"}, // a heading ends what was said before
		{"Orca | 9 | 85", "pump\nThe pump manual\nLimits\nTable 1. Limits of the models Model | Pressure (bar) | Flow (l/min)"},
		{"To start the pump, run the command below:", "pump\nThe pump manual\nStart\n"},
	}
	for _, tt := range tests {
		found := false
		for _, s := range ss {
			if s.Text == tt.text {
				found = true
				if s.Near != tt.near {
					t.Errorf("%q is read with %q, want %q", tt.text, s.Near, tt.near)
				}
			}
		}
		if !found {
			t.Errorf("no statement %q in %q", tt.text, lines(ss))
		}
	}
	for _, s := range ss {
		if s.Kind == source.Code && (!s.Bag["slow"] || !strings.HasSuffix(s.Full, "--slow")) {
			t.Errorf("the listing is not whole: %+v", s)
		}
		if s.Kind != source.Code && s.Full != "" {
			t.Errorf("%q is no listing, but has %q", s.Text, s.Full)
		}
	}
}

func TestStatementCoverage(t *testing.T) {
	s := Statement{Text: "It opens.", Bag: question.NewBag("It opens."), Near: "The valve", Context: question.NewBag("The valve")}
	terms := []question.Term{{Whole: "open", Weight: 1}, {Whole: "valv", Weight: 1}}
	if got, want := s.Coverage(terms), (1+contextCredit)/2; math.Abs(got-want) > 1e-12 {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := s.Coverage(nil); got != 0 {
		t.Errorf("got %v of no terms", got)
	}
}

func TestStatementHolds(t *testing.T) {
	s := Statement{Text: "The PCU counts.", Near: "Model SHA3-256", Full: "x := os.path"}
	tests := []struct {
		forms []string
		want  bool
	}{
		{[]string{"pcu"}, true}, {[]string{"SHA3-256"}, true}, {[]string{"SHA3-25"}, false}, {[]string{"os.path"}, true},
		{[]string{"nowhere", "PCU"}, true}, {[]string{"PC"}, false},
	}
	for _, tt := range tests {
		if got := s.Holds(&question.Name{Text: tt.forms[0], Forms: tt.forms}); got != tt.want {
			t.Errorf("%q: %v", tt.forms, got)
		}
	}
}

// TestLists: items know their list and what leads in to it, and a lead-in the list; an inner list is one of its own.
func TestLists(t *testing.T) {
	c := page("pump", 1, "The pump is sold in two ways:", "- whole, with one of:\n", "- a short hose", "- in parts", "It is sold under a law by which—", "(a) The first clause of the law.", "(b) The second clause of the law.", "| Model | Bar\nOrca | 9\nMarlin | 6")
	c.Blocks[2].Start -= 2 // indented, by white space that stands before it
	c.Text = c.Text[:c.Blocks[2].Start] + "  " + c.Text[c.Blocks[2].Start+2:]
	var got []string
	for _, s := range statementsOf(c) {
		got = append(got, fmt.Sprintf("%t %d %d %s", s.Kind == source.Item, s.List, s.Leads, s.Lead))
	}
	want := []string{"false 0 1 ", "true 1 2 The pump is sold in two ways:", "true 2 0 whole, with one of:", "true 1 0 The pump is sold in two ways:", "false 0 3 ",
		"true 3 0 It is sold under a law by which—", "true 3 0 It is sold under a law by which—", "false 4 0 ", "false 4 0 "}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestDeniedItems: an item is said with what leads in to its list, where that denies it.
func TestDeniedItems(t *testing.T) {
	c := page("snakes", 1, "Remember four guidelines. Do not:", "Give the victim alcohol or tobacco.", "Make any deep cuts. They open the veins.", "Keep the victim still and warm.", "You should then:", "Wash the wound with clean water.")
	for _, i := range []int{1, 2, 5} {
		c.Blocks[i].Kind = source.Item
	}
	var said []string
	for _, s := range statementsOf(c) {
		said = append(said, s.Sentences()...)
	}
	want := []string{"Remember four guidelines.", "Do not:", "Do not: Give the victim alcohol or tobacco.", "Do not: Make any deep cuts.", "They open the veins.", "Keep the victim still and warm.", "You should then:", "Wash the wound with clean water."}
	if !slices.Equal(said, want) {
		t.Errorf("got %q, want %q", said, want)
	}
}

// What is said of an entry has one colon, whether its term brings one or not.
func TestEntrySaid(t *testing.T) {
	for text, want := range map[string]string{"Q: | How does it start?": "Q: How does it start?", "pump | It moves water.": "pump: It moves water."} {
		if got := (&Statement{Kind: source.Item, Text: text}).Said(); got != want {
			t.Errorf("%q is said as %q, want %q", text, got, want)
		}
	}
}
