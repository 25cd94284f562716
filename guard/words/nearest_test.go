package words

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"quote", "quota", "draft", "f1"}
	for word, want := range map[string]string{"qoute": "quote", "quot": "quote", "draf": "draft", "sky": "", "": "", "foo": "", "fl": "f1"} {
		if got := Nearest(word, names); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// FuzzDistance holds the distance against its definition.
func FuzzDistance(f *testing.F) {
	f.Add("kitten", "sitting")
	f.Add("größe", "grosse")
	f.Add("", "ab")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := []rune(a), []rune(b)
		if len(x) > 6 || len(y) > 6 {
			t.Skip()
		}
		var edits func(x, y []rune) int
		edits = func(x, y []rune) int {
			switch {
			case len(x) == 0 || len(y) == 0:
				return len(x) + len(y)
			case x[0] == y[0]:
				return edits(x[1:], y[1:])
			}
			return 1 + min(edits(x[1:], y), edits(x, y[1:]), edits(x[1:], y[1:]))
		}
		if got, want := Distance(a, b), edits(x, y); got != want {
			t.Errorf("%q to %q is %d, want %d", a, b, got, want)
		}
	})
}
