package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
)

// Place is where a chunk stands, for a person: "FIPS.203, p. 48 · 8 Parameter Sets", or what it is before that where
// it was made from the document: "card of json.load · json/__init__.py, lines 274–299". It is one line.
func Place(c *index.Chunk) string {
	s := plain(c.DocID)
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
		return "card of " + plain(cmp.Or(c.Symbol, c.Title))
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
			s += ", printed " + span(plain(first), plain(last), "–")
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
		return plain(c.Section[n-1])
	}
	if c.Kind == source.Recipe {
		title := plain(c.Title)
		if i := strings.LastIndex(title, " ("); i > 0 && strings.HasSuffix(title, ")") {
			title = title[:i] // the file stands beside it
		}
		return title
	}
	return ""
}

// plain makes a name of a document safe to show, and one line.
func plain(s string) string { return OneLine(guard.Sanitize(s)) }

// Known is the evidence of a key, nil where the answer has none.
func (a *Answer) Known(key string) *Evidence {
	for i := range a.Evidence {
		if a.Evidence[i].Key == key {
			return &a.Evidence[i]
		}
	}
	return nil
}

// Cited is the evidence of a key with the place of what the sentences quote of it; of what the whole answer does
// where they quote nothing, or where the evidence was read back and does not tell. It is nil where there is none.
func (a *Answer) Cited(key string, sentences []guard.Sentence) *index.Chunk {
	var quotes []guard.Quote
	for i := range sentences {
		quotes = append(quotes, slices.DeleteFunc(slices.Clone(sentences[i].Quotes), func(q guard.Quote) bool { return q.Key != key })...)
	}
	whole := a.Known(key)
	if whole != nil && len(whole.Blocks) > 0 && len(quotes) > 0 {
		return new(Cite(*whole, quotes...).Chunk)
	}
	if i := slices.IndexFunc(a.Citations, func(c Citation) bool { return c.Key == key }); i >= 0 {
		return &a.Citations[i].Chunk
	}
	if whole == nil {
		return nil
	}
	return &whole.Chunk
}
