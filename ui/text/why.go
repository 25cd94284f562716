package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/support"
)

// Columns of text that a sheet shows where more would hide the rest.
const (
	longQuote  = 220 // of a quote that proves a sentence
	shortReply = 80  // of a refusal's text
)

// Why tells how an answer came about, in words, from what decided it: the numbers are those of the gates. The trace of
// the answer's JSON form holds the rest. keys are what takes the next steps after a refusal, in the order of Next;
// without them they are a plain list.
func Why(a *engine.Answer, keys ...string) []Line {
	s := &sheet{}
	s.decision(a)
	s.next(a, keys)
	s.question(a)
	s.gates(a)
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
	said, role := "nothing in it was checked", Good
	kinds, proven := proof(a)
	if kinds != nil {
		said = Count(len(a.Sentences), "sentence") + ", " + strings.Join(kinds, ", ")
	}
	if !proven {
		role = Warn
	}
	s.add(0, Span{"answered: ", role}, Span{said + drafts(&a.Trace) + ".", Strong})
	if a.Selection != nil {
		s.add(2, Span{"from the selected text alone", Faint})
	}
}

// The ways in which a sentence may come from what it cites, the surest first, in the words of who has read nothing
// about them.
var ways = [...]string{"copied word for word", "made of table cells", "reworded by fixed rules", "held for true by a model", "not proven"}

// way is which of the ways a sentence has come.
func way(s *engine.Sentence) int {
	switch {
	case s.Verdict == guard.Judged:
		return 3
	case s.Verdict != guard.Supported && s.Instead == "":
		return 4
	case len(s.Proof) == 0 || s.Instead != "":
		return 0
	case slices.ContainsFunc(s.Proof, func(p support.Step) bool { return p.Kind == "table cell" }):
		return 1
	}
	return 2
}

// proof says how the sentences of an answer have come from what they cite, and whether every one is proven to.
func proof(a *engine.Answer) (kinds []string, proven bool) {
	var count [len(ways)]int
	for i := range a.Sentences {
		count[way(&a.Sentences[i])]++
	}
	for i, n := range slices.Backward(count[:]) { // what is not proven comes first
		switch n {
		case 0:
		case len(a.Sentences):
			kinds = []string{ways[i]}
		default:
			kinds = append(kinds, fmt.Sprintf("%d %s", n, ways[i]))
		}
	}
	return kinds, kinds != nil && count[3]+count[4] == 0
}

// NotJudged ends what is said of an answer: what it comes from was checked, and nothing else.
const NotJudged = " · whether it is right was not checked"

// Outcome says in a few words what became of a question: how its answer comes from which places, or why there is none.
func Outcome(a *engine.Answer) string {
	if a.Refused {
		return "refused: " + becauseOf(a)
	}
	from := "the selected text"
	if a.Selection == nil {
		from = Count(len(a.Citations), "place")
	}
	switch kinds, proven := proof(a); {
	case kinds == nil:
		from = "nothing in it was checked · from " + from
	case len(kinds) > 1:
		from = Count(len(a.Sentences), "sentence") + ", " + strings.Join(kinds, ", ") + " · from " + from
	case !proven:
		from = kinds[0] + " · from " + from
	default:
		from = kinds[0] + " from " + from
	}
	return from + NotJudged
}

// outcomeBy is Outcome with the model that wrote the answer, where one did.
func outcomeBy(a *engine.Answer) string {
	if by := writtenBy(a); by != "" && !a.Refused {
		return Outcome(a) + " · " + by
	}
	return Outcome(a)
}

// drafts says what became of the first draft, "" where it was left as it was.
func drafts(t *engine.Trace) string {
	which, n := "the draft", 0
	for i := range t.Rewrites {
		if t.Rewrites[i].Discarded == "" {
			n++
		}
	}
	all := n
	if rewritten(t, engine.StageRedraft) {
		which = "the second draft"
		n--
	}
	switch {
	case rewritten(t, engine.StageFallback):
		return ", in place of the model's draft, which was refused"
	case n > 0:
		return ", after " + Count(n, "change") + " to " + which
	case n < all:
		return ", from " + which
	}
	return ""
}

// asked is the question that was answered: the one typed, or what it was completed to.
func asked(a *engine.Answer) string { return cmp.Or(a.Asked, a.Question) }

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
	if a.Asked != "" {
		s.add(2, Span{"asked as ", Text}, Span{quoted(name(a.Asked)), Strong})
	}
	if len(a.Trace.Missing) > 0 {
		s.add(2, Span{"the evidence lacks ", Text}, Span{quotedList(a.Trace.Missing), Strong})
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
	s.add(2, Span{fmt.Sprintf("generator %s · embedder %s · %s in the index", cmp.Or(name(a.Generator), "none"), cmp.Or(name(a.Embedder), "none"),
		Count(a.Index.Chunks, "chunk")), Text})
	s.add(2, Span{took(a.Timings.Total) + " in all", Faint})
}

// took is a duration that a person reads at a glance.
func took(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%.1f ms", d.Seconds()*1e3)
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// Count is a number of things for a person: 1 chunk, 2 chunks.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func quoted(s string) string { return "“" + s + "”" }

// quotedList names terms: “a”, “b”.
func quotedList(terms []string) string {
	return list(terms, func(t string) string { return quoted(name(t)) })
}

// list names several things.
func list[T any](items []T, text func(T) string) string {
	var b strings.Builder
	for i, item := range items {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(text(item))
	}
	return b.String()
}

// sentence ends a reason with a full stop.
func sentence(s string) string {
	if s = name(s); s == "" || strings.ContainsAny(s[len(s)-1:], ".!?") {
		return s
	}
	return s + "."
}

// LowerFirst lets a sentence follow "because"; a name in capitals keeps them.
func LowerFirst(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	second, _ := utf8.DecodeRuneInString(s[n:])
	if !unicode.IsUpper(first) || !unicode.IsLower(second) && second != ' ' {
		return s
	}
	return string(unicode.ToLower(first)) + s[n:]
}
