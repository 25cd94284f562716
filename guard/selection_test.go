package guard

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTruncate(t *testing.T) {
	sentence := "The encapsulation key has exactly one thousand bytes. "
	var rows, code strings.Builder
	for i := range 400 {
		fmt.Fprintf(&rows, "| ML-KEM-%d | %d | 32 |\n", i, i)
		fmt.Fprintf(&code, "x%d := f(%d)\n", i, i)
	}
	fenced := "```go\n" + code.String() + "```\n"
	tests := []struct {
		name, text string
		cut        bool
		check      func(kept, rest string) bool
	}{
		{"short", "One. Two.", false, nil},
		{"empty", "", false, nil},
		{"prose", strings.Repeat(sentence, 400), true, func(kept, rest string) bool { return strings.HasSuffix(kept, "bytes.") }},
		{"table", rows.String(), true, func(kept, rest string) bool { return strings.HasSuffix(kept, "|") && strings.HasPrefix(rest, "\n") }},
		{"code that does not fit stays whole", strings.Repeat(sentence, 140) + "\n\n" + fenced, true,
			func(kept, rest string) bool {
				return strings.HasSuffix(kept, "bytes.") && strings.Contains(rest, "```go")
			}},
		{"code that fills everything", fenced, true,
			func(kept, rest string) bool { return strings.TrimLeft(rest[:1], " \n") == "" }},
		{"little before the code", "# Title\n\n" + fenced, true, func(kept, rest string) bool { return strings.Contains(kept, "x100 :=") }},
		{"one word", strings.Repeat("a", 50_000), true, func(kept, rest string) bool { return len(kept) == SelectionCharacters }},
		{"characters, not bytes", strings.Repeat("é", 9_000), false, nil},
		{"one long sentence", strings.Repeat("word ", 9_000), true, func(kept, rest string) bool { return strings.HasSuffix(kept, "word") }},
	}
	for _, tt := range tests {
		got := Truncate(tt.text)
		checkTruncation(t, tt.text, got)
		if got.Truncated != tt.cut {
			t.Errorf("%s: truncated %v, to %d tokens", tt.name, got.Truncated, got.Tokens)
		} else if tt.cut && !tt.check(got.Text, tt.text[len(got.Text):]) {
			t.Errorf("%s: cut at %q ¦ %q", tt.name, got.Text[max(0, len(got.Text)-60):], tt.text[len(got.Text):][:20])
		}
	}
}

func checkTruncation(t *testing.T, text string, got Truncation) {
	t.Helper()
	if !strings.HasPrefix(text, got.Text) || got.Truncated != (len(got.Text) < len(text)) {
		t.Errorf("%q is not a proper prefix", got.Text)
	}
	if got.Tokens > SelectionTokens || utf8.RuneCountInString(got.Text) > SelectionCharacters || got.Tokens != CountTokens(got.Text) {
		t.Errorf("%d tokens, %d bytes", got.Tokens, len(got.Text))
	}
	if utf8.ValidString(text) && !utf8.ValidString(got.Text) {
		t.Errorf("cut inside a character")
	}
}

func FuzzTruncate(f *testing.F) {
	f.Add("```\ncode\n```\n| a | b |\n|---|---|\n- x. y", 300)
	f.Add("é字😀\xff. a", 900)
	f.Add("", 1)
	f.Fuzz(func(t *testing.T, unit string, times int) {
		if len(unit) == 0 {
			times = 0
		} else {
			times = max(0, min(times, 40_000/len(unit)))
		}
		text := strings.Repeat(unit, times)
		got := Truncate(text)
		checkTruncation(t, text, got)
		if again := Truncate(got.Text); again.Truncated {
			t.Errorf("truncated again")
		}
	})
}

func TestCountTokens(t *testing.T) {
	tests := []struct {
		text string
		want int
	}{
		{"", 0}, {"a", 1}, {"banana", 1}, {"bananas", 2}, {"two words", 2}, {"1184", 2}, {"ML-KEM", 3}, {"a\nb", 3}, {"字字", 2},
		{"x1", 2}, {"foo(bar)", 4},
	}
	for _, tt := range tests {
		if got := CountTokens(tt.text); got != tt.want {
			t.Errorf("%q: got %d, want %d", tt.text, got, tt.want)
		}
	}
}

func TestSelectionOverlap(t *testing.T) {
	selection := "The encapsulation key of ML-KEM-768 has 1184 bytes. Keys are generated once and stored in `config.yaml`."
	for answer, want := range map[string]float64{
		"The key of ML-KEM-768 has 1184 bytes [c1].": 1, "Generating keys stores bytes. [c1]": 1, "The key is stored by Kubernetes.": 2. / 3,
		"Rotating keys costs 5 Euros.": 1. / 5, "": 0, "It is the.": 0,
	} {
		if got := SelectionOverlap([]string{Unmarked(answer)}, selection); got != want {
			t.Errorf("%q: got %v, want %v", answer, got, want)
		}
	}
}
