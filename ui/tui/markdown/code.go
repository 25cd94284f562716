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

// codeLines lays a code block out: what its fence says beside the language, the code, the verdicts on it, and what is
// said of it.
func (d *document) codeLines(n *ast.FencedCodeBlock, width int) ([]string, error) {
	block := Block{Start: max(n.Pos(), 0), End: max(n.Pos(), 0)}
	before := ""
	if width >= narrow {
		before, width = strings.Repeat(" ", codeIndent), width-codeIndent
	}
	var out []string
	put := func(text string) { out = append(out, wrap(text, width)...) }
	if n.Info != nil {
		block.Lang = string(n.Language([]byte(d.text)))
		put(strings.TrimSpace(d.text[n.Info.Segment.Start+len(block.Lang) : n.Info.Segment.Stop]))
	}
	var lines []string
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		if i == 0 {
			block.Start = line.Start
		}
		block.End = line.Stop
		block.Text += string(line.Value([]byte(d.text)))
		lines = append(lines, expandTabs(strings.TrimRight(string(line.Value([]byte(d.text))), "\n")))
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	d.code = append(d.code, block)
	verdicts := ""
	styled := d.highlight(lines, block.Lang)
	for i, l := range styled {
		segment := n.Lines().At(i)
		source := string(segment.Value([]byte(d.text)))
		var line strings.Builder
		col := 0
		for _, p := range d.pieces(segment.Start, segment.Stop) {
			glyph := ""
			if p.name >= 0 && p.start == d.opt.Names[p.name].Start {
				glyph = d.opt.Names[p.name].Glyph
			}
			upTo := strings.TrimRight(source[:min(p.end-segment.Start+segment.Padding, len(source))], "\n")
			to := xansi.StringWidth(expandTabs(upTo))
			p.code = len(d.code) - 1
			line.WriteString(d.linked(p.run, glyph+xansi.Cut(l, col, to)))
			col = to
			if d.endsIn(p) {
				verdicts += strings.TrimSpace(d.opt.Sentences[p.sentence].Glyph)
			}
		}
		if line.Len() == 0 { // an empty line is one of the code, too
			line.WriteString(d.linked(run{sentence: -1, marker: -1, name: -1, code: len(d.code) - 1}, ""))
		}
		out = append(out, codeRows(line.String(), width)...)
	}
	if verdicts != "" {
		s := sentenceAt(d.opt.Sentences, block.End-1)
		put(d.linked(run{sentence: s, marker: -1, name: -1, code: -1, verdict: true}, verdicts))
	}
	if d.opt.Below != nil {
		put(d.opt.Below(block))
	}
	if out == nil {
		out = []string{d.linked(run{sentence: -1, marker: -1, name: -1, code: len(d.code) - 1}, "")}
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

// highlight lets Glamour colour lines of code. Where that would change a character they are left as they are.
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
	if len(lines) == 0 || xansi.Strip(out) != e.Code {
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
