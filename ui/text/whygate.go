package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/engine"
	"ibid/guard"
)

// gates tells what each gate measured, what it asks for, and what followed.
func (s *sheet) gates(a *engine.Answer) {
	if len(a.Trace.Gates) == 0 {
		return
	}
	s.head("gates")
	for _, g := range a.Trace.Gates {
		glyph, word := Mark(string(g.Verdict))
		spans := []Span{{fmt.Sprintf("%-12s  ", strings.ReplaceAll(name(g.Name), "_", " ")), Text}, {glyph.Text + " " + word, glyph.Role}}
		if g.Verdict != guard.Skipped {
			measured, threshold := numbers(g.Measured, g.Threshold)
			spans = append(spans, Span{"  " + measured, Strong}, Span{" needs " + threshold, Faint})
		}
		s.add(2, spans...)
		detail := name(g.Detail)
		if g.Verdict == guard.Skipped {
			detail = strings.TrimPrefix(detail, "Not checked: ")
			if !strings.HasPrefix(detail, name(a.Generator)+" ") { // a model's name keeps its spelling
				detail = upperFirst(detail)
			}
		}
		if detail != "" {
			s.add(4, Span{detail, Faint})
		}
		if g.Name == guard.GateConfidence && g.Measured >= g.Threshold && (g.Verdict == guard.Warn || g.Verdict == guard.Refuse) {
			s.add(4, Span{"Of its words as a whole it was sure enough.", Faint})
		}
	}
}

// Mark is a verdict on a gate, a sentence or a symbol as a glyph and a word, both in one role. One that is not known
// says that nothing was checked.
func Mark(verdict string) (glyph Span, word string) {
	switch verdict {
	case "pass", "supported", "known":
		return Span{"✓", Good}, verdict
	case "quoted":
		return Span{"»", Good}, "the source's words"
	case "refuse":
		return Span{"✗", Bad}, "refused"
	case "unsupported":
		return Span{"✗", Bad}, "not proven"
	case "not_found":
		return Span{"✗", Bad}, "not found"
	case "contradicted", "uncited", "unknown":
		return Span{"✗", Bad}, verdict
	case "judged":
		return Span{"≈", Warn}, "judged by a model"
	case "unchecked":
		return Span{"?", Warn}, "not checked"
	case "warn", "misused":
		return Span{"!", Warn}, verdict
	case "out_of_scope":
		return Span{"–", Faint}, "out of scope"
	}
	return Span{"–", Faint}, "not checked"
}

// SentenceMark is the mark of a sentence of an answer.
func SentenceMark(s *engine.Sentence) (glyph Span, word string) {
	if s.Instead != "" {
		return Mark("quoted")
	}
	return Mark(s.Verdict.String())
}

// numbers writes what was measured and what is needed with two decimals, or with as many as it takes to tell them
// apart.
func numbers(measured, threshold float64) (m, t string) {
	const most = 6
	for decimals := 2; ; decimals++ {
		m, t = fmt.Sprintf("%.*f", decimals, measured), fmt.Sprintf("%.*f", decimals, threshold)
		if m != t || measured == threshold || decimals == most {
			return m, t
		}
	}
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
