package app

import (
	"strings"
	"testing"
)

// FuzzSplitEvidence holds that taking evidence out of a text invents nothing: what is left, and every piece of evidence,
// is made of lines of the text, and every key is one that a marker can have.
func FuzzSplitEvidence(f *testing.F) {
	for _, text := range []string{
		"a [c1].\n\n[c1]: b\n  c\n\nd", "a\n## Evidence\n[c1] b\n- [2]: c\n```\n[c3] d", "**References:**\n[^1]: x", "Evidence:\nno entry",
		"a [c1].\n\nReferences:\n\n- [c1] b, p. 1: “c \\[1]” … “d | e” … “f | g”", "a [c1].\n\n[c1] b\n     “c”\n\ncopied word for word from 1 place · whether it is right was not checked\n",
		"```\n[c1]: code\n```\n[c01]: e\n[c1]: f", "[1]: https://example.org\n[99999999999999999999]: x\n[c]: y\r\n[1]:\tz",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		claims, given := SplitEvidence(text)
		body := claims.Text
		seen := map[string]bool{}
		for _, ev := range given {
			key, ok := EvidenceKey(ev.Key)
			if !ok || key != ev.Key || seen[key] {
				t.Errorf("%q: the key %q", text, ev.Key)
			}
			seen[key] = true
			for _, l := range strings.Split(ev.Text, "\n") {
				if !strings.Contains(text, l) && !strings.Contains(escaped.ReplaceAllString(text, "$1"), l) { // a quotation means itself
					t.Errorf("%q: %q is in the evidence and not in the text", text, l)
				}
			}
		}
		rest := strings.Split(text, "\n")
		for i, l := range strings.Split(body, "\n") {
			if len(claims.lines) > 0 && rest[claims.lines[i]-1] != l {
				t.Errorf("%q: %q is said to be line %d", text, l, claims.lines[i])
			}
		}
		for _, l := range strings.Split(body, "\n") {
			for len(rest) > 0 && rest[0] != l {
				rest = rest[1:]
			}
			if len(rest) == 0 && body != "" {
				t.Fatalf("%q: %q is left, which is no line of it, or not in order", text, l)
			}
			rest = rest[min(1, len(rest)):]
		}
	})
}
