// Package recipe makes documents beside the originals from what they hold: a card for each symbol of an API, and
// recipes — code that uses an API, with what it needs to run — from tests, docstrings,
// Markdown and notebooks.
//
//	all, err := recipe.Derive(ctx, registry, files, names, func(d *recipe.Derived) error { chunks := source.Chunks(d.Document, d.ID) … })
//
// Nothing is imported or executed. Each block of what is made has the lines of the original file that it was made
// from, so that whatever is cited leads there. Everything comes in a total order that depends on the files alone.
package recipe

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"ibid/index/source"
)

// Derived is one document made from others. As JSON it is what an index keeps of it beside its chunks, which know its
// place.
type Derived struct {
	// "card:tidewater.series.despike", "recipe:tests/test_series.py#L00021"; unique, in byte order by kind, then place
	ID      string      `json:"id"`
	Kind    source.Kind `json:"kind"`
	Project string      `json:"project,omitempty"` // that the symbol or the file belongs to, "" for none
	Symbol  string      `json:"symbol,omitempty"`  // qualified name that a card is about; "" for recipes
	Title   string      `json:"title"`             // one line
	Goal    string      `json:"goal,omitempty"`    // what it is for, one line, from the original; "" where that does not say
	Root    string      `json:"-"`                 // of the original file, as the caller gave it
	Path    string      `json:"-"`                 //

	// The lines of the original that it is about, both ends included; what it needs may stand before.
	StartLine int `json:"start_line"`
	EndLine   int `json:"end_line"`

	Mentions []string `json:"mentions,omitempty"` // qualified names that it uses, sorted

	// Title and Kind are those above; block lines are those of the original, never going backwards.
	Document source.Document `json:"-"`
}

// File is a file that recipes are made from.
type File struct {
	Doc     string // id of its document: unique, part of the ids of what is derived
	Root    string // as the caller names it
	Path    string // slash-separated, below Root
	Project string // that it belongs to, "" for none
	Text    string // as source.Text gives it

	Load func() string // gives Text whenever it is needed, so that it need not be kept; nil for a file that has it
}

// loaded is the file with its text.
func (f File) loaded() File {
	if f.Load != nil {
		f.Text = f.Load()
	}
	return f
}

// recipe starts one that is made of a file.
func (f File) recipe() Derived {
	return Derived{Kind: source.Recipe, Project: f.Project, Root: f.Root, Path: f.Path}
}

// What starts the id of a derived document, by its kind.
const (
	cardID    = "card:"    // then the symbol's qualified name
	sectionID = "section:" // then the place in the notebook
	recipeID  = "recipe:"  // then the place in the file
)

// ParseID tells the kind of a derived document by its id, and what the id names: the symbol of a card, the
// place of a recipe. The kind is "" where that is no such id.
func ParseID(id string) (kind source.Kind, name string) {
	prefix, name, _ := strings.Cut(id, ":")
	switch prefix + ":" {
	case cardID:
		return source.SymbolCard, name
	case sectionID:
		return source.RecipeSection, name
	case recipeID:
		return source.Recipe, name
	}
	return "", ""
}

// page builds the Document of a Derived.
type page struct {
	doc  source.Document
	text strings.Builder
}

// add appends a block. Lines are those of the original; a block that would go back to an earlier line than the one
// before begins with that one's.
func (p *page) add(b source.Block, text string) {
	text = strings.TrimRightFunc(strings.TrimLeft(clean(text), "\n"), unicode.IsSpace)
	if strings.TrimSpace(text) == "" {
		return
	}
	if n := len(p.doc.Blocks); n > 0 {
		before := p.doc.Blocks[n-1]
		b.StartLine = max(b.StartLine, before.StartLine)
		if p.text.WriteByte('\n'); before.Kind != source.Item || b.Kind != source.Item {
			p.text.WriteByte('\n')
		}
	}
	b.EndLine = max(b.EndLine, b.StartLine)
	b.Start = p.text.Len()
	p.text.WriteString(text)
	b.End = p.text.Len()
	p.doc.Blocks = append(p.doc.Blocks, b)
}

// finish gives d its document.
func (p *page) finish(d *Derived) {
	d.Title, d.Goal = oneLine(d.Title), oneLine(d.Goal)
	p.doc.Title, p.doc.Kind, p.doc.Text = d.Title, d.Kind, p.text.String()
	d.Document = p.doc
}

// place is the end of an id: the line, so that ids sort in the order of the file.
func place(doc string, line int) string { return fmt.Sprintf("%s#L%05d", doc, line) }

// oneLine undoes line breaks.
func oneLine(s string) string { return strings.Join(strings.Fields(clean(s)), " ") }

// clean leaves out what a Document must not hold: control characters, and bytes that are no UTF-8.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// Program is the code of a recipe: its Code blocks in order.
func (d *Derived) Program() string {
	var b strings.Builder
	for _, block := range d.Document.Blocks {
		if block.Kind == source.Code {
			b.WriteString(d.Document.Text[block.Start:block.End])
			b.WriteString("\n\n")
		}
	}
	return b.String()
}

// listing is a block to be added to a page.
type listing struct {
	block source.Block
	text  string
}

// inOrder sorts blocks by the line that they begin on, and keeps those of one line as they were added.
func inOrder(parts []listing) []listing {
	slices.SortStableFunc(parts, func(a, b listing) int { return a.block.StartLine - b.block.StartLine })
	return parts
}

// unique sorts names and leaves out the double ones.
func unique(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
