// Package text tells in words what is known of an answer: why it says what it says, what to do after a refusal, and
// what others read of it: Markdown, a page of HTML, and JSON.
//
//	lines := text.Why(answer)           // the why sheet; the viewer wraps and colours it
//	text := text.Copy(answer)           // Markdown with a list of references
//	page := text.HTML(answer)
//	line, err := text.Encode(answer)    // ibid.answer/1
//
// Everything is a pure function of its arguments. Documents and models are not trusted: whatever comes from them has
// gone through the guard's Sanitize or Reveal and may be shown in a terminal or put on a clipboard.
package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/symbols"
)

// Columns of text that a sheet shows where more would hide the rest.
const (
	longQuote  = 220 // of a quote that proves a sentence
	shortReply = 80  // of a refusal's text
)

// Why tells how an answer came about, in words, from what decided it: the numbers are those of the gates. The trace of
// the answer's JSON form holds the rest.
func Why(a *engine.Answer) []Line {
	s := &sheet{}
	s.decision(a)
	s.next(a)
	s.question(a)
	s.gates(a)
	s.rewrites(a)
	s.sentences(a)
	s.symbols(a.Symbols)
	s.warnings(a.Warnings)
	s.made(a)
	return s.lines
}

// sheet collects lines.
type sheet struct {
	lines []Line
	title string // of the part that begins with the next line
}

// head starts a part of the sheet. One without lines has no title.
func (s *sheet) head(title string) { s.title = title }

// add writes a line with an indent. Spans without text are left out.
func (s *sheet) add(indent int, spans ...Span) {
	if s.title != "" {
		s.lines = append(s.lines, nil, Line{{s.title, Heading}})
		s.title = ""
	}
	if indent > 0 {
		spans = append([]Span{{Text: strings.Repeat(" ", indent)}}, spans...)
	}
	s.lines = append(s.lines, slices.DeleteFunc(spans, func(sp Span) bool { return sp.Text == "" }))
}

// more writes a line below another, where there is something to say.
func (s *sheet) more(something string, spans ...Span) {
	if something != "" {
		s.add(4, spans...)
	}
}

// decision says in one sentence what became of the question.
func (s *sheet) decision(a *engine.Answer) {
	if a.Refused {
		s.add(0, Span{"refused: ", Bad}, Span{becauseOf(a), Strong})
		s.add(2, Span{"ibid said: “" + clip(name(a.Text), shortReply) + "”", Faint})
		return
	}
	said, role := "nothing in it was checked", Good
	kinds, proven := proof(a)
	if kinds != nil {
		said = guard.Count(len(a.Sentences), "sentence") + ", " + strings.Join(kinds, ", ")
	}
	if !proven {
		role = Warn
	}
	s.add(0, Span{"answered: ", role}, Span{said + drafts(&a.Trace) + ".", Strong})
	if a.Selection != nil {
		s.add(2, Span{"from the selected text alone", Faint})
	}
}

// drafts says what became of the first draft, "" where it was left as it was.
func drafts(t *engine.Trace) string {
	n, at := 0, map[string]bool{} // changes, and their stages
	for i := range t.Rewrites {
		if r := &t.Rewrites[i]; r.Discarded == "" { // what was made and not taken changed nothing
			at[r.Stage] = true
			n++
		}
	}
	which := "the draft"
	if at[engine.StageRedraft] {
		which = "the second draft"
		n--
	}
	switch {
	case at[engine.StageFallback]:
		return ", in place of the model's draft, which was refused"
	case n > 0:
		return ", after " + guard.Count(n, "change") + " to " + which
	case at[engine.StageRedraft]:
		return ", from " + which
	}
	return ""
}

// Elsewhere is the question to ask of all documents where a selected text does not answer it, "" where there is none.
func Elsewhere(a *engine.Answer) string {
	if !a.Refused || a.Selection == nil || len(a.Selection.Suggestions) == 0 {
		return ""
	}
	return cmp.Or(a.Asked, a.Question)
}

// next tells what a person can do after a refusal.
func (s *sheet) next(a *engine.Answer) {
	s.head("what to do next")
	shown := "the nearest evidence"
	if a.Selection != nil {
		shown = "what was selected"
	}
	if a.Refused && len(a.Evidence) > 0 {
		s.add(2, Span{"· show " + shown + ": " + engine.Place(&a.Evidence[0].Chunk), Text})
	}
	if q := Elsewhere(a); q != "" {
		s.add(2, Span{"· ask all documents instead: " + name(q), Text})
	}
}

// question tells how the question was read: what it was searched for.
func (s *sheet) question(a *engine.Answer) {
	s.head("question")
	s.add(2, Span{name(a.Question), Strong})
	if a.Asked != "" {
		s.add(2, Span{"asked as ", Text}, Span{quoted(name(a.Asked)), Strong})
	}
	if len(a.Trace.Missing) > 0 {
		s.add(2, Span{"the evidence lacks ", Text}, Span{list(a.Trace.Missing, func(t string) string { return quoted(name(t)) }), Strong})
	}
	var wordings []string
	for _, v := range a.Trace.Variants {
		if text := name(v.Text); text != name(a.Question) && text != name(a.Asked) {
			wordings = append(wordings, text)
		}
	}
	if wordings != nil {
		s.add(2, Span{"searched for as well: " + list(wordings, quoted), Faint})
	}
}

// gates tells what each gate measured, what it asks for, and what followed.
func (s *sheet) gates(a *engine.Answer) {
	s.head("gates")
	for _, g := range a.Trace.Gates {
		spans := []Span{{fmt.Sprintf("%-12s  ", strings.ReplaceAll(name(g.Name), "_", " ")), Text}, joined(Mark(string(g.Verdict)))}
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
		s.more(detail, Span{detail, Faint})
		if g.Name == guard.GateConfidence && g.Measured >= g.Threshold && g.Verdict != guard.Pass && g.Verdict != guard.Skipped {
			s.add(4, Span{"Of its words as a whole it was sure enough.", Faint})
		}
	}
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

// rewrites tells what was changed in the draft, or tried and left, and why.
func (s *sheet) rewrites(a *engine.Answer) {
	s.head("changes to the draft")
	for i := range a.Trace.Rewrites {
		r := &a.Trace.Rewrites[i]
		s.add(2, Span{fmt.Sprintf("%d. %s: ", i+1, name(r.Stage)), Strong}, Span{sentence(r.Reason), Text})
		s.more(r.Discarded, Span{"✗ not used: ", Bad}, Span{sentence(r.Discarded), Text})
	}
}

// sentences tells how each sentence of the answer stands to what it cites.
func (s *sheet) sentences(a *engine.Answer) {
	s.head("sentences")
	for i := range a.Sentences {
		st := &a.Sentences[i]
		keys := ""
		for _, k := range st.Citations {
			keys += marker(k)
		}
		s.add(2, joined(SentenceMark(st)), Span{"  " + name(st.Text) + " ", Text}, Span{keys, Key})
		s.more(st.Instead, Span{"in the place of “" + clip(name(st.Instead), longQuote) + "”, which is not proven", Text})
		s.more(st.Answers, Span{"answers: " + name(st.Answers), Faint})
		s.more(st.Reason, Span{"because " + name(st.Reason), Text})
		for _, q := range st.Quotes {
			label, quote := "compared with ", words(q.Text)
			if st.Verdict.Proven() {
				label, quote = "source ", clip(quote, longQuote)
			}
			s.add(4, Span{label, Faint}, Span{marker(q.Key) + " ", Key}, Span{quoted(quote), Text})
		}
		for _, step := range st.Proof {
			s.add(4, Span{Derived(step), Faint})
		}
	}
}

// marker is the marker of a key.
func marker(key string) string { return "[" + name(key) + "]" }

// symbols tells which API names of the answer do not exist or are misused, and names the others. What is said of a
// name on several lines of the answer is said once.
func (s *sheet) symbols(used []engine.Symbol) {
	s.head("symbols")
	names := map[symbols.Verdict][]string{} // that there is nothing to say of
	type fault struct{ name, argument, detail string }
	told := map[fault]bool{}
	for _, sym := range used {
		switch f := (fault{sym.Name, sym.Argument, sym.Detail}); {
		case sym.Verdict != symbols.Unknown && sym.Verdict != symbols.Misused:
			if n := name(sym.Name); !slices.Contains(names[sym.Verdict], n) {
				names[sym.Verdict] = append(names[sym.Verdict], n)
			}
		case !told[f]:
			told[f] = true
			s.add(2, joined(Mark(string(sym.Verdict))), Span{"  ", Text}, Span{name(sym.Name), Strong})
			s.more(sym.Detail, Span{sentence(sym.Detail), Text})
			s.more(list(sym.Nearest, name), Span{"did you mean ", Faint}, Span{list(sym.Nearest, name), Strong})
		}
	}
	for _, v := range []symbols.Verdict{symbols.Known, symbols.OutOfScope} {
		if names[v] != nil {
			s.add(2, joined(Mark(string(v))), Span{"  " + strings.Join(names[v], ", "), Text})
		}
	}
}

func (s *sheet) warnings(lines []string) {
	s.head("warnings")
	for _, l := range lines {
		s.add(2, Span{"! ", Warn}, Span{name(l), Text})
	}
}

// made tells who wrote the answer and what that took.
func (s *sheet) made(a *engine.Answer) {
	s.head("how it was made")
	s.add(2, Span{fmt.Sprintf("generator %s · embedder %s · %s in the index", cmp.Or(name(a.Generator), "none"), cmp.Or(name(a.Embedder), "none"),
		guard.Count(a.Index.Chunks, "chunk")), Text})
	took, unit := a.Timings.Total.Duration().Seconds(), "s"
	if took < 1 {
		took, unit = took*1e3, "ms"
	}
	s.add(2, Span{fmt.Sprintf("%.1f %s in all", took, unit), Faint})
}
