package report

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"time"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
)

// Turn is a question of a session and what became of it.
type Turn struct {
	Question string
	At       time.Time      // when it was asked; zero where that is not known
	Answer   *engine.Answer // nil where none was made
	Failed   string         // why none was made, "" where it was stopped
	Selected bool           // it was asked of a selected text alone
}

// Meta is what an export says of the session as a whole.
type Meta struct {
	Title     string   // "" for a general one
	Documents []string // the roots, as the user named them
}

const timeFormat = "2006-01-02 15:04"

// ExportName is what the file of an export is called where nobody says.
func ExportName(now time.Time) string { return "ibid-" + now.Format("20060102-150405") + ".md" }

// Export is a session as Markdown: a heading for each question, its answer with footnotes for markers, and for a refusal the
// reason. A footnote names the place and quotes it; the same place with the same quote is one footnote throughout.
func Export(turns iter.Seq[Turn], meta Meta) string {
	x := &export{number: map[string]int{}}
	heading := name(meta.Title)
	if heading == "" {
		heading = "Questions and answers"
	}
	x.block("# " + escape(heading))
	if len(meta.Documents) > 0 {
		x.block("Asked of " + list(meta.Documents, func(d string) string { return escape(name(d)) }) + ".")
	}
	n := 0
	for t := range turns {
		n++
		x.turn(n, &t)
	}
	for i, n := range x.notes {
		x.block(fmt.Sprintf("[^%d]: %s", i+1, n))
	}
	return x.b.String()
}

// export collects the blocks and the footnotes.
type export struct {
	b      strings.Builder
	notes  []string
	number map[string]int // of each footnote, from 1
}

// block writes a paragraph, apart from the one before.
func (x *export) block(s string) {
	if x.b.Len() > 0 {
		x.b.WriteByte('\n')
	}
	x.b.WriteString(s + "\n")
}

func (x *export) turn(n int, t *Turn) {
	x.block(fmt.Sprintf("## %d. %s", n, escape(name(t.Question))))
	var about []string
	if !t.At.IsZero() {
		about = append(about, t.At.Format(timeFormat))
	}
	if t.Selected {
		about = append(about, "asked of a selected text alone")
	}
	if a := t.Answer; a != nil {
		if a.Asked != "" {
			about = append(about, "asked as "+quoted(escape(name(a.Asked))))
		}
		if !a.Refused {
			about = append(about, escape(outcomeBy(a)))
		}
	}
	if len(about) > 0 {
		x.block("*" + strings.Join(about, ", ") + "*")
	}
	switch a := t.Answer; {
	case a == nil && t.Failed != "":
		x.block(blockQuote("**No answer was made:** " + escape(sentence(t.Failed))))
	case a == nil:
		x.block(blockQuote("**Stopped before there was an answer.**"))
	case a.Refused:
		x.block(blockQuote("**Refused:** " + escape(name(a.Text)) + "\n\nBecause " + escape(becauseOf(a))))
	default:
		x.block(marked(a, func(key string, own []engine.Sentence) string { return x.mark(a, key, own) }))
		if d := strings.TrimSpace(doubts(a.Sentences)); d != "" {
			x.block(blockQuote(d))
		}
		for _, w := range a.Warnings {
			x.block(blockQuote("**Note:** " + escape(sentence(w))))
		}
	}
}

// marked is the text of an answer with other marks in the place of its markers.
func marked(a *engine.Answer, mark func(key string, own []engine.Sentence) string) string {
	var b strings.Builder
	pos, left := 0, a.Sentences
	for _, s := range guard.Split(a.Text) {
		if s.Kind == guard.Code {
			b.WriteString(withoutNotes(a.Text[pos:s.Start]) + s.Text)
			pos = s.End
			continue
		}
		var own []engine.Sentence // what was checked as this one
		if i := slices.IndexFunc(left, func(st engine.Sentence) bool { return st.Text == s.Claim() }); i >= 0 {
			own, left = left[i:i+1], left[i+1:]
		}
		for _, m := range s.Citations {
			b.WriteString(withoutNotes(strings.TrimRight(a.Text[pos:m.Start], " \t")))
			pos = m.End
			for _, k := range m.Keys {
				b.WriteString(mark(k, own))
			}
		}
	}
	b.WriteString(withoutNotes(a.Text[pos:]))
	return strings.TrimSpace(guard.Sanitize(b.String()))
}

var footnote = regexp.MustCompile(`\[\^[^\]\s]*\]`)

// withoutNotes escapes what an answer has that looks like a footnote: the export's own are the only ones.
func withoutNotes(s string) string { return footnote.ReplaceAllString(s, `\$0`) }

// mark is the mark of the footnote for a key that a sentence cites. A key without evidence stays as it is.
func (x *export) mark(a *engine.Answer, key string, own []engine.Sentence) string {
	c := Cited(a, key, own)
	if c == nil {
		return " " + mark(key)
	}
	quote := quotes(a, key, own)
	if len(own) == 0 {
		quote = citationQuote(a, key)
	}
	return fmt.Sprintf("[^%d]", x.footnote(c, quote))
}

func citationQuote(a *engine.Answer, key string) string {
	for i := range a.Citations {
		if q := words(a.Citations[i].Quote); a.Citations[i].Key == key && q != "" {
			return quoted(escape(q))
		}
	}
	return ""
}

// footnote is the number of the footnote for a place and a quote.
func (x *export) footnote(c *index.Chunk, quote string) int {
	note := reference(c)
	if quote != "" {
		note += ": " + quote
	}
	n, ok := x.number[note]
	if !ok {
		x.notes = append(x.notes, note)
		n = len(x.notes)
		x.number[note] = n
	}
	return n
}
