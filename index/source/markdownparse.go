package source

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
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

// parseMarkdown parses CommonMark with GitHub's tables and strikethrough and TeX formulas. The error is that of the budget.
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

// newMarkdownParser returns a parser whose every step is paid for. The library knows neither limits nor contexts: a step
// that cannot be paid panics with the error of the budget, which parseMarkdown catches.
func newMarkdownParser(work *budget.Budget) parser.Parser {
	blocks := append(parser.DefaultBlockParsers(),
		util.Prioritized(extension.NewDefinitionListParser(), 101), util.Prioritized(extension.NewDefinitionDescriptionParser(), 102))
	for i := range blocks {
		blocks[i].Value = paidBlocks{blocks[i].Value.(parser.BlockParser), work}
	}
	inlines := append(parser.DefaultInlineParsers(), util.Prioritized(footnoteParser{}, mathPriority),
		util.Prioritized(mathParser{}, mathPriority), util.Prioritized(extension.NewStrikethroughParser(), 500))
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

// footnoteParser leaves out the marks of footnotes, also before their text.
type footnoteParser struct{}

var footnoteMark = regexp.MustCompile(`^\[\^[^\s\]\[^]+\](?::[ \t]*)?`)

// Trigger returns the character that a mark begins with.
func (footnoteParser) Trigger() []byte { return []byte{'['} }

// Parse passes over the mark at the start of the block's current line; it is nil where there is none.
func (footnoteParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	mark := footnoteMark.Find(line)
	if mark == nil {
		return nil
	}
	block.Advance(len(mark))
	return ast.NewString(nil)
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
