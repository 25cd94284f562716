package source

import (
	"slices"
	"strconv"
	"strings"
)

// maxFlows is how many notes, text boxes and tables may stand in each other. What stands deeper belongs to the innermost.
const maxFlows = 100

// officeReader builds blocks from the paragraphs, tables and notes of an office document, whose format a wordReader or an
// odtReader knows.
type officeReader struct {
	b      *builder
	skip   int // open elements whose text is not part of the document
	flow   flow
	around []flow         // that the open one interrupts
	deeper int            // flows that are open beyond maxFlows
	lost   map[string]int // how many of what was left out, by the keys of notRead
	item   int            // blocks after the last item: a note can extend it while that has not changed
	hang   [2]int         // the lists around that item and the width of its marker
	shown  bool           // a colour or a picture lies behind the text: white text can be read
}

// flow is a sequence of paragraphs and tables: the document, a note, a text box, a table in the cell of another. One that
// interrupts a paragraph is read behind it.
type flow struct {
	name  string // of its element
	run   textRun
	level int    // of the open heading, -1 if none
	lists int    // around the open paragraph, itself included
	label string // the number or bullet of the paragraph
	plain bool   // it holds text that is not bold
	gap   *int   // what has just been left out of it: a counter of the builder
	look  look   // of the paragraph
	span  []look // of the runs that are open in it
	table *officeTable
	ready []officePart // of this flow, which the flow around it takes over
	after []officePart // of flows that the open paragraph holds
}

// officePart is a paragraph or a table that has been read.
type officePart struct {
	text, label  string
	level, lists int
	table        *officeTable
	note         bool
}

// look is how text is drawn, as far as it changes what is read. Of each property: 0 not said, 1 yes, -1 no.
type look struct{ struck, hidden, raised, bold, white, shaded int8 }

// over is the look of what is drawn as l says and, where that says nothing, as below says.
func (l look) over(below look) look {
	for _, p := range [][2]*int8{{&l.struck, &below.struck}, {&l.hidden, &below.hidden}, {&l.raised, &below.raised},
		{&l.bold, &below.bold}, {&l.white, &below.white}, {&l.shaded, &below.shaded}} {
		if *p[0] == 0 {
			*p[0] = *p[1]
		}
	}
	return l
}

func yes(is bool) int8 {
	if is {
		return 1
	}
	return -1
}

// notRead are the warnings about what is no text of the document.
var notRead = []struct{ key, one, many string }{
	{"comment", "comment is a remark about the text and was left out", "comments are remarks about the text and were left out"},
	{"object", "embedded chart, diagram or other object was left out", "embedded charts, diagrams or other objects were left out"},
	{"control", "form field was left out", "form fields were left out"},
	{"note", "footnote or endnote is missing", "footnotes or endnotes are missing"},
}

func newOfficeReader(b *builder) *officeReader {
	b.line = unnumbered
	return &officeReader{b: b, flow: flow{level: -1}, lost: map[string]int{}}
}

// finish ends what is open and warns of what was left out.
func (o *officeReader) finish() {
	for o.deeper = 0; len(o.around) > 0; {
		o.close(o.flow.name)
	}
	o.flush()
	o.endTable()
	for _, kind := range notRead {
		if n := o.lost[kind.key]; n == 1 {
			o.b.warn("1 " + kind.one)
		} else if n > 1 {
			o.b.warn(strconv.Itoa(n) + " " + kind.many)
		}
	}
}

// damaged turns the error of a document that was read in part into a warning.
func damaged(b *builder, err error) error {
	if err == nil || len(b.doc.Blocks) == 0 {
		return err
	}
	b.warn("the file is damaged: " + err.Error())
	return nil
}

// open begins a flow inside the open paragraph or cell.
func (o *officeReader) open(name string) {
	if len(o.around) == maxFlows {
		o.deeper++
		return
	}
	o.around = append(o.around, o.flow)
	o.flow = flow{name: name, level: -1}
}

// close ends the flow that an element of that name began, and returns what it holds.
func (o *officeReader) close(name string) []officePart {
	if o.deeper > 0 {
		o.deeper--
		return nil
	}
	n := len(o.around) - 1
	if n < 0 || o.flow.name != name {
		return nil
	}
	o.flush()
	o.endTable()
	inner := o.flow.ready
	o.flow, o.around = o.around[n], o.around[:n]
	return inner
}

// begin opens a paragraph.
func (o *officeReader) begin() {
	o.flush()
	f := &o.flow
	f.level, f.lists, f.label, f.plain, f.gap, f.look, f.span = -1, 0, "", false, nil, look{}, f.span[:0]
}

// text writes text of the innermost open run.
func (o *officeReader) text(s string) {
	f, l := &o.flow, o.flow.look
	if n := len(f.span); n > 0 {
		l = f.span[n-1]
	}
	blank := strings.TrimSpace(s) == ""
	white := l.white > 0 && l.shaded <= 0 && f.table == nil && len(o.around) == 0 && !o.shown
	switch {
	case o.skip > 0 || blank && len(f.run.text) == 0:
	case l.struck > 0 && !blank:
		o.omit(&o.b.out.struck)
	case (l.hidden > 0 || white) && !blank:
		o.omit(&o.b.out.hidden)
	case l.struck <= 0 && l.hidden <= 0 && !white:
		if l.raised > 0 && f.run.raised == 0 && !blank {
			f.run.raise()
		} else if l.raised <= 0 {
			f.run.lower()
		}
		if !blank {
			f.gap, f.plain = nil, f.plain || l.bold <= 0
		}
		f.run.write(s, 0)
	}
}

// omit counts what is left out, once for all that is left out in one place of a paragraph.
func (o *officeReader) omit(count *int) {
	if o.flow.gap != count {
		o.flow.gap = count
		*count++
	}
}

// flush ends a paragraph.
func (o *officeReader) flush() {
	f := &o.flow
	f.run.lower()
	text, _, _ := f.run.take()
	if f.label != "" && f.label != "-" && (f.level >= 0 && text != "" || f.table != nil) {
		text, f.label = strings.TrimSpace(f.label+" "+text), ""
	}
	after := f.after
	f.after = nil
	if t := f.table; text != "" && (t == nil || !t.write(o.b.markup, text, !f.plain)) {
		o.put(officePart{text: text, label: f.label, level: f.level, lists: f.lists})
	}
	f.label = ""
	for _, p := range after {
		o.put(p)
	}
}

// put adds a officePart to the document, or to what waits for the end of the table or the flow that it stands in.
func (o *officeReader) put(p officePart) {
	switch f := &o.flow; {
	case f.table != nil:
		f.table.after = append(f.table.after, p)
	case len(o.around) > 0:
		f.ready = append(f.ready, p)
	default:
		o.add(p)
	}
}

// add adds a officePart to the document. A note on an item is a further paragraph of it: the list goes on.
func (o *officeReader) add(p officePart) {
	inItem := o.item > 0 && o.item == len(o.b.doc.Blocks)
	switch {
	case p.table != nil:
		o.b.parts(Block{}, &p.table.htmlTable)
	case p.level >= 0:
		o.b.heading(p.level, p.text, 0, 0)
	case p.note && inItem:
		o.b.extend(o.hang[0], o.hang[1], p.text, 0)
	case isItem(p.label):
		lists := max(p.lists-1, 0)
		o.b.item(Block{}, lists, p.label, p.text)
		o.item, o.hang = len(o.b.doc.Blocks), [2]int{lists, len(p.label) + 1}
	default:
		o.b.add(Block{Kind: Paragraph}, strings.TrimSpace(p.label+" "+p.text))
	}
}

// isItem reports whether a label makes an item of a list: a bullet or an enumerator, and no words ("Article 5").
func isItem(label string) bool {
	return label != "" && !strings.ContainsAny(strings.TrimSpace(label), " \u00a0")
}

// asNotes marks what a note holds. Its headings and lists are paragraphs: they are not those of the document.
func asNotes(parts []officePart) []officePart {
	parts = slices.Clone(parts)
	for i := range parts {
		p := &parts[i]
		p.text = strings.TrimSpace(strings.TrimPrefix(p.label, "-") + " " + p.text)
		p.note, p.level, p.label = true, -1, ""
	}
	return parts
}
