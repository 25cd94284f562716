package extract

import (
	"regexp"
	"testing"
)

// FuzzTakesParameter holds the search for a parameter against the obvious one.
func FuzzTakesParameter(f *testing.F) {
	f.Add("def despike(levels, window=5, *, threshold: float = 3.5)", "window")
	f.Add("def despike(levels, window=5, *, threshold: float = 3.5)", "thresh")
	f.Add("def open(self, *args)", "mode")
	f.Add("def open(self, **options)", "mode")
	f.Add("windows window", "window")
	f.Add("aba_a aa", "a")
	f.Add("größe, x", "x")
	name := regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	f.Fuzz(func(t *testing.T, declaration, word string) {
		if !name.MatchString(word) {
			t.Skip()
		}
		want := regexp.MustCompile(`\b` + word + `\b|\*\*|\*args`).MatchString(declaration)
		if got := takesParameter(declaration, word); got != want {
			t.Errorf("%q takes %q: %v, want %v", declaration, word, got, want)
		}
	})
}
