package source

import "strings"

// wordReader reads the elements of a document of Word.
type wordReader struct {
	*officeReader
	wordStyles
	inside  map[string]int // open elements that hold properties, by name
	typing  bool           // an element of text is open
	deleted int            // open elements of what was deleted
	gone    bool           // the end of the paragraph was deleted: the next one goes on from it
	num     string         // of the list of the open paragraph, "" where the style says it
	ilvl    int            // its level in the list, -1 where the style says it
	style   *wordStyle     // of the open paragraph
	faint   bool           // its end is hidden
	prompt  bool           // the next content is a guide to what is to be entered
	choices []string       // of the open form field
	chosen  int            // of them, or whether its box is ticked
	math    []mathElement  // open ones
	notes   map[string][]officePart
	noteKey string // of the open note
}

// readWord reads a document of Word (.docx): headings by their styles, lists, tables, notes behind the paragraphs that they are about.
// There are no lines and, before it is printed, no pages: what a reader can be pointed to is the section.
func readWord(b *builder, data []byte) error {
	a, err := openArchive(data)
	if err != nil {
		return err
	}
	text, err := a.read("word/document.xml")
	if err != nil {
		return err
	}
	w := &wordReader{officeReader: newOfficeReader(b), inside: map[string]int{}, notes: map[string][]officePart{}}
	w.wordStyles = wordStyles{map[string]*wordStyle{}, map[string]*wordStyle{}, map[string]*numbering{}, map[string]string{}, map[string]*wordNum{}}
	for _, part := range []struct {
		name string
		read func(*builder, []byte)
	}{
		{"word/styles.xml", w.readStyles}, {"word/numbering.xml", w.readNumbering}, {"word/footnotes.xml", w.readNotes},
		{"word/endnotes.xml", w.readNotes}, {"docProps/core.xml", func(b *builder, xml []byte) { b.doc.Title = textOf(b, xml, "title") }},
	} {
		if xml, err := a.read(part.name); err == nil {
			part.read(b, xml)
		}
	}
	err = elements(b, text, w.start, w.write, w.end)
	w.finish()
	return damaged(b, err)
}

// readNotes reads the footnotes or the endnotes.
func (w *wordReader) readNotes(b *builder, xml []byte) {
	if err := elements(b, xml, w.start, w.write, w.end); err != nil {
		b.warn("the notes are damaged: " + err.Error())
	}
	for w.deeper = 0; len(w.around) > 0; {
		w.close(w.flow.name)
	}
	w.skip, w.flow.run = 0, textRun{}
}

// ignored reports whether what an element holds is no text of the document: what it was before a change, a guide to what is to be
// entered, the code of a field, how a word is pronounced, what programs that do not understand something else may draw.
func (w *wordReader) ignored(name string) bool {
	switch name {
	case "Fallback", "instrText", "delInstrText", "footnoteRef", "endnoteRef", "rt":
		return true
	}
	return strings.HasSuffix(name, "Change")
}

func (w *wordReader) start(name string, attr xmlAttr) {
	if w.skip > 0 || w.ignored(name) {
		w.skip++
		return
	}
	if strings.HasSuffix(name, "Pr") {
		w.inside[name]++
	}
	f, value := &w.flow, attr.get("val")
	switch name {
	case "p":
		if !w.gone {
			w.begin()
		}
		f.level, f.look, w.style = -1, look{}, w.styleOf("")
		w.gone, w.faint, w.num, w.ilvl = false, false, "", -1
	case "pStyle":
		w.style = w.styleOf(value)
		f.level, f.look = w.style.level, w.style.look
	case "outlineLvl":
		if f.level = -1; value != "9" { // which is that of ordinary text
			f.level = number(value, 0, 8) + 1
		}
	case "ilvl":
		w.ilvl = number(value, 0, maxLevels-1)
	case "numId":
		w.num = value
	case "del", "moveFrom":
		w.deleted++
		w.gone = w.gone || w.inside["pPr"] > 0
	case "r":
		f.span = append(f.span[:0], f.look)
	case "rStyle":
		w.restyle(w.styleOf(value).look.over(f.look))
	case "t", "delText":
		w.typing = true
	case "tab", "ptab":
		if w.inside["pPr"] == 0 {
			f.run.space(' ')
		}
	case "br", "cr":
		f.run.space('\n')
	case "noBreakHyphen":
		w.text("-")
	case "sym":
		w.text(symbol(attr.get("font"), attr.get("char")))
	case "footnoteReference", "endnoteReference":
		w.refer(strings.TrimSuffix(name, "Reference")+attr.get("id"), attr)
	case "footnote", "endnote":
		w.noteKey = name + attr.get("id")
		w.open(name)
	case "txbxContent":
		w.open(name)
	case "commentReference":
		w.lost["comment"]++
	case "object", "chart", "relIds", "altChunk":
		w.lost["object"]++
	case "background":
		w.shown = true
	case "sdtContent":
		if w.prompt {
			w.skip, w.prompt = 1, false
		}
	case "showingPlcHdr":
		w.prompt = onOff(attr) > 0
	default:
		w.startTableElement(name, attr)
		w.startField(name, attr)
		w.startMath(name, attr)
	}
	if w.inside["rPr"] > 0 && w.inside["pPr"] == 0 && len(f.span) > 0 {
		l := look{}
		l.set(name, attr)
		w.restyle(l.over(f.span[0]))
	} else if w.inside["pPr"] > 0 && w.inside["rPr"] > 0 {
		w.faint = w.faint || name == "vanish" && onOff(attr) > 0
	} else if w.inside["pPr"] > 0 && name == "shd" {
		f.look.set(name, attr)
	}
}

// restyle changes the look of the open run.
func (w *wordReader) restyle(l look) {
	if f := &w.flow; len(f.span) > 0 {
		f.span[0] = l
	}
}

// refer puts a note behind the open paragraph. Its mark is no text.
func (w *wordReader) refer(key string, attr xmlAttr) {
	note, found := w.notes[key]
	if !found {
		w.lost["note"]++
	}
	if w.deleted == 0 {
		w.flow.after = append(w.flow.after, note...)
	}
	w.notes[key] = nil // another reference to it adds nothing
	if attr.get("customMarkFollows") != "" && len(w.flow.span) > 0 {
		w.flow.span[0].hidden, w.flow.gap = 1, &w.b.out.hidden
	}
}

func (w *wordReader) startTableElement(name string, attr xmlAttr) {
	t, value := w.flow.table, attr.get("val")
	if name == "tbl" {
		w.startTable(name)
		return
	}
	if t == nil {
		return
	}
	switch name {
	case "tblStyle":
		t.styled = w.styleOf(value).heads
	case "tblLook":
		if t.first = number(attr.get("firstRow"), 0, 1) == 1; attr.get("firstRow") == "" {
			bits := "0000" + value
			t.first = strings.ContainsAny(bits[len(bits)-2:len(bits)-1], "2367abefABEF") // 0x0020
		}
	case "tr":
		w.flush()
		t.startRow()
	case "tblHeader":
		t.heads[len(t.heads)-1] = onOff(attr) > 0
	case "gridBefore":
		t.openCell(number(value, 1, maxSpan), 1)
	case "tc":
		w.flush()
		t.openCell(1, 1)
		t.ground = ""
	case "gridSpan":
		if t.open {
			t.widen(number(value, 1, maxSpan))
		}
	case "vMerge":
		t.merged = value != "restart"
	case "shd":
		if w.inside["tcPr"] > 0 && coloured(attr) {
			t.ground = attr.get("fill") + attr.get("themeFill")
		}
	}
}

// startField reads the fields of a form that show no text of their own.
func (w *wordReader) startField(name string, attr xmlAttr) {
	switch name {
	case "ddList", "checkBox":
		w.choices, w.chosen = nil, -1
	case "listEntry":
		w.choices = append(w.choices, attr.get("val"))
	case "default", "checked", "result":
		if name == "default" && w.chosen >= 0 {
			return
		}
		if w.chosen = number(attr.get("val"), 0, 1000); onOff(attr) < 0 {
			w.chosen = 0
		}
	}
}

func (w *wordReader) write(s string) {
	switch {
	case w.skip > 0 || !w.typing:
	case w.deleted == 0:
		w.text(s)
	case strings.TrimSpace(s) != "":
		w.omit(&w.b.out.struck)
	}
}

func (w *wordReader) end(name string) {
	if w.skip > 0 {
		w.skip--
		return
	}
	if strings.HasSuffix(name, "Pr") {
		w.inside[name] = max(w.inside[name]-1, 0)
	}
	f := &w.flow
	switch name {
	case "p":
		if !w.gone {
			if !w.faint && f.look.hidden <= 0 || len(f.run.text) > 0 { // what is not seen is not counted
				f.label, f.lists = w.label(w.style, w.num, w.ilvl)
			}
			w.flush()
		}
	case "r":
		f.span = f.span[:0]
	case "t", "delText":
		w.typing = false
	case "del", "moveFrom":
		w.deleted = max(w.deleted-1, 0)
	case "footnote", "endnote":
		w.notes[w.noteKey] = asNotes(w.close(name))
	case "txbxContent":
		inner := w.close(name)
		w.flow.after = append(w.flow.after, inner...)
	case "tc":
		w.flush()
		if t := f.table; t != nil && t.open {
			t.paint(t.ground)
			if t.merged {
				t.goOn()
			}
			t.merged = false
		}
	case "tbl":
		w.stopTable(name)
	case "checkBox":
		w.text([]string{"☐", "☒"}[min(max(w.chosen, 0), 1)])
	case "ddList":
		if chosen := max(w.chosen, 0); chosen < len(w.choices) {
			w.text(w.choices[chosen])
		}
	default:
		w.endMath(name)
	}
}
