package markdown

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"
	xansi "github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"ibid/ui/tui/cells"
)

// errAsWritten says that a block is shown as it was written.
var errAsWritten = errors.New("a block cannot be laid out")

// lay lays a block out. Lists and quotations are put together here: Glamour's have no hanging indent, and break
// numbers at their points. What is in them, and everything else, Glamour draws.
func (d *document) lay(n ast.Node, width int) ([]string, error) {
	if width < minInner && n.Parent() != nil && n.Parent().Kind() != ast.KindDocument {
		return nil, errAsWritten
	}
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		return d.codeLines(n, width), nil
	case *ast.CodeBlock: // is text: an indent does not make a claim code
		var b bytes.Buffer
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			b.Write(line.Value(d.source))
		}
		return wrap(withoutTabs(b.String()), width), nil
	case *ast.List:
		return d.list(n, width)
	case *ast.Blockquote:
		bar := " "
		if token := d.opt.Style.BlockQuote.IndentToken; token != nil {
			bar = *token
		}
		lines, err := d.children(n, width-xansi.StringWidth(bar), true)
		return prefixed(lines, bar, bar), err
	case *extast.Table:
		if width < len(n.Alignments)*minColumn {
			return nil, errAsWritten
		}
		lines, err := d.glamour(n, width)
		if err == nil && len(lines) > 0 && strings.Contains(lines[0], "…") {
			d.headToRow(n) // it is cut where it is wider than its column; a row is wrapped
			return d.glamour(n, width)
		}
		return lines, err
	}
	return d.glamour(n, width)
}

// headToRow makes a row of a table's header, above one of rules.
func (d *document) headToRow(n *extast.Table) {
	head := n.FirstChild()
	row, rules := extast.NewTableRow(n.Alignments), extast.NewTableRow(n.Alignments)
	for cell := head.FirstChild(); cell != nil; cell = head.FirstChild() {
		row.AppendChild(row, cell)
		rule := extast.NewTableCell()
		rule.AppendChild(rule, ast.NewTextSegment(text.NewSegment(d.length+1, len(d.source))))
		rules.AppendChild(rules, rule)
	}
	n.InsertBefore(n, head, row)
	n.InsertBefore(n, head, rules)
	n.RemoveChild(n, head)
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
	bullet := "• "
	if prefix := d.opt.Style.Item.BlockPrefix; strings.TrimSpace(prefix) != "" {
		bullet = prefix
	}
	hang := xansi.StringWidth(bullet)
	if n.IsOrdered() {
		hang = len(strconv.Itoa(n.Start+n.ChildCount()-1)) + len(". ")
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
		if n.IsOrdered() {
			bullet = fmt.Sprintf("%*s ", hang-1, strconv.Itoa(number)+string(n.Marker))
			number++
		}
		out = append(out, prefixed(lines, bullet, strings.Repeat(" ", hang))...)
	}
	return out, nil
}

// glamour lets Glamour draw a block. A line end in a sentence is a blank, one between two sentences stays.
func (d *document) glamour(n ast.Node, width int) ([]string, error) {
	if n.Kind() == ast.KindTextBlock { // which only an item draws
		p := ast.NewParagraph()
		for c := n.FirstChild(); c != nil; c = n.FirstChild() {
			p.AppendChild(p, c)
		}
		n = p
	}
	escaped := false // in a table Glamour takes backslashes out of code
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		t, ok := c.(*ast.Text)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		if t.Segment.Start > d.length {
			return ast.WalkContinue, nil
		}
		escaped = escaped || t.Parent().Kind() == ast.KindCodeSpan && bytes.Contains(t.Segment.Value(d.source), []byte(`\`))
		if s := d.sentence(max(t.Segment.Stop-1, 0)); t.SoftLineBreak() && (s >= 0 && s == d.sentence(min(t.Segment.Stop, d.length)) || len(d.opt.Sentences) == 0) {
			t.SetSoftLineBreak(false)
			t.Parent().InsertAfter(t.Parent(), t, ast.NewTextSegment(text.NewSegment(d.length, d.length+1)))
		}
		return ast.WalkContinue, nil
	})
	if _, table := n.(*extast.Table); table && escaped {
		return nil, errAsWritten
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
	blank := func(l string) bool { return strings.TrimSpace(xansi.Strip(l)) == "" }
	for len(lines) > 0 && blank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines, nil
}

// codeLines lays a code block out: what opens it where that is no language, the code, and the verdict on it. Glamour
// would guess a language where it knows none, and break no line.
func (d *document) codeLines(n *ast.FencedCodeBlock, width int) []string {
	f := fences(n, d.source[:d.length])[0]
	var code strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		code.Write(line.Value(d.source))
	}
	style := d.opt.Style
	style.CodeBlock.Margin, style.CodeBlock.Indent = nil, nil
	style.CodeBlock.BlockPrefix, style.CodeBlock.BlockSuffix = "", ""
	language, told := "plaintext", ""
	if n.Info != nil {
		language = string(n.Info.Value(d.source))
	}
	if f.told > f.start {
		language, told = "plaintext", language
	}
	var b bytes.Buffer
	e := ansi.CodeBlockElement{Code: withoutTabs(strings.TrimRight(code.String(), "\n")), Language: language}
	drawn := e.Code
	if err := e.Render(&b, ansi.NewRenderContext(ansi.Options{Styles: style})); err == nil && xansi.Strip(strings.TrimSuffix(b.String(), "\n")) == e.Code {
		drawn = strings.TrimSuffix(carry(b.String()), "\n")
	}
	indent := strings.Repeat(" ", min(codeIndent, width/minInner))
	width -= len(indent)
	out := wrap(told, width)
	for line := range strings.SplitSeq(drawn, "\n") {
		rows := []string{line}
		if room := width - xansi.StringWidth(goesOn); xansi.StringWidth(line) > width {
			rows = prefixed(strings.Split(carry(strings.Join(cells.Wrap(line, room), "\n")), "\n"), "", goesOn)
		}
		out = append(out, rows...)
	}
	return prefixed(append(out, wrap(d.verdict(f), width)...), indent, indent)
}

// verdict is the glyph of the sentence that a block of code is, "" where it is none.
func (d *document) verdict(f fence) string {
	if s := d.sentence(max(f.to-1, 0)); s >= 0 && f.from < f.to {
		return d.opt.Sentences[s].Glyph
	}
	return ""
}

// asWritten lays a block out as it was written, but for the line below a table's header.
func (d *document) asWritten(start, end int) []string {
	lines := strings.Split(withoutTabs(strings.TrimRight(string(d.source[start:end]), " \t\n")), "\n")
	return wrap(strings.Join(slices.DeleteFunc(lines, func(l string) bool {
		return strings.Contains(l, "|") && strings.Trim(l, "|-: \t") == ""
	}), "\n"), d.opt.Width)
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

// withoutTabs puts spaces for tabs.
func withoutTabs(s string) string { return strings.ReplaceAll(s, "\t", tab) }
