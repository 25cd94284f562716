package text

import (
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/support"
)

// sentences tells how each sentence of the answer stands to what it cites.
func (s *sheet) sentences(a *engine.Answer) {
	if len(a.Sentences) == 0 {
		return
	}
	s.head("sentences")
	for i := range a.Sentences {
		st := &a.Sentences[i]
		glyph, word := SentenceMark(st)
		s.add(2, Span{glyph.Text + " " + word + "  ", glyph.Role}, Span{name(st.Text), Text}, Span{markers(st.Citations), Key})
		if st.Instead != "" {
			s.add(4, Span{"in the place of “" + clip(name(st.Instead), longQuote) + "”, which is not proven", Text})
		}
		if st.Answers != "" {
			s.add(4, Span{"answers: " + name(st.Answers), Faint})
		}
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
		for _, step := range st.Proof {
			s.add(4, Span{Derived(step), Faint})
		}
	}
}

// Derived tells one step of a proof: what the source says, and what becomes of it.
func Derived(s support.Step) string {
	switch out := name(s.Kind) + ": "; {
	case s.Claim == "":
		return out + "“" + name(s.Source) + "”"
	case s.Source == "":
		return out + "“" + name(s.Claim) + "”"
	default:
		return out + "“" + name(s.Source) + "” → “" + name(s.Claim) + "”"
	}
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

// names lists real names.
func (s *sheet) names(label string, all []string) {
	if len(all) == 0 {
		return
	}
	s.add(4, Span{label + " ", Faint}, Span{list(all, name), Strong})
}

// symbols tells which API names of the answer do not exist or are misused, and names the others. What is said of a
// name on several lines of the answer is said once.
func (s *sheet) symbols(symbols []engine.Symbol) {
	if len(symbols) == 0 {
		return
	}
	s.head("symbols")
	names := map[engine.SymbolVerdict][]string{} // that there is nothing to say of
	var told []engine.Symbol
	for _, sym := range symbols {
		switch {
		case sym.Verdict == engine.SymbolUnknown || sym.Verdict == engine.SymbolMisused:
			if !slices.ContainsFunc(told, func(o engine.Symbol) bool { return alike(&o, &sym) }) {
				told = append(told, sym)
				s.symbol(&sym)
			}
		case !slices.Contains(names[sym.Verdict], name(sym.Name)):
			names[sym.Verdict] = append(names[sym.Verdict], name(sym.Name))
		}
	}
	for _, v := range []engine.SymbolVerdict{engine.SymbolKnown, engine.SymbolOutOfScope} {
		if names[v] != nil {
			glyph, word := Mark(string(v))
			s.add(2, Span{glyph.Text + " " + word, glyph.Role}, Span{"  " + strings.Join(names[v], ", "), Text})
		}
	}
}

// symbol tells what is wrong with a name.
func (s *sheet) symbol(sym *engine.Symbol) {
	glyph, word := Mark(string(sym.Verdict))
	s.add(2, Span{glyph.Text + " " + word + "  ", glyph.Role}, Span{name(sym.Name), Strong})
	if sym.Detail != "" {
		s.add(4, Span{sentence(sym.Detail), Text})
	}
	s.names("did you mean", sym.Nearest)
}

func alike(a, b *engine.Symbol) bool {
	return a.Name == b.Name && a.Verdict == b.Verdict && a.Argument == b.Argument && a.Detail == b.Detail
}
