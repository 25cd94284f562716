package source

import (
	"cmp"
	"strconv"
	"strings"
)

const (
	maxLevels = 10 // of a list
	maxBased  = 20 // styles that a style is looked up through
)

// numbering makes the numbers and letters of a list of several levels.
type numbering struct {
	levels [maxLevels]numberLevel
	link   string // the style that says what the list is
}

// numberLevel is how the items of a level are numbered, and how far that is.
type numberLevel struct {
	format  string // as Word calls it: "decimal", "lowerLetter", …
	text    string // with %1 for the number of the first level: "Article %1.", "%1.%2"
	style   string // of the paragraphs that are items of this level
	restart int    // it is counted anew behind an item of a level above this one
	legal   bool   // the numbers of all levels are written in figures
	start   int
	count   int
	begun   bool
}

// newNumbering is a list whose levels are counted "1.", "2." where nothing else is said.
func newNumbering() *numbering {
	n := &numbering{}
	for i := range n.levels {
		n.levels[i] = numberLevel{format: "decimal", text: "%" + strconv.Itoa(i+1) + ".", restart: i, start: 1}
	}
	return n
}

// next counts an item of a level and returns its label: "" where it has none, "-" for a bullet.
func (n *numbering) next(level int) string {
	l := &n.levels[level]
	if l.count++; !l.begun {
		l.begun, l.count = true, l.start
	}
	for i := range n.levels[level+1:] {
		deeper := &n.levels[level+1+i]
		deeper.begun = deeper.begun && level >= deeper.restart
	}
	if l.format == "bullet" {
		return "-"
	}
	text := l.text
	for i := range level + 1 {
		of := &n.levels[i]
		count, format := of.start, of.format
		if of.begun {
			count = of.count
		}
		if l.legal {
			format = "decimal"
		}
		text = strings.ReplaceAll(text, "%"+strconv.Itoa(i+1), counted(count, format))
	}
	return strings.TrimSpace(text)
}

// startAt lets the next item of a level have a number, if one is given.
func (n *numbering) startAt(level int, value string) {
	if value != "" && level < maxLevels {
		n.levels[level].begun, n.levels[level].count = true, number(value, 0, maxListNumber)-1
	}
}

// counted writes a number in a format that Word names. One that is not known is written in figures.
func counted(n int, format string) string {
	text := strconv.Itoa(n)
	switch {
	case format == "none":
		return ""
	case format == "decimalZero" && n < 10:
		return "0" + text
	case strings.HasSuffix(format, "Letter") && 0 < n && n <= 26*10: // A … Z, AA, BB …
		text = strings.Repeat(string(rune('A'+(n-1)%26)), 1+(n-1)/26)
	case strings.HasSuffix(format, "Roman") && 0 < n && n < 4000:
		text = ""
		for i, value := range []int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1} {
			for ; n >= value; n -= value {
				text += strings.Fields("M CM D CD C XC L XL X IX V IV I")[i]
			}
		}
	}
	if strings.HasPrefix(format, "lower") {
		text = strings.ToLower(text)
	}
	return text
}

// wordStyles are the styles and the lists that the paragraphs of a document of Word refer to.
type wordStyles struct {
	styles   map[string]*wordStyle // as they are written
	resolved map[string]*wordStyle // with what they take from those that they are based on
	abstract map[string]*numbering
	nums     map[string]*wordNum
}

type wordStyle struct {
	based  string
	level  int    // as a heading, -1 of other text, -2 where it says nothing
	num    string // of its list
	ilvl   int    // its level in the list
	look   look
	heads  bool     // a table's first row is drawn otherwise than the rest
	family []string // it and those that it is based on
}

// wordNum is a use of a list. Those of the same list go on counting, but for the levels that they start anew.
type wordNum struct {
	list   *numbering
	starts map[int]int
}

// styleOf is the style of that name with all that it inherits.
func (w *wordStyles) styleOf(name string) *wordStyle {
	if s := w.resolved[name]; s != nil {
		return s
	}
	all := &wordStyle{level: -2}
	for id := name; len(all.family) < maxBased && w.styles[id] != nil; id = w.styles[id].based {
		s := w.styles[id]
		if all.level == -2 {
			all.level = s.level
		}
		if all.num == "" {
			all.num, all.ilvl = s.num, s.ilvl
		}
		all.look, all.heads, all.family = all.look.over(s.look), all.heads || s.heads, append(all.family, id)
	}
	all.level = max(all.level, -1)
	w.resolved[name] = all
	return all
}

// numberOf counts a paragraph in its list and returns its number or its bullet, and how many lists
// stand around it. Where the paragraph does not name the list and the level, its style does: by the
// level of the list that names the style, or itself.
func (w *wordStyles) numberOf(s *wordStyle, key string, level int) (label string, lists int) {
	num := w.nums[cmp.Or(key, s.num)]
	if num == nil || key == "0" {
		return "", 0
	}
	if level < 0 && key == "" {
		level = s.ilvl
		for _, name := range s.family {
			for i := range num.list.levels {
				if num.list.levels[i].style == name {
					level = i
				}
			}
		}
	}
	level = max(level, 0)
	for i, start := range num.starts {
		num.list.levels[i].start, num.list.levels[i].begun = start, false
	}
	num.starts = nil // it does so once
	return num.list.next(level), level + 1
}

func (w *wordStyles) readStyles(b *builder, xml []byte) {
	s, part := &wordStyle{}, "" // of the table whose style is open
	elements(b, xml, func(name string, attr xmlAttr) {
		value := attr.get("val")
		switch {
		case name == "style":
			s = &wordStyle{level: -2}
			w.styles[attr.get("styleId")] = s
		case name == "tblStylePr":
			part = attr.get("type")
		case part != "":
			s.heads = s.heads || part == "firstRow" && (name == "b" && isOn(attr) || name == "shd" && isColoured(attr))
		case name == "basedOn":
			s.based = value
		case name == "name" && strings.EqualFold(value, "title"):
			s.level = 0
		case name == "name":
			if n, ok := strings.CutPrefix(strings.ToLower(value), "heading "); ok {
				s.level = number(n, 1, 9)
			}
		case name == "outlineLvl":
			s.level = outline(value)
		case name == "numId":
			s.num = value
		case name == "ilvl":
			s.ilvl = number(value, 0, maxLevels-1)
		default:
			s.look.read(name, attr)
		}
	}, func(string) {}, func(name string) {
		if name == "tblStylePr" {
			part = ""
		}
	})
}

// readNumbering reads the lists and their uses.
func (w *wordStyles) readNumbering(b *builder, xml []byte) {
	list, num, at := newNumbering(), &wordNum{}, 0
	elements(b, xml, func(name string, attr xmlAttr) {
		value := attr.get("val")
		level := &list.levels[at]
		switch name {
		case "abstractNum":
			list, num = newNumbering(), &wordNum{}
			w.abstract[attr.get("abstractNumId")] = list
		case "num":
			num, list = &wordNum{list: newNumbering(), starts: map[int]int{}}, newNumbering()
			w.nums[attr.get("numId")] = num
		case "abstractNumId":
			if found := w.abstract[value]; found != nil {
				if of := w.nums[w.styleOf(found.link).num]; of != nil {
					found = of.list
				}
				num.list = found
			}
		case "numStyleLink":
			list.link = value
		case "lvl", "lvlOverride":
			if at = number(attr.get("ilvl"), 0, maxLevels-1); name == "lvl" && num.list != nil { // a level of its own
				own := *num.list
				list, num.list = &own, &own
			}
		case "startOverride":
			if num.starts != nil {
				num.starts[at] = number(value, 0, maxListNumber)
			}
		case "start":
			level.start = number(value, 0, maxListNumber)
		case "numFmt":
			level.format = value
		case "lvlText":
			level.text = value
		case "pStyle":
			level.style = value
		case "lvlRestart":
			level.restart = number(value, 0, maxLevels)
		case "isLgl":
			level.legal = isOn(attr)
		}
	}, func(string) {}, func(string) {})
}

// read notes what an element of Word says of the look of text.
func (l *look) read(name string, attr xmlAttr) {
	switch name {
	case "strike", "dstrike":
		l.set(isStruck, isOn(attr) || l.has&isStruck > 0)
	case "vanish":
		l.set(isHidden, isOn(attr))
	case "b":
		l.set(isBold, isOn(attr))
	case "vertAlign":
		l.set(isRaised, attr.get("val") == "superscript")
	case "color":
		l.set(isWhite, strings.EqualFold(attr.get("val"), "ffffff"))
	case "shd", "highlight":
		l.set(isShaded, name == "highlight" || isColoured(attr))
	}
}

// isOn reports whether a property is on, as it is where nothing else is said.
func isOn(attr xmlAttr) bool {
	switch attr.get("val") {
	case "0", "false", "off", "none":
		return false
	}
	return true
}

// isColoured reports whether a shading is seen.
func isColoured(attr xmlAttr) bool {
	fill := strings.ToLower(attr.get("fill"))
	theme := attr.get("themeFill")
	return fill != "" && fill != "auto" && fill != "ffffff" || theme != "" && theme != "background1"
}

// outline is the level of a heading, -1 of ordinary text.
func outline(value string) int {
	if value == "9" {
		return -1
	}
	return number(value, 0, 8) + 1
}
