package source

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"ibid/index/source/pdf/layout"
)

// leftMargin is the least margin of a text that is indented as a whole, as RFCs and manual pages are.
const leftMargin = 2

// indentedLines adds a text that is indented as a whole: what stands left of it is a heading, a term with its
// description below or beside it is an entry, and words that were broken at the end of a line are mended, in place.
func indentedLines(b *builder, lines []string, firstLine, margin int) {
	columns := []int{0} // where the descriptions of the open entries stand
	for i, run := range paragraphs(mended(lines)) {
		if level := underlined(run); level > 0 {
			b.heading(level, run[0], firstLine+i, firstLine+i+1)
			i, run, columns = i+2, run[2:], columns[:1]
		} else if level := outdented(run, margin); level > 0 {
			b.heading(level, run[0], firstLine+i, firstLine+i)
			i, run, columns = i+1, run[1:], columns[:1]
		}
		if len(run) == 0 {
			continue
		}
		first, column := firstLine+i, columns[len(columns)-1]
		if term, at := description(run, column); at > 0 {
			b.entry(Block{StartLine: first, EndLine: first + len(run) - 1}, 0, run[0][:term], flush(append([]string{run[0][term:]}, run[1:]...)))
			columns = append(columns, at)
			continue
		}
		if entries := besideTerms(run); entries != nil {
			for _, e := range entries {
				b.entry(Block{StartLine: first, EndLine: first + e.lines - 1}, 0, e.term, e.description)
				first += e.lines
			}
			continue
		}
		if n := len(b.doc.Blocks); column > 0 && indent(run[0]) == column && n > 0 && b.doc.Blocks[n-1].Kind == Item && !bullet.MatchString(run[0]) {
			b.extend(0, len("  "), flush(run), first+len(run)-1)
			continue
		}
		for indent(run[0]) < columns[len(columns)-1] {
			columns = columns[:len(columns)-1]
		}
		if left := max(margin, columns[len(columns)-1]); bullet.MatchString(run[0]) || indent(run[0]) >= left+codeIndent || slices.ContainsFunc(run, tableGap.MatchString) {
			textBlock(b, run, first, left)
		} else {
			b.add(Block{Kind: Paragraph, StartLine: first, EndLine: first + len(run) - 1}, flush(run))
		}
	}
}

// printedTitle is what stands above all headings: in the head of a manual page, "LS(1)   User Commands   LS(1)", or
// in the middle, on up to three lines. It is "" where there is no such thing.
func printedTitle(lines []string, margin int) string {
	for _, run := range paragraphs(lines) {
		switch parts := gapParts(run[0]); {
		case len(parts) > 1 && parts[0] == parts[len(parts)-1]:
			return parts[0]
		case outdented(run, margin) > 0:
			return ""
		case len(run) <= 3 && len(parts) == 1 && indent(run[0]) >= margin+codeIndent:
			return flush(run)
		}
	}
	return ""
}

// flush removes the indentation of lines, what widens their gaps so that they end in one column, and blank ones.
func flush(lines []string) string {
	var out []string
	for _, line := range lines {
		if !blank(line) {
			out = append(out, strings.Join(strings.Fields(line), " "))
		}
	}
	return strings.Join(out, "\n")
}

// outdented returns the level of the heading that lines begin with because it stands left of a text with that margin,
// 0 if there is none: one line, with what it heads below, further in.
func outdented(lines []string, margin int) int {
	line := strings.TrimSpace(lines[0])
	if indent(lines[0]) >= min(margin, codeIndent) || len(lines) > 1 && indent(lines[1]) < margin || len(gapParts(line)) > 1 ||
		strings.ContainsAny(line[len(line)-1:], ".,;") || !strings.ContainsFunc(line, unicode.IsLetter) {
		return 0
	}
	if m := sectionNumber.FindStringSubmatch(line); m != nil {
		return 1 + strings.Count(m[1], ".")
	}
	return 1 + min(indent(lines[0]), 1)
}

var (
	sectionNumber = regexp.MustCompile(`^(?:[0-9]+|[A-Z])((?:\.[0-9]+)*)\.?\s`)
	pageNumber    = regexp.MustCompile(`(?i)\[?(?:page )?\d+\]?\s*$`)
	besideGap     = regexp.MustCompile(`\S\s{3,}`)
	tableGap      = regexp.MustCompile(`\S {4,}\S`) // wider than any that fills a line
	wideGap       = regexp.MustCompile(`\s{3,}`)
)

// gapParts are the parts of a line that wide gaps separate.
func gapParts(line string) []string { return wideGap.Split(strings.TrimSpace(line), -1) }

// tabWidth is the distance of tab stops in columns, as terminals and printers have it.
const tabWidth = 8

// untabbed writes tabs as the spaces up to the next tab stop: columns of terms and descriptions are found by counting.
func untabbed(lines []string) []string {
	out := slices.Clone(lines)
	for i, line := range lines {
		if !strings.Contains(line, "\t") {
			continue
		}
		var b strings.Builder
		column := 0
		for _, r := range line {
			if r != '\t' {
				b.WriteRune(r)
				column++
				continue
			}
			n := tabWidth - column%tabWidth
			b.WriteString(strings.Repeat(" ", n))
			column += n
		}
		out[i] = b.String()
	}
	return out
}

// withoutPages blanks what is printed at the head and the foot of each page: lines at the left edge, of three parts
// or more, that come again but for the number of the page, and those that end as they begin, "LS(1)   User Commands
// LS(1)".
func withoutPages(lines []string) []string {
	times := map[string]int{}
	unnumbered := func(line string) string { return pageNumber.ReplaceAllString(line, "") }
	printed := func(line string) bool { return strings.Contains(line, "   ") && indent(line) == 0 }
	for _, line := range lines {
		if printed(line) {
			times[unnumbered(line)]++
		}
	}
	out := slices.Clone(lines)
	for i, line := range lines {
		if !printed(line) {
			continue
		}
		if c := gapParts(line); len(c) > 2 && times[unnumbered(line)] > 1 || len(c) > 1 && c[0] == c[len(c)-1] {
			out[i] = ""
		}
	}
	return out
}

// mended puts words together that were broken at the end of a line, in place; each line stays where it is.
func mended(lines []string) []string {
	spelling := layout.NewSpelling()
	for _, line := range lines {
		spelling.Learn(line)
	}
	for i := range len(lines) - 1 {
		text, next := strings.TrimRight(lines[i], " \t"), strings.TrimSpace(lines[i+1])
		if part, ok := strings.CutSuffix(text, "\u2010"); ok {
			text = part + "-"
		}
		word, rest, more := strings.Cut(next, " ")
		if !more && (next == "" || i+2 < len(lines) && !blank(lines[i+2])) {
			continue // the line would be lost in the middle of a paragraph
		}
		if broken, hyphen := spelling.Broken(text, next); broken {
			if !hyphen {
				text = strings.TrimSuffix(text, "-")
			}
			lines[i], lines[i+1] = text+word, lines[i+1][:indent(lines[i+1])]+strings.TrimSpace(rest)
		}
	}
	return lines
}

// termEntry is an entry of a list of terms: the lines it takes, its terms, and what describes them.
type termEntry struct {
	lines             int
	term, description string
}

// besideTerms reads lines without a blank one among them as a list whose terms stand in one column and their descriptions
// in the next one, or below a term that is too long; nil where they are none, or have more columns.
func besideTerms(lines []string) []termEntry {
	gap := besideGap.FindStringIndex(lines[0])
	if gap == nil || gap[1] == len(lines[0]) || bullet.MatchString(lines[0]) || gap[1] < indent(lines[0])+codeIndent {
		return nil
	}
	column := gap[1]
	below := func(line string) bool { return indent(line) == column || indent(line) == column+1 } // a space is set before what goes on
	var out []termEntry
	var e termEntry
	var described []string
	for i, line := range lines {
		beside := len(line) > column && line[column] != ' ' && strings.TrimSpace(line[column-2:column]) == ""
		switch {
		case beside && tableGap.MatchString(line[column:]):
			return nil
		case below(line) && e.term != "":
			described = append(described, line)
		case indent(line) == indent(lines[0]) && beside:
			e.term = strings.TrimSpace(e.term + " " + flush([]string{line[:column]}))
			described = append(described, line[column:])
		case indent(line) == indent(lines[0]) && !strings.Contains(strings.TrimSpace(line), "  "): // too long for its column
			e.term = strings.TrimSpace(e.term + " " + flush([]string{line}))
		default:
			return nil
		}
		e.lines++
		if more := i+1 < len(lines) && below(lines[i+1]); !more && described != nil {
			e.description = flush(described)
			out, e, described = append(out, e), termEntry{}, nil
		}
	}
	if len(out) < 2 || e.lines > 0 {
		return nil
	}
	return out
}

// fullLine is the least width of a line of wrapped text on which its next word found no room, in bytes.
const fullLine = 68

// description returns how much of the first line is a term that the lines describe, in bytes, and the column in which
// the description stands, 0 where they describe none: it is further in, and begins below a term that was broken off
// before the line was full, or beside it behind a gap. A description of one line stands in the column of the one
// before, if there is one.
func description(lines []string, before int) (term, column int) {
	head, column := lines[0], before
	if len(lines) > 1 {
		column = indent(lines[1])
	} else if gap := besideGap.FindStringIndex(head); gap != nil && column == 0 {
		column = gap[1]
	}
	if bullet.MatchString(head) || column < indent(head)+codeIndent || slices.ContainsFunc(lines[1:], func(line string) bool { return indent(line) < column }) {
		return 0, 0
	}
	switch {
	case len(head) > column && strings.TrimSpace(head[column-2:column]) == "" && head[column] != ' ':
		return column, column
	case len(lines) == 1 || len(gapParts(head)) > 1:
		return 0, 0
	}
	if word, _, _ := strings.Cut(strings.TrimSpace(lines[1]), " "); len(head) > column && len(head)+1+len(word) > fullLine {
		return 0, 0
	}
	return len(head), column
}
