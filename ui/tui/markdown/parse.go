package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	xansi "github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	astext "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// newParser parses the part of Markdown that says how an answer looks. HTML, automatic links and reference definitions,
// which hide or change what was written, are left out.
func newParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewEmphasisParser(), 500),
		),
		parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
	)
}

// parse makes the tree of a text. Where the tree does not hold all of the text, the result names the blocks that are
// not whole.
func parse(answer string, opt *Options, losses map[int]int) *document {
	d := &document{text: answer, opt: opt, losses: losses, covered: make([]bool, len(answer))}
	d.root = newParser().Parse(text.NewReader([]byte(answer)))
	d.findMarkers()
	d.findBlocks()
	d.blocks(d.root)
	d.findLost()
	if len(d.lost) == 0 {
		d.seal()
	}
	return d
}

// findBlocks notes where the top-level blocks begin. Two that begin on one line are one block.
func (d *document) findBlocks() {
	for n := d.root.FirstChild(); n != nil; n = n.NextSibling() {
		if start := d.lineStart(n); len(d.starts) == 0 || start > d.starts[len(d.starts)-1] {
			d.starts = append(d.starts, start)
		}
	}
}

func (d *document) lineStart(n ast.Node) int {
	return strings.LastIndexByte(d.text[:min(max(n.Pos(), 0), len(d.text))], '\n') + 1
}

// blockRange returns the bytes of a top-level block.
func (d *document) blockRange(i int) (start, end int) {
	end = len(d.text)
	if i+1 < len(d.starts) {
		end = d.starts[i+1]
	}
	if i == 0 {
		return 0, end
	}
	return d.starts[i], end
}

// findLost names the blocks of which a letter, a digit or a sign beyond ASCII is in no leaf.
func (d *document) findLost() {
	for i := 0; i < len(d.text); i++ {
		c := d.text[i]
		if !d.covered[i] && (c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= utf8.RuneSelf) {
			if block := d.blockAt(i); len(d.lost) == 0 || d.lost[len(d.lost)-1] != block {
				d.lost = append(d.lost, block)
			}
		}
	}
}

// blocks walks the blocks below n.
func (d *document) blocks(n ast.Node) {
	for c := n.FirstChild(); c != nil; {
		next := c.NextSibling()
		if n == d.root && d.showPlain(c) {
			c = next
			continue
		}
		switch c := c.(type) {
		case *ast.FencedCodeBlock:
			d.replace(c, d.codeInset(c))
		case *ast.CodeBlock:
			d.replace(c, d.indentedInset(c))
		case *ast.List:
			if !d.tooDeep(c) {
				d.list(c)
			}
		case *ast.Blockquote:
			if !d.tooDeep(c) {
				d.blocks(c)
			}
		case *astext.Table:
			if !d.tableFits(c) {
				d.lost = append(d.lost, d.blockAt(c.Pos()))
				break
			}
			d.blocks(c)
			if d.losses[d.blockAt(c.Pos())] == headless {
				d.behead(c)
			}
		case *ast.Paragraph, *ast.TextBlock, *ast.Heading, *astext.TableCell:
			d.inlines(c, false)
		default:
			d.blocks(c)
		}
		c = next
	}
}

// showPlain puts an inset in place of a top-level block that is to be plain text.
func (d *document) showPlain(n ast.Node) bool {
	i := d.blockAt(d.lineStart(n))
	if losses := d.losses[i]; losses == 0 || losses == headless && n.Kind() == astext.KindTable {
		return false
	}
	if len(d.insets) > 0 && d.insets[len(d.insets)-1].block == i {
		d.root.RemoveChild(d.root, n) // the rest of a block that is there already
		return true
	}
	d.replace(n, d.plainInset(i))
	return true
}

// ruleText stands in each cell of the row below a header that is a row itself.
const ruleText = "───"

// behead makes the header of a table a row, with a line of its own below it.
func (d *document) behead(t *astext.Table) {
	header := t.FirstChild()
	row, rule := astext.NewTableRow(t.Alignments), astext.NewTableRow(t.Alignments)
	for c := header.FirstChild(); c != nil; c = header.FirstChild() {
		row.AppendChild(row, c)
		cell, line := astext.NewTableCell(), ast.NewText()
		d.write(line, ruleText)
		cell.AppendChild(cell, line)
		rule.AppendChild(rule, cell)
	}
	t.ReplaceChild(t, header, row)
	t.InsertAfter(t, row, rule)
}

// tableFits tells that the longest words of each column have room.
func (d *document) tableFits(t *astext.Table) bool {
	need := len(t.Alignments) - 1
	for col := range t.Alignments {
		longest := 0
		for row := t.FirstChild(); row != nil; row = row.NextSibling() {
			cell := row.FirstChild()
			for range col {
				cell = cell.NextSibling()
			}
			for i := range cell.Lines().Len() {
				line := cell.Lines().At(i)
				for _, word := range strings.Fields(d.text[line.Start:line.Stop]) {
					longest = max(longest, xansi.StringWidth(word))
				}
			}
		}
		need += min(longest, minColumn) + 2
	}
	return need <= d.opt.room()
}

// replace puts a paragraph that stands for an inset in place of a block.
func (d *document) replace(n ast.Node, in inset) {
	p, t := ast.NewParagraph(), ast.NewText()
	p.SetPos(n.Pos())
	p.AppendChild(p, t)
	n.Parent().ReplaceChild(n.Parent(), n, p)
	d.insets = append(d.insets, in)
	d.write(t, string(hiddenInset))
}

// inlines makes leaves of what is in a line and returns where the last one ends.
func (d *document) inlines(n ast.Node, code bool) (end int) {
	for c := n.FirstChild(); c != nil; {
		next := c.NextSibling()
		switch c := c.(type) {
		case *ast.Text:
			next = merge(c)
			end = c.Segment.Stop
			d.add(leaf{node: c, start: c.Segment.Start, end: end, inset: -1, code: code})
		case *ast.CodeSpan:
			end = d.inlines(c, true)
		case *ast.Link:
			end = d.unlink(c, c.Destination, c.Title)
		case *ast.Image:
			end = d.unlink(c, c.Destination, c.Title)
		case *ast.Emphasis:
			end = d.emphasis(c)
		default:
			end = d.inlines(c, code)
		}
		c = next
	}
	return end
}

// merge joins a text with those that follow it directly: the parser cuts it at each bracket. It returns what is next.
func merge(t *ast.Text) ast.Node {
	for !t.SoftLineBreak() && !t.HardLineBreak() {
		next, ok := t.NextSibling().(*ast.Text)
		if !ok || next.Segment.Start != t.Segment.Stop {
			break
		}
		t.Segment = t.Segment.WithStop(next.Segment.Stop)
		t.SetSoftLineBreak(next.SoftLineBreak())
		t.SetHardLineBreak(next.HardLineBreak())
		t.Parent().RemoveChild(t.Parent(), next)
	}
	return t.NextSibling()
}

// unlink puts the text of a link or an image in its place, with the address behind it.
func (d *document) unlink(n ast.Node, address, title []byte) (end int) {
	end = d.inlines(n, false)
	at := end
	for _, part := range [][]byte{address, title} {
		if i := strings.Index(d.text[end:], string(part)); i >= 0 {
			end += i + len(part)
		}
	}
	d.cover(at, end)
	words := " (" + string(address)
	if len(title) > 0 {
		words += " “" + string(title) + "”"
	}
	t := ast.NewText()
	parent := n.Parent()
	for c := n.FirstChild(); c != nil; c = n.FirstChild() {
		parent.InsertBefore(parent, n, c)
	}
	parent.ReplaceChild(parent, n, t)
	d.add(leaf{node: t, start: at, end: at, inset: -1, words: words + ")"})
	return end
}

// emphasis keeps the signs of an emphasis that is none: 2*3*4, __init__.
func (d *document) emphasis(n *ast.Emphasis) (end int) {
	first, last := n.FirstChild(), n.LastChild()
	opening, ok := first.(*ast.Text)
	closing, ok2 := last.(*ast.Text)
	if !ok || !ok2 {
		return d.inlines(n, false) + n.Level
	}
	start, stop := opening.Segment.Start-n.Level, closing.Segment.Stop+n.Level
	if start < 0 || stop > len(d.text) || !d.isLiteral(start, stop, n.Level) {
		return d.inlines(n, false) + n.Level
	}
	before, after := ast.NewText(), ast.NewText()
	n.InsertBefore(n, first, before)
	d.add(leaf{node: before, start: start, end: start + n.Level, inset: -1})
	for c := first; c != nil; {
		next := c.NextSibling()
		if t, ok := c.(*ast.Text); ok {
			d.add(leaf{node: t, start: t.Segment.Start, end: t.Segment.Stop, inset: -1})
		} else {
			d.inlines(c, c.Kind() == ast.KindCodeSpan)
		}
		c = next
	}
	n.AppendChild(n, after)
	d.add(leaf{node: after, start: stop - n.Level, end: stop, inset: -1})
	return stop
}

// isLiteral tells that the delimiters of the emphasis text[start:stop] belong to what is said: they touch a letter or a
// digit, or they are two underscores.
func (d *document) isLiteral(start, stop, level int) bool {
	if level == 2 && d.text[start] == '_' {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(d.text[:start])
	after, _ := utf8.DecodeRuneInString(d.text[stop:])
	return isWord(before) || isWord(after)
}

func isWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
