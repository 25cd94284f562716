// Package markdown lays a verified answer out for a terminal and keeps track of where each sentence went.
//
//	out, err := markdown.Render(text, markdown.Options{
//		Width: 60, Style: theme.Glamour,
//		Sentences: []markdown.Span{{Start: 0, End: 41, Glyph: "✓"}},
//	})
//	// out.Lines: what to print; out.Sentences[0]: where the first sentence stands in them
//
// goldmark parses (parse.go), Glamour draws each block (layout.go), and since the characters that are shown are those
// that were written, in their order, counting them tells which sentence each belongs to (read.go). A block of which
// that is not true, since Glamour would leave a character out or add one, is shown as it was written: an answer loses
// nothing.
package markdown

import (
	"errors"

	"charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"

	"ibid/ui/tui/cells"
)

const (
	goesOn     = "↪ " // before a row of code that goes on with the line above
	codeIndent = 2    // cells before a line of code, where there is room
	tab        = "    "
	minColumn  = 8 // cells that a column of a table needs; with less, rows are shown as text
	minInner   = 8 // cells that the text in lists and quotations needs; with less the block is shown as text
)

// Options says how to lay a text out.
type Options struct {
	Width     int              // cells, at least 1
	Style     ansi.StyleConfig // of Glamour
	Sentences []Span           // of the text, in order, without overlap
	Marker    lipgloss.Style   // of citations
}

// Span is a sentence of the text, as guard.Parse cuts it.
type Span struct {
	Start, End int    // byte offsets
	Glyph      string // the verdict, shown behind the sentence; "" for none
}

// Rendered is a text laid out.
type Rendered struct {
	Lines     []string    // styled, without spaces at the end, none wider than the width
	Sentences [][]Segment // of each sentence of the options, its glyph included, from the top down
}

// Segment is a run of cells of one line.
type Segment = cells.Segment

// Render lays a text out that went through guard.Sanitize. It takes milliseconds for a long answer, and may be called
// from any goroutine.
func Render(text string, opt Options) (Rendered, error) {
	opt.Width = max(opt.Width, 1)
	d := newDocument(text, &opt)
	out := Rendered{Sentences: make([][]Segment, len(opt.Sentences))}
	for _, b := range d.blocks() {
		code := fences(b.tree, d.source[:d.length])
		shown := d.characters(b.start, b.end, code)
		lines, err := d.lay(b.tree, opt.Width)
		if err == nil && !same(shown, lines) {
			err = errAsWritten
		}
		switch {
		case errors.Is(err, errAsWritten):
			shown, lines = d.characters(b.start, b.end, nil), d.asWritten(b.start, b.end)
		case err != nil:
			return Rendered{}, err
		}
		if lines == nil {
			continue
		}
		if out.Lines != nil {
			out.Lines = append(out.Lines, "")
		}
		d.read(lines, shown, &out)
	}
	return out, nil
}
