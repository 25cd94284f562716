package source

import (
	"regexp"
	"strings"
)

var (
	adocHeading   = regexp.MustCompile(`^(={1,6}) +(\S.*?)(?: +=+)?$`)
	adocFence     = regexp.MustCompile(`^(?:-{4,}|\.{4,}|\+{4,}|` + "```" + `.*)$`)
	adocDelimiter = regexp.MustCompile(`^(?:={4,}|\*{4,}|_{4,}|--)$`) // of an example, a sidebar, a quotation
	adocAttribute = regexp.MustCompile(`^:!?[\w-]+!?:(?:\s.*)?$`)
	adocBlock     = regexp.MustCompile(`^\[.*\]$`)
	adocLang      = regexp.MustCompile(`^\[(?:source)?,\s*(\w+)`)
	adocColumns   = regexp.MustCompile(`cols="?([^"\]]+)`)
	adocItem      = regexp.MustCompile(`^\s*(\*{1,5}|\.{1,5}|-|\d+\.)\s+(.*)$`)
	adocTerm      = regexp.MustCompile(`^\s*(\S.*?)(:{2,4}|;;)(?:\s+(.*))?$`)
	// adocInline matches the texts of a link and of a reference, code, emphasis, text with a role, a footnote, and what is raised or lowered.
	adocInline = regexp.MustCompile(`(?:https?://|link:|mailto:|xref:)[^\s\[\]]*\[([^\]]*)\]|<<[^<>,]*,?\s*([^<>]*)>>|` +
		"`\\+?(?P<code>[^`]+?)\\+?`" + `|\B(?:\*|_)(\w(?:[^*_]*\w)?)(?:\*|_)\B` +
		`|\[\.?line-through\]#{1,2}(?P<struck>[^#]+)#{1,2}|\[\.[\w.-]+\]#{1,2}([^#]+)#{1,2}|footnote:[\w-]*\[(?P<note>[^\]]+)\]` +
		`|footnote:[\w-]*\[\]|\b\^(?P<raised>[^\s^]+)\^|\b~([^\s~]+)~`)
)

// readAsciiDoc reads AsciiDoc.
func readAsciiDoc(b *builder, text string) {
	l := newLight(b)
	var fence, lang, options string
	body, columns := false, 0
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " \t")
		switch {
		case fence != "":
			if line == fence {
				fence, line = "", "````"
			}
			l.add(line)
		case strings.HasPrefix(line, "////"):
			fence = line
			l.add("<!--")
		case l.begun > 0 && line == "|===":
			l.at++
			l.end(body)
		case l.begun > 0:
			l.at++
			if cells := l.adocCells(line); len(cells) > 0 {
				if columns == 0 {
					columns = len(cells)
				}
				if n := len(l.rows); n > 0 && len(l.rows[n-1])+len(cells) <= columns {
					l.rows[n-1] = append(l.rows[n-1], cells...)
				} else {
					l.rows = append(l.rows, cells)
				}
			} else if n := len(l.rows); line == "" {
				body = body || n == 1 && len(l.rows[0]) == columns
			} else if n > 0 {
				last := &l.rows[n-1][len(l.rows[n-1])-1]
				*last = strings.TrimSpace(*last + " " + l.inlined(adocInline, line, true))
			}
		case line == "|===":
			l.begin()
			l.at++
			columns, body = 0, strings.Contains(options, "header")
			if m := adocColumns.FindStringSubmatch(options); m != nil {
				columns = 1 + strings.Count(m[1], ",")
			}
			options = ""
		case adocFence.MatchString(line):
			fence = line
			if lang == "" {
				lang = strings.TrimPrefix(line, "```")
			}
			l.add("````" + strings.Trim(lang, "-.+`"))
			lang = ""
		case adocBlock.MatchString(line):
			options = line
			if m := adocLang.FindStringSubmatch(line); m != nil {
				lang = m[1]
			}
			l.add("")
		case strings.HasPrefix(line, "//"), adocAttribute.MatchString(line), adocDelimiter.MatchString(line), line == "+",
			strings.HasPrefix(line, "include::"), strings.HasPrefix(line, "image::"), line == "'''":
			l.add("")
		case adocHeading.MatchString(line):
			m := adocHeading.FindStringSubmatch(line)
			l.add(strings.Repeat("#", len(m[1])) + " " + l.adocText(m[2]))
		case adocItem.MatchString(line):
			m := adocItem.FindStringSubmatch(line)
			marker, depth := "-", len(m[1])-1
			if m[1][0] == '.' {
				marker = "1."
			} else if m[1][0] != '*' {
				marker, depth = m[1], 0
			}
			l.add(strings.Repeat("   ", depth) + marker + " " + l.adocText(m[2]))
		case adocTerm.MatchString(line) && !strings.Contains(line, "://"):
			m := adocTerm.FindStringSubmatch(line)
			l.add("- " + l.adocText(m[1]) + ": " + l.adocText(m[3]))
		case len(line) > 1 && line[0] == '.' && line[1] != '.' && line[1] != ' ':
			l.add(l.adocText(line[1:])) // the title of a block
		default:
			l.add(l.adocText(strings.TrimSuffix(line, " +")))
		}
	}
	l.read()
}

// adocCells are the cells that begin in a line.
func (l *light) adocCells(line string) []string {
	_, rest, ok := strings.Cut(line, "|")
	if !ok {
		return nil
	}
	cells := strings.Split(rest, "|")
	for i, cell := range cells {
		cells[i] = l.inlined(adocInline, strings.TrimSpace(cell), true)
	}
	return cells
}

// adocText writes a line of text in Markdown.
func (l *light) adocText(line string) string {
	return l.inlined(adocInline, strings.TrimLeft(line, " \t"), false)
}
