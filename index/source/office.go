package source

import (
	"strconv"
	"strings"
)

// readWord reads a document of Word (.docx): headings by their styles, lists, tables, then the footnotes. There are no lines
// and, before it is printed, no pages: what a reader can be pointed to is the section.
func readWord(b *builder, data []byte) error {
	a, err := openArchive(data)
	if err != nil {
		return err
	}
	text, err := a.read("word/document.xml")
	if err != nil {
		return err
	}
	o := newOfficeReader(b)
	if styles, err := a.read("word/styles.xml"); err == nil {
		o.readStyles(styles)
	}
	if numbers, err := a.read("word/numbering.xml"); err == nil {
		o.readNumbering(numbers)
	}
	if core, err := a.read("docProps/core.xml"); err == nil {
		b.doc.Title = textOf(b, core, "title")
	}
	err = o.read(text)
	if notes, missing := a.read("word/footnotes.xml"); missing == nil && err == nil {
		err = o.read(notes)
	}
	return damaged(b, err)
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
	o := newOfficeReader(b)
	o.styles["Title"] = 0
	return damaged(b, o.read(text))
}

// damaged turns the error of a document that was read in part into a warning.
func damaged(b *builder, err error) error {
	if err == nil || len(b.doc.Blocks) == 0 {
		return err
	}
	b.warn("the file is damaged: " + err.Error())
	return nil
}

// officeReader turns the elements of Word's and of LibreOffice's documents into blocks. Their names do not collide.
type officeReader struct {
	b       *builder
	run     textRun
	skip    int             // open elements whose text is not part of the document
	styles  map[string]int  // the levels of the headings with these styles
	ordered map[string]bool // by list and level: its items are numbered
	counts  map[string]int  // of the numbered items so far
	style   string          // of the open paragraph
	level   int             // of the open heading, -1 if none
	list    string          // Word's number of the list that the open paragraph is in, "" if none
	depth   int             // lists around the open paragraph, itself included
	fresh   bool            // an item of LibreOffice has begun
	table   *htmlTable
	tables  int     // open ones
	headed  bool    // the table has a header
	merged  bool    // the open cell goes on from the row above
	around  textRun // the paragraph around the open footnote
	noted   bool    // a footnote is open
	notes   []string
}

func newOfficeReader(b *builder) *officeReader {
	b.line = unnumbered
	return &officeReader{b: b, level: -1, styles: map[string]int{}, ordered: map[string]bool{}, counts: map[string]int{}}
}

func (o *officeReader) read(data []byte) error {
	err := elements(o.b, data, o.start, o.text, o.end)
	o.flush()
	o.endTable()
	o.b.path, o.b.levels = nil, nil // footnotes stand below the text
	for _, note := range o.notes {
		o.b.add(Block{Kind: Paragraph}, note)
	}
	return err
}

// readStyles finds the styles of headings: by their level in the outline, or by name.
func (o *officeReader) readStyles(data []byte) {
	var style string
	elements(o.b, data, func(name string, attr xmlAttr) {
		switch name {
		case "style":
			style = attr.get("styleId")
		case "name":
			if strings.EqualFold(attr.get("val"), "title") {
				o.styles[style] = 0
			} else if n, ok := strings.CutPrefix(strings.ToLower(attr.get("val")), "heading "); ok {
				o.styles[style] = number(n, 1, 9)
			}
		case "outlineLvl":
			if n := number(attr.get("val"), 0, 9); n < 9 { // 9 is that of ordinary text
				o.styles[style] = n + 1
			}
		}
	}, func(string) {}, func(string) {})
}

// readNumbering finds the lists whose items are numbered.
func (o *officeReader) readNumbering(data []byte) {
	formats := map[string][]string{} // by abstract list: the numbered levels
	var list, level string
	elements(o.b, data, func(name string, attr xmlAttr) {
		switch name {
		case "abstractNum":
			list = attr.get("abstractNumId")
		case "lvl":
			level = attr.get("ilvl")
		case "numFmt":
			if attr.get("val") != "bullet" && attr.get("val") != "none" {
				formats[list] = append(formats[list], level)
			}
		case "num":
			list = attr.get("numId")
		case "abstractNumId":
			for _, level := range formats[attr.get("val")] {
				o.ordered[list+" "+level] = true
			}
		}
	}, func(string) {}, func(string) {})
}

// skipped reports whether the text of an element is not part of the document: what was deleted or is said about it, the mark
// of a footnote, and what stands there for programs that do not understand something else.
func skipped(name string) bool {
	switch name {
	case "tracked-changes", "annotation", "note-citation", "moveFrom", "Fallback", "instrText", "delText", "sequence-decls",
		"forms", "styles", "automatic-styles", "font-face-decls", "footnoteRef":
		return true
	}
	return false
}

func (o *officeReader) start(name string, attr xmlAttr) {
	if skipped(name) {
		o.skip++
	}
	if o.skip > 0 {
		return
	}
	switch name {
	case "p", "h":
		o.flush()
		if o.noted {
			return
		}
		o.style, o.list = attr.get("style-name"), ""
		if o.level = -1; name == "h" {
			o.level = number(attr.get("outline-level"), 1, 9)
		} else if level, ok := o.styles[o.style]; ok {
			o.level = level
		}
	case "pStyle":
		if level, ok := o.styles[attr.get("val")]; ok {
			o.level = level
		}
	case "outlineLvl":
		if n := number(attr.get("val"), 0, 9); n < 9 {
			o.level = n + 1
		}
	case "ilvl":
		o.depth = number(attr.get("val"), 0, 9) + 1
	case "numId":
		if o.list = attr.get("val"); o.list == "0" {
			o.list = ""
		}
	case "list":
		o.flush()
		o.depth++
	case "list-item":
		o.flush()
		o.fresh = true
	case "note-body":
		o.around, o.run, o.noted = o.run, textRun{}, true
	case "tab", "s":
		o.run.space(' ')
	case "br", "line-break", "cr":
		o.run.space('\n')
	case "noBreakHyphen":
		o.run.write("-", 0)
	case "tbl", "table":
		o.flush()
		if o.tables++; o.tables == 1 {
			o.table, o.headed = &htmlTable{}, false
		}
	case "tr", "table-row":
		if o.tables == 1 {
			o.flush()
			o.table.openRow()
		}
	case "tblHeader", "table-header-rows":
		o.headed = true
	case "tc":
		if o.tables == 1 {
			o.flush()
			o.table.openCell(1, 1)
		}
	case "gridSpan":
		if o.tables == 1 && o.table.open {
			o.table.widen(number(attr.get("val"), 1, maxSpan))
		}
	case "vMerge":
		o.merged = attr.get("val") != "restart"
	case "table-cell":
		if o.tables == 1 {
			o.flush()
			repeated := number(attr.get("number-columns-repeated"), 1, maxSpan)
			o.table.openCell(max(repeated, number(attr.get("number-columns-spanned"), 1, maxSpan)), number(attr.get("number-rows-spanned"), 1, maxSpan))
			if repeated > 1 {
				o.table.alone[len(o.table.rows)-1] = 0
			}
		}
	}
}

func (o *officeReader) end(name string) {
	if skipped(name) {
		o.skip = max(o.skip-1, 0)
		return
	}
	if o.skip > 0 {
		return
	}
	switch name {
	case "p", "h":
		if o.flush(); !o.noted {
			o.level = -1
		}
	case "note-body":
		o.flush()
		o.run, o.noted = o.around, false
	case "list":
		o.flush()
		o.depth = max(o.depth-1, 0)
	case "tc":
		o.flush()
		if o.merged && o.tables == 1 {
			o.table.goOn()
		}
		o.merged = false
	case "tbl", "table":
		o.flush()
		if o.tables = max(o.tables-1, 0); o.tables == 0 {
			o.endTable()
		}
	}
}

func (o *officeReader) text(s string) {
	if o.skip == 0 && (o.level >= 0 || strings.TrimSpace(s) != "" || len(o.run.text) > 0) {
		o.run.write(s, 0)
	}
}

func (o *officeReader) endTable() {
	if o.table == nil {
		return
	}
	o.b.parts(Block{}, o.table)
	o.table = nil
}

// flush ends a paragraph.
func (o *officeReader) flush() {
	text, _, _ := o.run.take()
	if text == "" {
		return
	}
	switch {
	case o.noted:
		o.notes = append(o.notes, text)
	case o.table != nil:
		o.table.write(o.b.markup, text, o.headed)
	case o.level >= 0:
		o.b.heading(o.level, text, 0, 0)
	case o.list != "":
		o.b.item(Block{}, o.depth-1, o.marker(), text)
	case o.depth > 0 && o.fresh:
		o.b.item(Block{}, o.depth-1, "-", text)
		o.fresh = false
	default:
		o.b.add(Block{Kind: Paragraph}, text)
	}
}

// marker is that of the next item of Word's open list.
func (o *officeReader) marker() string {
	key := o.list + " " + strconv.Itoa(o.depth-1)
	if !o.ordered[key] {
		return "-"
	}
	for deeper := o.depth; deeper < 10; deeper++ {
		delete(o.counts, o.list+" "+strconv.Itoa(deeper))
	}
	o.counts[key]++
	return strconv.Itoa(o.counts[key]) + "."
}
