package source

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// wordReader reads the elements of a document of Word.
type wordReader struct {
	*officeReader
	wordStyles
	inside  map[string]int // open elements that hold properties, by name
	typing  bool           // an element of text is open
	deleted int            // open elements of what was deleted
	style   *wordStyle     // of the open paragraph
	num     string         // of the list that it names
	ilvl    int            // its level in the list, -1 where its style says it
	gone    bool           // its end was deleted: the next one goes on from it
	faint   bool           // its end is hidden
	prompt  bool           // the next content is a guide to what is to be entered
	choices []string       // of the open field of a form
	chosen  int            // of them, or 1 where its box is ticked; -1 where nothing is said
	mute    bool           // the run is the mark of a note
	counted bool           // the paragraph has its number
	tbl     []wordTable    // open ones
	inMath  int            // open formulas
	math    []byte         // what they say so far
	groups  []int          // where their open parts begin
	ends    []string       // of their open brackets
	notes   map[string][]html.Token
	note    string // the open one
}

// readWord reads a document of Word (.docx): headings by their styles, lists with the numbers that Word makes,
// tables, notes behind the paragraphs that they are about. There are no lines and, before it is printed, no pages:
// what a reader can be pointed to is the section.
func readWord(b *builder, data []byte) error {
	a, err := openArchive(data)
	if err != nil {
		return err
	}
	text, err := a.read("word/document.xml")
	if err != nil {
		return err
	}
	w := &wordReader{officeReader: newOfficeReader(b), inside: map[string]int{}, notes: map[string][]html.Token{}}
	w.wordStyles = wordStyles{styles: map[string]*wordStyle{}, resolved: map[string]*wordStyle{},
		abstract: map[string]*numbering{}, nums: map[string]*wordNum{}}
	w.style = w.styleOf("")
	if core, err := a.read("docProps/core.xml"); err == nil {
		b.doc.Title = textOf(b, core, "title")
	}
	if styles, err := a.read("word/styles.xml"); err == nil {
		w.readStyles(b, styles)
	}
	if lists, err := a.read("word/numbering.xml"); err == nil {
		w.readNumbering(b, lists)
	}
	for _, name := range []string{"word/footnotes.xml", "word/endnotes.xml"} {
		if notes, err := a.read(name); err == nil {
			if err := elements(b, notes, w.start, w.write, w.end); err != nil {
				b.warn("the notes are damaged: " + err.Error())
			}
			w.flow, w.around, w.skip, w.deleted, w.inside = flow{level: -1}, nil, 0, 0, map[string]int{}
		}
	}
	return w.finish(elements(b, text, w.start, w.write, w.end))
}

func (w *wordReader) start(name string, attr xmlAttr) {
	switch name {
	case "Fallback", "instrText", "delInstrText", "rt": // for other programs, codes of fields, how words are pronounced
		w.skip++
		return
	}
	if w.skip > 0 || strings.HasSuffix(name, "Change") { // what something was before
		w.skip++
		return
	}
	if strings.HasSuffix(name, "Pr") {
		w.inside[name]++
	}
	value := attr.get("val")
	switch name {
	case "p":
		w.startCell()
		if !w.gone {
			w.startParagraph()
		}
		w.look, w.style = look{}, w.styleOf("")
		w.gone, w.faint, w.counted, w.num, w.ilvl = false, false, false, "", -1
	case "pStyle":
		w.style = w.styleOf(value)
		w.level, w.look = w.style.level, w.style.look
	case "outlineLvl":
		w.level = outline(value)
	case "ilvl":
		w.ilvl = number(value, 0, maxLevels-1)
	case "numId":
		w.num = value
	case "del", "moveFrom":
		w.deleted++
		w.gone = w.gone || w.inside["pPr"] > 0
	case "r":
		w.spans, w.mute = append(w.spans[:0], w.look), false
	case "t", "delText":
		w.typing = true
		w.number()
	case "tab":
		if w.inside["pPr"] == 0 {
			w.run(" ")
		}
	case "br", "cr":
		w.run("\n")
	case "noBreakHyphen":
		w.text("-")
	case "sym":
		w.text(symbol(attr.get("font"), attr.get("char")))
	case "footnoteReference", "endnoteReference":
		w.refer(strings.TrimSuffix(name, "Reference")+attr.get("id"), attr.get("customMarkFollows") != "")
	case "footnote", "endnote":
		w.note = name + attr.get("id")
		w.open(name)
	case "txbxContent":
		w.open(name)
	case "commentReference":
		w.lost["comment"]++
	case "object", "chart", "relIds", "altChunk":
		w.lost["embedded object"]++
	case "background":
		w.page = true
	case "sdtContent":
		if w.prompt {
			w.skip, w.prompt = 1, false
		}
	case "showingPlcHdr":
		w.prompt = isOn(attr)
	default:
		w.startTableElement(name, attr)
		w.startField(name, value, attr)
	}
	switch {
	case w.inside["pPr"] > 0 && w.inside["rPr"] > 0:
		w.faint = w.faint || name == "vanish" && isOn(attr)
	case w.inside["pPr"] > 0 && name == "shd":
		w.look.read(name, attr)
	case w.inside["rPr"] > 0 && len(w.spans) > 0:
		var l look
		if l.read(name, attr); name == "rStyle" {
			l = w.styleOf(value).look
		}
		w.spans[0] = l.over(w.spans[0])
	}
}

// refer puts a note behind the open paragraph. Its mark is no text.
func (w *wordReader) refer(key string, custom bool) {
	note, found := w.notes[key]
	if !found {
		w.lost["missing note"]++
	}
	if w.deleted == 0 {
		w.hold(note)
	}
	w.notes[key] = nil // a second reference adds nothing
	w.mute = custom
}

// wordTable is an open table.
type wordTable struct {
	columns int    // as its grid has them; one of a single column is a box around text
	rows    int    // that have begun
	first   bool   // its first row may be drawn otherwise than the rest
	styled  bool   // its style does so
	head    bool   // the open row is repeated on each page
	span    string // columns of the open cell
	ground  string // as CSS writes its colour
	below   bool   // it goes on from the row above
	waiting bool   // it has not begun
}

func (w *wordReader) startTableElement(name string, attr xmlAttr) {
	value := attr.get("val")
	if name == "tbl" {
		w.startCell()
		w.tbl = append(w.tbl, wordTable{})
		return
	}
	n := len(w.tbl) - 1
	if n < 0 {
		return
	}
	switch t := &w.tbl[n]; name {
	case "gridCol":
		t.columns++
	case "tblStyle":
		t.styled = w.styleOf(value).heads
	case "tblLook":
		bits, _ := strconv.ParseUint(value, 16, 32)
		t.first = bits&0x20 > 0 || attr.get("firstRow") == "1"
	case "tr":
		if t.rows++; t.columns != 1 {
			if t.rows == 1 {
				w.startTable()
			}
			w.startTag("tr")
		}
		t.head = t.rows == 1 && t.first && t.styled
	case "tblHeader":
		t.head = t.head || isOn(attr)
	case "gridBefore":
		if t.columns != 1 {
			w.startTag("td", "colspan", value)
		}
	case "tc":
		t.span, t.ground, t.below, t.waiting = "", "", false, true
	case "gridSpan":
		t.span = value
	case "vMerge":
		t.below = value != "restart"
	case "shd":
		if w.inside["tcPr"] > 0 && isColoured(attr) {
			t.ground = "background-color:#" + attr.get("fill")
		}
	}
}

// startCell begins a cell whose properties are known.
func (w *wordReader) startCell() {
	n := len(w.tbl) - 1
	if n < 0 || !w.tbl[n].waiting {
		return
	}
	t := &w.tbl[n]
	if t.waiting = false; t.columns == 1 {
		return
	}
	tag := "td"
	if t.head {
		tag = "th"
	}
	w.endParagraph()
	w.startTag(tag, "colspan", t.span, "style", t.ground)
}

// endCell ends a cell, which holds what stands above it where it goes on from there.
func (w *wordReader) endCell() {
	w.startCell()
	w.endParagraph()
	if n := len(w.tbl) - 1; n >= 0 && w.tbl[n].below && w.h.table != nil && len(w.around) == 0 {
		w.h.table.goOn()
	}
}

// startField reads the fields of a form that show no text of their own, and writes the signs of formulas.
func (w *wordReader) startField(name, value string, attr xmlAttr) {
	switch name {
	case "ddList", "checkBox":
		w.choices, w.chosen = nil, -1
	case "listEntry":
		w.choices = append(w.choices, value)
	case "result", "checked", "default":
		if name != "default" || w.chosen < 0 {
			if w.chosen = number(value, 0, 1000); !isOn(attr) {
				w.chosen = 0
			}
		}
	case "oMath":
		w.inMath++
	case "num", "den", "sub", "sup", "rad":
		w.run(map[string]string{"den": "/", "sub": "_", "sup": "^", "rad": "√"}[name])
		w.groups = append(w.groups, len(w.math))
	case "d":
		w.run("(")
		w.ends = append(w.ends, ")")
	case "naryPr":
		w.run("∫")
	case "begChr", "chr": // in place of what nearly all have
		if last, size := utf8.DecodeLastRune(w.math); last == '(' && name == "begChr" || last == '∫' {
			w.math = append(w.math[:len(w.math)-size], value...)
		}
	case "endChr":
		if n := len(w.ends) - 1; n >= 0 {
			w.ends[n] = value
		}
	}
}

// oneTerm matches what needs no parentheses as a part of a formula.
var oneTerm = regexp.MustCompile(`^[-−+]?[\p{L}\p{N}.,]*$`)

func (w *wordReader) endField(name string) {
	switch name {
	case "checkBox":
		w.text([]string{"☐", "☒"}[min(max(w.chosen, 0), 1)])
	case "ddList":
		if chosen := max(w.chosen, 0); chosen < len(w.choices) {
			w.text(w.choices[chosen])
		}
	case "d":
		if n := len(w.ends) - 1; n >= 0 {
			w.run(w.ends[n])
			w.ends = w.ends[:n]
		}
	case "num", "den", "sub", "sup", "rad":
		n := len(w.groups) - 1
		if n < 0 {
			return
		}
		at := min(w.groups[n], len(w.math))
		w.groups = w.groups[:n]
		if part := string(w.math[at:]); part == "" && name[0] == 's' && at > 0 {
			w.math = w.math[:at-1] // nothing is raised or lowered
		} else if !oneTerm.MatchString(part) {
			w.math = append(w.math[:at], "("+part+")"...)
		}
	case "oMath":
		formula := string(w.math)
		w.inMath, w.math, w.groups, w.ends = 0, w.math[:0], nil, nil
		w.text(formula)
	}
}

// run writes text of a run, which may be a part of a formula.
func (w *wordReader) run(s string) {
	if w.inMath > 0 {
		w.math = append(w.math, s...)
	} else if !w.mute {
		w.text(s)
	}
}

func (w *wordReader) write(s string) {
	switch {
	case w.skip > 0 || !w.typing:
	case w.deleted > 0 && w.gone && !w.begun: // with the whole paragraph
		if !w.counted && strings.TrimSpace(s) != "" {
			w.b.out.struck++
			w.counted = true
		}
	case w.deleted > 0 && len(w.spans) > 0:
		w.spans[0].set(isStruck, true)
		w.text(s)
	default:
		w.run(s)
	}
}

func (w *wordReader) end(name string) {
	if w.skip > 0 {
		w.skip--
		return
	}
	if w.inside[name] > 0 {
		w.inside[name]--
	}
	switch name {
	case "p":
		if !w.gone {
			if !w.faint && w.look.has&isHidden == 0 { // what is not seen is not counted
				w.number()
			}
			if w.tables > 0 && strings.Trim(w.label, "-") != "" {
				w.begin() // the cell holds nothing but a number
			}
			w.endParagraph()
		}
	case "r":
		w.spans, w.mute = w.spans[:0], false
	case "t", "delText":
		w.typing = false
	case "del", "moveFrom":
		w.deleted = max(w.deleted-1, 0)
	case "footnote", "endnote":
		w.notes[w.note] = w.close(name)
	case "txbxContent":
		w.hold(w.close(name))
	case "tc":
		w.endCell()
	case "tr":
		if n := len(w.tbl) - 1; n >= 0 && w.tbl[n].columns != 1 {
			w.endRow(w.tbl[n].first)
		}
	case "tbl":
		if n := len(w.tbl) - 1; n >= 0 {
			if w.tbl[n].columns != 1 && w.tbl[n].rows > 0 {
				w.endTable()
			}
			w.tbl = w.tbl[:n]
		}
	default:
		w.endField(name)
	}
}

// number counts the open paragraph in its list.
func (w *wordReader) number() {
	if !w.counted && !w.gone {
		w.counted = true
		w.label, w.lists = w.numberOf(w.style, w.num, w.ilvl)
	}
}

// symbol is a character of a font of symbols. One that is not known is not left out: nobody could see
// that it is missing.
func symbol(font, code string) string {
	known := map[string]string{"6D": "μ", "A3": "≤", "AE": "→", "B0": "°", "B1": "±", "B3": "≥",
		"B4": "×", "B9": "≠", "BB": "≈", "D7": "⋅"}
	if char := known[strings.ToUpper(code[max(0, len(code)-2):])]; font == "Symbol" && char != "" {
		return char
	}
	if n, _ := strconv.ParseUint(code, 16, 16); n >= 0x20 && n < 0xd800 {
		return string(rune(n))
	}
	return "\ufffd"
}
