package markdown

import (
	"bytes"
	"strings"

	"charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	xansi "github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// inset is what stands in the lines without Glamour wrapping it: a code block, or a block as plain text. In the tree a
// single character holds its place.
type inset struct {
	block   int // of the top level
	code    *Block
	source  []text.Segment // of code: where its lines stand in the text
	caption string         // above code: what its fence says beside the language
	lines   []string       // styled, with hyperlinks
	glyph   string         // of code, below it
	below   string         // of code, below that: what is said of it
}

// codeInset makes an inset of a code block.
func (d *document) codeInset(n *ast.FencedCodeBlock) inset {
	code := &Block{Start: -1}
	var b strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(line.Value([]byte(d.text)))
		if i == 0 {
			code.Start = line.Start
		}
		code.End = line.Stop
	}
	if n.Info != nil {
		code.Lang = string(n.Language([]byte(d.text)))
		info := n.Info.Segment
		d.cover(info.Start, info.Start+len(code.Lang))
		if !isBlank(d.text[info.Start+len(code.Lang) : info.Stop]) {
			d.add(leaf{inset: len(d.insets), start: info.Start, end: info.Stop, code: true})
		}
	}
	if code.Start < 0 {
		code.Start = max(n.Pos(), 0)
		code.End = code.Start
	}
	code.Text = b.String()
	d.add(leaf{inset: len(d.insets), start: code.Start, end: code.End, words: " " + code.Text, code: true})
	return inset{block: d.blockAt(code.Start), code: code, source: n.Lines().Sliced(0, n.Lines().Len())}
}

// plainInset makes an inset of a top-level block as it was written, but for the line below a table's header.
func (d *document) plainInset(block int) inset {
	start, end := d.blockRange(block)
	d.cover(start, end)
	end = start + len(strings.TrimRight(d.text[start:end], " \t\n"))
	for line := range strings.Lines(d.text[start:end]) {
		if !strings.Contains(line, "|") || strings.Trim(line, "|-: \t\n") != "" {
			d.plainLine(start, start+len(line))
		}
		start += len(line)
	}
	return inset{block: block}
}

// indentedInset makes an inset of an indented block, which is text: indentation does not make a claim code.
func (d *document) indentedInset(n *ast.CodeBlock) inset {
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		d.plainLine(line.Start, line.Stop)
	}
	return inset{block: d.blockAt(n.Pos())}
}

// plainLine adds a line to the inset that is being made.
func (d *document) plainLine(start, end int) {
	end = start + len(strings.TrimRight(d.text[start:end], "\n"))
	d.add(leaf{inset: len(d.insets), start: start, end: end, code: true})
}

// fill writes a leaf to its inset.
func (d *document) fill(in *inset, i int) {
	l := &d.leaves[i]
	switch {
	case in.code == nil:
		in.lines = append(in.lines, d.sealed(i))
		return
	case l.words == "":
		in.caption = d.sealed(i)
		return
	}
	sentence := d.sentenceAt(l.start)
	if code := hide(expandTabs(strings.TrimRight(in.code.Text, "\n"))); code != "" {
		d.fillCode(in, sentence, d.highlight(code, in.code.Lang))
	}
	if sentence >= 0 && d.lastOf[sentence] == i {
		d.lastOf[sentence] = -1
		in.glyph = d.verdict(sentence, in.block, "")
	}
	if d.opt.Below != nil {
		in.below = d.opt.Below(*in.code)
	}
}

// highlight colours code. Where that would change a character of it the code is left as it is.
func (d *document) highlight(code, lang string) string {
	style := d.opt.Style
	style.CodeBlock.Margin, style.CodeBlock.Indent = nil, nil
	style.CodeBlock.BlockPrefix, style.CodeBlock.BlockSuffix = "", ""
	if lexers.Get(lang) == nil {
		lang = "plaintext" // Chroma would try all its lexers, and guess
	}
	var b bytes.Buffer
	e := ansi.CodeBlockElement{Code: code, Language: lang}
	if err := e.Render(&b, ansi.NewRenderContext(ansi.Options{Styles: style})); err != nil {
		return code
	}
	if out := strings.TrimSuffix(carry(b.String()), "\n"); xansi.Strip(out) == code {
		return out
	}
	return code
}

// expandTabs puts spaces for the tabs of each line.
func expandTabs(s string) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	col := 0
	for i, part := range strings.SplitAfter(s, "\t") {
		line := part[strings.LastIndexByte(part, '\n')+1:]
		if len(line) < len(part) || i == 0 {
			col = 0
		}
		text := strings.TrimSuffix(part, "\t")
		b.WriteString(text)
		if len(text) < len(part) {
			col += xansi.StringWidth(strings.TrimSuffix(line, "\t"))
			n := tabStop - col%tabStop
			b.WriteString(strings.Repeat(" ", n))
			col += n
		}
	}
	return b.String()
}

// rawLine is a line with hyperlinks.
type rawLine struct {
	text  string
	inset bool
	code  *Block // of which it is a line
}

// draw lets Glamour draw the tree and puts the insets in their places.
func (d *document) draw() ([]rawLine, error) {
	r := renderer.NewRenderer(renderer.WithNodeRenderers(util.Prioritized(ansi.NewRenderer(ansi.Options{
		WordWrap: d.opt.Width, Styles: d.style(), InlineTableLinks: true, PreserveNewLines: true,
	}), 1000)))
	var b bytes.Buffer
	if err := r.Render(&b, d.source, d.root); err != nil {
		return nil, err
	}
	var out []rawLine
	placed := 0
	for line := range strings.SplitSeq(b.String(), "\n") {
		if placed == len(d.insets) || !strings.ContainsRune(line, hiddenInset) {
			out = append(out, rawLine{text: line})
			continue
		}
		out = d.place(out, line, &d.insets[placed])
		placed++
	}
	return out, nil
}

// place appends an inset, behind what stands before its place in the line.
func (d *document) place(out []rawLine, line string, in *inset) []rawLine {
	before, _, _ := strings.Cut(xansi.Strip(line), string(hiddenInset))
	indent := xansi.StringWidth(before)
	if indent >= d.opt.Width {
		out = append(out, rawLine{text: head(line, indent), inset: true})
		before, indent = "", 0
	}
	first := head(line, indent) + xansi.ResetHyperlink() + xansi.ResetStyle
	rest := strings.Map(func(r rune) rune {
		if r == hiddenBar {
			return r
		}
		return ' '
	}, before)
	room := d.opt.Width - indent
	more := ""
	if in.code != nil && room >= narrow {
		more, room = strings.Repeat(" ", codeIndent), room-codeIndent
	}
	put := func(rows string, code *Block) {
		for row := range strings.SplitSeq(rows, "\n") {
			out = append(out, rawLine{text: first + more + row, inset: true, code: code})
			first = rest
		}
	}
	if in.caption != "" {
		put(lipgloss.Wrap(in.caption, room, ""), nil)
	}
	for _, l := range in.lines {
		if in.code != nil {
			put(carry(xansi.Hardwrap(l, room, true)), in.code)
		} else {
			put(lipgloss.Wrap(l, room, ""), nil)
		}
	}
	if in.glyph != "" {
		put(in.glyph, nil)
	}
	if in.below != "" {
		put(lipgloss.Wrap(in.below, room, ""), nil)
	}
	if first != rest { // an empty block, perhaps in a list item
		out = append(out, rawLine{text: first})
	}
	return out
}

// head returns the first cells of a line, with the sequences up to what follows them.
func head(line string, cells int) string {
	end := 0
	for end < len(line) {
		seq, width := element(line[end:])
		if width > cells {
			break
		}
		end, cells = end+len(seq), cells-width
	}
	return line[:end]
}

// carry closes styles and hyperlinks at line ends and opens them again.
func carry(s string) string {
	var b bytes.Buffer
	w := lipgloss.NewWrapWriter(&b)
	_, _ = w.Write([]byte(s)) // a Buffer takes everything
	_ = w.Close()
	return b.String()
}
