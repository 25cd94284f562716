package engine

import (
	"regexp"
	"slices"
	"unicode/utf8"
)

// key is how evidence is called: c1, c2 …
var key = regexp.MustCompile(`^c[1-9][0-9]{0,5}$`)

// MakeSane makes an answer that was read from JSON one to be shown as it was, whoever wrote it: evidence whose key is
// not c1, c2 … or is there twice is left out, and so are references to such keys; spans are moved into the text that
// they are about. A citation gets the text of its evidence.
func (a *Answer) MakeSane() {
	a.Evidence = withKey(a.Evidence, func(ev Evidence) string { return ev.Key })
	text := func(key string) string {
		if ev := a.Known(key); ev != nil {
			return ev.Text
		}
		return ""
	}
	for i := range a.Sentences {
		s := &a.Sentences[i]
		s.Basis, s.Quote = "", "" // which follow from the rest
		s.Citations = withKey(s.Citations, func(key string) string { return key })
		for k := range s.Quotes {
			q := &s.Quotes[k]
			if q.Span = within(q.Span, text(q.Key)); !key.MatchString(q.Key) {
				q.Key = ""
			}
		}
	}
	a.Citations = withKey(a.Citations, func(c Citation) string { return c.Key })
	for i := range a.Citations {
		c := &a.Citations[i]
		c.Span = within(c.Span, text(c.Key))
		if ev := a.Known(c.Key); ev != nil {
			at := c.Chunk
			c.Evidence = *ev
			c.StartPage, c.EndPage, c.Labels, c.StartLine, c.EndLine, c.Symbol = at.StartPage, at.EndPage, at.Labels, at.StartLine, at.EndLine, at.Symbol
			if n := len(ev.Section); n == 0 || len(at.Section) == 0 || at.Section[0] != ev.Section[n-1] {
				c.Section = at.Section
			}
		}
	}
	for i := range a.Symbols {
		a.Symbols[i].Span = within(a.Symbols[i].Span, a.Text)
	}
}

// withKey is what of a list has a key of evidence, each key once.
func withKey[T any](in []T, of func(T) string) []T {
	seen := map[string]bool{}
	return slices.DeleteFunc(in, func(x T) bool {
		k := of(x)
		drop := seen[k] || !key.MatchString(k)
		seen[k] = true
		return drop
	})
}

// within moves a span into a text, and its ends to where characters start.
func within(span [2]int, text string) [2]int {
	for i := range span {
		at := min(max(span[i], 0), len(text))
		for at < len(text) && !utf8.RuneStart(text[at]) {
			at--
		}
		span[i] = at
	}
	span[1] = max(span[1], span[0])
	return span
}
