package sentence

import (
	"slices"
	"strings"
	"testing"
)

// statements are the sentences of a paragraph, each on one line.
func statements(text string) (out []string) {
	for _, s := range Block(text, Prose, nil) {
		out = append(out, strings.Join(strings.Fields(text[s.Start:s.End]), " "))
	}
	return out
}

// FuzzWrap: a paragraph says the same at any width.
func FuzzWrap(f *testing.F) {
	f.Add("The widget has a valve. Unless `purge` is set, the widget keeps the oil for 37 days.", uint8(30))
	f.Add("It fails, cf. Fig. 3 (see B. subtilis). (a) The X. 12 of them e.g. do not. [12] \"So be it.\" He left.", uint8(12))
	f.Add("a.[1 2] b. - c 1. d * e > f | g", uint8(3))
	f.Fuzz(func(t *testing.T, text string, width uint8) {
		words := strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || r == 0x7f || r == 0x85 || r == 0xa0 || r > 0x1fff && r < 0x2070 })
		flat := strings.Join(words, " ")
		var b strings.Builder
		n := 0
		for i, w := range words {
			if i > 0 {
				if n += 1 + len(w); n > int(width) {
					b.WriteByte('\n')
					n = len(w)
				} else {
					b.WriteByte(' ')
				}
			}
			b.WriteString(w)
		}
		if got, want := statements(b.String()), statements(flat); !slices.Equal(got, want) {
			t.Fatalf("at width %d: %q, on one line %q", width, got, want)
		}
	})
}
