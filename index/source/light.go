package source

import (
	"regexp"
	"strings"
)

// light reads a light markup: each line is written as the line of Markdown that means the same, so that all lines stay
// where they are. Tables are collected apart.
type light struct {
	b     *builder
	lines []string // of Markdown, not read yet
	first int      // the line of the file that the first of them is
	at    int      // the line that comes next
	rows  [][]string
	begun int // the line that the open table begins in, 0 if none is open
}

func newLight(b *builder) *light { return &light{b: b, first: 1, at: 1} }

// add writes the next line.
func (l *light) add(line string) {
	l.lines = append(l.lines, line)
	l.at++
}

// begin opens a table in the next line.
func (l *light) begin() {
	l.read()
	l.rows, l.begun = nil, l.at
}

// end closes the table above the next line.
func (l *light) end(headed bool) {
	if l.begun > 0 && len(l.rows) > 0 {
		rows := l.rows
		if !headed {
			rows = headless(rows)
		}
		l.b.table(Block{Kind: Table, StartLine: l.begun, EndLine: l.at - 1}, rows)
	}
	l.lines, l.first, l.rows, l.begun = nil, l.at, nil, 0
}

// read reads the lines so far.
func (l *light) read() {
	if len(l.lines) > 0 {
		markdownBlocks(l.b, strings.Join(l.lines, "\n"), l.first)
	}
	l.lines, l.first = nil, l.at
}

// escaped keeps what is ordinary text in another markup from being taken for Markdown.
var escaped = strings.NewReplacer(`\`, `\\`, "<", `\<`, "&", `\&`, "`", "\\`", "*", `\*`, "[", `\[`, "~", `\~`)

// inlined renders inline markup as Markdown, or plainly in a cell. Of the groups of the expression, "code", "struck", "note" and "raised"
// are what their names say, and the others are text.
func (l *light) inlined(markup *regexp.Regexp, s string, cell bool) string {
	text, struck, note := escaped.Replace, "~~%s~~", "^[%s]"
	if cell {
		text, struck, note = strings.Clone, gap, " (%s)"
	}
	var out strings.Builder
	at := 0
	for _, m := range markup.FindAllStringSubmatchIndex(s, -1) {
		out.WriteString(text(s[at:m[0]]))
		at = m[1]
		for i, name := range markup.SubexpNames() {
			if i == 0 || m[2*i] < 0 {
				continue
			}
			switch inner := s[m[2*i]:m[2*i+1]]; name {
			case "code":
				out.WriteString(quoteCode(inner))
			case "struck":
				if cell {
					l.b.out.struck++
				}
				out.WriteString(strings.Replace(struck, "%s", text(inner), 1))
			case "note":
				out.WriteString(strings.Replace(note, "%s", text(inner), 1))
			case "raised":
				out.WriteString("^" + text(inner))
			default:
				out.WriteString(text(inner))
			}
		}
	}
	return closeGaps(out.String() + text(s[at:]))
}
