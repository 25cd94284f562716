// Package report tells in words what is known of an answer: where its evidence stands, why it says what it says, what to
// do after a refusal, and its references in the forms that others read.
//
//	lines := report.Why(answer)           // the why sheet; the viewer wraps and colours it
//	text := report.Copy(answer)           // Markdown with a list of references
//	entry := report.BibTeX(chunk, today)
//
// Everything is a pure function of its arguments. Documents and models are not trusted: whatever comes from them has
// gone through the guard's Sanitize or Reveal and may be shown in a terminal or put on a clipboard.
package report

import (
	"fmt"

	"github.com/charmbracelet/x/ansi"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
)

// Place is where a chunk stands, for a person: "FIPS.203, p. 48 · 8 Parameter Sets". It is one line.
func Place(c *index.Chunk) string {
	s := name(c.DocID)
	if at := Locator(c); at != "" {
		s += ", " + at
	}
	if section := Section(c); section != "" {
		s += " · " + section
	}
	return s
}

// Locator is the part of a document that a chunk covers, as a reference names it: "p. 48", "pp. 3–4", "lines 10–12"; ""
// where the document has neither pages nor lines.
func Locator(c *index.Chunk) string {
	switch {
	case c.StartPage > 0 && c.StartPage == c.EndPage:
		return fmt.Sprintf("p. %d", c.StartPage)
	case c.StartPage > 0:
		return fmt.Sprintf("pp. %d–%d", c.StartPage, c.EndPage)
	case c.StartLine > 0 && c.StartLine == c.EndLine:
		return fmt.Sprintf("line %d", c.StartLine)
	case c.StartLine > 0:
		return fmt.Sprintf("lines %d–%d", c.StartLine, c.EndLine)
	}
	return ""
}

// Section is the innermost section that a chunk stands in, "" where it stands in none.
func Section(c *index.Chunk) string {
	if n := len(c.Section); n > 0 {
		return name(c.Section[n-1])
	}
	return ""
}

// name makes a name, a title or a sentence safe, and one line.
func name(s string) string { return engine.OneLine(guard.Sanitize(s)) }

// words makes evidence safe, and one line; what is hidden in it is shown.
func words(s string) string { return engine.OneLine(guard.Reveal(s)) }

// clip shortens a line to a number of columns.
func clip(s string, columns int) string { return ansi.Truncate(s, columns, "…") }
