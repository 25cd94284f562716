package source

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"ibid/index/source/budget"
)

// maxRSTDepth limits how deep directives and lists nest; below it text is read as plain text.
const maxRSTDepth = 16

// readRST reads reStructuredText: sections, paragraphs, lists, fields, literal blocks, tables and directives.
// Directives that only steer a documentation tool are dropped, the text inside all others is kept.
func readRST(b *builder, text string) {
	newRSTReader(b).blocks(strings.Split(substitute(b.markup, text), "\n"), 1, 0)
	b.ended = b.markup.Err()
}

type rstReader struct {
	b       *builder
	content func(lines []string, first, depth int) // reads what is inside a directive
	styles  []string                               // of section titles, outermost first
	lists   int                                    // lists around the current block
}

func newRSTReader(b *builder) *rstReader {
	r := &rstReader{b: b}
	r.content = r.blocks
	return r
}

// blocks adds lines, the first of which has the number first and none of which is indented as a whole.
func (r *rstReader) blocks(lines []string, first, depth int) {
	if depth > maxRSTDepth {
		textLines(r.b, lines, first)
		return
	}
	for i := 0; i < len(lines) && cmp.Or(r.b.budget.Err(), r.b.markup.Err()) == nil; {
		if blank(lines[i]) {
			i++
			continue
		}
		i = r.block(lines, i, first, depth)
	}
}

// block adds what begins in line i and returns the line after it.
func (r *rstReader) block(lines []string, i, first, depth int) int {
	line := lines[i]
	if indent(line) > 0 {
		end := indented(lines, i)
		r.blocks(dedent(lines[i:end]), first+i, depth+1)
		return end
	}
	if style, titleAt, n := sectionTitle(lines[i:]); n > 0 {
		if depth == 0 && titleAt >= 0 {
			r.b.heading(r.level(style), rstInline(strings.TrimSpace(lines[i+titleAt]), plain), first+i, first+i+n-1)
		}
		return i + n
	}
	end := indented(lines, i+1) // of what belongs to the line
	switch {
	case strings.HasPrefix(line, ".. "), strings.TrimSpace(line) == "..":
		r.explicit(lines[i:end], first+i, depth)
	case strings.HasPrefix(line, "+-"), strings.HasPrefix(line, "+="):
		end = paragraphEnd(lines, i)
		r.table(lines[i:end], first+i, gridTable)
	case simpleBorder.MatchString(line):
		end = simpleTableEnd(r.b.markup, lines, i)
		r.table(lines[i:end], first+i, simpleTable)
	case strings.HasPrefix(line, ">>>"):
		end = paragraphEnd(lines, i)
		r.code(lines[i:end], first+i, "python")
	case bullet.MatchString(line):
		r.item(lines[i:end], first+i, depth)
	case field.MatchString(line):
		m := field.FindStringSubmatch(line)
		r.define(r.fieldName(m[1]), append([]string{line[len(m[0]):]}, dedent(lines[i+1:end])...), first+i, first+i, depth)
	case end > i+1 && !blank(lines[i+1]):
		r.define(line, dedent(lines[i+1:end]), first+i, first+i+1, depth)
	default:
		end = paragraphEnd(lines, i)
		if text := r.paragraph(lines[i:end], first+i); strings.HasSuffix(text, "::") {
			end = r.literal(lines, end, first)
		}
	}
	return end
}

// define adds a term, which stands in the line at, with its definition, the first line of which has the number first.
// What comes after its first paragraph is read on its own.
func (r *rstReader) define(term string, lines []string, at, first, depth int) {
	start := 0
	for start < len(lines) && blank(lines[start]) {
		start++
	}
	end := start
	if start < len(lines) && isText(lines[start]) {
		end = paragraphEnd(lines, start)
	}
	text := strings.Join(lines[start:end], "\n")
	shown, literal := strings.CutSuffix(text, "::")
	if literal {
		shown += ":"
	}
	if shown == "" {
		r.paragraph([]string{strings.TrimRight(term, ":") + ":"}, at)
	} else {
		r.b.entry(Block{StartLine: at, EndLine: first + end - 1}, r.lists, rstInline(term, marked), rstInline(shown, marked))
	}
	r.lists++
	if literal {
		end = r.literal(lines, end, first)
	}
	r.content(lines[end:], first+end, depth+1)
	r.lists--
}

// fieldName is what the name of a field says: "timeout" for ":param float timeout:".
func (r *rstReader) fieldName(name string) string {
	words := strings.Fields(name)
	switch words[0] {
	case "param", "parameter", "arg", "argument", "key", "keyword":
		return words[len(words)-1]
	case "raises", "raise", "except", "exception":
		return "Raises " + strings.Join(words[1:], " ")
	}
	return capital(name)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// isText reports whether a line begins a paragraph.
func isText(line string) bool { return textStart.MatchString(line) && !bullet.MatchString(line) }

// literal adds the literal block that comes after line i and returns the line after it.
func (r *rstReader) literal(lines []string, i, first int) int {
	for i < len(lines) && blank(lines[i]) {
		i++
	}
	end := indented(lines, i)
	r.code(lines[i:end], first+i, "")
	return end
}

var (
	field        = regexp.MustCompile(`^:([A-Za-z][^:\n]*):(?:\s+|$)`)
	textStart    = regexp.MustCompile("^(?:[\\pL\\pN*'\"“(\\[$<{_]|`(?:[^`]|`[^`])|:\\w)")
	simpleBorder = regexp.MustCompile(`^=+(?: +=+)+\s*$`)
)

// paragraph adds lines as a paragraph and returns their text. The "::" that announces a literal block reads as ":".
func (r *rstReader) paragraph(lines []string, first int) string {
	text := strings.TrimRight(strings.Join(lines, "\n"), " \t\n")
	shown := text
	if before, ok := strings.CutSuffix(text, "::"); ok {
		if shown = before + ":"; strings.TrimSpace(before) != before || before == "" {
			shown = strings.TrimSpace(before)
		}
	}
	r.b.add(Block{Kind: Paragraph, StartLine: first, EndLine: first + len(lines) - 1}, rstInline(shown, marked))
	return text
}

func (r *rstReader) code(lines []string, first int, lang string) {
	if len(lines) > 0 {
		r.b.add(Block{Kind: Code, StartLine: first, EndLine: first + len(lines) - 1, Lang: lang},
			strings.Join(dedent(lines), "\n"))
	}
}

// item adds a list item: its first paragraph as an Item, then whatever else it holds.
func (r *rstReader) item(lines []string, first, depth int) {
	marker := strings.Fields(lines[0])[0]
	width := len(lines[0]) - len(strings.TrimLeft(lines[0][len(marker):], " \t"))
	end := 1
	for end < len(lines) && !blank(lines[end]) && !bullet.MatchString(lines[end]) {
		end++
	}
	text := []string{lines[0][width:]}
	for _, line := range lines[1:end] {
		text = append(text, strings.TrimLeft(line, " \t"))
	}
	shown, literal := strings.Join(text, "\n"), false
	if before, ok := strings.CutSuffix(shown, "::"); ok {
		shown, literal = before+":", true
	}
	r.b.item(Block{StartLine: first, EndLine: first + end - 1}, r.lists, marker, rstInline(shown, marked))
	r.lists++
	if literal {
		r.code(lines[end:], first+end, "")
	} else {
		r.blocks(dedent(lines[end:]), first+end, depth+1)
	}
	r.lists--
}

func (r *rstReader) table(lines []string, first int, parse func(*budget.Budget, []string) [][]string) {
	rows := parse(r.b.markup, lines)
	if len(rows) == 0 {
		r.code(lines, first, "") // better as it stands than not at all
		return
	}
	for _, row := range rows {
		for i := range row {
			row[i] = rstInline(row[i], marked)
		}
	}
	r.b.table(Block{Kind: Table, StartLine: first, EndLine: first + len(lines) - 1}, rows)
}

// level returns the level of a section with a title of that style: styles rank in the order they first appear.
func (r *rstReader) level(style string) int {
	if !slices.Contains(r.styles, style) {
		r.styles = append(r.styles, style)
	}
	return 1 + slices.Index(r.styles, style)
}

// sectionTitle recognises a section title or, with titleAt -1, a transition at the start of lines; n is how many
// lines it takes, 0 if there is none. The style of a title is its adornment, twice if it is also above.
func sectionTitle(lines []string) (style string, titleAt, n int) {
	if c := adornment(lines[0]); c != "" {
		if len(lines) >= 3 && !blank(lines[1]) && adornment(lines[2]) == c {
			return c + c, 1, 3
		}
		if len(strings.TrimSpace(lines[0])) >= 4 && (len(lines) == 1 || blank(lines[1])) {
			return "", -1, 1
		}
		return "", 0, 0
	}
	if len(lines) >= 2 {
		rule := strings.TrimSpace(lines[1])
		if c := adornment(lines[1]); c != "" && (len(rule) >= 4 || len(rule) >= runes(strings.TrimSpace(lines[0]))) {
			return c, 0, 2
		}
	}
	return "", 0, 0
}

// adornment returns the character that a whole line repeats, "" if there is none that may underline a title.
func adornment(line string) string {
	line = strings.TrimRight(line, " \t")
	if len(line) < 2 || !strings.Contains("=-~^\"'`#*+.:_!$%&,;<>?@|/\\", line[:1]) || strings.Trim(line, line[:1]) != "" {
		return ""
	}
	if line == "::" || line == ".." {
		return ""
	}
	return line[:1]
}

// indented returns the end of the indented lines from i on, without blank ones at the end.
func indented(lines []string, i int) int {
	end := i
	for ; i < len(lines) && (blank(lines[i]) || indent(lines[i]) > 0); i++ {
		if !blank(lines[i]) {
			end = i + 1
		}
	}
	return end
}

// dedent removes the indentation that all lines with text share.
func dedent(lines []string) []string {
	margin := -1
	for _, line := range lines {
		if !blank(line) && (margin < 0 || indent(line) < margin) {
			margin = indent(line)
		}
	}
	out := make([]string, len(lines))
	for i, line := range lines {
		if !blank(line) {
			out[i] = line[margin:]
		}
	}
	return out
}
