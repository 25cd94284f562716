package report

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
)

// Columns of text that a sheet shows where more would hide the rest.
const (
	shortQuote = 160 // of evidence that may serve
	longQuote  = 220 // of a quote that proves a sentence
	shortReply = 80  // of a refusal's text
)

// Why tells how an answer came about, from what decided it to how long it took: words first, numbers after them. It holds what
// the trace of the answer's JSON form holds.
// keys are what takes the next steps after a refusal, in the order of Next; without them they are a plain list.
func Why(a *engine.Answer, keys ...string) []Line {
	s := &sheet{}
	s.decision(a)
	s.nearest(a)
	s.next(a, keys)
	s.question(a)
	s.found(a)
	s.evidence(a)
	s.gates(a.Trace.Gates)
	s.selection(a.Selection)
	s.rewrites(a)
	s.sentences(a)
	s.symbols(a.Symbols)
	s.list("warnings", a.Warnings)
	s.made(a)
	return s.lines
}

// decision says in one sentence what became of the question.
func (s *sheet) decision(a *engine.Answer) {
	if a.Refused {
		s.add(0, Span{"refused: ", Bad}, Span{becauseOf(a), Strong})
		s.add(2, Span{"ibid said: “" + clip(name(a.Text), shortReply) + "”", Faint})
		return
	}
	role, said := Good, ""
	supported, n := 0, len(a.Sentences)
	for i := range a.Sentences {
		if a.Sentences[i].Verdict == guard.Supported {
			supported++
		}
	}
	switch {
	case n == 0:
		role, said = Warn, "nothing in it was checked"
	case supported < n:
		role, said = Warn, fmt.Sprintf("%s, of which only %d can be shown to be supported", plural(n, "sentence"), supported)
	case n == 1:
		said = "1 sentence, supported by its source"
	default:
		said = fmt.Sprintf("%d sentences, each supported by its source", n)
	}
	if n := len(a.Trace.Rewrites); n > 0 {
		said += ", after " + plural(n, "change") + " to the draft"
	}
	s.add(0, Span{"answered: ", role}, Span{said + ".", Strong})
	if a.Selection != nil {
		s.add(2, Span{"from the selected text alone", Faint})
	}
}

// nearest shows the best of what did not suffice.
func (s *sheet) nearest(a *engine.Answer) {
	if !a.Refused || len(a.Evidence) == 0 {
		return
	}
	title := "nearest in the documents"
	if a.Selection != nil {
		title = "what was selected"
	}
	s.head(title)
	ev := &a.Evidence[0]
	s.add(2, Span{mark(ev.Key) + " ", Key}, Span{Place(&ev.Chunk), Text})
	s.add(4, Span{quoted(clip(words(ev.Text[nearest(a.Question, &ev.Chunk).Start:]), shortQuote)), Faint})
}

func (s *sheet) next(a *engine.Answer, keys []string) {
	steps := Next(a)
	if len(steps) == 0 {
		return
	}
	s.head("what to do next")
	for i, st := range steps {
		mark := Span{"·", Text}
		if i < len(keys) {
			mark = Span{keys[i], Key}
		}
		s.add(2, mark, Span{" " + st.Label, Text})
	}
}

// question tells how the question was read: what it was searched for.
func (s *sheet) question(a *engine.Answer) {
	s.head("question")
	s.add(2, Span{name(a.Question), Strong})
	if len(a.Trace.Missing) > 0 {
		s.add(2, Span{"the evidence lacks ", Text}, Span{quotedList(a.Trace.Missing), Strong})
	}
	if len(a.Trace.Variants) == 0 {
		return
	}
	s.add(2, Span{"searched for, with the weight of each wording:", Faint})
	for _, v := range a.Trace.Variants {
		s.add(4, Span{fmt.Sprintf("%-10s × %.1f  ", name(v.Name), v.Weight), Faint}, Span{name(v.Text), Text})
	}
}

// found tells what the retrievers found: what became evidence, and how much more there was.
func (s *sheet) found(a *engine.Answer) {
	s.head("found")
	key := map[string]string{}
	for i := range a.Evidence {
		key[a.Evidence[i].ID] = a.Evidence[i].Key
	}
	more := 0
	for i := range a.Trace.Found {
		h := &a.Trace.Found[i]
		k, used := key[h.ID]
		if !used {
			more++
			continue
		}
		s.hit(h, k)
	}
	switch {
	case len(a.Trace.Found) == 0:
		s.add(2, Span{"nothing", Text})
	case more > 0:
		s.add(2, Span{fmt.Sprintf("… and %d more that did not become evidence", more), Faint})
	}
	if a.Trace.Fusion != "" && len(a.Trace.Found) > 0 {
		s.add(2, Span{"ranked by: " + name(a.Trace.Fusion), Faint})
	}
}

func (s *sheet) hit(h *index.Hit, key string) {
	const indent = 6
	s.add(2, Span{fmt.Sprintf("%2d  ", h.Rank), Faint}, Span{Place(&h.Chunk), Text}, Span{" " + mark(key), Key})
	s.add(indent, Span{fmt.Sprintf("score %.3f · lexical %s · dense %s", h.Score, rank(h.LexicalRank), rank(h.DenseRank)), Faint})
	for n := 0; n < len(h.Contributions); { // they come by variant, the retrievers of each together
		variant := h.Contributions[n].Variant
		var parts []string
		for ; n < len(h.Contributions) && h.Contributions[n].Variant == variant; n++ {
			c := h.Contributions[n]
			parts = append(parts, fmt.Sprintf("%s %s, %.3f → +%.3f", name(c.Retriever), rank(c.Rank), c.Score, c.Part))
		}
		s.add(indent, Span{fmt.Sprintf("  %-10s ", name(variant)) + strings.Join(parts, " · "), Faint})
	}
	if h.Promoted != "" {
		s.add(indent, Span{"promoted: " + name(h.Promoted), Text})
	}
}

func rank(r int) string {
	if r == 0 {
		return "–"
	}
	return "rank " + strconv.Itoa(r)
}

// evidence lists what the answer could draw on.
func (s *sheet) evidence(a *engine.Answer) {
	if len(a.Evidence) == 0 {
		return
	}
	s.head("evidence")
	cited := map[string]bool{}
	for i := range a.Citations {
		cited[a.Citations[i].Key] = true
	}
	for i := range a.Evidence {
		ev := &a.Evidence[i]
		why := fmt.Sprintf(" · found, score %.3f", ev.Score)
		if ev.Neighbour {
			why = " · adjoins a hit"
		}
		note := Span{}
		if cited[ev.Key] {
			note = Span{" · cited", Good}
		}
		s.add(2, Span{fmt.Sprintf("%-6s", mark(ev.Key)), Key}, Span{Place(&ev.Chunk), Text}, Span{why, Faint}, note)
	}
}

func (s *sheet) list(title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	s.head(title)
	for _, l := range lines {
		s.add(2, Span{"! ", Warn}, Span{name(l), Text})
	}
}

// made tells who wrote the answer and what that took.
func (s *sheet) made(a *engine.Answer) {
	s.head("how it was made")
	s.add(2, Span{fmt.Sprintf("%s of retrieval · generator %s · embedder %s · %s in the index", plural(a.Trace.Rounds, "round"),
		cmp.Or(name(a.Generator), "none"), cmp.Or(name(a.Embedder), "none"), plural(a.Chunks, "chunk")), Text})
	t := a.Timings
	s.add(2, Span{fmt.Sprintf("%s in all: %s to retrieve, %s to write, %s to check", took(t.Total), took(t.Retrieve), took(t.Generate), took(t.Guard)), Faint})
}

// took is a duration that a person reads at a glance.
func took(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%.1f ms", d.Seconds()*1e3)
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func quoted(s string) string { return "“" + s + "”" }

// quotedList names terms: “a”, “b”.
func quotedList(terms []string) string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = quoted(name(t))
	}
	return strings.Join(out, ", ")
}

// sentence ends a reason with a full stop.
func sentence(s string) string {
	if s = name(s); s == "" || strings.ContainsAny(s[len(s)-1:], ".!?") {
		return s
	}
	return s + "."
}

// lowerFirst lets a sentence follow "because"; a name in capitals keeps them.
func lowerFirst(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	second, _ := utf8.DecodeRuneInString(s[n:])
	if !unicode.IsUpper(first) || !unicode.IsLower(second) && second != ' ' {
		return s
	}
	return string(unicode.ToLower(first)) + s[n:]
}
