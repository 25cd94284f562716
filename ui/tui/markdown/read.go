package markdown

import (
	"regexp"
	"strings"
	"unicode"

	xansi "github.com/charmbracelet/x/ansi"

	"ibid/ui/tui/cells"
)

const (
	placeholder = "▯" // stands for a wide character in a pane that is one cell wide
	syntax      = "*_`#|[]-+\\>~:.)(=!\""
	drawn       = "•│─┼↪"
)

// character is one that is shown: folded, and the sentence that it belongs to, -1 for none.
type character struct {
	is       rune
	sentence int
}

// counts tells that a character is counted: it is no blank, none that Markdown is written with, which is shown or not,
// and none that lists, quotations and tables are drawn with.
func counts(r rune) bool {
	return !unicode.IsSpace(r) && !strings.ContainsRune(syntax+drawn, r)
}

func fold(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }

// characters are those that are shown of a part of source: not the languages of its code, which its colours tell.
func (d *document) characters(start, end int, code []fence) []character {
	var out []character
	add := func(from, to int) {
		for i, r := range string(d.source[from:max(from, min(to, end))]) {
			if counts(r) {
				out = append(out, character{fold(r), d.sentence(from + i)})
			}
		}
	}
	for _, f := range code {
		add(start, f.lang)
		add(f.info, f.to)
		for _, r := range d.verdict(f) {
			out = append(out, character{fold(r), d.sentence(max(f.to-1, 0))})
		}
		start = f.to
	}
	add(start, end)
	return out
}

// same tells that lines show some characters, and no others.
func same(shown []character, lines []string) bool {
	count := map[rune]int{}
	for _, c := range shown {
		count[c.is]++
	}
	for _, l := range lines {
		for _, r := range xansi.Strip(l) {
			if counts(r) {
				count[fold(r)]--
			}
		}
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// read takes lines over and notes where in them the sentences and the code are. A line that is too wide is cut.
func (d *document) read(lines []string, shown []character, out *Rendered) {
	for _, l := range lines {
		if xansi.StringWidth(l) > d.opt.Width {
			l = carry(xansi.Hardwrap(l, d.opt.Width, true))
		}
		for row := range strings.SplitSeq(l, "\n") {
			shown = d.readLine(row, shown, out)
		}
	}
}

// marker is a citation in a line.
var marker = regexp.MustCompile(`\[c[0-9]+(?:, ?c[0-9]+)*\]`)

// readLine reads one line, of which all that is shown is the first of some characters, and returns the others. What is
// not counted belongs to what follows it without a blank, or else to what stands before it.
func (d *document) readLine(row string, shown []character, out *Rendered) []character {
	var b strings.Builder
	n, col := len(out.Lines), 0
	kept, open, sgr := 0, false, "" // what is not blank at the end, and whether a style is on behind it
	last, lead := -1, -1            // the sentence before, and where what is not counted begins
	belong := func(sentence, from, to int) {
		if sentence < 0 {
			return
		}
		segs := &out.Sentences[sentence]
		if k := len(*segs) - 1; k >= 0 && (*segs)[k].Line == n && last == sentence {
			(*segs)[k].To = to
			return
		}
		*segs = append(*segs, Segment{Line: n, From: from, To: to})
	}
	for row != "" {
		part, wide := cells.Element(row)
		row = row[len(part):]
		switch {
		case cells.IsStyle(part):
			b.WriteString(part)
			sgr = cells.StyleAfter(sgr, part)
			continue
		case part[0] == xansi.ESC || part == "\t": // a hyperlink
			continue
		}
		blank := strings.TrimSpace(part) == ""
		counted := -2 // the sentence, -2 for a character that is not counted
		for _, r := range part {
			if counts(r) && len(shown) > 0 {
				if counted == -2 {
					counted = shown[0].sentence
				}
				shown = shown[1:]
			}
		}
		if wide > d.opt.Width {
			part, wide = placeholder, 1
		}
		if blank {
			part = " "
		}
		b.WriteString(part)
		from := col
		col += wide
		if !blank {
			kept, open = b.Len(), sgr != ""
		}
		switch {
		case counted > -2 && wide > 0:
			if lead >= 0 {
				from = lead
			}
			belong(counted, from, col)
			last, lead = counted, -1
		case blank, strings.Contains(drawn, part):
			if lead >= 0 {
				belong(last, lead, from)
			}
			lead = -1
			if !blank {
				last = -1
			}
		case lead < 0:
			lead = from
		}
	}
	if lead >= 0 {
		belong(last, lead, col)
	}
	line := b.String()[:kept]
	if open {
		line += xansi.ResetStyle
	}
	var marks []Segment
	plain := xansi.Strip(line)
	for _, at := range marker.FindAllStringIndex(plain, -1) {
		from := xansi.StringWidth(plain[:at[0]])
		marks = append(marks, Segment{From: from, To: from + at[1] - at[0]})
	}
	out.Lines = append(out.Lines, cells.Highlight(line, marks, d.opt.Marker))
	return shown
}
