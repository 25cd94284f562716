package markdown

import (
	"cmp"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/glamour/v2/ansi"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	astext "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"ibid/guard"
)

// run is a stretch of what is shown that has one style and belongs to one sentence, marker and name. Its number is
// its place in document.runs.
type run struct {
	text                   string
	at                     int // where it stands in the answer
	style                  ansi.StylePrimitive
	sentence, marker, name int // -1 for none
	code                   int // the code block, -1 for none
	verdict                bool
}

// document is an answer on its way to the screen.
type document struct {
	text    string
	opt     *Options
	plain   ansi.RenderContext // of Glamour's, without a style of its own
	markers []guard.Marker     // the citations
	blocks  []ast.Node         // of the top level
	starts  []int              // where they begin
	asText  map[int]bool
	lost    []int // blocks of which something would not be shown

	runs    []run
	of      map[ast.Node][2]int // the runs of the nodes that hold text: from, to
	last    []int               // the last run of each sentence, -1 for none
	code    []Block
	codeOf  map[ast.Node]int
	covered []bool // the bytes of the answer that are in a run, or are known to be syntax
}

// NewParser parses the part of Markdown that says how an answer looks. HTML, automatic links and reference definitions,
// which hide or change what was written, are left out.
func NewParser() parser.Parser {
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

// parse makes the runs of an answer. The blocks of asText, and those of which the tree does not hold everything, are
// runs of their source.
func parse(answer string, opt *Options, asText map[int]bool) *document {
	d := &document{text: answer, opt: opt, plain: ansi.NewRenderContext(ansi.Options{}), asText: asText, of: map[ast.Node][2]int{}, codeOf: map[ast.Node]int{},
		covered: make([]bool, len(answer)), last: make([]int, len(opt.Sentences))}
	for _, s := range guard.Parse(answer).Sentences {
		d.markers = append(d.markers, s.Markers...)
	}
	root := NewParser().Parse(text.NewReader([]byte(answer)))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		start := strings.LastIndexByte(answer[:min(max(n.Pos(), 0), len(answer))], '\n') + 1
		if len(d.starts) > 0 {
			start = max(start, d.starts[len(d.starts)-1])
		}
		d.blocks, d.starts = append(d.blocks, n), append(d.starts, start)
	}
	for i, n := range d.blocks {
		runs, blocks := len(d.runs), len(d.code)
		if !d.asText[i] && d.fits(n, 0) {
			d.collect(n, opt.Style.Document.StylePrimitive)
			if d.whole(i) {
				continue
			}
		}
		d.runs, d.code, d.asText[i] = d.runs[:runs], d.code[:blocks], true
		d.source(i)
	}
	for i := range d.last {
		d.last[i] = -1
	}
	for i, r := range d.runs {
		if r.sentence >= 0 && (r.code >= 0 || strings.Trim(r.text, " \n") != "") {
			d.last[r.sentence] = i
		}
	}
	return d
}

// blockRange returns the bytes of a top-level block.
func (d *document) blockRange(i int) (start, end int) {
	if i > 0 {
		start = d.starts[i]
	}
	if i+1 < len(d.starts) {
		return start, d.starts[i+1]
	}
	return start, len(d.text)
}

// fits tells that lists and quotations are not nested so deeply that there is no room in them.
func (d *document) fits(n ast.Node, levels int) bool {
	if n.Kind() == ast.KindList || n.Kind() == ast.KindBlockquote {
		levels++
	}
	if levels > 0 && levels*levelCells+minInner > d.room() {
		return false
	}
	for c := n.FirstChild(); c != nil && c.Type() == ast.TypeBlock; c = c.NextSibling() {
		if !d.fits(c, levels) {
			return false
		}
	}
	return true
}

// whole tells that each letter, digit and sign beyond ASCII of a block is in a run.
func (d *document) whole(block int) bool {
	start, end := d.blockRange(block)
	for i := start; i < end; i++ {
		c := d.text[i]
		if !d.covered[i] && (c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= utf8.RuneSelf) {
			return false
		}
	}
	return true
}

func (d *document) cover(start, end int) {
	for i := max(start, 0); i < min(end, len(d.covered)); i++ {
		d.covered[i] = true
	}
}

// source makes runs of a block as it was written, but for the line below a table's header.
func (d *document) source(block int) {
	from := len(d.runs)
	start, end := d.blockRange(block)
	for line := range strings.Lines(strings.TrimRight(d.text[start:end], " \t\n")) {
		if !strings.Contains(line, "|") || strings.Trim(line, "|-: \t\n") != "" {
			d.add(start, start+len(strings.TrimRight(line, "\n")), d.opt.Style.Document.StylePrimitive, true)
			d.literal(start+len(line), "\n", d.opt.Style.Document.StylePrimitive)
		}
		start += len(line)
	}
	d.of[d.blocks[block]] = [2]int{from, len(d.runs)}
}

// collect makes the runs of a block and of those in it.
func (d *document) collect(n ast.Node, style ansi.StylePrimitive) {
	from, styles := len(d.runs), &d.opt.Style
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		d.collectCode(n, style)
	case *ast.CodeBlock: // is text: indentation does not make a claim code
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			d.add(line.Start, line.Start+len(strings.TrimRight(d.text[line.Start:line.Stop], "\n")), style, true)
			d.literal(line.Stop, "\n", style)
		}
	case *ast.Paragraph, *ast.TextBlock:
		d.inlines(n, under(style, styles.Paragraph.StylePrimitive), false)
	case *astext.TableCell:
		d.inlines(n, under(style, styles.Table.StylePrimitive), false)
	case *ast.Heading:
		level := [...]ansi.StyleBlock{styles.H1, styles.H2, styles.H3, styles.H4, styles.H5, styles.H6}[n.Level-1].StylePrimitive
		own := styles.Heading.StylePrimitive
		style = under(under(style, own), level)
		style.Prefix, style.Suffix = cmp.Or(level.Prefix, own.Prefix), cmp.Or(level.Suffix, own.Suffix)
		d.around(n, style, func(style ansi.StylePrimitive) { d.inlines(n, style, false) })
	default:
		if n.Kind() == ast.KindBlockquote {
			style = under(style, styles.BlockQuote.StylePrimitive)
		}
		if list, ok := n.(*ast.List); ok {
			style = under(style, styles.List.StylePrimitive)
			d.coverNumbers(list)
		}
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			d.collect(c, style)
		}
	}
	d.of[n] = [2]int{from, len(d.runs)}
}

// coverNumbers notes the numbers of a list that are shown. The number that Markdown counts may not be the one that was
// written; then it is not covered, and the list is shown as it is.
func (d *document) coverNumbers(n *ast.List) {
	number := n.Start
	for item := n.FirstChild(); item != nil && n.IsOrdered(); item = item.NextSibling() {
		at := min(max(item.Pos(), 0), len(d.text))
		if s := strconv.Itoa(number); strings.HasPrefix(d.text[at:], s+string(n.Marker)) {
			d.cover(at, at+len(s))
		}
		number++
	}
}

// add makes runs of text[start:end] of the answer, cut where sentences, markers and names begin and end.
func (d *document) add(start, end int, style ansi.StylePrimitive, verbatim bool) {
	d.cover(start, end)
	for at := start; at < end; {
		r := run{at: at, style: style, code: -1}
		next := end
		hold := func(n int, span func(i int) (start, end int)) int {
			i := sort.Search(n, func(i int) bool { _, end := span(i); return end > at })
			if i == n {
				return -1
			}
			from, to := span(i)
			if from > at {
				next = min(next, from)
				return -1
			}
			next = min(next, to)
			return i
		}
		spans := func(list []Span) func(int) (int, int) {
			return func(i int) (int, int) { return list[i].Start, list[i].End }
		}
		r.sentence = hold(len(d.opt.Sentences), spans(d.opt.Sentences))
		r.name = hold(len(d.opt.Names), spans(d.opt.Names))
		r.marker = hold(len(d.markers), func(i int) (int, int) { return d.markers[i].Start, d.markers[i].End })
		next = max(next, at+1)
		r.text = strings.ReplaceAll(d.text[at:next], "\t", " ")
		if !verbatim {
			r.text = unescape(r.text)
		}
		if r.name >= 0 && at == d.opt.Names[r.name].Start {
			r.text = d.opt.Names[r.name].Glyph + r.text
		}
		d.runs = append(d.runs, r)
		at = next
	}
}

// literal makes a run of what is shown behind a place in the answer and does not stand there.
func (d *document) literal(at int, text string, style ansi.StylePrimitive) {
	if text != "" {
		d.runs = append(d.runs, run{at: at, text: text, style: style, sentence: d.sentenceAt(at - 1), marker: -1, name: -1, code: -1})
	}
}

// sentenceAt returns the sentence that holds a byte offset, -1 for none.
func (d *document) sentenceAt(at int) int {
	spans := d.opt.Sentences
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > at })
	if i < len(spans) && spans[i].Start <= at {
		return i
	}
	return -1
}

// around puts what the style has before and behind an element there.
func (d *document) around(n ast.Node, style ansi.StylePrimitive, inside func(ansi.StylePrimitive)) {
	prefix, suffix := style.Prefix, style.Suffix
	style.Prefix, style.Suffix = "", ""
	from := len(d.runs)
	d.literal(max(n.Pos(), 0), prefix, style)
	inside(style)
	if from < len(d.runs) {
		if prefix != "" && from+1 < len(d.runs) { // it belongs to what is behind it
			d.runs[from].sentence = d.runs[from+1].sentence
		}
		d.literal(d.runs[len(d.runs)-1].at+1, suffix, style)
	}
}

// inlines makes runs of what is in a line and returns where it ends.
func (d *document) inlines(n ast.Node, style ansi.StylePrimitive, code bool) (end int) {
	styles := &d.opt.Style
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch node := c.(type) {
		case *ast.Text:
			start := node.Segment.Start
			for !node.SoftLineBreak() && !node.HardLineBreak() { // the parser cuts a text at each bracket
				next, ok := node.NextSibling().(*ast.Text)
				if !ok || next.Segment.Start != node.Segment.Stop {
					break
				}
				node, c = next, next
			}
			end = node.Segment.Stop
			d.add(start, end, under(style, styles.Text), code)
			switch {
			case node.HardLineBreak():
				d.literal(end, "\n", style)
			case node.SoftLineBreak():
				d.literal(end, d.softBreak(end), style)
			}
		case *ast.CodeSpan:
			own := styles.Code.StylePrimitive
			d.around(c, under(style, own), func(style ansi.StylePrimitive) { end = d.inlines(node, style, true) })
		case *ast.Link:
			end = d.link(c, style, node.Destination, node.Title)
		case *ast.Image:
			end = d.link(c, style, node.Destination, node.Title)
		case *ast.Emphasis:
			end = d.emphasis(node, style)
		default:
			end = d.inlines(c, style, code)
		}
	}
	return end
}

// softBreak returns what a line end becomes: where it ends a sentence it is more than a wrapped line.
func (d *document) softBreak(at int) string {
	if s := d.sentenceAt(at - 1); s >= 0 && s == d.sentenceAt(at) || len(d.opt.Sentences) == 0 {
		return " "
	}
	return "\n"
}

// link is the text of a link or an image, with the address behind it.
func (d *document) link(n ast.Node, style ansi.StylePrimitive, address, title []byte) (end int) {
	at := d.inlines(n, style, false)
	end = at
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
	d.literal(at, words+")", style)
	return end
}

// emphasis keeps the signs of an emphasis that is none: 2*3*4, __init__.
func (d *document) emphasis(n *ast.Emphasis, style ansi.StylePrimitive) (end int) {
	own := d.opt.Style.Emph
	if n.Level > 1 {
		own = d.opt.Style.Strong
	}
	opening, ok := n.FirstChild().(*ast.Text)
	closing, ok2 := n.LastChild().(*ast.Text)
	if ok && ok2 {
		start, stop := opening.Segment.Start-n.Level, closing.Segment.Stop+n.Level
		if start >= 0 && stop <= len(d.text) && d.isLiteral(start, stop, n.Level) {
			d.add(start, start+n.Level, style, true)
			d.inlines(n, style, false)
			d.add(stop-n.Level, stop, style, true)
			return stop
		}
	}
	d.around(n, under(style, own), func(style ansi.StylePrimitive) { end = d.inlines(n, style, false) + n.Level })
	return end
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

// unescape takes the backslashes away that say that the sign after them is meant as it stands.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && util.IsPunct(s[i+1]) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
