package markdown

import (
	"regexp"
	"strings"
	"unicode"

	xansi "github.com/charmbracelet/x/ansi"

	"ibid/ui/tui/cells"
)

const (
	placeholder = "▯"                   // stands for a wide character in a pane that is one cell wide
	aside       = "\x1b]8;;aside\x1b\\" // begins a line that is no part of the text
	syntax      = "*_`#|[]-+\\>~:.)(=!\""
	drawn       = "•│─┼↪"
)

// character is one that is shown: folded, and the sentence and the block of code that it belongs to, -1 for none.
type character struct {
	is             rune
	sentence, code int
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
	add := func(from, to, block int) {
		for i, r := range string(d.source[from:max(from, min(to, end))]) {
			if counts(r) {
				out = append(out, character{fold(r), d.sentence(from + i), block})
			}
		}
	}
	for k, f := range code {
		add(start, f.lang, -1)
		add(f.info, f.from, -1)
		add(f.from, f.to, len(d.code)+k)
		for _, r := range d.verdict(f) {
			out = append(out, character{fold(r), d.sentence(max(f.to-1, 0)), -1})
		}
		start = f.to
	}
	add(start, end, -1)
	return out
}

// same tells that lines show some characters, and no others.
func same(shown []character, lines []string) bool {
	count := map[rune]int{}
	for _, c := range shown {
		count[c.is]++
	}
	for _, l := range lines {
		if strings.Contains(l, aside) {
			continue
		}
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
		said := !strings.Contains(l, aside)
		for row := range strings.SplitSeq(l, "\n") {
			shown = d.readLine(row, said, shown, out)
		}
	}
}

// marker is a citation in a line.
var marker = regexp.MustCompile(`\[c[0-9]+(?:, ?c[0-9]+)*\]`)

// readLine reads one line, of which all that is shown is the first of some characters, and returns the others. What is
// not counted belongs to what follows it without a blank, or else to what stands before it.
func (d *document) readLine(row string, said bool, shown []character, out *Rendered) []character {
	var b strings.Builder
	n, col, code := len(out.Lines), 0, false
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
		counted := character{sentence: -1, code: -1}
		found := false
		for _, r := range part {
			if said && counts(r) && len(shown) > 0 {
				if !found {
					counted, found = shown[0], true
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
		case found && wide > 0:
			if lead >= 0 {
				from = lead
			}
			belong(counted.sentence, from, col)
			last, lead = counted.sentence, -1
		case blank, strings.Contains(drawn, part):
			if lead >= 0 {
				belong(last, lead, from)
			}
			lead = -1
			if !blank {
				last = -1
			}
		case said && lead < 0:
			lead = from
		}
		if c := counted.code; c >= 0 && c < len(out.Code) {
			code = true
			if out.Code[c].Lines == 0 {
				out.Code[c].Line = n
			}
			out.Code[c].Lines = n - out.Code[c].Line + 1
		}
	}
	if lead >= 0 {
		belong(last, lead, col)
	}
	line := b.String()[:kept]
	if open {
		line += xansi.ResetStyle
	}
	if plain := xansi.Strip(line); !code {
		var marks []Segment
		for _, at := range marker.FindAllStringIndex(plain, -1) {
			from := xansi.StringWidth(plain[:at[0]])
			marks = append(marks, Segment{From: from, To: from + at[1] - at[0]})
		}
		line = cells.Highlight(line, marks, d.opt.Marker)
	}
	out.Lines = append(out.Lines, line)
	return shown
}
