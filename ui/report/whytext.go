package report

import (
	"fmt"
	"strings"

	"ibid/engine"
	"ibid/guard"
)

// sentences tells how each sentence of the answer stands to what it cites.
func (s *sheet) sentences(a *engine.Answer) {
	if len(a.Sentences) == 0 {
		return
	}
	s.head("sentences")
	for i := range a.Sentences {
		st := &a.Sentences[i]
		glyph := sentenceGlyph(st.Verdict)
		verdict := fmt.Sprintf("%s %s %.2f  ", glyph.Text, st.Verdict, st.Score)
		if st.Verdict == guard.Unchecked {
			verdict = glyph.Text + " not checked  "
		}
		s.add(2, Span{verdict, glyph.Role}, Span{name(st.Text), Text}, Span{markers(st.Citations), Key})
		if st.Reason != "" {
			s.add(4, Span{"because " + name(st.Reason), Text})
		}
		for _, q := range st.Quotes {
			if st.Verdict == guard.Supported {
				s.quote("source", q.Key, clip(words(q.Text), longQuote))
			} else {
				s.quote("compared with", q.Key, words(q.Text))
			}
		}
	}
}

func sentenceGlyph(v guard.Verdict) Span {
	switch v {
	case guard.Supported:
		return Span{"✓", Good}
	case guard.Unsupported:
		return Span{"✗", Bad}
	}
	return Span{"–", Warn}
}

// markers are the keys of a sentence as the answer has them: " [c1][c2]".
func markers(keys []string) string {
	if len(keys) == 0 {
		return ""
	}
	out := " "
	for _, k := range keys {
		out += mark(k)
	}
	return out
}

// mark is the marker of a key.
func mark(key string) string { return "[" + name(key) + "]" }

func (s *sheet) quote(label, key, text string) {
	s.add(4, Span{label + " ", Faint}, Span{mark(key) + " ", Key}, Span{quoted(text), Text})
}

// symbols tells which API names of the answer exist.
func (s *sheet) symbols(symbols []engine.Symbol) {
	if len(symbols) == 0 {
		return
	}
	s.head("symbols")
	for i := range symbols {
		sym := &symbols[i]
		verdict := symbolVerdict(sym.Verdict)
		s.add(2, Span{verdict.Text, verdict.Role}, Span{"  ", Text}, Span{name(sym.Name), Strong})
		if sym.Detail != "" {
			s.add(4, Span{sentence(sym.Detail), Text})
		}
		s.names("did you mean", sym.Nearest)
	}
}

func symbolVerdict(v engine.SymbolVerdict) Span {
	switch v {
	case engine.SymbolKnown:
		return Span{"✓ known", Good}
	case engine.SymbolUnknown:
		return Span{"✗ unknown", Bad}
	case engine.SymbolMisused:
		return Span{"! misused", Warn}
	case engine.SymbolOutOfScope:
		return Span{"– not checked, of another library", Faint}
	}
	return Span{"– " + name(string(v)), Faint}
}

// names lists real names.
func (s *sheet) names(label string, all []string) {
	if len(all) == 0 {
		return
	}
	clean := make([]string, len(all))
	for i, n := range all {
		clean[i] = name(n)
	}
	s.add(4, Span{label + " ", Faint}, Span{strings.Join(clean, ", "), Strong})
}

// rewrites tells what was changed in the draft, and why.
func (s *sheet) rewrites(a *engine.Answer) {
	if len(a.Trace.Rewrites) == 0 {
		return
	}
	s.head("changes to the draft")
	for i := range a.Trace.Rewrites {
		r := &a.Trace.Rewrites[i]
		s.add(2, Span{fmt.Sprintf("%d. %s: ", i+1, name(r.Stage)), Strong}, Span{sentence(r.Reason), Text})
		if r.Unknown != "" {
			s.add(4, Span{"✗ unknown ", Bad}, Span{name(r.Unknown), Strong})
			if len(r.Nearest) == 0 {
				s.add(4, Span{"no real name is like it", Faint})
			}
			s.names("nearest real names", r.Nearest)
		}
		s.changes(Diff(r.Before, r.After))
		if r.Stage == guard.GateSupport {
			s.compared(a, r)
		}
	}
}

const (
	keptWords   = 8 // of the text around a change that are shown
	joinedWords = 3 // kept between two changes that are read as one
)

// changes writes a comparison as lines that start with − and +, with a few kept words around them.
func (s *sheet) changes(spans []Span) {
	for i := 0; i < len(spans); {
		if spans[i].Role == Text {
			s.context(spans[i].Text, i > 0, i < len(spans)-1)
			i++
			continue
		}
		var old, now []Span
		changed := i
		for changed < len(spans) {
			sp := spans[changed]
			joins := changed+1 < len(spans) && len(strings.Fields(sp.Text)) <= joinedWords && !strings.Contains(sp.Text+spans[changed+1].Text[:1], "\n")
			if sp.Role == Text && !joins {
				break
			}
			if sp.Role != Added {
				old = append(old, sp)
			}
			if sp.Role != Removed {
				now = append(now, sp)
			}
			changed++
		}
		i = changed
		s.side("− ", Removed, old)
		s.side("+ ", Added, now)
	}
}

// side writes one side of a change, where it has words of its own.
func (s *sheet) side(mark string, role Role, spans []Span) {
	own := false
	for _, sp := range spans {
		own = own || sp.Role == role
	}
	if !own {
		return
	}
	line := []Span{{mark, role}}
	for i, sp := range spans {
		for n, text := range strings.Split(sp.Text, "\n") {
			switch {
			case n > 0 && len(line) > 1:
				s.add(4, line...)
				line = []Span{{mark, role}}
			case n == 0 && i == 0:
				text = strings.TrimLeft(text, " ")
			}
			if text != "" {
				line = append(line, Span{text, sp.Role})
			}
		}
	}
	s.add(4, line...)
}

// context shows the kept words next to a change, after it, before one or both, each on its own line of the draft.
func (s *sheet) context(text string, after, before bool) {
	const gap = "…"
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
	if len(lines) == 0 {
		return
	}
	head, tail := strings.Fields(lines[0]), strings.Fields(lines[len(lines)-1])
	if len(lines) == 1 && after && before && len(head) <= 2*keptWords {
		s.add(6, Span{strings.Join(head, " "), Faint})
		return
	}
	if after {
		more := len(lines) > 1 || len(head) > keptWords
		line := strings.Join(head[:min(keptWords, len(head))], " ")
		if more && !before {
			line += " " + gap
		}
		s.add(6, Span{line, Faint})
	}
	if after && before {
		s.add(6, Span{gap, Faint})
	}
	if before {
		more := len(lines) > 1 || len(tail) > keptWords
		line := strings.Join(tail[max(0, len(tail)-keptWords):], " ")
		if more && !after {
			line = gap + " " + line
		}
		s.add(6, Span{line, Faint})
	}
}

// compared puts the sentences that were taken out beside the words of their sources that come nearest to them.
func (s *sheet) compared(a *engine.Answer, r *engine.Rewrite) {
	left := guard.Split(r.After)
	for _, st := range guard.Split(r.Before) {
		if len(left) > 0 && left[0].Text == st.Text {
			left = left[1:]
			continue
		}
		if len(st.Citations) == 0 {
			continue // code, which goes with the sentence before it
		}
		s.add(4, Span{"✗ unsupported  ", Bad}, Span{name(st.Claim()), Text})
		for _, m := range st.Citations {
			for _, k := range m.Keys {
				c := evidenceOf(a, k)
				if c == nil {
					continue
				}
				if at := nearest(st.Claim(), c); at.End > 0 {
					s.quote("nearest in", k, words(c.Text[at.Start:at.End]))
				} else {
					s.add(4, Span{"nothing like it in ", Faint}, Span{mark(k), Key})
				}
			}
		}
	}
}
