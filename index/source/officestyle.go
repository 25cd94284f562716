package source

import (
	"cmp"
	"strconv"
	"strings"
)

// maxBased is how many styles a style is looked up through.
const maxBased = 20

// wordStyles are the styles and the lists that the paragraphs of a document of Word refer to.
type wordStyles struct {
	styles   map[string]*wordStyle // as they are written
	resolved map[string]*wordStyle // with what they say nothing of taken from those that they are based on
	lists    map[string]*numbering
	links    map[string]string // lists that are defined by the style of a list
	nums     map[string]*wordNum
}

type wordStyle struct {
	based  string
	level  int    // as a heading, -1 of other text, -2 where it says nothing
	num    string // of its list
	ilvl   int    // its level in the list
	look   look
	heads  bool     // a table's first row is drawn otherwise than the rest
	family []string // it and those that it is based on, by name
}

// wordNum is a use of a list. Those of the same list go on counting where they do not start anew.
type wordNum struct {
	list   *numbering
	levels [maxLevels]*numberLevel // that this use has of its own
	starts map[int]int             // of the levels that it starts anew
	used   bool
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

// levelIn is the level of the style's paragraphs in a list.
func (s *wordStyle) levelIn(list *numbering) int {
	for _, name := range s.family {
		for i := range list.levels {
			if list.levels[i].style == name {
				return i
			}
		}
	}
	return s.ilvl
}

func (w *wordStyles) readStyles(b *builder, xml []byte) {
	var s *wordStyle
	part := "" // of the table whose style is open
	elements(b, xml, func(name string, attr xmlAttr) {
		value := attr.get("val")
		if name == "style" {
			s = &wordStyle{level: -2}
			w.styles[attr.get("styleId")] = s
		}
		if s == nil {
			return
		}
		if name == "tblStylePr" {
			part = attr.get("type")
		}
		if part != "" {
			s.heads = s.heads || part == "firstRow" && (name == "b" && onOff(attr) > 0 || name == "shd" && coloured(attr))
			return
		}
		switch name {
		case "basedOn":
			s.based = value
		case "name":
			if strings.EqualFold(value, "title") {
				s.level = 0
			} else if n, ok := strings.CutPrefix(strings.ToLower(value), "heading "); ok {
				s.level = number(n, 1, 9)
			}
		case "outlineLvl":
			if s.level = -1; value != "9" { // which is that of ordinary text
				s.level = number(value, 0, 8) + 1
			}
		case "numId":
			s.num = value
		case "ilvl":
			s.ilvl = number(value, 0, maxLevels-1)
		}
		s.look.set(name, attr)
	}, func(string) {}, func(name string) {
		if name == "tblStylePr" {
			part = ""
		}
	})
}

func (w *wordStyles) readNumbering(b *builder, xml []byte) {
	var list *numbering
	var num *wordNum
	var level *numberLevel
	id, ilvl := "", 0
	elements(b, xml, func(name string, attr xmlAttr) {
		value := attr.get("val")
		switch name {
		case "abstractNum":
			list, num, id = newNumbering(), nil, attr.get("abstractNumId")
			w.lists[id] = list
		case "numStyleLink":
			w.links[id] = value
		case "num":
			num, list = &wordNum{list: newNumbering(), starts: map[int]int{}}, nil
			w.nums[attr.get("numId")] = num
		case "abstractNumId":
			if found := w.lists[value]; num != nil && found != nil {
				if link := w.nums[w.styleOf(w.links[value]).num]; link != nil {
					found = link.list
				}
				num.list = found
			}
		case "lvlOverride":
			ilvl = number(attr.get("ilvl"), 0, maxLevels-1)
		case "startOverride":
			if num != nil {
				num.starts[ilvl] = number(value, 0, maxListNumber)
			}
		case "lvl":
			ilvl = number(attr.get("ilvl"), 0, maxLevels-1)
			if level = nil; list != nil {
				level = &list.levels[ilvl]
			} else if num != nil {
				own := num.list.levels[ilvl]
				level, num.levels[ilvl] = &own, &own
			}
		}
		if level == nil {
			return
		}
		switch name {
		case "start":
			if start := number(value, 0, maxListNumber); list != nil {
				list.start[ilvl] = start
			} else if num != nil {
				num.starts[ilvl] = start
			}
		case "numFmt":
			level.format = value
		case "lvlText":
			level.text = value
		case "pStyle":
			level.style = value
		case "lvlRestart":
			level.restart = number(value, 0, maxLevels)
		case "isLgl":
			level.legal = onOff(attr) > 0
		}
	}, func(string) {}, func(name string) {
		if name == "lvl" {
			level = nil
		}
	})
}

// label counts a paragraph in its list and returns its number or its bullet, and how many lists stand around it. Where the paragraph
// does not name the list and the level, its style does.
func (w *wordStyles) label(s *wordStyle, key string, level int) (label string, lists int) {
	byStyle := key == ""
	key = cmp.Or(key, s.num)
	num := w.nums[key]
	if num == nil || key == "0" {
		return "", 0
	}
	if level < 0 && byStyle {
		level = s.levelIn(num.list)
	}
	level = max(level, 0)
	if !num.used {
		num.used = true
		for i, start := range num.starts {
			num.list.start[i], num.list.begun[i] = start, false
		}
	}
	how := &num.list.levels[level]
	if own := num.levels[level]; own != nil {
		how = own
	}
	return num.list.next(level, how), level + 1
}

// set notes what an element of Word says of the look of text.
func (l *look) set(name string, attr xmlAttr) {
	switch name {
	case "strike", "dstrike":
		l.struck = max(l.struck, onOff(attr))
	case "vanish":
		l.hidden = onOff(attr)
	case "b":
		l.bold = onOff(attr)
	case "vertAlign":
		l.raised = yes(attr.get("val") == "superscript")
	case "color":
		l.white = yes(strings.EqualFold(attr.get("val"), "ffffff"))
	case "shd", "highlight":
		l.shaded = yes(name == "highlight" || coloured(attr))
	}
}

// onOff is the value of a property that is on where nothing else is said.
func onOff(attr xmlAttr) int8 {
	switch attr.get("val") {
	case "0", "false", "off", "none":
		return -1
	}
	return 1
}

// coloured reports whether a shading is seen.
func coloured(attr xmlAttr) bool {
	fill := strings.ToLower(attr.get("fill"))
	return fill != "" && fill != "auto" && fill != "ffffff" || attr.get("themeFill") != "" && attr.get("themeFill") != "background1"
}

// The characters of the fonts Symbol, from a space on and from no-break space on, and of Wingdings that are part of texts.
var (
	symbols = []rune(" !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼")
	signs   = []rune("€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨")
	dings   = map[int]string{0x6f: "☐", 0xa8: "☐", 0xdf: "←", 0xe0: "→", 0xe8: "→", 0xfb: "☒", 0xfc: "✓", 0xfd: "☒", 0xfe: "☑"}
)

// symbol is the character of a font of symbols. One that is not known is not left out: nobody could see that it is missing.
func symbol(font, hex string) string {
	code, _ := strconv.ParseUint(hex, 16, 16)
	at := int(code & 0xff)
	switch {
	case strings.HasPrefix(font, "Wingdings") && dings[at] != "":
		return dings[at]
	case font == "Symbol" && 0x20 <= at && at-0x20 < len(symbols):
		return string(symbols[at-0x20])
	case font == "Symbol" && 0xa0 <= at && at-0xa0 < len(signs):
		return string(signs[at-0xa0])
	case code >= 0x20 && (code < 0xe000 || code >= 0xf900):
		return string(rune(code))
	}
	return "\ufffd"
}
