package text

import (
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
)

// Copy is an answer as Markdown: its text with its markers, then the references. `ibid verify` reads it back. A
// refusal is its text with the reason.
func Copy(a *engine.Answer) string {
	text := strings.TrimSpace(guard.Sanitize(a.Text))
	if a.Refused {
		return text + "\n\n" + "Because " + becauseOf(a) + "\n"
	}
	keys := make([]string, len(a.Citations))
	for i := range a.Citations {
		keys[i] = a.Citations[i].Key
	}
	return text + "\n" + doubts(a.Sentences) + references(a, keys, a.Sentences)
}

// doubts names the sentences that are not supported: an answer has them only where the gate that removes them was
// switched off, or guard.unproven shows them.
func doubts(sentences []engine.Sentence) string {
	var b strings.Builder
	for i := range sentences {
		switch s := &sentences[i]; s.Verdict {
		case guard.Unsupported, guard.Contradicted, guard.NotFound:
			b.WriteString("\nNot supported by what it cites: " + quoted(escape(name(s.Text))) + "\n")
		case guard.Judged:
			b.WriteString("\nNot proven, held for true by a model: " + quoted(escape(name(s.Text))) + "\n")
		case guard.Unchecked:
			b.WriteString("\nNot checked: " + quoted(escape(name(s.Text))) + "\n")
		}
	}
	return b.String()
}

// becauseOf is the reason of a refusal, to stand behind "because".
func becauseOf(a *engine.Answer) string {
	return LowerFirst(sentence(a.RefusalReason))
}

// references lists the evidence of the keys, with what the sentences quote of it: "- [c1] FIPS.203, “Title”, p. 48, § 8
// Parameter Sets, path: “quote”". It is "" where there is none.
func references(a *engine.Answer, keys []string, sentences []engine.Sentence) string {
	var b strings.Builder
	for _, k := range keys {
		c := Cited(a, k, sentences)
		if c == nil {
			continue
		}
		b.WriteString("- " + mark(k) + " " + reference(c))
		if q := quotes(a, k, sentences); q != "" {
			b.WriteString(": " + q)
		}
		b.WriteByte('\n')
	}
	if b.Len() == 0 {
		return ""
	}
	// Above the list: what stands below its last entry would be read as evidence.
	return "\nReferences:\n\n" + upperFirst(escape(outcomeBy(a))) + ".\n\n" + b.String()
}

// Cited is the evidence of a key with the place of what the sentences quote of it; of what the whole answer does
// where they quote nothing, or where the evidence was read back and does not tell. It is nil where there is none.
func Cited(a *engine.Answer, key string, sentences []engine.Sentence) *index.Chunk {
	var spans [][2]int
	for i := range sentences {
		for _, q := range sentences[i].Quotes {
			if q.Key == key {
				spans = append(spans, q.Span)
			}
		}
	}
	whole := evidence(a, key)
	if whole != nil && len(whole.Blocks) > 0 && len(spans) > 0 {
		c := *whole
		c.Chunk = whole.At(spans...)
		return &c
	}
	for i := range a.Citations {
		if a.Citations[i].Key == key {
			return &a.Citations[i].Chunk
		}
	}
	return whole
}

// evidence is the chunk of a key, nil where an answer has none.
func evidence(a *engine.Answer, key string) *index.Chunk {
	for i := range a.Evidence {
		if a.Evidence[i].Key == key {
			return &a.Evidence[i].Chunk
		}
	}
	return nil
}

// quotes joins the quotes of one piece of evidence that bear sentences out, each once. The row of a table has its
// header above it, without which it says nothing.
func quotes(a *engine.Answer, key string, sentences []engine.Sentence) string {
	var out []string
	add := func(text string) {
		if text = quoted(escape(words(text))); text != quoted("") && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	whole := evidence(a, key)
	for i := range sentences {
		for _, q := range sentences[i].Quotes {
			if q.Key == key && sentences[i].Verdict == guard.Supported {
				if whole != nil {
					add(header(whole.Text, q.Span[0]))
				}
				add(q.Text)
			}
		}
	}
	return strings.Join(out, " … ")
}

// header is the first of the rows of a table that go up from the one at a place of a text, "" where that is no row or
// the first.
func header(text string, at int) string {
	if at > len(text) {
		return ""
	}
	first, rest := "", text[strings.LastIndexByte(text[:at], '\n')+1:]
	row, _, _ := strings.Cut(rest, "\n")
	above := strings.Split(text[:len(text)-len(rest)], "\n")
	for i := len(above) - 2; i >= 0 && strings.Contains(row, " | ") && strings.Contains(above[i], " | "); i-- {
		first = above[i]
	}
	return first
}

// reference names the place of a chunk in Markdown: document, title, page or lines, section, file.
func reference(c *index.Chunk) string {
	parts := place(c)
	if t := title(c); engine.Made(c) == "" && t != parts[0] {
		parts = slices.Insert(parts, 1, quoted(t))
	}
	if p := name(c.Path); p != "" {
		parts = append(parts, p)
	}
	return list(parts, escape)
}

// Quoted is a quote of a chunk, or the whole chunk where the quote is "", as a Markdown block quote with its place
// below. The words are those of the source: nothing in them is escaped. Code keeps its lines, fenced.
func Quoted(c *index.Chunk, quote string) string {
	text := strings.Trim(guard.Reveal(quote), "\n")
	if strings.TrimSpace(text) == "" {
		text = strings.Trim(guard.Reveal(c.Text), "\n")
	}
	if (c.Kind == source.Source || c.Kind == source.Test) && strings.Contains(text, "\n") {
		fence := "```"
		for strings.Contains(text, fence) {
			fence += "`"
		}
		text = fence + "\n" + text + "\n" + fence
	}
	place := escape(name(c.DocID))
	if made := engine.Made(c); made != "" {
		place = escape(made) + ", " + place
	}
	if l := engine.Locator(c); l != "" {
		place += ", " + l
	}
	if p := name(c.Path); p != "" {
		place += " (" + escape(p) + ")"
	}
	return blockQuote(text) + "\n>\n> — " + place + "\n"
}
