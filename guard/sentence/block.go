package sentence

import (
	"regexp"
	"strings"
)

// block is a run of lines that has one role: a paragraph, one list item, one table row, a heading, a fenced code
// block. start and end are byte offsets without the marks that only say what the block is: "- ", "2. ", "## ".
type block struct {
	kind       Kind
	start, end int
	quoted     bool // the lines carry "> " prefixes
}

// blocks cuts Markdown, or plain text, into blocks, in order. It knows the part of CommonMark that decides what a
// reader takes for one statement. Indented code is deliberately a paragraph: indentation alone must not turn a
// claim into code, which needs no citation of its own.
func blocks(text string) []block {
	var p blockParser
	for pos := 0; pos < len(text); {
		end, next := len(text), len(text)
		if i := strings.IndexByte(text[pos:], '\n'); i >= 0 {
			end, next = pos+i, pos+i+1
		}
		p.line(text, pos, end)
		pos = next
	}
	p.close()
	return p.done
}

type blockParser struct {
	done []block
	open bool // the last block may grow by further lines

	fence     byte // '`' or '~' inside a fenced block, else 0
	fenceSize int  //
	lines     int  // lines of the open block
	endsColon bool // the line before ended in a colon: a list may start at any number
	column    int  // of the line before
}

func (p *blockParser) add(b block) {
	p.close()
	if b.start < b.end {
		p.done = append(p.done, b)
	}
}

func (p *blockParser) close() { p.open = false }

func (p *blockParser) last() *block {
	if len(p.done) == 0 {
		return nil
	}
	return &p.done[len(p.done)-1]
}

// inProse tells whether the line before belongs to a paragraph that this line may continue.
func (p *blockParser) inProse() bool { return p.open && p.last().kind == Prose }

func (p *blockParser) line(text string, start, end int) {
	lineStart := start
	start, quoted := skipQuote(text, start, end)
	start = skipBlank(text, start, end)
	end = trimBlank(text, start, end)
	line := text[start:end]

	if p.fence != 0 {
		p.last().end = max(end, p.last().end)
		if c, n := fenceOf(line); c == p.fence && n >= p.fenceSize && n == len(line) {
			p.fence = 0
		}
		return
	}
	column := p.column
	p.column = start - lineStart
	colon := p.endsColon
	p.endsColon = strings.HasSuffix(line, ":")
	if line == "" {
		p.close()
		p.endsColon = colon
		return
	}
	if c, n := fenceOf(line); c != 0 {
		p.add(block{kind: Code, start: start, end: end, quoted: quoted})
		p.fence, p.fenceSize = c, n
		return
	}
	if body, ok := atxHeading(line); ok {
		at := start + strings.Index(line, body)
		p.add(block{kind: Heading, start: at, end: at + len(body)})
		return
	}
	if isRule(line) {
		if p.inProse() && p.lines == 1 && line[0] != '*' && line[0] != '_' {
			p.last().kind = Heading // an underlined (setext) heading
		}
		p.close()
		return
	}
	if IsDelimiterRow(line) {
		if b := p.last(); b != nil && (b.kind == Row || p.inProse() && p.lines == 1) {
			b.kind = Heading // column names claim nothing
		}
		p.close()
		return
	}
	if isRow(text, line, lineStart, end) {
		p.add(block{kind: Row, start: start, end: end})
		return
	}
	if n, interrupts := itemMark(line); n > 0 && (interrupts || colon || !p.inProse()) {
		p.add(block{kind: Item, start: start + n, end: end, quoted: quoted})
		p.open, p.lines = start+n < end, 1
		return
	}
	if p.open && start-lineStart < column && strings.Contains(line, " | ") { // behind the description of a term, the next one
		p.add(block{kind: Item, start: start, end: end, quoted: quoted})
		p.open, p.lines = true, 1
		return
	}
	if p.open {
		p.last().end, p.lines = end, p.lines+1
		p.last().quoted = p.last().quoted || quoted
		return
	}
	p.add(block{kind: Prose, start: start, end: end, quoted: quoted})
	p.open, p.lines = true, 1
}

// skipQuote skips "> " prefixes.
func skipQuote(text string, start, end int) (int, bool) {
	quoted := false
	for i := skipBlank(text, start, end); i < end && text[i] == '>'; i = skipBlank(text, start, end) {
		start, quoted = i+1, true
	}
	return start, quoted
}

func skipBlank(text string, start, end int) int {
	for start < end && isBlank(text[start]) {
		start++
	}
	return start
}

func trimBlank(text string, start, end int) int {
	for end > start && isBlank(text[end-1]) {
		end--
	}
	return end
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'
}

// fenceOf returns the character and the length of the code fence that line starts with, 0 and 0 if it does not.
func fenceOf(line string) (byte, int) {
	if line == "" || line[0] != '`' && line[0] != '~' {
		return 0, 0
	}
	n := runLength(line, line[0])
	if n < 3 || line[0] == '`' && strings.IndexByte(line[n:], '`') >= 0 { // "```x```" is a code span
		return 0, 0
	}
	return line[0], n
}

// runLength counts how often c is repeated at the start of s.
func runLength(s string, c byte) int {
	n := 0
	for n < len(s) && s[n] == c {
		n++
	}
	return n
}

func atxHeading(line string) (body string, ok bool) {
	n := runLength(line, '#')
	if n == 0 || n > 6 || n < len(line) && !isBlank(line[n]) {
		return "", false
	}
	body = strings.TrimSpace(line[n:])
	if trimmed := strings.TrimRight(body, "#"); trimmed == "" || isBlank(trimmed[len(trimmed)-1]) {
		body = strings.TrimSpace(trimmed)
	}
	return body, true
}

// isRule recognises thematic breaks and the underline of a setext heading.
func isRule(line string) bool {
	if !strings.ContainsRune("-=*_", rune(line[0])) {
		return false
	}
	count := 0
	for i := range len(line) {
		switch {
		case line[i] == line[0]:
			count++
		case !isBlank(line[i]):
			return false
		}
	}
	return count >= 3
}

// isDelimiterRow recognises the line below a table's header: "|---|:--:|".
func IsDelimiterRow(line string) bool {
	return strings.Contains(line, "|") && strings.Contains(line, "-") && strings.Trim(line, "|-: \t") == ""
}

// isRow recognises a table row: a line with leading pipe, a line above a delimiter row, and the rows of extracted
// tables, whose cells are separated by " | ".
func isRow(text, line string, lineStart, lineEnd int) bool {
	if line[0] == '|' {
		return strings.Count(line, "|") > 1
	}
	if !strings.Contains(line, "|") || strings.Contains(line, "`") {
		return false
	}
	cells := strings.Count(line, " | ")
	if cells > 1 {
		return true
	}
	above, below := lineAbove(text, lineStart), lineBelow(text, lineEnd)
	if below != "" && IsDelimiterRow(below) || above != "" && IsDelimiterRow(above) {
		return true
	}
	return cells == 1 && (strings.Count(above, " | ") == 1 || strings.Count(below, " | ") == 1)
}

func lineAbove(text string, lineStart int) string {
	if lineStart == 0 {
		return ""
	}
	i := strings.LastIndexByte(text[:lineStart-1], '\n')
	return strings.TrimSpace(text[i+1 : lineStart-1])
}

func lineBelow(text string, lineEnd int) string {
	_, rest, _ := strings.Cut(text[lineEnd:], "\n")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}

// mark is what an item starts with: a bullet, or "1.", "2)", "(3)", "a)", "(iv)" and the "4:" of algorithm listings;
// "2019." at the start of a line is a year. A box to tick may follow.
var mark = regexp.MustCompile(`^([-*+•‣◦▪●○■·–—]|[0-9]{1,3}[.):]|(?:[ivx]{1,4}|[a-z])[.)]|\((?:[0-9]{1,3}|[ivx]{1,4}|[a-z])\))[ \t\r\n\f\v]+(?:\[[ xX]\] )*`)

// itemMark returns the length of the list mark that line starts with, white space after it included, or 0. Marks
// that wrapped prose also puts at the start of a line ("2. ", "+ ", "— ") do not interrupt a paragraph.
func itemMark(line string) (n int, interrupts bool) {
	m := mark.FindStringSubmatchIndex(line)
	if m == nil || m[1] == len(line) {
		return 0, false
	}
	switch strings.Trim(line[:m[3]], "().:") {
	case "-", "*", "•", "‣", "◦", "▪", "●", "○", "■", "1", "a", "i":
		interrupts = true
	}
	return m[1], interrupts
}

// InsideFence returns where the code inside a fenced block starts and ends, without the lines of the fence, and the
// info string.
func InsideFence(code string) (start, end int, info string) {
	first, _, more := strings.Cut(code, "\n")
	if !more {
		return len(code), len(code), "" // a fence with nothing below it
	}
	mark, size := fenceOf(strings.TrimSpace(first))
	start, end = len(first)+1, len(code)
	last := strings.LastIndexByte(code, '\n') + 1
	from, _ := skipQuote(code, last, end)
	line := strings.TrimSpace(code[from:])
	if m, n := fenceOf(line); m == mark && n >= size && n == len(line) {
		end = max(start, last-1)
	}
	return start, end, first[size:]
}

// CodeSpans returns where code spans start and end in a sentence, their backticks included, in order.
func CodeSpans(text string) [][2]int {
	var out [][2]int
	for _, s := range codeSpans(text) {
		out = append(out, [2]int{s.start, s.end})
	}
	return out
}

// Unquoted is the text of a quotation with spaces for the ">" that its lines behind the first begin with, so that
// offsets stay what they are.
func Unquoted(text string) string {
	b := []byte(text)
	coverQuotes(b, false)
	return string(b)
}

// coverQuotes writes spaces over the "> " at the start of the lines of a quotation. begins tells that the text starts
// with a line.
func coverQuotes(b []byte, begins bool) {
	for i, c := range b {
		switch {
		case c == '\n':
			begins = true
		case begins && c == '>':
			b[i] = ' '
		case !isBlank(c):
			begins = false
		}
	}
}

// IsMark tells that lead, which a line starts with, only says what kind of block the line is.
func IsMark(lead string) bool {
	at, _ := skipQuote(lead, 0, len(lead))
	lead = strings.TrimSpace(lead[at:])
	if strings.Trim(lead, "#") == "" {
		return true
	}
	n, _ := itemMark(lead + " x")
	return n == len(lead)+1
}
