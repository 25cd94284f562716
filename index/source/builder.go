package source

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// builder collects the blocks of a Document in reading order and keeps the promises of the contract: clean text,
// white space between blocks only, lines that never go backwards, a section path for every block.
type builder struct {
	doc    Document
	text   []byte
	path   []string
	levels []int         // the level of each heading in path, strictly increasing
	line   func(int) int // from the reader's line numbers to the file's; nil where they are the same
}

// add appends a block. Kind, StartLine, EndLine, Symbol and Lang are the caller's; the rest is filled in here.
// A block without visible text is dropped.
func (b *builder) add(block Block, text string) {
	text = clean(text)
	body := strings.TrimLeft(text, "\n")
	trimmed := strings.TrimRight(body, "\n")
	if block.Kind != Table { // the last cell of a table may be empty
		trimmed = strings.TrimRightFunc(trimmed, unicode.IsSpace)
	}
	if strings.TrimFunc(trimmed, unicode.IsSpace) == "" {
		return
	}
	if strings.Count(text, "\n") == block.EndLine-block.StartLine { // a line of text is a line of the file
		block.StartLine += len(text) - len(body)
		block.EndLine -= strings.Count(body[len(trimmed):], "\n")
	}
	if b.line != nil {
		block.StartLine, block.EndLine = b.line(block.StartLine), b.line(block.EndLine)
	}
	if n := len(b.doc.Blocks); n > 0 {
		prev := b.doc.Blocks[n-1]
		block.StartLine = max(block.StartLine, prev.StartLine)
		separator := "\n\n"
		if prev.Kind == Item && block.Kind == Item {
			separator = "\n"
		}
		b.text = append(b.text, separator...)
	}
	block.EndLine = max(block.EndLine, block.StartLine)
	block.Start = len(b.text)
	b.text = append(b.text, trimmed...)
	block.End = len(b.text)
	block.Section = b.path
	b.doc.Blocks = append(b.doc.Blocks, block)
}

// heading opens a section of the given level, 1 being the outermost, and appends its Heading block.
func (b *builder) heading(level int, text string, startLine, endLine int) {
	text = strings.Join(strings.Fields(clean(text)), " ")
	if text == "" {
		return
	}
	keep := len(b.levels)
	for keep > 0 && b.levels[keep-1] >= level {
		keep--
	}
	// Blocks share the path they were added under, so a new section gets a path of its own.
	b.path = append(slices.Clone(b.path[:keep]), text)
	b.levels = append(b.levels[:keep], level)
	b.add(Block{Kind: Heading, StartLine: startLine, EndLine: endLine}, text)
}

// extend appends a further line of text to the last block.
func (b *builder) extend(text string, endLine int) {
	last := &b.doc.Blocks[len(b.doc.Blocks)-1]
	text = strings.TrimRightFunc(clean(text), unicode.IsSpace)
	if strings.TrimSpace(text) == "" {
		return
	}
	if b.line != nil {
		endLine = b.line(endLine)
	}
	b.text = append(append(b.text, '\n'), text...)
	last.End = len(b.text)
	last.EndLine = max(last.EndLine, endLine)
}

func (b *builder) warn(message string) { b.doc.Warnings = append(b.doc.Warnings, message) }

// document returns what was built. Without a title of its own the document takes its first heading of the
// outermost level.
func (b *builder) document() Document {
	doc := b.doc
	doc.Text = string(b.text)
	if doc.Title = strings.Join(strings.Fields(clean(doc.Title)), " "); doc.Title == "" {
		outermost := 0
		for _, block := range doc.Blocks {
			if block.Kind == Heading && (outermost == 0 || len(block.Section) < outermost) {
				outermost = len(block.Section)
				doc.Title = doc.Text[block.Start:block.End]
			}
		}
	}
	return doc
}

// clean returns s as valid UTF-8 without terminal codes and control characters other than "\n" and "\t".
func clean(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return unwanted(r) || r == utf8.RuneError }) < 0 {
		return s
	}
	if strings.Contains(s, "\x1b") {
		s = terminalCode.ReplaceAllString(s, "")
	}
	return strings.Map(func(r rune) rune {
		if unwanted(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
}

// terminalCode matches what terminals take for colours, cursor movements and window titles.
var terminalCode = regexp.MustCompile("\x1b(?:\\[[0-9;?]*[A-Za-z]|\\][^\x07\x1b\n]*(?:\x07|\x1b\\\\))")

func unwanted(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }
