package engine

import (
	"slices"
	"unicode/utf8"

	"ibid/guard"
	"ibid/index"
)

const (
	maxNumber    = 1e6 // of scores and the like; what is beyond was not written by ibid
	maxKeyDigits = 6
)

// MakeSane makes an answer that was read from JSON one to be shown as it was, whoever wrote it: evidence whose key is
// not c1, c2 … or is there twice is left out, and so are references to such keys; spans are moved into the text that
// they are about; a verdict that this version does not know counts as not checked. A citation and a hit get the text of
// their evidence.
func (a *Answer) MakeSane() {
	a.Evidence = withKey(a.Evidence, func(ev Evidence) string { return ev.Key })
	byKey, byChunk := map[string]*Evidence{}, map[string]*Evidence{}
	for i := range a.Evidence {
		ev := &a.Evidence[i]
		ev.Score, ev.LexicalRank, ev.DenseRank = number(ev.Score), max(ev.LexicalRank, 0), max(ev.DenseRank, 0)
		byKey[ev.Key] = ev
		if byChunk[ev.ID] == nil {
			byChunk[ev.ID] = ev
		}
	}
	text := func(key string) string {
		if ev := byKey[key]; ev != nil {
			return ev.Text
		}
		return ""
	}
	for i := range a.Sentences {
		s := &a.Sentences[i]
		s.Score, s.Basis, s.Quote = min(max(s.Score, 0), 1), "", ""
		s.Citations = withKey(s.Citations, func(key string) string { return key })
		for k := range s.Quotes {
			q := &s.Quotes[k]
			if !sane(q.Key) {
				q.Key = ""
			}
			q.Span = within(q.Span, text(q.Key))
		}
	}
	a.Citations = withKey(a.Citations, func(c Citation) string { return c.Key })
	for i := range a.Citations {
		c := &a.Citations[i]
		c.Span = within(c.Span, text(c.Key))
		if ev := byKey[c.Key]; ev != nil {
			c.Evidence = ev.citedAt(&c.Chunk)
		}
	}
	for i := range a.Symbols {
		s := &a.Symbols[i]
		s.Span, s.Verdict = within(s.Span, a.Text), oneOf(s.Verdict, SymbolUnknown, SymbolKnown, SymbolMisused, SymbolOutOfScope)
	}
	a.Index.Chunks = max(a.Index.Chunks, 0)
	a.Trace.makeSane(byChunk)
}

// citedAt is the evidence with the part of it that a citation names.
func (ev Evidence) citedAt(at *index.Chunk) Evidence {
	if ev.StartLine > at.StartLine || at.EndLine > ev.EndLine {
		return ev // the citation names no part of it
	}
	ev.StartLine, ev.EndLine, ev.Symbol = at.StartLine, at.EndLine, at.Symbol
	if ev.StartPage == at.StartPage { // its last sentence may go on on the next
		ev.EndPage, ev.Labels = at.EndPage, at.Labels
	}
	section := ""
	if len(at.Section) > 0 {
		section = at.Section[0]
	}
	if n := len(ev.Section); n == 0 || section != ev.Section[n-1] {
		ev.Section = at.Section
	}
	return ev
}

func (t *Trace) makeSane(evidence map[string]*Evidence) {
	t.Rounds = max(t.Rounds, 0)
	for i := range t.Variants {
		t.Variants[i].Weight = number(t.Variants[i].Weight)
	}
	for i := range t.Gates {
		g := &t.Gates[i]
		g.Measured, g.Threshold = number(g.Measured), number(g.Threshold)
		g.Verdict = oneOf(g.Verdict, guard.Skipped, guard.Pass, guard.Warn, guard.Refuse)
	}
	for i := range t.Steps {
		t.Steps[i].Round, t.Steps[i].Found = max(t.Steps[i].Round, 0), max(t.Steps[i].Found, 0)
	}
	for i := range t.Found {
		h := &t.Found[i]
		h.Rank, h.LexicalRank, h.DenseRank, h.Score, h.Cosine = max(h.Rank, 0), max(h.LexicalRank, 0), max(h.DenseRank, 0), number(h.Score), number(h.Cosine)
		for k := range h.Contributions {
			c := &h.Contributions[k]
			c.Rank, c.Score, c.Part = max(c.Rank, 0), number(c.Score), number(c.Part)
		}
		if ev := evidence[h.ID]; ev != nil {
			h.Chunk = ev.Chunk
		}
	}
}

// withKey is what of a list has a sane key, each key once.
func withKey[T any](in []T, key func(T) string) []T {
	seen := map[string]bool{}
	return slices.DeleteFunc(in, func(x T) bool {
		k := key(x)
		drop := !sane(k) || seen[k]
		seen[k] = true
		return drop
	})
}

// sane tells a key of the form c1, c2 …
func sane(key string) bool {
	if len(key) < 2 || len(key) > 1+maxKeyDigits || key[0] != 'c' || key[1] == '0' {
		return false
	}
	for _, c := range []byte(key[1:]) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
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

func number(x float64) float64 { return min(max(x, -maxNumber), maxNumber) }

// oneOf is a value, and otherwise where this version does not know it.
func oneOf[T comparable](v, otherwise T, known ...T) T {
	if slices.Contains(known, v) {
		return v
	}
	return otherwise
}
