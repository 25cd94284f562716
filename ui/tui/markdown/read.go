package markdown

import (
	"regexp"
	"strings"
	"unicode"

	xansi "github.com/charmbracelet/x/ansi"

	"ibid/ui/tui/cells"
)

const (
	syntax = "*_`#|[]-+\\>~:.)(=!\""
	drawn  = "•│─┼↪"
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

// characters are those that are shown of a part of source.
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
		add(start, f.told)
		add(f.from, f.to)
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

// read takes lines over and notes where in them the sentences are. A line that is too wide is cut.
func (d *document) read(lines []string, shown []character, out *Rendered) {
	for _, l := range lines {
		l = blanks.Replace(hyperlink.ReplaceAllString(l, ""))
		if xansi.StringWidth(l) > d.opt.Width {
			l = carry(xansi.Hardwrap(l, d.opt.Width, true))
		}
		for row := range strings.SplitSeq(l, "\n") {
			shown = d.readLine(row, shown, out)
		}
	}
}

var (
	marker    = regexp.MustCompile(`\[c[0-9]+(?:, ?c[0-9]+)*\]`)       // a citation in a line
	hyperlink = regexp.MustCompile("\x1b]8;[^\x1b\a]*(?:\x1b\\\\|\a)") // its address is shown anyway
	end       = regexp.MustCompile("(?:\\s|\x1b\\[[0-9;]*m)+$")        // of a line: blanks, and what styles them
	blanks    = strings.NewReplacer("\t", " ", "\u00a0", " ")
)

// readLine reads one line, of which all that is shown is the first of some characters, and returns the others. What is
// not counted belongs to what it stands beside without a blank, or else to what stands before it.
func (d *document) readLine(row string, shown []character, out *Rendered) []character {
	plain := strings.TrimRightFunc(xansi.Strip(row), unicode.IsSpace)
	if row = end.ReplaceAllString(row, ""); strings.Contains(row, "\x1b") {
		row += xansi.ResetStyle
	}
	var marks []Segment
	for _, at := range marker.FindAllStringIndex(plain, -1) {
		from := xansi.StringWidth(plain[:at[0]])
		marks = append(marks, Segment{From: from, To: from + at[1] - at[0]})
	}
	out.Lines = append(out.Lines, cells.Highlight(row, marks, d.opt.Marker))

	const unknown = -2
	n, last := len(out.Lines)-1, -1   // the sentence before
	from, col, owner := 0, 0, unknown // where a word begins, where it ends so far, the sentence that it belongs to
	belongs := func() {
		if owner == unknown {
			owner = last
		}
		if owner >= 0 && from < col {
			segs := &out.Sentences[owner]
			if k := len(*segs) - 1; k >= 0 && (*segs)[k].Line == n && last == owner {
				(*segs)[k].To = col
			} else {
				*segs = append(*segs, Segment{Line: n, From: from, To: col})
			}
		}
		last, from, owner = owner, col, unknown
	}
	for plain != "" {
		part, wide := cells.Cluster(plain)
		plain = plain[len(part):]
		bar := strings.Contains(drawn, part)
		if bar || strings.TrimSpace(part) == "" {
			belongs()
			if bar {
				last = -1
			}
			col += wide
			from = col
			continue
		}
		for _, r := range part {
			if counts(r) && len(shown) > 0 {
				if s := shown[0].sentence; s != owner {
					if owner != unknown {
						belongs()
					}
					owner = s
				}
				shown = shown[1:]
			}
		}
		col += wide
	}
	belongs()
	return shown
}
