package ollama

import (
	"math"
	"testing"

	"ibid/engine"
)

func TestConfidence(t *testing.T) {
	tok := func(text string, p float64) Token { return Token{text, math.Log(p)} }
	for _, tt := range []struct {
		name   string
		tokens []Token
		want   *engine.Confidence
	}{
		{"none", nil, nil},
		{"nothing but markers and signs", []Token{tok("[", .1), tok("c", .1), tok("1", .1), tok("].", .1), tok("\n", .1)}, nil},
		{"nothing but function words", []Token{tok("It", .1), tok(" is", .1), tok(".", .1)}, nil},
		{"words", []Token{tok("Keys", .9), tok(" expire", .4), tok(".", .1)}, &engine.Confidence{Mean: .6, Least: 1, Tokens: 2}},
		{"a marker does not count", []Token{tok("Keys", .9), tok(" expire", .4), tok(" [", .01), tok("c", .01), tok("1", .01), tok("]", .01), tok(".", .01)},
			&engine.Confidence{Mean: .6, Least: 1, Tokens: 2}},
		{"function words do not count", []Token{tok("The", .01), tok(" key", .9), tok(" is", .02), tok(" short", .4)}, &engine.Confidence{Mean: .6, Least: 1, Tokens: 2}},
		{"the least number", []Token{tok("It", .5), tok(" has", .5), tok(" ", .01), tok("118", .9), tok("4", .4), tok(" bytes", 1)},
			&engine.Confidence{Mean: math.Cbrt(.36), Least: .4, LeastToken: "4", Tokens: 3}},
		{"an identifier in pieces", []Token{tok("ML", .8), tok("-K", .2), tok("EM", .9), tok("-", .7), tok("768", .6)},
			&engine.Confidence{Mean: math.Pow(.8*.2*.9*.7*.6, .2), Least: .2, LeastToken: "-K", Tokens: 5}},
		{"names of programs", []Token{tok("os", .9), tok(".path", .5), tok(" load", .8), tok("_segment", .6)},
			&engine.Confidence{Mean: math.Pow(.9*.5*.8*.6, .25), Least: .5, LeastToken: ".path", Tokens: 4}},
		{"a stop ends a sentence, not a name", []Token{tok("keys", .5), tok(".", .1), tok(" Seals", .5)}, &engine.Confidence{Mean: .5, Least: 1, Tokens: 2}},
		{"half of a character", []Token{tok("Gr", .5), {"\ufffd", math.Log(.5)}, {"\ufffd", math.Log(.5)}, tok("e", .5)}, &engine.Confidence{Mean: .5, Least: 1, Tokens: 2}},
		{"impossible", []Token{{"key", math.Inf(-1)}, {"s9", math.NaN()}}, &engine.Confidence{Mean: math.Exp(leastLogprob), Least: math.Exp(leastLogprob), LeastToken: "key", Tokens: 2}},
		{"more than certain", []Token{{"key", 0.1}}, &engine.Confidence{Mean: 1, Least: 1, Tokens: 1}},
		{"digits in code", []Token{tok("```\n", .1), tok("x", .5), tok(" := ", .1), tok("3", .5), tok("\n```", .1)},
			&engine.Confidence{Mean: .5, Least: .5, LeastToken: "3", Tokens: 2}},
	} {
		got := confidence(tt.tokens)
		if got == nil || tt.want == nil {
			if got != tt.want {
				t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
			}
			continue
		}
		near := func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }
		if !near(got.Mean, tt.want.Mean) || !near(got.Least, tt.want.Least) || got.LeastToken != tt.want.LeastToken || got.Tokens != tt.want.Tokens {
			t.Errorf("%s: %+v, want %+v", tt.name, *got, *tt.want)
		}
	}
}

func FuzzConfidence(f *testing.F) {
	f.Add("The key has 1184 bytes [c1].", uint8(3))
	f.Add("\xff_.[c1][c", uint8(1))
	f.Add("```\nx[c1]\n``` a.b-c'd\u0301", uint8(2))
	f.Fuzz(func(t *testing.T, text string, step uint8) {
		var tokens []Token
		for i := 0; i < len(text); i += int(step%7) + 1 {
			tokens = append(tokens, Token{text[i:min(len(text), i+int(step%7)+1)], -float64(i%5) / 4})
		}
		c := confidence(tokens)
		if c == nil {
			return
		}
		if !(c.Mean > 0 && c.Mean <= 1 && c.Least > 0 && c.Least <= 1) || c.Tokens < 1 || c.Tokens > len(tokens) {
			t.Errorf("%q: %+v", text, *c)
		}
	})
}
