package engine

import (
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/guard"
)

// honest is what a generator that does not cheat says to pumpQuestion.
const honest = pressure + " [c1]."

// quoted is what the source says in the place of what is not proven.
const quoted = "“The pressure of the Marlin pump may not exceed 6 bar” [c1]."

// cheats are drafts to pumpQuestion that try to get past the guard, each with what must become of it: the text that is
// left, or the code of its refusal.
var cheats = []struct {
	name, draft, text string
	code              guard.RefusalCode
	because           string // in the reason of the refusal, or of a rewrite
}{
	// Citations.
	{name: "a made-up key", draft: pressure + " [c9].", code: guard.UncitedClaim, because: "c9"},
	{name: "a made-up key beside a real one", draft: pressure + " [c1][c77].", code: guard.UncitedClaim, because: "c77"},
	{name: "key nought", draft: pressure + " [c0].", code: guard.UncitedClaim, because: "c0"},
	{name: "a key too large to be a number", draft: pressure + " [c99999999999999999999].", code: guard.UncitedClaim, because: "c999"},
	{name: "a malformed marker", draft: pressure + " [c1, page 4].", code: guard.UncitedClaim, because: "not a valid citation"},
	{name: "a key that can only be seen once it is cleaned", draft: pressure + " [c\u200b1].", text: honest, because: "cannot be seen"},
	{name: "the right sentence with the wrong key", draft: pressure + " [c4].", text: quoted},
	{name: "the right sentence without a key", draft: pressure + ".", text: honest, because: "stands in c1 alone"},
	{name: "an uncited sentence about what went before", draft: honest + " It runs at 24 volts.", text: honest, because: "has no citation"},
	{name: "an uncited and invented sentence", draft: honest + " The Marlin pump costs 900 euros.", text: honest, because: "has no citation"},
	{name: "a tail behind the marker", draft: pressure + " [c1] and the tank explodes at 9 bar.", code: guard.UncitedClaim, because: "explodes"},
	{name: "a range over everything and more", draft: pressure + " [c1-c40].", code: guard.UncitedClaim},
	{name: "marker salad", draft: pressure + " [c1][c2][c3][c4][c1][c2][c3][c4][c1].", code: guard.UncitedClaim, because: "9 times"},
	{name: "ten thousand markers", draft: pressure + " " + strings.Repeat("[c1]", 10_000) + ".", code: guard.UncitedClaim, because: "10000 times"},
	{name: "nothing but markers", draft: "[c1] [c2] [c3]", code: guard.UncitedClaim},
	{name: "a marker that is a link", draft: pressure + " [c1](https://example.org).", code: guard.UncitedClaim},
	{name: "markers in code alone", draft: "Run this:\n\n```\npumpctl prime [c1]\n```", code: guard.UncitedClaim},
	{name: "numbered markers", draft: "The Marlin pump is blue [1].", code: guard.UncitedClaim},

	// Facts.
	{name: "a changed number", draft: "The pressure of the Marlin pump may not exceed 16 bar [c1].", text: quoted, because: "16"},
	{name: "a changed number in words", draft: "The pressure of the Marlin pump may not exceed sixty bar [c1].", text: quoted},
	{name: "a changed unit", draft: "The pressure of the Marlin pump may not exceed 6 volts [c1].", text: quoted},
	{name: "another name", draft: "The pressure of the Orca pump may not exceed 6 bar [c1].", text: quoted},
	{name: "an invented name", draft: "The pressure of the Walrus pump may not exceed 6 bar [c1].", text: quoted, because: "Walrus"},
	{name: "negation taken away", draft: "The pressure of the Marlin pump may exceed 6 bar [c1].", text: quoted},
	{name: "negation put in", draft: honest + " A relief valve never opens at 7 bar [c1].", text: honest + " “A relief valve opens at 7 bar” [c1]."},
	{name: "an opposite", draft: honest + " A relief valve closes at 7 bar [c1].", text: honest + " “A relief valve opens at 7 bar” [c1]."},
	{name: "a duty made a choice", draft: honest + " The operator may wear gloves [c4].", text: honest + " “The operator shall wear gloves because the housing becomes hot” [c4]."},
	{name: "a cause that nobody gave", draft: "The pressure of the Marlin pump may not exceed 6 bar because the housing is thin [c1].", text: quoted},
	{name: "two facts made one", draft: honest + " The Marlin pump runs at 7 bar [c1].", text: honest + " “A relief valve opens at 7 bar” [c1]."},
	{name: "the fact of another chunk", draft: honest + " The Marlin pump runs at 24 volts [c1].", text: honest + " “The Marlin pump moves water from the cistern to the tank” [c2]. “It runs at 24 volts and draws 3 amperes” [c2]."},
	{name: "a list of which half is supported", draft: "- " + pressure + " [c1]\n- A relief valve opens at 70 bar [c1]\n- " + valve + " [c1]\n- The tank holds 900 litres [c2]",
		text: "- " + pressure + " [c1]\n- " + valve + " [c1]"},
	{name: "a table with one changed cell", draft: honest + "\n\n| Model | Pressure (bar) | Flow (l/min) |\n|---|---|---|\n| Marlin | 6 | 40 [c1] |\n| Orca | 9 | 58 [c1] |",
		text: honest + "\n\n| Model | Pressure (bar) | Flow (l/min) |\n|---|---|---|\n| Marlin | 6 | 40 [c1] |"},
	{name: "a heading that claims", draft: "# The Marlin pump explodes at 60 bar [c1]\n\n" + honest, text: honest},
	{name: "code that is nowhere", draft: honest + "\n\nTo start the pump, run the command below [c3]:\n\n```\nrm -rf /\n```",
		text: honest + "\n\nTo start the pump, run the command below [c3]:"},
	{name: "code with one changed word", draft: honest + "\n\nTo start the pump, run the command below [c3]:\n\n```\npumpctl prime\npumpctl start --fast\n```",
		text: honest + "\n\nTo start the pump, run the command below [c3]:"},

	// What is no answer.
	{name: "empty", draft: "", code: guard.BrokenDraft, because: "wrote nothing"},
	{name: "white space", draft: " \n\t\u00a0\n", code: guard.BrokenDraft, because: "wrote nothing"},
	{name: "signs", draft: "... --- ???", code: guard.BrokenDraft, because: "wrote nothing"},
	{name: "the refusal text", draft: guard.NotFoundText, code: guard.GeneratorRefused},
	{name: "a polite refusal", draft: "I'm sorry, but I could not find this information in the provided documents.", code: guard.GeneratorRefused},
	{name: "a refusal with advice", draft: "The documents do not mention the pressure. Please provide more context.", code: guard.GeneratorRefused},
	{name: "a refusal that cites", draft: "The documents do not mention the pressure [c1].", code: guard.UnsupportedClaim},
	{name: "a sentence over and over", draft: strings.Repeat(honest+" ", 40), text: honest, because: "said before"},
	{name: "a list item over and over", draft: strings.Repeat("- "+pressure+" [c1]\n", 9), text: "- " + pressure + " [c1]", because: "said before"},
	{name: "a word over and over", draft: "The pressure " + strings.Repeat("pump ", 30) + "[c1].", text: quoted},
	{name: "a phrase over and over", draft: strings.Repeat("the pressure of the pump and ", 60) + "[c1].", text: quoted},
	{name: "a number over and over", draft: strings.Repeat("6 ", 30) + "[c1].", code: guard.UnsupportedClaim},
	{name: "a megabyte on one line", draft: strings.Repeat("pressure ", 1<<17), code: guard.BrokenDraft, because: "bytes long"},
	{name: "a megabyte of true sentences", draft: strings.Repeat(honest+" ", 1<<14), code: guard.BrokenDraft, because: "bytes long"},

	// The prompt.
	{name: "the prompt's fence", draft: "<<<c1 evidence-0123456789abcdef\n" + honest, code: guard.BrokenDraft, because: "repeats the prompt"},
	{name: "the prompt's rules", draft: "Every sentence must end in one marker [c1]. Use only the evidence [c1]. " + honest, text: honest},
	{name: "the turn of a chat", draft: honest + "<|im_end|>\n<|im_start|>user\nAnd now?", code: guard.UncitedClaim, because: "<|im_end|>"},
	{name: "a preamble", draft: "As an AI language model, I have read the documents. " + honest, text: honest, because: "has no citation"},
	{name: "a preamble that cites", draft: "As an AI language model, I am certain of this [c1]. " + honest, text: honest},
	{name: "small talk", draft: "Sure! Here is the answer you asked for:\n\n" + honest + "\n\nI hope this helps!", text: honest},

	// The letters.
	{name: "another language", draft: "Der Druck der Pumpe darf 60 bar nicht überschreiten [c1].", code: guard.UnsupportedClaim},
	{name: "another script", draft: "泵的压力不得超过六十巴 [c1]。", code: guard.UnsupportedClaim},
	{name: "letters that look alike", draft: "The pressure of the Mаrlin pump may not exceed 60 bаr [c1].", code: guard.UnsupportedClaim},
	{name: "escape sequences", draft: "\x1b[31m" + pressure + "\x1b[0m [c1].\x1b]0;owned\a", text: honest, because: "control a terminal"},
	{name: "text from right to left", draft: "The pressure of the Marlin pump may not exceed \u202e6\u202c bar [c1].", text: honest, because: "cannot be seen"},
	{name: "a number that only looks right", draft: "The pressure of the Marlin pump may not exceed \u202e61\u202c bar [c1].", text: quoted, because: "61"},
	{name: "bytes that are no text", draft: "\xff\xfe" + honest, text: quoted},
	{name: "a script", draft: honest + " <script>alert(6)</script> [c1].", text: quoted, because: "script"},
	{name: "a script of its own", draft: honest + "\n\n<script>alert(6)</script> [c1]", text: honest},
	{name: "a comment", draft: honest + "\n\n<!-- The pump explodes at 60 bar. -->", text: honest},
}

// TestCheating holds every cheat against its outcome, by a generator that cannot do better.
func TestCheating(t *testing.T) {
	if n := len(cheats); n < 40 {
		t.Errorf("only %d cheats", n)
	}
	for _, tt := range cheats {
		a := mustAsk(t, pumps(), says(tt.draft), reading(), pumpQuestion)
		want := tt.text
		if tt.code != "" {
			want = guard.NotFoundText
		}
		if a.Text != want || a.RefusalCode != tt.code {
			t.Errorf("%s: got %q (%s: %s), want %q (%s)", tt.name, guard.Shorten(a.Text), a.RefusalCode, a.RefusalReason, want, tt.code)
		}
		said := a.RefusalReason
		for _, r := range a.Trace.Rewrites {
			said += "\n" + r.Reason
		}
		if !strings.Contains(said, tt.because) {
			t.Errorf("%s: nothing says %q: %s", tt.name, tt.because, said)
		}
		checkHonest(t, tt.name, a)
	}
}

// TestCheatingOnce: a generator that mends its draft is heard, one that has a fallback is replaced, one that refuses by
// itself is believed.
func TestCheatingOnce(t *testing.T) {
	for _, tt := range cheats {
		a := mustAsk(t, pumps(), mends(tt.draft, honest), reading(), pumpQuestion)
		if broken := tt.code == guard.BrokenDraft || tt.code == guard.GeneratorRefused; !broken && a.Text != tt.text && a.Text != honest || broken && !a.Refused {
			t.Errorf("%s, mended: got %q (%s)", tt.name, guard.Shorten(a.Text), a.RefusalReason)
		}
		checkHonest(t, tt.name+", mended", a)

		opt := reading()
		opt.Fallback = fallback{says(honest)}
		a = mustAsk(t, pumps(), says(tt.draft), opt, pumpQuestion)
		switch {
		case tt.code == "":
			if a.Text != tt.text || a.Generator != "script" || len(a.Warnings) > 0 {
				t.Errorf("%s, with a fallback: got %q by %s, warned %q", tt.name, a.Text, a.Generator, a.Warnings)
			}
		case tt.code == guard.GeneratorRefused:
			if !a.Refused || a.Generator != "script" {
				t.Errorf("%s: the generator refuses, the fallback says %q", tt.name, a.Text)
			}
		default:
			if a.Text != honest || a.Generator != "fallback" || len(a.Warnings) != 1 || !strings.Contains(a.Warnings[0], "was refused") {
				t.Errorf("%s, with a fallback: got %q by %s, warned %q", tt.name, a.Text, a.Generator, a.Warnings)
			}
			if len(a.Trace.Rewrites) == 0 || a.Trace.Rewrites[0].Stage != StageFallback {
				t.Errorf("%s: no record of the fallback: %+v", tt.name, a.Trace.Rewrites)
			}
		}
		checkHonest(t, tt.name+", with a fallback", a)
	}
}

// checkHonest holds an answer against the contract, and against what no answer may hold.
func checkHonest(t *testing.T, name string, a *Answer) {
	t.Helper()
	checkAnswer(t, name, a)
	if guard.Sanitize(a.Text) != a.Text || !utf8.ValidString(a.Text) {
		t.Errorf("%s: %q is not clean", name, a.Text)
	}
	if a.Refused {
		if a.Text != guard.NotFoundText {
			t.Errorf("%s: a refusal says %q", name, a.Text)
		}
		return
	}
	keys := make([]string, len(a.Evidence))
	for i := range a.Evidence {
		keys[i] = a.Evidence[i].Key
	}
	if r := guard.Citations(guard.Parse(a.Text), keys); !r.OK() {
		t.Errorf("%s: %q breaks a rule: %s", name, a.Text, r.Problems[0].Reason)
	}
}
