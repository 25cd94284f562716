package source

import (
	"regexp"
	"slices"
	"strings"

	"ibid/index/source/budget"
)

var (
	directive = regexp.MustCompile(`^\.\. +([\w][\w:.+-]*?) ?::(?:\s+(.*))?$`)
	// headerRows matches the option of a table that has a header.
	headerRows   = regexp.MustCompile(`^:header-rows:\s*[1-9]`)
	footnote     = regexp.MustCompile(`^\.\. +\[([^\]]+)\](?:\s+(.*))?$`)
	substitution = regexp.MustCompile(`^\.\. +\|([^|]+)\| +(replace|image|unicode)::\s*(.*)$`)
	substituted  = regexp.MustCompile(`\|([^|\s\n](?:[^|\n]*[^|\s\n])?)\|_{0,2}`)
)

// explicit adds what a line that begins with ".." introduces: a directive or a footnote. Comments, link targets and
// substitutions are dropped.
func (r *rstReader) explicit(lines []string, first, depth int) {
	if m := footnote.FindStringSubmatch(lines[0]); m != nil {
		note := append([]string{m[2]}, dedent(lines[1:])...)
		if !noteName.MatchString(m[1]) {
			note[0] = "[" + m[1] + "] " + m[2]
		} else if m[2] == "" && len(note) > 1 {
			note, first = note[1:], first+1
		}
		end := paragraphEnd(note, 0)
		r.paragraph(note[:end], first)
		r.blocks(note[end:], first+end, depth+1)
		return
	}
	if m := directive.FindStringSubmatch(lines[0]); m != nil {
		r.directive(m[1], strings.TrimSpace(m[2]), dedent(lines[1:]), first, depth)
	}
}

// substitute writes the texts that "|name|" stands for, each line where it was. An image has none.
func substitute(work *budget.Budget, src string) string {
	texts := map[string]string{}
	lines := strings.Split(src, "\n")
	for i, line := range lines {
		if m := substitution.FindStringSubmatch(line); m != nil && m[2] != "unicode" {
			text := ""
			if m[2] == "replace" {
				text = strings.Join(append([]string{m[3]}, dedent(lines[i+1:indented(lines, i+1)])...), " ")
			}
			texts[m[1]] = strings.TrimSpace(shortened(text))
		}
	}
	for i, line := range lines {
		if len(texts) > 0 && !strings.HasPrefix(line, ".. |") {
			lines[i] = substituted.ReplaceAllStringFunc(line, func(name string) string {
				text, ok := texts[strings.Trim(name, "|_")]
				if !ok || work.Spend(len(text)) != nil {
					return name
				}
				return text
			})
		}
	}
	return strings.Join(lines, "\n")
}

// directive adds a directive that begins in the line first, without the lines below it indented.
func (r *rstReader) directive(name, argument string, body []string, first, depth int) {
	name = strings.ToLower(name)
	text := 0 // the argument runs on until its options, its content or a blank line
	for text < len(body) && !blank(body[text]) && !field.MatchString(body[text]) {
		text++
	}
	options := text
	for options < len(body) && field.MatchString(body[options]) {
		options++
	}
	content, contentLine := body[options:], first+1+options
	led := func(lead, argument string) {
		lines := append([]string{argument}, body...)
		clear(lines[1+text : 1+options])
		for i, line := range lines {
			if isText(line) {
				lines[i] = lead + ": " + line
				break
			} else if !blank(line) || i+1 == len(lines) {
				r.paragraph([]string{lead + ":"}, first)
				break
			}
		}
		r.content(lines, first, depth+1)
	}
	switch name {
	case "toctree", "contents", "index", "include", "highlight", "default-role", "module", "currentmodule", "meta", "raw",
		"role", "image", "sectnum", "tabularcolumns", "literalinclude", "bibliography", "automodule", "autoclass",
		"autofunction", "autosummary", "py:module", "py:currentmodule":
	case "note", "tip", "hint", "important", "warning", "caution", "attention", "danger", "error":
		led(capital(name), argument)
	case "seealso":
		led("See also", argument)
	case "admonition", "topic", "sidebar":
		led(argument, "")
	case "versionadded", "versionchanged", "deprecated":
		version, rest, _ := strings.Cut(argument, " ")
		since := map[string]string{"versionadded": "New in", "versionchanged": "Changed in", "deprecated": "Deprecated since"}
		led(since[name]+" version "+version, rest)
	case "title":
		r.b.doc.Title = argument
	case "code-block", "code", "sourcecode", "code-cell", "prompt", "ipython", "parsed-literal", "math", "doctest",
		"testcode", "testoutput", "productionlist", "highlight-block":
		lang, _, _ := strings.Cut(argument, " ")
		if name == "math" {
			content, contentLine, lang = append([]string{argument}, body...), first, ""
		} else if text > 0 { // no blank line before the code
			content, contentLine = body, first+1
		}
		r.code(content, contentLine, strings.ToLower(lang))
	case "list-table":
		r.paragraph([]string{argument}, first)
		if rows := listTable(r.b.markup, content); len(rows) > 0 {
			if !slices.ContainsFunc(body[text:options], headerRows.MatchString) {
				rows = headless(rows)
			}
			r.b.table(Block{Kind: Table, StartLine: contentLine, EndLine: contentLine + len(content) - 1}, rows)
		}
	case "csv-table":
		r.paragraph([]string{argument}, first)
		r.csvTable(body[text:options], content, contentLine)
	case "figure":
		r.content(content, contentLine, depth+1)
	case "eval-rst": // in Markdown
		newRSTReader(r.b).blocks(body, first+1, depth+1)
	default: // the argument is a title, or the signature of a function
		r.paragraph(append([]string{argument}, body[:text]...), first)
		r.content(content, contentLine, depth+1)
	}
}

// listTable returns the rows of a table written as a list of lists.
func listTable(work *budget.Budget, lines []string) [][]string {
	var rows [][]string
	for _, line := range lines {
		text := strings.TrimSpace(line)
		if indent(line) == 0 {
			rest, ok := strings.CutPrefix(text, "*")
			if !ok {
				continue
			}
			rows = append(rows, nil)
			text = strings.TrimSpace(rest)
		}
		if len(rows) == 0 {
			continue
		}
		row := &rows[len(rows)-1]
		if cell, ok := strings.CutPrefix(text, "-"); ok {
			*row = append(*row, rstInline(strings.TrimSpace(cell), marked))
		} else if len(*row) > 0 && work.Spend(len((*row)[len(*row)-1])) == nil {
			(*row)[len(*row)-1] += " " + rstInline(text, marked)
		}
	}
	return rows
}

// csvTable adds a table written as comma-separated values.
func (r *rstReader) csvTable(options, content []string, first int) {
	text := strings.Join(content, "\n")
	headed := slices.ContainsFunc(options, headerRows.MatchString)
	for _, option := range options {
		if header, ok := strings.CutPrefix(option, ":header:"); ok {
			text, headed = strings.TrimSpace(header)+"\n"+text, true
		}
	}
	rows := splitCSV(r.b, text, ',', first).rows
	if !headed {
		rows = headless(rows)
	}
	r.b.table(Block{Kind: Table, StartLine: first, EndLine: first + max(0, len(content)-1)}, rows)
}
