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
	style   *odtStyle            // that is being read
	kinds   map[string]*numbering
	kind    *numbering            // of lists, that is being read
	outline *numbering            // of headings
	named   map[string]*numbering // lists by their names, and the last list of each kind
	items   []odtList             // the open lists
	writing int                   // open paragraphs
	head    bool                  // the rows are those of a table's head
}

type odtStyle struct {
	parent string
	look   look
	ground string // as CSS writes the colour behind it
}

type odtList struct {
	list  *numbering
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
	o := &odtReader{officeReader: newOfficeReader(b), book: a, styles: map[string]*odtStyle{}, style: &odtStyle{},
		kinds: map[string]*numbering{}, kind: newNumbering(), named: map[string]*numbering{}}
	if styles, err := a.read("styles.xml"); err == nil {
		elements(b, styles, o.start, o.write, o.end)
		o.skip = 0
	}
	return o.finish(elements(b, text, o.start, o.write, o.end))
}

func (o *odtReader) start(name string, attr xmlAttr) {
	switch name {
	case "deletion":
		o.b.out.struck++
	case "annotation":
		o.lost["comment"]++
	case "section", "hidden-text":
		if o.skip > 0 || attr.get("display") != "none" && attr.get("is-hidden") != "true" {
			break
		}
		o.b.out.hidden++
		o.skip++
		return
	}
	switch name {
	case "tracked-changes", "annotation", "note-citation", "ruby-text", "forms", "title", "desc", "master-styles":
		o.skip++
		return
	}
	if o.skip > 0 {
		o.skip++
		return
	}
	style := attr.get("style-name")
	switch name {
	case "p", "h":
		o.startParagraph()
		o.writing++
		o.look = o.styleOf("paragraph", style).look
		o.count(name == "h", attr)
	case "span":
		below := o.look
		if n := len(o.spans); n > 0 {
			below = o.spans[n-1]
		}
		o.spans = append(o.spans, o.styleOf("text", style).look.over(below))
	case "tab", "s":
		o.text(" ")
	case "line-break":
		o.text("\n")
	case "note-body", "text-box", "custom-shape":
		o.open(name)
	case "control":
		o.lost["form field"]++
	case "object", "object-ole": // a formula says what it is
		formula, err := o.book.read(path.Join(attr.get("href"), "content.xml"))
		if text := textOf(o.b, formula, "annotation"); err == nil && text != "" {
			o.text(text)
		} else {
			o.lost["embedded object"]++
		}
	case "list":
		o.endParagraph()
		o.startList(style, attr)
	case "list-item", "list-header":
		o.endParagraph()
		if n := len(o.items) - 1; n >= 0 {
			o.items[n].fresh = name == "list-item"
			o.items[n].list.startAt(n, attr.get("start-value"))
		}
	case "table":
		o.startTable()
	case "table-header-rows":
		o.head = true
	case "table-row":
		o.startTag("tr")
	case "table-cell":
		o.endParagraph()
		tag := "td"
		if o.head {
			tag = "th"
		}
		spans := cmp.Or(attr.get("number-columns-repeated"), attr.get("number-columns-spanned"))
		ground := o.styleOf("table-cell", style).ground
		o.startTag(tag, "colspan", spans, "rowspan", attr.get("number-rows-spanned"), "style", ground)
	default:
		o.readStyle(name, attr)
	}
}

// styleOf is a style with what it inherits.
func (o *odtReader) styleOf(family, name string) (all odtStyle) {
	for range maxBased {
		s := o.styles[family+" "+name]
		if s == nil {
			break
		}
		all.look, all.parent, name = all.look.over(s.look), s.parent, s.parent
		if all.ground == "" {
			all.ground = s.ground
		}
	}
	return all
}

// count sets the number or the bullet of the open paragraph, and its level if it is a heading.
func (o *odtReader) count(heading bool, attr xmlAttr) {
	n := len(o.items) - 1
	style := attr.get("style-name")
	if heading {
		o.level = number(attr.get("outline-level"), 1, maxLevels)
	} else if style == "Title" || o.styles["paragraph "+style] != nil && o.styles["paragraph "+style].parent == "Title" {
		o.level = 0
	}
	if n >= 0 && o.items[n].fresh {
		o.items[n].fresh = false
		o.label, o.lists = o.items[n].list.next(min(n, maxLevels-1)), n+1
	} else if n < 0 && heading && o.outline != nil && attr.get("is-list-header") != "true" {
		o.outline.startAt(o.level-1, attr.get("start-value"))
		o.label = o.outline.next(o.level - 1)
	}
}

// startList opens a list: a new one, one that an earlier list goes on in, or one inside another.
func (o *odtReader) startList(style string, attr xmlAttr) {
	level, kind := min(len(o.items), maxLevels-1), o.kinds[style]
	goesOn := attr.get("continue-numbering") == "true"
	var list *numbering
	if level > 0 {
		list = o.items[len(o.items)-1].list
		list.levels[level].begun = goesOn && list.levels[level].begun
		if kind != nil {
			list.levels[level] = kind.levels[level]
		}
	} else if list = o.named["#"+attr.get("continue-list")]; list == nil {
		if list = o.named[style]; list == nil || !goesOn {
			list = newNumbering()
			for i := range list.levels {
				list.levels[i].format = "bullet"
			}
			if kind != nil {
				*list = *kind
			}
		}
		o.named[style] = list
	}
	if id := attr.get("id"); id != "" {
		o.named["#"+id] = list
	}
	o.items = append(o.items, odtList{list: list})
}

// readStyle reads what styles are made of.
func (o *odtReader) readStyle(name string, attr xmlAttr) {
	switch name {
	case "style":
		o.style = &odtStyle{parent: attr.get("parent-style-name")}
		o.styles[attr.get("family")+" "+attr.get("name")] = o.style
	case "list-style":
		o.kind = newNumbering()
		o.kinds[attr.get("name")] = o.kind
	case "outline-style":
		o.kind = newNumbering()
		o.outline = o.kind
	case "list-level-style-bullet", "list-level-style-image":
		o.kind.levels[number(attr.get("level"), 1, maxLevels)-1].format = "bullet"
	case "list-level-style-number", "outline-level-style":
		at := number(attr.get("level"), 1, maxLevels) - 1
		var numbers []string
		for i := at + 1 - number(attr.get("display-levels"), 1, at+1); i <= at; i++ {
			numbers = append(numbers, "%"+strconv.Itoa(i+1))
		}
		o.kind.levels[at] = numberLevel{format: odtFormats[attr.get("num-format")], restart: at,
			start: number(attr.get("start-value"), 0, maxListNumber), text: attr.get("num-prefix") + strings.Join(numbers, ".") + attr.get("num-suffix")}
	case "text-properties", "paragraph-properties", "table-cell-properties":
		o.style.read(attr)
	}
}

// odtFormats are the formats of numbers as Word calls them.
var odtFormats = map[string]string{"": "none", "1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}

// read notes what properties say of the look of text.
func (s *odtStyle) read(attr xmlAttr) {
	for _, a := range attr {
		switch v := strings.ToLower(a.Value); a.Name.Local {
		case "text-line-through-style", "text-line-through-type":
			s.look.set(isStruck, v != "none")
		case "display":
			s.look.set(isHidden, v == "none")
		case "font-weight":
			s.look.set(isBold, v == "bold" || v >= "600" && v <= "900")
		case "color":
			s.look.set(isWhite, v == "#ffffff")
		case "background-color":
			if s.look.set(isShaded, v != "transparent" && v != "#ffffff"); s.look.has&isShaded > 0 {
				s.ground = "background-color:" + v
			}
		case "text-position":
			s.look.set(isRaised, strings.HasPrefix(v, "super") || v != "" && '1' <= v[0] && v[0] <= '9')
		}
	}
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
	switch name {
	case "p", "h":
		o.writing = max(o.writing-1, 0)
		o.endParagraph()
	case "span":
		o.spans = o.spans[:max(len(o.spans)-1, 0)]
	case "note-body", "text-box", "custom-shape":
		o.hold(o.close(name))
	case "list":
		o.endParagraph()
		o.items = o.items[:max(len(o.items)-1, 0)]
	case "table-header-rows":
		o.head = false
	case "table-row":
		o.endRow(false)
	case "table":
		o.endTable()
	}
}
