package source

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/parser"

	"ibid/index/source/budget"
)

// What a block costs its budget beside the work of its reader: about what storing and indexing it takes.
const (
	blockWork = 600
	byteWork  = 20
)

// maxName is how much of a title, a section, a symbol or a language is kept, in bytes. Every chunk below repeats them.
const maxName = 1000

// What a table must not be longer than to be one block, and its header to be repeated, in bytes.
const (
	maxTable  = 1500
	maxHeader = 300
)

// maxMargin is how many lists may indent an item; deeper ones stand where the last of these does.
const maxMargin = 64

// builder collects the blocks of a Document in reading order and keeps the promises of the contract: clean text,
// white space between blocks only, lines that never go backwards, a section path for every block.
type builder struct {
	doc    Document
	text   []byte
	path   []string
	levels []int          // the level of each heading in path, strictly increasing
	page   int            // that blocks are on, 0 where the format has none
	line   func(int) int  // from the reader's line numbers to the file's; nil where they are the same
	budget *budget.Budget // of what is added
	markup *budget.Budget // of the reader: where it is spent, what was read is still added
	parser parser.Parser  // of Markdown, made when it is first needed
	nested int            // directives around what is read as Markdown
	out    leftOut        // what is struck out or hidden
	ended  error          // why the reader did not come to the end of the file
}

// newBuilder returns the builder of a document that is read from a file of size bytes.
func newBuilder(ctx context.Context, doc Document, size int) *builder {
	work := budget.New(ctx, size)
	return &builder{doc: doc, budget: work, markup: work.Another()}
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
	if fits := b.budget.Left()/byteWork - maxName; block.Kind != Table && fits > 0 && len(trimmed) > fits {
		trimmed, b.ended = strings.ToValidUTF8(trimmed[:fits], ""), budget.ErrSpent
	}
	block.Page = b.page
	block.Section, block.Symbol, block.Lang = b.path, shortened(block.Symbol), shortened(block.Lang)
	work := blockWork + byteWork*len(trimmed) + len(block.Symbol) + len(block.Lang)
	for _, name := range b.path {
		work += len(name)
	}
	if b.budget.Spend(work) != nil {
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
	b.doc.Blocks = append(b.doc.Blocks, block)
}

// heading opens a section of the given level, 1 being the outermost, and appends its Heading block.
func (b *builder) heading(level int, text string, startLine, endLine int) {
	text = strings.Join(strings.Fields(clean(text)), " ")
	if text == "" {
		return
	}
	if n := len(b.doc.Blocks); n > 0 && b.doc.Blocks[n-1].Kind == Heading && string(b.text[b.doc.Blocks[n-1].Start:]) == text {
		return // the title of a page stands above it and in it
	}
	keep := len(b.levels)
	for keep > 0 && b.levels[keep-1] >= level {
		keep--
	}
	// Blocks share the path they were added under, so a new section gets a path of its own.
	b.path = append(slices.Clone(b.path[:keep]), shortened(text))
	b.levels = append(b.levels[:keep], level)
	b.add(Block{Kind: Heading, StartLine: startLine, EndLine: endLine}, text)
}

// item appends a list item with so many lists around it. Its further lines stand under the first.
func (b *builder) item(block Block, lists int, marker, text string) {
	block.Kind = Item
	b.add(block, margin(lists)+marker+" "+strings.ReplaceAll(text, "\n", "\n"+hanging(lists, len(marker)+1)))
}

// entry appends an item with so many lists around it: a term and its definition.
func (b *builder) entry(block Block, lists int, term, text string) {
	block.Kind = Item
	term = strings.TrimRight(cellText(term), ":")
	b.add(block, margin(lists)+term+" | "+strings.ReplaceAll(text, "\n", "\n"+hanging(lists, len("  "))))
}

// extend appends further lines to the last block, an item with so many lists around it whose text stands width
// further in. A first line that is no sentence heads them.
func (b *builder) extend(lists, width int, text string, endLine int) {
	last := &b.doc.Blocks[len(b.doc.Blocks)-1]
	text = hanging(lists, width) + strings.ReplaceAll(text, "\n", "\n"+hanging(lists, width))
	text = strings.TrimRightFunc(clean(text), unicode.IsSpace)
	if text == "" || b.budget.Spend(byteWork*len(text)) != nil {
		return
	}
	if b.line != nil {
		endLine = b.line(endLine)
	}
	if end, _ := utf8.DecodeLastRune(b.text); unicode.IsLetter(end) || unicode.IsDigit(end) || end == '`' {
		b.text = append(b.text, ':')
	}
	b.text = append(append(b.text, '\n'), text...)
	last.End = len(b.text)
	last.EndLine = max(last.EndLine, endLine)
}

// table appends rows, the first of which is their header, empty where there is none: as one Table block or, where that would
// have to be cut, as several that begin with the header each. As many rows are read as fit. Lines are those of the rows, none of
// which is empty, where they are known.
func (b *builder) table(block Block, rows [][]string, lines ...int) {
	text, all := tableText(rows, b.budget.Left()/byteWork-blockWork)
	if !all {
		b.warn(fmt.Sprintf("line %d: the table is too large: only its first rows were read", block.StartLine))
	}
	header, rest, _ := strings.Cut(text, "\n")
	if len(header) > maxHeader || len(text) <= maxTable {
		b.add(block, text)
		return
	}
	last := block.EndLine
	for row := 1; rest != ""; {
		end := 0 // of the rows that fit, one at least
		for line := range strings.Lines(rest) {
			if end > 0 && len(header)+end+len(line) > maxTable {
				break
			}
			end += len(line)
		}
		body := strings.TrimSuffix(rest[:end], "\n")
		if lines != nil {
			block.StartLine, block.EndLine = lines[row], last
			if row += 1 + strings.Count(body, "\n"); row < len(lines) {
				block.EndLine = lines[row] - 1
			}
		}
		b.add(block, header+"\n"+body)
		rest = rest[end:]
	}
}

// margin is the indentation of an item with so many lists around it.
func margin(lists int) string { return strings.Repeat("  ", min(lists, maxMargin)) }

// hanging is the indentation of text that stands width further in than its item.
func hanging(lists, width int) string { return margin(lists) + strings.Repeat(" ", width) }

// shortened cuts a name to maxName bytes.
func shortened(name string) string {
	if len(name) <= maxName {
		return name
	}
	return strings.ToValidUTF8(name[:maxName], "") + "…"
}

func (b *builder) warn(message string) { b.doc.Warnings = append(b.doc.Warnings, message) }

// document returns what was built. Without a title of its own the document takes its first heading of the
// outermost level.
func (b *builder) document() Document {
	doc := b.doc
	doc.Warnings = append(doc.Warnings, b.out.warnings()...)
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
	doc.Title = strings.Clone(shortened(doc.Title)) // which is kept longer than the text
	if err := cmp.Or(b.budget.Err(), b.ended); err != nil {
		place := ""
		if n := len(doc.Blocks); n > 0 && doc.Pages > 0 {
			place = fmt.Sprintf(" after page %d", doc.Blocks[n-1].Page)
		} else if n > 0 {
			place = fmt.Sprintf(" after line %d", doc.Blocks[n-1].EndLine)
		}
		doc.Warnings = append(doc.Warnings, fmt.Sprintf("what comes%s was left out: %v", place, err))
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
