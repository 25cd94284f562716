package text

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/guard"
	"ibid/guard/support"
)

// Role is what a piece of text is for. A theme may colour it; nothing is told by the role alone.
type Role uint8

// The roles.
const (
	Text Role = iota
	Heading
	Strong
	Faint
	Key  // of a citation: [c1]
	Good // a verdict
	Warn //
	Bad  //
)

// Span is a run of text with one role. In a Line it holds no line break.
type Span struct {
	Text string
	Role Role
}

// Line is one line of a sheet. Spaces at its start are its indent, which the lines that a viewer wraps it into share.
type Line []Span

// Plain is a sheet without its roles, each line ended by a line break and without spaces at its end.
func Plain(lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		line := ""
		for _, s := range l {
			line += s.Text
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// Mark is a verdict on a gate, a sentence or a symbol as a glyph and a word, both in one role. One that is not known
// says that nothing was checked.
func Mark(verdict string) (glyph Span, word string) {
	switch verdict {
	case "pass", "supported", "known":
		return Span{"✓", Good}, verdict
	case "quoted":
		return Span{"❝", Good}, "the source's words"
	case "refuse":
		return Span{"✗", Bad}, "refused"
	case "unsupported":
		return Span{"○", Bad}, "not proven"
	case "not_found":
		return Span{"○", Bad}, "not found"
	case "contradicted", "uncited", "unknown":
		return Span{"✗", Bad}, verdict
	case "judged":
		return Span{"≈", Warn}, "borne out"
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
func SentenceMark(s *guard.Sentence) (glyph Span, word string) {
	if s.Instead != "" {
		return Mark("quoted")
	}
	if s.Verdict == guard.Supported {
		return Span{"✓", Good}, "proven"
	}
	return Mark(s.Verdict.String())
}

// joined is a mark as one span.
func joined(glyph Span, word string) Span { return Span{glyph.Text + " " + word, glyph.Role} }

// The ways in which a sentence may come from what it cites, the surest first, in the words of who has read nothing
// about them.
var ways = [...]string{"copied word for word", "made of table cells", "reworded by fixed rules", "borne out, as a model has it", "not proven"}

// way is which of the ways a sentence has come.
func way(s *guard.Sentence) int {
	switch {
	case s.Verdict == guard.Judged:
		return 3
	case !s.Verdict.Proven():
		return 4
	case len(s.Proof) == 0:
		return 0
	case slices.ContainsFunc(s.Proof, func(p guard.Step) bool { return p.Kind == support.TableCell }):
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
		from = guard.Count(len(a.Citations), "place")
	}
	switch kinds, proven := proof(a); {
	case kinds == nil:
		from = "nothing in it was checked · from " + from
	case len(kinds) > 1:
		from = guard.Count(len(a.Sentences), "sentence") + ", " + strings.Join(kinds, ", ") + " · from " + from
	case !proven:
		from = kinds[0] + " · from " + from
	default:
		from = kinds[0] + " from " + from
	}
	return from + NotJudged
}

// outcomeBy is Outcome with the model that wrote the answer, where one did.
func outcomeBy(a *engine.Answer) string {
	by := name(a.Generator)
	if a.Refused || by == "" || by == (extract.Generator{}).Name() {
		return Outcome(a)
	}
	return Outcome(a) + " · written by " + by
}

// becauseOf is the reason of a refusal, to stand behind "because".
func becauseOf(a *engine.Answer) string { return LowerFirst(sentence(a.RefusalReason)) }

// Derived tells one step of a proof, and the words of the source that it is about, if it is about some alone.
func Derived(s guard.Step) string {
	if s.Source == "" {
		return name(s.Kind)
	}
	return name(s.Kind) + ": " + quoted(name(s.Source))
}

// name makes a name, a title or a sentence safe, and one line.
func name(s string) string { return engine.OneLine(guard.Sanitize(s)) }

// words makes evidence safe, and one line; what is hidden in it is shown.
func words(s string) string { return engine.OneLine(guard.Reveal(s)) }

// clip shortens a line to a number of columns.
func clip(s string, columns int) string { return ansi.Truncate(s, columns, "…") }

func quoted(s string) string { return "“" + s + "”" }

// list names several things.
func list(items []string, text func(string) string) string {
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = text(item)
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

// LowerFirst lets a sentence follow "because"; a name in capitals keeps them.
func LowerFirst(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	second, _ := utf8.DecodeRuneInString(s[n:])
	if !unicode.IsUpper(first) || !unicode.IsLower(second) && second != ' ' {
		return s
	}
	return string(unicode.ToLower(first)) + s[n:]
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
