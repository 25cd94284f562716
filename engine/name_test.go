package engine

import (
	"testing"

	"ibid/guard"
	"ibid/index"
	"ibid/index/question"
	"ibid/index/source"
)

// A number is where its noun is: beside it, in a list of numbers behind it, or in a cell or at the head of an item below it.
func TestNumberHeld(t *testing.T) {
	e := question.Parse("What is error 418?").Names(unknown)[0]
	c := question.Parse("What is a Class C probe?").Names(unknown)[0]
	tests := []struct {
		name *question.Name
		s    Statement
		want bool
	}{
		{&e, Statement{Text: "Error 418 means that it is a teapot."}, true},
		{&e, Statement{Text: "The errors 401, 418 and 503 are final."}, true},
		{&e, Statement{Text: "After an error it waits 418 seconds."}, false},
		{&e, Statement{Text: "It sends 418 bytes, or an error."}, false},
		{&e, Statement{Text: "Error 4180 is another one."}, false},
		{&e, Statement{Text: "418 | TEAPOT | stops", Kind: source.Table, Context: question.NewBag("Errors")}, true},
		{&e, Statement{Text: "503 | TEAPOT | 418 s", Kind: source.Table, Context: question.NewBag("Errors")}, false},
		{&e, Statement{Text: "418 | TEAPOT | stops", Kind: source.Table, Context: question.NewBag("Flags")}, false},
		{&e, Statement{Text: "`418`: it is a teapot", Kind: source.Item, Context: question.NewBag("Errors")}, true},
		{&e, Statement{Text: "418 things to do", Kind: source.Item, Context: question.NewBag("Errors")}, false},
		{&c, Statement{Text: "Classes A, B and C are for the sea."}, true},
		{&c, Statement{Text: "Class A and Class C are for the sea."}, true},
		{&c, Statement{Text: "Class A probes are faster than C."}, false},
		{&c, Statement{Text: "The class is written in C."}, false},
		{&c, Statement{Text: "It never freezes.", Near: "3 Probes of Class C"}, true},
	}
	for _, tt := range tests {
		if tt.s.Context == nil {
			tt.s.Context = question.Bag{}
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
		{"Why does the motor of the blue pump halt?", ""},     // another word for what it does
	}
	for _, tt := range tests {
		l := &library{chunks: []index.Chunk{manual}}
		opt := Defaults()
		opt.Answered = 0
		a := mustAsk(t, l, says("The Marlin pump has a window of glass [c1]."), opt, tt.question)
		g, _ := gateNamed(a, guard.GateKeyTerms)
		if refused := a.RefusalCode == guard.MissingTerm; refused != (tt.missing != "") || refused && g.Detail != tt.missing+" is nowhere in the evidence." {
			t.Errorf("%q: %+v", tt.question, g)
		}
	}
}

func unknown(string) []string { return nil }
