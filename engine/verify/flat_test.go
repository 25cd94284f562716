package verify

import (
	"strings"
	"testing"

	"ibid/engine"
)

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
