package markdown

import (
	"bytes"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

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
			util.Prioritized(literal{}, 50),
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewEmphasisParser(), 500),
		),
		parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
	)
}

// literal takes for what is said the signs of emphasis that stand between letters or digits or are two underscores, as
// in 2*3*4 and __init__, and the back quotes of a block that has them for quotation marks, as in “this”.
type literal struct{}

// Trigger and Parse implement parser.InlineParser.
func (literal) Trigger() []byte { return []byte{'*', '_', '`'} }
func (literal) Parse(parent ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	n := len(line) - len(strings.TrimLeft(string(line), string(line[:1])))
	after, _ := utf8.DecodeRune(line[n:])
	inside := isWord(block.PrecendingCharacter()) && isWord(after)
	if line[0] == '`' {
		for parent.Type() == ast.TypeInline {
			parent = parent.Parent()
		}
		if !quotation.Match(parent.Lines().Value(block.Source())) {
			return nil
		}
	} else if !inside && (line[0] != '_' || n < 2) {
		return nil
	}
	block.Advance(n)
	return ast.NewTextSegment(segment.WithStop(segment.Start + n))
}

// quotation is one in the quotation marks of TeX.
var quotation = regexp.MustCompile("(?s)``.*''")

func isWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// document is an answer on its way to the screen.
type document struct {
	opt    *Options
	source []byte // the text with a glyph behind each sentence but code and, behind it, a blank and a rule
	length int    // of source without these
	spans  []Span // the sentences in source
}

// newDocument puts the glyphs into a text.
func newDocument(answer string, opt *Options) *document {
	d := &document{opt: opt}
	code := fences(NewParser().Parse(text.NewReader([]byte(answer))), []byte(answer))
	next := 0 // of the answer
	for _, s := range opt.Sentences {
		start := len(d.source) + s.Start - next
		last := s.Start + len(strings.TrimRight(answer[s.Start:s.End], " \t\n"))
		line := answer[strings.LastIndexByte(answer[:last], '\n')+1 : last]
		if strings.HasPrefix(strings.TrimSpace(line), "|") { // the row of a table
			last = s.Start + len(strings.TrimRight(answer[s.Start:last], " \t\n|"))
		}
		if last > s.Start && s.Glyph != "" && !holds(code, last-1) {
			d.source = append(append(d.source, answer[next:last]...), "\u00a0"+s.Glyph...) // where no line is broken
			next = last
		}
		d.spans = append(d.spans, Span{Start: start, End: len(d.source) + s.End - next})
	}
	d.source = append(d.source, answer[next:]...)
	d.length = len(d.source)
	d.source = append(d.source, " ───"...)
	return d
}

// sentence is the one that a byte of source belongs to, -1 for none.
func (d *document) sentence(at int) int {
	k := sort.Search(len(d.spans), func(k int) bool { return d.spans[k].End > at })
	if k < len(d.spans) && d.spans[k].Start <= at {
		return k
	}
	return -1
}

// block is a block of the top level.
type block struct {
	start, end int // in source
	tree       ast.Node
}

// blocks cuts an answer into its blocks.
func (d *document) blocks() []block {
	var out []block
	for n := NewParser().Parse(text.NewReader(d.source[:d.length])).FirstChild(); n != nil; n = n.NextSibling() {
		start := bytes.LastIndexByte(d.source[:min(max(n.Pos(), 0), d.length)], '\n') + 1
		if k := len(out); k > 0 {
			start = max(start, out[k-1].start)
			out[k-1].end = start
		} else {
			start = 0
		}
		out = append(out, block{start, d.length, n})
	}
	return out
}

// fence is a block of code: where it is in a text, where what is shown of the line that opens it ends, and where the
// code is.
type fence struct{ start, told, from, to, end int }

// fences are the code blocks in the tree of a text, in order.
func fences(tree ast.Node, source []byte) (out []fence) {
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		c, ok := n.(*ast.FencedCodeBlock)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		start := max(n.Pos(), 0)
		line, _, _ := bytes.Cut(source[start:], []byte("\n")) // that opens it
		from := min(start+len(line)+1, len(source))
		f := fence{start, start, from, from, from}
		if c.Info != nil && lexers.Get(string(c.Info.Value(source))) == nil { // else it is a language, which the colours tell
			f.told = c.Info.Segment.Stop
		}
		if k := c.Lines().Len(); k > 0 {
			f.from, f.to = c.Lines().At(0).Start, c.Lines().At(k-1).Stop
		}
		f.end = f.to
		if line, _, _ = bytes.Cut(source[f.to:], []byte("\n")); len(bytes.Trim(line, "> \t`~")) == 0 { // it is closed
			f.end += len(line)
		}
		out = append(out, f)
		return ast.WalkContinue, nil
	})
	return out
}

// holds tells that a place is in one of some blocks of code.
func holds(code []fence, at int) bool {
	return slices.ContainsFunc(code, func(f fence) bool { return f.start <= at && at < f.end })
}
