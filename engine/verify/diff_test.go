package verify

import (
	"strings"
	"testing"

	"ibid/engine"
)

// distance is the edit distance between two runs of words, the obvious way.
func distance(a, b []word) int {
	switch {
	case len(a) == 0:
		return len(b)
	case len(b) == 0:
		return len(a)
	case a[0].core == b[0].core:
		return distance(a[1:], b[1:])
	}
	return 1 + min(distance(a[1:], b[1:]), distance(a[1:], b), distance(a, b[1:]))
}

// FuzzAlign compares the alignment with the best of all runs of words.
func FuzzAlign(f *testing.F) {
	f.Add("a b c", "x a c c y")
	f.Add("a b", "")
	f.Add("", "a b")
	f.Add("a a b", "b a b a a b")
	f.Add("1 2 3 4", "1 9 3 4 1 2 4")
	f.Fuzz(func(t *testing.T, quote, text string) {
		const most = 6 // words: the obvious way is exponential
		old, words := wordsOf(quote, 0), wordsOf(text, 0)
		old, words = old[:min(len(old), most)], words[:min(len(words), most)]
		got := align(old, words)
		best := len(old)
		for i := range words {
			for j := i; j <= len(words); j++ {
				best = min(best, distance(old, words[i:j]))
			}
		}
		if got.cost != best {
			t.Fatalf("%q in %q: cost %d, want %d", quote, text, got.cost, best)
		}
		n := 0
		for _, c := range got.changes {
			n += max(len(strings.Fields(c.before)), len(strings.Fields(c.after)))
			if len(words) > 0 && (c.at < 0 || c.at >= len(text)) {
				t.Fatalf("a change at %d of %q", c.at, text)
			}
		}
		if n > best {
			t.Fatalf("%q in %q: changes %+v of cost %d", quote, text, got.changes, best)
		}
	})
}

// FuzzFlat holds that what is found is there, whatever the white space.
func FuzzFlat(f *testing.F) {
	f.Add("one  two\n\tthree", "two three", 0)
	f.Add(" \u00a0a\u2003b ", "a b", 1)
	f.Add("\xff \xfe", "\xfe", -1)
	f.Fuzz(func(t *testing.T, text, quote string, from int) {
		at := flatten(text).find(quote, from)
		if at < 0 {
			if q := engine.OneLine(quote); from <= 0 && q != "" && strings.Contains(engine.OneLine(text), q) {
				t.Fatalf("%q is in %q and not found", quote, text)
			}
			return
		}
		if at < from || !strings.HasPrefix(engine.OneLine(text[at:]), engine.OneLine(quote)) {
			t.Fatalf("%q is not at %d of %q", quote, at, text)
		}
	})
}
