package markdown

import (
	"bytes"
	"strings"

	"charm.land/glamour/v2/ansi"
	"github.com/alecthomas/chroma/v2/lexers"
	xansi "github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"

	"ibid/ui/tui/cells"
)

// collectCode makes runs of the lines of a code block, each with a run for its end, which tells where an empty one
// stands.
func (d *document) collectCode(n *ast.FencedCodeBlock, style ansi.StylePrimitive) {
	block := Block{Start: max(n.Pos(), 0), End: max(n.Pos(), 0)}
	if n.Info != nil {
		block.Lang = string(n.Language([]byte(d.text)))
		info := n.Info.Segment
		d.cover(info.Start, info.Start+len(block.Lang))
		if strings.TrimSpace(d.text[info.Start+len(block.Lang):info.Stop]) != "" {
			d.add(info.Start, info.Stop, style, true) // says more than the language
		}
	}
	first := len(d.runs)
	var b strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		if i == 0 {
			block.Start = line.Start
		}
		block.End = line.Stop
		b.Write(line.Value([]byte(d.text)))
		d.add(line.Start, line.Stop, style, true)
	}
	for i := first; i < len(d.runs); i++ {
		d.runs[i].code = len(d.code)
	}
	block.Text = b.String()
	d.codeOf[n] = len(d.code)
	d.code = append(d.code, block)
}

// codeLines lays a code block out: what its fence says beside the language, the code, the verdicts on it, and what is
// said of it.
func (d *document) codeLines(n *ast.FencedCodeBlock, width int) ([]string, error) {
	block, runs := &d.code[d.codeOf[n]], d.of[n]
	before := ""
	width += d.opt.Width - d.indent() - d.room() // code has the margin at the right
	if width >= narrow {
		before, width = strings.Repeat(" ", codeIndent), width-codeIndent
	}
	var out []string
	put := func(text string) {
		if text != "" {
			out = append(out, wrap(text, width)...)
		}
	}
	at, caption, verdicts := runs[0], "", ""
	for ; at < runs[1] && d.runs[at].code < 0; at++ {
		caption += linked(at, d.paint(d.runs[at].style, d.runs[at].text))
	}
	put(caption)
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(block.Text, "\n"), "\n") {
		lines = append(lines, expandTabs(line))
	}
	styled := d.highlight(lines, block.Lang)
	for i := range lines {
		if n.Lines().Len() <= i || block.Text == "" {
			break
		}
		segment := n.Lines().At(i)
		source := string(segment.Value([]byte(d.text)))
		cell := func(offset int) int { // of a byte of the answer
			return xansi.StringWidth(expandTabs(strings.TrimRight(source[:min(max(offset-segment.Start+segment.Padding, 0), len(source))], "\n")))
		}
		var line strings.Builder
		for col := 0; at < runs[1] && d.runs[at].at < segment.Stop; at++ {
			r, end := &d.runs[at], segment.Stop
			if at+1 < runs[1] {
				end = min(d.runs[at+1].at, end)
			}
			glyph := ""
			if r.name >= 0 && r.at == d.opt.Names[r.name].Start {
				glyph = d.opt.Names[r.name].Glyph
			}
			to := cell(end)
			line.WriteString(linked(at, d.pointOut(r, glyph+xansi.Cut(styled[i], col, to))))
			col = to
			if r.sentence >= 0 && d.last[r.sentence] == at {
				verdicts += d.verdict(r.sentence, "")
			}
		}
		out = append(out, codeRows(line.String(), width)...)
	}
	put(verdicts)
	if d.opt.Below != nil {
		put(d.opt.Below(*block))
	}
	if out == nil {
		out = []string{""}
	}
	return prefixed(out, before, before), nil
}

// codeRows breaks a line of code that is too wide at its spaces where there is room for that, and marks the rows that
// go on with it.
func codeRows(line string, width int) []string {
	switch room := width - xansi.StringWidth(goesOn); {
	case xansi.StringWidth(line) <= width:
		return []string{line}
	case width < narrow:
		return strings.Split(carry(xansi.Hardwrap(line, max(width, 1), true)), "\n")
	default:
		rows := strings.Split(carry(strings.Join(cells.Wrap(line, room), "\n")), "\n")
		return prefixed(rows, "", goesOn)
	}
}

// highlight colours lines of code. Where that would change a character of them they are left as they are.
func (d *document) highlight(lines []string, lang string) []string {
	style := d.opt.Style
	style.CodeBlock.Margin, style.CodeBlock.Indent = nil, nil
	style.CodeBlock.BlockPrefix, style.CodeBlock.BlockSuffix = "", ""
	if lexers.Get(lang) == nil {
		lang = "plaintext" // Chroma would try all its lexers, and guess
	}
	var b bytes.Buffer
	e := ansi.CodeBlockElement{Code: strings.Join(lines, "\n"), Language: lang}
	if err := e.Render(&b, ansi.NewRenderContext(ansi.Options{Styles: style})); err != nil {
		return lines
	}
	out := strings.TrimSuffix(carry(b.String()), "\n")
	if xansi.Strip(out) != e.Code {
		return lines
	}
	return strings.Split(out, "\n")
}

// expandTabs puts spaces for the tabs of a line.
func expandTabs(line string) string {
	var b strings.Builder
	for i, part := range strings.Split(line, "\t") {
		if i > 0 {
			b.WriteString(strings.Repeat(" ", tabStop-xansi.StringWidth(b.String())%tabStop))
		}
		b.WriteString(part)
	}
	return b.String()
}
