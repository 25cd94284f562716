package engine

import (
	"slices"
	"testing"

	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
)

func TestNumberedThings(t *testing.T) {
	tests := []struct {
		question string
		want     []string
	}{
		{"What is the maximum error of a Class D probe?", []string{"Class D"}},
		{"What does the logger do after error 418?", []string{"error 418"}},
		{"What changed in version 3 of the protocol?", []string{"version 3"}},
		{"Which flag has the number 7?", []string{"flag 7"}},
		{"What does step 2.1 do?", []string{"step 2.1"}},
		{"How do Class A and Class C differ?", []string{"Class A", "Class C"}},
		{"What does error 2001 mean?", []string{"error 2001"}}, // no year: errors have numbers
		{"What does the conference 2001 say?", nil},
		{"Why are readings averaged over 180 seconds?", nil},     // a quantity
		{"Does it produce 480 records a day?", nil},              // of records
		{"Which fine is paid in 2035?", nil},                     // a year
		{"What happened in March 12?", nil},                      // a date
		{"How long until one key has produced 2^64 signs?", nil}, // a power
		{"Can the key have permission 0644?", nil},               // a value
		{"What do I do?", nil},
		{"Has it more than 5?", nil},
		{"", nil},
	}
	for _, tt := range tests {
		var got []string
		for _, n := range numberedThings(tt.question) {
			got = append(got, n.Text)
			if !n.Numbered() || n.noun == "" || n.number == "" {
				t.Errorf("%q: %+v", tt.question, n)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.question, got, tt.want)
		}
	}
}

// What has a place in a series is told by its place, in any spelling; of other things the second is another one.
func TestOrdinals(t *testing.T) {
	second := numberedThings("How many teams reached the second round?")[0]
	for text, want := range map[string]bool{
		"To the second round 12 teams went.":  true,
		"All second-round teams were invited": true,
		"In round 2 there were 12 teams.":     true,
		"To the fourth round 12 teams went.":  false,
		"The second team left the round.":     false,
	} {
		if got := second.in(text); got != want {
			t.Errorf("%q has %q: %v", text, second.Text, got)
		}
	}
	if second.Numbered() {
		t.Error("each statement must name a place in a series")
	}
	if got := numberedThings("What is the second valve for?"); got != nil {
		t.Errorf("got %+v", got)
	}
}

// A number is where its noun is: beside it, in a list of numbers behind it, or in a cell or at the head of an item below it.
func TestNumberHeld(t *testing.T) {
	e := numberedThings("What is error 418?")[0]
	c := numberedThings("What is a Class C probe?")[0]
	tests := []struct {
		name *Name
		s    Statement
		want bool
	}{
		{&e, Statement{Text: "Error 418 means that it is a teapot."}, true},
		{&e, Statement{Text: "The errors 401, 418 and 503 are final."}, true},
		{&e, Statement{Text: "After an error it waits 418 seconds."}, false},
		{&e, Statement{Text: "It sends 418 bytes, or an error."}, false},
		{&e, Statement{Text: "Error 4180 is another one."}, false},
		{&e, Statement{Text: "418 | TEAPOT | stops", Kind: source.Table, Context: NewBag("Errors")}, true},
		{&e, Statement{Text: "503 | TEAPOT | 418 s", Kind: source.Table, Context: NewBag("Errors")}, false},
		{&e, Statement{Text: "418 | TEAPOT | stops", Kind: source.Table, Context: NewBag("Flags")}, false},
		{&e, Statement{Text: "`418`: it is a teapot", Kind: source.Item, Context: NewBag("Errors")}, true},
		{&e, Statement{Text: "418 things to do", Kind: source.Item, Context: NewBag("Errors")}, false},
		{&c, Statement{Text: "Classes A, B and C are for the sea."}, true},
		{&c, Statement{Text: "Class A and Class C are for the sea."}, true},
		{&c, Statement{Text: "Class A probes are faster than C."}, false},
		{&c, Statement{Text: "The class is written in C."}, false},
		{&c, Statement{Text: "It never freezes.", Near: "3 Probes of Class C"}, true},
	}
	for _, tt := range tests {
		if tt.s.Context == nil {
			tt.s.Context = Bag{}
		}
		if got := tt.s.Holds(tt.name); got != tt.want {
			t.Errorf("%q holds %s: got %v", tt.s.Text, tt.name.Text, got)
		}
	}
}

// What a question names and no document has: a thing by its number, a name by its capital, and what a why takes for granted.
func TestNamesThatAreNowhere(t *testing.T) {
	manual := page("m", 1, "The Marlin pump has a window of glass. Its error 7 stops the motor. The housing of the pump is blue. Anna Berg runs it.")
	tests := []struct{ question, missing string }{ // "" where the gate passes
		{"What does the motor of the pump do after error 7?", ""},
		{"What does the motor of the pump do after error 8?", "“error 8”"},
		{"How is the pump with its motor installed on Windows?", "“Windows”"}, // a window is no Windows
		{"Which motor of the pump does Anna run?", ""},
		{"Which motor of the pump does Bertha run?", "“Bertha”"},
		{"Bertha or not, which motor of the pump stops?", ""}, // the first word has its capital anyway
		{"Why is the blue housing of the Marlin pump made of titanium?", "“titanium”"},
		{"Why does the motor of the blue pump halt?", ""}, // another word for what it does
	}
	for _, tt := range tests {
		l := &library{chunks: []index.Chunk{manual}}
		opt := Defaults()
		opt.NoSimilarity = true
		a := mustAsk(t, l, says("The Marlin pump has a window of glass [c1]."), opt, tt.question)
		g, _ := gateNamed(a, guard.GateKeyTerms)
		if refused := a.RefusalCode == guard.MissingTerm; refused != (tt.missing != "") || refused && g.Detail != tt.missing+" is nowhere in the evidence." {
			t.Errorf("%q: %+v", tt.question, g)
		}
	}
}

func TestClassOfAnswerIsNoTerm(t *testing.T) {
	for question, want := range map[string][]string{
		"Which country rationed gasoline?":   {"rationed", "gasoline"},
		"In what year did the valve burst?":  {"valve", "burst"},
		"Which valve of the country burst?":  {"valve", "country", "burst"},
		"What kind of codes does HQC use?":   {"codes", "HQC"},
		"Which other city has such a valve?": {"valve"},
	} {
		if got := spellings(words(index.ParseQuestion(question))); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", question, got, want)
		}
	}
}
