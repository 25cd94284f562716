package source

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

const (
	maxHTMLDepth = 512 // elements further down count as inline text
	tokenWork    = 10
	fragmentWork = 1000 // of setting up a reader
)

var htmlCharset = regexp.MustCompile(`(?i)<meta[^>]+charset\s*=\s*["']?([\w\-]+)`)

// readHTML reads the main text of a page: what is in <main>, role="main" or a lone <article> where there is one,
// without navigation, asides and forms. A page that is nothing else is read whole.
func readHTML(b *builder, src string) {
	h := newHTMLReader(b, src, 1)
	h.read(src)
	if len(b.doc.Blocks) == 0 {
		h = newHTMLReader(b, src, 1)
		h.survey.main, h.whole = "", true
		h.read(src)
		if len(b.doc.Blocks) > 0 {
			b.warn("no main text was found: navigation and forms were read as well")
		}
	}
	b.doc.Title = h.title.String()
}

// htmlBlocks adds the blocks of a fragment, whose first line has the number line.
func htmlBlocks(b *builder, src string, line int) {
	if b.markup.Spend(fragmentWork) == nil {
		h := newHTMLReader(b, src, line)
		h.survey.main = ""
		h.read(src)
	}
}

// htmlReader turns the tokens of a page into blocks. It keeps just enough of the tree, so that every block has the
// lines that it comes from, and one pass over the source is all it takes.
type htmlReader struct {
	b      *builder
	survey htmlSurvey
	whole  bool // read navigation and the like as well
	title  strings.Builder
	line   int // of the current token

	stack    []htmlElement
	open     map[string]int // elements on the stack, by name
	skipping string         // the element whose content is dropped, "" if none
	nested   int            // how many of the same name are open inside
	inTitle  bool
	inMain   int

	run     textRun
	level   int // of the open heading, 0 if none
	preLine int // the line of the outermost <pre>
	code    strings.Builder
	lang    string // of the next Code block
	lists   []htmlList
	item    int // number of blocks after the last Item: it can be extended while that has not changed
	tables  int // seen so far
	table   *htmlTable
}

func newHTMLReader(b *builder, src string, line int) *htmlReader {
	return &htmlReader{b: b, survey: surveyHTML(src), line: line, open: map[string]int{}}
}

type htmlElement struct {
	tag  string
	main bool
}

type htmlList struct {
	ordered bool
	number  int
	marker  string // of an item without text yet
}

func (h *htmlReader) read(src string) {
	z := html.NewTokenizer(strings.NewReader(src))
	for {
		kind := z.Next()
		if kind == html.ErrorToken { // only ever the end: the reader does not fail
			break
		}
		raw := z.Raw()
		if h.b.ended = h.b.markup.Spend(tokenWork + len(raw) + len(h.stack)); h.b.ended != nil {
			break
		}
		lines := bytes.Count(raw, []byte("\n"))
		switch token := z.Token(); kind {
		case html.TextToken:
			h.text(token.Data)
		case html.StartTagToken:
			h.start(token)
		case html.EndTagToken:
			h.end(token.Data)
		case html.SelfClosingTagToken:
			h.start(token)
			h.end(token.Data)
		}
		h.line += lines
	}
	h.closeTo(0)
	h.flush()
}

// dropped reports whether the content of an element is not part of the main text.
func (h *htmlReader) dropped(tag string, attr htmlAttr) bool {
	switch tag {
	case "script", "style", "template", "noscript", "noembed", "noframes", "iframe", "svg", "select", "textarea", "annotation":
		return true
	case "html", "body", "main", "p", "li", "dt", "dd", "tr", "td", "th", "br", "hr", "img", "input", "meta", "link", "wbr":
		return false // void, or without an end tag that could be relied on
	}
	if attr.hidden() || attr.hasClass("headerlink") || attr.hasClass("linenos") {
		return true
	}
	if h.whole {
		return false
	}
	switch tag {
	case "nav", "footer", "aside", "form", "button", "dialog":
		return true
	case "header":
		return h.open["main"]+h.open["article"] == 0 // elsewhere it belongs to the text
	}
	switch strings.ToLower(attr.get("role")) {
	case "navigation", "banner", "contentinfo", "complementary", "search":
		return true
	}
	return false
}

func (h *htmlReader) start(token html.Token) {
	tag := token.Data
	if h.skipping != "" {
		if tag == h.skipping {
			h.nested++
		}
		return
	}
	attr := htmlAttr(token.Attr)
	if h.dropped(tag, attr) {
		if isBlock(tag) {
			h.flush()
		}
		h.skipping = tag
		return
	}
	switch tag {
	case "title":
		h.inTitle = h.title.Len() == 0
		return
	case "br":
		if h.open["pre"] > 0 {
			h.code.WriteByte('\n')
		} else {
			h.run.space('\n')
		}
		return
	case "img":
		h.text(attr.get("alt"))
		return
	case "code", "tt", "kbd", "samp":
		if h.open["pre"] > 0 {
			h.lang = attr.langOr(h.lang)
		} else if h.level == 0 {
			h.run.openCode()
		}
		return
	}
	if !isBlock(tag) {
		return
	}
	h.imply(tag)
	h.flush()
	main := h.survey.isMain(tag, attr)
	if tag == "hr" || len(h.stack) >= maxHTMLDepth && !main {
		return
	}
	h.stack = append(h.stack, htmlElement{tag, main})
	h.open[tag]++
	if main {
		h.inMain++
	}
	h.enter(tag, attr)
}

// enter begins a block element.
func (h *htmlReader) enter(tag string, attr htmlAttr) {
	switch tag {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		h.level = int(tag[1] - '0')
	case "pre":
		if h.open["pre"] == 1 {
			h.code.Reset()
			h.preLine = h.line
		}
		h.lang = attr.langOr(h.lang)
	case "div":
		h.lang = attr.langOr("")
	case "ul", "menu", "ol":
		h.lists = append(h.lists, htmlList{ordered: tag == "ol", number: number(attr.get("start"), -maxListNumber, maxListNumber)})
	case "li":
		if len(h.lists) == 0 {
			return
		}
		list := &h.lists[len(h.lists)-1]
		list.marker = "-"
		if list.ordered {
			list.marker = strconv.Itoa(list.number) + "."
			list.number++
		}
	case "table":
		layout := h.tables < len(h.survey.layout) && h.survey.layout[h.tables]
		h.tables++
		if h.table == nil && !layout && !attr.is("role", "presentation") {
			h.table = &htmlTable{first: h.line, depth: len(h.stack)}
		}
	case "tr":
		if h.table != nil {
			h.table.openRow()
		}
	case "td", "th":
		if h.table != nil {
			h.table.openCell(number(attr.get("colspan"), 1, maxSpan), number(attr.get("rowspan"), 1, maxSpan))
		}
	}
}

// imply closes the elements that the start of another one ends.
func (h *htmlReader) imply(tag string) {
	switch tag {
	case "li":
		h.closeWithin("li", "ul", "ol", "menu")
	case "dt", "dd":
		h.closeWithin("dt", "dl")
		h.closeWithin("dd", "dl")
	case "td", "th":
		h.closeWithin("td", "tr", "table")
		h.closeWithin("th", "tr", "table")
	case "tr":
		h.closeWithin("tr", "table")
	case "h1", "h2", "h3", "h4", "h5", "h6":
		if h.level > 0 {
			h.closeWithin("h" + strconv.Itoa(h.level))
		}
	}
	if n := len(h.stack); n > 0 && h.stack[n-1].tag == "p" { // nothing but text can be inside
		h.closeTo(n - 1)
	}
}

// closeWithin closes the innermost open element of that name, unless one of the barriers is open inside it.
func (h *htmlReader) closeWithin(tag string, barriers ...string) {
	if h.open[tag] == 0 {
		return
	}
	for i := len(h.stack) - 1; i >= 0; i-- {
		if h.stack[i].tag == tag {
			h.closeTo(i)
			return
		}
		for _, barrier := range barriers {
			if h.stack[i].tag == barrier {
				return
			}
		}
	}
}

func (h *htmlReader) end(tag string) {
	if h.skipping != "" {
		if tag == h.skipping {
			if h.nested--; h.nested < 0 {
				h.skipping, h.nested = "", 0
			}
		}
		return
	}
	switch tag {
	case "title":
		h.inTitle = false
	case "code", "tt", "kbd", "samp":
		h.run.closeCode()
	default:
		if isBlock(tag) {
			h.flush()
			h.endBlock(tag)
		}
	}
}

// endBlock closes a block element. An end tag in a table cell does not reach out of the cell.
func (h *htmlReader) endBlock(tag string) {
	switch tag {
	case "table", "html", "body", "main":
		h.closeWithin(tag)
	case "tr", "td", "th", "caption", "thead", "tbody", "tfoot":
		h.closeWithin(tag, "table")
	default:
		h.closeWithin(tag, "td", "th", "caption", "table")
	}
}

// closeTo closes all elements from depth n on.
func (h *htmlReader) closeTo(n int) {
	for len(h.stack) > n {
		e := h.stack[len(h.stack)-1]
		h.flush()
		h.stack = h.stack[:len(h.stack)-1]
		h.open[e.tag]--
		if e.main {
			h.inMain--
		}
		switch e.tag {
		case "h1", "h2", "h3", "h4", "h5", "h6":
			h.level = 0
		case "ul", "ol", "menu":
			h.lists = h.lists[:len(h.lists)-1]
		case "pre":
			if h.open["pre"] == 0 {
				h.b.add(Block{Kind: Code, StartLine: h.preLine, EndLine: h.line, Lang: h.lang}, h.code.String())
				h.lang = ""
			}
		case "table":
			if h.table != nil && h.table.depth == len(h.stack)+1 {
				h.b.table(Block{Kind: Table, StartLine: h.table.first, EndLine: h.line}, h.table.rows)
				h.table = nil
			}
		}
	}
}

func (h *htmlReader) text(s string) {
	switch {
	case h.skipping != "":
	case h.inTitle:
		h.title.WriteString(s)
	case h.survey.main != "" && h.inMain == 0:
	case h.open["pre"] > 0:
		h.code.WriteString(s)
	default:
		h.run.write(s, h.line)
	}
}

// flush ends the current run of inline text and gives it to the block that it belongs to.
func (h *htmlReader) flush() {
	if h.open["pre"] > 0 {
		return
	}
	text, first, last := h.run.take()
	if text == "" {
		return
	}
	block := Block{Kind: Paragraph, StartLine: first, EndLine: last}
	switch {
	case h.table != nil && h.open["caption"] == 0:
		if h.table.write(h.b.markup, text) {
			return
		}
		h.b.add(block, text)
	case h.level > 0:
		h.b.heading(h.level, strings.TrimSuffix(text, "¶"), first, last)
	case len(h.lists) > 0:
		h.listText(block, text)
	default:
		h.b.add(block, text)
	}
}

// listText adds a run of text inside a list: the first of an item begins it, those that follow at once extend it.
func (h *htmlReader) listText(block Block, text string) {
	list := &h.lists[len(h.lists)-1]
	switch {
	case list.marker != "":
		h.b.item(block, len(h.lists)-1, list.marker, text)
		list.marker = ""
		h.item = len(h.b.doc.Blocks)
	case h.item > 0 && h.item == len(h.b.doc.Blocks):
		h.b.extend(len(h.lists)-1, len("- "), text, block.EndLine)
	default:
		h.b.add(block, text)
	}
}
