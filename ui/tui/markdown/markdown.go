// Package markdown lays a verified answer out for a terminal and keeps track of where each sentence went.
//
//	out, err := markdown.Render(text, markdown.Options{
//		Width: 60, Style: theme.Glamour,
//		Sentences: []markdown.Span{{Start: 0, End: 41, Glyph: "✓"}},
//	})
//	// out.Lines: what to print; out.Sentences[0]: where the first sentence stands in them
//
// Glamour draws the tree that goldmark parses, but not all of Markdown is parsed, and what Glamour draws is read back:
//
//   - HTML, references, footnotes and strike-through are text, and shown as such. A link is its text and its address.
//   - Each piece of text goes through Glamour as a hyperlink whose address is a number. Wrappers and tables carry a
//     hyperlink from line to line, so that afterwards each cell of the screen knows which piece it came from. No
//     hyperlink is left in the result.
//   - A block of which a single character does not arrive is laid out again as plain text: an answer loses nothing.
package markdown

import (
	"errors"
	"slices"
	"strings"

	"charm.land/glamour/v2/ansi"
)

const (
	narrow     = 24 // cells below which a style's margins are left out
	codeIndent = 2  // cells before a line of code, where there is room
	tabStop    = 4  // spaces for a tab in code
	minColumn  = 8  // cells that a column of a table needs for its longest words; with less, rows are shown as text
	maxBridge  = 2  // blank cells between two parts of a sentence that are one Segment
)

// Options says how to lay a text out.
type Options struct {
	Width     int              // cells, at least 1
	Style     ansi.StyleConfig // of Glamour
	Sentences []Span           // of the text, in order, without overlap
	Names     []Span           // of an API, that are pointed out; in order, without overlap

	// Below gives the lines that stand below a code block, styled, which are wrapped and are no part of the text. It is called
	// before the block has its lines. It may be nil.
	Below func(Block) string
}

// Span is a sentence of the text, as guard.Split cuts it, or a name in it.
type Span struct {
	Start, End int    // byte offsets
	Glyph      string // the verdict, shown behind a sentence and before a name; "" for none
}

// Rendered is a text laid out.
type Rendered struct {
	Lines     []string    // styled, without spaces at the end, none wider than the width
	Sentences [][]Segment // of each sentence of the options, its glyph included, from the top down
	Markers   []Marker    // the citations, in the order of the text
	Names     [][]Segment // of each name of the options, its glyph included
	Code      []Block     // the code blocks, in the order of the text
}

// Segment is a run of cells of one line.
type Segment struct{ Line, From, To int }

// Marker is a citation marker in the lines. One that is wrapped, or that names several keys, is more than one Marker.
type Marker struct {
	Key      string // c1, c2 …
	Sentence int    // in Options.Sentences, -1 where it stands in none
	Segment
}

// Block is a code block.
type Block struct {
	Line, Lines int    // its first line in Rendered.Lines, and how many there are
	Start, End  int    // byte offsets of the code in the text, fences not included
	Lang        string // as the fence says, "" if it does not
	Text        string // the code as it was written
}

// What is done about a block of which so many layouts lost something.
const (
	headless = 1 // a table: its header is a row like the others, which is wrapped and not cut off
	asText   = 2 // any block: it is plain text; all but tables are after the first loss
)

var errLost = errors.New("the layout would lose a part of the answer; read it with `ibid ask --plain`")

// Render lays a text out that went through guard.Sanitize. It takes tens of milliseconds for a long answer, and may be
// called from any goroutine.
func Render(text string, opt Options) (Rendered, error) {
	opt.Width = max(opt.Width, 1)
	losses := map[int]int{} // how often something was lost of a block
	for {
		d := parse(text, &opt, losses)
		if len(d.lost) == 0 {
			lines, err := d.draw()
			if err != nil {
				return Rendered{}, err
			}
			s := newScan(d, opt.Width)
			for _, l := range lines {
				s.line(l)
			}
			if d.lost = s.missing(); len(d.lost) == 0 {
				return s.rendered(), nil
			}
		}
		slices.Sort(d.lost)
		for _, block := range slices.Compact(d.lost) {
			if losses[block]++; losses[block] > asText {
				return Rendered{}, errLost
			}
		}
	}
}

// style is the style with what Glamour gets wrong put right.
func (o *Options) style() ansi.StyleConfig {
	s := o.Style
	if o.Width < narrow {
		s.Document.Margin, s.Document.Indent = nil, nil
	}
	if quote := &s.BlockQuote; quote.IndentToken != nil && quote.Indent != nil {
		// Glamour takes the token for one cell wide. The bars of it are put back when the lines are read.
		indent, bar := *quote.Indent*uint(len(barOf(o))), string(hiddenBar)
		quote.Indent, quote.IndentToken = &indent, &bar
	}
	return s
}

// barOf returns the cells of the bar before a quotation.
func barOf(o *Options) []rune {
	if t := o.Style.BlockQuote.IndentToken; t != nil && *t != "" {
		return []rune(*t)
	}
	return []rune{' '}
}

// room is the width that is left for a text between the margins of the document.
func (o *Options) room() int {
	s := o.style().Document
	taken := uint(0)
	if s.Margin != nil {
		taken += 2 * *s.Margin
	}
	if s.Indent != nil {
		taken += *s.Indent
	}
	return max(o.Width-int(taken), 1)
}

// The characters that stand for others on their way through Glamour: it resolves "&amp;" and "\*" in what is text. They
// are private-use characters, which mean nothing in a text; one that is there all the same is shown as U+FFFD.
const (
	firstHidden rune = 0x100000
	hiddenAmp        = firstHidden + iota
	hiddenSlash
	hiddenBar
	hiddenSpace // between a sentence and its glyph: nothing is wrapped here
	hiddenInset // a line that something else is put in place of
	lastHidden
)

// hide makes a text opaque to Glamour.
func hide(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '&':
			return hiddenAmp
		case r == '\\':
			return hiddenSlash
		case r == '\t':
			return ' '
		case r < ' ' && r != '\n', r >= 0x7f && r < 0xa0, r >= firstHidden && r < lastHidden:
			return '\ufffd'
		}
		return r
	}, s)
}

// reveal undoes hide, for one character.
func reveal(r rune) string {
	switch r {
	case hiddenAmp:
		return "&"
	case hiddenSlash:
		return `\`
	default:
		return " "
	}
}
