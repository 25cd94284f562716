package report

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/engine"
	"ibid/guard"
)

const barCells = 18

// gates tells what each gate measured, what it asks for, and what followed.
func (s *sheet) gates(a *engine.Answer) {
	if len(a.Trace.Gates) == 0 {
		return
	}
	s.head("gates")
	for _, g := range a.Trace.Gates {
		label := Span{fmt.Sprintf("%-12s", strings.ReplaceAll(name(g.Name), "_", " ")), Text}
		glyph, word := Mark(string(g.Verdict))
		spans := append([]Span{label}, bar(g)...)
		if g.Verdict == guard.Skipped {
			spans = append(spans, Span{"  " + glyph.Text + " " + word, glyph.Role})
		} else {
			measured, threshold := numbers(g.Measured, g.Threshold)
			spans = append(spans, Span{"  " + measured + "  ", Strong}, Span{"needs " + threshold + "  ", Faint}, Span{glyph.Text + " " + word, glyph.Role})
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

// bar draws a gate's number, with a tick where its threshold is. The bar reaches the tick where, and only where, the
// number reaches the threshold.
func bar(g guard.Gate) []Span {
	tick := cells(g.Threshold, barCells-1)
	full := cells(g.Measured, barCells)
	switch {
	case g.Verdict == guard.Skipped:
		full = 0
	case g.Measured >= g.Threshold:
		full = max(full, tick+1)
	default:
		full = min(full, tick)
	}
	var out []Span
	part := func(from, to int) {
		if n := min(full, to) - from; n > 0 {
			out = append(out, Span{strings.Repeat("█", n), BarFull})
			from += n
		}
		if from < to {
			out = append(out, Span{strings.Repeat("░", to-from), BarEmpty})
		}
	}
	part(0, tick)
	out = append(out, Span{"│", Strong})
	part(tick+1, barCells)
	return out
}

// cells is a share, 0 to 1, in cells.
func cells(share float64, most int) int {
	if !(share > 0) { // nor a number
		return 0
	}
	return int(math.Round(min(share, 1) * float64(most)))
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

// selection tells what was measured of an answer from a selected text.
func (s *sheet) selection(sel *engine.Selection) {
	if sel == nil {
		return
	}
	s.head("selected text")
	verdict := Span{"✓ every quote stands in the selection", Good}
	if !sel.Contained {
		verdict = Span{"– no answer stands in the selection", Faint}
	}
	s.add(2, verdict)
	if !math.IsNaN(sel.Similarity) || !math.IsNaN(sel.KeywordOverlap) {
		s.add(2, Span{"the answer resembles it by " + measuredOr(sel.Similarity, "a number that was not measured") +
			"; the share of the answer's words that stand in it is " + measuredOr(sel.KeywordOverlap, "not measured"), Text})
	}
	if sel.Truncated {
		s.add(2, Span{"! ", Warn}, Span{fmt.Sprintf("only its first %s were read", Count(sel.Tokens, "token")), Text})
	} else {
		s.add(2, Span{"all of it was read, " + Count(sel.Tokens, "token"), Faint})
	}
	s.add(2, Span{"checked against it in " + took(sel.Latency), Faint})
	for i := range sel.Suggestions {
		if i == 0 {
			s.add(2, Span{"the documents may say more in", Text})
		}
		sg := &sel.Suggestions[i]
		s.add(4, Span{Place(&sg.Chunk), Text}, Span{fmt.Sprintf(" · score %.3f", sg.Score), Faint})
	}
}

func measuredOr(x float64, none string) string {
	if math.IsNaN(x) {
		return none
	}
	return fmt.Sprintf("%.2f", x)
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
