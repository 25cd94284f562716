package source

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// officeReader reads an office document as the page that it would be: a wordReader or an odtReader
// knows its elements, and an htmlReader what tables, raised marks and struck text are.
type officeReader struct {
	b    *builder
	h    *htmlReader
	skip int            // open elements whose text is not part of the document
	lost map[string]int // what could not be read, by what it is called
	page bool           // the pages have a colour: white text can be read
	flow
	around []flow // that the open one interrupts
}

// flow is a sequence of paragraphs and tables: the document, or a note, a text box or a table in a
// cell, which are read behind the paragraph or the table that they stand in.
type flow struct {
	name   string       // of its element
	tokens []html.Token // of it, but for the document
	after  []html.Token // of flows that it holds
	tables int          // that are open in it
	begun  bool         // the open paragraph has begun
	level  int          // of the heading that it is, 0 for a title, -1 if it is none
	lists  int          // around it, itself included
	label  string       // its number or bullet
	look   look
	spans  []look   // of the open runs
	tags   []string // that are open in it
}

// look is how text is drawn: which properties are said, and which of those it has.
type look struct{ said, has drawing }

type drawing uint8

const (
	isStruck drawing = 1 << iota
	isHidden
	isRaised
	isBold
	isWhite
	isShaded
)

// over is the look of what is drawn as l says and, where l says nothing, as below says.
func (l look) over(below look) look {
	return look{l.said | below.said, l.has | below.has&^l.said}
}

func (l *look) set(p drawing, on bool) {
	if l.said, l.has = l.said|p, l.has&^p; on {
		l.has |= p
	}
}

func newOfficeReader(b *builder) *officeReader {
	b.line = unnumbered
	return &officeReader{b: b, h: newHTMLReader(b, "", 0), lost: map[string]int{}, flow: flow{level: -1}}
}

// finish ends what is open and warns of what was left out. Its error is that of a document of which nothing was read.
func (o *officeReader) finish(err error) error {
	for len(o.around) > 0 {
		o.hold(o.close(o.name))
	}
	o.endParagraph()
	o.tables = 0
	o.flush()
	o.h.finish()
	for _, what := range []string{"comment", "embedded object", "form field", "missing note"} {
		if n := o.lost[what]; n == 1 {
			o.b.warn("1 " + what + " was left out")
		} else if n > 1 {
			o.b.warn(fmt.Sprintf("%d %ss were left out", n, what))
		}
	}
	if err != nil && len(o.b.doc.Blocks) > 0 {
		o.b.warn("the file is damaged: " + err.Error())
		return nil
	}
	return err
}

// open begins a flow inside the open paragraph or cell.
func (o *officeReader) open(name string) {
	if o.b.markup.Spend(blockWork) == nil {
		o.around = append(o.around, o.flow)
		o.flow = flow{name: name, level: -1}
	}
}

// close ends the flow that an element of that name began, and returns what it holds.
func (o *officeReader) close(name string) []html.Token {
	n := len(o.around) - 1
	if n < 0 || o.name != name {
		return nil
	}
	o.endParagraph()
	tokens := append(o.tokens, o.after...)
	o.flow, o.around = o.around[n], o.around[:n]
	return tokens
}

// hold keeps what a flow held for the end of what it interrupts.
func (o *officeReader) hold(tokens []html.Token) { o.after = append(o.after, tokens...) }

// flush reads what was held.
func (o *officeReader) flush() {
	if o.tables == 0 {
		after := o.after
		o.after = nil
		for _, t := range after {
			o.send(t)
		}
	}
}

// send reads a token, or keeps it with the flow that it stands in.
func (o *officeReader) send(t html.Token) {
	h := o.h
	if o.b.markup.Spend(tokenWork+len(t.Data)+len(h.stack)) != nil {
		return
	}
	attr := htmlAttr(t.Attr)
	switch {
	case len(o.around) > 0:
		o.tokens = append(o.tokens, t)
	case t.Type == html.TextToken:
		h.text(t.Data)
	case t.Type == html.EndTagToken:
		h.end(t.Data)
	case t.Data == "p" && attr.get("label") != "":
		h.lists = make([]htmlList, number(attr.get("lists"), 1, maxMargin))
		h.lists[len(h.lists)-1].marker = attr.get("label")
		h.start(t)
	default:
		if attr.get("note") == "" { // which goes on in the item that it stands in
			h.lists = nil
		}
		if attr.get("title") != "" {
			h.below = -1
		}
		h.start(t)
	}
}

func (o *officeReader) startTag(tag string, attr ...string) {
	t := html.Token{Type: html.StartTagToken, Data: tag}
	for i := 0; i+1 < len(attr); i += 2 {
		if attr[i+1] != "" {
			t.Attr = append(t.Attr, html.Attribute{Key: attr[i], Val: attr[i+1]})
		}
	}
	o.send(t)
}

func (o *officeReader) endTag(tag string) { o.send(html.Token{Type: html.EndTagToken, Data: tag}) }

// isNote reports whether a note is open.
func (o *officeReader) isNote() bool {
	return strings.HasSuffix(o.name, "note") || o.name == "note-body"
}

// begin begins the open paragraph. The number of a heading, and of text in a table or a note, is a
// part of its text, and so is one with words.
func (o *officeReader) begin() {
	if o.begun {
		return
	}
	o.begun = true
	label, note := o.label, ""
	if o.isNote() {
		note = "note"
	}
	switch {
	case o.level == 0 && note == "":
		o.startTag("h1", "title", "title")
	case o.level > 0 && note == "":
		o.startTag("h" + strconv.Itoa(min(o.level, 6)))
	case o.tables > 0 || note != "" || strings.ContainsAny(label, " \u00a0"):
		o.startTag("p", "note", note)
	default:
		o.startTag("p", "label", label, "lists", strconv.Itoa(o.lists))
		label = ""
	}
	if label != "" && label != "-" {
		o.send(html.Token{Type: html.TextToken, Data: label + " "})
	}
}

// text writes text of the innermost open run.
func (o *officeReader) text(s string) {
	l := o.look
	if n := len(o.spans); n > 0 {
		l = o.spans[n-1]
	}
	if o.skip > 0 || !o.begun && strings.TrimSpace(s) == "" {
		return
	}
	var tags []string
	switch white := l.has&(isWhite|isShaded) == isWhite; {
	case l.has&isStruck > 0:
		tags = []string{"s"}
	case l.has&isHidden > 0, white && !o.page && o.tables == 0 && len(o.around) == 0:
		tags = []string{"span"}
	default:
		if l.has&isBold > 0 {
			tags = append(tags, "b")
		}
		if l.has&isRaised > 0 {
			tags = append(tags, "sup")
		}
	}
	o.begin()
	o.use(tags)
	o.send(html.Token{Type: html.TextToken, Data: s})
}

// use opens the tags that the next text stands in, and closes the others.
func (o *officeReader) use(tags []string) {
	if slices.Equal(tags, o.tags) {
		return
	}
	for _, tag := range slices.Backward(o.tags) {
		o.endTag(tag)
	}
	for _, tag := range tags {
		hidden := strings.Repeat("hidden", strings.Count(tag, "span"))
		o.startTag(tag, "hidden", hidden)
	}
	o.tags = tags
}

// startParagraph opens a paragraph, which begins with its first text.
func (o *officeReader) startParagraph() {
	o.endParagraph()
	o.level, o.lists, o.label, o.look, o.spans = -1, 0, "", look{}, o.spans[:0]
}

func (o *officeReader) endParagraph() {
	if o.begun {
		o.use(nil)
		o.begun = false
		o.endTag("p")
		o.endTag("h" + strconv.Itoa(min(max(o.level, 1), 6)))
	}
	o.flush()
}

// startTable opens a table, in a flow of its own where it stands in another.
func (o *officeReader) startTable() {
	if o.endParagraph(); o.tables > 0 {
		o.open("tbl")
	}
	o.tables++
	o.startTag("table")
}

func (o *officeReader) endTable() {
	o.endParagraph()
	o.endTag("table")
	if o.tables = max(o.tables-1, 0); o.name == "tbl" {
		o.hold(o.close(o.name))
	}
	o.flush()
}

// endRow ends a row of a table. The first one, if it may be drawn otherwise than the rest, is the head
// of several columns where it holds no numbers: word processors say that it may be of nearly all tables.
func (o *officeReader) endRow(mayBeHead bool) {
	o.endParagraph()
	o.endTag("tr")
	if t := o.h.table; mayBeHead && t != nil && len(o.around) == 0 && len(t.rows) == 1 {
		digits := func(cell string) bool { return strings.ContainsFunc(cell, unicode.IsDigit) }
		t.plain[0] = t.plain[0] && (len(t.rows[0]) < 3 || slices.ContainsFunc(t.rows[0], digits))
	}
}
