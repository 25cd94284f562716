package source

import (
	"cmp"
	"path"
	"strconv"
	"strings"
)

// odtReader reads the elements of a document of LibreOffice.
type odtReader struct {
	*officeReader
	book    *archive
	styles  map[string]*odtStyle // by family and name
	style   *odtStyle            // that is being defined
	kinds   map[string]*numbering
	kind    *numbering            // of lists, that is being defined
	outline *numbering            // of headings
	named   map[string]*numbering // lists by their names, and the last list of each style
	lists   []odtList             // that are open
	writing int                   // open paragraphs
	head    bool                  // the rows are those of a table's head
}

type odtStyle struct {
	parent string
	look   look
	ground string // the colour behind it
}

type odtList struct {
	style string
	items *numbering
	fresh bool // an item has begun: its first paragraph has the label
}

// readOpenDocument reads a document of LibreOffice (.odt).
func readOpenDocument(b *builder, data []byte) error {
	a, err := openArchive(data)
	if err != nil {
		return err
	}
	text, err := a.read("content.xml")
	if err != nil {
		return err
	}
	if meta, err := a.read("meta.xml"); err == nil {
		b.doc.Title = textOf(b, meta, "title")
	}
	o := &odtReader{officeReader: newOfficeReader(b), book: a, styles: map[string]*odtStyle{}, kinds: map[string]*numbering{}, named: map[string]*numbering{}}
	if styles, err := a.read("styles.xml"); err == nil {
		elements(b, styles, o.start, o.write, o.end)
		o.skip = 0
	}
	err = elements(b, text, o.start, o.write, o.end)
	o.finish()
	return damaged(b, err)
}

// ignored reports whether the text of an element is not part of the document: what was deleted or is said about it, the mark of a note, the
// heads and feet of pages.
func (o *odtReader) ignored(name string) bool {
	switch name {
	case "tracked-changes", "annotation", "note-citation", "ruby-text", "forms", "sequence-decls", "title", "desc", "master-styles":
		return true
	}
	return false
}

func (o *odtReader) start(name string, attr xmlAttr) {
	switch name {
	case "deletion":
		o.b.out.struck++
	case "annotation":
		o.lost["comment"]++
	}
	if o.skip > 0 || o.ignored(name) {
		o.skip++
		return
	}
	f := &o.flow
	switch name {
	case "p", "h":
		o.begin()
		o.writing++
		o.startParagraph(name, attr)
	case "span":
		below := f.look
		if n := len(f.span); n > 0 {
			below = f.span[n-1]
		}
		f.span = append(f.span, o.lookOf("text", attr.get("style-name")).over(below))
	case "tab", "s":
		f.run.space(' ')
	case "line-break":
		f.run.space('\n')
	case "note-body", "text-box", "custom-shape", "rect", "ellipse":
		o.open(name)
	case "section", "hidden-text":
		if attr.get("display") == "none" || attr.get("is-hidden") == "true" {
			o.b.out.hidden++
			o.skip = 1
		}
	case "control":
		o.lost["control"]++
	case "object", "object-ole":
		formula, err := o.book.read(path.Join(attr.get("href"), "content.xml"))
		if text := textOf(o.b, formula, "annotation"); err == nil && text != "" {
			o.text(strings.Join(strings.Fields(text), " "))
		} else {
			o.lost["object"]++
		}
	case "list":
		o.flush()
		o.startList(attr)
	case "list-item", "list-header":
		o.flush()
		if n := len(o.lists) - 1; n >= 0 {
			o.lists[n].fresh = name == "list-item"
			o.lists[n].items.startAt(n, attr.get("start-value"))
		}
	case "table":
		o.startTable(name)
	case "table-header-rows":
		o.head = true
	case "table-row":
		if o.flush(); f.table != nil {
			f.table.startRow()
			f.table.heads[len(f.table.heads)-1] = o.head
		}
	case "table-cell":
		if o.flush(); f.table != nil {
			f.table.startODTCell(attr)
			if style := o.styles["table-cell "+attr.get("style-name")]; style != nil {
				f.table.paint(style.ground)
			} else {
				f.table.paint("")
			}
		}
	default:
		o.startStyle(name, attr)
	}
}

// startODTCell opens a cell, or several with the same content.
func (t *officeTable) startODTCell(attr xmlAttr) {
	repeated := number(attr.get("number-columns-repeated"), 1, maxSpan)
	t.openCell(max(repeated, number(attr.get("number-columns-spanned"), 1, maxSpan)), number(attr.get("number-rows-spanned"), 1, maxSpan))
	if repeated > 1 {
		t.alone[len(t.rows)-1] = 0
	}
}

// startParagraph begins a paragraph or a heading.
func (o *odtReader) startParagraph(name string, attr xmlAttr) {
	f, style := &o.flow, attr.get("style-name")
	f.look = o.lookOf("paragraph", style)
	n := len(o.lists) - 1
	switch {
	case name == "h":
		f.level = number(attr.get("outline-level"), 1, maxLevels)
		if n < 0 && o.outline != nil && attr.get("is-list-header") != "true" {
			o.outline.startAt(f.level-1, attr.get("start-value"))
			f.label = o.outline.next(f.level-1, &o.outline.levels[f.level-1])
		}
	case o.titled(style):
		f.level = 0
	}
	if n >= 0 && o.lists[n].fresh {
		o.lists[n].fresh = false
		level := min(n, maxLevels-1)
		f.label, f.lists = o.lists[n].items.next(level, &o.lists[n].items.levels[level]), n+1
	}
}

// titled reports whether paragraphs of a style are the title of the document.
func (o *odtReader) titled(style string) bool {
	for range maxBased {
		if style == "Title" {
			return true
		}
		s := o.styles["paragraph "+style]
		if s == nil {
			return false
		}
		style = s.parent
	}
	return false
}

// lookOf is the look of a style with what it inherits.
func (o *odtReader) lookOf(family, style string) (l look) {
	for range maxBased {
		s := o.styles[family+" "+style]
		if s == nil {
			break
		}
		l, style = l.over(s.look), s.parent
	}
	return l
}

// startList opens a list: a new one, one that an earlier list goes on in, or one inside another.
func (o *odtReader) startList(attr xmlAttr) {
	n, style := len(o.lists), attr.get("style-name")
	list := odtList{style: style}
	goesOn := attr.get("continue-numbering") == "true"
	if n > 0 {
		if list.items = o.lists[n-1].items; style == "" {
			list.style = o.lists[n-1].style
		}
		if level := min(n, maxLevels-1); !goesOn {
			list.items.begun[level] = false
		}
		if kind := o.kinds[style]; kind != nil {
			level := min(n, maxLevels-1)
			list.items.levels[level], list.items.start[level] = kind.levels[level], kind.start[level]
		}
	} else if list.items = o.named["#"+attr.get("continue-list")]; list.items == nil {
		if list.items = o.named[style]; list.items == nil || !goesOn {
			list.items = newNumbering()
			for i := range list.items.levels {
				list.items.levels[i].format = "bullet"
			}
			if kind := o.kinds[style]; kind != nil {
				*list.items = *kind
			}
		}
		o.named[style] = list.items
		if id := attr.get("id"); id != "" {
			o.named["#"+id] = list.items
		}
	}
	o.lists = append(o.lists, list)
}

// startAt lets the next item of a level have a number, if one is given.
func (n *numbering) startAt(level int, value string) {
	if value != "" && level < maxLevels {
		n.begun[level], n.count[level] = true, number(value, 0, maxListNumber)-1
	}
}

// startStyle reads what styles are made of.
func (o *odtReader) startStyle(name string, attr xmlAttr) {
	switch name {
	case "style":
		o.style = &odtStyle{parent: attr.get("parent-style-name")}
		o.styles[attr.get("family")+" "+attr.get("name")] = o.style
	case "list-style", "outline-style":
		o.kind = newNumbering()
		if o.kinds[attr.get("name")] = o.kind; name == "outline-style" {
			o.outline = o.kind
		}
	case "list-level-style-number", "list-level-style-bullet", "list-level-style-image", "outline-level-style":
		if o.kind == nil {
			return
		}
		at := number(attr.get("level"), 1, maxLevels) - 1
		level := &o.kind.levels[at]
		if level.format = "bullet"; strings.HasSuffix(name, "bullet") || strings.HasSuffix(name, "image") {
			return
		}
		formats := map[string]string{"": "none", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
		if level.format = formats[attr.get("num-format")]; level.format == "" {
			level.format = "decimal"
		}
		o.kind.start[at], level.text = number(attr.get("start-value"), 0, maxListNumber), attr.get("num-prefix")
		for i := at + 1 - number(attr.get("display-levels"), 1, at+1); i <= at; i++ {
			if level.text += "%" + strconv.Itoa(i+1); i < at {
				level.text += "."
			}
		}
		level.text += attr.get("num-suffix")
	case "text-properties", "paragraph-properties", "table-cell-properties":
		if o.style != nil {
			o.style.look = odtLook(attr).over(o.style.look)
			if o.style.look.shaded > 0 {
				o.style.ground = cmp.Or(attr.get("background-color"), o.style.ground)
			}
		}
	}
}

// odtLook is what the properties of a style say of the look of text.
func odtLook(attr xmlAttr) (l look) {
	for _, a := range attr {
		switch v := strings.ToLower(a.Value); a.Name.Local {
		case "text-line-through-style", "text-line-through-type":
			l.struck = yes(v != "none")
		case "display":
			l.hidden = yes(v == "none")
		case "font-weight":
			l.bold = yes(v == "bold" || v >= "600" && v <= "900")
		case "color":
			l.white = yes(v == "#ffffff")
		case "background-color":
			l.shaded = yes(v != "transparent" && v != "#ffffff")
		case "text-position":
			l.raised = yes(strings.HasPrefix(v, "super") || v != "" && v[0] >= '1' && v[0] <= '9')
		}
	}
	return l
}

func (o *odtReader) write(s string) {
	if o.writing > 0 {
		o.text(s)
	}
}

func (o *odtReader) end(name string) {
	if o.skip > 0 {
		o.skip--
		return
	}
	f := &o.flow
	switch name {
	case "p", "h":
		o.writing = max(o.writing-1, 0)
		o.flush()
	case "span":
		f.span = f.span[:max(len(f.span)-1, 0)]
	case "note-body":
		note := asNotes(o.close(name))
		o.flow.after = append(o.flow.after, note...)
	case "text-box", "custom-shape", "rect", "ellipse":
		inner := o.close(name)
		o.flow.after = append(o.flow.after, inner...)
	case "list":
		o.flush()
		o.lists = o.lists[:max(len(o.lists)-1, 0)]
	case "table-header-rows":
		o.head = false
	case "table":
		o.stopTable(name)
	case "style":
		o.style = nil
	}
}
