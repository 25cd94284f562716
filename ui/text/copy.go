package text

import (
	"regexp"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
)

// Copy is an answer as Markdown: its text with its markers, then the references with what is quoted of each: "- [c1]
// FIPS.203, “Title”, p. 48, § 8 Parameter Sets, path: “quote”". `ibid verify` reads it back. A refusal is its text
// with the reason.
func Copy(a *engine.Answer) string {
	text := strings.TrimSpace(guard.Sanitize(a.Text))
	if a.Refused {
		return text + "\n\n" + "Because " + becauseOf(a) + "\n"
	}
	text += "\n" + doubts(a.Sentences)
	for i := range a.Citations {
		if i == 0 { // what stands below the last reference would be read as evidence
			text += "\nReferences:\n\n" + upperFirst(escape(outcomeBy(a))) + ".\n\n"
		}
		key := a.Citations[i].Key
		text += "- " + marker(key) + " " + reference(a.Cited(key, a.Sentences))
		if q := quotes(a, key); q != "" {
			text += ": " + q
		}
		text += "\n"
	}
	return text
}

// doubts names the sentences that are not supported: an answer has them only where the gate that removes them was
// switched off, or guard.unproven shows them.
func doubts(sentences []guard.Sentence) string {
	const unsupported = "Not supported by what it cites"
	labels := map[guard.Verdict]string{guard.Unsupported: unsupported, guard.Contradicted: "Contradicted by what it cites", guard.NotFound: unsupported, guard.NotCited: unsupported,
		guard.Judged: "Borne out, as a model has it", guard.Unchecked: "Not checked"}
	var b strings.Builder
	for _, s := range sentences {
		if label := labels[s.Verdict]; label != "" {
			b.WriteString("\n" + label + ": " + quoted(escape(name(s.Text))) + "\n")
		}
	}
	return b.String()
}

// quotes joins the quotes of one piece of evidence that bear sentences out, each once. The row of a table has its
// header above it, without which it says nothing.
func quotes(a *engine.Answer, key string) string {
	var out []string
	add := func(text string) {
		if text = quoted(escape(words(text))); text != quoted("") && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	whole := a.Known(key)
	for i := range a.Sentences {
		for _, q := range a.Sentences[i].Quotes {
			if q.Key == key && a.Sentences[i].Verdict.Proven() {
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

// reference names the place of a chunk in Markdown: document, title or kind, page or lines, section, file.
func reference(c *index.Chunk) string {
	what, section := engine.Made(c), engine.Section(c)
	if section != "" && strings.HasSuffix(what, section) {
		section = ""
	} else if section != "" {
		section = "§ " + section
	}
	if title := name(c.Title); what == "" && title != "" && title != name(c.DocID) {
		what = quoted(title)
	}
	return listed(name(c.DocID), what, engine.Locator(c), section, name(c.Path))
}

// listed names those of several things that there are, in Markdown.
func listed(parts ...string) string {
	return list(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), escape)
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
	place := listed(engine.Made(c), name(c.DocID), engine.Locator(c))
	if p := name(c.Path); p != "" {
		place += " (" + escape(p) + ")"
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight("> "+l, " \t")
	}
	return strings.Join(lines, "\n") + "\n>\n> — " + place + "\n"
}

// special are the characters that mean something to Markdown wherever they stand.
var special = regexp.MustCompile("[\\\\`*\\[]|<[A-Za-z/!?]|&[#A-Za-z0-9]+;")

// blockStart is what makes a list, a heading, a rule or the like of a line, up to the character to escape.
var blockStart = regexp.MustCompile(`^(?:>|(?:[-+]|#{1,6}|=+|-+|[0-9]{1,9}[.)])(?:\s|$))`)

// escape makes one line of text mean itself in Markdown.
func escape(s string) string {
	s = special.ReplaceAllString(s, `\$0`)
	if strings.Count(s, "~") > 1 { // a lone one means nothing: ~/papers stays
		s = strings.ReplaceAll(s, "~", `\~`)
	}
	s = escapeUnderscores(s)
	if m := strings.TrimSpace(blockStart.FindString(s)); m != "" {
		s = s[:len(m)-1] + `\` + s[len(m)-1:]
	}
	return s
}

// escapeUnderscores leaves the underscores inside words alone: there they mean nothing, and file_names stay readable.
func escapeUnderscores(s string) string {
	if !strings.Contains(s, "_") {
		return s
	}
	letter := func(i int) bool {
		return i >= 0 && i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] >= 'A' && s[i] <= 'Z' || s[i] >= 'a' && s[i] <= 'z')
	}
	var b strings.Builder
	for i := range len(s) {
		if s[i] == '_' && !(letter(i-1) && letter(i+1)) {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
