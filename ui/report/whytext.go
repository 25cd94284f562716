package report

import (
	"fmt"
	"strings"

	"ibid/engine"
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
		glyph := sentenceGlyph(st.Verdict)
		verdict := fmt.Sprintf("%s %s %.2f  ", glyph.Text, st.Verdict, st.Score)
		if st.Verdict == support.Unchecked {
			verdict = glyph.Text + " not checked  "
		}
		s.add(2, Span{verdict, glyph.Role}, Span{name(st.Text), Text}, Span{markers(st.Citations), Key})
		if st.Reason != "" {
			s.add(4, Span{"because " + name(st.Reason), Text})
		}
		for _, q := range st.Quotes {
			if st.Verdict == support.Supported {
				s.quote("source", q.Key, clip(words(q.Text), longQuote))
			} else {
				s.quote("compared with", q.Key, words(q.Text))
			}
		}
	}
}

func sentenceGlyph(v support.Verdict) Span {
	switch v {
	case support.Supported:
		return Span{"✓", Good}
	case support.Unsupported:
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
