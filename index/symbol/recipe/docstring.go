package recipe

import (
	"regexp"
	"strings"

	"ibid/index/source"
)

// remark is a part of a docstring.
type remark struct {
	kind    source.BlockKind
	lang    string
	section docSection
	opens   bool // it is the first of its section
	text    string
	lines   []string // of text while it is read, where it may grow
	first   int      // its lines, counted from 0 for the first line of the docstring
	last    int
}

// maxDoc is how many bytes of a docstring are read.
const maxDoc = 1 << 18

// docSection is the role of what stands under one of the usual headings.
type docSection uint8

const (
	description docSection = iota
	arguments
	returns
	yields
	raises
	attributes
	examples
	otherSection
)

var (
	sectionName = regexp.MustCompile(`^(?i)(args|arguments|parameters|params|other parameters|keyword args|keyword arguments|returns?|yields?|raises|attributes|examples?|notes?|see also|warnings?|references|todo)\s*:?\s*$`)
	underline   = regexp.MustCompile(`^(?:-{3,}|={3,})\s*$`)
	fieldLine   = regexp.MustCompile(`^:(param|parameter|arg|argument|keyword|kwarg|returns?|raises?|raise|except|ivar|var)\s*([^:]*):\s*(.*)$`)
	tagLine     = regexp.MustCompile(`^@(param|arg|argument|returns?|throws|exception|example)\b\s*(?:\{[^{}]*\}\s*)?(.*)$`) // of JSDoc
	tagName     = regexp.MustCompile(`^\[?([\w.$]+)(?:=[^\]]*)?\]?(?:\s+-)?\s*(.*)$`)
	fenceLine   = regexp.MustCompile("^(`{3,}|~{3,})\\s*([\\w+-]*)")
	typedEntry  = regexp.MustCompile(`^(\*{0,2}[\w.]+(?:, \*{0,2}[\w.]+)*)\s*(?:\(([^)]*)\))?\s*:(?:\s+(.*))?$`)
	bullet      = regexp.MustCompile(`^(?:[-*+]|[0-9]+[.)])\s+`)
)

// sectionOf is the role of a heading, by its first word.
func sectionOf(heading string) docSection {
	switch word, _, _ := strings.Cut(strings.ToLower(strings.TrimRight(heading, ": ")), " "); word {
	case "args", "arguments", "parameters", "params", "other", "keyword", "param", "parameter", "arg", "argument", "kwarg":
		return arguments
	case "returns", "return":
		return returns
	case "yields", "yield":
		return yields
	case "raises", "raise", "except", "throws", "exception":
		return raises
	case "attributes", "ivar", "var":
		return attributes
	case "example", "examples":
		return examples
	}
	return otherSection
}

// remarks divides a docstring, whose margin is removed: paragraphs, the entries of the usual sections in the styles
// of Google, NumPy and Sphinx, lists, and code: doctests and what is indented.
func remarks(doc string) []remark {
	if len(doc) > maxDoc {
		doc = doc[:strings.LastIndexByte(doc[:maxDoc], '\n')+1]
	}
	d := &docReader{lines: strings.Split(doc, "\n")}
	for d.at < len(d.lines) {
		d.next()
	}
	for i := range d.out {
		if r := &d.out[i]; r.lines != nil {
			r.text = strings.Join(r.lines, "\n")
		}
	}
	return d.out
}

// docReader reads a docstring line by line.
type docReader struct {
	lines   []string
	at      int
	section docSection
	margin  int  // of the text of the section
	numpy   bool // its heading is underlined
	opened  bool // nothing of the section was read yet
	out     []remark
}

func (d *docReader) next() {
	line := d.lines[d.at]
	text := strings.TrimSpace(line)
	indent := indentOf(line)
	switch {
	case text == "":
		d.at++
	case indent == 0 && d.heading(text):
	case fieldLine.MatchString(text):
		m := fieldLine.FindStringSubmatch(text)
		d.field(m[1], m[2][strings.LastIndexByte(m[2], ' ')+1:], m[3])
	case tagLine.MatchString(text):
		m := tagLine.FindStringSubmatch(text)
		name := ""
		if sectionOf(m[1]) == arguments {
			n := tagName.FindStringSubmatch(m[2])
			if n == nil {
				n = make([]string, 3)
			}
			name, m[2] = n[1], n[2]
		}
		d.field(m[1], name, m[2])
	case fenceLine.MatchString(text):
		m := fenceLine.FindStringSubmatch(text)
		d.fenced(m[1], m[2], indent)
	case strings.HasPrefix(text, ">>>"):
		d.code(transcript, func(s string) bool { return strings.TrimSpace(s) != "" })
	default:
		if indent == 0 && d.section != description && !d.numpy {
			d.section, d.margin, d.opened = description, 0, false
		}
		if d.opened {
			d.margin = indent
		}
		switch {
		case (d.section == arguments || d.section == raises || d.section == attributes) && indent == d.margin:
			d.entry(text, indent)
		case indent >= d.margin+4 || indent > d.margin && strings.HasPrefix(line, "\t"):
			d.code("", func(s string) bool { return strings.TrimSpace(s) != "" && indentOf(s) >= indent })
		case bullet.MatchString(text):
			d.plain(source.Item, func(s string) bool { return strings.TrimSpace(s) != "" && indentOf(s) > indent })
		default:
			d.plain(source.Paragraph, func(s string) bool {
				t := strings.TrimSpace(s)
				return t != "" && !strings.HasPrefix(t, ">>>") && !bullet.MatchString(t) && !fieldLine.MatchString(t) && !tagLine.MatchString(t) && !fenceLine.MatchString(t)
			})
		}
	}
}

// heading opens a section where the current line is the heading of one.
func (d *docReader) heading(text string) bool {
	if !sectionName.MatchString(text) {
		return false
	}
	numpy := d.at+1 < len(d.lines) && underline.MatchString(strings.TrimSpace(d.lines[d.at+1]))
	if !numpy && !strings.HasSuffix(text, ":") {
		return false
	}
	d.section, d.numpy, d.opened, d.margin = sectionOf(text), numpy, true, 0
	if d.at++; numpy {
		d.at++
	}
	return true
}

// while takes the current line and those after it for which more holds.
func (d *docReader) while(more func(string) bool) (first, last int) {
	first = d.at
	for d.at++; d.at < len(d.lines) && more(d.lines[d.at]); d.at++ {
	}
	return first, d.at - 1
}

// plain takes lines as they are but for the margin.
func (d *docReader) plain(kind source.BlockKind, more func(string) bool) {
	first, last := d.while(more)
	lines := make([]string, 0, last-first+1)
	for _, l := range d.lines[first : last+1] {
		lines = append(lines, strings.TrimSpace(l))
	}
	text := strings.Join(lines, "\n")
	if strings.HasSuffix(text, "::") { // of reStructuredText: code follows
		text = text[:len(text)-1]
	}
	d.append(remark{kind: kind, text: text, first: first, last: last})
}

func (d *docReader) append(r remark) {
	r.section, r.opens, d.opened = d.section, d.opened, false
	d.out = append(d.out, r)
}

// code takes a listing, with its margin removed.
func (d *docReader) code(lang string, more func(string) bool) {
	indent := indentOf(d.lines[d.at])
	first, last := d.while(more)
	lines := make([]string, 0, last-first+1)
	for _, l := range d.lines[first : last+1] {
		lines = append(lines, dedent(l, indent))
	}
	if n := len(d.out); lang == "" && n > 0 && d.out[n-1].kind == source.Code && d.out[n-1].lang == lang { // a blank line inside of it
		before := &d.out[n-1]
		before.lines = append(before.lines, make([]string, first-before.last-1)...)
		before.lines = append(before.lines, lines...)
		before.last = last
		return
	}
	d.append(remark{kind: source.Code, lang: lang, lines: lines, first: first, last: last})
}

// entry takes what a section says of one name: "name (type): text" or, in the style of NumPy,
// "name : type" above the text.
func (d *docReader) entry(text string, indent int) {
	first, last := d.while(func(s string) bool { return strings.TrimSpace(s) != "" && indentOf(s) > indent })
	lines := []string{text}
	for _, l := range d.lines[first+1 : last+1] {
		lines = append(lines, "  "+strings.TrimSpace(l))
	}
	m := typedEntry.FindStringSubmatch(text)
	switch {
	case d.numpy && m != nil && m[3] != "":
		lines[0] = "- `" + m[1] + "` (" + m[3] + "):"
	case d.numpy:
		lines[0] = "- `" + text + "`:"
	case m != nil && m[2] != "":
		lines[0] = "- `" + m[1] + "` (" + m[2] + "): " + m[3]
	case m != nil:
		lines[0] = "- `" + m[1] + "`: " + m[3]
	default:
		lines[0] = "- " + text
	}
	d.append(remark{kind: source.Item, text: strings.TrimSpace(strings.Join(lines, "\n")), first: first, last: last})
}

// field takes what a field of Sphinx, or a tag of JSDoc, says of a name.
func (d *docReader) field(of, name, text string) {
	indent := indentOf(d.lines[d.at])
	tag := strings.HasPrefix(strings.TrimSpace(d.lines[d.at]), "@")
	first, last := d.while(func(s string) bool {
		return strings.TrimSpace(s) != "" && indentOf(s) > indent && (!tag || !fenceLine.MatchString(strings.TrimSpace(s)))
	})
	section := sectionOf(of)
	d.opened = section != d.section
	d.section, d.margin = section, 0
	lines, kind := []string{text}, source.Paragraph
	for _, l := range d.lines[first+1 : last+1] {
		lines = append(lines, "  "+strings.TrimSpace(l))
	}
	if name != "" {
		lines[0], kind = "- `"+name+"`: "+text, source.Item
	}
	if text = strings.TrimSpace(strings.Join(lines, "\n")); text == "" {
		return // of an example, whose code follows
	}
	d.append(remark{kind: kind, text: text, first: first, last: last})
}

// fenced takes a listing between fences.
func (d *docReader) fenced(fence, lang string, indent int) {
	first, last := d.while(func(s string) bool { return !strings.HasPrefix(strings.TrimSpace(s), fence) })
	d.at++
	lines := []string{}
	for _, l := range d.lines[first+1 : last+1] {
		lines = append(lines, dedent(l, indent))
	}
	if len(lines) > 0 {
		d.append(remark{kind: source.Code, lang: lang, lines: lines, first: first + 1, last: last})
	}
}

// indentOf counts the white space that a line begins with, a tab as four.
func indentOf(line string) int {
	n := 0
	for _, c := range line {
		switch c {
		case ' ':
			n++
		case '\t':
			n += 4
		default:
			return n
		}
	}
	return n
}

// dedent removes white space of up to a width from the start of a line.
func dedent(line string, width int) string {
	for width > 0 && line != "" && (line[0] == ' ' || line[0] == '\t') {
		if line[0] == '\t' {
			width -= 3
		}
		width--
		line = line[1:]
	}
	return line
}

// summary is the first sentence of a docstring, on one line.
func summary(doc string) string {
	first, _, _ := strings.Cut(doc, "\n\n")
	first = oneLine(first)
	if i := strings.Index(first, ". "); i >= 0 {
		first = first[:i+1]
	}
	return first
}
