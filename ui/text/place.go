// Package text tells in words what is known of an answer: where its evidence stands, why it says what it says, what
// to do after a refusal, and what others read of it: Markdown, and a page of HTML.
//
//	lines := text.Why(answer)           // the why sheet; the viewer wraps and colours it
//	text := text.Copy(answer)           // Markdown with a list of references
//	page := text.HTML(answer)
//
// Everything is a pure function of its arguments. Documents and models are not trusted: whatever comes from them has
// gone through the guard's Sanitize or Reveal and may be shown in a terminal or put on a clipboard.
package text

import (
	"cmp"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
)

// Place is where a chunk stands, for a person: "FIPS.203, p. 48 · 8 Parameter Sets", or what it is before that where
// it was made from the document: "card of json.load · json/__init__.py, lines 274–299". It is one line.
func Place(c *index.Chunk) string {
	s := name(c.DocID)
	if at := Locator(c); at != "" {
		s += ", " + at
	}
	made := Made(c)
	if made != "" {
		s = made + " · " + s
	}
	if section := Section(c); section != "" && !strings.HasSuffix(made, section) {
		s += " · " + section
	}
	return s
}

// Made says what a chunk is that was made from a document: "card of json.load", "recipe". It is "" for a piece of the
// document itself.
func Made(c *index.Chunk) string {
	switch c.Kind {
	case source.SymbolCard:
		return "card of " + name(cmp.Or(c.Symbol, c.Title))
	case source.APISurface:
		return "API of " + name(cmp.Or(c.Symbol, c.Title))
	case source.Recipe:
		return "recipe"
	case source.RecipeSection:
		return "notebook section"
	case source.TutorialRecipe:
		return "notebook outline"
	case source.RecipeCard:
		return "summary by a model"
	}
	return ""
}

// Locator is the part of a document that a chunk covers, as a reference names it: "p. 48", "pp. 3–4", "p. 361,
// printed 330", "lines 10–12"; "" where the document has neither pages nor lines.
func Locator(c *index.Chunk) string {
	switch {
	case c.StartPage > 0:
		s := "p. "
		if c.StartPage < c.EndPage {
			s = "pp. "
		}
		s += span(strconv.Itoa(c.StartPage), strconv.Itoa(c.EndPage), "–")
		if first, last := c.Printed(); first != "" {
			s += ", printed " + span(name(first), name(last), "–")
		}
		return s
	case c.StartLine > 0 && c.StartLine == c.EndLine:
		return fmt.Sprintf("line %d", c.StartLine)
	case c.StartLine > 0:
		return fmt.Sprintf("lines %d–%d", c.StartLine, c.EndLine)
	}
	return ""
}

// span names what goes from a first to a last one, and one alone where these are the same.
func span(first, last, dash string) string {
	if first == last {
		return first
	}
	return first + dash + last
}

// Section is the innermost section that a chunk stands in, and the name of a recipe that stands in none: the test or
// the symbol that it shows. It is "" where there is neither.
func Section(c *index.Chunk) string {
	if n := len(c.Section); n > 0 {
		return name(c.Section[n-1])
	}
	if c.Kind == source.Recipe {
		title := name(c.Title)
		if i := strings.LastIndex(title, " ("); i > 0 && strings.HasSuffix(title, ")") {
			title = title[:i] // the file stands beside it
		}
		return title
	}
	return ""
}

// name makes a name, a title or a sentence safe, and one line.
func name(s string) string { return engine.OneLine(guard.Sanitize(s)) }

// words makes evidence safe, and one line; what is hidden in it is shown.
func words(s string) string { return engine.OneLine(guard.Reveal(s)) }

// clip shortens a line to a number of columns.
func clip(s string, columns int) string { return ansi.Truncate(s, columns, "…") }

// FileURL is the address of a file, at a page where that is not 0.
func FileURL(path string, page int) string {
	u := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}
	if page > 0 {
		u.Fragment = "page=" + strconv.Itoa(page)
	}
	return u.String()
}
