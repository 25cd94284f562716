package markdown

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	astext "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"ibid/guard"
	"ibid/ui/tui/cells"
)

// run is a stretch of what is shown that belongs to one sentence, marker and name. Its number, its place in
// document.runs, is the address of the hyperlink that it is drawn as.
type run struct {
	sentence, marker, name int // -1 for none
	code                   int // the code block, -1 for none
	verdict                bool
}

// document is an answer on its way to the screen.
type document struct {
	opt     *Options
	text    string
	source  []byte         // text and, behind it, what is shown and does not stand there
	markers []guard.Marker // the citations
	last    []int          // where the last character of each sentence ends, 0 for a sentence without any
	runs    []run
	code    []Block
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

// block is a block of the top level: its bytes in the text, and its tree, nil where it is shown as it was written.
type block struct {
	start, end int
	tree       ast.Node
}

// parse cuts an answer into its blocks and marks the trees of those that are not in asWritten.
func parse(answer string, opt *Options, asWritten map[int]bool) (*document, []block) {
	d := &document{opt: opt, text: answer, source: []byte(answer), last: make([]int, len(opt.Sentences))}
	for _, s := range guard.Parse(answer).Sentences {
		d.markers = append(d.markers, s.Markers...)
	}
	var blocks []block
	for n := NewParser().Parse(text.NewReader([]byte(answer))).FirstChild(); n != nil; n = n.NextSibling() {
		start := strings.LastIndexByte(answer[:min(max(n.Pos(), 0), len(answer))], '\n') + 1
		if k := len(blocks); k > 0 {
			start = max(start, blocks[k-1].start)
			blocks[k-1].end = start
		} else {
			start = 0
		}
		blocks = append(blocks, block{start, len(answer), n})
	}
	for i := range blocks {
		if b := &blocks[i]; asWritten[i] {
			b.tree = nil
			d.ends(b.start, b.end)
		} else {
			d.findEnds(b.tree)
		}
	}
	for _, b := range blocks {
		if b.tree != nil {
			d.mark(b.tree, false, false)
		}
	}
	return d, blocks
}

// findEnds notes where the sentences end that a tree shows.
func (d *document) findEnds(tree ast.Node) {
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			d.ends(n.Segment.Start, n.Segment.Stop)
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			for i := range n.Lines().Len() {
				d.ends(n.Lines().At(i).Start, n.Lines().At(i).Stop)
			}
		}
		return ast.WalkContinue, nil
	})
}

// ends notes where the sentences end that are shown by text[start:end].
func (d *document) ends(start, end int) {
	for _, p := range d.pieces(start, end) {
		if shown := strings.TrimRight(d.text[p.start:p.end], " \t\n"); p.sentence >= 0 && shown != "" {
			d.last[p.sentence] = p.start + len(shown)
		}
	}
}

// mark makes runs of the text in a tree, and text of what Glamour would hide: the address of a link, the signs of an
// emphasis that is none.
func (d *document) mark(n ast.Node, code, cell bool) {
	var next ast.Node
	for c := n.FirstChild(); c != nil; c = next {
		next = c.NextSibling()
		switch c := c.(type) {
		case *ast.Text:
			d.cut(n, c, code, cell)
		case *ast.Link:
			address := d.address(c, c.Destination, c.Title)
			d.mark(c, code, cell)
			d.unwrap(n, c, nil, address)
		case *ast.Image:
			address := d.address(c, c.Destination, c.Title)
			d.mark(c, code, cell)
			d.unwrap(n, c, nil, address)
		case *ast.Emphasis:
			open, stop, literal := d.isLiteral(c)
			d.mark(c, code, cell)
			if literal {
				d.unwrap(n, c, d.literal(d.text[open:open+c.Level]), d.literal(d.text[stop-c.Level:stop]))
			}
		case *ast.FencedCodeBlock, *ast.CodeBlock: // their lines are marked when they are drawn
		default:
			d.mark(c, code || c.Kind() == ast.KindCodeSpan, cell || c.Kind() == astext.KindTableCell)
		}
	}
}

// cut puts the runs of a text in its place.
func (d *document) cut(parent ast.Node, t *ast.Text, code, cell bool) {
	for _, p := range d.pieces(t.Segment.Start, t.Segment.Stop) {
		shown := strings.ReplaceAll(d.shown(p), "&", "&amp;") // Glamour decodes what stands in a text
		if code && cell {
			shown = strings.ReplaceAll(shown, `\`, `\\`) // it takes backslashes away where it paints twice
		}
		d.before(parent, t, d.linked(p.run, shown))
		if d.endsIn(p) {
			d.before(parent, t, d.verdict(p.sentence))
		}
	}
	switch {
	case t.HardLineBreak(), t.SoftLineBreak() && d.endsLine(t.Segment.Stop):
		t.SetSoftLineBreak(true)
	case t.SoftLineBreak():
		t.SetSoftLineBreak(false)
		d.before(parent, t, " ")
	}
	t.Segment = text.NewSegment(t.Segment.Stop, t.Segment.Stop) // what is left of it is its line end
}

// endsLine tells that a line end does more than wrap a line: it stands between two sentences.
func (d *document) endsLine(at int) bool {
	s := sentenceAt(d.opt.Sentences, at-1)
	return len(d.opt.Sentences) > 0 && (s < 0 || s != sentenceAt(d.opt.Sentences, at))
}

func sentenceAt(spans []Span, at int) int {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > at })
	if i < len(spans) && spans[i].Start <= at {
		return i
	}
	return -1
}

// before puts a text before a node of a tree.
func (d *document) before(parent, n ast.Node, shown string) {
	parent.InsertBefore(parent, n, d.literal(shown))
}

// literal is a text that does not stand in the answer.
func (d *document) literal(shown string) ast.Node {
	start := len(d.source)
	d.source = append(d.source, shown...)
	return ast.NewTextSegment(text.NewSegment(start, len(d.source)))
}

// unwrap puts what is in a node in its place, between two others.
func (d *document) unwrap(parent, n, first, last ast.Node) {
	var inside []ast.Node
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		inside = append(inside, c)
	}
	for _, c := range slices.Concat([]ast.Node{first}, inside, []ast.Node{last}) {
		if c != nil {
			parent.InsertBefore(parent, n, c)
		}
	}
	parent.RemoveChild(parent, n)
}

// address is what a link leads to, as text of the sentence that the link stands in.
func (d *document) address(n ast.Node, to, title []byte) ast.Node {
	words := " (" + string(to)
	if len(title) > 0 {
		words += " “" + string(title) + "”"
	}
	r := run{sentence: -1, marker: -1, name: -1, code: -1}
	if t, ok := n.LastChild().(*ast.Text); ok {
		r.sentence = sentenceAt(d.opt.Sentences, t.Segment.Stop-1)
	}
	return d.literal(d.linked(r, strings.ReplaceAll(words, "&", "&amp;")+")"))
}

// isLiteral tells that the signs of an emphasis belong to what is said, as in 2*3*4 and __init__: they touch a letter or
// a digit, or they are two underscores. open is where they begin, stop where they end.
func (d *document) isLiteral(n *ast.Emphasis) (open, stop int, literal bool) {
	first, ok := n.FirstChild().(*ast.Text)
	last, ok2 := n.LastChild().(*ast.Text)
	if !ok || !ok2 {
		return 0, 0, false
	}
	open, stop = first.Segment.Start-n.Level, last.Segment.Stop+n.Level
	if open < 0 || stop > len(d.text) {
		return 0, 0, false
	}
	before, _ := utf8.DecodeLastRuneInString(d.text[:open])
	after, _ := utf8.DecodeRuneInString(d.text[stop:])
	return open, stop, n.Level == 2 && d.text[open] == '_' || isWord(before) || isWord(after)
}

func isWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// piece is a range of the text that is one run.
type piece struct {
	start, end int
	run
}

// pieces cuts text[start:end] where sentences, markers and names begin and end.
func (d *document) pieces(start, end int) []piece {
	var out []piece
	for at := start; at < end; {
		p := piece{at, end, run{code: -1}}
		hold := func(n int, span func(i int) (start, end int)) int {
			i := sort.Search(n, func(i int) bool { _, end := span(i); return end > at })
			if i == n {
				return -1
			}
			from, to := span(i)
			if from > at {
				p.end = min(p.end, from)
				return -1
			}
			p.end = min(p.end, to)
			return i
		}
		spans := func(list []Span) func(int) (int, int) {
			return func(i int) (int, int) { return list[i].Start, list[i].End }
		}
		p.sentence = hold(len(d.opt.Sentences), spans(d.opt.Sentences))
		p.name = hold(len(d.opt.Names), spans(d.opt.Names))
		p.marker = hold(len(d.markers), func(i int) (int, int) { return d.markers[i].Start, d.markers[i].End })
		p.end = max(p.end, at+1)
		out = append(out, p)
		at = p.end
	}
	return out
}

// lost tells that a letter, a digit or a sign of a block is not among what is shown of it.
func (d *document) lost(b block, lines []string) bool {
	count := map[rune]int{}
	for _, l := range lines {
		eachPart(l, func(part string, _, _ int) {
			if !cells.IsStyle(part) {
				for _, r := range part {
					count[fold(r)]++
				}
			}
		})
	}
	written := []byte(d.text[b.start:b.end])
	for _, c := range fences(b.tree) { // the language of code is told by its colours
		lang := c.Language([]byte(d.text))
		if i := bytes.Index(written, lang); i >= 0 && len(lang) > 0 {
			written = slices.Concat(written[:i], written[i+len(lang):])
		}
	}
	for _, r := range string(written) {
		if unicode.IsSpace(r) || strings.ContainsRune(syntax, r) {
			continue
		}
		if count[fold(r)]--; count[fold(r)] < 0 {
			return true
		}
	}
	return false
}

// syntax is what Markdown is written with: that it is not shown loses nothing.
const syntax = "*_`#|[]-+\\>~:.)(=!\""

func fold(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }

// fences are the code blocks in a tree.
func fences(n ast.Node) (out []*ast.FencedCodeBlock) {
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if c, ok := n.(*ast.FencedCodeBlock); ok && entering {
			out = append(out, c)
		}
		return ast.WalkContinue, nil
	})
	return out
}
