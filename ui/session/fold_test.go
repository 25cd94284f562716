package session

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFold(t *testing.T) {
	for in, want := range map[string]string{"Élan": "elan", "E\u0301lan": "elan", "NAÏVE": "naive", "oﬃce": "office", "ΣΊΣΥΦΟΣ": "σισυφοσ", "σίσυφος": "σισυφοσ", "１２": "12", "漢字": "漢字", "İ": "i"} {
		if got := fold(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	text := strings.Repeat("before ", 30) + "the\n\nNEEDLE here " + strings.Repeat("after ", 60)
	got := excerpt(text, []string{"needle"})
	if !strings.HasPrefix(got, "…before") || !strings.Contains(got, "the NEEDLE here after") || !strings.HasSuffix(got, "after…") || utf8.RuneCountInString(got) > snippetLength+2 {
		t.Errorf("%q", got)
	}
	if got := excerpt("short", []string{"absent"}); got != "short" {
		t.Errorf("%q", got)
	}
}

// FuzzExcerpt looks for a word: an excerpt is a piece of the text, and holds the word that was looked for.
func FuzzExcerpt(f *testing.F) {
	f.Add("The Élan probe is naïve.", "elan")
	f.Add(strings.Repeat("a b ", 90)+"oﬃce\u0301 after", "ffi")
	f.Add("\u0301\xff漢字", "字")
	f.Fuzz(func(t *testing.T, text, word string) {
		word = fold(word)
		got := excerpt(text, []string{word})
		if utf8.RuneCountInString(got) > snippetLength+2 {
			t.Errorf("%d characters", utf8.RuneCountInString(got))
		}
		if word == "" || len(word) > snippetLength-snippetBefore || strings.ContainsAny(word, " \n\t") || strings.ContainsFunc(text, func(r rune) bool { return r > ' ' && len(strings.Fields(string(r))) == 0 }) {
			return
		}
		if strings.Contains(fold(text), word) && !strings.Contains(fold(got), word) {
			t.Errorf("%q is not in %q of %q", word, got, text)
		}
	})
}
