package source

import (
	"bytes"
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"ibid/index/source/budget"
)

// What the steps of the Markdown parser cost.
const (
	cellWork   = 1000 // of setting up a parse, as for each cell of a notebook
	openWork   = 10   // of asking one block parser about a line
	nodeWork   = 1400 // of a block that it finds
	lineShare  = 4    // bytes of a line that it may look through at the cost of one unit
	inlineWork = 100  // of a character that may be inline markup: the node that it may become
)

// mathPriority puts formulas before all other inline markup but code spans, whose priority is 100.
const mathPriority = 150

// parseMarkdown parses CommonMark with GitHub's tables and strikethrough and TeX formulas. The error is that of the
// budget.
func parseMarkdown(b *builder, src []byte) (root ast.Node, err error) {
	if b.parser == nil {
		b.parser = newMarkdownParser(b.markup)
	}
	defer func() {
		if v := recover(); v != nil {
			if err = b.markup.Err(); err == nil {
				panic(v)
			}
		}
	}()
	if err := b.markup.Spend(cellWork); err != nil {
		return nil, err
	}
	return b.parser.Parse(text.NewReader(src)), nil
}

// newMarkdownParser returns a parser whose every step is paid for. The library knows neither limits nor contexts: a
// step that cannot be paid panics with the error of the budget, which parseMarkdown catches.
func newMarkdownParser(work *budget.Budget) parser.Parser {
	blocks := append(parser.DefaultBlockParsers(),
		util.Prioritized(extension.NewDefinitionListParser(), 101), util.Prioritized(extension.NewDefinitionDescriptionParser(), 102),
		util.Prioritized(footnoteBlocks{extension.NewFootnoteBlockParser()}, 999))
	for i := range blocks {
		blocks[i].Value = paidBlocks{blocks[i].Value.(parser.BlockParser), work}
	}
	inlines := append(parser.DefaultInlineParsers(), util.Prioritized(noteParser{}, mathPriority),
		util.Prioritized(mathParser{}, mathPriority), util.Prioritized(pairParser('~'), 500), util.Prioritized(pairParser('='), 500))
	for i := range inlines {
		inlines[i].Value = paidInlines{inlines[i].Value.(parser.InlineParser), work}
	}
	return parser.NewParser(
		parser.WithBlockParsers(blocks...),
		parser.WithInlineParsers(inlines...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
		parser.WithParagraphTransformers(util.Prioritized(paidTables{extension.NewTableParagraphTransformer(), work}, 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
		parser.WithHeadingAttribute(),
	)
}

// footnoteBlocks leave the text of a footnote where it is, with the paragraphs indented below it.
type footnoteBlocks struct{ parser.BlockParser }

// Close does not move a footnote to the others, as the embedded parser does.
func (footnoteBlocks) Close(ast.Node, text.Reader, parser.Context) {}

// noteParser leaves out the marks of footnotes, takes out footnotes that stand in the line, and reads the links of
// Obsidian.
type noteParser struct{}

// noteMarkup matches the mark of a footnote; 1 a footnote in the line; a link: 2 "!" where it shows what it links to,
// 3 the page, 4 the place in it, 5 the text that is shown; 6 what Pandoc raises.
var noteMarkup = regexp.MustCompile(`^(?:\[\^[^\s\]\[^]+\](?::[ \t]*)?|\^\[((?:[^\[\]\n]|\[[^\[\]\n]*\])+)\]` +
	`|(!?)\[\[([^\[\]|#^\n]*)(?:[#^]\^?([^\[\]|\n]*?))?\\?(?:\|([^\[\]\n]*))?\]\]|\^([^\s^\[\]]{1,12})\^)`)

// noteKey is the attribute of an empty node that holds a footnote.
const noteKey = "note"

// Trigger returns the characters that the markup begins with.
func (noteParser) Trigger() []byte { return []byte{'[', '!', '^'} }

// Parse reads the markup at the start of the block's current line; it is nil where there is none.
func (noteParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, _ := block.PeekLine()
	m := noteMarkup.FindSubmatch(line)
	if m == nil {
		return nil
	}
	rest := line[len(m[0]):]
	after, _ := utf8.DecodeRune(rest)
	switch wiki := m[3] != nil; {
	case m[6] != nil && (!alphanumeric(before) || alphanumeric(after)):
		return nil
	case m[6] != nil:
		block.Advance(len(m[0]))
		return ast.NewString([]byte("^" + string(m[6])))
	case wiki && (alphanumeric(before) || bytes.HasPrefix(rest, []byte("(")) || bytes.HasPrefix(rest, []byte("["))):
		return nil // an index, or the text of a link
	case m[1] != nil:
		block.Advance(len(m[0]))
		note := ast.NewString(nil)
		note.SetAttributeString(noteKey, string(m[1]))
		return note
	case wiki && len(m[2]) > 0:
		m[3], m[4], m[5] = nil, nil, nil
	}
	block.Advance(len(m[0]))
	return ast.NewString([]byte(strings.TrimSpace(cmp.Or(string(m[5]), string(m[3]), string(m[4])))))
}

// lowered matches what Pandoc lowers.
var lowered = regexp.MustCompile(`^~([^\s~]{1,12})~`)

// pairParser reads text between two of a character, or one: what is struck out, and a highlight.
type pairParser byte

// IsDelimiter reports whether it is that character.
func (p pairParser) IsDelimiter(b byte) bool { return b == byte(p) }

// CanOpenCloser reports whether two runs of characters can be a pair.
func (p pairParser) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char && opener.OriginalLength == closer.OriginalLength
}

// OnMatch returns the node of a pair.
func (p pairParser) OnMatch(int) ast.Node {
	if p == '~' {
		return extast.NewStrikethrough()
	}
	return ast.NewEmphasis(1)
}

// Trigger returns the character.
func (p pairParser) Trigger() []byte { return []byte{byte(p)} }

// Parse reads one or two of the character at the start of the block's current line. A single "~" in a word lowers,
// "=" is not marked alone, and neither compares two words.
func (p pairParser) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	d := parser.ScanDelimiter(line, before, 1, p)
	if d == nil || d.OriginalLength > 2 || before == rune(p) || p == '=' && d.OriginalLength == 1 {
		return nil
	}
	if m := lowered.FindSubmatch(line); m != nil && p == '~' && alphanumeric(before) {
		block.Advance(len(m[0]))
		return ast.NewString(bytes.Clone(m[1]))
	}
	if p == '=' || d.OriginalLength == 1 {
		after, _ := utf8.DecodeRune(line[d.OriginalLength:])
		d.CanOpen, d.CanClose = d.CanOpen && !alphanumeric(before), d.CanClose && !alphanumeric(after)
	}
	d.Segment = segment.WithStop(segment.Start + d.OriginalLength)
	block.Advance(d.OriginalLength)
	pc.PushDelimiter(d)
	return d
}

// pay takes n units or panics.
func pay(work *budget.Budget, n int) {
	if err := work.Spend(n); err != nil {
		panic(err)
	}
}

type paidBlocks struct {
	parser.BlockParser
	work *budget.Budget
}

// SetOption passes an option on to parsers that have some.
func (p paidBlocks) SetOption(name parser.OptionName, value any) {
	if s, ok := p.BlockParser.(parser.SetOptioner); ok {
		s.SetOption(name, value)
	}
}

// Open pays for trying the parser on a line.
func (p paidBlocks) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	p.pay(reader)
	node, state := p.BlockParser.Open(parent, reader, pc)
	if node != nil {
		pay(p.work, nodeWork)
	}
	return node, state
}

// Continue pays for an open block on a line.
func (p paidBlocks) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	p.pay(reader)
	return p.BlockParser.Continue(node, reader, pc)
}

func (p paidBlocks) pay(reader text.Reader) {
	line, _ := reader.PeekLine()
	pay(p.work, openWork+len(line)/lineShare)
}

type paidInlines struct {
	parser.InlineParser
	work *budget.Budget
}

// Parse pays for looking through the paragraph: for the other end of a link or a code span, or for openers of emphasis.
func (p paidInlines) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	size := 0
	if lines := parent.Lines(); lines.Len() > 0 {
		size = lines.At(lines.Len()-1).Stop - lines.At(0).Start
	}
	pay(p.work, inlineWork+size/budget.ScanShare)
	return p.InlineParser.Parse(parent, block, pc)
}

// CloseBlock ends a paragraph for parsers that want to know.
func (p paidInlines) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if c, ok := p.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}

type paidTables struct {
	parser.ParagraphTransformer
	work *budget.Budget
}

// Transform pays for the cells of a table whose columns are those of the longest line.
func (p paidTables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, columns := node.Lines(), 0
	for i := range lines.Len() {
		line := lines.At(i)
		columns = max(columns, bytes.Count(line.Value(reader.Source()), []byte("|")))
	}
	if columns > 0 {
		pay(p.work, inlineWork*columns*lines.Len())
	}
	p.ParagraphTransformer.Transform(node, reader, pc)
}
