package source

import (
	"iter"
	"regexp"
	"strings"
)

// readText reads plain text: paragraphs between blank lines, headings underlined with "=", "-" or "~", list items,
// and indented text after an ordinary paragraph as code. Of a text that is indented as a whole more is known
// (indented.go).
func readText(b *builder, text string) { textLines(b, strings.Split(text, "\n"), 1) }

// textLines adds lines of plain text, the first of which has the number firstLine.
func textLines(b *builder, lines []string, firstLine int) {
	inside := withoutPages(untabbed(lines))
	if margin := textMargin(inside); margin >= leftMargin {
		if b.doc.Title == "" {
			b.doc.Title = printedTitle(lines, margin)
		}
		indentedLines(b, inside, firstLine, margin)
		return
	}
	margin := textMargin(lines)
	for i, run := range paragraphs(lines) {
		for level := underlined(run); level > 0; level = underlined(run) {
			b.heading(level, run[0], firstLine+i, firstLine+i+1)
			i, run = i+2, run[2:]
		}
		if len(run) > 0 {
			textBlock(b, run, firstLine+i, margin)
		}
	}
}

// proseLines adds the lines of a doc comment or docstring: paragraphs and lists between blank lines, indented ones
// as code.
func proseLines(b *builder, lines []string, firstLine int) {
	for i, run := range paragraphs(lines) {
		textBlock(b, run, firstLine+i, 0)
	}
}

// paragraphs are the runs of lines between blank ones, each with the index of its first.
func paragraphs(lines []string) iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		for i := 0; i < len(lines); i++ {
			end := paragraphEnd(lines, i)
			if end > i && !yield(i, lines[i:end]) {
				return
			}
			i = end
		}
	}
}

// paragraphEnd returns the index of the first blank line from i on.
func paragraphEnd(lines []string, i int) int {
	for i < len(lines) && !blank(lines[i]) {
		i++
	}
	return i
}

// textBlock adds lines without a blank one among them. The first has the number firstLine; margin is the
// indentation of ordinary text.
func textBlock(b *builder, lines []string, firstLine, margin int) {
	start := 0
	add := func(kind BlockKind, end int) {
		text := strings.Join(lines[start:end], "\n")
		if kind == Paragraph {
			text = strings.TrimLeft(text, " \t")
		}
		b.add(Block{Kind: kind, StartLine: firstLine + start, EndLine: firstLine + end - 1}, text)
		start = end
	}
	switch {
	case !bullet.MatchString(lines[0]) && indent(lines[0]) >= margin+codeIndent:
		add(Code, len(lines))
	case !bullet.MatchString(lines[0]):
		// A number in the middle of a paragraph may be a wrapped "see section\n3. ": a list has to begin the block.
		add(Paragraph, len(lines))
	default:
		for i := 1; i < len(lines); i++ {
			if bullet.MatchString(lines[i]) {
				add(Item, i)
			}
		}
		add(Item, len(lines))
	}
}

// codeIndent is how much deeper than ordinary text code is indented.
const codeIndent = 4

// bullet matches a line that begins a list item. "J. Smith" does not.
var bullet = regexp.MustCompile(`^\s*(?:[-*+•]|\(?(?:\d{1,3}|[a-z]|#)[.)]|\(?[A-Z]\))\s+\S`)

// underlined returns the level of the heading that lines begin with, 0 if there is none.
func underlined(lines []string) int {
	if len(lines) < 2 || indent(lines[0]) > 0 {
		return 0
	}
	title, rule := strings.TrimSpace(lines[0]), strings.TrimSpace(lines[1])
	if len(rule) < 3 || len(rule) < runes(title)/2 || strings.Trim(title, rule[:1]) == "" {
		return 0
	}
	level := 1 + strings.IndexByte("=-~", rule[0])
	if strings.Trim(rule, rule[:1]) != "" {
		return 0
	}
	return level
}

// textMargin returns the smallest indentation that at least a third of the lines with text have: documents such as
// RFCs indent everything but their headings.
func textMargin(lines []string) int {
	var count [16]int
	total := 0
	for _, line := range lines {
		if !blank(line) {
			count[min(indent(line), len(count)-1)]++
			total++
		}
	}
	for margin, n := range count {
		if n*3 >= total {
			return margin
		}
	}
	return 0
}
