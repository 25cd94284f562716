package markdown

import (
	"strconv"
	"strings"

	"charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"
	xansi "github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
)

const (
	minInner   = 8 // cells that the text in lists and quotations needs; with less the block is shown as text
	levelCells = 4 // cells that a level of them takes, about
)

// tooDeep tells that a list or quotation is nested so deeply that there is no room in it. It is not walked then.
func (d *document) tooDeep(n ast.Node) bool {
	levels := 0
	for p := n; p != nil; p = p.Parent() {
		if p.Kind() == ast.KindList || p.Kind() == ast.KindBlockquote {
			levels++
		}
	}
	if levels*levelCells+minInner <= d.opt.room() {
		return false
	}
	d.lost = append(d.lost, d.blockAt(max(n.Pos(), 0)))
	return true
}

// list prepares a list. Glamour wraps an item to below its bullet. So it gets lists without bullets, indented by the
// widest of them, and the bullets are put into the indent when the lines are read.
func (d *document) list(n *ast.List) {
	number := n.Start
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		bullet := "• "
		if n.IsOrdered() {
			bullet = d.number(c, number, n.Marker)
		} else if prefix := d.opt.Style.Item.BlockPrefix; !isBlank(prefix) {
			bullet = prefix
		}
		number++
		d.blocks(c)
		d.separate(c)
		d.begin(c, bullet, n.IsOrdered())
	}
	n.Marker = '-'
}

// number returns the bullet of an item of a numbered list. The number that Markdown counts may not be the one that was
// written; then it is not covered, and the list is shown as it is.
func (d *document) number(item ast.Node, number int, mark byte) string {
	s := strconv.Itoa(number)
	at := min(max(item.Pos(), 0), len(d.text))
	if strings.HasPrefix(d.text[at:], s+string(mark)) {
		d.cover(at, at+len(s))
	}
	suffix := d.opt.Style.Enumeration.BlockPrefix
	if isBlank(suffix) {
		suffix = ". "
	}
	return s + suffix
}

// begin puts a piece without cells, which carries the bullet, at the start of an item.
func (d *document) begin(item ast.Node, bullet string, ordered bool) {
	style := d.opt.Style.Item
	if ordered {
		style = d.opt.Style.Enumeration
	}
	mark := strings.TrimRight(bullet, " ")
	d.hang = max(d.hang, xansi.StringWidth(bullet))
	n := d.addPiece(piece{
		block: d.blockAt(max(item.Pos(), 0)), sentence: -1, marker: -1,
		bullet: paint(style, mark), gap: xansi.StringWidth(bullet) - xansi.StringWidth(mark),
	}, mark)
	start := ast.NewText()
	d.write(start, linked(n, ""))
	first := item.FirstChild()
	switch {
	case first != nil && isParagraph(first) && first.FirstChild() != nil:
		first.InsertBefore(first, first.FirstChild(), start)
	default:
		block := ast.NewTextBlock()
		block.AppendChild(block, start)
		if first == nil {
			item.AppendChild(item, block)
		} else {
			item.InsertBefore(item, first, block)
		}
	}
}

// separate puts the paragraphs of a list item on lines of their own, which Glamour does not.
func (d *document) separate(item ast.Node) {
	for c := item.FirstChild(); c != nil; c = c.NextSibling() {
		if next := c.NextSibling(); next != nil && isParagraph(c) && isParagraph(next) {
			end := ast.NewText()
			d.write(end, "\n")
			c.AppendChild(c, end)
		}
	}
}

func isParagraph(n ast.Node) bool {
	return n.Kind() == ast.KindParagraph || n.Kind() == ast.KindTextBlock
}

// paint colours a bullet.
func paint(style ansi.StylePrimitive, s string) string {
	st := lipgloss.NewStyle()
	if style.Color != nil {
		st = st.Foreground(lipgloss.Color(*style.Color))
	}
	if style.Bold != nil {
		st = st.Bold(*style.Bold)
	}
	return st.Render(s)
}

// style is the style of the options, with lists that leave room for their bullets.
func (d *document) style() ansi.StyleConfig {
	s := d.opt.style()
	indent := uint(d.hang)
	s.List.LevelIndent = indent
	if s.List.Indent != nil {
		indent += *s.List.Indent
	}
	s.List.Indent = &indent
	s.Item = ansi.StylePrimitive{}
	return s
}
