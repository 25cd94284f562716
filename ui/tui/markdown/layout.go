package markdown

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	xansi "github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	astext "github.com/yuin/goldmark/extension/ast"

	"ibid/ui/tui/cells"
)

// under is a style on top of another.
func under(parent, child ansi.StylePrimitive) ansi.StylePrimitive {
	return ansi.BlockStack{{Style: ansi.StyleBlock{StylePrimitive: parent}}}.With(child)
}

// paint is a text in a style of Glamour's.
func (d *document) paint(style ansi.StylePrimitive, text string) string {
	style.Prefix, style.Suffix, style.BlockPrefix, style.BlockSuffix = "", "", "", ""
	var b bytes.Buffer
	e := ansi.BaseElement{Token: strings.ReplaceAll(text, `\`, `\\`), Style: style} // it takes backslashes away
	if err := e.Render(&b, d.plain); err != nil {
		return text
	}
	return b.String()
}

// pointOut lays the style of names and of citations over a run that is one.
func (d *document) pointOut(r *run, painted string) string {
	all := []Segment{{0, 0, xansi.StringWidth(painted)}}
	switch {
	case r.name >= 0:
		return Highlight(painted, all, d.opt.Name)
	case r.marker >= 0:
		return Highlight(painted, all, d.opt.Marker)
	}
	return painted
}

// linked makes a hyperlink of a text, from which it is known again.
func linked(run int, text string) string {
	return xansi.SetHyperlink(strconv.Itoa(run)) + text + xansi.ResetHyperlink()
}

// shown is the text of a node, in which each run is a hyperlink, and behind each sentence that ends in it stands its
// glyph.
func (d *document) shown(n ast.Node) string {
	var b strings.Builder
	for i := d.of[n][0]; i < d.of[n][1]; i++ {
		r := &d.runs[i]
		for k, part := range strings.Split(r.text, "\n") {
			if k > 0 {
				b.WriteByte('\n')
			}
			if part != "" {
				b.WriteString(linked(i, d.pointOut(r, d.paint(r.style, part))))
			}
		}
		if r.sentence >= 0 && d.last[r.sentence] == i {
			b.WriteString(d.verdict(r.sentence, "\u00a0")) // nothing is wrapped here
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// verdict is the glyph of a sentence, behind what stands before it.
func (d *document) verdict(sentence int, before string) string {
	glyph := strings.TrimSpace(d.opt.Sentences[sentence].Glyph)
	if glyph == "" {
		return ""
	}
	style := d.opt.Style.Document.StylePrimitive
	d.runs = append(d.runs, run{text: before + glyph, style: style, sentence: sentence, marker: -1, name: -1, code: -1, verdict: true})
	return linked(len(d.runs)-1, d.paint(style, before+glyph))
}

// indent is what stands before each line of the document.
func (d *document) indent() int {
	s, n := d.opt.Style.Document, uint(0)
	if s.Margin != nil {
		n += *s.Margin
	}
	if s.Indent != nil {
		n += *s.Indent
	}
	return int(n)
}

// room is the width that is left for a text between the margins of the document.
func (d *document) room() int {
	width := d.opt.Width - d.indent()
	if m := d.opt.Style.Document.Margin; m != nil {
		width -= int(*m)
	}
	return max(width, 1)
}

// lines lays the blocks out. Between two stands an empty line.
func (d *document) lines() ([]string, error) {
	var out []string
	before := strings.Repeat(" ", d.indent())
	for i, n := range d.blocks {
		var lines []string
		var err error
		if d.asText[i] {
			lines = wrap(d.shown(n), d.room())
		} else if lines, err = d.block(n, d.room(), d.opt.Style.Document.StylePrimitive); err != nil {
			return nil, err
		}
		if lines == nil && len(d.lost) == 0 {
			continue
		}
		if out != nil {
			out = append(out, "")
		}
		out = append(out, prefixed(lines, before, before)...)
	}
	return out, nil
}

// wrap breaks a text into lines; there are none of a blank one.
func wrap(text string, width int) []string {
	if strings.TrimSpace(xansi.Strip(text)) == "" {
		return nil
	}
	return strings.Split(carry(strings.Join(cells.Wrap(text, width), "\n")), "\n")
}

func prefixed(lines []string, first, rest string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = first + l
		first = rest
	}
	return out
}

// block lays a block out in the style of what it stands in.
func (d *document) block(n ast.Node, width int, style ansi.StylePrimitive) ([]string, error) {
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		return d.codeLines(n, width)
	case *ast.List:
		return d.list(n, width, style)
	case *ast.Blockquote:
		quote := d.opt.Style.BlockQuote
		bar := " "
		if quote.IndentToken != nil {
			bar = *quote.IndentToken
		}
		if quote.Indent != nil {
			bar = strings.Repeat(bar, int(*quote.Indent))
		}
		lines, err := d.children(n, width-xansi.StringWidth(bar), under(style, quote.StylePrimitive), true)
		return prefixed(lines, d.paint(style, bar), d.paint(style, bar)), err
	case *astext.Table:
		return d.table(n, width), nil
	case *ast.ThematicBreak:
		var b bytes.Buffer
		e := ansi.BaseElement{Style: d.opt.Style.HorizontalRule}
		if err := e.Render(&b, d.plain); err != nil {
			return nil, fmt.Errorf("a rule cannot be drawn: %w", err)
		}
		return wrap(strings.Trim(carry(b.String()), "\n"), width), nil
	}
	return wrap(d.shown(n), width), nil
}

// children lays the blocks in a block out, below each other or with an empty line between two.
func (d *document) children(n ast.Node, width int, style ansi.StylePrimitive, apart bool) (out []string, err error) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		lines, err := d.block(c, width, style)
		if err != nil {
			return nil, err
		}
		if apart && out != nil && lines != nil {
			out = append(out, "")
		}
		out = append(out, lines...)
	}
	return out, nil
}

// list puts the bullets of a list before its items, and indents the items by the widest.
func (d *document) list(n *ast.List, width int, style ansi.StylePrimitive) (out []string, err error) {
	own, bullet := d.opt.Style.Item, orElse(d.opt.Style.Item.BlockPrefix, "• ")
	if n.IsOrdered() {
		own, bullet = d.opt.Style.Enumeration, orElse(d.opt.Style.Enumeration.BlockPrefix, ". ")
	}
	var bullets []string
	hang := 0
	for i := range n.ChildCount() {
		b := bullet
		if n.IsOrdered() {
			b = strconv.Itoa(n.Start+i) + bullet
		}
		bullets, hang = append(bullets, b), max(hang, xansi.StringWidth(b))
	}
	outer := ""
	if i := d.opt.Style.List.Indent; i != nil && n.Parent().Kind() == ast.KindDocument {
		outer = strings.Repeat(" ", int(*i))
	}
	style = under(style, d.opt.Style.List.StylePrimitive)
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		b := bullets[0]
		bullets = bullets[1:]
		lines, err := d.children(item, width-hang-len(outer), style, false)
		if err != nil {
			return nil, err
		}
		if lines == nil {
			lines = []string{""}
		}
		sign := strings.TrimRight(b, " ")
		first := strings.Repeat(" ", hang-xansi.StringWidth(b)) + d.paint(own, sign) + strings.Repeat(" ", len(b)-len(sign))
		out = append(out, prefixed(lines, outer+first, outer+strings.Repeat(" ", hang))...)
	}
	return out, nil
}

func orElse(s, otherwise string) string {
	if strings.TrimSpace(s) == "" {
		return otherwise
	}
	return s
}

// ruleText stands in each cell of the row below a header that is a row itself.
const ruleText = "───"

// table draws a table, with a header whose cells are one line each or, where they are not, as a row. Where a cell
// would not be shown whole, its block is lost.
func (d *document) table(n *astext.Table, width int) []string {
	var rows [][]string
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, d.shown(cell))
		}
		rows = append(rows, cells)
	}
	if tableNeeds(rows) <= width {
		rule := slices.Repeat([]string{ruleText}, len(rows[0]))
		for _, t := range []*table.Table{
			d.newTable(n, width).Headers(rows[0]...).Rows(rows[1:]...),
			d.newTable(n, width).Rows(rows[0], rule).Rows(rows[1:]...),
		} {
			lines := strings.Split(carry(t.String()), "\n")
			if d.arrived(lines, d.of[n]) {
				return lines
			}
		}
	}
	for top := ast.Node(n); ; top = top.Parent() {
		if i := slices.Index(d.blocks, top); i >= 0 {
			d.lost = append(d.lost, i)
			return nil
		}
	}
}

// tableNeeds is the width that has room for the longest words of each column.
func tableNeeds(rows [][]string) int {
	need := len(rows[0]) - 1
	for col := range rows[0] {
		longest := 0
		for _, row := range rows {
			for _, word := range strings.Fields(xansi.Strip(row[col])) {
				longest = max(longest, xansi.StringWidth(word))
			}
		}
		need += min(longest, minColumn) + 2
	}
	return need
}

// newTable is an empty table as Glamour draws it.
func (d *document) newTable(n *astext.Table, width int) *table.Table {
	style, border := d.opt.Style.Table, lipgloss.NormalBorder()
	if style.RowSeparator != nil && style.ColumnSeparator != nil && style.CenterSeparator != nil {
		border = lipgloss.Border{Top: *style.RowSeparator, Bottom: *style.RowSeparator, Left: *style.ColumnSeparator,
			Right: *style.ColumnSeparator, Middle: *style.CenterSeparator}
	}
	return table.New().Width(width).Wrap(true).Border(border).BorderTop(false).BorderLeft(false).BorderRight(false).BorderBottom(false).
		StyleFunc(func(_, col int) lipgloss.Style {
			st := lipgloss.NewStyle().Margin(0, 1)
			if style.Margin != nil {
				st = st.Padding(0, int(*style.Margin))
			}
			switch n.Alignments[col] {
			case astext.AlignLeft:
				st = st.Align(lipgloss.Left).PaddingRight(0)
			case astext.AlignCenter:
				st = st.Align(lipgloss.Center)
			case astext.AlignRight:
				st = st.Align(lipgloss.Right).PaddingLeft(0)
			}
			return st
		})
}

// carry closes styles and hyperlinks at line ends and opens them again.
func carry(s string) string {
	var b bytes.Buffer
	w := lipgloss.NewWrapWriter(&b)
	_, _ = w.Write([]byte(s)) // a Buffer takes everything
	_ = w.Close()
	return b.String()
}
