// Package markdown lays a verified answer out for a terminal and keeps track of where each sentence went.
//
//	out, err := markdown.Render(text, markdown.Options{
//		Width: 60, Style: theme.Glamour,
//		Sentences: []markdown.Span{{Start: 0, End: 41, Glyph: "✓"}},
//	})
//	// out.Lines: what to print; out.Sentences[0]: where the first sentence stands in them
//
// goldmark parses, Glamour draws each block; what stands where is known by marks that pass through both:
//
//   - The text in a tree becomes runs (parse.go), each a hyperlink whose address is its number. HTML, references,
//     footnotes and strike-through are text, and shown as such. A link is its text and its address.
//   - Each block becomes lines (layout.go). Wrappers and tables carry a hyperlink from line to line.
//   - The lines are read back (read.go): each cell tells which run it came from. No hyperlink of those is left.
//
// A block of which a character would be lost is shown as it was written: an answer loses nothing.
package markdown

import (
	"errors"
	"strings"

	"charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"
	xansi "github.com/charmbracelet/x/ansi"

	"ibid/ui/tui/cells"
)

const (
	narrow     = 24   // cells below which margins are left out
	goesOn     = "↪ " // before a row of code that goes on with the line above
	codeIndent = 2    // cells before a line of code, where there is room
	tabStop    = 4    // spaces for a tab in code
	minColumn  = 8    // cells that a column of a table needs for its longest words; with less, rows are shown as text
	minInner   = 8    // cells that the text in lists and quotations needs; with less the block is shown as text
	maxBridge  = 2    // blank cells between two parts of a sentence that are one Segment
)

// Options says how to lay a text out.
type Options struct {
	Width     int              // cells, at least 1
	Style     ansi.StyleConfig // of Glamour
	Sentences []Span           // of the text, in order, without overlap
	Names     []Span           // of an API, that are pointed out; in order, without overlap
	Name      lipgloss.Style   // of them
	Marker    lipgloss.Style   // of citations

	// Below gives the lines that stand below a code block, styled, which are wrapped and are no part of the text. It
	// is called before the block has its lines. It may be nil.
	Below func(Block) string
}

// Span is a sentence of the text, as guard.Parse cuts it, or a name in it.
type Span struct {
	Start, End int    // byte offsets
	Glyph      string // the verdict, shown behind a sentence and before a name; "" for none
}

// Rendered is a text laid out.
type Rendered struct {
	Lines     []string    // styled, without spaces at the end, none wider than the width
	Sentences [][]Segment // of each sentence of the options, its glyph included, from the top down
	Code      []Block     // the code blocks, in the order of the text
}

// Segment is a run of cells of one line.
type Segment = cells.Segment

// Block is a code block.
type Block struct {
	Line, Lines int    // its first line in Rendered.Lines, and how many there are
	Start, End  int    // byte offsets of the code in the text, fences not included
	Lang        string // as the fence says, "" if it does not
	Text        string // the code as it was written
}

// Render lays a text out that went through guard.Sanitize. It takes milliseconds for a long answer, and may be called
// from any goroutine.
func Render(text string, opt Options) (Rendered, error) {
	opt.Width = max(opt.Width, 1)
	asWritten := map[int]bool{} // the blocks that are shown as they were written
	for {
		d, blocks := parse(text, &opt, asWritten)
		var out []string
		again := false
		for i, b := range blocks {
			var lines []string
			if b.tree == nil {
				lines = d.asWritten(b)
			} else {
				var err error
				lines, err = d.lay(b.tree, opt.Width)
				if err != nil && !errors.Is(err, errNoRoom) {
					return Rendered{}, err
				}
				if err != nil || d.lost(b, lines) {
					asWritten[i], again = true, true
				}
			}
			if lines == nil {
				continue
			}
			if out != nil {
				out = append(out, "")
			}
			out = append(out, lines...)
		}
		if !again {
			return d.read(out), nil
		}
	}
}

// Plain wraps a text that went through guard.Sanitize, without Markdown. No line is wider than width cells, which is at
// least 1.
func Plain(text string, width int) []string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		for _, row := range cells.Wrap(expandTabs(line), max(width, 1)) {
			row = strings.TrimRight(row, " ")
			if xansi.StringWidth(row) > width { // a wide character in one cell
				row = placeholder
			}
			out = append(out, row)
		}
	}
	return out
}
