package markdown

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"
	xansi "github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	astext "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"ibid/ui/tui/cells"
)

// linked makes a hyperlink of a text, from which its run is known again.
func (d *document) linked(r run, text string) string {
	d.runs = append(d.runs, r)
	return xansi.SetHyperlink(strconv.Itoa(len(d.runs)-1)) + text + xansi.ResetHyperlink()
}

// verdict is the glyph of a sentence, behind a blank at which no line is broken.
func (d *document) verdict(sentence int) string {
	glyph := strings.TrimSpace(d.opt.Sentences[sentence].Glyph)
	if glyph == "" {
		return ""
	}
	return d.linked(run{sentence: sentence, marker: -1, name: -1, code: -1, verdict: true}, "\u00a0"+glyph)
}

// asWritten lays a block out as it was written, but for the line below a table's header.
func (d *document) asWritten(b block) []string {
	var out strings.Builder
	at := b.start
	for line := range strings.Lines(strings.TrimRight(d.text[b.start:b.end], " \t\n")) {
		if !strings.Contains(line, "|") || strings.Trim(line, "|-: \t\n") != "" {
			out.WriteString(d.written(at, at+len(line)))
		}
		at += len(line)
	}
	return wrap(out.String(), d.opt.Width)
}

// written is a line of the text, with its runs and the verdicts on the sentences that end in it.
func (d *document) written(start, end int) string {
	var out strings.Builder
	for _, p := range d.pieces(start, start+len(strings.TrimRight(d.text[start:end], "\n"))) {
		out.WriteString(d.linked(p.run, d.shown(p)))
		if d.endsIn(p) {
			out.WriteString(d.verdict(p.sentence))
		}
	}
	return out.String() + "\n"
}

// shown is a piece of the text, behind the glyph of the name that begins with it.
func (d *document) shown(p piece) string {
	text := strings.ReplaceAll(d.text[p.start:p.end], "\t", " ")
	if p.name >= 0 && p.start == d.opt.Names[p.name].Start {
		return d.opt.Names[p.name].Glyph + text
	}
	return text
}

// endsIn tells that the sentence of a piece ends in it.
func (d *document) endsIn(p piece) bool {
	return p.sentence >= 0 && p.start < d.last[p.sentence] && d.last[p.sentence] <= p.end
}

// wrap breaks a text into lines; there are none of a blank one.
func wrap(text string, width int) []string {
	if strings.TrimSpace(xansi.Strip(text)) == "" {
		return nil
	}
	return strings.Split(carry(strings.Join(cells.Wrap(strings.TrimRight(text, "\n"), width), "\n")), "\n")
}

// carry closes styles and hyperlinks at line ends and opens them again.
func carry(s string) string {
	var b bytes.Buffer
	w := lipgloss.NewWrapWriter(&b)
	_, _ = w.Write([]byte(s)) // a Buffer takes everything
	_ = w.Close()
	return b.String()
}

func prefixed(lines []string, first, rest string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = first + l
		first = rest
	}
	return out
}

// errNoRoom says that a block is shown as it was written.
var errNoRoom = fmt.Errorf("there is no room")

// lay lays a block out. Lists and quotations are put together here: Glamour's have no hanging indent, and break
// numbers at their points. What is in them, and everything else, Glamour draws.
func (d *document) lay(n ast.Node, width int) ([]string, error) {
	if width < minInner && n.Parent() != nil && n.Parent().Kind() != ast.KindDocument {
		return nil, errNoRoom
	}
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		return d.codeLines(n, width)
	case *ast.CodeBlock: // is text: indentation does not make a claim code
		var text strings.Builder
		for i := range n.Lines().Len() {
			text.WriteString(d.written(n.Lines().At(i).Start, n.Lines().At(i).Stop))
		}
		return wrap(text.String(), width), nil
	case *ast.List:
		return d.list(n, width)
	case *ast.Blockquote:
		bar := " "
		if token := d.opt.Style.BlockQuote.IndentToken; token != nil {
			bar = *token
		}
		lines, err := d.children(n, width-xansi.StringWidth(bar), true)
		return prefixed(lines, bar, bar), err
	case *astext.Table:
		if d.tableNeeds(n) > width {
			return nil, errNoRoom
		}
		cuts := strings.Count(d.plain(n.FirstChild()), "…")
		lines, err := d.glamour(n, width)
		if err == nil && len(lines) > 0 && strings.Count(lines[0], "…") > cuts {
			d.headToRow(n) // it is cut where it is wider than its column; a row is wrapped
			return d.glamour(n, width)
		}
		return lines, err
	}
	return d.glamour(n, width)
}

// headToRow makes a row of a table's header, above one of rules.
func (d *document) headToRow(n *astext.Table) {
	head := n.FirstChild()
	row, rules := astext.NewTableRow(n.Alignments), astext.NewTableRow(n.Alignments)
	for cell := head.FirstChild(); cell != nil; cell = head.FirstChild() {
		row.AppendChild(row, cell)
		rule := astext.NewTableCell()
		rule.AppendChild(rule, d.literal("───"))
		rules.AppendChild(rules, rule)
	}
	n.InsertBefore(n, head, row)
	n.InsertBefore(n, head, rules)
	n.RemoveChild(n, head)
}

// glamour lets Glamour draw a block.
func (d *document) glamour(n ast.Node, width int) ([]string, error) {
	if n.Kind() == ast.KindTextBlock { // which only an item draws
		p := ast.NewParagraph()
		for c := n.FirstChild(); c != nil; c = n.FirstChild() {
			p.AppendChild(p, c)
		}
		n = p
	}
	style := d.opt.Style
	style.Document.Margin, style.Document.Indent, style.Document.BlockPrefix, style.Document.BlockSuffix = nil, nil, "", ""
	doc := ast.NewDocument()
	doc.AppendChild(doc, n)
	ansiRenderer := ansi.NewRenderer(ansi.Options{WordWrap: width, Styles: style, PreserveNewLines: true})
	var b bytes.Buffer
	r := renderer.NewRenderer(renderer.WithNodeRenderers(util.Prioritized(ansiRenderer, 1000)))
	if err := r.Render(&b, d.source, doc); err != nil {
		return nil, fmt.Errorf("drawing a block: %w", err)
	}
	lines := strings.Split(carry(strings.Trim(b.String(), "\n")), "\n")
	for len(lines) > 0 && strings.TrimSpace(xansi.Strip(lines[0])) == "" {
		lines = lines[1:]
	}
	for k := len(lines) - 1; k >= 0 && strings.TrimSpace(xansi.Strip(lines[k])) == ""; k-- {
		lines = lines[:k]
	}
	return lines, nil
}

// children lays the blocks in a block out, below each other or with an empty line between two.
func (d *document) children(n ast.Node, width int, apart bool) (out []string, err error) {
	var next ast.Node
	for c := n.FirstChild(); c != nil; c = next {
		next = c.NextSibling() // a block that is drawn leaves its place
		lines, err := d.lay(c, width)
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
func (d *document) list(n *ast.List, width int) (out []string, err error) {
	last := strconv.Itoa(n.Start+n.ChildCount()-1) + string(n.Marker) + " "
	hang := len(last)
	if !n.IsOrdered() {
		last = d.opt.Style.Item.BlockPrefix
		if strings.TrimSpace(last) == "" {
			last = "• "
		}
		hang = xansi.StringWidth(last)
	}
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		lines, err := d.children(item, width-hang, false)
		if err != nil {
			return nil, err
		}
		if lines == nil {
			lines = []string{""}
		}
		bullet := last
		if n.IsOrdered() {
			bullet = fmt.Sprintf("%*s ", hang-1, strconv.Itoa(number)+string(n.Marker))
			number++
		}
		out = append(out, prefixed(lines, bullet, strings.Repeat(" ", hang))...)
	}
	return out, nil
}

// plain is the text in a tree.
func (d *document) plain(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(d.source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// tableNeeds is the width that has room for the longest words of each column.
func (d *document) tableNeeds(n *astext.Table) int {
	var longest []int
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		col := 0
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			if col == len(longest) {
				longest = append(longest, 0)
			}
			for _, word := range strings.Fields(xansi.Strip(d.plain(cell))) {
				longest[col] = max(longest[col], min(xansi.StringWidth(word), minColumn))
			}
			col++
		}
	}
	need := len(longest) - 1
	for _, n := range longest {
		need += n + 2
	}
	return need
}
