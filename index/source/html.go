package source

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

const (
	maxHTMLDepth = 512 // elements further down count as inline text
	tokenWork    = 10
	fragmentWork = 1000 // of setting up a reader
)

var htmlCharset = regexp.MustCompile(`(?i)<meta[^>]+charset\s*=\s*["']?([\w\-]+)`)

// readHTML reads the main text of a page: what is in <main>, role="main" or a lone <article> where there is one,
// without navigation, asides that are nothing else, and forms. A page that is nothing else is read whole. What is
// struck out or hidden is left out and counted.
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
	veiled   int            // open elements that are struck out or hidden, with all that they hold
	veil     string         // the start tag of the outermost of them
	told     bool           // it holds text
	goesOn   bool           // the next element that is left out began elsewhere, and held text
	math     mathML         // the open formula
	inTitle  bool
	inMain   int

	run     textRun
	level   int      // of the open heading, 0 if none
	heading string   // its element
	below   int      // how many levels all headings are below the title of the page, which is no heading of HTML
	turning bool     // the run holds a link to the next page
	strong  int      // open elements of bold text
	plain   bool     // the run holds other text
	asides  int      // open notes, warnings and the like
	titles  int      // open titles of them
	lead    htmlText // such a title, which the text that comes next begins with
	codes   int      // open listings
	preLine int      // the line of the outermost of them
	code    strings.Builder
	lang    string // of the next Code block
	lists   []htmlList
	item    int // number of blocks after the last Item: it can be extended while that has not changed
	hang    int // how much further in its text stands
	tables  int // seen so far
	menus   int // lists seen so far
	table   *htmlTable
}

func newHTMLReader(b *builder, src string, line int) *htmlReader {
	return &htmlReader{b: b, survey: surveyHTML(src), line: line, open: map[string]int{}}
}

type htmlElement struct {
	tag                   string
	main, aside, title    bool
	heading, code, strong bool
	ground                string // the colour behind its text, "" where nothing sets it
	veil                  veil   // why what it holds is left out
	inside                bool   // an element that is left out
	source                bool   // it describes a source, and its mark is a name
}

// veil says why what an element holds is left out.
type veil uint8

const (
	inForce veil = iota
	struck
	hidden
)

type htmlText struct {
	text        string
	first, last int // lines
}

type htmlList struct {
	ordered bool
	number  int
	marker  string // of an item without text yet

	defines bool       // a list of definitions
	defined bool       // the definition of the terms has begun
	terms   []htmlText // without a definition yet
}

func (h *htmlReader) read(src string) {
	h.tokens(src)
	h.finish()
}

func (h *htmlReader) tokens(src string) {
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
}

// finish adds what is still open.
func (h *htmlReader) finish() {
	h.closeTo(0)
	h.flush()
	h.settle()
}

// dropped reports whether the content of an element is not part of the main text.
func (h *htmlReader) dropped(tag string, attr htmlAttr) bool {
	switch tag {
	case "script", "style", "template", "noscript", "noembed", "noframes", "iframe", "svg", "select", "textarea", "annotation":
		return true
	case "html", "body", "main", "p", "li", "dt", "dd", "tr", "td", "th", "br", "hr", "img", "input", "meta", "link", "wbr":
		return false // void, or without an end tag that could be relied on
	}
	if n := len(h.stack); attr.decorates() && (n == 0 || !h.stack[n-1].source) {
		return true
	}
	if h.whole {
		return false
	}
	switch tag {
	case "nav", "footer", "form", "button", "dialog":
		return true
	case "ul", "ol":
		if n := h.menus - 1; n < len(h.survey.menu) && h.survey.menu[n] {
			return true
		}
	case "header":
		return h.open["main"]+h.open["article"]+h.open["section"] == 0 // elsewhere it belongs to the text
	}
	switch strings.ToLower(attr.get("role")) {
	case "navigation", "banner", "contentinfo", "complementary", "search":
		return true
	}
	return isBlock(tag) && attr.navigates()
}

func (h *htmlReader) start(token html.Token) {
	tag := token.Data
	switch tag { // counted as the survey does
	case "table":
		h.tables++
	case "ul", "ol":
		h.menus++
	}
	if h.skipping != "" {
		if tag == h.skipping {
			h.nested++
		}
		return
	}
	attr := htmlAttr(token.Attr)
	if h.dropped(tag, attr) {
		if isBlock(tag) && h.veiled == 0 {
			h.flush()
		}
		h.run.left = true
		h.skipping = tag
		return
	}
	if isBlock(tag) {
		h.imply(tag)
	}
	style := h.survey.styles.of(tag, attr)
	ground := h.ground(style)
	if h.veils(tag, attr, style, ground) {
		return
	}
	if isBlock(tag) {
		h.math = nil
	} else if tag == "math" || len(h.math) > 0 {
		if sign := h.math.open(tag, h.run.text); sign != "" {
			if sign[0] != '(' {
				h.run.pending = 0
			}
			h.run.write(sign, h.line)
		}
	}
	switch tag {
	case "title":
		h.inTitle = h.title.Len() == 0
		return
	case "br":
		if h.codes > 0 {
			h.code.WriteByte('\n')
		} else {
			h.run.space('\n')
		}
		return
	case "img":
		if alt := attr.get("alt"); strings.ContainsFunc(alt, unicode.IsLetter) && alt[0] != '[' { // "[Tip]" is an icon
			h.text(strings.Join(strings.Fields(alt), " "))
		}
		return
	case "a":
		h.turning = h.turning || attr.turns() && !h.whole
		h.run.linking = strings.Contains(attr.get("href"), "#")
		h.run.linked = h.run.linked || h.run.linking
		return
	case "sup":
		if n := h.code.Len(); h.codes > 0 && n > 0 {
			if alphanumeric(rune(h.code.String()[n-1])) {
				h.code.WriteByte('^')
			}
		}
		h.run.raise(h.survey.notes)
		return
	case "sub":
		h.run.fraction()
		return
	case "code", "tt", "kbd", "samp":
		if h.codes > 0 {
			h.lang = attr.langOr(h.lang)
		} else if h.level == 0 {
			h.run.openCode()
		}
		return
	case "b", "strong":
		h.strong++
		return
	}
	if !isBlock(tag) {
		return
	}
	h.flush()
	e := htmlElement{
		tag: tag, main: h.survey.isMain(tag, attr), aside: isAside(tag, attr),
		title:   h.asides > 0 && titleClass.MatchString(attr.get("class")),
		heading: headingLevel(tag) > 0 || tag == "div" && attr.hasClass("title") && h.asides == 0 && len(h.b.path) == 0,
		ground:  ground, source: attr.hasClass("citation"),
		strong: style["font-weight"] == "bold" || len(style["font-weight"]) == 3 && style["font-weight"] >= "600",
	}
	e.code = tag == "pre" || tag == "div" && attr.hasClass("fragment")
	if tag == "hr" || len(h.stack) >= maxHTMLDepth && !e.main {
		return
	}
	h.push(e)
	h.count(e, 1)
	h.enter(e, attr)
}

func (h *htmlReader) push(e htmlElement) {
	h.stack = append(h.stack, e)
	h.open[e.tag]++
}

// ground is the colour behind the text of an element that would open here.
func (h *htmlReader) ground(style htmlStyle) string {
	if own, ok := style["ground"]; ok && own != "" && own != "transparent" {
		return own
	}
	if n := len(h.stack); n > 0 {
		return h.stack[n-1].ground
	}
	return ""
}

// veils opens an element that is struck out or hidden, or that is inside one, and reports whether it did. Inline
// elements are on the stack for it as well, so that they end with the block that they are in at the latest.
func (h *htmlReader) veils(tag string, attr htmlAttr, style htmlStyle, ground string) bool {
	why := attr.veil(tag, style, ground, h.survey.styles.apart)
	if why == struck && h.level > 0 && len(h.run.text) == 0 {
		why = inForce // what is below it needs its name
	}
	switch tag {
	case "html", "body", "main", "br", "hr", "img", "input", "meta", "link", "wbr", "col", "source":
		return h.veiled > 0 || why == hidden && tag != "html" && tag != "body" && tag != "main"
	case "math": // in another form elsewhere
		if h.veiled > 0 {
			h.skipping = tag
		}
	}
	switch {
	case h.veiled == 0 && why == inForce:
		return false
	case h.veiled > 0 && !isBlock(tag) && h.open[tag] == 0:
		return true
	case h.veiled > 0:
		why = inForce // it goes with the outermost
	case isBlock(tag):
		h.flush()
	}
	if len(h.stack) >= maxHTMLDepth {
		if why != inForce {
			h.skipping = tag
		}
		return true
	}
	if why != inForce {
		h.veiled, h.told, h.goesOn = 1, h.goesOn, false
		h.veil = "<" + tag + " hidden>"
		if why == struck {
			h.veil = "<" + tag + ` style="text-decoration:line-through">`
		}
	}
	h.push(htmlElement{tag: tag, veil: why, inside: true, ground: ground})
	return true
}

// headingLevel is the level of a heading, 0 of other elements.
func headingLevel(tag string) int {
	if len(tag) == 2 && tag[0] == 'h' && '1' <= tag[1] && tag[1] <= '6' {
		return int(tag[1] - '0')
	}
	return 0
}

// isAside reports whether an element is a note, a warning or the like.
func isAside(tag string, attr htmlAttr) bool {
	switch tag {
	case "aside":
		return true
	case "div", "section", "blockquote", "details":
		return admonition.MatchString(attr.get("class"))
	}
	return false
}

// count takes note of n elements more.
func (h *htmlReader) count(e htmlElement, n int) {
	for _, c := range []struct {
		is bool
		n  *int
	}{{e.main, &h.inMain}, {e.aside, &h.asides}, {e.title, &h.titles}, {e.code, &h.codes}, {e.strong, &h.strong}} {
		if c.is {
			*c.n += n
		}
	}
}

// enter begins a block element.
func (h *htmlReader) enter(e htmlElement, attr htmlAttr) {
	switch {
	case e.code:
		h.settle()
		if h.codes == 1 {
			h.code.Reset()
			h.preLine = h.line
		}
		h.lang = attr.langOr(h.lang)
		return
	case h.codes > 0:
		return
	case e.heading:
		if h.level = headingLevel(e.tag) + h.below; h.level == 0 {
			h.level, h.below = 1, 1
		}
		h.heading = e.tag
		if n := len(h.lists); n > 0 && h.asides == 0 {
			h.lists[n-1].marker, h.item = "", 0 // the list arranges sections
		}
	}
	switch tag := e.tag; tag {
	case "div":
		h.lang = attr.langOr("")
	case "ul", "menu", "ol":
		h.settle()
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
	case "dl":
		h.settle()
		h.lists = append(h.lists, htmlList{defines: true})
	case "dt":
		if n := len(h.lists); n > 0 && h.lists[n-1].defined {
			h.settle()
			h.lists[n-1].defined = false
		}
	case "dd":
		if n := len(h.lists); n > 0 {
			h.lists[n-1].defined = true
		}
	case "table":
		layout := h.tables <= len(h.survey.layout) && h.survey.layout[h.tables-1] || attr.is("role", "presentation")
		if n := len(h.stack) - 2; h.table == nil && !layout && (n < 0 || !h.stack[n].aside || h.stack[n].tag == "aside") {
			h.settle()
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
			h.closeWithin(h.heading)
		}
	}
	n := len(h.stack)
	for n > 0 && !isBlock(h.stack[n-1].tag) {
		n--
	}
	if n > 0 && h.stack[n-1].tag == "p" { // nothing but text can be inside
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
	if len(h.math) > 0 {
		h.run.write(h.math.close(tag), h.line)
	}
	if !isBlock(tag) && (h.veiled > 0 || h.open[tag] > 0) {
		h.closeWithin(tag, "td", "th", "caption", "table")
		return
	}
	switch tag {
	case "title":
		h.inTitle = false
	case "a":
		h.run.linking = false
	case "sup":
		h.run.lower()
	case "b", "strong":
		h.strong = max(h.strong-1, 0)
	case "code", "tt", "kbd", "samp":
		h.run.closeCode()
	default:
		if isBlock(tag) {
			if h.veiled == 0 {
				h.flush()
			}
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
		if e.inside {
			h.stack = h.stack[:len(h.stack)-1]
			h.open[e.tag]--
			h.unveil(e.veil)
			continue
		}
		h.flush()
		h.stack = h.stack[:len(h.stack)-1]
		if e.aside || e.tag == "dl" {
			h.settle()
		}
		h.open[e.tag]--
		h.count(e, -1)
		switch {
		case e.code && h.codes == 0:
			code := h.code.String()
			if h.survey.plain && e.tag == "pre" && strings.Count(code, "\n") == h.line-h.preLine {
				textLines(h.b, strings.Split(code, "\n"), h.preLine)
			} else {
				h.b.add(Block{Kind: Code, StartLine: h.preLine, EndLine: h.line, Lang: h.lang}, code)
			}
			h.lang = ""
		case h.codes > 0 && e.tag == "div":
			h.code.WriteByte('\n')
		case e.heading:
			h.level = 0
		}
		switch e.tag {
		case "ul", "ol", "menu", "dl":
			h.lists = h.lists[:len(h.lists)-1]
		case "table":
			if h.table != nil && h.table.depth == len(h.stack)+1 {
				if !h.table.turns {
					h.b.parts(Block{StartLine: h.table.first, EndLine: h.line}, h.table)
				}
				h.table = nil
			}
		}
	}
}

// unveil ends an element that was left out for a reason.
func (h *htmlReader) unveil(why veil) {
	if why == inForce {
		return
	}
	h.run.left = true
	if h.veiled--; h.told && why == struck {
		h.b.out.struck++
	} else if h.told {
		h.b.out.hidden++
	}
}

func alphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func (h *htmlReader) text(s string) {
	switch {
	case h.skipping != "":
	case h.inTitle:
		h.title.WriteString(s)
	case h.veiled > 0:
		h.told = h.told || (h.survey.main == "" || h.inMain > 0) && strings.ContainsFunc(s, alphanumeric)
	case h.survey.main != "" && h.inMain == 0:
	case h.codes > 0:
		if e := h.stack[len(h.stack)-1]; !e.code || e.tag == "pre" || !blank(s) {
			h.code.WriteString(s)
		}
	default:
		h.plain = h.plain || h.strong == 0 && strings.TrimSpace(s) != ""
		h.run.write(s, h.line)
	}
}

// flush ends the current run of inline text and gives it to the block that it belongs to.
func (h *htmlReader) flush() {
	if h.codes > 0 {
		return
	}
	text, first, last := h.run.take()
	turning, plain := h.turning, h.plain
	h.turning, h.plain = false, false
	if text == "" {
		return
	}
	block := Block{Kind: Paragraph, StartLine: first, EndLine: last}
	if h.table != nil && h.open["caption"] == 0 {
		h.table.turns = h.table.turns || turning
		if !h.table.write(h.b.markup, text, !plain || h.open["th"]+h.open["thead"] > 0) {
			h.b.add(block, text)
		}
		return
	}
	switch {
	case turning, h.level == 0 && h.open["header"] > 0 && h.open["main"]+h.open["article"] == 0 && !h.whole:
		return // of what stands above a section, the heading is its text
	case h.asides > 0 && (h.level > 0 || h.titles > 0 || h.open["th"] > 0):
		h.settle()
		h.lead = htmlText{text: strings.TrimRight(text, " :."), first: first, last: last}
		return
	}
	if h.lead.text != "" && h.level == 0 {
		text, block.StartLine = h.lead.text+": "+text, h.lead.first
		h.lead = htmlText{}
	}
	if h.level > 0 {
		h.settle()
		h.b.heading(h.level, strings.TrimSuffix(text, "¶"), first, last)
		return
	}
	if len(h.lists) > 0 {
		h.listText(block, text)
	} else {
		h.b.add(block, text)
	}
}

// settle adds what waited for more to come: a title, terms without a definition.
func (h *htmlReader) settle() {
	waiting := []htmlText{h.lead}
	h.lead = htmlText{}
	if n := len(h.lists); n > 0 {
		terms := h.lists[n-1].terms
		if k := len(terms) - 1; k >= 0 && h.lists[n-1].defined {
			terms[k].text = strings.TrimRight(terms[k].text, ":") + ":" // a list or a table defines them
		}
		waiting, h.lists[n-1].terms = append(waiting, terms...), nil
	}
	for _, w := range waiting {
		h.b.add(Block{Kind: Paragraph, StartLine: w.first, EndLine: w.last}, w.text)
	}
}

// listText adds a run of text inside a list: the first of an item begins it, those that follow at once extend it. The
// first of a definition stands behind its terms.
func (h *htmlReader) listText(block Block, text string) {
	list := &h.lists[len(h.lists)-1]
	switch {
	case list.defines && !list.defined:
		list.terms = append(list.terms, htmlText{text: text, first: block.StartLine, last: block.EndLine})
	case len(list.terms) > 0:
		var terms []string
		for _, t := range list.terms {
			terms = append(terms, t.text)
		}
		block.StartLine, list.terms = list.terms[0].first, nil
		h.b.entry(block, len(h.lists)-1, strings.Join(terms, ", "), text)
		h.item, h.hang = len(h.b.doc.Blocks), len("  ")
	case list.marker != "":
		h.b.item(block, len(h.lists)-1, list.marker, text)
		h.item, h.hang, list.marker = len(h.b.doc.Blocks), len(list.marker)+1, ""
	case h.item > 0 && h.item == len(h.b.doc.Blocks):
		h.b.extend(len(h.lists)-1, h.hang, text, block.EndLine)
	default:
		h.b.add(block, text)
	}
}
