package report

import (
	"fmt"
	"slices"
	"strconv"
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
		glyph, word := SentenceMark(st)
		verdict := fmt.Sprintf("%s %s %.2f  ", glyph.Text, word, st.Score)
		if st.Verdict == support.Unchecked {
			verdict = glyph.Text + " " + word + "  "
		}
		s.add(2, Span{verdict, glyph.Role}, Span{name(st.Text), Text}, Span{markers(st.Citations), Key})
		if st.Instead != "" {
			s.add(4, Span{"in the place of “" + clip(name(st.Instead), longQuote) + "”, which is not proven", Text})
		}
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

const maxOutOfScope = 6 // names of other libraries that have a line each; more share one

// symbols tells which API names of the answer exist. What is said of a name on several lines of the answer is said
// once.
func (s *sheet) symbols(symbols []engine.Symbol) {
	if len(symbols) == 0 {
		return
	}
	s.head("symbols")
	var listed []engine.Symbol // each once
	lines := map[int][]int{}   // of each of listed
	for i := range symbols {
		n := slices.IndexFunc(listed, func(o engine.Symbol) bool { return alike(&o, &symbols[i]) })
		if n < 0 {
			n = len(listed)
			listed = append(listed, symbols[i])
		}
		if l := symbols[i].Line; l > 0 && !slices.Contains(lines[n], l) {
			lines[n] = append(lines[n], l)
		}
	}
	var foreign []string
	for i := range listed {
		if listed[i].Verdict == engine.SymbolOutOfScope {
			foreign = append(foreign, name(listed[i].Name))
		}
	}
	for i := range listed {
		if listed[i].Verdict != engine.SymbolOutOfScope || len(foreign) <= maxOutOfScope {
			s.symbol(&listed[i], lines[i])
		}
	}
	if len(foreign) > maxOutOfScope {
		s.add(2, Span{"– out of scope, " + Count(len(foreign), "name") + ": ", Faint}, Span{strings.Join(foreign, ", "), Text})
	}
}

// symbol tells of one name, on some lines of the answer.
func (s *sheet) symbol(sym *engine.Symbol, lines []int) {
	glyph, word := Mark(string(sym.Verdict))
	where := ""
	if sym.Argument != "" {
		where += ", argument " + name(sym.Argument)
	}
	s.add(2, Span{glyph.Text + " " + word, glyph.Role}, Span{"  ", Text}, Span{name(sym.Name), Strong}, Span{where, Text}, Span{onLines(lines), Faint})
	if sym.Detail != "" && sym.Verdict != engine.SymbolKnown {
		s.add(4, Span{sentence(sym.Detail), Text})
	}
	s.names("did you mean", sym.Nearest)
}

func alike(a, b *engine.Symbol) bool {
	return a.Name == b.Name && a.Verdict == b.Verdict && a.Argument == b.Argument && a.Detail == b.Detail
}

// onLines names lines of the answer: " · line 3", " · lines 3, 7"; "" where they are not known.
func onLines(lines []int) string {
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return " · line " + strconv.Itoa(lines[0])
	}
	return " · lines " + list(lines, strconv.Itoa)
}
