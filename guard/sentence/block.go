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
}

// line is one line of a text without the white space around it.
type line struct {
	text  string
	start int
}

func (l line) end() int { return l.start + len(l.text) }

const blanks = " \t\r\n\f\v"

func linesOf(text string) []line {
	lines := make([]line, 0, 1+strings.Count(text, "\n"))
	at := 0
	for whole := range strings.SplitSeq(text, "\n") {
		rest := strings.TrimLeft(whole, blanks)
		lines = append(lines, line{strings.TrimRight(rest, blanks), at + len(whole) - len(rest)})
		at += len(whole) + 1
	}
	return lines
}

// blocks cuts Markdown, or plain text, into blocks, in order. It knows the part of CommonMark that decides what a
// reader takes for one statement. Indented code is deliberately a paragraph: indentation alone must not turn a
// claim into code, which needs no citation of its own.
func blocks(text string) (out []block) {
	lines := linesOf(text)
	grows := false // the last block may go on
	led := false   // the line before ended in a colon: a list may start at any number
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		open := grows
		if grows = false; l.text == "" {
			continue
		}
		last := &block{}
		if len(out) > 0 {
			last = &out[len(out)-1]
		}
		prose := open && last.kind == Prose
		title := func() bool { return prose && !strings.Contains(text[last.start:last.end], "\n") } // above an underline
		fence, heading := fenceOf(l.text), headingLine.FindStringSubmatchIndex(l.text)
		mark, interrupts := itemMark(l.text)
		list := mark > 0 && (interrupts || led || !prose)
		led = strings.HasSuffix(l.text, ":")
		switch b := (block{Prose, l.start, l.end()}); {
		case fence != "":
			for i++; i < len(lines)-1 && !closes(lines[i].text, fence); {
				i++
			}
			i = min(i, len(lines)-1)
			out = append(out, block{Code, b.start, max(b.end, lines[i].end())})
		case heading != nil:
			out = append(out, block{Heading, l.start + heading[2], l.start + heading[3]})
		case rule.MatchString(l.text):
			if title() && strings.IndexByte("-=", l.text[0]) >= 0 {
				last.kind = Heading
			}
		case IsDelimiterRow(l.text):
			if title() || last.kind == Row {
				last.kind = Heading // column names claim nothing
			}
		case isRow(lines, i):
			out = append(out, block{Row, b.start, b.end})
		case list:
			out, grows = append(out, block{Item, b.start + mark, b.end}), true
		case open:
			last.end, grows = b.end, true
		default:
			out, grows = append(out, b), true
		}
	}
	return out
}

// fenceOf returns the run of characters that opens a block of code, "" if line opens none.
func fenceOf(line string) string {
	if !strings.HasPrefix(line, "```") && !strings.HasPrefix(line, "~~~") {
		return ""
	}
	rest := strings.TrimLeft(line, line[:1])
	if line[0] == '`' && strings.Contains(rest, "`") { // "```x```" is a code span
		return ""
	}
	return line[:len(line)-len(rest)]
}

// closes tells that line closes the block of code that fence opened.
func closes(line, fence string) bool {
	return strings.HasPrefix(line, fence) && strings.Trim(line, "`~") == ""
}

var (
	headingLine = regexp.MustCompile(`^#{1,6}[ \t]+(.+?)(?:[ \t]+#*)?$`)
	// rule is a thematic break, the underline of a heading, or a heading of no words.
	rule = regexp.MustCompile(`^(?:(?:- *){3,}|(?:= *){3,}|(?:\* *){3,}|(?:_ *){3,}|#{1,6})$`)
)

// IsDelimiterRow recognises the line below a table's header: "|---|:--:|".
func IsDelimiterRow(line string) bool {
	return strings.Contains(line, "|") && strings.Contains(line, "-") && strings.Trim(line, "|-: \t") == ""
}

// isRow recognises a table's row: a line that starts with a bar, one beside a delimiter row, and the rows of extracted
// tables, whose cells are separated by " | ".
func isRow(lines []line, i int) bool {
	text := lines[i].text
	if text[0] == '|' {
		return strings.Count(text, "|") > 1
	}
	if !strings.Contains(text, "|") || strings.Contains(text, "`") {
		return false
	}
	cells := strings.Count(text, " | ")
	for _, beside := range lines[max(0, i-1):min(i+2, len(lines))] {
		same := beside.start != lines[i].start && strings.Count(beside.text, " | ") == 1
		if cells > 1 || IsDelimiterRow(beside.text) || cells == 1 && same {
			return true
		}
	}
	return false
}

// mark is what an item starts with: a bullet, or "1.", "2)", "(3)", "a)", "(iv)" and the "4:" of algorithm listings;
// "2019." at the start of a line is a year. A box to tick may follow.
var mark = regexp.MustCompile(
	`^([-*+•‣◦▪●○■·–—]|[0-9]{1,3}[.):]|(?:[ivx]{1,4}|[a-z])[.)]|\((?:[0-9]{1,3}|[ivx]{1,4}|[a-z])\))\s+(?:\[[ xX]\] )*`)

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

// IsMark tells that lead, which a line starts with, only says what kind of block the line is.
func IsMark(lead string) bool {
	b := blocks(Unquoted("\n" + lead)[1:] + "x")
	return len(b) == 1 && b[0].start == len(lead)
}

// InsideFence returns where the code inside a fenced block starts and ends, without the lines of the fence, and the
// info string.
func InsideFence(code string) (start, end int, info string) {
	lines := linesOf(Unquoted(code))
	fence := fenceOf(lines[0].text)
	start, end = len(code), len(code) // of a fence with nothing below it
	if len(lines) > 1 {
		start = 1 + strings.IndexByte(code, '\n')
	}
	if closes(lines[len(lines)-1].text, fence) {
		end = max(start, strings.LastIndexByte(code, '\n'))
	}
	return start, end, lines[0].text[len(fence):]
}

var ticks = regexp.MustCompile("`+")

// CodeSpans returns where code spans start and end in a text, their backticks included, in order. A span starts and
// ends with equally long runs of backticks.
func CodeSpans(text string) (out [][2]int) {
	runs := ticks.FindAllStringIndex(text, -1)
	closer := make([]int, len(runs)) // the next run of the same length, 0 for none
	next := map[int]int{}
	for i := len(runs) - 1; i >= 0; i-- {
		n := runs[i][1] - runs[i][0]
		closer[i], next[n] = next[n], i
	}
	for i := 0; i < len(runs); i++ {
		if j := closer[i]; j > 0 {
			out = append(out, [2]int{runs[i][0], runs[j][1]})
			i = j
		}
	}
	return out
}

// Unquoted is a text that begins inside a line, with spaces for the ">" that its further lines begin with, so that
// offsets stay what they are.
func Unquoted(text string) string {
	return quoteMarks.ReplaceAllStringFunc(text, func(m string) string { return strings.ReplaceAll(m, ">", " ") })
}

var quoteMarks = regexp.MustCompile(`\n[ \t]*(?:>[ \t]*)+`)
